import * as kinds from "../record/batch.ts";
import type { Batch } from "../record/batch.ts";
import { hashBytes } from "../record/hash.ts";
import type { FieldHashes } from "./field_hashes.ts";
import { CauseText } from "./cause_text.ts";
import { BODY_WORD, bodyValue, isField, isLetter } from "./body_values.ts";
import { exceptionFrom } from "./patterns/exception_class.ts";
import type { KnownText } from "./patterns/known_lines.ts";
import { RecordNumbers } from "./record_numbers.ts";
import * as sampleKeys from "./sample_keys.ts";
import { SampledKeys } from "./sampled_keys.ts";
import type { KeyName } from "./samples_view.ts";
import { RepeatedTexts } from "./repeated_texts.ts";
import { isRoute, RouteText } from "./route_text.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BOOL, ESCAPED, INT, NULL, TEXT } = kinds;
const { CAUSE, NUMBER, SKIPPED, STATUS, statusIn } = sampleKeys;

/** What is kept of each record: values, and numbers. */
export const VALUES = 10;
const NUMBERS = 4;
/** Bytes of a value (a browser's name is long), and values of a body that are looked at. */
const LONGEST = 192;
const IN_BODY = 3;
const NEWLINE = 0x0a;
/** Attributes of a record whose body is not looked at. */
const ENOUGH = 4;

/**
 * What some records hold: hashes of the values of their attributes and of the variables in their bodies, and their numbers. Memory: 10
 * values and 4 numbers for each of them, and 8,192 texts.
 */
export class SampleValues {
  /** By sample: its status of HTTP, 0 without one, and the key of that. */
  readonly status: Uint16Array;
  readonly statusKey: Int32Array;
  /** Those of sample i stand from `VALUES * i` on; a key of 0 ends them. */
  readonly keys: Int32Array;
  readonly values: Int32Array;
  readonly #numberKeys: Int32Array;
  readonly #numbers: Float32Array;
  readonly #hashes: FieldHashes;
  readonly #texts = new RepeatedTexts();
  readonly #sampled = new SampledKeys();
  readonly #cause = new CauseText();
  readonly #reader = new RecordNumbers();
  readonly #route = new RouteText(LONGEST);
  /** The sample that is read, and whether it is a warning or an error. */
  #sample = 0;
  #isBad = false;
  /** The variables of a body that is like none before it. */
  readonly #parts = new Int32Array(IN_BODY * 2);

  /** `hashes` must have read each batch; `room`: samples that there may be. */
  constructor(hashes: FieldHashes, room: number) {
    this.#hashes = hashes;
    this.status = new Uint16Array(room);
    this.statusKey = new Int32Array(room);
    this.keys = new Int32Array(room * VALUES);
    this.values = new Int32Array(room * VALUES);
    this.#numberKeys = new Int32Array(room * NUMBERS);
    this.#numbers = new Float32Array(room * NUMBERS);
  }

  /** To be called before the records of a batch. */
  begin(batch: Batch): void {
    this.#sampled.begin(batch);
  }

  /** Keeps what a record holds as that of a sample. */
  read(batch: Batch, row: number, sample: number, bad: boolean, known: KnownText | null): void {
    this.#sample = sample;
    this.#isBad = bad;
    this.status[sample] = 0;
    let at = sample * VALUES;
    const end = at + VALUES;
    this.keys.fill(0, at, end);
    at = this.#addFields(batch, row, batch.fieldFrom[row], batch.fieldTo[row], at);
    const resource = batch.resource[row];
    if (resource >= 0) {
      at = this.#addFields(batch, row, batch.groupFrom[resource], batch.groupTo[resource], at);
    }
    if (bad && at < end && batch.bodyKind[row] === TEXT) at = this.#addException(batch, row, at);
    // Of a record with attributes the body says hardly more.
    if (at < end - VALUES + ENOUGH && known !== null) this.#addParts(batch, row, known, at, end);
    this.#addNumbers(batch, row, sample);
  }

  /** The name of a key, and the text of a value; null if it is not known. */
  keyOf(hash: number): KeyName | null {
    return this.#sampled.names.get(hash) ?? null;
  }

  textOf(hash: number): string | null {
    return this.#texts.get(hash);
  }

  /** Gives a number of a sample, by its name as in `NumberTracks`; NaN if it has none. */
  numbersOf(name: string): (sample: number) => number {
    const place = /^number (\d+)$/.exec(name);
    const key = place !== null ? Number(place[1]) : this.#sampled.find(name);
    if (key === 0) return () => NaN;
    return (sample) => {
      for (let at = sample * NUMBERS; at < (sample + 1) * NUMBERS; at++) {
        if (this.#numberKeys[at] === key) return this.#numbers[at];
      }
      return NaN;
    };
  }

  /** What sample `from` held is what `into` holds. */
  move(from: number, into: number): void {
    this.status[into] = this.status[from];
    this.statusKey[into] = this.statusKey[from];
    this.keys.copyWithin(into * VALUES, from * VALUES, (from + 1) * VALUES);
    this.values.copyWithin(into * VALUES, from * VALUES, (from + 1) * VALUES);
    this.#numberKeys.copyWithin(into * NUMBERS, from * NUMBERS, (from + 1) * NUMBERS);
    this.#numbers.copyWithin(into * NUMBERS, from * NUMBERS, (from + 1) * NUMBERS);
  }

  reset(): void {
    this.#texts.clear();
  }

  #addFields(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    at: number,
  ): number {
    const end = (this.#sample + 1) * VALUES;
    const { fieldKey, fieldKind, fieldStart, fieldEnd } = batch;
    const { a, b } = this.#hashes;
    for (let field = from; field < to && at < end; field++) {
      const key = fieldKey[field];
      const role = this.#sampled.roleOf(batch, key);
      if (role === SKIPPED || field === batch.service[row] || field === batch.host[row]) continue;
      const kind = fieldKind[field];
      const isText = kind === TEXT || kind === ESCAPED;
      const isPath = isText && isRoute(batch.bytes, fieldStart[field], fieldEnd[field]);
      if (isPath) this.#route.read(batch.bytes, fieldStart[field], fieldEnd[field]);
      const length = isPath ? this.#route.length : fieldEnd[field] - fieldStart[field];
      if (role === CAUSE) {
        if (this.#isBad && isText) {
          const escaped = kind === ESCAPED;
          at = this.#addCause(
            batch,
            fieldStart[field],
            fieldEnd[field],
            escaped,
            this.#sampled.hashOf(key),
            at,
          );
        }
        continue;
      }
      if (length === 0 || length > LONGEST) continue;
      if (role === STATUS) {
        if (length === 3) {
          this.status[this.#sample] = statusIn(batch.bytes, fieldStart[field]);
          this.statusKey[this.#sample] = this.#sampled.hashOf(key);
        }
        continue;
      }
      // What a name that measures something says in words (`response_flags=DC`) is a value.
      if (role === NUMBER && !(isText && isLetter(batch.bytes[fieldStart[field]]))) continue;
      if (!isText && kind !== INT && kind !== BOOL) continue;
      if (isPath) {
        this.keys[at] = this.#sampled.hashOf(key);
        this.values[at++] = this.#hashOfRoute();
        continue;
      }
      const hash = Math.imul(a[field], 0x9e3779b1) ^ Math.imul(b[field], 0x85ebca6b);
      const mixed = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d) | 1;
      this.keys[at] = this.#sampled.hashOf(key);
      this.values[at++] = mixed;
      if (this.#texts.isNew(mixed)) this.#hashes.giveText(batch, field, this.#texts, mixed);
    }
    return at;
  }

  /** What [from, to) says of what went wrong, by this key; where the next value goes. */
  #addCause({ bytes }: Batch, from: number, to: number, escaped: boolean, key: number, at: number): number {
    const cause = this.#cause;
    const hash = cause.read(bytes, from, to, escaped);
    if (hash === 0) return at;
    this.keys[at] = key;
    this.values[at] = hash;
    if (this.#texts.isNew(hash)) this.#texts.setText(hash, cause.bytes, 0, cause.length);
    return at + 1;
  }

  /** The exception that a trace in a body names, with what it says; where the next value goes. */
  #addException(batch: Batch, row: number, at: number): number {
    const { bytes, bodyFrom, bodyTo } = batch;
    const to = bodyTo[row];
    const newline = bytes.subarray(0, to).indexOf(NEWLINE, bodyFrom[row]);
    const from = newline < 0 ? -1 : exceptionFrom(bytes, newline + 1, to);
    return from < 0 ? at : this.#addCause(batch, from, to, false, this.#sampled.ofException(), at);
  }

  /** The variables in a body, each with the word before it. */
  #addParts(batch: Batch, row: number, known: KnownText, at: number, end: number): void {
    const { bytes, view, bodyFrom, bodyTo, bodyKind } = batch;
    let { parts } = known;
    let part = known.partsFrom[row];
    let last = Math.min(known.partsTo[row], part + IN_BODY);
    if (part < 0) {
      if (bodyKind[row] === NULL || bodyKind[row] === ESCAPED) return;
      parts = this.#parts;
      part = 0;
      last = known.variablesIn(bytes, view, bodyFrom[row], bodyTo[row], parts);
    }
    for (; part < last && at < end; part++) {
      const from = parts[part << 1];
      const to = parts[(part << 1) + 1];
      if (isField(batch, row, from) || !bodyValue(bytes, bodyFrom[row], from, to)) continue;
      const key = this.#sampled.ofWord(bytes, view, BODY_WORD.from, BODY_WORD.to);
      if (key === 0) continue;
      if (isRoute(bytes, from, to)) {
        this.#route.read(bytes, from, to);
        this.keys[at] = key;
        this.values[at++] = this.#hashOfRoute();
        continue;
      }
      const hash = hashBytes(view, from, to) | 1;
      this.keys[at] = key;
      this.values[at++] = hash;
      if (this.#texts.isNew(hash)) this.#texts.setText(hash, bytes, from, to);
    }
  }

  /** The hash of the route that was read, whose text is kept. */
  #hashOfRoute(): number {
    const { bytes, view, length } = this.#route;
    const hash = hashBytes(view, 0, length) | 1;
    if (this.#texts.isNew(hash)) this.#texts.setText(hash, bytes, 0, length);
    return hash;
  }

  /** The numbers of a record that are kept. */
  #addNumbers(batch: Batch, row: number, sample: number): void {
    const reader = this.#reader;
    const sampled = this.#sampled;
    reader.read(batch, row);
    let at = sample * NUMBERS;
    const end = at + NUMBERS;
    this.#numberKeys.fill(0, at, end);
    // Those whose names measure something come first.
    for (const measures of [true, false]) {
      for (let i = 0; i < reader.count && at < end; i++) {
        const place = reader.place[i];
        if (place >= 0 && !sampled.knows(place)) continue;
        const role = place < 0 ? NUMBER : sampled.roleOf(batch, place);
        if (role === STATUS || (role === NUMBER) !== measures) continue;
        this.#numberKeys[at] = place < 0 ? -place : sampled.hashOf(place);
        this.#numbers[at++] = reader.value[i];
      }
    }
  }
}
