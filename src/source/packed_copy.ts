import { ByteQueue } from "./byte_queue.ts";
import type { ByteReader } from "./byte_reader.ts";
import { HEAD_BYTES, type ReadSoFar } from "./incarnation.ts";
import type { PackedFile } from "./packed_file.ts";

/**
 * What the compressed copy of a file that was truncated holds beyond what was read of the file. It is looked for
 * among `files`, oldest first, and unpacked in the background; `read` ends at once where none of them is a copy.
 */
export class PackedCopy {
  /** Bytes found so far. */
  found = 0;
  /** What came after the copy, and where there is none all of them: for who reads on to close. */
  others: readonly PackedFile[];
  #queue = new ByteQueue();
  #closed = false;

  constructor(files: readonly PackedFile[], read: ReadSoFar) {
    this.others = files;
    this.#find(files, read).then(() => this.#queue.end());
  }

  /** As `Source.read`. */
  read(into: Uint8Array): number {
    return this.#queue.take(into);
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#queue.wait(signal);
  }

  close(): void {
    this.#closed = true;
    this.#queue.close();
    for (const file of this.others) file.close();
  }

  async #find(files: readonly PackedFile[], read: ReadSoFar): Promise<void> {
    for (const [at, file] of files.entries()) {
      try {
        const copy = file.unpacked();
        if (!await goesOnFrom(copy, read)) continue;
        this.others = files.slice(at + 1);
        for await (const piece of copy.rest()) {
          if (this.#closed) break;
          this.found += piece.length;
          await this.#queue.push(piece);
        }
      } catch {
        // Gone or broken: what came before the broken place was given, else another may be the copy.
        if (this.found === 0 && !this.#closed) continue;
      }
      for (const done of files.slice(0, at + 1)) done.close();
      return;
    }
  }
}

/** Does `copy` begin with all that was read? Then it stands behind that. */
async function goesOnFrom(copy: ByteReader, { offset, head, tail }: ReadSoFar): Promise<boolean> {
  await copy.fill(Math.min(HEAD_BYTES, offset));
  if (!startsWith(copy.ahead, head)) return false;
  for (let left = offset - tail.length; left > 0;) {
    if (!await copy.fill(1)) return false;
    left -= copy.take(left).length;
  }
  return await copy.fill(tail.length) && startsWith(copy.take(tail.length), tail);
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, at) => bytes[at] === byte);
}
