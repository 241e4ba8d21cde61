import { Comparer } from "../analysis/comparer.ts";
import { Patterns } from "../analysis/patterns.ts";
import type { Comparison } from "../record/comparison.ts";
import { UserError } from "../record/user_error.ts";
import type { Settings } from "../settings/settings.ts";
import { Clock } from "../report/clock.ts";
import { STDIN_NAMES } from "../source/named_files.ts";
import { engineSettings, type Window } from "./engine_settings.ts";
import { needInput } from "./nothing_to_read.ts";
import { ingestToEnd } from "./ingest_to_end.ts";

/** A comparison, and one line for everything that was not read to its end. */
export interface Compared {
  readonly comparison: Comparison;
  readonly unread: readonly string[];
}

/** Compares two logs, or with `since` what stands before a moment with what stands after it. Throws UserError. */
export async function compareLogs(settings: Settings, options: Window): Promise<Compared> {
  return options.since === undefined ? await twoLogs(settings, options) : await twoWindows(settings, options);
}

async function twoLogs(settings: Settings, options: Window): Promise<Compared> {
  const files = settings.get("files");
  if (files.length !== 2) {
    throw new UserError(
      "weir diff needs two logs, BEFORE and AFTER, each a file or a quoted glob; or --since and one or more logs " +
        `(${["no log was", "one log was"][files.length] ?? `${files.length} logs were`} given)`,
    );
  }
  if (files.every((file) => STDIN_NAMES.has(file))) {
    throw new UserError(
      "weir diff reads standard input once: only one of the two logs can be -; write the other to a file",
    );
  }
  const unread: string[] = [];
  const patterns = new Patterns();
  // Named as the report names it.
  const [before, after] = files.map((file) => STDIN_NAMES.has(file) ? "stdin" : file);
  const comparer = new Comparer([before, after], (leaf) => patterns.resolve(leaf));
  for (const [side, file] of files.entries()) {
    const read = engineSettings(settings, options);
    const ingested = await ingestToEnd(
      { ...read, files: [file], follow: false, endless: false, receiver: null },
      (batch) => {
        patterns.add(batch);
        comparer.add(batch, patterns.leafOf, () => side);
      },
    );
    unread.push(...ingested.unread);
    if (ingested.isCutShort && side === 0) {
      throw new UserError("Nothing to compare: reading was interrupted before the second log", 1);
    }
  }
  return { comparison: comparer.result(patterns.snapshot(Infinity).top), unread };
}

async function twoWindows(settings: Settings, { since, until, where }: Window): Promise<Compared> {
  await needInput(settings);
  const patterns = new Patterns();
  const comparer = new Comparer(["", ""], (leaf) => patterns.resolve(leaf));
  // A record without a time goes with the one before it in its source.
  const latest: number[] = [];
  const read = engineSettings(settings, { until, where, split: since });
  const toEnd = { ...read, follow: false, endless: false, receiver: null };
  const { ingestion, unread } = await ingestToEnd(toEnd, (batch, { choice }) => {
    patterns.add(batch);
    comparer.add(batch, patterns.leafOf, (row) => {
      const time = batch.time[row];
      if (time === time) latest[batch.source] = time;
      return latest[batch.source] >= choice.splitAt ? 1 : 0;
    });
  });
  const compared = comparer.result(patterns.snapshot(Infinity).top);
  // Both sides are parts of the same logs, whose names are known by now.
  const sources = ingestion.health();
  const name = sources.length === 1 ? sources[0].name : `${sources.length} sources`;
  const before = { ...compared.before, name };
  const after = { ...compared.after, name };
  const comparison = { ...compared, before, after };
  if (ingestion.recordsRead === 0 || (before.records > 0 && after.records > 0)) return { comparison, unread };
  const { start, end } = before.records > 0 ? before : after;
  if (start === null || end === null) {
    throw new UserError(
      "Nothing to compare: --since needs records with times, and none has one; compare two logs instead",
      1,
    );
  }
  const clock = new Clock(settings.get("time-zone"));
  const moment = (time: number) => `${clock.dateTime(time)} ${clock.zone}`;
  throw new UserError(
    `Nothing to compare: no record is ${before.records === 0 ? "before" : "after"} ${
      moment(ingestion.choice.splitAt)
    }; ` +
      `the records are from ${clock.dateTime(start)} to ${moment(end)}`,
    1,
  );
}
