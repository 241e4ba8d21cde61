import type { Batch } from "../record/batch.ts";

const NEWLINE = 10;

/** The lines of every record by the pattern it was put in first; one number a line, so memory grows with the log. */
export class Members {
  readonly #lines: number[] = [];
  readonly #leaves: number[] = [];

  add(batch: Batch, leafOf: Int32Array): void {
    for (let row = 0; row < batch.count; row++) {
      if (leafOf[row] < 0 || batch.part[row] > 0) continue;
      let line = batch.line[row];
      this.#push(line, leafOf[row]);
      for (let at = batch.rawFrom[row]; at < batch.rawTo[row]; at++) {
        if (batch.bytes[at] === NEWLINE) this.#push(++line, leafOf[row]);
      }
    }
  }

  /** Line numbers, from 1 and in order, by the number of the pattern as finally grouped. */
  byPattern(resolve: (leaf: number) => number): Map<number, number[]> {
    const lines = new Map<number, number[]>();
    this.#leaves.forEach((leaf, at) => {
      const pattern = resolve(leaf);
      const known = lines.get(pattern);
      if (known) known.push(this.#lines[at]);
      else lines.set(pattern, [this.#lines[at]]);
    });
    return lines;
  }

  #push(line: number, leaf: number): void {
    this.#lines.push(line);
    this.#leaves.push(leaf);
  }
}
