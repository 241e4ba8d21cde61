import { ByteQueue } from "./byte_queue.ts";
import { ByteReader } from "./byte_reader.ts";
import { decompressed } from "./decompress.ts";
import { HEAD_BYTES, type ReadSoFar } from "./incarnation.ts";
import { chunksOf } from "./stream_sources.ts";

/**
 * What the compressed copy of a file that was truncated holds beyond what was read of the file. It is looked for
 * among `paths` and unpacked in the background; `read` ends at once where none of them is a copy.
 */
export class PackedCopy {
  /** Bytes found so far. */
  found = 0;
  #queue = new ByteQueue();
  #closed = false;

  constructor(paths: readonly string[], read: ReadSoFar) {
    this.#find(paths, read).then(() => this.#queue.end());
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
  }

  async #find(paths: readonly string[], read: ReadSoFar): Promise<void> {
    for (const path of paths) {
      try {
        using file = await Deno.open(path);
        const copy = new ByteReader(decompressed(path, chunksOf(file, () => {})));
        if (!await goesOnFrom(copy, read)) continue;
        for await (const piece of copy.rest()) {
          if (this.#closed) return;
          this.found += piece.length;
          await this.#queue.push(piece);
        }
        return;
      } catch {
        // Gone or broken: what came before the broken place was given, else another may be the copy.
        if (this.found > 0 || this.#closed) return;
      }
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
