import { decompressed } from "./decompress.ts";
import { GrowingFile } from "./growing_file.ts";
import { BREAK_MARK, StreamSource } from "./stream_source.ts";
import { ThriftyFile } from "./thrifty_file.ts";

/** Asked of the system at once; a pipe gives no more. */
const CHUNK_BYTES = 1 << 16;

/** An open pipe without a writer is read again after so long, milliseconds. */
const WRITER_POLL = 100;

/** Anything that is read piece by piece. */
interface Readable {
  /** Bytes read into `into`, 0 where it must wait for more, null at the end. */
  read(into: Uint8Array): Promise<number | null>;
}

/** A file that is followed as standard input is looked at again after so long, milliseconds. */
const GROWN_POLL = 250;

/**
 * Standard input, compressed or not. With `endless` (following, or a receiver runs) its end is told as a BREAK
 * and ends nothing; with `growing` a file (`weir < app.log`) is read on as it grows.
 */
export function stdinSource(options: { endless: boolean; growing: boolean }): StreamSource {
  let closed = false;
  const release = () => void (closed = true);
  return new StreamSource({ name: "stdin", release }, async function* (progress) {
    const fs = options.growing ? await import("node:fs") : null;
    const growing = fs !== null && isFileOnStdin(fs) ? growingStdin(fs, () => closed) : null;
    yield* decompressed("stdin", chunksOf(growing ?? Deno.stdin, progress));
    if (!options.endless) return;
    yield BREAK_MARK;
    await new Promise<void>(() => {});
  });
}

type FileSystem = typeof import("node:fs");

function isFileOnStdin({ fstatSync }: FileSystem): boolean {
  try {
    return fstatSync(0).isFile();
  } catch {
    return false;
  }
}

/** Standard input that is a file, and has no end until it is closed; one that was truncated begins anew. */
function growingStdin({ fstatSync, readSync }: FileSystem, isClosed: () => boolean): Readable {
  let told = false;
  let seenSize = 0;
  /** Where it is read since its truncation; before that, the system knows. */
  let position: number | null = null;
  async function readOn(into: Uint8Array): Promise<number | null> {
    const { size } = fstatSync(0);
    if (size < seenSize) position = 0;
    seenSize = size;
    if (position === null) return await Deno.stdin.read(into);
    const length = readSync(0, into, 0, into.length, position);
    position += length;
    return length > 0 ? length : null;
  }
  return {
    async read(into) {
      while (!isClosed()) {
        const length = await readOn(into);
        if (length !== null || !told) {
          told = length === null;
          return length ?? 0;
        }
        await new Promise((resolve) => setTimeout(resolve, GROWN_POLL));
      }
      return null;
    },
  };
}

/**
 * A named pipe or a character device. Its first writer is waited for in the background. With
 * `endless` it stays open after its last writer has gone, and what the next one writes follows a BREAK: opening
 * it anew could lose what was written in between.
 */
export function pipeSource(name: string, path: string, options: { endless: boolean }): StreamSource {
  let file: Deno.FsFile | undefined;
  let closed = false;
  let hurry = () => {};
  const release = () => {
    closed = true;
    hurry();
    file?.close();
  };
  return new StreamSource({ name, release }, async function* (progress) {
    const isNamed = isNamedPipe(path);
    const opened = file = isNamed ? openNamedPipe(path) ?? await Deno.open(path) : await Deno.open(path);
    if (closed) return opened.close();
    yield* decompressed(name, chunksOf(isNamed ? await nextWriter(opened) : opened, progress));
    while (options.endless && !closed) {
      yield BREAK_MARK;
      yield* chunksOf(await nextWriter(opened), progress);
    }
  });

  /** Waits until there is something to read again, and gives that back first. */
  async function nextWriter(pipe: Deno.FsFile): Promise<Readable> {
    const chunk = new Uint8Array(CHUNK_BYTES);
    let length: number | null = null;
    while ((length = await pipe.read(chunk)) === null) {
      if (closed) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WRITER_POLL);
        hurry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    let first: Uint8Array | null = chunk.subarray(0, length ?? 0);
    return {
      read(into) {
        if (first === null) return pipe.read(into);
        into.set(first);
        const given = first.length;
        first = null;
        return Promise.resolve(given);
      },
    };
  }
}

/** A pipe that stands in a folder; those of the shell (`/dev/stdin`, `<(command)`) have their writers already. */
function isNamedPipe(path: string): boolean {
  return !/^\/(?:dev|proc)\//.test(path) && Deno.statSync(path).isFifo === true;
}

/**
 * Opens a named pipe without waiting for a writer: some versions of Deno stand still while they wait. A pipe that is
 * opened for both waits for nobody, and while it is open the reading end does not either. Null where that is not allowed.
 */
function openNamedPipe(path: string): Deno.FsFile | null {
  try {
    using _both = Deno.openSync(path, { read: true, write: true });
    return Deno.openSync(path);
  } catch {
    return null;
  }
}

/**
 * A compressed file at the path `name`, from its beginning to its end; `file` is closed with the source. With `growing` it may still be
 * being written: what stands there is read, and what comes.
 */
export function compressedSource(
  name: string,
  file: Deno.FsFile,
  info: Deno.FileInfo,
  options: { growing: boolean },
): StreamSource {
  const from = options.growing ? new GrowingFile(file) : new ThriftyFile(name, file, info);
  const facts = { name, reference: info.mtime?.getTime(), size: info.size, release: () => from.close() };
  return new StreamSource(facts, (progress) => decompressed(name, chunksOf(from, progress)));
}

/** What `from` gives, in chunks that are not written to again; an empty one where more is not there yet. */
export async function* chunksOf(
  from: Readable,
  progress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const length = await from.read(chunk);
    if (length === null) return;
    progress(length);
    yield length < CHUNK_BYTES / 2 ? chunk.slice(0, length) : chunk.subarray(0, length);
  }
}
