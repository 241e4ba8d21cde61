import { commonestRank, SEVERITY_RANKS } from "../record/severity.ts";
import type { NamedCount, Summary } from "../record/summary.ts";
import { bars, chartColumns } from "./chart.ts";
import { Clock } from "./clock.ts";
import { counted, grouped, lasting, outOf, percent } from "./figures.ts";
import { errorRecords, findings } from "./findings.ts";
import { formatsOf, howMuch, whatWasRead } from "./heading.ts";
import { cellCode, code, escaped } from "./markdown_text.ts";
import { marksOf } from "../record/pattern_marks.ts";
import type { ReportOptions } from "./options.ts";
import { fit, visible } from "../terminal/text.ts";

const WORDS = 20;
const ATTRIBUTES = 10;
const VALUES = 3;
const PATTERNS = 15;
const NAMES = 10;
const SOURCES = 20;
/** Columns of the chart, and cells of a template or a value: a ticket is not wide. */
const CHART = 60;
const TEMPLATE = 140;
const VALUE = 40;
const NONE = SEVERITY_RANKS.indexOf("NONE");
const ERROR = SEVERITY_RANKS.indexOf("ERROR");

/** The report for a ticket (GitHub Flavored Markdown): what needs a look stands first. */
export function markdownReport(summary: Summary, options: ReportOptions): string {
  const clock = new Clock(options.timeZone);
  const sections = [
    [`# ${escaped(options.title ?? "Log report")}`],
    [`**${escaped(whatWasRead(summary, clock))}**`, "", escaped(howMuch(summary))],
    needsALook(summary, clock),
    severities(summary, clock, options.ascii),
    errors(summary),
    patterns(summary),
    words(summary),
    attributes(summary),
    named("Services", "Service", summary.services),
    named("Hosts", "Host", summary.hosts),
    sources(summary),
  ];
  return sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n") + "\n";
}

function needsALook(summary: Summary, clock: Clock): string[] {
  const found = findings(summary, clock);
  if (found.length === 0) return [];
  return [
    "## Needs a look",
    "",
    ...found.flatMap(({ text, quotes }) => [
      `- ${escaped(text)}`,
      ...quotes.map((quote) => `  - ${code(fit(quote, TEMPLATE))}`),
    ]),
  ];
}

function errors(summary: Summary): string[] {
  return errorRecords(summary).flatMap(({ text, quotes }) => [
    "## Errors",
    "",
    escaped(text),
    "",
    ...quotes.map((quote) => `- ${code(fit(quote, TEMPLATE))}`),
  ]);
}

function severities({ severities, records, timeline }: Summary, clock: Clock, ascii: boolean): string[] {
  const chart = chartColumns(timeline, CHART);
  if (chart === null || records === 0) return [];
  const countWidth = grouped(records).length;
  const ranks = SEVERITY_RANKS.map((_name, rank) => rank).reverse().filter((rank) => severities[rank] > 0);
  const sameDay = clock.date(chart.first) === clock.date(chart.last);
  const mark = (time: number) => clock.mark(time, chart.width, sameDay);
  return [
    "## Severities over time",
    "",
    "```text",
    ...ranks.map((rank) => {
      const figures = grouped(severities[rank]).padStart(countWidth) +
        percent(severities[rank], records).padStart(7);
      const bar = bars(chart, (bucket) => bucket[rank], ascii);
      return `${SEVERITY_RANKS[rank].padEnd(6)}${figures}  ${bar}`.trimEnd();
    }),
    "```",
    "",
    `From ${mark(chart.first)} to ${mark(chart.last)}; ${
      lasting(chart.width)
    } per bar, each row to its own scale.`,
  ];
}

function patterns(summary: Summary): string[] {
  const { patterns: { top, total }, records } = summary;
  const marks = marksOf(summary.findings);
  return table(
    `Patterns${total > PATTERNS ? ` (${PATTERNS} of ${grouped(total)})` : ""}`,
    ["Records", "Share", "Severity", "Pattern"],
    top.slice(0, PATTERNS).map(({ id, count, template, severities }) => [
      grouped(count),
      percent(count, records),
      nameOf(commonestRank(severities)),
      (marks.has(id) ? `**${marks.get(id)}** ` : "") + cellCode(fit(visible(template), TEMPLATE)),
    ]),
    2,
  );
}

function nameOf(rank: number): string {
  return rank === NONE ? "" : SEVERITY_RANKS[rank];
}

function words({ words: { top, error } }: Summary): string[] {
  if (top.length === 0) return [];
  const list = top.slice(0, WORDS).map(({ word, count }) => `${escaped(visible(word))} ${grouped(count)}`);
  const remark = error > 0 ? [`Counts may be up to ${grouped(error)} too low.`] : [];
  return ["## Words", "", [list.join(", ") + ".", ...remark].join(" ")];
}

function attributes({ attributes }: Summary): string[] {
  return table(
    titled("Attributes", outOf(ATTRIBUTES, attributes.length)),
    ["Key", "Records", "Distinct values", "Most frequent"],
    attributes.slice(0, ATTRIBUTES).map(({ key, count, distinct, exact, values }) => [
      cellCode(visible(key)),
      grouped(count),
      (exact ? "" : "about ") + grouped(distinct),
      values.slice(0, VALUES).map((value) =>
        `${cellCode(fit(visible(value.value), VALUE))} ${percent(value.count, count)}`
      ).join(", "),
    ]),
    0,
  );
}

function titled(title: string, remark: string): string {
  return remark === "" ? title : `${title} (${remark})`;
}

function named(title: string, column: string, names: NamedCount[]): string[] {
  return table(
    titled(title, outOf(NAMES, names.length)),
    [column, "Records", "Errors"],
    names.slice(0, NAMES).map(({ name, count, severities }) => {
      const errors = severities[ERROR] + severities[ERROR + 1];
      return [
        cellCode(visible(name)),
        grouped(count),
        errors === 0 ? "0" : `${grouped(errors)} (${percent(errors, count)})`,
      ];
    }),
    0,
  );
}

function sources({ sources }: Summary): string[] {
  return table(
    `Sources${sources.length > SOURCES ? ` (${SOURCES} of ${grouped(sources.length)})` : ""}`,
    ["Source", "Records", "Formats", "Not understood", "Problems"],
    sources.slice(0, SOURCES).map(({ name, records, formats, plain, errors }) => [
      cellCode(visible(name)),
      grouped(records),
      escaped(formatsOf(formats).slice(0, 3).map(([format]) => visible(format)).join(", ")),
      plain === 0 ? "0" : `${grouped(plain)} (${percent(plain, records)})`,
      errors.length === 0 ? "none" : counted(errors.length, "problem"),
    ]),
    0,
  );
}

/** A section with a table, nothing if it has no rows; columns but the text ones are right-aligned. */
function table(title: string, columns: string[], rows: string[][], textColumnsFrom: number): string[] {
  if (rows.length === 0) return [];
  const rule = columns.map((column, at) => {
    const text = textColumnsFrom === 0
      ? !/^(?:Records|Distinct|Errors|Not)/.test(column)
      : at >= textColumnsFrom;
    return text ? "---" : "--:";
  });
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [`## ${title}`, "", line(columns), line(rule), ...rows.map(line)];
}
