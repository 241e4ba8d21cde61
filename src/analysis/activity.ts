import type { Batch } from "../record/batch.ts";
import type { TimelineSummary } from "../record/summary.ts";
import { BUCKET_WIDTHS, bucketStart, bulk } from "../record/time_buckets.ts";
import type { FieldHashes } from "./field_hashes.ts";
import { NameNumbers } from "./name_numbers.ts";
import { type NumberActivity, NumberTracks } from "./number_tracks.ts";

/** Buckets of time held; when one more is needed, all become as wide as the next width. */
export const COLUMNS = 512;
/** Streams held. */
const MAX_STREAMS = 2048;
/** Places of records that are kept, and how many of them a stream keeps of one bucket at first. */
const MAX_PLACES = 1 << 15;
const PLACES_A_CELL = 100;
const FIRST_LIMIT = 16;
const MORE_OF_ERRORS = 16;
/** Records of a stream in one bucket whose numbers are looked at; and of all streams, for each second of it, at the most. */
const NUMBERS_A_CELL = 8;
const NUMBERS_A_SECOND = 3;
const NUMBERS_A_BUCKET = 64;
/** Records between two attempts to make room for more streams. */
const JOIN_EVERY = 50_000;
/** The farthest a Date reaches from 1970, in milliseconds. */
const FARTHEST = 8.64e15;
/** What stands for the patterns of streams that were let go, and for all patterns of a service on a host. */
export const OTHER_PATTERNS = -2;
export const ALL_PATTERNS = -3;
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
}

/** Where a record stands: number of its source, line in it. */
export interface Place {
  source: number;
  line: number;
}

/**
 * Records over time by pattern, service, host and severity, with some of their places, and some of their numbers. A record
 * without a time goes with the one before it. Memory: 2,048 streams of 512 buckets, 32,768 places and 300
 * numbers, 8 MB.
 */
export class Activity {
  readonly #hashes: FieldHashes;
  readonly #leafOf: Int32Array;
  readonly #resolve: (leaf: number) => number;
  readonly #services = new NameNumbers();
  readonly #hosts = new NameNumbers();
  readonly #numbers = new NumberTracks();
  #level = 0;
  #columns = 0;
  readonly #starts = new Float64Array(COLUMNS);
  #columnOf = new Map<number, number>();
  #from = NaN;
  #to = NaN;
  #column = 0;
  #streams = 0;
  readonly #leaf = new Int32Array(MAX_STREAMS);
  /** Service, host and badness in one number. */
  readonly #owner = new Int32Array(MAX_STREAMS);
  #slots = new Int32Array(MAX_STREAMS * 2);
  #counts = new Uint32Array(64 * COLUMNS);
  /** The counts of the column found last, by stream: what a record touches lies close together. */
  readonly #current = new Uint32Array(MAX_STREAMS);
  #places = 0;
  #perCell = FIRST_LIMIT;
  /** Of streams without errors the places in one column of so many are kept. */
  #oneColumnIn = 1;
  /** Places that may be kept of a stream in the column found last, without errors and with. */
  #limit = FIRST_LIMIT;
  #errorLimit = PLACES_A_CELL;
  readonly #placeStream = new Int32Array(MAX_PLACES);
  readonly #placeColumn = new Int16Array(MAX_PLACES);
  readonly #placeOrdinal = new Uint8Array(MAX_PLACES);
  readonly #placeSource = new Int32Array(MAX_PLACES);
  readonly #placeLine = new Float64Array(MAX_PLACES);
  #records = 0;
  /** Records whose numbers may still be looked at in the column found last. */
  #looks = 0;
  #joinAt = 0;
  /** Streams of patterns do not tell hosts apart. */
  #hostless = false;
  /** The stream for what there is no room for. */
  #rest = 0;

  /** `hashes` and `leafOf` must be those of each batch that is added. */
  constructor(hashes: FieldHashes, leafOf: Int32Array, resolve: (leaf: number) => number) {
    this.#hashes = hashes;
    this.#leafOf = leafOf;
    this.#resolve = resolve;
  }

  add(batch: Batch): void {
    const { count, time, severity, service, host } = batch;
    const { a, b } = this.#hashes;
    const leafOf = this.#leafOf;
    const current = this.#current;
    this.#records += count;
    this.#numbers.begin(batch);
    const unnamed = this.#services.ofSource(batch.source) << 2;
    let dated = this.#from === this.#from;
    for (let row = 0; row < count; row++) {
      const own = time[row];
      if (own === own) {
        if (!(own >= this.#from && own < this.#to)) {
          if (Math.abs(own) > FARTHEST) continue;
          this.#findColumn(own);
        }
        dated = true;
      } else if (!dated) {
        continue;
      }
      const ofService = service[row];
      const ofHost = host[row];
      const number = severity[row];
      let owner = number >= 17 ? 2 : number >= 13 ? 1 : 0;
      owner |= ofService >= 0
        ? this.#services.of(a[ofService], b[ofService], batch, ofService) << 2
        : unnamed;
      if (ofHost >= 0) owner |= this.#hosts.of(a[ofHost], b[ofHost], batch, ofHost) << 12;
      if (this.#hostless && ofHost >= 0) {
        const whole = this.#streamOf(ALL_PATTERNS, owner);
        const seen = ++current[whole];
        if (seen <= ((owner & 3) === 2 ? this.#errorLimit : this.#limit)) {
          this.#keepPlace(whole, seen, batch.source, batch.line[row]);
        }
        owner &= ~HOST_BITS;
      }
      const stream = this.#streamOf(leafOf[row], owner);
      const seen = ++current[stream];
      if (seen <= ((owner & 3) === 2 ? this.#errorLimit : this.#limit)) {
        this.#keepPlace(stream, seen, batch.source, batch.line[row]);
      }
      if (seen <= NUMBERS_A_CELL && this.#looks > 0) {
        this.#looks--;
        this.#numbers.add(batch, row, stream, this.#column);
      }
    }
  }

  /** What was seen, on buckets of equal width without holes; null while there is too little time to speak of. */
  view(): ActivityView | null {
    if (this.#columns < 2) return null;
    this.#store();
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
    for (let stream = 0; stream < this.#streams; stream++) {
      const counts = new Float64Array(buckets);
      for (let column = 0; column < this.#columns; column++) {
        if (bucketOf[column] >= 0) counts[bucketOf[column]] += this.#counts[stream * COLUMNS + column];
      }
      const leaf = this.#leaf[stream];
      const owner = this.#owner[stream];
      streams.push({
        stream,
        pattern: leaf < 0 ? leaf : this.#resolve(leaf),
        service: this.#services.nameOf(owner >> 2 & 0x3ff),
        source: this.#services.sourceOf(owner >> 2 & 0x3ff),
        host: this.#hosts.nameOf(owner >>> 12),
        badness: owner & 3,
        counts,
      });
    }
    const numbers = this.#numbers.view(bucketOf, buckets);
    return { start, width, buckets, streams, numbers };
  }

  /** Places of records of some streams between two times (from, not including to), at most `limit`, as they were read. */
  placesOf(streams: ReadonlySet<number>, from: number, to: number, limit: number): Place[] {
    const places: Place[] = [];
    for (let place = 0; place < this.#places && places.length < limit; place++) {
      const start = this.#starts[this.#placeColumn[place]];
      if (start >= to || start < from || !streams.has(this.#placeStream[place])) continue;
      places.push({ source: this.#placeSource[place], line: this.#placeLine[place] });
    }
    return places;
  }

  reset(): void {
    this.#columns =
      this.#streams =
      this.#places =
      this.#level =
      this.#records =
        0;
    this.#columnOf.clear();
    this.#slots.fill(0);
    this.#counts.fill(0);
    this.#current.fill(0);
    this.#column = 0;
    this.#perCell = FIRST_LIMIT;
    this.#from = this.#to = NaN;
    this.#joinAt = this.#rest = 0;
    this.#oneColumnIn = 1;
    this.#setLimits();
    this.#hostless = false;
    this.#numbers.reset();
  }

  #timeline(): TimelineSummary {
    const buckets = [];
    for (let column = 0; column < this.#columns; column++) {
      let total = 0;
      for (let stream = 0; stream < this.#streams; stream++) {
        if (this.#leaf[stream] !== ALL_PATTERNS) total += this.#counts[stream * COLUMNS + column];
      }
      buckets.push({ time: this.#starts[column], severities: [total] });
    }
    return { width: BUCKET_WIDTHS[this.#level], buckets: buckets.sort((x, y) => x.time - y.time) };
  }

  #findColumn(time: number): void {
    this.#store();
    let start = bucketStart(time, BUCKET_WIDTHS[this.#level]);
    let column = this.#columnOf.get(start);
    while (column === undefined && this.#columns === COLUMNS) {
      this.#widen();
      start = bucketStart(time, BUCKET_WIDTHS[this.#level]);
      column = this.#columnOf.get(start);
    }
    if (column === undefined) {
      column = this.#columns++;
      this.#starts[column] = start;
      this.#columnOf.set(start, column);
    }
    this.#column = column;
    this.#load();
    this.#setLimits();
    const width = BUCKET_WIDTHS[this.#level];
    let seen = 0;
    for (let stream = 0; stream < this.#streams; stream++) seen += this.#current[stream];
    this.#looks = Math.min(NUMBERS_A_BUCKET, width / 1000 * NUMBERS_A_SECOND) - seen;
    this.#from = start;
    this.#to = start + BUCKET_WIDTHS[this.#level];
  }

  #store(): void {
    for (let stream = 0; stream < this.#streams; stream++) {
      this.#counts[stream * COLUMNS + this.#column] = this.#current[stream];
    }
  }

  #load(): void {
    for (let stream = 0; stream < this.#streams; stream++) {
      this.#current[stream] = this.#counts[stream * COLUMNS + this.#column];
    }
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
    const joined = new Uint32Array(COLUMNS);
    for (let stream = 0; stream < this.#streams; stream++) {
      const counts = this.#counts.subarray(stream * COLUMNS, (stream + 1) * COLUMNS);
      joined.fill(0);
      for (let column = 0; column < this.#columns; column++) joined[now[column]] += counts[column];
      counts.set(joined);
    }
    for (let place = 0; place < this.#places; place++) {
      this.#placeColumn[place] = now[this.#placeColumn[place]];
    }
    this.#numbers.joinColumns(now, this.#columns);
    this.#columns = columnOf.size;
    for (const [start, column] of columnOf) this.#starts[column] = start;
    this.#columnOf = columnOf;
  }

  #streamOf(leaf: number, owner: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(leaf, 0x9e3779b1) ^ Math.imul(owner, 0x85ebca6b)) >>> 16 & mask;
    for (let stream; (stream = this.#slots[slot] - 1) >= 0; slot = (slot + 1) & mask) {
      if (this.#leaf[stream] === leaf && this.#owner[stream] === owner) return stream;
    }
    return this.#newStream(leaf, owner);
  }

  #newStream(leaf: number, owner: number): number {
    if (this.#streams === MAX_STREAMS) {
      if (this.#records < this.#joinAt) return this.#rest;
      this.#joinAt = this.#records + JOIN_EVERY;
      this.#joinStreams();
      // What was asked for may have been joined with another; then it is there under the number of its pattern now.
      return this.#streamOf(leaf, this.#hostless && leaf !== ALL_PATTERNS ? owner & ~HOST_BITS : owner);
    }
    const stream = this.#streams++;
    if ((stream + 1) * COLUMNS > this.#counts.length) {
      const counts = new Uint32Array(Math.min(MAX_STREAMS * COLUMNS, this.#counts.length * 2));
      counts.set(this.#counts);
      this.#counts = counts;
    }
    this.#leaf[stream] = leaf;
    this.#owner[stream] = owner;
    this.#current[stream] = 0;
    this.#enter(stream);
    return stream;
  }

  #enter(stream: number): void {
    const mask = this.#slots.length - 1;
    const hash = Math.imul(this.#leaf[stream], 0x9e3779b1) ^ Math.imul(this.#owner[stream], 0x85ebca6b);
    let slot = hash >>> 16 & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = stream + 1;
  }

  /**
   * Joins streams whose patterns have become one. If that makes too little room, hosts are told apart no more for each
   * pattern; then, the less frequent half becomes "other patterns".
   */
  #joinStreams(): void {
    const resolved = this.#leaf.slice(0, this.#streams).map((leaf) => leaf < 0 ? leaf : this.#resolve(leaf));
    const owners = this.#owner.slice(0, this.#streams);
    const key = (leaf: number, owner: number) => leaf * 0x100_0000 + owner;
    const needed = () => new Set(resolved.keys().map((stream) => key(resolved[stream], owners[stream]))).size;
    const enough = MAX_STREAMS * 3 / 4;
    let wholes: Int32Array | null = null;
    if (needed() > enough && !this.#hostless && owners.some((owner) => (owner & HOST_BITS) !== 0)) {
      this.#hostless = true;
      wholes = owners.slice();
      for (let stream = 0; stream < this.#streams; stream++) owners[stream] &= ~HOST_BITS;
    }
    if (needed() > enough) {
      const totals = this.#totals();
      const sorted = totals.toSorted();
      totals.forEach((total, stream) => {
        if (total <= sorted[sorted.length >> 1] && resolved[stream] !== ALL_PATTERNS) {
          resolved[stream] = OTHER_PATTERNS;
        }
      });
    }
    this.#store();
    const old = this.#counts;
    const streams = this.#streams;
    this.#counts = new Uint32Array(MAX_STREAMS * COLUMNS);
    this.#streams = 0;
    this.#slots.fill(0);
    this.#rest = this.#newStream(OTHER_PATTERNS, 0);
    const now = new Int32Array(streams);
    for (let stream = 0; stream < streams; stream++) {
      const counts = old.subarray(stream * COLUMNS, (stream + 1) * COLUMNS);
      now[stream] = this.#streamOf(resolved[stream], owners[stream]);
      this.#addCounts(now[stream], counts);
      if (wholes !== null && (wholes[stream] & HOST_BITS) !== 0) {
        this.#addCounts(this.#streamOf(ALL_PATTERNS, wholes[stream]), counts);
      }
    }
    for (let place = 0; place < this.#places; place++) {
      this.#placeStream[place] = now[this.#placeStream[place]];
    }
    this.#numbers.joinStreams(now);
  }

  #addCounts(stream: number, counts: Uint32Array): void {
    const into = this.#counts;
    const from = stream * COLUMNS;
    for (let column = 0; column < this.#columns; column++) into[from + column] += counts[column];
  }

  #totals(): Float64Array {
    const totals = new Float64Array(this.#streams);
    totals.forEach((_zero, stream) => {
      for (let at = stream * COLUMNS; at < (stream + 1) * COLUMNS; at++) totals[stream] += this.#counts[at];
    });
    return totals;
  }

  #keepPlace(stream: number, ordinal: number, source: number, line: number): void {
    if (this.#places === MAX_PLACES) {
      if (this.#oneColumnIn === COLUMNS) return;
      this.#thin();
      if (this.#places === MAX_PLACES || !this.#isKept(stream, this.#column, ordinal)) return;
    }
    const place = this.#places++;
    this.#placeStream[place] = stream;
    this.#placeColumn[place] = this.#column;
    this.#placeOrdinal[place] = ordinal;
    this.#placeSource[place] = source;
    this.#placeLine[place] = line;
  }

  #setLimits(): void {
    this.#errorLimit = Math.min(PLACES_A_CELL, this.#perCell * MORE_OF_ERRORS);
    this.#limit = this.#column % this.#oneColumnIn === 0 ? this.#perCell : 0;
  }

  #isKept(stream: number, column: number, ordinal: number): boolean {
    if ((this.#owner[stream] & 3) === 2) {
      return ordinal <= Math.min(PLACES_A_CELL, this.#perCell * MORE_OF_ERRORS);
    }
    return ordinal <= this.#perCell && column % this.#oneColumnIn === 0;
  }

  /** Keeps half as many places of each stream and bucket; where that is one, of half of the buckets. */
  #thin(): void {
    if (this.#perCell > 1) this.#perCell >>= 1;
    else this.#oneColumnIn *= 2;
    this.#setLimits();
    let kept = 0;
    for (let place = 0; place < this.#places; place++) {
      if (!this.#isKept(this.#placeStream[place], this.#placeColumn[place], this.#placeOrdinal[place])) {
        continue;
      }
      this.#placeStream[kept] = this.#placeStream[place];
      this.#placeColumn[kept] = this.#placeColumn[place];
      this.#placeOrdinal[kept] = this.#placeOrdinal[place];
      this.#placeSource[kept] = this.#placeSource[place];
      this.#placeLine[kept++] = this.#placeLine[place];
    }
    this.#places = kept;
  }
}
