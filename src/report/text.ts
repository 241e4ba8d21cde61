import { asciiSigns } from "./ascii_signs.ts";
import { marksOf } from "../record/pattern_marks.ts";
import { commonestRank, SEVERITY_RANKS } from "../record/severity.ts";
import type { AttributeSummary, NamedCount, SourceHealth, Summary } from "../record/summary.ts";
import { bars, type ChartColumns, chartColumns } from "./chart.ts";
import { Clock } from "./clock.ts";
import { counted, grouped, lasting, outOf, percent } from "./figures.ts";
import { errorRecords, type Finding, findings, nothingFound } from "./findings.ts";
import { formatsOf, howMuch, whatWasRead } from "./heading.ts";
import { markLine } from "./marks.ts";
import type { ReportOptions } from "./options.ts";
import { type Paint, paintWith } from "./paint.ts";
import { cellWidth, fit, visible } from "../terminal/text.ts";
import { padded } from "./padded.ts";

const ERROR = SEVERITY_RANKS.indexOf("ERROR");
/** Entries of the lists: half a minute's reading. */
const WORDS = 10;
const ATTRIBUTES = 10;
const PATTERNS = 12;
const NAMES = 10;
const SOURCES = 10;
/** Below this width lists stand under each other. */
const TWO_COLUMNS = 80;
const GUTTER = 4;

/** The report for a person at a terminal: plain lines, no wider than the width. */
export function textReport(summary: Summary, options: ReportOptions): string {
  const lines = new TextReport(summary, options).lines();
  const text = lines.map((line) => (options.ascii ? asciiSigns(line) : line).trimEnd()).join("\n");
  return `${text}\n`;
}

class TextReport {
  readonly #summary: Summary;
  readonly #width: number;
  readonly #ascii: boolean;
  readonly #title: string | undefined;
  readonly #clock: Clock;
  readonly #paint: Paint;

  constructor(summary: Summary, options: ReportOptions) {
    this.#summary = summary;
    this.#width = Math.max(40, options.width);
    this.#ascii = options.ascii;
    this.#title = options.title;
    this.#clock = new Clock(options.timeZone);
    this.#paint = paintWith(options.colour);
  }

  lines(): string[] {
    const { records } = this.#summary;
    return [
      ...this.#heading(),
      ...this.#needsALook(),
      ...(records === 0 ? [] : [
        ...this.#severities(),
        ...this.#beside(this.#words(this.#half()), this.#services(this.#half())),
        ...this.#attributes(),
        ...this.#patterns(),
      ]),
      ...this.#errors(),
      ...this.#sources(),
    ];
  }

  #half(): number {
    return this.#width < TWO_COLUMNS ? this.#width : (this.#width - GUTTER) >> 1;
  }

  #heading(): string[] {
    const title = this.#title ? [this.#paint.strong(fit(visible(this.#title), this.#width)), ""] : [];
    const read = whatWasRead(this.#summary, this.#clock);
    const split = cellWidth(read) > this.#width ? read.indexOf(", ") + 1 : read.length;
    return [
      ...title,
      this.#paint.strong(fit(read.slice(0, split), this.#width)),
      ...(split < read.length ? [this.#paint.strong(fit(read.slice(split + 1), this.#width))] : []),
      this.#paint.faint(fit(howMuch(this.#summary), this.#width)),
    ];
  }

  #section(name: string, remark = "", width = this.#width): string[] {
    const rest = fit(remark, width - name.length - 2);
    return ["", this.#paint.heading(name) + (rest ? "  " + this.#paint.faint(rest) : "")];
  }

  #severities(): string[] {
    const { severities, records, timeline } = this.#summary;
    const countWidth = Math.max(5, grouped(records).length);
    const before = 2 + 6 + countWidth + 7 + 2;
    const chart = chartColumns(timeline, this.#width - before);
    const remark = chart === null ? "" : `${lasting(chart.width)} per bar, each row to its own scale` +
      (chart.outside > 0 ? `; ${counted(chart.outside, "record")} far outside not shown` : "");
    const ranks = SEVERITY_RANKS.map((_name, rank) => rank).reverse().filter((rank) => severities[rank] > 0);
    return [
      ...this.#section("Severities over time", remark),
      ...ranks.map((rank) => {
        const name = this.#paint.severity(rank, SEVERITY_RANKS[rank].padEnd(6));
        const figures = grouped(severities[rank]).padStart(countWidth) +
          percent(severities[rank], records).padStart(7);
        const bar = chart === null ? "" : bars(chart, (bucket) => bucket[rank], this.#ascii);
        return `  ${name}${figures}  ${this.#paint.severity(rank, bar)}`;
      }),
      ...this.#marks(chart, before),
      ...(chart === null ? [] : [" ".repeat(before) + this.#paint.faint(this.#axis(chart))]),
    ];
  }

  /** Where the findings begin. */
  #marks(chart: ChartColumns | null, before: number): string[] {
    const line = chart === null ? "" : markLine(this.#summary, chart, this.#ascii);
    return line === ""
      ? []
      : [`  ${this.#paint.faint("needs a look".padEnd(before - 2))}${this.#paint.strong(line)}`];
  }

  /** Times under the columns of a chart: as many as have room. */
  #axis({ first, last, width, each, buckets }: ChartColumns): string {
    const sameDay = this.#clock.date(first) === this.#clock.date(last);
    const room = buckets.length * each;
    const length = this.#clock.mark(first, width, sameDay).length;
    const marks = Math.max(1, Math.min(4, Math.floor((room + 6) / (length + 6))));
    let line = "";
    for (let mark = 0; mark < marks; mark++) {
      const bucket = marks === 1 ? 0 : Math.round(mark * (buckets.length - 1) / (marks - 1));
      const text = this.#clock.mark(first + bucket * width, width, sameDay);
      const at = mark === 0
        ? 0
        : mark === marks - 1
        ? Math.max(room - length, line.length + 1)
        : bucket * each;
      line = line.padEnd(at) + text;
    }
    return line;
  }

  #words(width: number): string[] {
    const { top, error, tracked, more } = this.#summary.words;
    if (top.length === 0) return [];
    const shown = top.slice(0, WORDS);
    const remark = error > 0
      ? `counts up to ${grouped(error)} too low`
      : tracked > shown.length
      ? `${shown.length} of ${more ? "more than " : ""}${grouped(tracked)}`
      : "";
    const countWidth = grouped(shown[0].count).length;
    const nameWidth = Math.min(
      Math.max(...shown.map(({ word }) => cellWidth(visible(word)))),
      width - countWidth - 14,
    );
    const room = Math.min(24, width - nameWidth - countWidth - 6);
    return [
      ...this.#section("Words", remark, width),
      ...shown.map(({ word, count }) =>
        `  ${padded(visible(word), nameWidth)}  ${grouped(count).padStart(countWidth)}  ` +
        this.#paint.bar(this.#bar(count / shown[0].count, room))
      ),
    ];
  }

  /** A horizontal bar of a share of the room, at least one cell. */
  #bar(share: number, room: number): string {
    return (this.#ascii ? "=" : "━").repeat(Math.max(1, Math.round(share * room)));
  }

  #services(width: number): string[] {
    const { services, hosts } = this.#summary;
    const both = services.length > 0 && hosts.length > 0;
    return [
      ...this.#named("Services", services, width, both ? Math.min(services.length, 6) : NAMES),
      ...this.#named("Hosts", hosts, width, both ? Math.max(3, 8 - services.length) : NAMES),
    ];
  }

  #named(title: string, names: NamedCount[], width: number, limit: number): string[] {
    if (names.length === 0) return [];
    const shown = names.slice(0, limit);
    const countWidth = grouped(shown[0].count).length;
    const nameWidth = Math.min(
      Math.max(...shown.map(({ name }) => cellWidth(visible(name)))),
      width - countWidth - 22,
    );
    return [
      ...this.#section(title, outOf(limit, names.length), width),
      ...shown.map(({ name, count, severities }) => {
        const errors = severities[ERROR] + severities[ERROR + 1];
        const share = errors === 0 ? "" : `${percent(errors, count)} errors`;
        const start = `  ${padded(visible(name), nameWidth)}  ${grouped(count).padStart(countWidth)}  `;
        return start + this.#paint.severity(ERROR, share.padStart(13));
      }),
    ];
  }

  #attributes(): string[] {
    const { attributes } = this.#summary;
    if (attributes.length === 0) return [];
    const shown = attributes.slice(0, ATTRIBUTES);
    const countWidth = grouped(shown[0].count).length;
    const distinct = shown.map((attribute) => distinctOf(attribute));
    const distinctWidth = Math.max(...distinct.map((text) => text.length));
    const keyWidth = Math.min(Math.max(...shown.map(({ key }) => cellWidth(visible(key)))), this.#width >> 2);
    const room = this.#width - keyWidth - countWidth - distinctWidth - 8;
    const more = outOf(ATTRIBUTES, attributes.length);
    return [
      ...this.#section(
        "Attributes",
        `${more === "" ? "" : `${more}: `}records, distinct values, most frequent`,
      ),
      ...shown.map((attribute, at) =>
        `  ${padded(visible(attribute.key), keyWidth)}  ${grouped(attribute.count).padStart(countWidth)}  ` +
        `${this.#paint.faint(distinct[at].padStart(distinctWidth))}  ${commonest(attribute, room)}`
      ),
    ];
  }

  #patterns(): string[] {
    const { top, total } = this.#summary.patterns;
    if (top.length === 0) return [];
    const shown = top.slice(0, PATTERNS);
    const marks = marksOf(this.#summary.findings);
    const countWidth = grouped(shown[0].count).length;
    const room = this.#width - countWidth - 18;
    return [
      ...this.#section("Patterns", total > shown.length ? `${shown.length} of ${grouped(total)}` : ""),
      ...shown.map((pattern) => {
        const rank = commonestRank(pattern.severities);
        const start = `  ${grouped(pattern.count).padStart(countWidth)}`;
        const share = percent(pattern.count, this.#summary.records).padStart(6);
        const severity = this.#paint.severity(rank, (rank === 0 ? "" : SEVERITY_RANKS[rank]).padEnd(5));
        const mark = marks.get(pattern.id);
        const [marked, left] = mark === undefined
          ? ["", room]
          : [this.#paint.strong(mark) + " ", room - mark.length - 1];
        return `${start} ${this.#paint.faint(share)}  ${severity} ${marked}${
          fit(visible(pattern.template), left)
        }`;
      }),
    ];
  }

  #sources(): string[] {
    const { sources } = this.#summary;
    if (sources.length === 0) return [];
    const shown = sources.slice(0, SOURCES);
    const countWidth = Math.max(...shown.map(({ records }) => grouped(records).length));
    const nameWidth = Math.min(
      Math.max(...shown.map(({ name }) => cellWidth(visible(name)))),
      Math.floor(this.#width * 0.45),
    );
    const room = this.#width - nameWidth - countWidth - 6;
    return [
      ...this.#section("Sources", sources.length > SOURCES ? `${SOURCES} of ${grouped(sources.length)}` : ""),
      ...shown.map((source) =>
        `  ${padded(visible(source.name), nameWidth)}  ${grouped(source.records).padStart(countWidth)}  ` +
        this.#paint.faint(fit(healthOf(source), room))
      ),
    ];
  }

  #errors(): string[] {
    return errorRecords(this.#summary).flatMap(({ text, quotes }) => [
      ...this.#section("Errors", text),
      ...quotes.map((quote) => `  ${fit(quote, this.#width - 2)}`),
    ]);
  }

  #needsALook(): string[] {
    const found = findings(this.#summary, this.#clock);
    if (found.length === 0) return [...this.#section("Needs a look"), `  ${nothingFound(this.#summary)}`];
    return [...this.#section("Needs a look"), ...found.flatMap((finding) => this.#finding(finding))];
  }

  #finding({ weight, text, quotes }: Finding): string[] {
    const rank = SEVERITY_RANKS.indexOf(weight === "error" ? "ERROR" : weight === "warn" ? "WARN" : "DEBUG");
    const mark = this.#paint.severity(rank, weight === "error" ? "!" : weight === "warn" ? "*" : "-");
    return [
      ...wrapped(text, this.#width - 4).map((line, at) => `  ${at === 0 ? mark : " "} ${line}`),
      ...quotes.flatMap((quote) => fewLines(quote, this.#width - 6)).map((line) => `      ${line}`),
    ];
  }

  /** Two blocks of lines beside each other, or one below the other where there is no room. */
  #beside(left: string[], right: string[]): string[] {
    if (this.#width < TWO_COLUMNS || left.length === 0 || right.length === 0) return [...left, ...right];
    const column = this.#half() + GUTTER;
    const lines: string[] = [];
    for (let at = 0; at < Math.max(left.length, right.length); at++) {
      const start = left[at] ?? "";
      const end = right[at] ?? "";
      const gap = column - cellWidth(withoutColour(start));
      lines.push(end === "" ? start : start + " ".repeat(gap) + end);
    }
    return lines;
  }
}

/** The words of a text in lines of at most `width` cells. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length > 0 && cellWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(fit(word, width));
  }
  return lines;
}

/** A text in two lines at the most, the second one indented. */
function fewLines(text: string, width: number): string[] {
  const [first, ...rest] = wrapped(text, width);
  return rest.length === 0 ? [first] : [first, `  ${fit(rest.join(" "), width - 2)}`];
}

function withoutColour(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[\d;]*m/g, "");
}

function distinctOf({ distinct, exact }: AttributeSummary): string {
  return (exact ? "" : "~") + grouped(distinct);
}

/** The commonest values that fit, with their shares; those of ids and the like are not worth a list. */
function commonest({ count, distinct, values }: AttributeSummary, room: number): string {
  const parts: string[] = [];
  let left = room;
  for (const { value, count: times } of values) {
    if (distinct > 1 && times * 200 < count && parts.length > 0) break;
    const share = distinct === 1 ? "" : ` ${percent(times, count)}`;
    const part = fit(visible(value) || '""', Math.min(32, Math.max(1, left - share.length))) + share;
    if (cellWidth(part) > left || (parts.length > 0 && left < 10)) break;
    parts.push(part);
    left -= cellWidth(part) + 2;
  }
  return parts.join("  ");
}

function healthOf(source: SourceHealth): string {
  const formats = formatsOf(source.formats);
  const kinds = formats.slice(0, 3).map(([name, count]) =>
    formats.length === 1 ? visible(name) : `${visible(name)} ${percent(count, source.records)}`
  );
  const notes: [number, string][] = [
    [source.plain, "in no known format"],
    [source.undated, "without a time"],
    [source.late, "out of order"],
    [source.truncated, "cut"],
    [source.errors.length, source.errors.length === 1 ? "problem" : "problems"],
  ];
  return [
    source.state === "ended" || source.state === "reading" ? "" : source.state,
    kinds.join(", "),
    ...notes.filter(([count]) => count > 0).map(([count, what]) => `${grouped(count)} ${what}`),
  ].filter((part) => part !== "").join("; ");
}
