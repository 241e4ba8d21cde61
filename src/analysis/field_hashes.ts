import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { hashBytes, hashed, seedA, seedB } from "../record/hash.ts";
import { Scratch } from "./unescape_bytes.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { ESCAPED } = kinds;
/** What the lengths of short values are multiplied with. */
const LENGTHS = Math.imul(seedA ^ seedB, 0x9e3779b1) | 1;

/**
 * The hashes of the values of a batch's fields, made once for all analyzers that count values. Escaped values
 * are hashed as what they mean, so that they are one with the same value without escapes.
 *
 * Most values are short, and a value of up to eight bytes need not be hashed to be told from others: the pair is
 * its first and its last four bytes, with its length (times a number that depends on the seeds) added to the
 * second. Such pairs are not mixed: a table that wants their bits evenly spread has to see to it.
 */
export class FieldHashes {
  a = new Int32Array(4096);
  b = new Int32Array(4096);
  readonly #scratch = new Scratch();

  /** To be called with each batch before the analyzers. */
  read(batch: Batch): void {
    const { fieldCount } = batch;
    if (fieldCount > this.a.length) {
      this.a = new Int32Array(fieldCount * 2);
      this.b = new Int32Array(fieldCount * 2);
    }
    for (let field = 0; field < fieldCount; field++) this.#hash(batch, field);
  }

  #hash(batch: Batch, field: number): void {
    const { a, b } = this;
    let bytes = batch.view;
    let from = batch.fieldStart[field];
    let length = batch.fieldEnd[field] - from;
    if (batch.fieldKind[field] === ESCAPED) {
      length = this.#scratch.unescape(batch.bytes, from, from + length);
      bytes = this.#scratch.view;
      from = 0;
    }
    if (length <= 4) { // `<<` takes the shift by 32 apart in two
      a[field] = bytes.getInt32(from, true) << (16 - (length << 2)) << (16 - (length << 2));
      b[field] = Math.imul(length + 1, LENGTHS);
    } else if (length <= 8) {
      a[field] = bytes.getInt32(from, true);
      b[field] = bytes.getInt32(from + length - 4, true) + Math.imul(length + 1, LENGTHS);
    } else {
      a[field] = hashBytes(bytes, from, from + length);
      b[field] = hashed[1];
    }
  }

  /** Hands the bytes of a field's value to a table that keeps its text. */
  giveText(batch: Batch, field: number, into: TextKeeper, entry: number): void {
    const from = batch.fieldStart[field];
    const to = batch.fieldEnd[field];
    if (batch.fieldKind[field] !== ESCAPED) return into.setText(entry, batch.bytes, from, to);
    const length = this.#scratch.unescape(batch.bytes, from, to);
    into.setText(entry, this.#scratch.bytes, 0, length);
  }
}

interface TextKeeper {
  setText(entry: number, bytes: Uint8Array, from: number, to: number): void;
}
