import { cellWidth, visible } from "../terminal/text.ts";
import type { Tone } from "./look.ts";
import { type Line, type Span, span, wrapped } from "./spans.ts";

/** Signs of Markdown within a line: code, strong text, and citations such as `[#12]`. */
const INLINE = /(`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^[\]\n]*#\d[^[\]\n]*\])/;

/**
 * Markdown in rows of `cells` cells: headings, lists, code and strong text by tone. What it does not know stays as it
 * is written. `chosen` is the label of the citation that stands out.
 */
export function markdownLines(text: string, cells: number, chosen: string | null = null): Line[] {
  const lines: Line[] = [];
  let fenced = false;
  for (const raw of text.split(/\r?\n/)) {
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
