import { type Batch, ESCAPED } from "../record/batch.ts";
import { hashBytes, hashed } from "../record/hash.ts";
import { Scratch } from "./unescape_bytes.ts";

/**
 * The hashes of the values of a batch's fields, made once for all analyzers that count values. Escaped values
 * are hashed as what they mean, so that they are one with the same value without escapes.
 */
export class FieldHashes {
  a = new Int32Array(4096);
  b = new Int32Array(4096);
  readonly #scratch = new Scratch();

  /** To be called with each batch before the analyzers. */
  read(batch: Batch): void {
    const { fieldCount, fieldStart, fieldEnd, fieldKind, view } = batch;
    if (fieldCount > this.a.length) {
      this.a = new Int32Array(fieldCount * 2);
      this.b = new Int32Array(fieldCount * 2);
    }
    const { a, b } = this;
    for (let field = 0; field < fieldCount; field++) {
      if (fieldKind[field] === ESCAPED) {
        const length = this.#scratch.unescape(batch.bytes, fieldStart[field], fieldEnd[field]);
        a[field] = hashBytes(this.#scratch.view, 0, length);
      } else {
        a[field] = hashBytes(view, fieldStart[field], fieldEnd[field]);
      }
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
