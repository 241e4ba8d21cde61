import type { Row, RowId } from "../engine/messages.ts";
import type { Settings } from "../settings/settings.ts";
import { leavesMachine } from "./address.ts";
import { type AnswerEvent, checkWhole } from "./answer.ts";
import { Budget } from "./budget.ts";
import { type AnalysisKind, cheaperThan } from "./choose_model.ts";
import { CitationMarker, Citations, citedLabels } from "./citations.ts";
import { type Connection, Connector } from "./connection.ts";
import { type Context, writeContext } from "./context.ts";
import { type Evidence, gather } from "./evidence.ts";
import { AiFailure } from "./failure.ts";
import type { Firsts } from "./firsts.ts";
import { dayOf, type Ledger } from "./ledger.ts";
import type { World } from "./make_provider.ts";
import { PriceTable } from "./prices.ts";
import { firstMessage, instructions, overhead } from "./prompt.ts";
import type { ChatMessage, ChatRequest, Outgoing, Piece, ToolCall, Usage } from "./provider.ts";
import { type Ask, isAll, Questions, reachWords } from "./questions.ts";
import { Redactor } from "./redaction.ts";
import { TokenCount } from "./tokens.ts";
import { MOST_CALLS, RESULT_LENGTH, runTool, TOOLS } from "./tools.ts";

/** A question with what it is about. */
export interface Inquiry {
  readonly question: string;
  readonly kind: AnalysisKind;
  readonly where: string;
  readonly selected: RowId | null;
  /** The selected record, where it is at hand: it may not be held any more. */
  readonly entry?: Row | null;
}

export interface AssistantOptions {
  readonly settings: Settings;
  readonly ask: Ask;
  readonly ledger: Ledger;
  readonly world: World;
  /** A word that log text cannot know. */
  readonly mark?: string;
  /** First records that the engine may not hold any more. */
  readonly firsts?: Firsts;
}

/** A question and its answer, as they are kept for follow-ups. */
interface Turn {
  readonly question: string;
  readonly answer: string;
}

/** What was prepared for a question. */
interface Prepared {
  readonly chat: ChatRequest;
  readonly context: Context;
  readonly tokens: number;
}

/** Shares of the context that the log's data get at the most: all of it, with a conversation, with tools. */
const ALONE_SHARE = 1;
const TALKING_SHARE = 0.6;
const TOOLS_SHARE = 0.7;

/** Milliseconds that files are searched before a question is sent, and for a call of the model. */
const GATHER_TIME = 6_000;
const CALL_TIME = 15_000;

/** How often a question is sent again with less when the model finds it too long. */
const MOST_SHORTENINGS = 3;
/** The share of the log's data that goes the next time. */
const SHORTENED = 0.6;

/** A conversation with a model about a log. One question at a time. */
export class Assistant {
  readonly #options: AssistantOptions;
  readonly #connector: Connector;
  readonly #prices: PriceTable;
  readonly #budget: Budget;
  readonly #redactor: Redactor;
  readonly #counts = new Map<string, TokenCount>();
  readonly #mark: string;
  #citations: Citations | null = null;
  #turns: Turn[] = [];
  /** What the person chose for this session. */
  #chosen: { place: number; model: string } | null = null;

  /** Throws UserError for settings that cannot be. */
  constructor(options: AssistantOptions) {
    this.#options = options;
    const { settings, world, ledger } = options;
    this.#prices = new PriceTable(settings);
    this.#budget = new Budget(settings, ledger, world.clock);
    this.#connector = new Connector({ settings, world, prices: this.#prices, budget: this.#budget });
    this.#redactor = new Redactor(settings.get("ai-redact-patterns"));
    this.#mark = options.mark ?? crypto.randomUUID().slice(0, 8);
  }

  get connector(): Connector {
    return this.#connector;
  }

  get prices(): PriceTable {
    return this.#prices;
  }

  get citations(): Citations | null {
    return this.#citations;
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  /** Asks this model from now on; null goes back to the automatic choice. */
  choose(choice: { place: number; model: string } | null): void {
    this.#chosen = choice;
  }

  /** Who would be asked now. */
  async current(signal: AbortSignal): Promise<{ connection: Connection; place: number }> {
    return await this.#connect("error", signal, 0);
  }

  /** Forgets the conversation. */
  clear(): void {
    this.#turns = [];
  }

  /** The request that a question makes, exactly as it is sent but for the key, which is masked. */
  async preview(inquiry: Inquiry, signal: AbortSignal): Promise<Outgoing> {
    const { connection } = await this.#connect(inquiry.kind, signal, 0);
    const evidence = await this.#gather(inquiry, signal);
    const { chat } = this.#prepare(connection, inquiry, evidence);
    const outgoing = connection.provider.requestOf(chat);
    const headers = Object.fromEntries(
      Object.entries(outgoing.headers).map((
        [name, value],
      ) => [name, /^(?:authorization|api-key)$/.test(name) ? "********" : value]),
    );
    return { ...outgoing, headers };
  }

  /** Asks, and tells what comes. Ends with `done` or throws AiFailure. */
  async *put(inquiry: Inquiry, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const began = this.#options.world.clock.now();
    const evidence = await this.#gather(inquiry, signal);
    for (let place = 0;;) {
      const found = await this.#connect(inquiry.kind, signal, place);
      let shown = false;
      try {
        for await (const event of this.#ask(found.connection, inquiry, evidence, began, signal)) {
          shown ||= event.kind === "text" || event.kind === "thinking";
          yield event;
        }
        return;
      } catch (error) {
        const next = found.place + 1;
        const goOn = error instanceof AiFailure && error.details.down && !shown && this.#chosen === null &&
          next < this.#connector.targets.length;
        if (!goOn) throw error;
        yield { kind: "notice", text: `${found.connection.target.name} is skipped: ${error.message}` };
        place = next;
      }
    }
  }

  /** Puts one question to a model of choice, without adding to the conversation. */
  async *compare(
    inquiry: Inquiry,
    choice: { place: number; model: string },
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    const began = this.#options.world.clock.now();
    const target = this.#connector.targets[choice.place];
    const connection = await this.#connector.open(target, inquiry.kind, signal, choice.model);
    const evidence = await this.#gather(inquiry, signal);
    yield* this.#ask(connection, inquiry, evidence, began, signal, false);
  }

  async #connect(kind: AnalysisKind, signal: AbortSignal, from: number) {
    if (this.#chosen === null) return await this.#connector.connect(kind, signal, from);
    const { place, model } = this.#chosen;
    const connection = await this.#connector.open(this.#connector.targets[place], kind, signal, model);
    return { connection, place };
  }

  async #gather({ where, selected, entry }: Inquiry, signal: AbortSignal): Promise<Evidence> {
    const { ask, settings, firsts } = this.#options;
    const questions = new Questions(ask, signal, GATHER_TIME);
    // They were kept before any filter of the screen was known.
    const all = where === "" || firsts?.where === where ? firsts ?? null : null;
    const evidence = await gather(
      questions,
      { where, selected, entry },
      settings.get("ai-smart-context"),
      all,
    );
    this.#citations ??= new Citations(evidence.summary.sources.length > 1);
    return evidence;
  }

  async *#ask(
    opened: Connection,
    inquiry: Inquiry,
    evidence: Evidence,
    began: number,
    signal: AbortSignal,
    keep = true,
  ): AsyncGenerator<AnswerEvent> {
    let connection = opened;
    let prepared = this.#prepare(connection, inquiry, evidence);
    const { near } = await this.#budget.allow(prepared.tokens);
    if (near) {
      const cheaper = await this.#cheaper(connection, signal);
      if (cheaper !== null) {
        yield {
          kind: "notice",
          text:
            `Near the daily token limit: ${cheaper.model.name} is asked instead of ${connection.model.name}`,
        };
        connection = cheaper;
        prepared = this.#prepare(connection, inquiry, evidence);
      }
    }
    for (let tries = 1;; tries++) {
      yield this.#sent(connection, prepared, evidence, inquiry.where);
      try {
        yield* this.#answer(connection, inquiry, prepared, began, signal, keep);
        return;
      } catch (error) {
        if (!(error instanceof AiFailure) || !error.details.tooLong || tries > MOST_SHORTENINGS) throw error;
        yield { kind: "notice", text: `${error.message.split(/[:.] /)[0]}; asked again with less` };
        this.#count(connection).tooLong();
        const less = Math.floor(prepared.context.text.length * SHORTENED);
        prepared = this.#prepare(connection, inquiry, evidence, less);
      }
    }
  }

  #sent(
    { model, target, contextSize }: Connection,
    { tokens, context }: Prepared,
    { reach }: Evidence,
    where: string,
  ): AnswerEvent {
    const { lines, leftOut } = context;
    const { read, held } = reach;
    const covers = where !== "" || isAll(reach)
      ? reachWords(reach)
      : `the counts of all ${read} records and the lines of the newest ${held}`;
    return {
      kind: "sent",
      model: model.name,
      address: target.address,
      tokens,
      contextSize,
      lines,
      leftOut,
      covers,
    };
  }

  async #cheaper(connection: Connection, signal: AbortSignal): Promise<Connection | null> {
    const { target, model } = connection;
    if (target.kind === "azure") return null;
    const models = await this.#connector.models(target, signal);
    const today = dayOf(this.#options.world.clock.now());
    const cheaper = cheaperThan(model.name, models, this.#prices, today);
    return cheaper === null ? null : await this.#connector.open(target, "quick", signal, cheaper.name);
  }

  /** The rounds of one question: the model may call tools between them. */
  async *#answer(
    connection: Connection,
    inquiry: Inquiry,
    { chat: first }: Prepared,
    began: number,
    signal: AbortSignal,
    keep: boolean,
  ): AsyncGenerator<AnswerEvent> {
    const citations = this.#citations!;
    const marker = new CitationMarker(citations);
    let chat = first;
    let answer = "";
    let calls = 0;
    let total: Usage | null = null;
    let cost: number | null = null;
    for (;;) {
      const round = {
        began: false,
        text: "",
        calls: [] as ToolCall[],
        end: null as (Piece & { kind: "end" }) | null,
        usage: null as Usage | null,
      };
      try {
        for await (const piece of connection.provider.stream(chat, signal)) {
          round.began ||= piece.kind !== "notice";
          if (piece.kind === "text") {
            round.text += piece.text;
            const marked = marker.push(piece.text);
            if (marked !== "") yield { kind: "text", text: marked };
          } else if (piece.kind === "call") round.calls.push(piece.call);
          else if (piece.kind === "usage") round.usage = piece.usage;
          else if (piece.kind === "end") round.end = piece;
          else yield piece;
        }
        if (signal.aborted) throw new AiFailure("cancelled", "Cancelled");
      } finally {
        if (round.began) {
          const spent = await this.#spent(connection, chat, round.usage, round.text);
          total = added(total, spent.usage);
          cost = spent.cost === null ? cost : (cost ?? 0) + spent.cost;
          if (spent.warning !== null) this.#options.world.notice(spent.warning);
        }
      }
      answer += round.text;
      if (round.end?.reason !== "calls") {
        const rest = marker.end();
        if (rest !== "") yield { kind: "text", text: rest };
        checkWhole(round.end, answer, connection);
        break;
      }
      const results: ChatMessage[] = [];
      for (const call of round.calls) {
        const { text, shown } = ++calls > MOST_CALLS
          ? {
            text: "No more calls: answer with what you have.",
            shown: `${call.name} refused: ${MOST_CALLS} calls were made`,
          }
          : await this.#tool(call, inquiry.where, connection, signal);
        yield { kind: "tool", text: shown };
        results.push({ role: "tool", call, content: text });
      }
      const said: ChatMessage = { role: "assistant", content: round.text, calls: round.calls };
      chat = this.#goOn(connection, chat, [said, ...results], calls >= MOST_CALLS);
      await this.#budget.allow(this.#tokens(connection, chat));
    }
    if (keep) this.#turns.push({ question: inquiry.question, answer });
    const duration = this.#options.world.clock.now() - began;
    const unsent = [...marker.unsent];
    const cited = citedLabels(answer).flatMap((label) => {
      const id = citations.find(label);
      return id === null ? [] : [{ label, id }];
    });
    yield {
      kind: "done",
      answer: { cited, text: answer, model: connection.model.name, usage: total, cost, duration, unsent },
    };
  }

  /** The next request of a round, with results of tools cut to what is left of the context. */
  #goOn(connection: Connection, chat: ChatRequest, more: readonly ChatMessage[], last: boolean): ChatRequest {
    const count = this.#count(connection);
    let room = count.charactersIn(connection.contextSize) - charactersOf(chat);
    const fitting = more.map((message) => {
      if (message.role !== "tool") {
        room -= message.content.length;
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

  async #tool(call: ToolCall, where: string, connection: Connection, signal: AbortSignal) {
    const redacts = this.#redacts(connection);
    return await runTool(call, {
      questions: new Questions(this.#options.ask, signal, CALL_TIME),
      citations: this.#citations!,
      redact: (text) => redacts ? this.#redactor.redact(text) : text,
      restore: (text) => this.#redactor.restore(text),
      where,
    });
  }

  /** Enters what a request used; where the provider did not count, what is estimated. */
  async #spent(connection: Connection, chat: ChatRequest, usage: Usage | null, text: string) {
    const count = this.#count(connection);
    if (usage !== null) count.learn(charactersOf(chat), usage.input);
    const used = usage ?? { input: this.#tokens(connection, chat), cached: 0, output: count.of(text.length) };
    const cost = this.#prices.cost(connection.model.name, used);
    const warning = await this.#budget.enter(connection.target, used, cost);
    return { usage, cost, warning };
  }

  /** Puts the request together so that it never passes the context size by our count, nor `most` characters of data. */
  #prepare(connection: Connection, inquiry: Inquiry, evidence: Evidence, most = Infinity): Prepared {
    const { contextSize, model, room } = connection;
    const redacts = this.#redacts(connection);
    const redact = (text: string) => redacts ? this.#redactor.redact(text) : text;
    const count = this.#count(connection);
    const all = count.charactersIn(contextSize);
    const tools = model.tools !== false && all > 3 * RESULT_LENGTH ? TOOLS : [];
    const toolsLength = tools.length === 0 ? 0 : JSON.stringify(tools).length;
    const question = redact(inquiry.question);
    const free = all - overhead(inquiry.kind, this.#mark) - toolsLength - question.length;
    const share = this.#turns.length > 0 ? TALKING_SHARE : tools.length > 0 ? TOOLS_SHARE : ALONE_SHARE;
    const writing = { citations: this.#citations!, redact, where: inquiry.where };
    const context = writeContext(evidence, writing, Math.max(0, Math.floor(Math.min(free * share, most))));
    const history = this.#history(free - context.text.length, redact);
    const system = instructions(inquiry.kind, this.#mark, tools.length > 0, redacts);
    const [opening, ...rest] = [...history, { role: "user", content: question } as ChatMessage];
    const messages: ChatMessage[] = [
      { role: "system", content: system },
      { role: "user", content: firstMessage(context.text, this.#mark, opening.content) },
      ...rest,
    ];
    const chat = { model: model.name, messages, tools, context: room };
    return { chat, context, tokens: this.#tokens(connection, chat) };
  }

  /** The newest turns that fit, each a question and its answer. */
  #history(room: number, redact: (text: string) => string): ChatMessage[] {
    const messages: ChatMessage[] = [];
    let left = room;
    for (const turn of this.#turns.toReversed()) {
      const question = redact(turn.question);
      const answer = redact(turn.answer);
      left -= question.length + answer.length;
      if (left < 0) break;
      messages.unshift({ role: "user", content: question }, { role: "assistant", content: answer });
    }
    return messages;
  }

  #redacts({ target }: Connection): boolean {
    return this.#options.settings.get("ai-redact") === "always" ||
      leavesMachine(target.base, this.#options.world.environment);
  }

  #count({ model }: Connection): TokenCount {
    let count = this.#counts.get(model.name);
    if (count === undefined) this.#counts.set(model.name, count = new TokenCount());
    return count;
  }

  #tokens(connection: Connection, chat: ChatRequest): number {
    return this.#count(connection).of(charactersOf(chat));
  }
}

/** Characters of all that a request says. */
function charactersOf({ messages, tools }: ChatRequest): number {
  const said = messages.reduce((sum, message) => {
    const calls = message.role === "assistant" && message.calls ? JSON.stringify(message.calls).length : 0;
    return sum + message.content.length + calls;
  }, 0);
  return said + (tools.length === 0 ? 0 : JSON.stringify(tools).length);
}

function added(sum: Usage | null, more: Usage | null): Usage | null {
  if (more === null || sum === null) return more ?? sum;
  return {
    input: sum.input + more.input,
    cached: sum.cached + more.cached,
    output: sum.output + more.output,
  };
}
