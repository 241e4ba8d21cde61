import { type Batch, DOUBLE, ESCAPED, INT, NESTED, NULL, TEXT } from "../record/batch.ts";
import { type Measure, NumberReader } from "./patterns/number_text.ts";

/** Numbers of one record, attributes and body, that are looked at. */
const MOST = 24;
const MOST_IN_BODY = 6;
/** Bytes of a body that are looked through, and of an attribute that may be a number with its unit. */
const BODY_BYTES = 1024;
const VALUE_BYTES = 24;
const HEXADECIMAL = 8;

/** Bytes that words with numbers stand between. */
const BREAKS = new Uint8Array(256);
for (const character of " \t\r\n,;=()[]{}\"'|<>") BREAKS[character.charCodeAt(0)] = 1;

/** The numbers in one record: those of its attributes and those in its body, with the place of each. */
export class RecordNumbers {
  count = 0;
  readonly value = new Float64Array(MOST);
  readonly measure: Measure[] = new Array(MOST).fill("");
  /** The key's number for an attribute; -1 for the first number in the body, -2 for the second, … */
  readonly place = new Int32Array(MOST);
  readonly #reader = new NumberReader();

  /** Reads row `row`. Makes no string. */
  read(batch: Batch, row: number): void {
    this.count = 0;
    const { bytes, view, fieldKind, fieldStart, fieldEnd, fieldKey } = batch;
    for (let field = batch.fieldFrom[row]; field < batch.fieldTo[row] && this.count < MOST; field++) {
      const kind = fieldKind[field];
      if (kind !== INT && kind !== DOUBLE && kind !== TEXT) continue;
      const from = fieldStart[field];
      const to = fieldEnd[field];
      if (from === to || to - from > VALUE_BYTES || !startsNumber(bytes[from])) continue;
      this.#add(
        kind === DOUBLE ? numberOf(bytes, from, to) : this.#reader.read(bytes, view, from, to),
        fieldKey[field],
      );
    }
    const kind = batch.bodyKind[row];
    if (kind !== NULL && kind !== NESTED && kind !== ESCAPED) {
      this.#readBody(
        batch,
        batch.bodyFrom[row],
        Math.min(batch.bodyTo[row], batch.bodyFrom[row] + BODY_BYTES),
      );
    }
  }

  #readBody({ bytes, view }: Batch, from: number, to: number): void {
    let place = 0;
    for (let at = from; at < to && place < MOST_IN_BODY && this.count < MOST;) {
      if (BREAKS[bytes[at]] === 1) {
        at++;
        continue;
      }
      let end = wordEnd(bytes, at, to);
      if (startsNumber(bytes[at]) && bytes[at] !== 0x23) {
        let last = end;
        while (last > at + 1 && (bytes[last - 1] === 0x2e || bytes[last - 1] === 0x3a)) last--;
        let value = isHexadecimal(bytes, at, last) ? NaN : this.#reader.read(bytes, view, at, last);
        if (value === value) {
          const unit = end < to && bytes[end] === 0x20 && last === end ? wordEnd(bytes, end + 1, to) : 0;
          const bare = this.#reader.measure;
          const withUnit = unit > end + 1 && bare === "" ? this.#reader.read(bytes, view, at, unit) : NaN;
          if (withUnit === withUnit) {
            value = withUnit;
            end = unit;
          } else {
            this.#reader.measure = bare;
          }
          this.#add(value, -1 - place++);
        }
      }
      at = end;
    }
  }

  #add(value: number, place: number): void {
    if (value !== value) return;
    this.value[this.count] = value;
    this.measure[this.count] = this.#reader.measure;
    this.place[this.count++] = place;
  }
}

function startsNumber(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b;
}

/** Eight or more hexadecimal digits with a letter among them are an id, also where only the last one is: `1234567d`. */
function isHexadecimal(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < HEXADECIMAL) return false;
  const last = bytes[to - 1] | 0x20;
  return last >= 0x61 && last <= 0x66 && bytes[to - 2] >= 0x30 && bytes[to - 2] <= 0x39;
}

function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && BREAKS[bytes[at]] === 0) at++;
  return at;
}

const decoder = new TextDecoder();

function numberOf(bytes: Uint8Array, from: number, to: number): number {
  return Number(decoder.decode(bytes.subarray(from, to)));
}
