import { type State, summaryOf } from "./state.ts";
import type { PatternSummary, Summary } from "../record/summary.ts";

/** A finding by what stays the same of it while counts grow. */
export function keyOfFinding({ kind, text, where }: Finding): string {
  return `${kind === "new" ? "error" : kind} ${where ?? text}`;
}

/** The findings of a state: those that were acknowledged come last. */
export function findingsIn(state: State): Finding[] {
  const summary = summaryOf(state);
  const all = summary ? findingsOf(summary) : [];
  if (state.acknowledged.length === 0) return all;
  const isOpen = (finding: Finding) => !state.acknowledged.includes(keyOfFinding(finding));
  return [...all.filter(isOpen), ...all.filter((finding) => !isOpen(finding))];
}

/** How many findings were not acknowledged. */
export function openFindings(state: State): number {
  return findingsIn(state).filter((finding) => !state.acknowledged.includes(keyOfFinding(finding))).length;
}

/** Something that a person should look at. */
export interface Finding {
  kind: "error" | "new" | "input";
  /** Rank of its severity, 0 if it has none. */
  severity: number;
  text: string;
  /** How often, since when. */
  count: number;
  since: number | null;
  /** The filter that shows its records, null if there are none. */
  where: string | null;
}

/** Findings at the most. */
const MAX_FINDINGS = 20;

/** A pattern is new if it began in the last part of what was read, and enough was read to say so. */
const NEW_SHARE = 0.2;
const NEW_RECORDS = 200;

const ERROR_RANK = 5;

/** Every frame asks several times, and a summary never changes. */
const known = new WeakMap<Summary, Finding[]>();

/** What in a summary needs a look: inputs that fail, then patterns of errors, new ones first, then by count. */
export function findingsOf(summary: Summary): Finding[] {
  const found = known.get(summary) ?? foundIn(summary);
  known.set(summary, found);
  return found;
}

function foundIn(summary: Summary): Finding[] {
  const inputs = summary.sources
    .filter(({ state }) => state === "lost" || state === "failed")
    .map((source): Finding => ({
      kind: "input",
      severity: 0,
      text: source.errors.at(-1) ?? `${source.name} is ${source.state}`,
      count: 0,
      since: null,
      where: null,
    }));
  const errors = summary.patterns.top
    .filter((pattern) => errorsOf(pattern) * 2 > pattern.count)
    .map((pattern): Finding => ({
      kind: isNew(pattern, summary) ? "new" : "error",
      severity: pattern.severities[6] * 2 > pattern.count ? 6 : ERROR_RANK,
      text: pattern.template,
      count: pattern.count,
      since: pattern.first,
      where: `pattern=${pattern.id}`,
    }))
    .sort((a, b) => Number(b.kind === "new") - Number(a.kind === "new") || b.count - a.count);
  return [...inputs, ...errors, ...scatteredErrors(summary)].slice(0, MAX_FINDINGS);
}

/** Errors of which most are not in patterns of errors, such as a status among many, as one finding. */
function scatteredErrors({ severities, patterns, start }: Summary): Finding[] {
  const all = severities[5] + severities[6];
  const known = patterns.top.reduce(
    (sum, pattern) => errorsOf(pattern) * 2 > pattern.count ? sum + errorsOf(pattern) : sum,
    0,
  );
  const scattered = all - known;
  if (scattered * 2 <= all) return [];
  return [{
    kind: "error",
    severity: severities[5] > 0 ? ERROR_RANK : ERROR_RANK + 1,
    text: "in patterns that are not errors alone",
    count: scattered,
    since: start,
    where: "severity>=error",
  }];
}

function errorsOf({ severities }: PatternSummary): number {
  return severities[5] + severities[6];
}

export function isNew(pattern: PatternSummary, summary: Summary): boolean {
  if (summary.start === null || summary.end === null || summary.records < NEW_RECORDS) return false;
  return pattern.first > summary.end - (summary.end - summary.start) * NEW_SHARE &&
    summary.end > summary.start;
}
