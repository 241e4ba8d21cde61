import type { Finding as Found, PatternSummary, SourceHealth, Summary } from "../record/summary.ts";
import { historyOf, LEAST_RECORDS, LEAST_SECONDS } from "../record/history.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import type { Clock } from "./clock.ts";
import { counted, grouped, percent } from "./figures.ts";
import { visible } from "../terminal/text.ts";
import { withinLog } from "../record/within_log.ts";

/** Something that needs a look: one line, and the log text it is about. */
export interface Finding {
  weight: "error" | "warn" | "info";
  text: string;
  /** As charts point at it; absent where nothing does. */
  rank?: number;
  /** Lines of log text below it (made harmless, not cut). */
  quotes: string[];
}

const ERROR = SEVERITY_RANKS.indexOf("ERROR");
const FATAL = SEVERITY_RANKS.indexOf("FATAL");
const QUOTES = 5;
/** Characters of a line that parts share. */
const LINE = 90;
/** A share of lines in no known format, of undated or late records, from which it is worth a line. */
const NOTABLE = 0.01;

/** What is said where nothing needs a look: that nothing was found, or why nothing could be. */
export function nothingFound(summary: Summary): string {
  switch (historyOf(summary)) {
    case "undated":
      return "cannot tell what is unusual: no record has a time";
    case "short":
      return `too little data to tell what is unusual: that takes ${LEAST_RECORDS} records over ${LEAST_SECONDS} seconds`;
    case "enough":
      return "nothing unusual found";
  }
}

/** What needs a look, most pressing first; then what was not read as it should be. */
export function findings(summary: Summary, clock: Clock): Finding[] {
  return [
    ...summary.sources.flatMap(brokenSource),
    ...summary.findings.filter(({ kind }) => kind !== "source").map((finding) =>
      told(finding, summary, clock)
    ),
    ...summary.sources.flatMap(poorlyRead),
  ];
}

/** A finding with its time, where it comes from, what shows it, and the first of its lines. */
function told(finding: Found, { start, end }: Summary, clock: Clock): Finding {
  const { rank, kind, severity, title, service, host, lines } = finding;
  const sameDay = start !== null && end !== null && clock.date(start) === clock.date(end);
  const moment = (time: number) => sameDay ? clock.time(time) : clock.dateTime(time);
  const [from, to] = finding.start === null || finding.end === null
    ? ["", ""]
    : [moment(finding.start), moment(withinLog(finding.end, { end }))];
  const when = from === to ? from : `${from} to ${to}`;
  const owner = [service, host].filter((name) => name !== null).join(" on ");
  const first = lines.length === 0 ? "" : `${lines[0].source}:${lines[0].line}`;
  const grave = severity >= ERROR || kind === "vanished" || kind === "gap";
  return {
    weight: grave ? "error" : "warn",
    text: visible(title),
    rank,
    quotes: [
      ...linesOf(finding).map(visible),
      visible([when, owner, first].filter((part) => part !== "").join(", ")),
    ],
  };
}

/** What shows a finding, on as many lines as its parts need. */
function linesOf({ evidence, parts = [evidence] }: Found): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length < LINE) lines[lines.length - 1] = `${last}; ${part}`;
    else lines.push(part);
  }
  return lines;
}

function errorsOf(severities: number[]): number {
  return severities[ERROR] + severities[FATAL];
}

/** How many records are errors, and the patterns that most of them have. */
export function errorRecords({ records, severities, patterns }: Summary): Finding[] {
  const errors = errorsOf(severities);
  if (errors === 0) return [];
  const fatal = severities[FATAL];
  const worst = patterns.top.filter((pattern) => errorsOf(pattern.severities) > 0).sort(byErrors).slice(
    0,
    QUOTES,
  );
  const what = fatal === 0 ? "at ERROR" : errors === fatal ? "at FATAL" : "at ERROR or FATAL";
  return [{
    weight: "error",
    text: `${counted(errors, "record")} ${what} (${percent(errors, records)} of all)` +
      (fatal > 0 && fatal < errors ? `, ${grouped(fatal)} of them FATAL` : "") +
      (worst.length > 0 ? "; mostly:" : ""),
    quotes: worst.map(errorQuote),
  }];
}

/** A pattern's errors; of one whose records are partly FATAL, how many are. */
function errorQuote({ severities, template }: PatternSummary): string {
  const errors = errorsOf(severities);
  const fatal = severities[FATAL];
  const which = fatal === 0 ? "" : fatal === errors ? "FATAL " : `(${grouped(fatal)} FATAL) `;
  return `${grouped(errors)} × ${which}${visible(template)}`;
}

/** Most pressing first: a fatal record counts as ten. */
function byErrors(x: PatternSummary, y: PatternSummary): number {
  const pressing = ({ severities }: PatternSummary) => severities[ERROR] + 10 * severities[FATAL];
  return pressing(y) - pressing(x) || x.id - y.id;
}

function brokenSource(source: SourceHealth): Finding[] {
  if (source.errors.length === 0 && source.state !== "failed" && source.state !== "lost") return [];
  const state = source.state === "failed" || source.state === "lost" ? ` (${source.state})` : "";
  return [{
    weight: "error",
    text: `${visible(source.name)}${state}: ${counted(source.errors.length, "problem")} while reading`,
    quotes: source.errors.slice(-QUOTES).map(visible),
  }];
}

function poorlyRead(source: SourceHealth): Finding[] {
  const { records, plain, undated, late, truncated } = source;
  const notes: string[] = [];
  const note = (count: number, what: string) => {
    if (count > 0 && count >= records * NOTABLE) notes.push(`${percent(count, records)} ${what}`);
  };
  note(plain, "in no known format");
  note(undated, "without a time");
  note(late, "out of order");
  if (truncated > 0) notes.push(`${grouped(truncated)} cut (too long)`);
  if (notes.length === 0) return [];
  const weight = plain >= records * 0.1 || truncated > 0 ? "warn" : "info";
  return [{ weight, text: `${visible(source.name)}: ${notes.join(", ")}`, quotes: [] }];
}
