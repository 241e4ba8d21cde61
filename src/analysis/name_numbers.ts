import type { Batch } from "../record/batch.ts";
import { fieldText } from "../record/log_record.ts";

/** Names that get a number; all others share one. */
const MAX_NAMES = 1000;
/** The number of names past the bound; all numbers are below `NUMBERS`. */
export const OTHERS = 1;
export const NUMBERS = MAX_NAMES + 2;
const SLOTS = 4096;

/** Small numbers for the names in a column of fields; 0 is for no name, `OTHERS` for names past the bound. */
export class NameNumbers {
  readonly #names = ["", "others"];
  readonly #a = new Int32Array(SLOTS);
  readonly #b = new Int32Array(SLOTS);
  readonly #numbers = new Int16Array(SLOTS);
  readonly #sources = new Map<number, number>();

  /** Gives the number of the name in the field of each row of a batch, 0 for a row without; `a` and `b`: the values' hashes. */
  ofRows(batch: Batch, fields: Int32Array, a: Int32Array, b: Int32Array, into: Int16Array): void {
    const { count } = batch;
    const numbers = this.#numbers;
    const ownA = this.#a;
    const ownB = this.#b;
    for (let row = 0; row < count; row++) {
      const field = fields[row];
      let number = 0;
      if (field >= 0) {
        const first = a[field];
        const second = b[field];
        let slot = slotOf(first, second);
        while ((number = numbers[slot]) !== 0 && (ownA[slot] !== first || ownB[slot] !== second)) {
          slot = (slot + 1) & (SLOTS - 1);
        }
        if (number === 0) number = this.of(first, second, batch, field);
      }
      into[row] = number;
    }
  }

  /** The number of the name in `field`, whose value has the hashes `a` and `b`. */
  of(a: number, b: number, batch: Batch, field: number): number {
    let slot = slotOf(a, b);
    for (let number; (number = this.#numbers[slot]) !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      if (this.#a[slot] === a && this.#b[slot] === b) return number;
    }
    const name = fieldText(batch, field);
    if (name === null || name === "") return 0;
    if (this.#names.length > MAX_NAMES) return OTHERS;
    this.#a[slot] = a;
    this.#b[slot] = b;
    return this.#numbers[slot] = this.#names.push(name.slice(0, 200)) - 1;
  }

  /** The number of what has no name but comes from a source. */
  ofSource(source: number): number {
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    if (this.#names.length > MAX_NAMES) return 0;
    const number = this.#names.push("") - 1;
    this.#sources.set(source, number);
    return number;
  }

  nameOf(number: number): string {
    return this.#names[number];
  }

  /** The source that a number is for; -1 if it is for a name. */
  sourceOf(number: number): number {
    for (const [source, known] of this.#sources) if (known === number) return source;
    return -1;
  }
}

function slotOf(a: number, b: number): number {
  return (Math.imul(a, 0x9e3779b1) ^ b) >>> 20 & (SLOTS - 1);
}
