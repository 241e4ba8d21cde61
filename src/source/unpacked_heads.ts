import { decompressed } from "./decompress.ts";
import { HEAD_BYTES } from "./incarnation.ts";
import { chunksOf } from "./stream_sources.ts";

/** A file that was written to within this time and is cut is being written, milliseconds. */
const BEING_WRITTEN = 10_000;

/**
 * The beginnings of what compressed files hold, read in the background: they tell whether a file that came to be is
 * a rotated one that was followed until it was compressed.
 */
export class UnpackedHeads {
  #heads = new Map<string, Uint8Array>();
  #busy = new Set<string>();
  readonly #known: () => void;

  /** `known` is called when a beginning is there that was not there when it was asked for. */
  constructor(known: () => void) {
    this.#known = known;
  }

  /** Takes the beginning of what the file at `path` holds; undefined while it is not known. */
  take(path: string): Uint8Array | undefined {
    const head = this.#heads.get(path);
    this.#heads.delete(path);
    if (head === undefined && !this.#busy.has(path)) this.#read(path);
    return head;
  }

  #read(path: string): void {
    this.#busy.add(path);
    unpackedHead(path).then((head) => {
      this.#busy.delete(path);
      if (head === undefined) return;
      this.#heads.set(path, head);
      this.#known();
    });
  }
}

/** undefined where the file is gone again, or is being written and does not hold enough yet. */
async function unpackedHead(path: string): Promise<Uint8Array | undefined> {
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  let written = Infinity;
  try {
    using file = await Deno.open(path);
    written = (await file.stat()).mtime?.getTime() ?? 0;
    for await (const piece of decompressed(path, chunksOf(file, () => {}))) {
      head.set(piece.subarray(0, HEAD_BYTES - filled), filled);
      filled += Math.min(piece.length, HEAD_BYTES - filled);
      if (filled === HEAD_BYTES) break;
    }
  } catch {
    // What is broken is read as far as it goes; what was written to just now may be incomplete.
    if (Date.now() - written < BEING_WRITTEN) return undefined;
  }
  return head.subarray(0, filled);
}
