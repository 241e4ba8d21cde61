import { reasonOf } from "./reason.ts";
import type { SourceEvent } from "./source.ts";

/** Milliseconds for which a path is missing before it is called lost: rotation leaves it missing for a moment. */
const LOST_AFTER = 500;

/** Tells when nothing stands at a followed path any more, and when something does again. */
export class LostPath {
  readonly #path: string;
  readonly #tell: (kind: SourceEvent["kind"], what: string) => void;
  #missingSince: number | undefined;
  #isLost = false;

  constructor(path: string, tell: (kind: SourceEvent["kind"], what: string) => void) {
    this.#path = path;
    this.#tell = tell;
  }

  /** Something stands there. */
  found(): void {
    this.#missingSince = undefined;
    if (this.#isLost) this.#tell("found-file", "is back");
    this.#isLost = false;
  }

  /** What stands there could not be opened at `now` (`performance.now()`); returns for how many milliseconds it could not. */
  missing(error: unknown, now: number): number {
    this.#missingSince ??= now;
    const since = now - this.#missingSince;
    if (since >= LOST_AFTER && !this.#isLost) {
      this.#isLost = true;
      const isGone = error instanceof Deno.errors.NotFound;
      const reason = `cannot be read now: ${reasonOf(this.#path, error)}`;
      this.#tell("lost-file", isGone ? "is gone; waiting for it to come back" : reason);
    }
    return since;
  }
}
