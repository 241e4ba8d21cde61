import { decompressed } from "./decompress.ts";
import { HEAD_BYTES, identityOf } from "./incarnation.ts";
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

  /** Takes the beginning of what `file` at `path` holds; undefined while it is not known, or another stands there. */
  take(path: string, file: Deno.FileInfo): Uint8Array | undefined {
    const id = identityOf(file) ?? path;
    const head = this.#heads.get(id);
    this.#heads.delete(id);
    if (head === undefined && !this.#busy.has(id)) this.#read(path, id);
    return head;
  }

  #read(path: string, id: string): void {
    this.#busy.add(id);
    unpackedHead(path, id).then((head) => {
      this.#busy.delete(id);
      if (head === undefined) return;
      this.#heads.set(id, head);
      this.#known();
    });
  }
}

/** undefined where the file is gone again, has given its name to another, or is being written and does not hold enough yet. */
async function unpackedHead(path: string, id: string): Promise<Uint8Array | undefined> {
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  let written = Infinity;
  try {
    using file = await Deno.open(path);
    const info = await file.stat();
    if ((identityOf(info) ?? path) !== id) return undefined;
    written = info.mtime?.getTime() ?? 0;
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
