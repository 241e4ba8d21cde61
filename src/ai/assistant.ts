import type { Settings } from "../settings/settings.ts";
import type { AnswerEvent } from "./answer.ts";
import { Budget } from "./budget.ts";
import { type AnalysisKind, cheaperThan } from "./choose_model.ts";
import { Citations } from "./citations.ts";
import { type Connection, Connector } from "./connection.ts";
import { type Evidence, gather } from "./evidence.ts";
import { AiFailure } from "./failure.ts";
import type { Firsts } from "./firsts.ts";
import { InTurn } from "./in_turn.ts";
import type { Inquiry, Turn } from "./inquiry.ts";
import { dayOf, type Ledger } from "./ledger.ts";
import type { World } from "./make_provider.ts";
import { PriceTable } from "./prices.ts";
import type { Outgoing } from "./provider.ts";
import { type Ask, isAll, Questions, reachWords } from "./questions.ts";
import { charactersOf, type Material, type Prepared, RequestWriter } from "./request_writer.ts";
import { Rounds } from "./rounds.ts";

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

/** Milliseconds that files are searched before a question is sent. */
const GATHER_TIME = 6_000;

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
  readonly #writer: RequestWriter;
  readonly #turn = new InTurn();
  /** What was gathered for questions to models that are compared. */
  readonly #gathered = new WeakMap<Inquiry, Promise<Evidence>>();
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
    const mark = options.mark ?? crypto.randomUUID().slice(0, 8);
    this.#writer = new RequestWriter(settings, world.environment, mark);
  }

  get connector(): Connector {
    return this.#connector;
  }

  get prices(): PriceTable {
    return this.#prices;
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

  /**
   * The request that a question makes, exactly as it is sent but for the key, which is masked. Nothing is sent, so that
   * none is needed.
   */
  async preview(inquiry: Inquiry, signal: AbortSignal): Promise<Outgoing> {
    const connection = await this.#connectedToTell(inquiry.kind, signal);
    const evidence = await this.#gather(inquiry, signal);
    const { chat } = this.#writer.prepare(connection, this.#material(inquiry, evidence));
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
        yield { kind: "notice", text: `${found.connection.target.name} was skipped: ${error.message}` };
        place = next;
      }
    }
  }

  /**
   * Puts one question to a model of choice, without adding to the conversation. Models that are asked with the same
   * inquiry are shown the same of the log.
   */
  async *compare(
    inquiry: Inquiry,
    choice: { place: number; model: string },
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    const began = this.#options.world.clock.now();
    const target = this.#connector.targets[choice.place];
    const connection = await this.#connector.open(target, inquiry.kind, signal, choice.model);
    const evidence = await this.#gatherOnce(inquiry, signal);
    yield* this.#ask(connection, inquiry, evidence, began, signal, false);
  }

  async #connectedToTell(kind: AnalysisKind, signal: AbortSignal): Promise<Connection> {
    try {
      return (await this.#connect(kind, signal, 0)).connection;
    } catch (error) {
      const keyless = error instanceof AiFailure && error.failure === "key";
      const connection = keyless ? await this.#connector.withoutKey(kind, signal) : null;
      if (connection === null) throw error;
      return connection;
    }
  }

  async #connect(kind: AnalysisKind, signal: AbortSignal, from: number) {
    if (this.#chosen === null) return await this.#connector.connect(kind, signal, from);
    const { place, model } = this.#chosen;
    const connection = await this.#connector.open(this.#connector.targets[place], kind, signal, model);
    return { connection, place };
  }

  #gather(inquiry: Inquiry, signal: AbortSignal): Promise<Evidence> {
    return this.#turn.run(() => this.#evidenceFor(inquiry, signal));
  }

  #gatherOnce(inquiry: Inquiry, signal: AbortSignal): Promise<Evidence> {
    let evidence = this.#gathered.get(inquiry);
    if (evidence === undefined) this.#gathered.set(inquiry, evidence = this.#gather(inquiry, signal));
    return evidence;
  }

  async #evidenceFor({ where, selected, entry }: Inquiry, signal: AbortSignal): Promise<Evidence> {
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

  #material(inquiry: Inquiry, evidence: Evidence): Material {
    return { inquiry, evidence, citations: this.#citations!, turns: this.#turns };
  }

  async *#ask(
    opened: Connection,
    inquiry: Inquiry,
    evidence: Evidence,
    began: number,
    signal: AbortSignal,
    keep = true,
  ): AsyncGenerator<AnswerEvent> {
    const { ask, world } = this.#options;
    const material = this.#material(inquiry, evidence);
    let connection = opened;
    let prepared = this.#writer.prepare(connection, material);
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
        prepared = this.#writer.prepare(connection, material);
      }
    }
    for (let tries = 1;; tries++) {
      yield this.#sent(connection, prepared, evidence, inquiry.where);
      const rounds = new Rounds({
        connection,
        writer: this.#writer,
        citations: material.citations,
        budget: this.#budget,
        prices: this.#prices,
        world,
        ask,
        turn: this.#turn,
        where: inquiry.where,
      });
      let shown = false;
      try {
        for await (const event of rounds.events(prepared.chat, signal)) {
          shown ||= event.kind === "text";
          yield event;
        }
        const answer = rounds.answered(world.clock.now() - began);
        if (keep) this.#turns.push({ question: inquiry.question, answer: answer.text });
        return yield { kind: "done", answer };
      } catch (error) {
        if (!(error instanceof AiFailure) || !error.details.tooLong) throw error;
        if (shown) throw outOfRoom(error);
        if (tries > MOST_SHORTENINGS) throw error;
        yield { kind: "notice", text: `${error.message.split(/[:.] /)[0]}; trying again with less` };
        prepared = this.#shortened(connection, material, prepared, tries, error.details.promptTokens);
      }
    }
  }

  /** The same question with less of the log: by the server's own count where it told one, else by a share. */
  #shortened(
    connection: Connection,
    material: Material,
    { chat, context }: Prepared,
    tries: number,
    counted: number | undefined,
  ): Prepared {
    const count = this.#writer.count(connection);
    if (counted === undefined) count.tooLong();
    else count.learn(charactersOf(chat), counted);
    const most = counted === undefined || tries > 1 ? Math.floor(context.text.length * SHORTENED) : Infinity;
    return this.#writer.prepare(connection, material, most);
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
}

/** The model had room for the question, but not for all of its answer: what was shown is half of it. */
function outOfRoom({ message, details }: AiFailure): AiFailure {
  return new AiFailure("incomplete", `The answer was cut off: ${uncapitalised(message)}`, details);
}

function uncapitalised(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
