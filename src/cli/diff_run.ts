import { Comparer } from "../analysis/comparer.ts";
import { Patterns } from "../analysis/patterns.ts";
import type { TimeValue } from "../query/values.ts";
import type { Comparison } from "../record/comparison.ts";
import { UserError } from "../record/user_error.ts";
import type { Settings } from "../settings/settings.ts";
import { engineSettings } from "./engine_settings.ts";
import { needInput } from "./nothing_to_read.ts";
import { readToEnd } from "./read_all.ts";

export interface DiffOptions {
  readonly since?: TimeValue;
  readonly until?: TimeValue;
  readonly where?: string;
}

/** Compares two logs, or with `since` what stands before a moment with what stands after it. Throws UserError. */
export async function compareLogs(settings: Settings, options: DiffOptions): Promise<Comparison> {
  return options.since === undefined ? await twoLogs(settings, options) : await twoWindows(settings, options);
}

async function twoLogs(settings: Settings, options: DiffOptions): Promise<Comparison> {
  const files = settings.get("files");
  if (files.length !== 2) {
    throw new UserError(
      "weir diff needs two logs, BEFORE and AFTER, each a file or a glob in quotes; or --since and the logs " +
        `(${files.length === 1 ? "one log is" : `${files.length} logs are`} named)`,
    );
  }
  const patterns = new Patterns();
  const comparer = new Comparer([files[0], files[1]], (leaf) => patterns.resolve(leaf));
  for (const [side, file] of files.entries()) {
    const read = engineSettings(settings, options);
    await readToEnd({ ...read, files: [file], follow: false, endless: false, receiver: null }, {
      patterns,
      onBatch: (batch) => comparer.add(batch, patterns.leafOf, () => side),
    });
  }
  return comparer.result(patterns.snapshot().top);
}

async function twoWindows(settings: Settings, { since, until, where }: DiffOptions): Promise<Comparison> {
  needInput(settings);
  const patterns = new Patterns();
  const comparer = new Comparer(["before", "since then"], (leaf) => patterns.resolve(leaf));
  // A record without a time goes with the one before it in its source.
  const latest: number[] = [];
  const read = engineSettings(settings, { until, where, split: since });
  const { engine } = await readToEnd({ ...read, follow: false, endless: false, receiver: null }, {
    patterns,
    onBatch(batch, engine) {
      comparer.add(batch, patterns.leafOf, (row) => {
        const time = batch.time[row];
        if (time === time) latest[batch.source] = time;
        return latest[batch.source] >= engine.splitAt ? 1 : 0;
      });
    },
  });
  const compared = comparer.result(engine.patterns.snapshot().top);
  for (const side of [compared.before, compared.after]) {
    if (side.records === 0 && engine.recordsRead > 0) {
      const moment = new Date(engine.splitAt).toISOString();
      throw new UserError(
        `Nothing to compare: no record is ${side === compared.before ? "before" : "after"} ${moment}`,
        1,
      );
    }
  }
  return compared;
}
