import { commonestRank, SEVERITY_RANKS } from "../record/severity.ts";
import type {
  AttributeSummary,
  NamedCount,
  PatternDetails,
  PatternSummary,
  Summary,
  VariableSummary,
} from "../record/summary.ts";
import { Clock } from "./clock.ts";
import { counted, grouped, measured, outOf, percent } from "./figures.ts";
import { errorRecords, findings, nothingFound } from "./findings.ts";
import { formatsOf, howMuch, whatWasRead } from "./heading.ts";
import { rangeBar, shareBar, timeCharts } from "./html_charts.ts";
import { escapedHtml, htmlPage } from "./html_page.ts";
import { marksOf } from "../record/pattern_marks.ts";
import type { ReportOptions } from "./options.ts";
import { fit, visible } from "../terminal/text.ts";

const WORDS = 40;
const ATTRIBUTES = 30;
const PATTERNS = 60;
const NUMBERS = 25;
const VALUES = 5;
const NAMES = 20;
const SOURCES = 50;
/** Characters of a template and of a value. */
const TEMPLATE = 600;
const VALUE = 80;
const ERROR = SEVERITY_RANKS.indexOf("ERROR");

/**
 * The report as one page that can be passed on: it loads nothing, runs nothing, and follows the reader's choice of
 * light or dark. `detailsOf` gives a pattern with its variables.
 */
export function htmlReport(
  summary: Summary,
  options: ReportOptions,
  detailsOf: (id: number) => PatternDetails | null,
): string {
  const clock = new Clock(options.timeZone);
  const title = options.title ?? "Log report";
  const patterns = summary.patterns.top.slice(0, PATTERNS).map((pattern) => detailsOf(pattern.id) ?? pattern);
  const body = [
    `<h1>${escapedHtml(title)}</h1>`,
    `<p>${escapedHtml(whatWasRead(summary, clock))}</p>`,
    `<p class="muted">${escapedHtml(howMuch(summary))}</p>`,
    needsALook(summary, clock),
    section("Time by severity", "", timeCharts(summary, clock)),
    errors(summary),
    patternTable(summary, patterns),
    numbers(patterns),
    `<div class="columns">`,
    names("Services", summary.services),
    names("Hosts", summary.hosts),
    words(summary),
    `</div>`,
    attributes(summary.attributes),
    sources(summary),
  ];
  return htmlPage(title, body.filter((part) => part !== "").join("\n"));
}

/** A part of the page, nothing where its content (HTML) is empty. */
function section(title: string, remark: string, content: string): string {
  if (content === "") return "";
  const note = remark === "" ? "" : ` <small>${escapedHtml(remark)}</small>`;
  return `<section><h2>${escapedHtml(title)}${note}</h2>\n${content}</section>`;
}

function needsALook(summary: Summary, clock: Clock): string {
  const found = findings(summary, clock);
  if (found.length === 0) {
    const words = nothingFound(summary);
    return section("Needs a look", "", `<p>${escapedHtml(words[0].toUpperCase() + words.slice(1))}</p>`);
  }
  const items = found.map(({ weight, text, rank, quotes }) => {
    const flag = rank === undefined ? "" : `<span class="flag">${rank}</span> `;
    const quoted = quotes.map((quote) => `<code>${escapedHtml(fit(quote, TEMPLATE))}</code>`).join("");
    return `<li class="${weight}">${flag}${escapedHtml(text)}${quoted}</li>`;
  });
  return section("Needs a look", "", `<ul class="findings">\n${items.join("\n")}\n</ul>`);
}

function errors(summary: Summary): string {
  return errorRecords(summary).map(({ text, quotes }) => {
    const quoted = quotes.map((quote) => `<p><code>${escapedHtml(fit(quote, TEMPLATE))}</code></p>`).join(
      "\n",
    );
    return section("Errors", text, quoted);
  }).join("");
}

function patternTable(summary: Summary, shown: readonly (PatternDetails | PatternSummary)[]): string {
  const { patterns: { total }, records } = summary;
  if (shown.length === 0) return "";
  const marks = marksOf(summary.findings);
  const rows = shown.map((pattern) => {
    const rank = commonestRank(pattern.severities);
    const tag = rank === 0 ? "" : `<span class="tag s${rank}">${SEVERITY_RANKS[rank]}</span>`;
    const mark = marks.get(pattern.id);
    const template = (mark === undefined ? "" : `<b class="mark">${mark}</b> `) +
      `<code>${escapedHtml(fit(visible(pattern.template), TEMPLATE))}</code>`;
    const variables = "variables" in pattern ? variableList(pattern.variables) : "";
    const what = variables === ""
      ? template
      : `<details><summary>${template}</summary>${variables}</details>`;
    return `<tr><td class="n">${grouped(pattern.count)}</td><td class="n">${
      percent(pattern.count, records)
    }</td>` +
      `<td>${tag}</td><td>${what}${shareBar(pattern.count / shown[0].count)}</td></tr>`;
  });
  const remark = total > shown.length ? `${shown.length} of ${grouped(total)}` : grouped(total);
  return section("Patterns", remark, table(["", "", "", ""], rows, true));
}

function variableList(variables: readonly VariableSummary[]): string {
  const items = variables.map(({ kind, distinct, exact, values, count }) =>
    `<p class="values"><b>&lt;${kind}&gt;</b> ${exact ? "" : "about "}${counted(distinct, "value")}: ${
      values.slice(0, VALUES).map((value) => valueText(value.value, value.count, count)).join(", ")
    }</p>`
  );
  return items.join("");
}

function valueText(value: string, count: number, of: number): string {
  return `<span class="mono">${escapedHtml(fit(visible(value), VALUE)) || "&#34;&#34;"}</span> ${
    percent(count, of)
  }`;
}

/** The numbers in the patterns, each as a range on its own scale. */
function numbers(patterns: readonly (PatternDetails | PatternSummary)[]): string {
  const rows: string[] = [];
  for (const pattern of patterns) {
    if (!("variables" in pattern) || rows.length >= NUMBERS) continue;
    pattern.variables.forEach((variable, at) => {
      const { numbers } = variable;
      if (numbers === null || numbers.max === numbers.min || rows.length >= NUMBERS) return;
      const figures = [numbers.min, numbers.median, numbers.p95, numbers.max]
        .map((value) => `<td class="n">${escapedHtml(measured(value, numbers.unit))}</td>`).join("");
      const template = escapedHtml(fit(visible(pattern.template), 160));
      rows.push(
        `<tr>${figures}<td>${rangeBar(numbers, numbers.max)}<code>${template}</code> ` +
          `<span class="muted">${ordinal(at + 1)} variable</span></td></tr>`,
      );
    });
  }
  return section(
    "Numbers",
    "the line spans minimum to maximum, the bar median to 95th percentile",
    rows.length === 0
      ? ""
      : `<div class="numbers">${table(["min", "median", "p95", "max", ""], rows, false)}</div>`,
  );
}

function ordinal(place: number): string {
  return `${place}${["th", "st", "nd", "rd"][place > 3 ? 0 : place]}`;
}

function names(title: string, counts: readonly NamedCount[]): string {
  const rows = counts.slice(0, NAMES).map(({ name, count, severities }) => {
    const errors = severities[ERROR] + severities[ERROR + 1];
    return `<tr><td class="n">${grouped(count)}</td><td class="n">${
      errors === 0 ? "" : percent(errors, count)
    }</td><td>${escapedHtml(name)}${shareBar(count / counts[0].count)}</td></tr>`;
  });
  const list = rows.length === 0 ? "" : table(["records", "errors", ""], rows, false);
  return section(title, outOf(NAMES, counts.length), list);
}

function words({ words: { top } }: Summary): string {
  const rows = top.slice(0, WORDS).map(({ word, count }) =>
    `<tr><td class="n">${grouped(count)}</td><td>${escapedHtml(word)}${
      shareBar(count / top[0].count)
    }</td></tr>`
  );
  return section("Words", "", rows.length === 0 ? "" : table(["", ""], rows, true));
}

function attributes(all: readonly AttributeSummary[]): string {
  const rows = all.slice(0, ATTRIBUTES).map(({ key, count, distinct, exact, values }) =>
    `<tr><td class="n">${grouped(count)}</td><td class="n">${exact ? "" : "~"}${grouped(distinct)}</td>` +
    `<td><code>${escapedHtml(key)}</code> <span class="values">${
      values.slice(0, VALUES).map((value) => valueText(value.value, value.count, count)).join(", ")
    }</span></td></tr>`
  );
  return section(
    "Attributes",
    outOf(ATTRIBUTES, all.length),
    rows.length === 0 ? "" : table(["records", "values", ""], rows, false),
  );
}

function sources({ sources }: Summary): string {
  const rows = sources.slice(0, SOURCES).map(({ name, records, formats, plain, errors }) => {
    const kinds = formatsOf(formats).slice(0, 3).map(([format]) => format).join(", ");
    const notes = [
      kinds,
      plain === 0 ? "" : `${percent(plain, records)} in no known format`,
      errors.length === 0 ? "" : counted(errors.length, "problem"),
    ].filter((note) => note !== "").join("; ");
    return `<tr><td class="n">${grouped(records)}</td><td>${escapedHtml(name)} <span class="muted">${
      escapedHtml(notes)
    }</span></td></tr>`;
  });
  const remark = sources.length > SOURCES ? `${SOURCES} of ${grouped(sources.length)}` : "";
  return section("Sources", remark, rows.length === 0 ? "" : table(["records", ""], rows, false));
}

/** `rows` are HTML. */
function table(heads: readonly string[], rows: readonly string[], bare: boolean): string {
  const head = heads.map((text, at) => `<th${at < heads.length - 1 ? ' class="n"' : ""}>${text}</th>`).join(
    "",
  );
  return `<table>${bare ? "" : `<thead><tr>${head}</tr></thead>`}<tbody>\n${
    rows.join("\n")
  }\n</tbody></table>`;
}
