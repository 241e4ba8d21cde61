import { BREAK, type FilePlace, NOTHING, type Source, type SourceEvent } from "./source.ts";
import { Utf16Decoder } from "./utf16_decoder.ts";

/** Bytes needed to know a byte-order mark: the longest is that of UTF-8. */
const MARK_BYTES = 3;

/** UTF-16 grows to at most 3 bytes of UTF-8 a unit of two; some room for what was carried over. */
const GROWTH = 2;

/**
 * Takes a byte-order mark away at the start, and after a BREAK; with the mark of UTF-16 what follows becomes
 * UTF-8. Everything else passes through as it is, in the reader's own buffer.
 */
export class DecodedSource implements Source {
  #inner: Source;
  /** First bytes that are not enough to tell; null once it is known. */
  #start: number[] | null = [];
  #utf16: Utf16Decoder | null = null;
  #raw = new Uint8Array(0);
  /** END or BREAK, to be told after the last bytes. */
  #later = NOTHING;
  /** Bytes of a mark that was taken away. */
  #mark = 0;

  constructor(inner: Source) {
    this.#inner = inner;
  }

  get name(): string {
    return this.#inner.name;
  }

  get reference(): number {
    return this.#inner.reference;
  }

  get size(): number | null {
    return this.#inner.size;
  }

  get position(): number {
    return this.#inner.position;
  }

  get place(): FilePlace | null {
    const place = this.#inner.place ?? null;
    return place === null || this.#utf16 !== null ? null : { ...place, before: place.before + this.#mark };
  }

  read(into: Uint8Array): number {
    if (this.#later !== NOTHING) return this.#tellLater();
    if (this.#start !== null) return this.#readStart(into);
    if (this.#utf16 !== null) return this.#readUtf16(into, this.#utf16);
    const length = this.#inner.read(into);
    if (length === BREAK) this.#start = [];
    return length;
  }

  keepUp(): void {
    this.#inner.keepUp?.();
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#later !== NOTHING ? Promise.resolve() : this.#inner.wait(signal);
  }

  events(): SourceEvent[] {
    return this.#inner.events();
  }

  close(): void {
    this.#inner.close();
  }

  #tellLater(): number {
    const later = this.#later;
    if (later === BREAK) {
      this.#later = NOTHING;
      this.#start = [];
      this.#utf16 = null;
    }
    return later;
  }

  #readStart(into: Uint8Array): number {
    const held = this.#start!;
    const length = this.#inner.read(into.subarray(held.length));
    if (length === NOTHING) return NOTHING;
    into.set(held);
    if (length < 0) {
      // Too short for a mark: it is what it is.
      this.#start = [];
      if (held.length === 0) return length;
      this.#later = length;
      return held.length;
    }
    const filled = held.length + length;
    if (mayBecomeMark(into, filled)) {
      this.#start = [...into.subarray(0, filled)];
      return NOTHING;
    }
    this.#start = null;
    const isMarked = startsWith(into, filled, [0xef, 0xbb, 0xbf]);
    this.#mark = isMarked ? MARK_BYTES : 0;
    if (isMarked) return this.#without(into, MARK_BYTES, filled);
    const little = startsWith(into, filled, [0xff, 0xfe]);
    if (!little && !startsWith(into, filled, [0xfe, 0xff])) return filled;
    this.#utf16 = new Utf16Decoder(little);
    this.#utf16.push(into.slice(2, filled));
    return this.#readUtf16(into, this.#utf16);
  }

  /** The bytes behind the mark; with none there yet, what comes next. */
  #without(into: Uint8Array, mark: number, filled: number): number {
    into.copyWithin(0, mark, filled);
    return filled > mark ? filled - mark : this.read(into);
  }

  #readUtf16(into: Uint8Array, decoder: Utf16Decoder): number {
    if (decoder.pending > 1) {
      const length = decoder.take(into);
      if (length > 0) return length;
    }
    if (this.#raw.length === 0) this.#raw = new Uint8Array(Math.max(1 << 16, into.length / GROWTH));
    const length = this.#inner.read(this.#raw);
    if (length === NOTHING) return NOTHING;
    if (length > 0) {
      decoder.push(this.#raw.subarray(0, length));
      return decoder.take(into);
    }
    this.#later = length;
    const rest = decoder.finish(into);
    return rest > 0 ? rest : this.#tellLater();
  }
}

/** Could the bytes so far be the beginning of a mark that is not complete? */
function mayBecomeMark(bytes: Uint8Array, filled: number): boolean {
  if (filled === 0 || filled >= MARK_BYTES) return filled === 0;
  const first = bytes[0];
  if (filled === 1) return first === 0xef || first === 0xfe || first === 0xff;
  return first === 0xef && bytes[1] === 0xbb;
}

function startsWith(bytes: Uint8Array, filled: number, start: readonly number[]): boolean {
  return filled >= start.length && start.every((byte, at) => bytes[at] === byte);
}
