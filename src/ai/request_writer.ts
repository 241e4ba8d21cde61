import type { Settings } from "../settings/settings.ts";
import type { Environment } from "../settings/variables.ts";
import { leavesMachine } from "./address.ts";
import type { Citations } from "./citations.ts";
import type { Connection } from "./connection.ts";
import { type Context, writeContext } from "./context.ts";
import type { Evidence } from "./evidence.ts";
import type { Inquiry, Turn } from "./inquiry.ts";
import { firstMessage, instructions, overhead } from "./prompt.ts";
import type { ChatMessage, ChatRequest } from "./provider.ts";
import { Redactor } from "./redaction.ts";
import { TokenCount } from "./tokens.ts";
import { RESULT_LENGTH, TOOLS } from "./tools.ts";

/** What was prepared for a question. */
export interface Prepared {
  readonly chat: ChatRequest;
  readonly context: Context;
  readonly tokens: number;
}

/** What a question is put together from. */
export interface Material {
  readonly inquiry: Inquiry;
  readonly evidence: Evidence;
  readonly citations: Citations;
  /** The conversation so far, oldest first. */
  readonly turns: readonly Turn[];
}

/** Shares of the context that the log's data get at the most: all of it, with a conversation, with tools. */
const ALONE_SHARE = 1;
const TALKING_SHARE = 0.6;
const TOOLS_SHARE = 0.7;
/** Characters of a context from which on tools have a share of it; below they get what the data leave, if that is so much. */
const ROOMY = 3 * RESULT_LENGTH;
const RESULTS_LEAST = 2500;
const TOOLS_LENGTH = JSON.stringify(TOOLS).length;

/** Writes requests that fit into the context, and keeps the secrets of the log out of them. */
export class RequestWriter {
  readonly #settings: Settings;
  readonly #environment: Environment;
  readonly #mark: string;
  readonly #redactor: Redactor;
  readonly #counts = new Map<string, TokenCount>();

  /** `mark`: a word that log text cannot know. */
  constructor(settings: Settings, environment: Environment, mark: string) {
    this.#settings = settings;
    this.#environment = environment;
    this.#mark = mark;
    this.#redactor = new Redactor(settings.get("ai-redact-patterns"));
  }

  /** Puts the request together so that it never passes the context size by our count, nor `most` characters of data. */
  prepare(connection: Connection, material: Material, most = Infinity): Prepared {
    const { inquiry, evidence, citations, turns } = material;
    const { contextSize, model, room } = connection;
    const redacts = this.#redacts(connection);
    const redact = this.redaction(connection);
    const all = this.count(connection).charactersIn(contextSize);
    const mayCall = model.tools !== false;
    const share = turns.length > 0 ? TALKING_SHARE : mayCall && all > ROOMY ? TOOLS_SHARE : ALONE_SHARE;
    const question = redact(inquiry.question);
    const bare = all - overhead(inquiry.kind, this.#mark) - question.length;
    const free = mayCall && all > ROOMY ? bare - TOOLS_LENGTH : bare;
    const writing = { citations, redact, where: inquiry.where };
    const context = writeContext(evidence, writing, Math.max(0, Math.floor(Math.min(free * share, most))));
    const left = bare - context.text.length - TOOLS_LENGTH;
    const tools = mayCall && (all > ROOMY || left >= RESULTS_LEAST) ? TOOLS : [];
    const history = historyOf(turns, tools.length > 0 ? left : bare - context.text.length, redact);
    const system = instructions(inquiry.kind, this.#mark, tools.length > 0, redacts);
    const [opening, ...rest] = [...history, { role: "user", content: question } as ChatMessage];
    const messages: ChatMessage[] = [
      { role: "system", content: system },
      { role: "user", content: firstMessage(context.text, this.#mark, opening.content) },
      ...rest,
    ];
    const chat = { model: model.name, messages, tools, context: room };
    return { chat, context, tokens: this.tokens(connection, chat) };
  }

  /** The next request of a question, with results of tools cut to what is left of the context. */
  goOn(connection: Connection, chat: ChatRequest, more: readonly ChatMessage[], last: boolean): ChatRequest {
    let room = this.count(connection).charactersIn(connection.contextSize) - charactersOf(chat);
    const fitting = more.map((message) => {
      if (message.role !== "tool") {
        room -= lengthOf(message);
        return message;
      }
      const content = message.content.length <= room
        ? message.content
        : `${
          message.content.slice(0, Math.max(0, room - 60))
        }\n… cut: no more room; answer with what you have`;
      room = Math.max(0, room - content.length);
      return { ...message, content };
    });
    return { ...chat, messages: [...chat.messages, ...fitting], tools: last ? [] : chat.tools };
  }

  /** What is done to every text of the log before it goes over this connection. */
  redaction(connection: Connection): (text: string) => string {
    return this.#redacts(connection) ? (text) => this.#redactor.redact(text) : (text) => text;
  }

  /** Puts back what placeholders stand for. */
  restore(text: string): string {
    return this.#redactor.restore(text);
  }

  count({ model }: Connection): TokenCount {
    let count = this.#counts.get(model.name);
    if (count === undefined) this.#counts.set(model.name, count = new TokenCount());
    return count;
  }

  tokens(connection: Connection, chat: ChatRequest): number {
    return this.count(connection).of(charactersOf(chat));
  }

  #redacts({ target }: Connection): boolean {
    return this.#settings.get("ai-redact") === "always" || leavesMachine(target.base, this.#environment);
  }
}

/** The newest turns that fit, each a question and its answer. */
function historyOf(turns: readonly Turn[], room: number, redact: (text: string) => string): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let left = room;
  for (const turn of turns.toReversed()) {
    const question = redact(turn.question);
    const answer = redact(turn.answer);
    left -= question.length + answer.length;
    if (left < 0) break;
    messages.unshift({ role: "user", content: question }, { role: "assistant", content: answer });
  }
  return messages;
}

/** Characters of all that a request says. */
export function charactersOf({ messages, tools }: ChatRequest): number {
  const said = messages.reduce((sum, message) => sum + lengthOf(message), 0);
  return said + (tools.length === 0 ? 0 : JSON.stringify(tools).length);
}

function lengthOf(message: ChatMessage): number {
  if (message.role !== "assistant" || !message.calls) return message.content.length;
  return message.content.length + JSON.stringify(message.calls).length + (message.reasoning?.length ?? 0);
}
