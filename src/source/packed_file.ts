import { ByteReader } from "./byte_reader.ts";
import { decompressed } from "./decompress.ts";
import { identityOf } from "./incarnation.ts";
import { chunksOf } from "./stream_sources.ts";

/** A compressed file beside a followed path. It stands open from when it was found: rotation gives its name to another. */
export class PackedFile {
  readonly path: string;
  readonly id: string | null;
  #file: Deno.FsFile | undefined;

  /** Opens the file at `path`; throws what the system throws. */
  constructor(path: string) {
    this.path = path;
    const file = this.#file = Deno.openSync(path);
    try {
      this.id = identityOf(file.statSync());
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** What it holds, from its beginning. */
  unpacked(): ByteReader {
    const file = this.#file!;
    file.seekSync(0, Deno.SeekMode.Start);
    return new ByteReader(decompressed(this.path, chunksOf(file, () => {})));
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}
