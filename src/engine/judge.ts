import type { ScanMessage } from "./scan_messages.ts";
import type { Row } from "./messages.ts";

/** Milliseconds that a costly filter may take for the rows of one piece. */
export const JUDGE_DEADLINE = 3_000;
/** The same until the worker has been loaded. */
const LOAD_DEADLINE = 30_000;
/** Rows that are judged at once. */
const PIECE = 500;

/** A filter took too long. */
export class TooCostly extends Error {
  override name = "TooCostly";
}

/** Tells which rows match a filter that may run away, in a worker that is ended at a deadline. */
export class Judge {
  readonly #deadline: number;
  readonly #timeZone: string;
  readonly #tellLoaded: () => void;
  #worker: Worker | null = null;
  #loaded = false;

  /** `loaded`: told when a worker has been loaded. */
  constructor(timeZone: string, deadline = JUDGE_DEADLINE, loaded = () => {}) {
    this.#timeZone = timeZone;
    this.#deadline = deadline;
    this.#tellLoaded = loaded;
  }

  /** One verdict a row; one call at a time. Throws TooCostly when the deadline has passed. */
  async verdicts(where: string, rows: Row[], reference: number): Promise<boolean[]> {
    const verdicts: boolean[] = [];
    for (let from = 0; from < rows.length; from += PIECE) {
      verdicts.push(...await this.#piece(where, rows.slice(from, from + PIECE), reference));
    }
    return verdicts;
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#loaded = false;
  }

  #piece(where: string, rows: Row[], reference: number): Promise<boolean[]> {
    const worker = this.#worker ??= new Worker(new URL("../engine/scan_worker.ts", import.meta.url), {
      type: "module",
    });
    const { promise, resolve, reject } = Promise.withResolvers<boolean[]>();
    const giveUp = () => {
      this.end();
      reject(new TooCostly("This filter took too long and was stopped; try a simpler regular expression"));
    };
    let timer = setTimeout(giveUp, this.#loaded ? this.#deadline : LOAD_DEADLINE);
    worker.onmessage = ({ data }: MessageEvent<ScanMessage>) => {
      clearTimeout(timer);
      if (!this.#loaded) this.#tellLoaded();
      this.#loaded = true;
      if (data.kind === "verdicts") resolve(data.verdicts);
      else timer = setTimeout(giveUp, this.#deadline);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      giveUp();
    };
    worker.postMessage({ kind: "judge", where, rows, reference, timeZone: this.#timeZone });
    return promise;
  }
}
