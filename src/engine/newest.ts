import type { Batch } from "../record/batch.ts";
import { FileSource } from "../source/file_source.ts";
import { openSources } from "../source/open_sources.ts";
import type { Source } from "../source/source.ts";
import type { Input } from "./input.ts";
import { yieldToOthers } from "./yield.ts";

/** What reading all sources once has shown. */
export interface Newest {
  /** Epoch milliseconds of the newest record; now, if no record has a time. */
  newest: number;
  /** The same sources, to be read from their beginnings. */
  sources: Source[];
}

/**
 * Reads the sources to their ends for the time of the newest record, which `--since 15m` counts back from.
 * Files are opened again; what a pipe gave is kept in a temporary file meanwhile.
 */
export async function newestTime(
  sources: Source[],
  inputOf: (source: Source, consume: (batch: Batch) => void) => Input,
  signal: AbortSignal,
): Promise<Newest> {
  let newest = -Infinity;
  const consume = (batch: Batch) => {
    for (let row = 0; row < batch.count; row++) {
      if (batch.time[row] > newest) newest = batch.time[row];
    }
  };
  const again: Source[] = [];
  for (const source of sources) {
    const isPipe = source.size === null;
    const spool = isPipe ? new Spool(source) : source;
    await readThrough(inputOf(spool, consume), signal);
    again.push(...(spool instanceof Spool ? [spool.opened()] : reopened(source)));
  }
  return { newest: newest === -Infinity ? Date.now() : newest, sources: again };
}

function reopened(source: Source): Source[] {
  return openSources({ files: [source.name], follow: false, endlessStdin: false }).sources;
}

async function readThrough(input: Input, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !input.ended) {
    const turn = input.turn(Date.now(), () => {});
    await (turn === "nothing" ? input.source.wait(signal) : yieldToOthers());
  }
  if (!input.ended) input.end(Date.now(), "ended");
}

/** A source that keeps what it gives in a temporary file, which is gone when the file is closed. */
class Spool implements Source {
  readonly size = null;
  readonly #source: Source;
  readonly #path = Deno.makeTempFileSync({ prefix: "weir-" });
  readonly #file = Deno.openSync(this.#path, { write: true });

  constructor(source: Source) {
    this.#source = source;
  }

  get name(): string {
    return this.#source.name;
  }

  get reference(): number {
    return this.#source.reference;
  }

  get position(): number {
    return this.#source.position;
  }

  read(into: Uint8Array): number {
    const length = this.#source.read(into);
    for (let at = 0; at < length;) at += this.#file.writeSync(into.subarray(at, length));
    return length;
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#source.wait(signal);
  }

  events() {
    return this.#source.events();
  }

  close(): void {
    this.#source.close();
    this.#file.close();
  }

  /** What was kept, from its beginning. */
  opened(): Source {
    const file = Deno.openSync(this.#path);
    const info = file.statSync();
    // Windows removes no open file: there the system's cleaning of temporary files has to do it.
    if (Deno.build.os !== "windows") Deno.removeSync(this.#path);
    return new FileSource(this.name, file, info);
  }
}
