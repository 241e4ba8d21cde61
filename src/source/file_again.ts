import { identityOf } from "./incarnation.ts";
import { reasonOf } from "./reason.ts";
import type { FilePlace } from "./source.ts";

/** A file that is read again, at any offset of what its source gave. */
export class FileAgain {
  readonly #file: Deno.FsFile;
  readonly #before: number;

  private constructor(file: Deno.FsFile, before: number) {
    this.#file = file;
    this.#before = before;
  }

  /** Opens the file; or one line for a person on why it is not the one that was read. */
  static open({ path, identity, before }: FilePlace): FileAgain | string {
    let file: Deno.FsFile;
    try {
      file = Deno.openSync(path);
    } catch (error) {
      return `${path} cannot be read again: ${reasonOf(path, error)}`;
    }
    const now = identityOf(file.statSync());
    if (now === identity || now === null || identity === null) return new FileAgain(file, before);
    file.close();
    return `${path} cannot be read again: another file is there now`;
  }

  /** Fills `into` from an offset, as far as the file goes; returns the number of bytes. */
  read(offset: number, into: Uint8Array): number {
    this.#file.seekSync(this.#before + offset, Deno.SeekMode.Start);
    let filled = 0;
    while (filled < into.length) {
      const length = this.#file.readSync(into.subarray(filled)) ?? 0;
      if (length === 0) break;
      filled += length;
    }
    return filled;
  }

  close(): void {
    this.#file.close();
  }
}
