import { grown } from "../record/grown.ts";

/** Where a record stands: the number of its source and its line there, and the time column and stream that counted it. */
export interface Place {
  source: number;
  line: number;
  column: number;
  stream: number;
}

/** A record by its stream and its own time, in epoch milliseconds. */
export interface TimedRecord {
  stream: number;
  time: number;
}

/** Places that there is room for at first, and that are kept at the most. */
const FIRST_PLACES = 1 << 9;
const MAX_PLACES = 1 << 15;
/** How many of them a stream keeps of one column: at first, and at the most. */
const FIRST_LIMIT = 8;
const PLACES_A_CELL = 100;
/** Of errors so many times more are kept. */
const MORE_OF_ERRORS = 16;
const ERROR = 0x80;

/**
 * Where the first records of each stream in each column of time stand; the more streams and columns there are, the
 * fewer of each. Memory: 32,768 places, 850 KB.
 */
export class KeptPlaces {
  /** Records of a stream in the column whose places are kept, without errors and with: see `begin`. */
  limit = FIRST_LIMIT;
  errorLimit = PLACES_A_CELL;
  readonly #columns: number;
  #size = 0;
  #perCell = FIRST_LIMIT;
  /** Of streams without errors the places in one column of so many are kept. */
  #oneColumnIn = 1;
  #column = 0;
  #room = FIRST_PLACES;
  #stream = new Int32Array(FIRST_PLACES);
  #inColumn = new Int16Array(FIRST_PLACES);
  /** Its number among the records of its stream and column, with ERROR if the stream is one of errors. */
  #ordinal = new Uint8Array(FIRST_PLACES);
  #source = new Int32Array(FIRST_PLACES);
  #line = new Float64Array(FIRST_PLACES);
  #time = new Float64Array(FIRST_PLACES);

  /** `columns`: columns that there may be. */
  constructor(columns: number) {
    this.#columns = columns;
  }

  /** What follows is in this column. */
  begin(column: number): void {
    this.#column = column;
    this.#setLimits();
  }

  /** Keeps a record's place; `ordinal`: its number in its stream and column, within the limit; `time`: NaN for none. */
  keep(stream: number, ordinal: number, isError: boolean, source: number, line: number, time: number): void {
    if (this.#size === this.#room && !this.#makeRoom(ordinal, isError)) return;
    const place = this.#size++;
    this.#stream[place] = stream;
    this.#inColumn[place] = this.#column;
    this.#ordinal[place] = isError ? ordinal | ERROR : ordinal;
    this.#source[place] = source;
    this.#line[place] = line;
    this.#time[place] = time;
  }

  /** Places of records of some streams in columns that are wanted, as they were read. */
  of(streams: ReadonlySet<number>, isWanted: (column: number) => boolean): Place[] {
    const places: Place[] = [];
    for (let place = 0; place < this.#size; place++) {
      const stream = this.#stream[place];
      const column = this.#inColumn[place];
      if (!streams.has(stream) || !isWanted(column)) continue;
      places.push({ source: this.#source[place], line: this.#line[place], column, stream });
    }
    return places;
  }

  /** The records, as they were read, of sources with at least `least` records behind ones that are `apart` milliseconds later. */
  outOfOrder(least: number, apart: number): TimedRecord[][] {
    const latest = new Map<number, { time: number; behind: number }>();
    for (let place = 0; place < this.#size; place++) {
      const time = this.#time[place];
      if (time !== time) continue;
      const source = latest.get(this.#source[place]);
      if (source === undefined) latest.set(this.#source[place], { time, behind: 0 });
      else if (time > source.time) source.time = time;
      else if (time <= source.time - apart) source.behind++;
    }
    return [...latest].filter(([, { behind }]) => behind >= least).map(([source]) => {
      const records: TimedRecord[] = [];
      for (let place = 0; place < this.#size; place++) {
        const time = this.#time[place];
        if (this.#source[place] === source && time === time) {
          records.push({ stream: this.#stream[place], time });
        }
      }
      return records;
    });
  }

  /** Column c has become `now[c]`. */
  joinColumns(now: Int32Array): void {
    renumber(this.#inColumn, now, this.#size);
  }

  /** Stream s has become `now[s]`. */
  joinStreams(now: Int32Array): void {
    renumber(this.#stream, now, this.#size);
  }

  reset(): void {
    this.#size = 0;
    this.#perCell = FIRST_LIMIT;
    this.#oneColumnIn = 1;
    this.#setLimits();
  }

  #setLimits(): void {
    this.errorLimit = Math.min(PLACES_A_CELL, this.#perCell * MORE_OF_ERRORS);
    this.limit = this.#column % this.#oneColumnIn === 0 ? this.#perCell : 0;
  }

  /** Makes room for a record; false if places of that `ordinal` are no longer kept. */
  #makeRoom(ordinal: number, isError: boolean): boolean {
    if (this.#room < MAX_PLACES) {
      this.#grow();
      return true;
    }
    if (this.#oneColumnIn === this.#columns) return false;
    this.#thin();
    return this.#size < MAX_PLACES && ordinal <= (isError ? this.errorLimit : this.limit);
  }

  #grow(): void {
    const room = this.#room * 2;
    this.#stream = grown(this.#stream, new Int32Array(room));
    this.#inColumn = grown(this.#inColumn, new Int16Array(room));
    this.#ordinal = grown(this.#ordinal, new Uint8Array(room));
    this.#source = grown(this.#source, new Int32Array(room));
    this.#line = grown(this.#line, new Float64Array(room));
    this.#time = grown(this.#time, new Float64Array(room));
    this.#room = room;
  }

  /** Keeps half as many places of each stream and column; where that is one, of half of the columns. */
  #thin(): void {
    if (this.#perCell > 1) this.#perCell >>= 1;
    else this.#oneColumnIn *= 2;
    this.#setLimits();
    this.#size = this.#keepWithin();
  }

  /** Takes together the places that are within the limits; returns how many. */
  #keepWithin(): number {
    const perCell = this.#perCell;
    const columnMask = this.#oneColumnIn - 1;
    const ofErrors = this.errorLimit | ERROR;
    // A loop that runs seldom and long is slow to read fields in.
    const streams = this.#stream;
    const columns = this.#inColumn;
    const ordinals = this.#ordinal;
    const sources = this.#source;
    const lines = this.#line;
    const times = this.#time;
    let kept = 0;
    for (let place = 0; place < MAX_PLACES; place++) {
      const ordinal = ordinals[place];
      const column = columns[place];
      if (ordinal >= ERROR ? ordinal > ofErrors : ordinal > perCell || (column & columnMask) !== 0) continue;
      streams[kept] = streams[place];
      columns[kept] = column;
      ordinals[kept] = ordinal;
      sources[kept] = sources[place];
      times[kept] = times[place];
      lines[kept++] = lines[place];
    }
    return kept;
  }
}

function renumber(numbers: Int32Array | Int16Array, now: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) numbers[i] = now[numbers[i]];
}
