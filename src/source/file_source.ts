import { UserError } from "../record/user_error.ts";
import { reasonOf } from "./reason.ts";
import { identityOf } from "./incarnation.ts";
import { END, type FilePlace, type Source, type SourceEvent } from "./source.ts";

/** What a file must be able to do to be read. */
type OpenFile = Pick<Deno.FsFile, "readSync" | "statSync" | "close">;

/** A plain file, read once from its beginning to its end. */
export class FileSource implements Source {
  readonly name: string;
  readonly reference: number;
  readonly size: number;
  readonly place: FilePlace;
  position = 0;
  #file: OpenFile;
  #events: SourceEvent[] = [];
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
    const length = this.#readPiece(into);
    if (length === null) return this.#end();
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

  /** Files of the system hold less than their size tells; one that was truncated since has a smaller size now. */
  #end(): number {
    const lost = this.size - this.position;
    if (lost > 0 && this.#file.statSync().size < this.size) {
      const message =
        `${this.name}: was truncated while it was read: ${lost} bytes were gone before they were read`;
      this.#events.push({ kind: "loss", message });
    }
    return END;
  }

  #readPiece(into: Uint8Array): number | null {
    try {
      return this.#file.readSync(into);
    } catch (error) {
      throw new UserError(`${this.name}: ${reasonOf(this.name, error)}`, 1, { cause: error });
    }
  }
}
