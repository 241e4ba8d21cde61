import type { Row, RowId } from "../engine/messages.ts";
import type { PatternSummary, Summary } from "../record/summary.ts";
import { coarsen } from "../record/time_buckets.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import type { Citations } from "./citations.ts";
import type { Evidence } from "./evidence.ts";
import { FILLING } from "./picked.ts";
import { isAll, reachWords } from "./questions.ts";
import { cutMiddle, recordText } from "./record_text.ts";

/** Shares of the room that the overview, what needs a look and the patterns may take. */
const OVERVIEW_SHARE = 0.25;
const FINDINGS_SHARE = 0.3;
const PATTERNS_SHARE = 0.3;
const TITLE_LENGTH = 240;
const MOST_PATTERNS = 60;
const TEMPLATE_LENGTH = 200;
const TIMELINE_BUCKETS = 24;
/** How often a like line of those that only fill the room is shown; a short log is shown whole. */
const MOST_ALIKE = 3;
/** Lines up to which more of them are shown where little else is. */
const FEW_LINES = 40;
const SHORT_LOG = 120;
const DAY = 86_400_000;

/** The context of a question: text, and how many records stand in it. */
export interface Context {
  readonly text: string;
  readonly lines: number;
  /** Matching records that do not stand in it. */
  readonly leftOut: number;
}

/** How the records are written. */
export interface Writing {
  readonly citations: Citations;
  redact(text: string): string;
  /** The current filter, "" for none. */
  readonly where: string;
}

/**
 * Writes what a model is shown, in at most `room` characters: overview, what needs a look with its records, patterns,
 * then the records that matter most.
 */
export function writeContext(evidence: Evidence, writing: Writing, room: number): Context {
  const overview = fitted(overviewLines(evidence, writing), Math.floor(room * OVERVIEW_SHARE));
  const findings = findingLines(evidence, writing, Math.floor(room * FINDINGS_SHARE));
  const patterns = fitted(patternLines(evidence, writing), Math.floor(room * PATTERNS_SHARE));
  const before = [overview, findings.text, patterns].filter((part) => part !== "").join("\n\n");
  const left = room - before.length - 2;
  const lines = recordLines(evidence, writing, left, findings.rows);
  const count = lines.count + findings.rows.size;
  return {
    text: [before, lines.text].filter((part) => part !== "").join("\n\n").slice(0, Math.max(0, room)),
    lines: count,
    leftOut: Math.max(0, evidence.total - count),
  };
}

/** The first lines that fit. */
function fitted(lines: readonly string[], room: number): string {
  let text = "";
  for (const line of lines) {
    if (text.length + line.length + 1 > room) break;
    text += text === "" ? line : `\n${line}`;
  }
  return text;
}

function overviewLines({ summary, total, reach }: Evidence, { redact, where }: Writing): string[] {
  const { severities, sources, start, end, services, hosts } = summary;
  const counts = SEVERITY_RANKS.map((name, rank) => ({ name, count: severities[rank] })).filter(({ count }) =>
    count > 0
  );
  const names = sources.slice(0, 5).map(({ name }) => redact(name));
  const more = sources.length > 5 ? ` and ${sources.length - 5} more` : "";
  const lines = [
    `Read: ${reach.read} records from ${names.join(", ")}${more}.`,
    ...start === null || end === null ? [] : [`Times: ${iso(start)} to ${iso(end)} (UTC).`],
    `Severities of all: ${counts.map(({ name, count }) => `${name} ${count}`).join(", ")}.`,
    ...where === "" ? [] : [
      `Filter: ${cutMiddle(redact(where), 300)} — it matches ${total} of ${
        reachWords(reach)
      }. The records below all match it, but those around a chosen one and those of what needs a look.`,
    ],
  ];
  if (services.length > 1) lines.push(`Services: ${named(services, redact)}.`);
  if (hosts.length > 1) lines.push(`Hosts: ${named(hosts, redact)}.`);
  lines.push(...timelineLines(summary));
  return lines;
}

function named(list: Summary["services"], redact: (text: string) => string): string {
  return list.slice(0, 8).map(({ name, count, severities }) => {
    const errors = severities[5] + severities[6];
    return `${cutMiddle(redact(name), 60)} ${count}${errors > 0 ? ` (${errors} errors)` : ""}`;
  }).join(", ");
}

function timelineLines({ timeline }: Summary): string[] {
  const { buckets, width } = coarsen(timeline, TIMELINE_BUCKETS);
  if (buckets.length < 2) return [];
  const parts = buckets.slice(-TIMELINE_BUCKETS).map(({ time, severities }) => {
    const all = severities.reduce((sum, count) => sum + count, 0);
    return `${new Date(time).toISOString().slice(width >= DAY ? 5 : 11, width >= DAY ? 10 : 19)} ${all}/${
      severities[5] + severities[6]
    }`;
  });
  return [`Records/errors by time (${width / 1000} s each): ${parts.join(", ")}.`];
}

/** What needs a look, each with its evidence and its records; whole ones, as many as fit. */
function findingLines(
  { findings, summary }: Evidence,
  { redact, citations }: Writing,
  room: number,
): { text: string; rows: ReadonlySet<string> } {
  const rows = new Set<string>();
  const withDate = isLong(summary);
  let text = "";
  for (const { finding, rows: behind } of findings) {
    const { rank, title, evidence, patterns, start, end } = finding;
    const when = start === null || end === null ? [] : [`${iso(start)} to ${iso(end)}`];
    const notes = [...when, ...patterns.slice(0, 4).map((id) => `p${id}`)].join(", ");
    const names = notes === "" ? "" : ` (${notes})`;
    const said = [title, evidence].map((part) => cutMiddle(redact(part).replace(/\s+/g, " "), TITLE_LENGTH));
    let part = `${rank}. ${said.join(" — ")}${names}`;
    const header = text === "" ? "What needs a look, found by counting, most pressing first:" : text;
    const fresh = behind.filter(({ id }) => !rows.has(keyOf(id)));
    const records = fresh.map((row) => ({ row, text: recordText(row, redact, withDate) }));
    const size = records.reduce((sum, { text }) => sum + text.length + 24, part.length);
    if (header.length + size + 1 > room) break;
    for (const { row, text } of records) {
      rows.add(keyOf(row.id));
      part += `\n   [#${citations.label(row)}] ${text}`;
    }
    text = `${header}\n${part}`;
  }
  return { text, rows };
}

function keyOf({ source, sequence }: RowId): string {
  return `${source}:${sequence}`;
}

/** Times alone do not tell when something was. */
function isLong({ start, end }: Summary): boolean {
  return start !== null && end !== null && end - start > DAY / 2;
}

/** Patterns with counts, the most frequent first and then the rarest: what is between says least. */
function patternLines(
  { summary, patternCounts, patterns, reach }: Evidence,
  { redact, where }: Writing,
): string[] {
  const known = [...patterns.values()];
  if (known.length === 0) return [];
  const counted = patternCounts.size > 0 ? known.filter(({ id }) => patternCounts.has(id)) : known;
  const count = ({ id, count }: PatternSummary) => patternCounts.get(id) ?? count;
  const errors = ({ severities }: PatternSummary) => severities[5] + severities[6];
  const byCount = counted.sort((a, b) =>
    Number(errors(b) > 0) - Number(errors(a) > 0) || count(b) - count(a)
  );
  const frequent = byCount.slice(0, MOST_PATTERNS);
  const lines = frequent.map((pattern) => {
    const severity = SEVERITY_RANKS.findLast((_name, rank) => pattern.severities[rank] > 0) ?? "NONE";
    const template = cutMiddle(redact(pattern.template).replace(/\s+/g, " "), TEMPLATE_LENGTH);
    return `p${pattern.id} ×${count(pattern)} ${severity} ${clock(pattern.first)}–${
      clock(pattern.last)
    } ${template}`;
  });
  const of = summary.patterns.total > frequent.length
    ? `, ${frequent.length} of ${summary.patterns.total}`
    : "";
  const among = where === "" || isAll(reach) || patternCounts.size === 0 ? "" : ` among ${reachWords(reach)}`;
  return [`Patterns (number, count${among}, worst severity, first and last time, text)${of}:`, ...lines];
}

/** The records that matter most, as many as fit, in order of time; like ones in a row as one. */
function recordLines(
  { candidates, summary, total }: Evidence,
  writing: Writing,
  room: number,
  before: ReadonlySet<string>,
): { text: string; count: number } {
  const header = "Records:";
  const withDate = isLong(summary);
  const chosen: { row: Row; text: string }[] = [];
  const alike = new Map<string, number>();
  const alikeOnes: { row: Row; text: string }[] = [];
  let left = room - header.length - 60;
  const take = (candidate: { row: Row; text: string }) => {
    const size = candidate.text.length + 24;
    if (size > left) return;
    left -= size;
    chosen.push(candidate);
  };
  for (const { row, rank } of candidates) {
    if (left < 200) break;
    if (before.has(keyOf(row.id))) continue;
    const text = recordText(row, writing.redact, withDate);
    // Of the newest rows, which fill what room is left, like ones are not repeated.
    const shape = rank >= FILLING ? row.pattern === null ? text : `p${row.pattern}` : null;
    const seen = shape === null ? 0 : alike.get(shape) ?? 0;
    if (shape !== null) alike.set(shape, seen + 1);
    if (seen >= MOST_ALIKE && total > SHORT_LOG) alikeOnes.push({ row, text });
    else take({ row, text });
  }
  for (const candidate of alikeOnes.slice(0, Math.max(0, FEW_LINES - chosen.length - before.size))) {
    take(candidate);
  }
  if (chosen.length === 0) return { text: "", count: 0 };
  chosen.sort((a, b) =>
    orderOf(a.row) - orderOf(b.row) || a.row.id.source - b.row.id.source ||
    a.row.id.sequence - b.row.id.sequence
  );
  const lines = collapsed(chosen, writing.citations);
  const rest = total - chosen.length - before.size;
  if (rest > 0) lines.push(`(${rest} more matching records are left out)`);
  return { text: [header, ...lines].join("\n"), count: chosen.length };
}

function orderOf({ record }: Row): number {
  return record.time ?? record.received;
}

/** Rows that say the same one after the other become one line with their number. */
function collapsed(chosen: readonly { row: Row; text: string }[], citations: Citations): string[] {
  const lines: string[] = [];
  let repeated = 0;
  const said = (text: string) => text.replace(/^[\d:. -]+/, "");
  for (const [place, { row, text }] of chosen.entries()) {
    const next = chosen[place + 1];
    const before = chosen[place - 1];
    if (before && said(before.text) === said(text)) {
      repeated++;
      citations.label(row);
      if (next && said(next.text) === said(text)) continue;
      lines[lines.length - 1] += ` (×${repeated + 1}, the last at ${clock(orderOf(row))})`;
      repeated = 0;
      continue;
    }
    lines.push(`[#${citations.label(row)}] ${text}`);
  }
  return lines;
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace("T", " ");
}

function clock(time: number): string {
  return new Date(time).toISOString().slice(11, 19);
}
