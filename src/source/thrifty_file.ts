import { identityOf } from "./incarnation.ts";
import { isTooManyOpen } from "./reason.ts";

/** Files that stand open at most, of all that are being read: shells allow 256 or 1,024, and others need some too. */
const MAX_OPEN = 128;
/** Where fewer are allowed, so many are closed at a time: what else the process opens needs some. */
const ROOM = 16;
const LEAST_OPEN = 4;

let mostOpen = MAX_OPEN;

/** Those that stand open; what was read last is the last. Descriptors are the process's, so there is one such set. */
const standing = new Set<ThriftyFile>();

/** Opens a file to be read. Where the process may open no more, those that were not read for long are closed for it. */
export function openSparingly(path: string): Deno.FsFile {
  for (;;) {
    try {
      return Deno.openSync(path);
    } catch (error) {
      if (!isTooManyOpen(error) || standing.size <= LEAST_OPEN) throw error;
      mostOpen = Math.max(LEAST_OPEN, standing.size - ROOM);
      closeOldest();
    }
  }
}

/** Closes those that were not read for longest, as many as stand open beyond the most. */
function closeOldest(): void {
  for (const oldest of standing) {
    if (standing.size <= mostOpen) break;
    oldest.rest();
  }
}

/**
 * A file that is read from its beginning to its end. Where many are read at once, those that were not read for long are
 * closed, and opened again where they stood.
 */
export class ThriftyFile {
  readonly #path: string;
  readonly #identity: string | null;
  #file: Deno.FsFile | undefined;
  #at = 0;
  #closed = false;

  /** Takes an open file that stands at its beginning, which `close` closes. */
  constructor(path: string, file: Deno.FsFile, info: Deno.FileInfo) {
    this.#path = path;
    this.#identity = identityOf(info);
    this.#take(file);
  }

  /** Bytes read into `into`, null at the end. Throws what the system throws, and if another file stands there now. */
  readSync(into: Uint8Array): number | null {
    const length = this.#standing().readSync(into);
    this.#at += length ?? 0;
    return length;
  }

  /** The same, for those who take any source of bytes; a read from a disk is not waited for. */
  read(into: Uint8Array): Promise<number | null> {
    return Promise.resolve(this.readSync(into));
  }

  /** What the system tells of the file now; throws as a read does. */
  statSync(): Deno.FileInfo {
    return this.#standing().statSync();
  }

  close(): void {
    this.#closed = true;
    this.rest();
  }

  /** Closes it until it is read again. */
  rest(): void {
    standing.delete(this);
    this.#file?.close();
    this.#file = undefined;
  }

  /** The open file, used last of all. */
  #standing(): Deno.FsFile {
    if (this.#closed) throw new Deno.errors.BadResource("the file is closed");
    const file = this.#file;
    if (file === undefined) return this.#open();
    if (standing.size > 1) {
      standing.delete(this);
      standing.add(this);
    }
    return file;
  }

  #open(): Deno.FsFile {
    const file = openSparingly(this.#path);
    try {
      if (identityOf(file.statSync()) !== this.#identity) {
        throw new Error("another file replaced it before it was read to the end");
      }
      file.seekSync(this.#at, Deno.SeekMode.Start);
    } catch (error) {
      file.close();
      throw error;
    }
    return this.#take(file);
  }

  #take(file: Deno.FsFile): Deno.FsFile {
    standing.add(this);
    closeOldest();
    return this.#file = file;
  }
}
