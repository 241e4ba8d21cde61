import { cellWidth, visible } from "../terminal/text.ts";
import type { Tone } from "./look.ts";
import { type Line, lineWidth, type Span, span, wrapped } from "./spans.ts";

/** Signs of Markdown within a line: code, strong text, and citations such as `[#12]`. */
const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^[\]\n]*#\d[^[\]\n]*\])/;

/** Cells between two columns of a table. */
const TABLE_GAP = 2;
/** A table whose columns would be narrower than this stays as it is written. */
const COLUMN_LEAST = 4;

/**
 * Markdown in rows of `cells` cells: headings, lists, tables, code and strong text by tone. What it does not know stays
 * as it is written. `chosen` is the label of the citation that stands out.
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
    const drawn = table && tableLines(table.rows, cells, chosen);
    if (drawn) {
      lines.push(...drawn);
      at = table.end - 1;
      continue;
    }
    const heading = /^#{1,6}\s+(.*)$/.exec(raw);
    if (heading) {
      lines.push(...flowed([span(visible(heading[1]), "strong")], cells, ""));
      continue;
    }
    const item = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/.exec(raw);
    const mark = item === null ? "" : `${item[1]}${/\d/.test(item[2]) ? item[2] : "•"} `;
    const spans = inlineSpans(visible((item?.[3] ?? raw).replaceAll("\t", "  ")), chosen);
    lines.push(
      ...flowed(mark === "" ? spans : [span(mark, "muted"), ...spans], cells, " ".repeat(mark.length)),
    );
  }
  return lines;
}

/** The cells of a table whose head stands in line `at`, and the line behind it; null if there is none. */
function tableAt(written: readonly string[], at: number): { rows: string[][]; end: number } | null {
  const rule = written[at + 1];
  if (!written[at].includes("|") || !rule?.includes("|")) return null;
  const head = rowCells(written[at]);
  const under = rowCells(rule);
  if (head.length < 2 || under.length !== head.length) return null;
  if (!under.every((cell) => /^:?-+:?$/.test(cell))) return null;
  const rows = [head];
  let end = at + 2;
  for (; written[end]?.includes("|"); end++) {
    const row = rowCells(written[end]);
    // More cells than the head has would be lost.
    if (row.length > head.length) return null;
    rows.push(row);
  }
  return { rows, end };
}

function rowCells(raw: string): string[] {
  const inner = raw.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A table in columns, its widest columns broken into rows where it has no room; null if there is too little. */
function tableLines(rows: readonly string[][], cells: number, chosen: string | null): Line[] | null {
  const parts = rows.map((row, place) =>
    row.map((cell) => {
      const text = visible(cell.replaceAll("\t", "  "));
      return place === 0 ? [span(text.replaceAll("**", ""), "strong")] : inlineSpans(text, chosen);
    })
  );
  const widths = rows[0].map((_, column) =>
    Math.max(COLUMN_LEAST, ...parts.map((row) => Math.min(cells, lineWidth(row[column] ?? []))))
  );
  const room = cells - TABLE_GAP * (widths.length - 1);
  if (room < COLUMN_LEAST * widths.length) return null;
  for (let used = widths.reduce((sum, width) => sum + width, 0); used > room; used--) {
    widths[widths.indexOf(Math.max(...widths))]--;
  }
  return parts.flatMap((row) => {
    const columns = widths.map((width, column) => flowed(row[column] ?? [], width, ""));
    const height = Math.max(...columns.map((column) => column.length));
    return Array.from({ length: height }, (_, y): Line =>
      columns.flatMap((column, place) => {
        const part = column[y] ?? [];
        const blank = place === widths.length - 1 ? 0 : widths[place] - lineWidth(part) + TABLE_GAP;
        return blank === 0 ? part : [...part, span(" ".repeat(blank))];
      }));
  });
}

function inlineSpans(text: string, chosen: string | null): Span[] {
  return text.split(INLINE).filter((part) => part !== "").map((part) => {
    if (part.startsWith("`") && part.length > 2) return span(part.slice(1, -1), "accent");
    if (part.startsWith("**") && part.length > 4) return span(part.slice(2, -2), "strong");
    if (!/^\[[^\]]*#\d/.test(part)) return span(part);
    if (part.includes("?")) return span(part, "bad");
    const stands = chosen !== null && new RegExp(`#${chosen.replace(".", "\\.")}(?![\\d.])`).test(part);
    return span(part, stands ? "strong" : "key");
  });
}

/** Spans broken at blanks into rows of at most `cells` cells; all rows but the first begin with `indent`. */
function flowed(spans: readonly Span[], cells: number, indent: string): Line[] {
  const rows: Span[][] = [[]];
  let used = 0;
  const put = (text: string, tone: Tone) => {
    rows[rows.length - 1].push(span(text, tone));
    used += cellWidth(text);
  };
  const breakRow = () => {
    rows.push(indent === "" ? [] : [span(indent)]);
    used = indent.length;
  };
  for (const { text, tone } of spans) {
    for (const word of text.split(/(?<= )/)) {
      if (used > indent.length && used + cellWidth(word.trimEnd()) > cells) breakRow();
      if (used + cellWidth(word.trimEnd()) <= cells) {
        // The blank behind the last word of a full row would stand outside of it.
        put(used + cellWidth(word) <= cells ? word : word.trimEnd(), tone);
        continue;
      }
      // A word that is wider than a row.
      for (const part of wrapped(word, Math.max(1, cells - used))) {
        if (used > indent.length) breakRow();
        put(part, tone);
      }
    }
  }
  return rows;
}
