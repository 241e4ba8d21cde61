import { ByteQueue } from "./byte_queue.ts";
import { ByteReader } from "./byte_reader.ts";
import { decompressed } from "./decompress.ts";
import { HEAD_BYTES } from "./incarnation.ts";
import { basename } from "./paths.ts";
import { reasonOf } from "./reason.ts";
import type { SourceEvent } from "./source.ts";
import { chunksOf } from "./stream_sources.ts";

/**
 * Compressed files that stood at a followed path and were rotated away before they were seen: what they hold, unpacked
 * in the background, one file after the other with a BREAK between them.
 */
export class PackedMissed {
  /** What became known of them, without the name of the source. */
  readonly events: SourceEvent[] = [];
  #queue = new ByteQueue();
  #closed = false;

  /** Of the files at `paths`, oldest first, those are left out whose first bytes `isRead` knows. */
  constructor(paths: readonly string[], isRead: (path: string, head: Uint8Array) => boolean) {
    this.#readAll(paths, isRead).then(() => this.#queue.end());
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

  async #readAll(
    paths: readonly string[],
    isRead: (path: string, head: Uint8Array) => boolean,
  ): Promise<void> {
    for (const path of paths) {
      try {
        using file = await Deno.open(path);
        const unpacked = new ByteReader(decompressed(path, chunksOf(file, () => {})));
        // Shorter ones, and what is broken there, are known by what they have.
        await unpacked.fill(HEAD_BYTES);
        if (isRead(path, unpacked.ahead.subarray(0, HEAD_BYTES))) continue;
        this.events.push({
          kind: "rotated",
          message: `${basename(path)}, rotated away meanwhile, is read too`,
        });
        for await (const piece of unpacked.rest()) {
          if (this.#closed) return;
          await this.#queue.push(piece);
        }
      } catch (error) {
        const message = `${basename(path)}, rotated away meanwhile, cannot be read: ${reasonOf(path, error)}`;
        this.events.push({ kind: "loss", message });
      }
      this.#queue.pushBreak();
    }
  }
}
