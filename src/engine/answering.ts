import { isCostly } from "../query/costly.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import type { Engine } from "./engine.ts";
import { Judge, JUDGE_DEADLINE, TooCostly } from "./judge.ts";
import type { Answer, Question, Row } from "./messages.ts";
import { Scans } from "./scans.ts";

/**
 * Answers questions about what an engine has read: from what is held, or from the files where the question asks for
 * that or its record is not held any more. Whoever asks has one of these of their own, for it searches files for one
 * filter at a time.
 */
export class Answering {
  readonly #engine: Engine;
  readonly #judge: Judge;
  readonly #scans: Scans;
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
        if (isCostly(parseQuery(where))) await this.#engine.settle(where, this.#verdictsOf);
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

  #held(question: Question): Answer | Promise<Answer> {
    return question.kind === "find"
      ? this.#engine.find(question, this.#verdictsOf)
      : this.#engine.ask(question);
  }

  readonly #verdictsOf = (where: string, rows: Row[], reference: number): Promise<boolean[]> =>
    this.#judge.verdicts(where, rows, reference);
}
