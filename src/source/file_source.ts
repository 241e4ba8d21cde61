import { UserError } from "../record/user_error.ts";
import { reasonOf } from "./reason.ts";
import { identityOf } from "./incarnation.ts";
import { END, type FilePlace, type Source, type SourceEvent } from "./source.ts";

/** What a file must be able to do to be read. */
type OpenFile = Pick<Deno.FsFile, "readSync" | "statSync" | "close">;

const NEWLINE = 10;

/**
 * A plain file, read once from its beginning to its end. It may grow faster than it is read: of one that has grown when its
 * end is reached, the new end is the last, with the line that stands there.
 */
export class FileSource implements Source {
  readonly name: string;
  readonly reference: number;
  size: number;
  readonly place: FilePlace;
  position = 0;
  #file: OpenFile;
  #events: SourceEvent[] = [];
  #hasGrown = false;
  #atLineEnd = true;
  #closed = false;

  /** Takes an open file, which `close` closes. */
  constructor(name: string, file: OpenFile, info: Deno.FileInfo) {
    this.name = name;
    this.#file = file;
    this.size = info.size;
    this.place = { path: name, identity: identityOf(info), before: 0 };
    this.reference = info.mtime?.getTime() ?? Date.now();
  }

  read(into: Uint8Array): number {
    if (this.#closed) return END;
    const left = this.#left();
    if (left === 0 && this.#atLineEnd) return this.#leave();
    const space = left > 0 && left < into.length ? into.subarray(0, left) : into;
    const filled = this.#ask((file) => file.readSync(space));
    if (filled === null) return this.#end();
    const length = left > 0 ? filled : lineEnd(into, filled);
    this.#atLineEnd = into[length - 1] === NEWLINE;
    this.position += length;
    return length;
  }

  wait(): Promise<void> {
    return Promise.resolve();
  }

  events(): SourceEvent[] {
    return this.#events.splice(0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#file.close();
  }

  /** Bytes to its end; 0 at the last one, if more was written behind it since. */
  #left(): number {
    if (this.position < this.size) return this.size - this.position;
    const { size } = this.#ask((file) => file.statSync());
    // Files of the system may hold more than their size tells.
    if (size <= this.position) return Infinity;
    if (this.#hasGrown) return 0;
    this.#hasGrown = true;
    this.size = size;
    return size - this.position;
  }

  #leave(): number {
    const message =
      `${this.name}: grows while it is read: what was written behind its first ${this.position} bytes is left`;
    this.#events.push({ kind: "left", message });
    return END;
  }

  /** Files of the system hold less than their size tells; one that was truncated since has a smaller size now. */
  #end(): number {
    const lost = this.size - this.position;
    if (lost > 0 && this.#ask((file) => file.statSync().size) < this.size) {
      const message =
        `${this.name}: was truncated while being read: ${lost} bytes were lost before they could be read`;
      this.#events.push({ kind: "loss", message });
    }
    return END;
  }

  #ask<T>(ask: (file: OpenFile) => T): T {
    try {
      return ask(this.#file);
    } catch (error) {
      throw new UserError(`${this.name}: ${reasonOf(this.name, error)}`, 1, { cause: error });
    }
  }
}

/** The end of the first line of the `filled` bytes, `filled` where it is not there. */
function lineEnd(bytes: Uint8Array, filled: number): number {
  const newline = bytes.subarray(0, filled).indexOf(NEWLINE);
  return newline < 0 ? filled : newline + 1;
}
