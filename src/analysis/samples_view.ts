/** A key, or the word before a value in a body; `cause`: what its values say is what went wrong. */
export interface KeyName {
  name: string;
  word: boolean;
  cause?: boolean;
}

/** Some records of each column, with what they hold. */
export interface SamplesView {
  readonly size: number;
  /** Of each: its stream and its bucket (-1 for none), whether it is a warning or worse, and its status of HTTP (0 without one). */
  readonly stream: Int32Array;
  readonly bucket: Int32Array;
  readonly bad: Uint8Array;
  readonly status: Uint16Array;
  /** The key of its status, for `keyOf`. */
  readonly statusKey: Int32Array;
  readonly source: Int32Array;
  readonly line: Float64Array;
  /** How many records it stands for. */
  readonly weight: Float64Array;
  /** The line of a source's last record. */
  lastLineOf(source: number): number;
  /** Hashes of its keys and values: those of sample i stand from `width * i` on, up to `endOf(i)`. */
  readonly keys: Int32Array;
  readonly values: Int32Array;
  readonly width: number;
  endOf(sample: number): number;
  /** The name of a key (of a word in a body before a value, `word` is true) and the text of a value; null if it is not known. */
  keyOf(hash: number): KeyName | null;
  textOf(hash: number): string | null;
  /** Gives a number of a sample, by its name as in `NumberTracks`; NaN if it has none. */
  numbersOf(name: string): (sample: number) => number;
}

/** Evenly spread in [0, 1), the same for the same record. */
export function jitterOf(column: number, ordinal: number): number {
  const mixed = Math.imul(Math.imul(column + 1, 0x9e3779b1) ^ Math.imul(ordinal + 1, 0x85ebca6b), 0xc2b2ae35);
  return (mixed >>> 8) / 0x1_000_000;
}

/** How many records some samples stand for. */
export function recordsOf(some: readonly number[], { weight }: Pick<SamplesView, "weight">): number {
  return some.reduce((sum, sample) => sum + weight[sample], 0);
}
