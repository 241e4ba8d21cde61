import type { Batch } from "../record/batch.ts";
import type { FilePlace } from "../source/source.ts";

/** Bytes of a file between two places that are remembered. */
const STEP = 1 << 20;
/** Places remembered of one source; of more, every other one is forgotten. */
const MAX_PLACES = 32_768;
const NEWLINE = 10;

/** The beginning of a record in its file. */
export interface Place {
  offset: number;
  /** Number of its line, from 1. */
  line: number;
  /** Number of the record in its source, from 0. */
  sequence: number;
  /** Epoch milliseconds of the latest record up to here. */
  time: number;
}

/** The part of a file that was read, from the first place to the end. */
export interface IndexedFile {
  place: FilePlace;
  places: Place[];
  end: Place;
}

interface Known extends IndexedFile {
  step: number;
}

/**
 * Where in its file some records stand, about one a megabyte: what lets any part of a file be read again as it was
 * read the first time. A file that was replaced begins anew.
 */
export class FileIndex {
  readonly #files: (Known | null)[] = [];
  readonly #placeOf: (source: number) => FilePlace | null;

  /** `placeOf`: where a source's present file can be read again, null if nowhere. */
  constructor(placeOf: (source: number) => FilePlace | null) {
    this.#placeOf = placeOf;
  }

  /** Notes a batch whose first record has the number `sequence`. */
  add(batch: Batch, sequence: number): void {
    const { source, count, offset, line } = batch;
    let file = this.#files[source];
    if (file === undefined || (file !== null && offset[0] < file.end.offset)) {
      const place = this.#placeOf(source);
      file = this.#files[source] = place === null ? null : newFile(place);
    }
    if (file === null) return;
    const last = file.places.at(-1);
    if (!last || offset[0] - last.offset >= file.step) {
      file.places.push({ offset: offset[0], line: line[0], sequence, time: file.end.time });
      if (file.places.length > MAX_PLACES) thin(file);
    }
    const row = count - 1;
    const to = batch.rawEnd();
    const time = batch.time[row] === batch.time[row] ? batch.time[row] : file.end.time;
    file.end = {
      offset: offset[row] + to - batch.rawFrom[row],
      line: line[row] + newlines(batch, row, to),
      sequence: sequence + count,
      time: Math.max(file.end.time, time),
    };
  }

  /** What is known of a source's file; null if nothing can be read again. */
  of(source: number): IndexedFile | null {
    return this.#files[source] ?? null;
  }

  reset(): void {
    this.#files.length = 0;
  }
}

function newFile(place: FilePlace): Known {
  return { place, places: [], end: { offset: 0, line: 1, sequence: 0, time: -Infinity }, step: STEP };
}

function thin(file: Known): void {
  file.places = file.places.filter((_, at) => at % 2 === 0);
  file.step *= 2;
}

function newlines({ bytes, rawFrom }: Batch, row: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, rawFrom[row]); at >= 0 && at < to;) {
    count++;
    at = bytes.indexOf(NEWLINE, at + 1);
  }
  return count;
}
