import type { Batch } from "../record/batch.ts";
import { openSources } from "../source/open_sources.ts";
import type { Source } from "../source/source.ts";
import type { Input } from "./input.ts";
import type { Notice } from "./messages.ts";
import { Spool } from "./spool.ts";
import { yieldToOthers } from "./yield.ts";

/** Pipes that go on: quiet for so long while the newest record is not old, milliseconds. */
const QUIET_PIPE = 1000;
const NOT_OLD = 3_600_000;
/** Or never quiet, and the newest record of just now. */
const JUST_NOW = 10_000;
/** Or records came that have no times, for longer than a log begins without them, milliseconds. */
const LONG_UNDATED = 3000;
/** Pipes that are quiet for so long though nothing is new: a person is told what is waited for. */
const LONG_QUIET = 3000;

/** What reading all sources once has shown. */
export interface Newest {
  /** Epoch milliseconds of the newest record; now, if no record has a time or a pipe goes on. */
  newest: number;
  /** The same sources, to be read from their beginnings. */
  sources: Source[];
  /** It was given up in the middle of the files: which record is the newest nobody knows. */
  isCutShort: boolean;
}

/**
 * Reads the sources to their ends for the time of the newest record, which `--since 15m` counts back from.
 * Files are opened again; what a pipe gave is kept in a temporary file meanwhile. Pipes are read side by side, after the
 * files: those that do not end while records of now come are read no further. Then the newest record is one that is still
 * to come.
 */
export async function newestTime(
  sources: Source[],
  inputOf: (source: Source, consume: (batch: Batch) => void) => Input,
  signal: AbortSignal,
  notice: (level: Notice["level"], text: string) => void,
): Promise<Newest> {
  let newest = -Infinity;
  /** Returns the newest of the batch's times, -Infinity if there is none. */
  const consume = (batch: Batch): number => {
    let latest = -Infinity;
    for (let row = 0; row < batch.count; row++) {
      if (batch.time[row] > latest) latest = batch.time[row];
    }
    newest = Math.max(newest, latest);
    return latest;
  };
  const pipes: Pipe[] = [];
  const again: (() => Source[])[] = [];
  for (const source of sources) {
    if (source.size === null) {
      const spool = new Spool(source);
      const input = inputOf(spool, (batch) => {
        const isDated = consume(batch) > -Infinity;
        if (pipe.kind !== "dated") pipe.kind = isDated ? "dated" : "undated";
      });
      const pipe: Pipe = { spool, input, kind: "silent" };
      pipes.push(pipe);
      again.push(() => [input.ended ? spool.opened() : spool.goingOn()]);
    } else {
      // At once: another file may come to stand there while they are read.
      const reopened = openSources({ files: [source.name], follow: false, endlessStdin: false });
      for (const problem of reopened.problems) notice("error", problem);
      again.push(() => reopened.sources);
    }
  }
  for (const source of sources) {
    if (source.size !== null) await readThrough(inputOf(source, consume), signal);
  }
  const isCutShort = signal.aborted;
  const goesOn = await readPipes(pipes, () => newest, signal, (text) => notice("info", text));
  return {
    newest: goesOn || newest === -Infinity ? Date.now() : newest,
    sources: again.flatMap((source) => source()),
    isCutShort,
  };
}

async function readThrough(input: Input, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !input.ended) {
    if (input.turn(Date.now(), () => {}) !== "nothing") await yieldToOthers();
    else await input.source.wait(signal);
  }
  if (!input.ended) input.end(Date.now(), "ended");
}

interface Pipe {
  readonly spool: Spool;
  readonly input: Input;
  /** Of what it gave so far: had a record a time? */
  kind: "silent" | "undated" | "dated";
}

/**
 * Reads pipes to their ends, or until they turn out to go on: then those that have not ended are left open, and the
 * answer is true. `newest` is the time of the newest record so far, -Infinity before the first.
 */
async function readPipes(
  pipes: readonly Pipe[],
  newest: () => number,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<boolean> {
  const started = Date.now();
  let lastRead = started;
  let isTold = false;
  let open = pipes;
  while (open.length > 0 && !signal.aborted) {
    const now = Date.now();
    const isIdle = open.map(({ input }) => input.turn(now, () => {})).every((turn) => turn === "nothing");
    open = open.filter(({ input }) => !input.ended);
    if (!isIdle) lastRead = now;
    const quiet = now - lastRead;
    const age = now - newest();
    const isLive = quiet >= QUIET_PIPE ? age <= NOT_OLD : now - started >= QUIET_PIPE && age <= JUST_NOW;
    // The time of a record that has none is that of its receipt.
    const isReceived = isIdle && now - started >= LONG_UNDATED && open.some(({ kind }) => kind === "undated");
    if ((isLive || isReceived) && open.length > 0) return true;
    if (quiet >= LONG_QUIET && age < Infinity && !isTold) {
      isTold = true;
      for (const { spool: { name } } of open) {
        tell(
          `${name} must be read to its end first, because the time counts back from its newest record; ` +
            "with --follow it counts back from now",
        );
      }
    }
    if (!isIdle) await yieldToOthers();
    else await waitForOne(open.map(({ input }) => input), now, signal);
  }
  for (const { input } of open) input.end(Date.now(), "ended");
  return false;
}

/** Waits until one of the inputs has something, what is unfinished is due, or it is time to see whether pipes go on. */
async function waitForOne(inputs: readonly Input[], now: number, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  const timer = setTimeout(
    () => enough.abort(),
    Math.min(QUIET_PIPE, ...inputs.map((input) => input.due(now))),
  );
  try {
    await Promise.race(inputs.map((input) => input.source.wait(either)));
  } finally {
    clearTimeout(timer);
    // Those that are still waiting.
    enough.abort();
  }
}
