import type { Batch } from "../record/batch.ts";
import { isOfInterest, isStatus } from "./findings/measures.ts";
import { RecordNumbers } from "./record_numbers.ts";

/** A number that records of one stream hold. */
export interface NumberActivity {
  stream: number;
  name: string;
  unit: string;
  /** None of them has a fraction. */
  isWhole: boolean;
  /** Made when it is asked for: most numbers are of no interest. */
  series(): NumberSeries;
  /** Of a status of HTTP in place of it: what matters there is how many are which. */
  statuses?(): StatusSeries;
}

/** By bucket: how many statuses were looked at, how many of them are 500 and above, and how many 400 to 499. */
export interface StatusSeries {
  count: Float64Array;
  failed: Float64Array;
  refused: Float64Array;
}

/** By bucket: how many values were looked at, the sum of their logarithms and that of the squares of these. */
export interface NumberSeries {
  count: Float64Array;
  sum: Float64Array;
  squares: Float64Array;
}

/** Numbers that are followed, and buckets of each. */
const MAX_TRACKS = 800;
const COLUMNS = 512;

/** Keys with higher numbers are left out: of so many none is frequent. */
const MAX_PLACE = 4000;

interface Track {
  stream: number;
  readonly name: string;
  readonly unit: string;
  readonly isStatus: boolean;
  isWhole: boolean;
  /** By column: how many, their sum and the sum of their squares; of statuses how many, those that failed and those refused. */
  readonly sums: Float32Array;
}

/** The logarithms of numbers in records, by stream and column: what `Activity` knows of numbers. */
export class NumberTracks {
  #tracks: Track[] = [];
  /** By stream, and place and unit of the number, null for one of no interest; forgotten when keys are numbered anew. */
  #known = new Map<number, Track | null>();
  #generation = 0;
  readonly #reader = new RecordNumbers();

  /** To be called before the records of a batch. */
  begin(batch: Batch): void {
    if (batch.keys.generation === this.#generation) return;
    this.#generation = batch.keys.generation;
    this.#known.clear();
  }

  add(batch: Batch, row: number, stream: number, column: number): void {
    const reader = this.#reader;
    reader.read(batch, row);
    for (let i = 0; i < reader.count; i++) {
      const place = reader.place[i];
      if (place >= MAX_PLACE) continue;
      const key = stream << 14 | (place + 8) << 2 | UNITS.indexOf(reader.measure[i]);
      let track = this.#known.get(key);
      if (track === undefined) {
        track = this.#newTrack(stream, place < 0 ? null : batch.keys.names[place], -place, reader.measure[i]);
        this.#known.set(key, track);
      }
      if (track === null) continue;
      if (track.isStatus) {
        addStatus(track.sums, column * 3, reader.value[i]);
        continue;
      }
      const value = reader.value[i];
      if (track.isWhole && value !== Math.floor(value)) track.isWhole = false;
      const log = logOfNumber(value);
      track.sums[column * 3]++;
      track.sums[column * 3 + 1] += log;
      track.sums[column * 3 + 2] += log * log;
    }
  }

  /** `attribute`: its key, null for a number in the body, which only its position names for now. */
  #newTrack(stream: number, attribute: string | null, inBody: number, unit: string): Track | null {
    if (this.#tracks.length >= MAX_TRACKS) return null;
    const ofStatus = attribute !== null && isStatus(attribute);
    if (attribute !== null && !ofStatus && !isOfInterest(attribute, unit, "")) return null;
    const name = attribute ?? `number ${inBody}`;
    const sums = new Float32Array(COLUMNS * 3);
    const track = { stream, name, unit, isStatus: ofStatus, isWhole: true, sums };
    this.#tracks.push(track);
    return track;
  }

  /** `bucketOf`: the bucket of each of the columns [0, used), -1 for none. To be read before more is added. */
  view(bucketOf: Int32Array, used: number, buckets: number): NumberActivity[] {
    return this.#tracks.map(({ stream, name, unit, isStatus, isWhole, sums }) => {
      const series = () => seriesOf(sums, bucketOf, used, buckets);
      if (!isStatus) return { stream, name, unit, isWhole, series };
      const statuses = () => {
        const { count, sum, squares } = series();
        return { count, failed: sum, refused: squares };
      };
      return { stream, name, unit, isWhole, series, statuses };
    });
  }

  /** Columns [0, used) have become `now[column]`, none of them one behind it. */
  joinColumns(now: Int32Array, used: number): void {
    for (const { sums } of this.#tracks) joinCells(sums, now, used);
  }

  /** Stream s has become `now[s]`; columns [0, used) are in use. */
  joinStreams(now: Int32Array, used: number): void {
    const joined = new Map<string, Track>();
    for (const track of this.#tracks) {
      track.stream = now[track.stream];
      const key = `${track.stream} ${track.unit} ${track.name}`;
      const other = joined.get(key);
      if (other === undefined) {
        joined.set(key, track);
        continue;
      }
      other.isWhole &&= track.isWhole;
      for (let column = 0; column < used; column++) {
        if (track.sums[column * 3] !== 0) moveCell(track.sums, column, other.sums, column);
      }
    }
    this.#tracks = [...joined.values()];
    this.#known.clear();
  }

  reset(): void {
    this.#tracks = [];
    this.#known.clear();
  }
}

/** What is no status of HTTP is left out. */
function addStatus(sums: Float32Array, at: number, status: number): void {
  if (!(status >= 100 && status < 600)) return;
  sums[at]++;
  if (status >= 500) sums[at + 1]++;
  else if (status >= 400) sums[at + 2]++;
}

/** Of a function of its own: a loop in a loop is compiled, and given up, once for each track. */
function joinCells(sums: Float32Array, now: Int32Array, used: number): void {
  for (let column = 0; column < used; column++) {
    const into = now[column];
    if (into !== column && sums[column * 3] !== 0) moveCell(sums, column, sums, into);
  }
}

/** Adds what a column of one track has to a column of another (or of the same one), and empties it. */
function moveCell(from: Float32Array, column: number, to: Float32Array, into: number): void {
  for (let i = 0; i < 3; i++) {
    to[into * 3 + i] += from[column * 3 + i];
    from[column * 3 + i] = 0;
  }
}

function seriesOf(sums: Float32Array, bucketOf: Int32Array, used: number, buckets: number): NumberSeries {
  // One piece of memory for all of it.
  const rows = new Float64Array(buckets * 3);
  const count = rows.subarray(0, buckets);
  const sum = rows.subarray(buckets, buckets * 2);
  const squares = rows.subarray(buckets * 2);
  for (let column = 0; column < used; column++) {
    const bucket = bucketOf[column];
    if (bucket < 0 || sums[column * 3] === 0) continue;
    count[bucket] += sums[column * 3];
    sum[bucket] += sums[column * 3 + 1];
    squares[bucket] += sums[column * 3 + 2];
  }
  return { count, sum, squares };
}

const UNITS = ["", "ms", "bytes", "%"];
/** Numbers below one are told apart too: the scale is linear near zero and logarithmic from a hundredth on. */
const FINE = 100;

/** What `NumberTracks` adds up. */
export function logOfNumber(number: number): number {
  return Math.sign(number) * Math.log1p(Math.abs(number) * FINE);
}

/** The number behind what `NumberTracks` adds up. */
export function numberOfLog(log: number): number {
  return Math.sign(log) * Math.expm1(Math.abs(log)) / FINE;
}
