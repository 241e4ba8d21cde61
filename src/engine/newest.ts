import type { Batch } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { FileSource } from "../source/file_source.ts";
import { openSources } from "../source/open_sources.ts";
import { writeFailure } from "../record/write_failure.ts";
import { END, type Source } from "../source/source.ts";
import type { Input } from "./input.ts";
import { yieldToOthers } from "./yield.ts";

/** A pipe that goes on: quiet for so long while its newest record is not old, milliseconds. */
const QUIET_PIPE = 1000;
const NOT_OLD = 3_600_000;
/** Or never quiet, and its newest record of just now. */
const JUST_NOW = 10_000;
/** A pipe that is quiet for so long though nothing of it is new: a person is told what is waited for. */
const LONG_QUIET = 3000;

/** What reading all sources once has shown. */
export interface Newest {
  /** Epoch milliseconds of the newest record; now, if no record has a time or a pipe goes on. */
  newest: number;
  /** The same sources, to be read from their beginnings. */
  sources: Source[];
}

/**
 * Reads the sources to their ends for the time of the newest record, which `--since 15m` counts back from.
 * Files are opened again; what a pipe gave is kept in a temporary file meanwhile. A pipe that does not end but brings
 * records of now is read no further: then the newest record is one that is still to come.
 */
export async function newestTime(
  sources: Source[],
  inputOf: (source: Source, consume: (batch: Batch) => void) => Input,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<Newest> {
  let newest = -Infinity;
  let isLive = false;
  const consume = (batch: Batch) => {
    for (let row = 0; row < batch.count; row++) {
      if (batch.time[row] > newest) newest = batch.time[row];
    }
  };
  const again: Source[] = [];
  for (const source of sources) {
    if (source.size !== null) {
      await readThrough(inputOf(source, consume), signal);
      again.push(...reopened(source));
      continue;
    }
    const spool = new Spool(source);
    const watched = { name: source.name, newest: () => newest, tell };
    if (await readThrough(inputOf(spool, consume), signal, watched)) {
      isLive = true;
      again.push(spool.goingOn());
    } else again.push(spool.opened());
  }
  return { newest: isLive || newest === -Infinity ? Date.now() : newest, sources: again };
}

function reopened(source: Source): Source[] {
  return openSources({ files: [source.name], follow: false, endlessStdin: false }).sources;
}

/** A pipe that is looked at whether it goes on. */
interface WatchedPipe {
  name: string;
  /** Epoch milliseconds of the newest record so far, -Infinity before the first. */
  newest(): number;
  tell(text: string): void;
}

/** Reads to the end, or until a pipe turns out to go on: then it is left open, and the answer is true. */
async function readThrough(input: Input, signal: AbortSignal, pipe?: WatchedPipe): Promise<boolean> {
  const started = Date.now();
  let lastRead = started;
  let isTold = false;
  while (!signal.aborted && !input.ended) {
    const now = Date.now();
    const turn = input.turn(now, () => {});
    if (turn === "read") lastRead = now;
    if (pipe !== undefined && turn !== "ended") {
      const quiet = now - lastRead;
      const age = now - pipe.newest();
      if (quiet >= QUIET_PIPE ? age <= NOT_OLD : now - started >= QUIET_PIPE && age <= JUST_NOW) return true;
      if (quiet >= LONG_QUIET && age < Infinity && !isTold) {
        isTold = true;
        pipe.tell(
          `${pipe.name} must be read to its end first, because the time counts back from its newest record; ` +
            "with --follow it counts back from now",
        );
      }
    }
    if (turn !== "nothing") await yieldToOthers();
    else if (pipe === undefined) await input.source.wait(signal);
    else await waitAtMost(Math.min(QUIET_PIPE, input.due(now)), input.source, signal);
  }
  if (!input.ended) input.end(Date.now(), "ended");
  return false;
}

/** Waits until the source has something, for some milliseconds at most. */
async function waitAtMost(ms: number, source: Source, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), ms);
  try {
    await source.wait(AbortSignal.any([signal, enough.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** A source that keeps what it gives in a temporary file, which is gone when the file is closed. */
class Spool implements Source {
  readonly size = null;
  readonly #source: Source;
  readonly #file: Deno.FsFile;
  /** What ended the pipe before its end. */
  #failure: unknown = null;

  constructor(source: Source) {
    this.#source = source;
    try {
      this.#file = unnamedFile();
    } catch (error) {
      throw this.#cannotKeep(error);
    }
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
    try {
      const length = this.#source.read(into);
      if (length > 0) this.#keep(into.subarray(0, length));
      return length;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  #keep(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) at += this.#file.writeSync(bytes.subarray(at));
    } catch (error) {
      throw this.#cannotKeep(error);
    }
  }

  #cannotKeep(error: unknown): UserError {
    const way =
      "set TMPDIR to another folder, or give --since or --until a date and time, which needs no such file";
    const message = `${this.name}: cannot be copied to a temporary file: ${writeFailure(error)}; ${way}`;
    return new UserError(message, 1, { cause: error });
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#source.wait(signal);
  }

  events() {
    return this.#source.events();
  }

  close(): void {
    this.#source.close();
  }

  /** What was kept, from its beginning, and then what the pipe still brings. */
  goingOn(): Source {
    return new Resumed(this.#kept(), this.#source, null);
  }

  /** What was kept, from its beginning, and then what went wrong with the pipe. */
  opened(): Source {
    return this.#failure === null ? this.#kept() : new Resumed(this.#kept(), this.#source, this.#failure);
  }

  #kept(): FileSource {
    this.#file.seekSync(0, Deno.SeekMode.Start);
    return new FileSource(this.name, this.#file, this.#file.statSync());
  }
}

/** A temporary file that is gone when it is closed, however the program ends. */
function unnamedFile(): Deno.FsFile {
  const path = Deno.makeTempFileSync({ prefix: "weir-" });
  const file = Deno.openSync(path, { read: true, write: true });
  // Windows removes no open file: there the system's cleaning of temporary files has to do it.
  if (Deno.build.os !== "windows") Deno.removeSync(path);
  return file;
}

/** What was kept of a pipe, and then the pipe itself, or what went wrong with it. */
class Resumed implements Source {
  readonly size = null;
  readonly #pipe: Source;
  readonly #failure: unknown;
  #kept: FileSource | null;

  constructor(kept: FileSource, pipe: Source, failure: unknown) {
    this.#kept = kept;
    this.#pipe = pipe;
    this.#failure = failure;
  }

  get name(): string {
    return this.#pipe.name;
  }

  get reference(): number {
    return this.#pipe.reference;
  }

  get position(): number {
    return this.#kept?.position ?? this.#pipe.position;
  }

  read(into: Uint8Array): number {
    const length = this.#kept?.read(into) ?? END;
    if (length !== END) return length;
    this.#kept?.close();
    this.#kept = null;
    if (this.#failure !== null) throw this.#failure;
    return this.#pipe.read(into);
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#kept === null ? this.#pipe.wait(signal) : Promise.resolve();
  }

  events() {
    return this.#pipe.events();
  }

  close(): void {
    this.#kept?.close();
    this.#pipe.close();
  }
}
