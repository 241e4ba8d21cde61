import { type Answerer, errorWords, failureOf } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { CallFragments, ThinkTags } from "./deltas.ts";
import { at, type Json, listAt, numberAt, parsed, textAt } from "./json_value.ts";
import type { ChatMessage, ChatRequest, Outgoing, Piece, Sampling, Usage } from "./provider.ts";
import { eventsOf, linesOf } from "./stream_lines.ts";
import { notAnApi, type Opened, type Transport } from "./transport.ts";

/** What the servers of this API differ in. */
export interface Dialect {
  /** Name of the parameter that bounds an answer: hosted models refuse `max_tokens`, local servers know no other. */
  readonly maxTokensName: "max_tokens" | "max_completion_tokens";
  /** Tokens of an answer where none are configured, null to leave it to the server. */
  readonly maxTokens: number | null;
}

/** Parameters that a server may do without. */
const OPTIONAL = [
  "stream_options",
  "temperature",
  "top_p",
  "max_completion_tokens",
  "max_tokens",
  "tools",
] as const;

/** The body of a chat completions request (OpenAI API reference, "Create chat completion"). */
export function chatBody(chat: ChatRequest, sampling: Sampling, dialect: Dialect): Record<string, unknown> {
  const maxTokens = sampling.maxTokens ?? dialect.maxTokens;
  return {
    model: chat.model,
    messages: chat.messages.map(messageBody),
    stream: true,
    stream_options: { include_usage: true },
    ...maxTokens === null ? {} : { [dialect.maxTokensName]: maxTokens },
    ...sampling.temperature === null ? {} : { temperature: sampling.temperature },
    ...sampling.topP === null ? {} : { top_p: sampling.topP },
    ...chat.tools.length === 0
      ? {}
      : { tools: chat.tools.map((tool) => ({ type: "function", function: tool })) },
  };
}

function messageBody(message: ChatMessage): Record<string, unknown> {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.call.id, content: message.content };
  }
  if (message.role !== "assistant" || !message.calls?.length) {
    return { role: message.role, content: message.content };
  }
  const calls = message.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
  return { role: "assistant", content: message.content || null, tool_calls: calls };
}

/**
 * Sends a request without the parameters that the server has refused before; one that it refuses now is left out
 * and the request sent again, once for each.
 */
export class Asking {
  readonly #transport: Transport;
  readonly #dropped = new Set<string>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async *stream(outgoing: Outgoing, who: Answerer, signal: AbortSignal): AsyncGenerator<Piece> {
    for (;;) {
      const request = { ...outgoing, body: this.#allowed(outgoing.body ?? {}) };
      let opened: Opened;
      try {
        opened = await this.#transport.open(request, who, signal);
      } catch (error) {
        const refused = error instanceof AiFailure ? refusedParameter(error, request.body) : null;
        if (refused === null) throw error;
        this.#dropped.add(refused);
        yield { kind: "notice", text: `${who.address} does not take ${refused}; asked again without it` };
        continue;
      }
      try {
        yield* piecesOf(opened, this.#transport, who, signal);
      } finally {
        opened.watch.close();
      }
      return;
    }
  }

  #allowed(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const allowed = { ...body };
    for (const name of this.#dropped) {
      // Of the two names of one bound the other one is tried.
      if (name === "max_tokens" && !this.#dropped.has("max_completion_tokens") && name in allowed) {
        allowed.max_completion_tokens = allowed[name];
      } else if (name === "max_completion_tokens" && !this.#dropped.has("max_tokens") && name in allowed) {
        allowed.max_tokens = allowed[name];
      }
      delete allowed[name];
    }
    return allowed;
  }
}

/** What servers say that cannot call tools. */
export const NO_TOOLS = /\btools?\b.*(?:--jinja|not supported|unsupported|not implemented)/i;

/** The optional parameter that an error names: in `param`, else in its words. */
function refusedParameter(failure: AiFailure, body: Record<string, unknown>): string | null {
  const { status, param } = failure.details;
  // llama.cpp's server says with 500 that it was started without tools.
  if (status === 500 && "tools" in body && NO_TOOLS.test(failure.message)) return "tools";
  if (status !== 400 && status !== 422) return null;
  const sent = OPTIONAL.filter((name) => name in body);
  const named = sent.find((name) => param === name || param?.startsWith(`${name}.`));
  if (named !== undefined) return named;
  const inWords = sent.find((name) => new RegExp(`\\b${name}\\b`).test(failure.message));
  if (inWords !== undefined) return inWords;
  return sent.includes("tools") && /\btools?\b|function call/i.test(failure.message) ? "tools" : null;
}

/** The pieces of an answer as server-sent events, or as one object where the server does not stream. */
async function* piecesOf(
  opened: Opened,
  transport: Transport,
  who: Answerer,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const { response, watch } = opened;
  const bytes = transport.bytes(opened, who, signal);
  const type = response.headers.get("content-type") ?? "";
  if (!/event-stream/i.test(type)) {
    let text = "";
    for await (const line of linesOf(bytes)) {
      watch.touch();
      text += `${line}\n`;
      if (text.length > 32 << 20) break;
    }
    const looksLikeEvents = /^\s*(?::|data:)/.test(text);
    if (!looksLikeEvents) return yield* wholeAnswer(text, response, who, transport);
    yield* fromEvents(eventsOf(each(text.split("\n"))), watch, who, transport);
    return;
  }
  yield* fromEvents(eventsOf(linesOf(bytes)), watch, who, transport);
}

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

async function* fromEvents(
  events: AsyncIterable<string>,
  watch: { touch(): void },
  who: Answerer,
  transport: Transport,
): AsyncGenerator<Piece> {
  const tags = new ThinkTags();
  const fragments = new CallFragments();
  let reason: string | null = null;
  for await (const event of events) {
    watch.touch();
    if (event === "[DONE]") break;
    const chunk = parsed(event);
    if (chunk === undefined) {
      throw new AiFailure(
        "incomplete",
        `The answer of ${who.address} broke off in the middle of a piece. Ask again`,
      );
    }
    if (at(chunk, "error")) throw streamFailure(event, who, transport);
    const usage = usageOf(at(chunk, "usage"));
    if (usage) yield { kind: "usage", usage };
    // A first chunk may have no choices, as may one with the usage.
    const delta = at(chunk, "choices", 0, "delta");
    const thinking = textAt(delta, "reasoning_content") ?? textAt(delta, "reasoning");
    if (thinking) yield { kind: "thinking", text: thinking };
    const text = textAt(delta, "content") || textAt(delta, "refusal");
    if (text) yield* tags.push(text);
    for (const [place, call] of listAt(delta, "tool_calls").entries()) {
      addFragment(fragments, call, place);
    }
    reason = textAt(chunk, "choices", 0, "finish_reason") ?? reason;
  }
  yield* tags.end();
  yield* endOf(reason, fragments);
}

function addFragment(fragments: CallFragments, call: Json, place: number): void {
  const written = at(call, "function", "arguments");
  const part = typeof written === "string"
    ? written
    : written === undefined || written === null
    ? ""
    : JSON.stringify(written);
  fragments.add(numberAt(call, "index") ?? place, textAt(call, "id"), textAt(call, "function", "name"), part);
}

function* endOf(reason: string | null, fragments: CallFragments): Generator<Piece> {
  const calls = fragments.calls();
  if (reason === null) return;
  if (reason === "length" || reason === "content_filter") {
    yield { kind: "end", reason: reason === "length" ? "length" : "filter" };
    return;
  }
  for (const call of calls) yield { kind: "call", call };
  yield { kind: "end", reason: calls.length > 0 ? "calls" : "stop" };
}

/** An answer that came whole although a stream was asked for. */
function* wholeAnswer(
  text: string,
  response: Response,
  who: Answerer,
  transport: Transport,
): Generator<Piece> {
  const json = parsed(text);
  if (text.trim() === "") return;
  if (json === undefined) throw notAnApi(who, response, text);
  if (at(json, "error")) throw streamFailure(text, who, transport);
  const choice = at(json, "choices", 0);
  if (choice === undefined) throw notAnApi(who, response, text);
  const usage = usageOf(at(json, "usage"));
  if (usage) yield { kind: "usage", usage };
  const thinking = textAt(choice, "message", "reasoning_content") ?? textAt(choice, "message", "reasoning");
  if (thinking) yield { kind: "thinking", text: thinking };
  const tags = new ThinkTags();
  yield* tags.push(textAt(choice, "message", "content") || textAt(choice, "message", "refusal") || "");
  yield* tags.end();
  const fragments = new CallFragments();
  for (const [place, call] of listAt(choice, "message", "tool_calls").entries()) {
    addFragment(fragments, call, place);
  }
  yield* endOf(textAt(choice, "finish_reason"), fragments);
}

/** An error within an answer that began with status 200. */
function streamFailure(body: string, who: Answerer, transport: Transport): AiFailure {
  const words = errorWords(body);
  const clean = { ...words, message: transport.withoutSecrets(words.message) };
  const failure = failureOf(null, clean, who);
  if (failure.failure !== "refused" || failure.details.tooLong) return failure;
  return new AiFailure("incomplete", `${who.address} ended the answer with an error: ${clean.message}`);
}

function usageOf(value: Json | undefined): Usage | null {
  const input = numberAt(value, "prompt_tokens");
  const output = numberAt(value, "completion_tokens");
  if (input === null && output === null) return null;
  return {
    input: input ?? 0,
    cached: numberAt(value, "prompt_tokens_details", "cached_tokens") ?? 0,
    output: output ?? 0,
  };
}
