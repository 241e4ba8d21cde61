import { isCostly } from "../query/costly.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import type { Engine } from "./engine.ts";
import { Judge, JUDGE_DEADLINE, TooCostly } from "./judge.ts";
import type { Answer, Question, Row } from "./messages.ts";
import { Scans } from "./scans.ts";

/** Milliseconds for which a filter that took too long is not tried again, while more and more rows come. */
const REST = 20_000;

/**
 * Answers questions about what an engine has read: from what is held, or from the files where the question asks for
 * that or its record is not held any more. Whoever asks has one of these of their own, for it searches files for one
 * filter at a time.
 */
export class Answering {
  readonly #engine: Engine;
  readonly #judge: Judge;
  readonly #scans: Scans;
  /** A filter that took too long, and until when it is not tried again. */
  #ended: { where: string; message: string; until: number } | null = null;
  /** The next costly question waits until the last was answered: the filter's rows are told apart one piece at a time. */
  #costly: Promise<unknown> = Promise.resolve();

  /** `loaded`: told when a worker has been loaded. */
  constructor(engine: Engine, timeZone: string, loaded = () => {}) {
    this.#engine = engine;
    this.#judge = new Judge(timeZone, JUDGE_DEADLINE, loaded);
    this.#scans = new Scans({
      loaded,
      settings: (where) => engine.scanSettings(where),
      files: () => engine.scannedFiles(),
      leftOut: () => engine.notReadAgain(),
      patterns: () => engine.knownPatterns(),
    });
  }

  /** Answers; a filter that cannot be read, or takes too long, is answered with an error. */
  async answer(question: Question): Promise<Answer> {
    try {
      const whole = "whole" in question && question.whole === true;
      if (whole || (question.kind === "record" && !this.#engine.holds(question.id))) {
        return await this.#scans.ask(question);
      }
      const where = "where" in question ? question.where ?? "" : "";
      const wanted = question.kind === "find" ? question.wanted : "";
      if (!isCostly(parseQuery(where)) && !isCostly(parseQuery(wanted))) return await this.#held(question);
      const answered = this.#costly.then(async () => {
        if (isCostly(parseQuery(where))) await this.#settle(where);
        return await this.#held(question);
      });
      this.#costly = answered.catch(() => {});
      return await answered;
    } catch (error) {
      if (error instanceof TooCostly || error instanceof QueryError) {
        return { kind: "error", message: error.message };
      }
      throw error;
    }
  }

  /** Ends the search of files that runs, if one does. */
  endScan(): void {
    this.#scans.end();
  }

  /** Ends all workers. */
  end(): void {
    this.#scans.end();
    this.#judge.end();
  }

  /** Has the rows of a costly filter told apart. Throws TooCostly, for a while without trying again. */
  async #settle(where: string): Promise<void> {
    const ended = this.#ended;
    if (ended?.where === where && performance.now() < ended.until) throw new TooCostly(ended.message);
    this.#ended = null;
    try {
      await this.#engine.settle(where, this.#verdictsOf);
    } catch (error) {
      if (error instanceof TooCostly) {
        this.#ended = { where, message: error.message, until: performance.now() + REST };
      }
      throw error;
    }
  }

  #held(question: Question): Answer | Promise<Answer> {
    return question.kind === "find"
      ? this.#engine.find(question, this.#verdictsOf)
      : this.#engine.ask(question);
  }

  readonly #verdictsOf = (where: string, rows: Row[], reference: number): Promise<boolean[]> =>
    this.#judge.verdicts(where, rows, reference);
}
