import { ByteQueue } from "./byte_queue.ts";
import { HEAD_BYTES } from "./incarnation.ts";
import type { PackedFile } from "./packed_file.ts";
import { basename } from "./paths.ts";
import { reasonOf } from "./reason.ts";
import type { SourceEvent } from "./source.ts";

/**
 * Compressed files that stood at a followed path and were rotated away before they were seen: what they hold, unpacked
 * in the background, one file after the other with a BREAK between them.
 */
export class PackedMissed {
  /** What became known of them, without the name of the source. */
  readonly events: SourceEvent[] = [];
  #queue = new ByteQueue();
  #closed = false;

  /** Of `files`, oldest first, those are left out whose first bytes `isRead` knows. They are closed when they were read. */
  constructor(files: readonly PackedFile[], isRead: (path: string, head: Uint8Array) => boolean) {
    this.#readAll(files, isRead).then(() => this.#queue.end());
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
    files: readonly PackedFile[],
    isRead: (path: string, head: Uint8Array) => boolean,
  ): Promise<void> {
    for (const file of files) {
      if (!this.#closed) await this.#readFile(file, isRead);
      file.close();
    }
  }

  async #readFile(
    file: PackedFile,
    isRead: (path: string, head: Uint8Array) => boolean,
  ): Promise<void> {
    const { path } = file;
    try {
      const unpacked = file.unpacked();
      // Shorter ones, and what is broken there, are known by what they have.
      await unpacked.fill(HEAD_BYTES);
      if (isRead(path, unpacked.ahead.subarray(0, HEAD_BYTES))) return;
      this.events.push({
        kind: "rotated",
        message: `${basename(path)} was rotated away in the meantime; it is read too`,
      });
      for await (const piece of unpacked.rest()) {
        if (this.#closed) return;
        await this.#queue.push(piece);
      }
    } catch (error) {
      const message = `${basename(path)} was rotated away in the meantime and cannot be read: ${
        reasonOf(path, error)
      }`;
      this.events.push({ kind: "loss", message });
    }
    this.#queue.pushBreak();
  }
}
