import type { Batch } from "../../record/batch.ts";
import type { KeyTable } from "../../record/key_table.ts";

/** Keys of a record that are remembered by their places, and the longest of them. */
const PLACES = 16;
const LONGEST = 64;

/** The keys of the last record by their places: most often the next record has the same ones in the same order. */
export class KeysByPlace {
  /** Their bytes, padded with zeros, and their numbers. */
  readonly #views = Array.from({ length: PLACES }, () => new DataView(new ArrayBuffer(LONGEST + 4)));
  readonly #lengths = new Int32Array(PLACES).fill(-1);
  readonly #ids = new Int32Array(PLACES);
  #place = 0;
  #table: KeyTable | null = null;
  #generation = -1;

  /** The next key is a record's first one. */
  begin(): void {
    this.#place = 0;
  }

  /** The number of the key that stands in [from, to) of the batch's bytes. */
  next(batch: Batch, from: number, to: number): number {
    const { keys, view } = batch;
    const place = this.#place++ & (PLACES - 1);
    const length = to - from;
    if (
      this.#lengths[place] === length && this.#generation === keys.generation && this.#table === keys &&
      isSame(view, from, this.#views[place], length)
    ) {
      return this.#ids[place];
    }
    const id = keys.idOfBytes(batch.bytes, view, from, to);
    if (length > LONGEST) return id;
    if (this.#generation !== keys.generation || this.#table !== keys) {
      this.#lengths.fill(-1);
      this.#generation = keys.generation;
      this.#table = keys;
    }
    const kept = this.#views[place];
    for (let at = 0; at < length; at++) kept.setUint8(at, batch.bytes[from + at]);
    this.#lengths[place] = length;
    this.#ids[place] = id;
    return id;
  }
}

/** Whether the same `length` bytes stand in two places; what follows them may be read. */
function isSame(left: DataView, from: number, right: DataView, length: number): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (left.getInt32(from + at, true) !== right.getInt32(at, true)) return false;
  }
  const rest = (1 << ((length & 3) << 3)) - 1;
  return ((left.getInt32(from + at, true) ^ right.getInt32(at, true)) & rest) === 0;
}
