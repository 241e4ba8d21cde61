import type { EngineSettings } from "../engine/messages.ts";
import type { TimeValue } from "../query/values.ts";
import { baselineJson } from "../report/baseline.ts";
import type { Settings } from "../settings/settings.ts";
import { UserError } from "../record/user_error.ts";
import { engineSettings } from "./engine_settings.ts";
import { tell } from "./output.ts";
import { readToEnd } from "./read_all.ts";
import { rendered } from "./rendered_report.ts";
import { Rules } from "./rules.ts";

/** Exit statuses. */
const DONE = 0;
const UNREAD = 1;
const BROKEN = 3;

export interface ReportOptions {
  readonly since?: TimeValue;
  readonly until?: TimeValue;
  readonly where?: string;
  readonly output: "text" | "markdown" | "json" | "html";
  readonly "fail-on": readonly string[];
  readonly "baseline-out"?: string;
}

/** Reads, prints the report and holds the rules against it. Returns the exit status; throws UserError. */
export async function runReport(
  settings: Settings,
  options: ReportOptions,
  print: (text: string) => Promise<void>,
): Promise<number> {
  const read: EngineSettings = engineSettings(settings, options);
  const rules = Rules.read(options["fail-on"], settings.get("time-zone"));
  const { engine, unread } = await readToEnd(read, {
    onBatch: rules === null ? undefined : (batch, engine) => rules.add(batch, engine),
  });
  const summary = engine.summary();
  const detailsOf = (id: number) => engine.patterns.details(id);
  await print(rendered(summary, options.output, settings.get("time-zone"), detailsOf));
  const baseline = options["baseline-out"];
  if (baseline !== undefined) {
    writeFile(baseline, baselineJson(summary, engine.patterns.snapshot(Infinity).top));
  }
  if (rules === null) return DONE;
  const reasons = rules.broken(engine, summary.records);
  for (const reason of reasons) tell(reason);
  if (unread.length > 0) {
    tell(`Not everything was read to its end, so the rules say nothing for sure:\n${unread.join("\n")}`);
    return UNREAD;
  }
  return reasons.length > 0 ? BROKEN : DONE;
}

function writeFile(path: string, text: string): void {
  try {
    Deno.writeTextFileSync(path, text);
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${error instanceof Error ? error.message : error}`, 1);
  }
}
