import type { Batch } from "../record/batch.ts";
import type { LineFormat, LineRange, Verdict } from "./line_format.ts";
import * as verdicts from "./line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NO, PARTIAL, YES } = verdicts;

const NONE = -1;
const NONE_BEFORE: readonly string[] = [];
/** Formats that carry what loggers write. */
const CARRYING = new Set(["syslog"]);
/** Formats whose lines need not be counted to tell what is head and what message. */
const TELLING = new Set(["syslog", "access", "klog"]);

/**
 * A format, made when it is first asked: there may be thousands of sources, and each is asked few. `name`: its name;
 * `firstBytes`: the bytes that its lines can begin with (as ASCII text; absent: any).
 */
export class Candidate {
  readonly name: string;
  readonly firstBytes: string | undefined;
  readonly #make: () => LineFormat;
  #format: LineFormat | null = null;

  constructor(name: string, make: () => LineFormat, firstBytes?: string) {
    this.name = name;
    this.firstBytes = firstBytes;
    this.#make = make;
  }

  get format(): LineFormat {
    return this.#format ??= this.#make();
  }

  mayBeginWith(byte: number): boolean {
    return this.firstBytes?.includes(String.fromCharCode(byte)) !== false;
  }
}

/** Several preambles as one, which stays the same array while they do. */
export class Preambles {
  #lists: readonly (readonly string[])[] = [];
  #joined: readonly string[] = [];

  joined(lists: readonly (readonly string[])[]): readonly string[] {
    const isSame = lists.length === this.#lists.length && lists.every((list, at) => list === this.#lists[at]);
    if (!isSame) {
      this.#lists = lists;
      this.#joined = lists.flat();
    }
    return this.#joined;
  }
}

/** Formats in the order they are tried in, after the one that read the line before. */
export class TriedFormats {
  readonly #candidates: readonly Candidate[];
  /** Those of them that were asked. */
  readonly #formats: (LineFormat | null)[];
  /** The last of them, once it was asked: it knows some lines before the others see them. */
  #general: LineFormat | null = null;
  readonly #numbers: number[];
  readonly #holdTraces: Uint8Array;
  /** For each byte, the places of the formats whose lines can begin with it. */
  readonly #byFirst: readonly (readonly number[])[];
  /** Place of the format asked last, and of the particular one to ask first. */
  #asked = 0;
  #first = NONE;
  /** Place of the format that `isTelling` was said of last. */
  #telling = NONE;
  readonly #preambles = new Preambles();

  constructor(candidates: readonly Candidate[], numberOf: (name: string) => number) {
    this.#candidates = candidates;
    this.#formats = candidates.map(() => null);
    this.#holdTraces = new Uint8Array(candidates.length);

    this.#numbers = candidates.map(({ name }) => numberOf(name));
    this.#byFirst = placesByFirst(candidates);
  }

  #at(place: number): LineFormat {
    return this.#formats[place] ?? this.#make(place);
  }

  #make(place: number): LineFormat {
    const { format } = this.#candidates[place];
    this.#formats[place] = format;
    if (place === this.#formats.length - 1) this.#general = format;
    this.#holdTraces[place] = format.holdsTraces === true ? 1 : 0;
    return format;
  }

  /** What lines before have said, see `LineFormat.preamble`; the same array while they are the same. */
  get preamble(): readonly string[] {
    let only = NONE_BEFORE;
    let several = 0;
    for (const format of this.#formats) {
      const preamble = format?.preamble;
      if (preamble === undefined || preamble.length === 0) continue;
      only = preamble;
      several++;
    }
    return several < 2
      ? only
      : this.#preambles.joined(this.#formats.map((format) => format?.preamble ?? NONE_BEFORE));
  }

  prime(batch: Batch, lines: Iterable<LineRange>, mayHaveCells = true): void {
    if (this.#formats.length === 0) return;
    const iterator = lines[Symbol.iterator]();
    const first = iterator.next();
    let all = remaining(first, iterator);
    if (first.done !== true && this.#isCarried(batch, first.value)) {
      const carried = [...all];
      this.primeTelling(batch, carried);
      all = carried;
    }
    this.#at(this.#formats.length - 1).prime?.(batch, all, mayHaveCells);
  }

  /** Whether a format reads the line that carries the messages of others: these are counted as well. */
  #isCarried(batch: Batch, [from, to]: LineRange): boolean {
    const { count, side, fieldCount } = batch;
    const isCarrying = to > from && this.isTelling(batch, from, to, CARRYING);
    while (batch.count > count) batch.takeBack();
    batch.side = side;
    batch.fieldCount = fieldCount;
    return isCarrying;
  }

  findsCells(batch: Batch, lines: Iterable<LineRange>): boolean {
    return this.#formats.length > 0 && this.#at(this.#formats.length - 1).findsCells?.(batch, lines) === true;
  }

  /** Whether a format reads the line, of those whose lines tell by themselves what is head and what message; it may add a row. */
  isTelling(batch: Batch, from: number, to: number, telling: ReadonlySet<string> = TELLING): boolean {
    this.#telling =
      this.#byFirst[batch.bytes[from]].find((place) =>
        telling.has(this.#candidates[place].name) && this.#at(place).read(batch, from, to) === YES
      ) ?? NONE;
    return this.#telling !== NONE;
  }

  /** As `prime`, the format that `isTelling` was said of last. */
  primeTelling(batch: Batch, lines: Iterable<LineRange>): void {
    if (this.#telling !== NONE) this.#at(this.#telling).prime?.(batch, lines, false);
  }

  /** Whether a format knows by the two lines [from, to) that a record of several begins with them. */
  opens(bytes: Uint8Array, from: number, to: number): boolean {
    return this.#byFirst[bytes[from]].some((place) => this.#at(place).opens?.(bytes, from, to) === true);
  }

  /** Number of the format asked last. */
  get number(): number {
    return this.#numbers[this.#asked];
  }

  /** Place of the format asked last. */
  get place(): number {
    return this.#asked;
  }

  /** The format asked last. */
  get asked(): LineFormat {
    return this.#at(this.#asked);
  }

  get holdsTraces(): boolean {
    return this.#holdTraces[this.#asked] === 1;
  }

  get goesOn(): boolean {
    return this.#formats[this.#asked]?.goesOn === true;
  }

  get isHeaded(): boolean {
    return this.#formats[this.#asked]?.isHeaded === true || this.#formats.at(-1)?.isHeaded === true;
  }

  /** Whether the general format has shown that many lines have none. */
  get isHeadless(): boolean {
    return this.#formats.at(-1)?.isHeadless === true;
  }

  prefer(name: string | undefined): void {
    this.#first = this.#candidates.findIndex((candidate) => candidate.name === name);
  }

  /** Forgets that the general format knows lines before the others see them. */
  dropKnown(): void {
    this.#general = null;
  }

  /** Asks the formats for the line [from, to), which is not empty. */
  read(batch: Batch, from: number, to: number, single: boolean): Verdict {
    const first = this.#first;
    if (first !== NONE) {
      const verdict = this.#ask(first, batch, from, to, single);
      if (verdict !== NO) return verdict;
    } else if (this.#general?.readKnown?.(batch, from, to) === YES) {
      this.#asked = this.#formats.length - 1;
      return YES;
    }
    const places = this.#byFirst[batch.bytes[from]];
    for (let at = 0; at < places.length; at++) {
      const place = places[at];
      if (place === first) continue;
      const verdict = this.#ask(place, batch, from, to, single);
      if (verdict === NO) continue;
      this.#first = place === this.#formats.length - 1 ? NONE : place;
      return verdict;
    }
    return NO;
  }

  /** Reads lines behind one that was read by the format that is asked first, see `LineFormat.readRun`. */
  readRun(batch: Batch, from: number, end: number, mayJoin: boolean): number {
    const asked = this.#asked;
    const isFirst = this.#first === asked ||
      (this.#first === NONE && this.#general !== null && asked === this.#formats.length - 1);
    return isFirst ? this.#formats[asked]?.readRun?.(batch, from, end, mayJoin) ?? from : from;
  }

  /** Whether a format knows the indented line [from, to) for one of its own, by those before it. */
  begins(batch: Batch, from: number, to: number): boolean {
    return this.#formats.some((format) => format?.begins?.(batch, from, to) === true);
  }

  readOn(batch: Batch, from: number, to: number): Verdict {
    return this.#at(this.#asked).read(batch, from, to);
  }

  readLast(batch: Batch, from: number, to: number): Verdict {
    return this.#at(this.#asked).readLast?.(batch, from, to) ?? NO;
  }

  #ask(place: number, batch: Batch, from: number, to: number, single: boolean): Verdict {
    this.#asked = place;
    const verdict = this.#at(place).read(batch, from, to);
    return single && verdict === PARTIAL ? NO : verdict;
  }
}

/** The line that was taken from an iterator, if there was one, and those that are left in it. */
function* remaining(first: IteratorResult<LineRange>, iterator: Iterator<LineRange>): Iterable<LineRange> {
  for (let next = first; next.done !== true; next = iterator.next()) yield next.value;
}

/** The same formats are tried with all sources. */
const known = new Map<string, readonly (readonly number[])[]>();

/** For each byte, the places of the formats whose lines can begin with it; bytes of the same formats share a list. */
function placesByFirst(candidates: readonly Candidate[]): readonly (readonly number[])[] {
  const key = JSON.stringify(candidates.map(({ firstBytes }) => firstBytes ?? null));
  const places = known.get(key) ?? newPlacesByFirst(candidates);
  known.set(key, places);
  return places;
}

function newPlacesByFirst(candidates: readonly Candidate[]): number[][] {
  // A bit for each format that tells its first bytes.
  const formats = new Int32Array(256);
  let bit = 1;
  const bits = candidates.map(({ firstBytes }) => {
    if (firstBytes === undefined) return -1;
    const own = bit;
    for (let at = 0; at < firstBytes.length; at++) formats[firstBytes.charCodeAt(at)] |= own;
    bit <<= 1;
    return own;
  });
  const lists = new Map<number, number[]>();
  return Array.from(formats, (of) => {
    const places = lists.get(of) ??
      bits.flatMap((bit, place) => (bit & of) !== 0 || bit === -1 ? [place] : []);
    lists.set(of, places);
    return places;
  });
}
