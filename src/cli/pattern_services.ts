import { FieldHashes } from "../analysis/field_hashes.ts";
import { NameNumbers } from "../analysis/name_numbers.ts";
import type { Batch } from "../record/batch.ts";

/** Names of services that are told apart, see `NameNumbers`. */
const NAMES = 1024;

/** Counts the services of the records of each pattern. Memory: 8 bytes and a bit for each pair of leaf and service. */
export class PatternServices {
  readonly #hashes = new FieldHashes();
  readonly #names = new NameNumbers();
  readonly #counts = new Map<number, number>();

  add(batch: Batch, leafOf: Int32Array): void {
    this.#hashes.read(batch);
    const { a, b } = this.#hashes;
    for (let row = 0; row < batch.count; row++) {
      const field = batch.service[row];
      if (leafOf[row] < 0 || field < 0) continue;
      const key = leafOf[row] * NAMES + this.#names.of(a[field], b[field], batch, field);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Services with the most records first, by the number of the pattern as finally grouped. */
  byPattern(resolve: (leaf: number) => number): Map<number, { name: string; count: number }[]> {
    const joined = new Map<number, Map<string, number>>();
    for (const [key, count] of this.#counts) {
      const name = this.#names.nameOf(key % NAMES);
      if (name === "") continue;
      const pattern = resolve(Math.floor(key / NAMES));
      const services = joined.get(pattern) ?? new Map<string, number>();
      services.set(name, (services.get(name) ?? 0) + count);
      joined.set(pattern, services);
    }
    return new Map(
      Array.from(joined, ([pattern, services]) => [
        pattern,
        Array.from(services, ([name, count]) => ({ name, count })).sort((x, y) => y.count - x.count),
      ]),
    );
  }
}
