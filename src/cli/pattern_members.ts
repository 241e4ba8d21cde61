import type { Batch } from "../record/batch.ts";

const NEWLINE = 10;

/** A line of one of several sources. */
interface Place {
  source: string;
  line: number;
}

/** The lines of every record by the pattern it was put in first; three numbers a line, so memory grows with the log. */
export class Members {
  readonly #lines: number[] = [];
  readonly #sources: number[] = [];
  readonly #leaves: number[] = [];

  add(batch: Batch, leafOf: Int32Array): void {
    for (let row = 0; row < batch.count; row++) {
      if (leafOf[row] < 0 || batch.part[row] > 0) continue;
      let line = batch.line[row];
      this.#push(batch.source, line, leafOf[row]);
      for (let at = batch.rawFrom[row]; at < batch.rawTo[row]; at++) {
        if (batch.bytes[at] === NEWLINE) this.#push(batch.source, ++line, leafOf[row]);
      }
    }
  }

  /**
   * Line numbers, from 1 and in order, by the number of the pattern as finally grouped; with the names of the sources where
   * there are several `names`.
   */
  byPattern(resolve: (leaf: number) => number, names: readonly string[]): Map<number, (number | Place)[]> {
    const lines = new Map<number, (number | Place)[]>();
    this.#leaves.forEach((leaf, at) => {
      const pattern = resolve(leaf);
      const line = this.#lines[at];
      const place = names.length > 1 ? { source: names[this.#sources[at]], line } : line;
      const known = lines.get(pattern);
      if (known) known.push(place);
      else lines.set(pattern, [place]);
    });
    return lines;
  }

  #push(source: number, line: number, leaf: number): void {
    this.#sources.push(source);
    this.#lines.push(line);
    this.#leaves.push(leaf);
  }
}
