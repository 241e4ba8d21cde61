import { printEquals, printPath, printStart } from "../query/print.ts";
import { historyOf, LEAST_RECORDS, LEAST_SECONDS } from "../record/history.ts";
import type { CommonValue, Finding, MergedFinding, Summary } from "../record/summary.ts";
import { type Acknowledged, type State, summaryOf } from "./state.ts";

/** Patterns that the filter of one finding names at the most. */
const MAX_PATTERNS = 8;

/** What a silence is about came until it began. */
export const SILENCES: readonly Finding["kind"][] = ["vanished", "gap"];

/** Rank of WARN. */
const WARN = 4;

/** Figures in a title, with what they measure: they change while a finding goes on. */
const FIGURE = /\d[\d.,]*(?: (?:ms|s|min|h|days|bytes|[kMGT]B)\b)?%?/g;

/** What a burst is called when it has lasted. */
const LASTING = /^Far more(?=: )/;

/** A finding by what stays the same of it while counts grow. */
export function keyOfFinding({ kind, title, service, host }: MergedFinding): string {
  return [kind, title.replace(LASTING, "Burst").replace(FIGURE, "#"), service ?? "", host ?? ""].join(" ");
}

/** Whether a finding was acknowledged, and has neither doubled since nor come back after it was over. */
export function isKnown(finding: Finding, acknowledged: readonly Acknowledged[]): boolean {
  if (acknowledged.length === 0) return false;
  const key = keyOfFinding(finding);
  const known = acknowledged.find((one) => one.key === key);
  if (known === undefined) return false;
  const doubled = known.count > 0 && finding.count >= 2 * known.count;
  const cameBack = known.end !== null && finding.start !== null && finding.start > known.end;
  return !doubled && !cameBack;
}

/** The findings of a state, most pressing first: those that were acknowledged come last. */
export function findingsIn(state: State): Finding[] {
  const all = summaryOf(state)?.findings ?? [];
  if (state.acknowledged.length === 0) return all;
  const isOpen = (finding: Finding) => !isKnown(finding, state.acknowledged);
  return [...all.filter(isOpen), ...all.filter((finding) => !isOpen(finding))];
}

/** What is told of records: with more of them known it may be told as another of these. */
const OF_RECORDS: readonly Finding["kind"][] = ["new-pattern", "burst", "error-rate"];

/** Whether a finding tells of another that was one of its own. */
function tellsOf(finding: Finding, seen: Finding): boolean {
  const key = keyOfFinding(seen);
  const [pattern] = seen.patterns;
  const isOf = ({ kind, patterns }: MergedFinding) =>
    (kind === seen.kind || OF_RECORDS.includes(kind) && OF_RECORDS.includes(seen.kind)) &&
    pattern !== undefined && patterns.includes(pattern);
  return isOf(finding) || (finding.merged ?? []).some((one) => keyOfFinding(one) === key || isOf(one));
}

/** What a finding that was looked at has become: the one that tells of it, too; null where it is none any more. */
export function findingNow(state: State, seen: Finding): Finding | null {
  const key = keyOfFinding(seen);
  const alike = findingsIn(state).filter((finding) => keyOfFinding(finding) === key);
  // Several may differ in a figure only, such as a status.
  return alike.find(({ title }) => title === seen.title) ??
    alike.find(({ patterns }) => patterns[0] === seen.patterns[0]) ??
    findingsIn(state).find((finding) => tellsOf(finding, seen)) ?? null;
}

/** How many findings were not acknowledged. */
export function openFindings(state: State): number {
  return findingsIn(state).filter((finding) => !isKnown(finding, state.acknowledged)).length;
}

/** What is said where no finding is: that nothing was found, or why nothing can be yet. */
export function nothingFound(summary: Pick<Summary, "records" | "start" | "end">): string {
  switch (historyOf(summary)) {
    case "undated":
      return "Cannot tell what needs a look: no record has a time";
    case "short":
      return `Too little data to tell what needs a look: that takes ${LEAST_RECORDS} records over ${LEAST_SECONDS} s`;
    case "enough":
      return "Nothing needs a look";
  }
}

/** What these are about is there at other times, too. */
const USUAL: readonly Finding["kind"][] = ["burst", "drop", "error-rate", "shifted-number", "dominant-value"];

/**
 * The filter for a finding's records; null where it is about records that are not there, or about an input. `last` is
 * the time of the log's last record: what lasts until then may go on.
 */
export function whereOfFinding(finding: Finding, last: number | null = null): string | null {
  const whose = withoutTime(finding);
  if (whose !== null && !USUAL.includes(finding.kind)) return whose;
  const time = SILENCES.includes(finding.kind) ? null : timeOf(finding, last);
  if (whose === null || time === null) return whose ?? time;
  return `${whose.includes(" or ") ? `(${whose})` : whose} ${time}`;
}

function timeOf({ kind, start, end }: Finding, last: number | null): string | null {
  if (kind === "source" || start === null || end === null) return null;
  const at = (time: number) => new Date(time).toISOString().replace(".000Z", "Z");
  return `time>=${at(start)}${last !== null && end > last ? "" : ` time<${at(end)}`}`;
}

/** The filter for what a finding is about, whenever it was; null for an input, and for what is about all records. */
function withoutTime(finding: Finding): string | null {
  const { kind, patterns, severity, service, host, hosts } = finding;
  if (kind === "source") return null;
  const owner = [
    ...(service === null ? [] : [printEquals("service", service)]),
    ...(host === null ? [] : [printEquals("host", host)]),
    ...(hosts === undefined ? [] : [`(${hosts.map((one) => printEquals("host", one)).join(" or ")})`]),
  ];
  const [first] = finding.common ?? [];
  const value = first === undefined || first.key === null ? [] : [printValueOf(first.key, first)];
  // Of a share of errors those are meant, not all that their patterns have; those with one value where it is told of these.
  if (kind === "error-rate" && severity >= WARN) {
    const having = first?.share === 1 ? value : [];
    return [...owner, ...having, severity === WARN ? "severity=warn" : "severity>=error"].join(" ");
  }
  if (kind === "dominant-value" && value.length > 0) return [...owner, ...value].join(" ");
  if (patterns.length > 0) {
    return patterns.slice(0, MAX_PATTERNS).map((id) => `pattern=${id}`).join(" or ");
  }
  return owner.length > 0 ? owner.join(" ") : null;
}

/** The filter for a value; of a path or an address the query was left out, and what parts of it are ids. */
function printValueOf(key: string, { value, start }: CommonValue): string {
  if (start !== undefined) return printStart(key, start);
  return /^\/|^[a-z]+:\/\//i.test(value) ? printPath(key, value) : printEquals(key, value);
}
