import type { SourceHealth } from "../../record/summary.ts";
import { cellWidth, fit } from "../../terminal/text.ts";
import { bytes, grouped, percent } from "../figures.ts";
import type { Tone } from "../look.ts";
import { labelsOf } from "../source_labels.ts";
import { aligned, type Line, padded, type Span, span } from "../spans.ts";
import { endingLines, formatsOf, type Input, isGone, isLagging, isMany } from "./input_lines.ts";

/** Cells of the columns; of names the most. */
const NAME = 48;
const STATE = 11;
const COUNT = 12;
const SIZE = 9;
/** Cells that what read the records gets, with its head and the gap before it; at the least, if it needs so many. */
const FORMATS = 18;
const FORMATS_LEAST = 9;
/** Cells of a page that has room for the lines and bytes of each input as well. */
const WIDE = 90;

/** What a row counts. */
type Figures = Pick<SourceHealth, "records" | "lines" | "bytes">;

/** Several inputs, a row each and one for all: those with trouble first, with what it is below them. */
export function inputsTable(inputs: readonly Input[], width: number): Line[] {
  const wide = width >= WIDE;
  const longest = Math.max(...inputs.map(({ source }) => cellWidth(source.name)));
  const formats = Math.max(FORMATS_LEAST, ...inputs.map(({ source }) => cellWidth(formatsText(source)) + 2));
  const others = STATE + Math.min(formats, FORMATS) + (wide ? COUNT * 2 + SIZE : COUNT) + 2;
  const nameCells = Math.min(longest, NAME, width - others);
  const { labelOf } = labelsOf(inputs.map(({ source }) => source.name));
  const fits = (name: string) => cellWidth(name) <= nameCells;
  // The folders that all are in tell less than the file does.
  const shownName = (name: string) => !fits(name) && fits(labelOf(name)) ? labelOf(name) : name;
  const row = (
    name: Span,
    state: Span,
    figures: readonly [string, string, string],
    tone: Tone,
    last: string,
  ) => [
    span(padded(fit(name.text, nameCells, "middle"), nameCells + 2), name.tone),
    span(padded(state.text, STATE), state.tone),
    span(aligned(figures[0], COUNT), tone),
    ...(wide ? [span(aligned(figures[1], COUNT), tone), span(aligned(figures[2], SIZE), tone)] : []),
    span(`  ${last}`, "muted"),
  ];
  const written = ({ records, lines, bytes: read }: Figures) =>
    [grouped(records), grouped(lines), bytes(read)] as const;
  const [troubled, well] = [inputs.filter(isTroubled), inputs.filter((input) => !isTroubled(input))];
  return [
    row(span("input", "muted"), span("state", "muted"), ["records", "lines", "size"], "muted", "read as"),
    ...[...troubled, ...well].flatMap((input) => [
      row(
        span(shownName(input.source.name), "strong"),
        span(input.source.state, isGone(input.source) ? "bad" : "muted"),
        written(input.source),
        "text",
        formatsText(input.source),
      ),
      ...amiss(input),
      ...endingLines(input.source),
    ]),
    row(span("all", "muted"), span(""), written(total(inputs)), "text", ""),
  ];
}

function total(inputs: readonly Input[]): Figures {
  return inputs.reduce(({ records, lines, bytes }, { source }) => ({
    records: records + source.records,
    lines: lines + source.lines,
    bytes: bytes + source.bytes,
  }), { records: 0, lines: 0, bytes: 0 });
}

function formatsText(source: SourceHealth): string {
  const formats = formatsOf(source);
  if (formats.length === 1) return formats[0][0];
  return formats.map(([name, count]) => `${name} ${percent(count, source.records)}`).join("  ");
}

function isTroubled(input: Input): boolean {
  const { source } = input;
  return isGone(source) || source.errors.length > 0 || source.truncated > 0 || isLagging(input) ||
    isMany(source.plain, source) || isMany(source.undated, source);
}

/** What of an input is not as one wants it, in a line; none where all is well. */
function amiss(input: Input): Line[] {
  const { source, unread } = input;
  const of = (count: number, what: string, warn: boolean): Span[] =>
    count === 0
      ? []
      : [span(`  ${grouped(count)} ${what}, ${percent(count, source.records)}`, warn ? "warning" : "muted")];
  const told = [
    ...of(source.plain, "not understood", isMany(source.plain, source)),
    ...of(source.undated, "without a time", isMany(source.undated, source)),
    ...of(source.truncated, "cut at the size limit", true),
    ...of(source.late, "late", false),
    ...(unread ? [span(`  ${bytes(unread)} not read yet`, isLagging(input) ? "warning" : "muted")] : []),
  ];
  return told.length === 0 ? [] : [told];
}
