import { hashBytes } from "../../record/hash.ts";

/** What a number measures. Durations are given in milliseconds, sizes in bytes. */
export type Measure = "" | "ms" | "bytes" | "%";

const DURATIONS: Record<string, number> = {
  ns: 1e-6,
  nanoseconds: 1e-6,
  us: 1e-3,
  "µs": 1e-3,
  microsecond: 1e-3,
  microseconds: 1e-3,
  ms: 1,
  millis: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1e3,
  sec: 1e3,
  secs: 1e3,
  second: 1e3,
  seconds: 1e3,
  m: 6e4,
  min: 6e4,
  mins: 6e4,
  minute: 6e4,
  minutes: 6e4,
  h: 36e5,
  hr: 36e5,
  hrs: 36e5,
  hour: 36e5,
  hours: 36e5,
  d: 864e5,
  day: 864e5,
  days: 864e5,
};

const SIZES: Record<string, number> = {
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  kib: 1024,
  mb: 1e6,
  mib: 1024 ** 2,
  gb: 1e9,
  gib: 1024 ** 3,
  tb: 1e12,
  tib: 1024 ** 4,
};

/** Reads numbers with their unit from bytes; made after the hash seeds were set. */
export class NumberReader {
  /** What the number read last measures. */
  measure: Measure = "";
  readonly #units = new Map<number, { measure: Measure; factor: number }>();

  constructor() {
    for (const [unit, factor] of Object.entries(DURATIONS)) this.#add(unit, "ms", factor);
    for (const [unit, factor] of Object.entries(SIZES)) {
      for (const written of new Set([unit, unit.toUpperCase(), `${unit[0].toUpperCase()}${unit.slice(1)}`])) {
        this.#add(written, "bytes", factor);
      }
      if (unit.endsWith("ib")) this.#add(`${unit[0].toUpperCase()}iB`, "bytes", factor);
    }
    this.#add("kB", "bytes", 1e3);
    this.#add("%", "%", 1);
  }

  /** The number that [from, to) is, perhaps with a unit; NaN if it is none. */
  read(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    let at = from;
    let sign = 1;
    const first = bytes[at];
    if (first === 0x2d || first === 0x2b || first === 0x23) {
      if (first === 0x2d) sign = -1;
      at++;
    }
    let value = 0;
    let digits = 0;
    let scale = 0;
    for (; at < to; at++) {
      const digit = bytes[at] - 0x30;
      if (digit >= 0 && digit <= 9) {
        if (++digits > 19) return NaN;
        value = value * 10 + digit;
        if (scale > 0) scale *= 10;
      } else if (bytes[at] === 0x2e && scale === 0) {
        scale = 1;
      } else {
        break;
      }
    }
    if (digits === 0) return NaN;
    if (scale > 1) value /= scale;
    this.measure = "";
    if (at === to) return sign * value;
    while (at < to && bytes[at] === 0x20) at++;
    const known = this.#units.get(hashBytes(view, at, to));
    if (known === undefined || to - at > 12) return NaN;
    this.measure = known.measure;
    return sign * value * known.factor;
  }

  #add(unit: string, measure: Measure, factor: number): void {
    const encoded = new TextEncoder().encode(unit);
    const padded = new Uint8Array(encoded.length + 8);
    padded.set(encoded);
    this.#units.set(hashBytes(new DataView(padded.buffer), 0, encoded.length), { measure, factor });
  }
}
