import { flowed } from "./flowed.ts";
import { inlineSpans } from "./markdown_inline.ts";
import { tableAt, tableLines } from "./markdown_table.ts";
import { type Line, span, wrapped } from "./spans.ts";

/**
 * Markdown in rows of `cells` cells: headings, lists, tables, quotations, code and strong text by tone. What it does not
 * know stays as it is written. `chosen` is the label of the citation that stands out.
 */
export function markdownLines(text: string, cells: number, chosen: string | null = null): Line[] {
  const lines: Line[] = [];
  let fenced = false;
  const written = text.split(/\r?\n/);
  for (let at = 0; at < written.length; at++) {
    const raw = written[at];
    if (/^\s*(?:```|~~~)/.test(raw)) {
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      lines.push(
        ...wrapped(raw, Math.max(1, cells - 2)).map((row): Line => [span("  "), span(row, "accent")]),
      );
      continue;
    }
    const table = tableAt(written, at);
    const drawn = table && tableLines(table, cells, chosen);
    if (drawn) {
      lines.push(...drawn);
      at = table.end - 1;
      continue;
    }
    const heading = /^ {0,3}#{1,6}\s+(.*?)(?:\s+#+)?$/.exec(raw);
    if (heading) {
      lines.push(...flowed(inlineSpans(heading[1], chosen, "strong"), cells, ""));
      continue;
    }
    if (/^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(raw)) {
      lines.push([span("─".repeat(cells), "faint")]);
      continue;
    }
    const { mark, rest, bar } = beginningOf(raw);
    const spans = inlineSpans(rest, chosen);
    const indent = mark.length;
    const rows = flowed(
      mark === "" ? spans : [span(mark, "muted"), ...spans],
      cells - bar.length,
      " ".repeat(indent),
    );
    lines.push(...bar === "" ? rows : rows.map((row): Line => [span(bar, "muted"), ...row]));
  }
  return lines;
}

/** What stands at the beginning of a line: the bar of a quotation, and the mark of an item of a list with its indent. */
function beginningOf(raw: string): { bar: string; mark: string; rest: string } {
  const [, quote, quoted] = /^ {0,3}((?:>\s?)+)(.*)$/.exec(raw) ?? [];
  const bar = quote === undefined ? "" : "▌ ".repeat(quote.replace(/\s/g, "").length);
  const text = (quoted ?? raw).replaceAll("\t", "  ");
  const [, indent, sign, box, rest] = /^(\s*)([-*+]|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/.exec(text) ?? [];
  if (rest === undefined) return { bar, mark: "", rest: text };
  const item = box === undefined ? /\d/.test(sign) ? sign : "•" : box === " " ? "☐" : "☑";
  return { bar, mark: `${indent}${item} `, rest };
}
