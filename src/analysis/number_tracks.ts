import type { Batch } from "../record/batch.ts";
import { RecordNumbers } from "./record_numbers.ts";

/** A number that records of one stream hold: by bucket how many were looked at, and mean and variance of its logarithm. */
export interface NumberActivity {
  stream: number;
  name: string;
  unit: string;
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
  /** By column: how many, their sum and the sum of their squares. */
  readonly sums: Float32Array;
}

/** The logarithms of numbers in records, by stream and column: what `Activity` knows of numbers. */
export class NumberTracks {
  #tracks: Track[] = [];
  /** By stream, and place and unit of the number; forgotten when keys are numbered anew. */
  #known = new Map<number, Track>();
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
        if (this.#tracks.length >= MAX_TRACKS) continue;
        const name = place < 0 ? `number ${-place}` : batch.keys.names[place];
        track = { stream, name, unit: reader.measure[i], sums: new Float32Array(COLUMNS * 3) };
        this.#tracks.push(track);
        this.#known.set(key, track);
      }
      const log = Math.sign(reader.value[i]) * Math.log1p(Math.abs(reader.value[i]) * FINE);
      track.sums[column * 3]++;
      track.sums[column * 3 + 1] += log;
      track.sums[column * 3 + 2] += log * log;
    }
  }

  view(bucketOf: Int32Array, buckets: number): NumberActivity[] {
    // One piece of memory for all of them.
    const rows = new Float64Array(this.#tracks.length * 3 * buckets);
    let used = 0;
    const nextRow = () => rows.subarray(used, used += buckets);
    return this.#tracks.map(({ stream, name, unit, sums }) => {
      const [count, sum, squares] = [nextRow(), nextRow(), nextRow()];
      for (let column = 0; column < COLUMNS; column++) {
        const at = bucketOf[column];
        if (at < 0) continue;
        count[at] += sums[column * 3];
        sum[at] += sums[column * 3 + 1];
        squares[at] += sums[column * 3 + 2];
      }
      return { stream, name, unit, count, sum, squares };
    });
  }

  /** Columns [0, used) have become `now[column]`. */
  joinColumns(now: Int32Array, used: number): void {
    const joined = new Float32Array(COLUMNS * 3);
    for (const { sums } of this.#tracks) {
      joined.fill(0);
      for (let column = 0; column < used; column++) {
        for (let i = 0; i < 3; i++) joined[now[column] * 3 + i] += sums[column * 3 + i];
      }
      sums.set(joined);
    }
  }

  /** Stream s has become `now[s]`. */
  joinStreams(now: Int32Array): void {
    const joined = new Map<string, Track>();
    for (const track of this.#tracks) {
      track.stream = now[track.stream];
      const key = `${track.stream} ${track.unit} ${track.name}`;
      const other = joined.get(key);
      if (other === undefined) joined.set(key, track);
      else for (let at = 0; at < COLUMNS * 3; at++) other.sums[at] += track.sums[at];
    }
    this.#tracks = [...joined.values()];
    this.#known.clear();
  }

  reset(): void {
    this.#tracks = [];
    this.#known.clear();
  }
}

const UNITS = ["", "ms", "bytes", "%"];
/** Numbers below one are told apart too: the scale is linear near zero and logarithmic from a hundredth on. */
const FINE = 100;

/** The number behind what `NumberTracks` adds up. */
export function numberOfLog(log: number): number {
  return Math.sign(log) * Math.expm1(Math.abs(log)) / FINE;
}
