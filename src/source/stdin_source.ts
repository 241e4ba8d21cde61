import type { StreamSink } from "./stream_source.ts";
import { StreamSource } from "./stream_source.ts";

/** Asked of the system at once; a pipe gives no more than 64 KiB. */
const CHUNK_BYTES = 1 << 16;

/** Looks for a new writer this often once the last one has gone, milliseconds. */
const REOPEN_POLL = 100;

/** Anything that is read piece by piece: standard input, an open pipe or device. */
export interface Readable {
  /** Bytes read into `into`, null at the end. */
  read(into: Uint8Array): Promise<number | null>;
}

/**
 * Standard input. With `endless` (following, or a receiver runs) its end is told as a BREAK and ends
 * nothing.
 */
export function stdinSource(options: { endless: boolean }): StreamSource {
  return new StreamSource({ name: "stdin" }, async (sink) => {
    await pump(Deno.stdin, sink);
    if (!options.endless || sink.closed) return;
    sink.pushBreak();
    await new Promise<void>(() => {});
  });
}

/** Copies what `from` gives into the sink until its end. */
export async function pump(from: Readable, sink: StreamSink): Promise<void> {
  for (let any = true; any && !sink.closed;) any = await pumpPiece(from, sink);
}

async function pumpPiece(from: Readable, sink: StreamSink): Promise<boolean> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  const length = await from.read(chunk);
  if (length === null) return false;
  sink.advance(length);
  await sink.push(length === chunk.length ? chunk : chunk.slice(0, length));
  return true;
}

/**
 * A named pipe or a character device. Opening a pipe waits for a writer, which happens in the background. With
 * `endless` it stays open after its last writer has gone, and what the next one writes follows a BREAK:
 * opening it anew could lose what a writer wrote in between.
 */
export function pipeSource(name: string, path: string, options: { endless: boolean }): StreamSource {
  let file: Deno.FsFile | undefined;
  return new StreamSource({ name, release: () => file?.close() }, async (sink) => {
    const opened = file = await Deno.open(path);
    if (sink.closed) return opened.close();
    await pump(opened, sink);
    while (options.endless && !sink.closed) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const length = await opened.read(chunk);
      if (length === null) {
        await new Promise((resolve) => setTimeout(resolve, REOPEN_POLL));
        continue;
      }
      sink.pushBreak();
      sink.advance(length);
      await sink.push(chunk.slice(0, length));
      await pump(opened, sink);
    }
  });
}
