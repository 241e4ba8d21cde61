import type { EngineSettings } from "../engine/messages.ts";
import type { Settings } from "../settings/settings.ts";
import { countingThread } from "./counted_apart.ts";
import { engineSettings, type Window } from "./engine_settings.ts";
import { tell } from "./output.ts";
import { loadLater } from "../record/load_later.ts";

/** Exit statuses. */
const DONE = 0;
const UNREAD = 1;
const BROKEN = 3;
/** Patterns whose variables a page may show. */
const DETAILED = 100;

export interface ReportOptions extends Window {
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
  const { output, "fail-on": failOn, "baseline-out": baseline } = options;
  const replaced = baseline === undefined
    ? null
    : await loadLater<typeof import("./replaced_file.ts")>("../cli/replaced_file.ts");
  if (baseline !== undefined) replaced?.checkReplaceable(baseline);
  // What asks for the engine's own patterns wants them here. The thread loads what it needs while this one does.
  const apart = failOn.length === 0 && baseline === undefined ? countingThread(read) : null;
  const form = async () => (await import("./rendered_report.ts")).renderer(output, settings.get("time-zone"));
  if (apart !== null) {
    const { ingestToEnd } = await loadLater<typeof import("./ingest_to_end.ts")>("../cli/ingest_to_end.ts");
    const { ingestion } = await ingestToEnd(read, (batch) => apart.add(batch));
    const counted = apart.summary(ingestion.reading(), output === "html" ? DETAILED : 0);
    // Loaded while the other thread sums up.
    const [{ summary, details }, render] = await Promise.all([counted, form()]);
    await print(render(summary, (id) => details.find((pattern) => pattern.id === id) ?? null));
    return DONE;
  }
  const rules = failOn.length === 0
    ? null
    : (await loadLater<typeof import("./rules.ts")>("../cli/rules.ts")).Rules.read(
      failOn,
      settings.get("time-zone"),
    );
  const { readAll } = await loadLater<typeof import("./read_all.ts")>("../cli/read_all.ts");
  const { engine, unread } = await readAll(read, (batch, engine) => rules?.add(batch, engine));
  const summary = engine.summary();
  const render = await form();
  await print(render(summary, (id) => engine.patterns.details(id)));
  if (baseline !== undefined) {
    const { baselineJson } = await loadLater<typeof import("../report/baseline.ts")>("../report/baseline.ts");
    replaced?.replaceFile(baseline, baselineJson(summary, engine.patterns.snapshot(Infinity).top));
  }
  if (rules === null) return DONE;
  const reasons = rules.broken(engine, summary.records);
  // Of very many keys some are not listed; then nothing can be said.
  const { attributes } = summary;
  const { MOST_LISTED } = await import("../record/summary.ts");
  if (summary.records > 0 && attributes.length < MOST_LISTED) {
    for (const unknown of rules.unknownFields(attributes.map(({ key }) => key))) tell(unknown);
  }
  for (const reason of reasons) tell(reason);
  if (unread.length > 0) {
    tell(
      `Not everything was read to the end, so the rules could not be checked reliably:\n${unread.join("\n")}`,
    );
    return UNREAD;
  }
  return reasons.length > 0 ? BROKEN : DONE;
}
