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
import { jitterOf, type SamplesView } from "./samples_view.ts";
import { SampledKeys } from "./sampled_keys.ts";
import { RepeatedTexts } from "./repeated_texts.ts";
import { isRoute, RouteText } from "./route_text.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BOOL, ESCAPED, INT, NULL, TEXT } = kinds;
const { CAUSE, NUMBER, SKIPPED, STATUS, statusIn } = sampleKeys;

/** Samples held, what is kept of each: values, and numbers. */
const MAX_SAMPLES = 1 << 14;
const VALUES = 10;
const NUMBERS = 4;
/** Samples of a column at the most at first: of warnings and errors as many as of the rest. So many of them at once. */
const A_COLUMN = 24;
const AT_ONCE = 1;
const BAD_AT_ONCE = 4;
const FEWEST = 8;
/** The first sample of a column is taken when there could have been so many: it may hold fewer records than the last one. */
const LATE = 3;
/** Sources are counted apart in so many groups: the first one that is read must not leave nothing to the others. */
const GROUPS = 16;
/** Share of the samples that are held once room was made, and how many times as many of warnings and errors are kept. */
const ROOMY = 0.75;
const MORE_BAD = 4;
/** Milliseconds of a column for each of its samples, at the least. */
const APART = 5000;
const BAD_APART = 5000;
/** Samples of a column that is too short for several of them. */
const OF_SHORT = 6;
/** Bytes of a value (a browser's name is long), and values of a body that are looked at. */
const LONGEST = 192;
const IN_BODY = 3;
const NEWLINE = 0x0a;
/** Attributes of a record whose body is not looked at. */
const ENOUGH = 4;

/**
 * Some records of each column of time, of each group of sources and of warnings and errors apart: hashes of the values of their attributes and of
 * the variables in their bodies, and their numbers. So that it can be told at the end what the records of a finding have in common, also
 * of those that are not kept. Memory: 16,384 samples with 10 values and 4 numbers each, and 8,192 texts, and what is counted of 512 columns, 4 MB.
 */
export class RecordSamples {
  /** Times from which on the next record is looked at, of warnings and errors and of others. */
  due = Infinity;
  dueOfBad = Infinity;
  readonly #hashes: FieldHashes;
  readonly #texts = new RepeatedTexts();
  readonly #sampled = new SampledKeys();
  readonly #cause = new CauseText();
  readonly #reader = new RecordNumbers();
  readonly #route = new RouteText(LONGEST);
  /** The variables of a body that is like none before it. */
  readonly #parts = new Int32Array(IN_BODY * 2);
  #size = 0;
  /** By group: samples of a column at the most, of others and of warnings and errors. */
  readonly #limits = new Uint8Array(GROUPS * 2).fill(A_COLUMN);
  #column = 0;
  #start = NaN;
  #width = NaN;
  /** By group: records of its last column, if many of them were looked at; else 0. */
  readonly #dense = new Float64Array(GROUPS);
  /** Records that are passed over before the next one is looked at, those of them that are left of its run, and the time from which on none is. */
  #passed = 0;
  #rest = 0;
  #late = Infinity;
  /** The group of the source that is read. */
  #group = 0;
  /** By column and group: samples of others and of warnings and errors. */
  readonly #used: Uint16Array;
  /** So the records of which these are samples. */
  readonly #records: Uint32Array;
  /** The source that is read, and by source: its records and the line of its last one. */
  #reading = -1;
  readonly #ofSource = new Map<number, number>();
  readonly #lastLine = new Map<number, number>();
  readonly #stream = new Int32Array(MAX_SAMPLES);
  readonly #inColumn = new Int32Array(MAX_SAMPLES);
  readonly #ordinal = new Uint16Array(MAX_SAMPLES);
  readonly #bad = new Uint8Array(MAX_SAMPLES);
  readonly #status = new Uint16Array(MAX_SAMPLES);
  readonly #statusKey = new Int32Array(MAX_SAMPLES);
  readonly #source = new Int32Array(MAX_SAMPLES);
  readonly #line = new Float64Array(MAX_SAMPLES);
  readonly #keys = new Int32Array(MAX_SAMPLES * VALUES);
  readonly #values = new Int32Array(MAX_SAMPLES * VALUES);
  readonly #numberKeys = new Int32Array(MAX_SAMPLES * NUMBERS);
  readonly #numbers = new Float32Array(MAX_SAMPLES * NUMBERS);

  /** `hashes` must have read each batch; `columns`: columns that there may be. */
  constructor(hashes: FieldHashes, columns: number) {
    this.#hashes = hashes;
    this.#used = new Uint16Array(columns * GROUPS * 2);
    this.#records = new Uint32Array(columns * GROUPS * 2);
  }

  /** To be called before the records of a batch. */
  begin(batch: Batch): void {
    this.#sampled.begin(batch);
    if (batch.count > 0) this.#lastLine.set(batch.source, batch.line[batch.count - 1]);
    this.#reading = batch.source;
    const group = groupOf(batch.source);
    if (group === this.#group) return;
    this.#group = group;
    this.#rest = 0;
    this.enter(this.#column, this.#start, this.#width);
  }

  /** What follows is in this column, which begins at `start` and is `width` milliseconds wide. */
  enter(column: number, start: number, width: number): void {
    const last = (this.#column * GROUPS + this.#group) * 2;
    if (column !== this.#column) {
      this.#dense[this.#group] = this.#records[last] >= FEWEST ? this.#records[last] : 0;
    }
    this.#column = column;
    this.#start = start;
    this.#width = width;
    if (start !== start) return;
    const counter = (column * GROUPS + this.#group) * 2;
    this.#wait(this.#used[counter]);
    this.dueOfBad = this.#dueAfter(this.#used[counter + 1], BAD_AT_ONCE, BAD_APART, 1);
  }

  /** Whether a record that is due, and neither a warning nor an error, is to be looked at. */
  isItsTurn(time: number): boolean {
    return --this.#passed < 0 || time >= this.#late;
  }

  /** Counts records of the source that is read, in the column that was entered last; `bad` of them are warnings and errors. */
  count(records: number, bad: number): void {
    const counter = (this.#column * GROUPS + this.#group) * 2;
    this.#records[counter] += records - bad;
    this.#records[counter + 1] += bad;
    this.#ofSource.set(this.#reading, (this.#ofSource.get(this.#reading) ?? 0) + records);
  }

  /** Looks at a record that is due. */
  add(batch: Batch, row: number, stream: number, bad: boolean, known: KnownText | null): void {
    const counter = (this.#column * GROUPS + this.#group) * 2 + (bad ? 1 : 0);
    const ordinal = ++this.#used[counter];
    if (bad) this.dueOfBad = this.#dueAfter(ordinal, BAD_AT_ONCE, BAD_APART, 1);
    else this.#wait(ordinal);
    if (this.#size === MAX_SAMPLES && !this.#thin()) return;
    const sample = this.#size++;
    this.#stream[sample] = stream;
    this.#inColumn[sample] = this.#column;
    this.#ordinal[sample] = ordinal;
    this.#bad[sample] = bad ? 1 : 0;
    this.#status[sample] = 0;
    this.#source[sample] = batch.source;
    this.#line[sample] = batch.line[row];
    let at = sample * VALUES;
    const end = at + VALUES;
    this.#keys.fill(0, at, end);
    at = this.#addFields(batch, row, batch.fieldFrom[row], batch.fieldTo[row], sample, at, end);
    const resource = batch.resource[row];
    if (resource >= 0) {
      at = this.#addFields(batch, row, batch.groupFrom[resource], batch.groupTo[resource], sample, at, end);
    }
    if (bad && at < end && batch.bodyKind[row] === TEXT) at = this.#addException(batch, row, at);
    // Of a record with attributes the body says hardly more.
    if (at < end - VALUES + ENOUGH && known !== null) this.#addParts(batch, row, known, at, end);
    this.#addNumbers(batch, row, sample);
  }

  /** `bucketOf`: the bucket of each column, -1 for none. To be read before more is added. */
  view(bucketOf: Int32Array): SamplesView {
    const size = this.#size;
    const bucket = new Int32Array(size);
    for (let sample = 0; sample < size; sample++) bucket[sample] = bucketOf[this.#inColumn[sample]];
    const byName = new Map<string, number>();
    for (const [hash, { name, word }] of this.#sampled.names) if (!word) byName.set(name, hash);
    return {
      size,
      stream: this.#stream,
      bucket,
      bad: this.#bad,
      status: this.#status,
      statusKey: this.#statusKey,
      source: this.#source,
      line: this.#line,
      weight: this.#weights(),
      lastLineOf: (source) => this.#lastLine.get(source) ?? 0,
      keys: this.#keys,
      values: this.#values,
      width: VALUES,
      endOf: (sample) => {
        let at = sample * VALUES;
        for (const end = at + VALUES; at < end && this.#keys[at] !== 0;) at++;
        return at;
      },
      keyOf: (hash) => this.#sampled.names.get(hash) ?? null,
      textOf: (hash) => this.#texts.get(hash),
      numbersOf: (name) => {
        const place = /^number (\d+)$/.exec(name);
        const key = place !== null ? Number(place[1]) : byName.get(name) ?? 0;
        return (sample) => {
          for (let at = sample * NUMBERS; at < (sample + 1) * NUMBERS; at++) {
            if (this.#numberKeys[at] === key) return this.#numbers[at];
          }
          return NaN;
        };
      },
    };
  }

  /**
   * Of how many records each sample is one: those of its column, group and kind over their samples, and so that those of each source,
   * of which a group may have several, are as many as it has.
   */
  #weights(): Float64Array {
    const looked = new Uint32Array(this.#records.length);
    const weights = new Float64Array(this.#size);
    for (const isCounted of [false, true]) {
      for (let sample = 0; sample < weights.length; sample++) {
        const counter = (this.#inColumn[sample] * GROUPS + groupOf(this.#source[sample])) * 2 +
          this.#bad[sample];
        if (isCounted) weights[sample] = this.#records[counter] / looked[counter];
        else looked[counter]++;
      }
    }
    const told = new Map<number, number>();
    for (let sample = 0; sample < weights.length; sample++) {
      const source = this.#source[sample];
      told.set(source, (told.get(source) ?? 0) + weights[sample]);
    }
    for (let sample = 0; sample < weights.length; sample++) {
      const source = this.#source[sample];
      weights[sample] *= (this.#ofSource.get(source) ?? 0) / told.get(source)!;
    }
    return weights;
  }

  /** Column c has become `now[c]`, none of them one behind it. */
  joinColumns(now: Int32Array, used: number): void {
    const counts = this.#used;
    const records = this.#records;
    for (let column = 0; column < used; column++) {
      const from = column * GROUPS * 2;
      const into = now[column] * GROUPS * 2;
      if (into === from) continue;
      for (let i = 0; i < GROUPS * 2; i++) {
        counts[into + i] = Math.min(0xffff, counts[into + i] + counts[from + i]);
        records[into + i] += records[from + i];
        counts[from + i] = records[from + i] = 0;
      }
    }
    for (let sample = 0; sample < this.#size; sample++) this.#inColumn[sample] = now[this.#inColumn[sample]];
  }

  /** Stream s has become `now[s]`. */
  joinStreams(now: Int32Array): void {
    for (let sample = 0; sample < this.#size; sample++) this.#stream[sample] = now[this.#stream[sample]];
  }

  reset(): void {
    this.#size = 0;
    this.#limits.fill(A_COLUMN);
    this.#dense.fill(0);
    this.#used.fill(0);
    this.#records.fill(0);
    this.#group = 0;
    this.#lastLine.clear();
    this.#ofSource.clear();
    this.#start = NaN;
    this.#texts.clear();
    this.due = this.dueOfBad = Infinity;
  }

  /**
   * Waits for the next sample that is neither a warning nor an error; `used`: those that the column has. Where there are many it is any of
   * each run of so many records: of what comes many at once the first one behind a time would be one in ever so many.
   */
  #wait(used: number): void {
    const step = this.#stepOf(APART, 0);
    const run = Math.ceil(this.#dense[this.#group] * step / this.#width);
    this.due = this.#dueAfter(used, AT_ONCE, APART, 0);
    if (run <= 1) {
      this.#passed = this.#rest = 0;
      return;
    }
    if (this.due !== Infinity) this.due = this.#start;
    this.#late = used === 0 ? this.#start + LATE * step : Infinity;
    const at = Math.floor(jitterOf(~this.#column, used) * run);
    this.#passed = this.#rest + at;
    this.#rest = run - 1 - at;
  }

  #dueAfter(used: number, atOnce: number, apart: number, kind: number): number {
    if (used >= this.#limits[this.#group * 2 + kind]) return Infinity;
    // What comes at its own times, each minute at the same second, must not be looked at always or never.
    const from = used === 0 ? this.#dense[this.#group] > 0 ? 0 : -1 : used - atOnce;
    return this.#start + (from < 0 ? 0 : (from + jitterOf(this.#column, used)) * this.#stepOf(apart, kind));
  }

  /** Milliseconds of a column for each of its samples. */
  #stepOf(apart: number, kind: number): number {
    const limit = this.#limits[this.#group * 2 + kind];
    return Math.max(Math.min(apart, this.#width / OF_SHORT), this.#width / limit);
  }

  #addFields(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    sample: number,
    at: number,
    end: number,
  ): number {
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
        if (this.#bad[sample] === 1 && isText) {
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
          this.#status[sample] = statusIn(batch.bytes, fieldStart[field]);
          this.#statusKey[sample] = this.#sampled.hashOf(key);
        }
        continue;
      }
      // What a name that measures something says in words (`response_flags=DC`) is a value.
      if (role === NUMBER && !(isText && isLetter(batch.bytes[fieldStart[field]]))) continue;
      if (!isText && kind !== INT && kind !== BOOL) continue;
      if (isPath) {
        this.#keys[at] = this.#sampled.hashOf(key);
        this.#values[at++] = this.#hashOfRoute();
        continue;
      }
      const hash = Math.imul(a[field], 0x9e3779b1) ^ Math.imul(b[field], 0x85ebca6b);
      const mixed = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d) | 1;
      this.#keys[at] = this.#sampled.hashOf(key);
      this.#values[at++] = mixed;
      if (this.#texts.isNew(mixed)) this.#hashes.giveText(batch, field, this.#texts, mixed);
    }
    return at;
  }

  /** What [from, to) says of what went wrong, by this key; where the next value goes. */
  #addCause({ bytes }: Batch, from: number, to: number, escaped: boolean, key: number, at: number): number {
    const cause = this.#cause;
    const hash = cause.read(bytes, from, to, escaped);
    if (hash === 0) return at;
    this.#keys[at] = key;
    this.#values[at] = hash;
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
        this.#keys[at] = key;
        this.#values[at++] = this.#hashOfRoute();
        continue;
      }
      const hash = hashBytes(view, from, to) | 1;
      this.#keys[at] = key;
      this.#values[at++] = hash;
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

  /** Makes room: every other sample goes of what has most of them for how often it is. Whether there is some now. */
  #thin(): boolean {
    const often = new Float64Array(GROUPS * 2);
    for (let counter = 0; counter < this.#records.length; counter++) {
      often[counter % often.length] += this.#records[counter];
    }
    while (this.#size > ROOMY * MAX_SAMPLES) {
      // The only one of a column stays.
      const spare = new Float64Array(often.length);
      for (let sample = 0; sample < this.#size; sample++) {
        if (this.#ordinal[sample] % 2 === 0) spare[this.#classOf(sample)]++;
      }
      const most = spare.map((count, at) =>
        count / Math.sqrt(Math.max(1, often[at])) / (at % 2 === 1 ? MORE_BAD : 1)
      );
      const thinned = most.indexOf(Math.max(...most));
      if (spare[thinned] === 0) break;
      this.#thinOf(thinned);
    }
    return this.#size < MAX_SAMPLES;
  }

  /** Group and kind of a sample in one number. */
  #classOf(sample: number): number {
    return groupOf(this.#source[sample]) * 2 + this.#bad[sample];
  }

  /** Every other sample of a group and kind goes. */
  #thinOf(thinned: number): void {
    this.#limits[thinned] = Math.max(1, this.#limits[thinned] >> 1);
    for (let counter = thinned; counter < this.#used.length; counter += GROUPS * 2) {
      this.#used[counter] = this.#used[counter] + 1 >> 1;
    }
    let kept = 0;
    for (let sample = 0; sample < this.#size; sample++) {
      if (this.#classOf(sample) === thinned) {
        if (this.#ordinal[sample] % 2 === 0) continue;
        this.#ordinal[sample] = this.#ordinal[sample] + 1 >> 1;
      }
      if (kept !== sample) this.#move(sample, kept);
      kept++;
    }
    this.#size = kept;
  }

  #move(from: number, into: number): void {
    this.#stream[into] = this.#stream[from];
    this.#inColumn[into] = this.#inColumn[from];
    this.#ordinal[into] = this.#ordinal[from];
    this.#bad[into] = this.#bad[from];
    this.#status[into] = this.#status[from];
    this.#statusKey[into] = this.#statusKey[from];
    this.#source[into] = this.#source[from];
    this.#line[into] = this.#line[from];
    this.#keys.copyWithin(into * VALUES, from * VALUES, (from + 1) * VALUES);
    this.#values.copyWithin(into * VALUES, from * VALUES, (from + 1) * VALUES);
    this.#numberKeys.copyWithin(into * NUMBERS, from * NUMBERS, (from + 1) * NUMBERS);
    this.#numbers.copyWithin(into * NUMBERS, from * NUMBERS, (from + 1) * NUMBERS);
  }
}

function groupOf(source: number): number {
  return Math.max(0, source) % GROUPS;
}
