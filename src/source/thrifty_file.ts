import { identityOf } from "./incarnation.ts";

/** Files that stand open at most, of all that are being read: shells allow 256 or 1,024, and others need some too. */
const MAX_OPEN = 128;

/** Those that stand open; what was read last is the last. Descriptors are the process's, so there is one such set. */
const standing = new Set<ThriftyFile>();

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

  close(): void {
    this.#closed = true;
    this.#letGo();
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
    const file = Deno.openSync(this.#path);
    try {
      if (identityOf(file.statSync()) !== this.#identity) {
        throw new Error("another file took its place before all of it was read");
      }
      file.seekSync(this.#at, Deno.SeekMode.Start);
    } catch (error) {
      file.close();
      throw error;
    }
    return this.#take(file);
  }

  #take(file: Deno.FsFile): Deno.FsFile {
    if (standing.size >= MAX_OPEN) {
      for (const oldest of standing) {
        oldest.#letGo();
        break;
      }
    }
    standing.add(this);
    return this.#file = file;
  }

  #letGo(): void {
    standing.delete(this);
    this.#file?.close();
    this.#file = undefined;
  }
}
