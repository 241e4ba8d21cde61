import { type Answered, type AnswerEvent, checkWhole } from "./answer.ts";
import type { Budget } from "./budget.ts";
import { CitationMarker, type Citations, citedLabels } from "./citations.ts";
import type { Connection } from "./connection.ts";
import { AiFailure } from "./failure.ts";
import type { InTurn } from "./in_turn.ts";
import type { World } from "./make_provider.ts";
import type { PriceTable } from "./prices.ts";
import type { ChatMessage, ChatRequest, Piece, ToolCall, Usage } from "./provider.ts";
import { type Ask, Questions } from "./questions.ts";
import { charactersOf, type RequestWriter } from "./request_writer.ts";
import { MOST_CALLS, runTool } from "./tools.ts";

/** Milliseconds that files are searched for a call of the model. */
const CALL_TIME = 15_000;

export interface RoundsContext {
  readonly connection: Connection;
  readonly writer: RequestWriter;
  readonly citations: Citations;
  readonly budget: Budget;
  readonly prices: PriceTable;
  readonly world: World;
  readonly ask: Ask;
  /** Calls of models that are asked at once come one after the other. */
  readonly turn: InTurn;
  /** The filter that all calls stay within. */
  readonly where: string;
}

/** What came of one request. */
interface Round {
  /** The model has begun to answer: what it was told counts as used. */
  began: boolean;
  text: string;
  /** Thinking that goes back with calls. */
  reasoning: string;
  calls: ToolCall[];
  end: (Piece & { kind: "end" }) | null;
  usage: Usage | null;
}

/** The rounds of one question: the model may call tools between them, and each uses some of the budget. */
export class Rounds {
  readonly #context: RoundsContext;
  readonly #marker: CitationMarker;
  #answer = "";
  #calls = 0;
  #usage: Usage | null = null;
  #cost: number | null = null;

  constructor(context: RoundsContext) {
    this.#context = context;
    this.#marker = new CitationMarker(context.citations);
  }

  /** What happens until the answer is whole; throws AiFailure if it does not become so. */
  async *events(first: ChatRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const { connection, writer, budget } = this.#context;
    let last = false;
    for (let chat = first;;) {
      const round: Round = { began: false, text: "", reasoning: "", calls: [], end: null, usage: null };
      try {
        yield* this.#heard(round, chat, signal);
      } catch (error) {
        // Some want to be told the tools as long as there are calls in the conversation (LiteLLM before Claude).
        const wantsTools = last && chat.tools.length === 0 && error instanceof AiFailure &&
          error.failure === "refused" && !error.details.tooLong && !round.began;
        if (!wantsTools) throw error;
        chat = { ...chat, tools: first.tools, mayCall: false };
        continue;
      } finally {
        if (round.began) await this.#spend(chat, round);
      }
      this.#answer += round.text;
      if (round.end?.reason !== "calls") {
        const rest = this.#marker.end();
        if (rest !== "") yield { kind: "text", text: rest };
        checkWhole(round.end, this.#answer, connection);
        return;
      }
      if (last) {
        throw new AiFailure(
          "incomplete",
          `${connection.model.name} made ${MOST_CALLS} calls, the most it may make, without answering. Ask about less of the log, or use another model`,
        );
      }
      const { text, reasoning, calls } = round;
      const more: ChatMessage[] = [{
        role: "assistant",
        content: text,
        calls,
        ...reasoning === "" ? {} : { reasoning },
      }];
      for (const call of calls) {
        const { text, shown } = await this.#run(call, signal);
        yield { kind: "tool", text: shown };
        more.push({ role: "tool", call, content: text });
      }
      last = this.#calls >= MOST_CALLS;
      chat = writer.goOn(connection, chat, more, last);
      await budget.allow(writer.tokens(connection, chat));
    }
  }

  /** What the whole answer was, which took `duration` milliseconds. */
  answered(duration: number): Answered {
    const { connection, citations } = this.#context;
    const cited = citedLabels(this.#answer).flatMap((label) => {
      const id = citations.find(label);
      return id === null ? [] : [{ label, id }];
    });
    return {
      cited,
      text: this.#answer,
      model: connection.model.name,
      usage: this.#usage,
      cost: this.#cost,
      duration,
      unsent: [...this.#marker.unsent],
    };
  }

  async *#heard(round: Round, chat: ChatRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    for await (const piece of this.#context.connection.provider.stream(chat, signal)) {
      round.began ||= piece.kind !== "notice";
      switch (piece.kind) {
        case "text": {
          round.text += piece.text;
          const marked = this.#marker.push(piece.text);
          if (marked !== "") yield { kind: "text", text: marked };
          break;
        }
        case "thinking":
          if (piece.goesBack) round.reasoning += piece.text;
          yield { kind: "thinking", text: piece.text };
          break;
        case "call":
          round.calls.push(piece.call);
          break;
        case "usage":
          round.usage = piece.usage;
          break;
        case "end":
          round.end = piece;
          break;
        case "notice":
          yield piece;
      }
    }
    if (signal.aborted) throw new AiFailure("cancelled", "Cancelled");
  }

  async #run(call: ToolCall, signal: AbortSignal) {
    if (++this.#calls > MOST_CALLS) {
      return {
        text: "No more calls: answer with what you have.",
        shown: `${call.name} refused: ${MOST_CALLS} calls were made`,
      };
    }
    const { ask, citations, connection, writer, where, turn } = this.#context;
    return await turn.run(() =>
      runTool(call, {
        questions: new Questions(ask, signal, CALL_TIME),
        citations,
        redact: writer.redaction(connection),
        restore: (text) => writer.restore(text),
        where,
      })
    );
  }

  /** Enters what a request used; where the provider did not count, what is estimated. */
  async #spend(chat: ChatRequest, { usage, text }: Round): Promise<void> {
    const { connection, writer, prices, budget, world } = this.#context;
    const count = writer.count(connection);
    if (usage !== null) {
      count.learn(charactersOf(chat), usage.input);
      this.#usage = added(this.#usage, usage);
    }
    const used = usage ?? { input: count.of(charactersOf(chat)), cached: 0, output: count.of(text.length) };
    const cost = used.cost ?? prices.cost(connection.model.name, used) ?? prices.cost(used.model ?? "", used);
    if (cost !== null) this.#cost = (this.#cost ?? 0) + cost;
    const warning = await budget.enter(connection.target, used, cost);
    if (warning !== null) world.notice(warning);
  }
}

function added(sum: Usage | null, more: Usage): Usage {
  return {
    input: (sum?.input ?? 0) + more.input,
    cached: (sum?.cached ?? 0) + more.cached,
    output: (sum?.output ?? 0) + more.output,
  };
}
