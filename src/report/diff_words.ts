import type {
  ComparedAttribute,
  ComparedNumber,
  ComparedPattern,
  ComparedSeverity,
  ComparedSide,
  Comparison,
} from "../record/comparison.ts";
import { commonestRank, SEVERITY_RANKS } from "../record/severity.ts";
import type { SeverityCounts } from "../record/summary.ts";
import type { Clock } from "./clock.ts";
import { counted, grouped, measured, percent, times } from "./figures.ts";
import { visible } from "../terminal/text.ts";

/** Lines of one section. */
const LONGEST = 25;

/** One section of a comparison: each line some words of ours, and the template (or other log text) they are about. */
export interface DiffSection {
  title: string;
  lines: { rank: number; words: string; template: string }[];
  /** How many more there are. */
  more: number;
}

/** What changed, as sections; those without a line are left out. */
export function diffSections(comparison: Comparison): DiffSection[] {
  const { fresh, vanished, more, less, severities, otherSeverity, attributes, numbers } = comparison;
  const doubt = ({ significant }: ComparedPattern) =>
    // So few that their absence on the other side may be chance.
    significant || emptySide(comparison) !== null ? "" : " (few)";
  return [
    section("New patterns", fresh, (pattern) => ({
      rank: commonestRank(pattern.severitiesAfter),
      words: `${grouped(pattern.after)}${doubt(pattern)}`,
      template: pattern.template,
    })),
    section("Vanished patterns", vanished, (pattern) => ({
      rank: commonestRank(pattern.severitiesBefore),
      words: `${grouped(pattern.before)}${doubt(pattern)}`,
      template: pattern.template,
    })),
    section("More frequent", more, changed),
    section("Less frequent", less, changed),
    section("Severities", severities, (severity) => severityLine(severity, comparison)),
    section("Changed severity", otherSeverity, (pattern) => ({
      rank: commonestRank(pattern.severitiesAfter),
      words: `${sharesOf(pattern.severitiesBefore)} → ${sharesOf(pattern.severitiesAfter)}`,
      template: pattern.template,
    })),
    section("Attributes", attributes, attributeLine),
    section("Shifted numbers", numbers, numberLine),
  ].filter(({ lines }) => lines.length > 0);
}

/** What is to be said where there is nothing to compare, or nothing changed; "" where the sections say it. */
export function remark(comparison: Comparison): string {
  const empty = emptySide(comparison);
  if (empty === "both") return "Nothing to compare: neither side has any records";
  if (empty !== null) return `Nothing to compare: ${empty} has no records`;
  return diffSections(comparison).length === 0 ? "No changes beyond what chance explains" : "";
}

function emptySide({ before, after }: Comparison): "before" | "after" | "both" | null {
  if (before.records === 0) return after.records === 0 ? "both" : "before";
  return after.records === 0 ? "after" : null;
}

/** "before  app.log: 12,345 records, 2026-11-20 08:00:00 to 09:00:00 UTC" */
export function sideWords({ name, records, start, end }: ComparedSide, clock: Clock): string {
  const when = start === null || end === null
    ? ""
    : `, ${clock.dateTime(start)} to ${
      clock.date(start) === clock.date(end) ? clock.time(end) : clock.dateTime(end)
    } ${clock.zone}`;
  return `${visible(name)}: ${counted(records, "record")}${when}`;
}

function section<T>(
  title: string,
  items: readonly T[],
  lineOf: (item: T) => DiffSection["lines"][number],
): DiffSection {
  const shown = items.slice(0, LONGEST);
  return { title, lines: shown.map(lineOf), more: items.length - shown.length };
}

function changed(pattern: ComparedPattern) {
  return {
    rank: commonestRank(pattern.severitiesAfter),
    words: `${times(pattern.ratio)}, ${grouped(pattern.before)} → ${grouped(pattern.after)}`,
    template: pattern.template,
  };
}

function severityLine({ rank, before, after }: ComparedSeverity, sides: Comparison) {
  const share = `${percent(before, sides.before.records)} → ${percent(after, sides.after.records)}`;
  return { rank, words: `${share} of the records, ${grouped(before)} → ${grouped(after)}`, template: "" };
}

function attributeLine({ key, value, before, after, recordsBefore, recordsAfter }: ComparedAttribute) {
  const shares = `${percent(before, recordsBefore)} → ${percent(after, recordsAfter)}`;
  return { rank: 0, words: `${shares}, ${grouped(before)} → ${grouped(after)}`, template: `${key}=${value}` };
}

function numberLine({ template, name, before, after }: ComparedNumber) {
  const range = (of: ComparedNumber["before"]) =>
    `${measured(of.median, of.unit)} (p95 ${measured(of.p95, of.unit)})`;
  return { rank: 0, words: `${visible(name)}: median ${range(before)} → ${range(after)}`, template };
}

function sharesOf(severities: SeverityCounts): string {
  const total = severities.reduce((sum, count) => sum + count, 0);
  const names = severities.map((count, rank) => ({ name: SEVERITY_RANKS[rank], count }))
    .filter(({ count }) => count > 0).sort((x, y) => y.count - x.count).slice(0, 2);
  return names.map(({ name, count }) => count === total ? name : `${name} ${percent(count, total)}`).join(
    ", ",
  );
}
