import type { Batch } from "../record/batch.ts";
import type { TimelineSummary } from "../record/summary.ts";
import { BUCKET_WIDTHS, bucketStart, bulk } from "../record/time_buckets.ts";
import type { FieldHashes } from "./field_hashes.ts";
import { KeptPlaces, type Place, type TimedRecord } from "./kept_places.ts";
import type { NameNumbers } from "./name_numbers.ts";
import { type NumberActivity, NumberTracks } from "./number_tracks.ts";
import type { KnownText } from "./patterns/known_lines.ts";
import { RecordSamples } from "./record_samples.ts";
import type { SamplesView } from "./samples_view.ts";
import { addBucket, moveCounts, spreadCounts } from "./stream_counts.ts";
import { ALL_PATTERNS, MAX_STREAMS, OTHER_PATTERNS, StreamTable } from "./stream_table.ts";

/** The most buckets of time, and those there is room for at first; when one more is needed, all grow to the next width. */
export const COLUMNS = 512;
const FIRST_COLUMNS = 16;
/** Records of a stream in one bucket whose numbers are looked at; of all streams, for each second of it, and when it is come back to. */
const NUMBERS_A_CELL = 8;
const NUMBERS_A_SECOND = 3;
const NUMBERS_A_BUCKET = 180;
const NUMBERS_AGAIN = 24;
/** Records between two attempts to make room for more streams. */
const JOIN_EVERY = 50_000;
/** The farthest a Date reaches from 1970, in milliseconds. */
const FARTHEST = 8.64e15;
const HOST_BITS = 0x3ff << 12;

/** What one stream of records did: those of one pattern, service, host and class of severity. */
export interface StreamActivity {
  /** Number of the stream, for `placesOf`. */
  stream: number;
  /**
   * Number of the pattern as it is now; -1 for records without one, OTHER_PATTERNS for patterns let go. Where there are too
   * many hosts to tell patterns apart by them, streams of patterns name none, and those with ALL_PATTERNS count each
   * record of a service and host once more.
   */
  pattern: number;
  /** "" if the records name none; then the number of the source that they come from, -1 if that is not known. */
  service: string;
  source: number;
  host: string;
  /** 0 below WARN, 1 WARN, 2 ERROR and FATAL. */
  badness: number;
  /** Records by bucket. */
  counts: Float64Array;
}

export interface ActivityView {
  /** Epoch milliseconds of the start of the first bucket; milliseconds of each; how many. */
  start: number;
  width: number;
  buckets: number;
  streams: StreamActivity[];
  numbers: NumberActivity[];
  samples: SamplesView;
  /** Some records, as they were read, of sources with at least `least` records behind ones that are `apart` milliseconds later. */
  recordsOutOfOrder(least: number, apart: number): TimedRecord[][];
}

/** The names in a column of fields as small numbers: of each row of the last batch. */
export interface NumberedRows {
  readonly names: NameNumbers;
  readonly numbers: Int16Array;
}

/**
 * Records over time by pattern, service, host and severity, with some of their places, and some of their numbers. A record
 * without a time goes with the one before it; those of a source that has told no time yet are left out, for a file of them
 * comes all at once. Memory: 2,048 streams of 512 buckets, 32,768 places, 800
 * numbers and 16,384 samples, 16 MB.
 */
export class Activity {
  readonly #leafOf: Int32Array;
  readonly #resolve: (leaf: number) => number;
  readonly #services: NumberedRows;
  readonly #hosts: NumberedRows;
  readonly #numbers = new NumberTracks();
  #level = 0;
  #columns = 0;
  readonly #starts = new Float64Array(COLUMNS);
  #columnOf = new Map<number, number>();
  #from = NaN;
  #to = NaN;
  #column = 0;
  /** By pattern, and by service, host and badness in one number. */
  readonly #streams = new StreamTable();
  /** Records by column, then stream. */
  #counts = new Uint32Array(FIRST_COLUMNS * MAX_STREAMS);
  /** Those of the column found last: what a record touches lies close together. */
  #current = this.#counts.subarray(0, MAX_STREAMS);
  readonly #places = new KeptPlaces(COLUMNS);
  readonly #samples: RecordSamples;
  #records = 0;
  /** Records whose numbers may still be looked at in the column found last. */
  #looks = 0;
  #joinAt = 0;
  /** Streams of patterns do not tell hosts apart. */
  #hostless = false;
  /** Numbers of the sources of which a record had a time. */
  readonly #dated = new Set<number>();

  /** `hashes`, `leafOf` and the numbers of services and hosts must be those of each batch that is added. */
  constructor(
    hashes: FieldHashes,
    leafOf: Int32Array,
    resolve: (leaf: number) => number,
    services: NumberedRows,
    hosts: NumberedRows,
  ) {
    this.#leafOf = leafOf;
    this.#resolve = resolve;
    this.#services = services;
    this.#hosts = hosts;
    this.#samples = new RecordSamples(hashes, COLUMNS);
  }

  /** `known`: what the bodies have in common with lines before them. */
  add(batch: Batch, known: KnownText | null): void {
    const { count, time, severity } = batch;
    const services = this.#services.numbers;
    const hosts = this.#hosts.numbers;
    const leafOf = this.#leafOf;
    const places = this.#places;
    const samples = this.#samples;
    const { schedule } = samples;
    let current = this.#current;
    this.#records += count;
    this.#numbers.begin(batch);
    samples.begin(batch);
    const unnamed = this.#services.names.ofSource(batch.source) << 2;
    let dated = this.#dated.has(batch.source);
    // Records of the column since it was found, and warnings and errors among them.
    let passed = 0;
    let bad = 0;
    for (let row = 0; row < count; row++) {
      const own = time[row];
      if (own === own) {
        if (!(own >= this.#from && own < this.#to)) {
          if (Math.abs(own) > FARTHEST) continue;
          schedule.count(passed, bad);
          passed = bad = 0;
          this.#findColumn(own);
          current = this.#current;
        }
        if (!dated) this.#dated.add(batch.source);
        dated = true;
      } else if (!dated) {
        continue;
      }
      const service = services[row];
      const host = hosts[row];
      const number = severity[row];
      passed++;
      const isBad = number >= 13;
      if (isBad) bad++;
      const isError = number >= 17;
      let owner = isError ? 2 : number >= 13 ? 1 : 0;
      owner |= service > 0 ? service << 2 : unnamed;
      owner |= host << 12;
      if (this.#hostless && host > 0) {
        const whole = this.#streamOf(ALL_PATTERNS, owner);
        current = this.#current;
        const seen = ++current[whole];
        if (seen <= (isError ? places.errorLimit : places.limit)) {
          places.keep(whole, seen, isError, batch.source, batch.line[row], own);
        }
        owner &= ~HOST_BITS;
      }
      const stream = this.#streamOf(leafOf[row], owner);
      current = this.#current;
      const seen = ++current[stream];
      if (seen <= (isError ? places.errorLimit : places.limit)) {
        places.keep(stream, seen, isError, batch.source, batch.line[row], own);
      }
      if (seen <= NUMBERS_A_CELL && this.#looks > 0) {
        this.#looks--;
        this.#numbers.add(batch, row, stream, this.#column);
      }
      if (own >= (isBad ? schedule.dueOfBad : schedule.due) && (isBad || schedule.isItsTurn(own))) {
        samples.add(batch, row, stream, isBad, known);
      }
    }
    schedule.count(passed, bad);
  }

  /** What was seen, on buckets of equal width without holes; null while there is too little time to speak of. */
  view(): ActivityView | null {
    if (this.#columns < 2) return null;
    const timeline = this.#timeline();
    const [from, to] = bulk(timeline);
    let level = this.#level;
    while (level < BUCKET_WIDTHS.length - 1 && (to - from) / BUCKET_WIDTHS[level] >= COLUMNS) level++;
    const width = BUCKET_WIDTHS[level];
    const start = bucketStart(from, width);
    const buckets = Math.round((bucketStart(to, width) - start) / width) + 1;
    const bucketOf = new Int32Array(COLUMNS).fill(-1);
    for (let column = 0; column < this.#columns; column++) {
      const at = Math.round((bucketStart(this.#starts[column], width) - start) / width);
      if (at >= 0 && at < buckets) bucketOf[column] = at;
    }
    const streams: StreamActivity[] = [];
    const counted = this.#countsByBucket(bucketOf, buckets);
    for (let stream = 0; stream < this.#streams.size; stream++) {
      const counts = counted.subarray(stream * buckets, (stream + 1) * buckets);
      const leaf = this.#streams.leaf[stream];
      const owner = this.#streams.owner[stream];
      streams.push({
        stream,
        pattern: leaf < 0 ? leaf : this.#resolve(leaf),
        service: this.#services.names.nameOf(owner >> 2 & 0x3ff),
        source: this.#services.names.sourceOf(owner >> 2 & 0x3ff),
        host: this.#hosts.names.nameOf(owner >>> 12),
        badness: owner & 3,
        counts,
      });
    }
    const numbers = this.#numbers.view(bucketOf, this.#columns, buckets);
    const samples = this.#samples.view(bucketOf);
    const recordsOutOfOrder = (least: number, apart: number) => this.#places.outOfOrder(least, apart);
    return { start, width, buckets, streams, numbers, samples, recordsOutOfOrder };
  }

  /** Places of records of some streams between two times (from, not including to), of one bucket as they were read. */
  placesOf(streams: ReadonlySet<number>, from: number, to: number): Place[] {
    const starts = this.#starts;
    const isWanted = (column: number) => starts[column] >= from && starts[column] < to;
    return this.#places.of(streams, isWanted).sort((x, y) => starts[x.column] - starts[y.column]);
  }

  reset(): void {
    this.#columns = this.#level = this.#records = 0;
    this.#streams.clear();
    this.#columnOf.clear();
    this.#counts.fill(0);
    this.#begin(0);
    this.#from = this.#to = NaN;
    this.#joinAt = 0;
    this.#places.reset();
    this.#samples.reset();
    this.#hostless = false;
    this.#dated.clear();
    this.#numbers.reset();
  }

  #timeline(): TimelineSummary {
    const buckets = [];
    for (let column = 0; column < this.#columns; column++) {
      buckets.push({ time: this.#starts[column], severities: [this.#recordsIn(column)] });
    }
    return { width: BUCKET_WIDTHS[this.#level], buckets: buckets.sort((x, y) => x.time - y.time) };
  }

  /** Records of a column. */
  #recordsIn(column: number): number {
    const { leaf, size } = this.#streams;
    const counts = this.#counts;
    let records = 0;
    for (let stream = 0, at = column * MAX_STREAMS; stream < size; stream++, at++) {
      if (leaf[stream] !== ALL_PATTERNS) records += counts[at];
    }
    return records;
  }

  #findColumn(time: number): void {
    let start = bucketStart(time, BUCKET_WIDTHS[this.#level]);
    let column = this.#columnOf.get(start);
    while (column === undefined && this.#columns === COLUMNS) {
      this.#widen();
      start = bucketStart(time, BUCKET_WIDTHS[this.#level]);
      column = this.#columnOf.get(start);
    }
    const width = BUCKET_WIDTHS[this.#level];
    this.#looks = Math.min(NUMBERS_A_BUCKET, width / 1000 * NUMBERS_A_SECOND);
    if (column === undefined) {
      column = this.#newColumn();
      this.#starts[column] = start;
      this.#columnOf.set(start, column);
    } else {
      this.#looks = Math.max(NUMBERS_AGAIN, this.#looks - this.#recordsIn(column));
    }
    this.#begin(column);
    this.#samples.schedule.enter(column, start, width);
    this.#from = start;
    this.#to = start + width;
  }

  /** What follows is in this column. */
  #begin(column: number): void {
    this.#column = column;
    this.#current = this.#counts.subarray(column * MAX_STREAMS, (column + 1) * MAX_STREAMS);
    this.#places.begin(column);
  }

  #newColumn(): number {
    const column = this.#columns++;
    if (column * MAX_STREAMS === this.#counts.length) {
      const counts = new Uint32Array(this.#counts.length * 2);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    return column;
  }

  /** Records by stream, then bucket. */
  #countsByBucket(bucketOf: Int32Array, buckets: number): Float64Array {
    const streams = this.#streams.size;
    const counted = new Float64Array(streams * buckets);
    for (let column = 0; column < this.#columns; column++) {
      const bucket = bucketOf[column];
      if (bucket < 0) continue;
      addBucket(this.#counts, column * MAX_STREAMS, streams, counted, bucket, buckets);
    }
    return counted;
  }

  /** Goes to the next width: columns become one with their neighbours. */
  #widen(): void {
    const width = BUCKET_WIDTHS[++this.#level];
    const now = new Int32Array(COLUMNS);
    const columnOf = new Map<number, number>();
    for (let column = 0; column < this.#columns; column++) {
      const start = bucketStart(this.#starts[column], width);
      let at = columnOf.get(start);
      if (at === undefined) columnOf.set(start, at = columnOf.size);
      now[column] = at;
    }
    const counts = this.#counts;
    const streams = this.#streams.size;
    // A column never becomes one behind it: what has become 0 is free when something is added there.
    for (let column = 0; column < this.#columns; column++) {
      const from = column * MAX_STREAMS;
      const into = now[column] * MAX_STREAMS;
      if (from !== into) moveCounts(counts, from, into, streams);
    }
    this.#places.joinColumns(now);
    this.#numbers.joinColumns(now, this.#columns);
    this.#samples.joinColumns(now, this.#columns);
    this.#columns = columnOf.size;
    for (const [start, column] of columnOf) this.#starts[column] = start;
    this.#columnOf = columnOf;
  }

  #streamOf(leaf: number, owner: number): number {
    const stream = this.#streams.find(leaf, owner);
    return stream >= 0 ? stream : this.#newStream(leaf, owner);
  }

  #newStream(leaf: number, owner: number): number {
    if (this.#streams.hasRoomFor(leaf)) return this.#streams.add(leaf, owner);
    if (this.#records < this.#joinAt) {
      return this.#streams.share(leaf < 0 ? leaf : this.#resolve(leaf), owner);
    }
    this.#joinAt = this.#records + JOIN_EVERY;
    this.#joinStreams();
    // A pattern may have been joined with another: it is then found by its present number.
    return this.#streamOf(leaf, this.#hostless && leaf !== ALL_PATTERNS ? owner & ~HOST_BITS : owner);
  }

  /**
   * Joins streams whose patterns have become one. If that makes too little room, hosts are told apart no more for each
   * pattern; then, the less frequent half becomes "other patterns".
   */
  #joinStreams(): void {
    const streams = this.#streams.size;
    const resolved = this.#streams.leaf.slice(0, streams).map((leaf) =>
      leaf < 0 ? leaf : this.#resolve(leaf)
    );
    const owners = this.#streams.owner.slice(0, streams);
    const needed = () => {
      const keys = new Set<number>();
      for (let stream = 0; stream < streams; stream++) {
        keys.add(resolved[stream] * 0x100_0000 + owners[stream]);
      }
      return keys.size;
    };
    const enough = MAX_STREAMS * 3 / 4;
    let wholes: Int32Array | null = null;
    if (needed() > enough && !this.#hostless && owners.some((owner) => (owner & HOST_BITS) !== 0)) {
      this.#hostless = true;
      wholes = owners.slice();
      for (let stream = 0; stream < streams; stream++) owners[stream] &= ~HOST_BITS;
    }
    if (needed() > enough) {
      const totals = this.#totals();
      const median = totals.toSorted()[streams >> 1];
      totals.forEach((total, stream) => {
        if (total <= median && resolved[stream] !== ALL_PATTERNS) resolved[stream] = OTHER_PATTERNS;
      });
    }
    this.#streams.clear();
    this.#streams.makeShared();
    const now = new Int32Array(streams);
    const wholeOf = new Int32Array(streams).fill(-1);
    for (let stream = 0; stream < streams; stream++) {
      now[stream] = this.#streamOf(resolved[stream], owners[stream]);
      if (wholes !== null && (wholes[stream] & HOST_BITS) !== 0) {
        wholeOf[stream] = this.#streamOf(ALL_PATTERNS, wholes[stream]);
      }
    }
    const joined = new Uint32Array(MAX_STREAMS);
    for (let column = 0; column < this.#columns; column++) {
      const from = column * MAX_STREAMS;
      joined.fill(0);
      spreadCounts(this.#counts, from, joined, now, wholeOf);
      this.#counts.set(joined, from);
    }
    this.#places.joinStreams(now);
    this.#numbers.joinStreams(now, this.#columns);
    this.#samples.joinStreams(now);
  }

  #totals(): Float64Array {
    const totals = new Float64Array(this.#streams.size);
    for (let column = 0; column < this.#columns; column++) {
      const from = column * MAX_STREAMS;
      for (let stream = 0; stream < totals.length; stream++) totals[stream] += this.#counts[from + stream];
    }
    return totals;
  }
}
