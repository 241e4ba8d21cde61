import type { Batch } from "../record/batch.ts";
import type { FieldHashes } from "./field_hashes.ts";
import type { KnownText } from "./patterns/known_lines.ts";
import { CLASSES, classOf, counterOf, SampleSchedule } from "./sample_schedule.ts";
import { SampleValues, VALUES } from "./sample_values.ts";
import type { SamplesView } from "./samples_view.ts";

/** Samples held. */
const MAX_SAMPLES = 1 << 14;
/** Share of the samples that are held once room was made, and how many times as many of warnings and errors are kept. */
const ROOMY = 0.75;
const MORE_BAD = 4;

/**
 * Some records of each column of time, of each group of sources and of warnings and errors apart, with what they hold. So that it can be
 * told at the end what the records of a finding have in common, also of those that are not kept. Memory: 16,384 samples and what is
 * counted of 512 columns, 4 MB.
 */
export class RecordSamples {
  readonly schedule: SampleSchedule;
  readonly #held: SampleValues;
  #size = 0;
  readonly #stream = new Int32Array(MAX_SAMPLES);
  readonly #inColumn = new Int32Array(MAX_SAMPLES);
  readonly #ordinal = new Uint16Array(MAX_SAMPLES);
  readonly #bad = new Uint8Array(MAX_SAMPLES);
  readonly #source = new Int32Array(MAX_SAMPLES);
  readonly #line = new Float64Array(MAX_SAMPLES);

  /** `hashes` must have read each batch; `columns`: columns that there may be. */
  constructor(hashes: FieldHashes, columns: number) {
    this.schedule = new SampleSchedule(columns);
    this.#held = new SampleValues(hashes, MAX_SAMPLES);
  }

  /** To be called before the records of a batch. */
  begin(batch: Batch): void {
    this.schedule.begin(batch);
    this.#held.begin(batch);
  }

  /** Looks at a record that is due. */
  add(batch: Batch, row: number, stream: number, bad: boolean, known: KnownText | null): void {
    const ordinal = this.schedule.take(bad);
    if (this.#size === MAX_SAMPLES && !this.#thin()) return;
    const sample = this.#size++;
    this.#stream[sample] = stream;
    this.#inColumn[sample] = this.schedule.column;
    this.#ordinal[sample] = ordinal;
    this.#bad[sample] = bad ? 1 : 0;
    this.#source[sample] = batch.source;
    this.#line[sample] = batch.line[row];
    this.#held.read(batch, row, sample, bad, known);
  }

  /** `bucketOf`: the bucket of each column, -1 for none. To be read before more is added. */
  view(bucketOf: Int32Array): SamplesView {
    const size = this.#size;
    const held = this.#held;
    const { keys } = held;
    const bucket = new Int32Array(size);
    for (let sample = 0; sample < size; sample++) bucket[sample] = bucketOf[this.#inColumn[sample]];
    return {
      size,
      stream: this.#stream,
      bucket,
      bad: this.#bad,
      status: held.status,
      statusKey: held.statusKey,
      source: this.#source,
      line: this.#line,
      weight: this.#weights(),
      lastLineOf: (source) => this.schedule.lastLineOf(source),
      keys,
      values: held.values,
      width: VALUES,
      endOf: (sample) => {
        let at = sample * VALUES;
        for (const end = at + VALUES; at < end && keys[at] !== 0;) at++;
        return at;
      },
      keyOf: (hash) => held.keyOf(hash),
      textOf: (hash) => held.textOf(hash),
      numbersOf: (name) => held.numbersOf(name),
    };
  }

  /**
   * Of how many records each sample is one: those of its column and class over their samples, and so that those of each source, of which a
   * class may have several, are as many as it has.
   */
  #weights(): Float64Array {
    const { schedule } = this;
    const size = this.#size;
    const inColumn = this.#inColumn;
    const sources = this.#source;
    const bad = this.#bad;
    const counters = new Int32Array(size);
    const looked = new Uint32Array(schedule.counters);
    let last = 0;
    for (let sample = 0; sample < size; sample++) {
      const source = sources[sample];
      if (source > last) last = source;
      looked[counters[sample] = counterOf(inColumn[sample], source, bad[sample])]++;
    }
    const weights = new Float64Array(size);
    const told = new Float64Array(last + 1);
    for (let sample = 0; sample < size; sample++) {
      const counter = counters[sample];
      told[sources[sample]] += weights[sample] = schedule.recordsIn(counter) / looked[counter];
    }
    const share = told.map((records, source) => schedule.recordsOf(source) / records);
    for (let sample = 0; sample < size; sample++) weights[sample] *= share[sources[sample]];
    return weights;
  }

  /** Column c has become `now[c]`, none of them one behind it. */
  joinColumns(now: Int32Array, used: number): void {
    this.schedule.joinColumns(now, used);
    for (let sample = 0; sample < this.#size; sample++) this.#inColumn[sample] = now[this.#inColumn[sample]];
  }

  /** Stream s has become `now[s]`. */
  joinStreams(now: Int32Array): void {
    for (let sample = 0; sample < this.#size; sample++) this.#stream[sample] = now[this.#stream[sample]];
  }

  reset(): void {
    this.#size = 0;
    this.schedule.reset();
    this.#held.reset();
  }

  /** Makes room: every other sample goes of what has most of them for how often it is. Whether there is some now. */
  #thin(): boolean {
    const often = this.schedule.recordsByClass();
    while (this.#size > ROOMY * MAX_SAMPLES) {
      // The only one of a column stays.
      const spare = new Float64Array(CLASSES);
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

  #classOf(sample: number): number {
    return classOf(this.#source[sample], this.#bad[sample]);
  }

  /** Every other sample of a class goes. */
  #thinOf(thinned: number): void {
    this.schedule.halve(thinned);
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
    this.#source[into] = this.#source[from];
    this.#line[into] = this.#line[from];
    this.#held.move(from, into);
  }
}
