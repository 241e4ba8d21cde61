import type { Beginning } from "./known_heads.ts";

/** What one read returns if the file does not hold any more what was read from it before. */
export const REPLACED = -3;

/** Bytes kept of a file's beginning and before the offset, to know it again. */
export const HEAD_BYTES = 1024;
const TAIL_BYTES = 256;

const NEWLINE = 10;

/** How much of a file was read, and what tells its copy: its first bytes and the last ones that were read. */
export interface ReadSoFar {
  offset: number;
  head: Uint8Array;
  tail: Uint8Array;
}

/**
 * One file behind a followed path: from its making until another takes its place. It is known again by its
 * identity (device, inode and time of birth, where the system tells them) and by its content: some bytes of its
 * beginning and those before the offset, which every read compares.
 */
export class Incarnation {
  /** null where the file system tells no inode: then only the content can tell files apart. */
  readonly id: string | null;
  readonly birth: number;
  /** Modification time at the last look before what it holds was written, at least; epoch milliseconds. */
  modified: number;
  offset = 0;
  /** Its largest size seen since its beginning or truncation. */
  seenSize: number;
  /** It was truncated, or has held nothing so far, and nothing has been read of it since. */
  isAnew: boolean;
  /** It changed and holds nothing, as before: what was written to it may have been truncated in the meantime. */
  isTouched = false;
  /** What was given out so far ends at a line's end (or is nothing). */
  atLineEnd = true;
  #file: Deno.FsFile | undefined;
  #head = new Uint8Array(HEAD_BYTES);
  #headLength = 0;
  #tail = new Uint8Array(TAIL_BYTES);
  #tailLength = 0;
  /** The last read came to the file's end. */
  #atEnd = false;
  /** Its modification time when its end was last reached, that of its making before. */
  #changed: number;
  /** Its size at the last look: one of what was read, if the bytes before the offset still stand there. */
  #size = 0;
  /** Zero bytes are passed over: the file was truncated under a writer that keeps its place. */
  #skipZeros = false;

  /** Takes an open file, which `close` closes; throws what the system throws. */
  constructor(file: Deno.FsFile) {
    const info = file.statSync();
    this.#file = file;
    this.id = identityOf(info);
    this.birth = (info.birthtime ?? info.mtime)?.getTime() ?? 0;
    this.modified = info.mtime?.getTime() ?? Date.now();
    this.#changed = info.birthtime?.getTime() ?? this.modified;
    this.seenSize = info.size;
    this.isAnew = info.size === 0;
  }

  /** Opens the file at `path`; throws what the system throws. */
  static open(path: string): Incarnation {
    const file = Deno.openSync(path);
    try {
      return new Incarnation(file);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get open(): boolean {
    return this.#file !== undefined;
  }

  get head(): Uint8Array {
    return this.#head.subarray(0, this.#headLength);
  }

  readSoFar(): ReadSoFar {
    return { offset: this.offset, head: this.head.slice(), tail: this.#tail.slice(0, this.#tailLength) };
  }

  /** The file's size now, 0 if it cannot be told. */
  size(): number {
    try {
      return this.#file?.statSync().size ?? 0;
    } catch {
      return 0;
    }
  }

  /** Does it hold something, or did it since its end was last reached? False if that cannot be told. */
  get held(): boolean {
    try {
      const info = this.#file?.statSync();
      return info !== undefined && (info.size > 0 || (info.mtime?.getTime() ?? 0) !== this.#changed);
    } catch {
      return false;
    }
  }

  /** Has more been written than was read? */
  get grown(): boolean {
    return this.size() > this.offset;
  }

  /** Does no name lead to it any more? Then it takes up space only because it is open. */
  get deleted(): boolean {
    try {
      return (this.#file?.statSync().nlink ?? 0) === 0;
    } catch {
      return true;
    }
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  /**
   * Is `found`, which took its place, what a program like rsync saved it anew as: with all that was read of it? Such a file
   * was changed last before it came to be. Another one has lines of its own, the same though they may be.
   */
  isSavedAs(found: Incarnation): boolean {
    return found.modified < found.birth && this.deleted && found.holdsAllReadOf(this);
  }

  /** Goes on with the same file in a newly opened handle, which `other` gives up. */
  reopenAs(other: Incarnation): void {
    this.close();
    this.#file = other.#file;
    other.#file = undefined;
    this.#atEnd = false;
  }

  /**
   * Reads on from the offset into `into`: the number of bytes, 0 at the present end, or REPLACED if the bytes before
   * the offset are no longer those that were read. Bytes and their comparison come from one read, so that a
   * truncation cannot fall between them.
   */
  read(into: Uint8Array): number {
    if (this.#file === undefined) return 0;
    if (this.#atEnd) {
      const news = this.#lookAgain();
      if (news <= 0) return news;
    }
    for (;;) {
      const length = this.#readOn(into);
      if (length <= 0 || !this.#skipZeros) return length;
      let zeros = 0;
      while (zeros < length && into[zeros] === 0) zeros++;
      if (zeros === length) continue;
      this.#skipZeros = false;
      into.copyWithin(0, zeros, length);
      return length - zeros;
    }
  }

  /** Begins again at the start of the file, which was truncated. */
  restart(): void {
    this.offset =
      this.#headLength =
      this.#tailLength =
      this.seenSize =
      this.#size =
        0;
    this.#atEnd = false;
    this.atLineEnd = true;
    this.#skipZeros = true;
    this.isAnew = true;
  }

  /** Is it the file that stands at `path` now? */
  standsAt(path: string): boolean {
    try {
      return identityOf(Deno.statSync(path)) === this.id;
    } catch {
      return false;
    }
  }

  /** Tells whether this file begins as `other` did and holds, before other's offset, what was read of it. */
  holdsAllReadOf(other: Incarnation): boolean {
    if (other.offset === 0 || this.size() < other.offset) return false;
    const piece = new Uint8Array(HEAD_BYTES);
    const tail = other.#tail.subarray(0, other.#tailLength);
    return this.#readAt(0, piece) >= other.#headLength && startsWith(piece, other.head) &&
      this.#readAt(other.offset - tail.length, piece) >= tail.length && startsWith(piece, tail);
  }

  /** Takes over how far `other` was read: this file is a copy of it. */
  continueFrom(other: Incarnation): void {
    this.offset = other.offset;
    this.#head.set(other.#head);
    this.#headLength = other.#headLength;
    this.#tail.set(other.#tail);
    this.#tailLength = other.#tailLength;
    this.atLineEnd = other.atLineEnd;
  }

  /**
   * What is known of its beginning: the first bytes that stand there, or those that were read if it was truncated since.
   * A copy is no longer than a file that was not truncated.
   */
  get beginning(): Beginning {
    let bytes = this.head;
    let isWhole = false;
    try {
      const present = this.#file === undefined ? bytes : this.peek();
      isWhole = present.length < HEAD_BYTES && startsWith(present, bytes);
      if (startsWith(present, bytes)) bytes = present;
    } catch {
      // What was read is what is known.
    }
    return { bytes, isWhole };
  }

  /** The first bytes of the file, at most as many as are kept of a beginning. */
  peek(): Uint8Array {
    const piece = new Uint8Array(HEAD_BYTES);
    return piece.subarray(0, this.#readAt(0, piece));
  }

  /** After the end was reached: 1 if there may be more, 0 if nothing changed, or REPLACED. */
  #lookAgain(): number {
    const info = this.#file!.statSync();
    const modified = info.mtime?.getTime() ?? 0;
    if (info.size < this.offset) return REPLACED;
    if (info.size === this.offset && modified === this.modified) return 0;
    if (!startsWith(this.peek(), this.head)) return REPLACED;
    if (!this.isAnew) this.modified = modified;
    this.#size = info.size;
    this.#atEnd = false;
    return 1;
  }

  #readOn(into: Uint8Array): number {
    const known = this.#tailLength;
    const length = this.#readAt(this.offset - known, into) - known;
    if (length < 0 || !startsWith(into, this.#tail.subarray(0, known))) return REPLACED;
    // Not before: the size of what was written over the file is no size of what was there.
    this.seenSize = Math.max(this.seenSize, this.#size);
    if (length === 0) return this.#endReached();
    into.copyWithin(0, known, known + length);
    this.#remember(into.subarray(0, length));
    return length;
  }

  #endReached(): number {
    this.#atEnd = true;
    const { size, mtime } = this.#file!.statSync();
    const changed = mtime?.getTime() ?? 0;
    if (size === 0 && changed !== this.#changed) this.isTouched = true;
    this.#changed = changed;
    return size < this.offset ? REPLACED : 0;
  }

  /** Fills `into` from `position` as far as the file goes. */
  #readAt(position: number, into: Uint8Array): number {
    const file = this.#file!;
    file.seekSync(position, Deno.SeekMode.Start);
    const enough = Math.min(into.length, TAIL_BYTES + 1);
    let filled = file.readSync(into) ?? 0;
    while (filled > 0 && filled < enough) {
      const more = file.readSync(into.subarray(filled)) ?? 0;
      if (more === 0) break;
      filled += more;
    }
    return filled;
  }

  #remember(bytes: Uint8Array): void {
    if (this.#headLength < HEAD_BYTES) {
      const part = bytes.subarray(0, HEAD_BYTES - this.#headLength);
      this.#head.set(part, this.#headLength);
      this.#headLength += part.length;
    }
    const kept = Math.min(this.#tailLength, Math.max(0, TAIL_BYTES - bytes.length));
    this.#tail.copyWithin(0, this.#tailLength - kept, this.#tailLength);
    const last = bytes.subarray(Math.max(0, bytes.length - (TAIL_BYTES - kept)));
    this.#tail.set(last, kept);
    this.#tailLength = kept + last.length;
    this.offset += bytes.length;
    this.seenSize = Math.max(this.seenSize, this.offset);
    this.atLineEnd = bytes[bytes.length - 1] === NEWLINE;
  }
}

/** Are two opened files the same file? Where there are no inodes, the content before the offset tells. */
export function isSame(last: Incarnation, found: Incarnation): boolean {
  if (last.id !== null && found.id !== null) return last.id === found.id;
  return last.birth === found.birth && (last.offset === 0 || found.holdsAllReadOf(last));
}

/** Device, inode and time of birth of a file; null where the system tells no inode. */
export function identityOf(info: Deno.FileInfo): string | null {
  return info.ino === null || info.ino === 0
    ? null
    : `${info.dev}:${info.ino}:${info.birthtime?.getTime() ?? ""}`;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (bytes.length < start.length) return false;
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false;
  return true;
}
