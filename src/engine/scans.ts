import { parseQuery } from "../query/parse.ts";
import type { Answer, Question } from "./messages.ts";
import type { ScanMessage, ScannedFile, ScanRequest, ScanSettings } from "./scan_messages.ts";
import type { KnownPattern } from "./template_finder.ts";

/** A scan that says nothing for so long is ended, milliseconds: an expression that runs away, most likely. */
const SCAN_DEADLINE = 5_000;
/** The same until its worker has been loaded. */
const LOAD_DEADLINE = 30_000;

/** What scans need of the engine. */
export interface ScansContext {
  settings(where: string): Omit<ScanSettings, "search">;
  /** The files as far as they were read by now. */
  files(): ScannedFile[];
  /** Names of the sources that cannot be read again, and are left out therefore. */
  leftOut?(): string[];
  /** The patterns as they are now; the same array while they are the same. */
  patterns(): readonly KnownPattern[];
  /** Told when a worker has been loaded. */
  loaded?(): void;
  deadline?: number;
}

/** Questions about all that was read, answered from the files in a worker of their own. One filter at a time. */
export class Scans {
  readonly #context: ScansContext;
  #scan: RunningScan | null = null;

  constructor(context: ScansContext) {
    this.#context = context;
  }

  /** Answers from the files; throws QueryError for a filter that cannot be read. */
  ask(question: Question): Promise<Answer> {
    const where = "where" in question ? question.where ?? "" : "";
    // One record can be read whatever the scan that runs looks for.
    const fits = this.#scan !== null && !this.#scan.ended &&
      (question.kind === "record" || (this.#scan.searches && this.#scan.where === where));
    const files = this.#context.files();
    if (files.length === 0) {
      return Promise.resolve({
        kind: "error",
        message: "Piped and compressed input cannot be read again",
        refused: true,
      });
    }
    if (fits) this.#scan!.extend(files, this.#context.patterns());
    else {
      parseQuery(where);
      const idle = this.#scan?.release() ?? null;
      this.end();
      const settings = { ...this.#context.settings(where), search: question.kind !== "record" };
      const { deadline = SCAN_DEADLINE, loaded = () => {}, leftOut = () => [] } = this.#context;
      const problems = leftOut().map((name) => `${name} cannot be read again and is left out`);
      this.#scan = new RunningScan(where, settings, { deadline, loaded, problems, idle });
    }
    return this.#scan!.ask(question);
  }

  /** Ends the scan that runs, if one does. */
  end(): void {
    this.#scan?.end("The search was stopped");
    this.#scan = null;
  }
}

class RunningScan {
  readonly #worker: Worker;
  readonly #deadline: number;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #tellLoaded: () => void;
  #next = 0;
  #loaded: boolean;
  #searched = 0;
  readonly #problems: string[];
  #patterns: readonly KnownPattern[];
  readonly searches: boolean;
  ended = false;

  constructor(
    readonly where: string,
    settings: ScanSettings,
    { deadline, loaded, problems, idle }: {
      deadline: number;
      loaded: () => void;
      problems: string[];
      /** A worker that has nothing to do any more: loading one takes longer than many a search. */
      idle: Worker | null;
    },
  ) {
    this.#worker = idle ??
      new Worker(new URL("../engine/scan_worker.ts", import.meta.url), { type: "module" });
    this.#loaded = idle !== null;
    this.#deadline = deadline;
    this.#tellLoaded = loaded;
    this.#problems = problems;
    this.searches = settings.search;
    this.#patterns = settings.patterns;
    this.#worker.onmessage = ({ data }: MessageEvent<ScanMessage>) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(`The search stopped: ${event.message}`);
    };
    this.#post({ kind: "start", settings });
    this.#watch();
  }

  /** Tells how far the files were read meanwhile, and what patterns there are now. */
  extend(files: ScannedFile[], patterns: readonly KnownPattern[]): void {
    if (patterns !== this.#patterns) this.#post({ kind: "patterns", patterns: [...patterns] });
    this.#patterns = patterns;
    for (const { source, end } of files) this.#post({ kind: "extend", source, end });
  }

  ask(question: Question): Promise<Answer> {
    const id = this.#next++;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#post({ kind: "ask", id, question });
    this.#watch();
    return promise;
  }

  /** Ends this scan and gives away its worker, which has nothing to do; null if it has. */
  release(): Worker | null {
    if (this.ended || !this.#loaded || this.#waiting.size > 0 || this.#searched < 1) return null;
    this.ended = true;
    clearTimeout(this.#timer);
    return this.#worker;
  }

  /** Ends the worker; what was asked is answered with the reason. */
  end(message: string): void {
    // It may be another's worker by now.
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.#timer);
    this.#worker.terminate();
    for (const resolve of this.#waiting.values()) resolve({ kind: "error", message });
    this.#waiting.clear();
  }

  #post(request: ScanRequest): void {
    this.#worker.postMessage(request);
  }

  #hear(message: ScanMessage): void {
    if (!this.#loaded) this.#tellLoaded();
    this.#loaded = true;
    if (message.kind === "searched") {
      this.#searched = message.share;
      this.#problems.push(...message.problems);
    } else if (message.kind === "answer") {
      const { answer } = message;
      const problem = this.#problems.at(-1);
      const told = answer.kind === "rows" && problem !== undefined ? { ...answer, problem } : answer;
      this.#waiting.get(message.id)?.(told);
      this.#waiting.delete(message.id);
    }
    this.#watch();
  }

  /** Something is expected within the deadline, as long as anything is under way. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.ended || (this.#waiting.size === 0 && this.#searched >= 1)) return;
    const wait = this.#loaded ? this.#deadline : LOAD_DEADLINE;
    const seconds = Math.round(wait / 1000);
    this.#timer = setTimeout(
      () =>
        this.end(`The search was stopped: no answer within ${seconds} s; try a simpler regular expression`),
      wait,
    );
  }
}
