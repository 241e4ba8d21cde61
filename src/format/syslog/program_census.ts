import type { Batch } from "../../record/batch.ts";
import { HeadCensus } from "../text/learned/head_census.ts";
import { hashOf } from "../text/text_tokens.ts";

/** Programs whose messages are compared; those of others are judged each by itself. */
const MOST_PROGRAMS = 16;
/** The line of a preamble behind those that were counted; no program writes it. */
const COUNTED = "\x1fsyslog";

const decoder = new TextDecoder();

/**
 * What the messages of each program begin with that one syslog holds: as with lines of their own, many tell what is a logger's head
 * and what is said.
 */
export class ProgramCensus {
  /** The lines that were counted, see `LineFormat.preamble`. */
  preamble: readonly string[] = [];
  readonly #programs = new Map<number, HeadCensus>();
  readonly #lines: string[] = [];
  #asked: HeadCensus | null = null;
  #counted = 0;

  /** That of the program which wrote the record in the row; null if it is one too many. */
  of(batch: Batch, row: number): HeadCensus | null {
    const field = batch.service[row];
    const program = field < 0 ? 0 : hashOf(batch.bytes, batch.fieldStart[field], batch.fieldEnd[field]);
    let census = this.#programs.get(program) ?? null;
    if (census === null && this.#programs.size < MOST_PROGRAMS) {
      census = new HeadCensus();
      this.#programs.set(program, census);
    }
    this.#asked = census;
    this.#counted = census?.size ?? 0;
    return census;
  }

  /** To be called behind a line [from, to) whose message was read; whether what is concluded may have changed. */
  note(bytes: Uint8Array, from: number, to: number): boolean {
    const census = this.#asked;
    this.#asked = null;
    if (census === null || census.size === this.#counted) return false;
    this.#lines.push(decoder.decode(bytes.subarray(from, to)));
    const isTurn = census.takeTurn();
    if (isTurn) this.#publish();
    return isTurn;
  }

  /** Ends the counting of the lines that a source begins with. */
  close(): void {
    for (const census of this.#programs.values()) census.close();
    this.#publish();
  }

  /** Whether [from, to) is the preamble's line behind those that were counted: no more are. */
  take(bytes: Uint8Array, from: number, to: number): boolean {
    if (decoder.decode(bytes.subarray(from, to)) !== COUNTED) return false;
    for (const census of this.#programs.values()) census.hold();
    return true;
  }

  #publish(): void {
    if (this.#lines.length > 0) this.preamble = [...this.#lines, COUNTED];
  }
}
