import type { Incarnation } from "./incarnation.ts";

/** Milliseconds for which a file is kept open after its last byte: a writer may not have reopened the path. */
export const LINGER = 10_000;
/** At most so many of a path. */
const MAX_FILES = 8;

/** Files that were rotated away and read to their end. They are looked at for a while, for more may be written to them. */
export class LeftFiles {
  readonly #drop: (file: Incarnation) => void;
  #files: { file: Incarnation; until: number }[] = [];

  /** Calls `drop` with each that is not looked at any more. */
  constructor(drop: (file: Incarnation) => void) {
    this.#drop = drop;
  }

  /** Takes a file that was left at `now` (`performance.now()`). */
  add(file: Incarnation, now: number): void {
    this.#files.push({ file, until: now + LINGER });
    if (this.#files.length > MAX_FILES) this.#drop(this.#files.shift()!.file);
  }

  /** Gives back the first that has grown since it was left. */
  takeGrown(now: number): Incarnation | undefined {
    for (let at = 0; at < this.#files.length; at++) {
      const { file, until } = this.#files[at];
      if (file.grown || now > until) this.#files.splice(at--, 1);
      if (file.grown) return file;
      if (now > until) this.#drop(file);
    }
    return undefined;
  }

  close(): void {
    for (const { file } of this.#files) file.close();
  }
}
