import { cellWidth } from "../terminal/text.ts";
import { type Line, lineWidth, type Span, span, wrapped } from "./spans.ts";

/**
 * Spans broken at blanks into rows of at most `cells` cells; all rows but the first begin with `indent`. What stands
 * together without a blank stays together, also where its tones differ.
 */
export function flowed(spans: Line, cells: number, indent: string): Line[] {
  const rows: Span[][] = [[]];
  let used = 0;
  const put = (part: Span) => {
    if (part.text === "") return;
    const row = rows[rows.length - 1];
    const last = row.at(-1);
    if (last?.tone === part.tone) row[row.length - 1] = span(last.text + part.text, part.tone);
    else row.push(part);
    used += cellWidth(part.text);
  };
  const breakRow = () => {
    rows.push(indent === "" ? [] : [span(indent)]);
    used = indent.length;
  };
  for (const word of wordsOf(spans)) {
    const width = lineWidth(word) - blankBehind(word);
    if (used > indent.length && used + width > cells) breakRow();
    // The blank behind the last word of a full row would stand outside of it.
    const whole = used + lineWidth(word) <= cells;
    for (const [place, { text, tone }] of word.entries()) {
      const shown = whole || place < word.length - 1 ? text : text.trimEnd();
      if (used + cellWidth(shown) <= cells) {
        put(span(shown, tone));
        continue;
      }
      // A word that is wider than a row.
      for (const part of wrapped(shown, Math.max(1, cells - used))) {
        if (used + cellWidth(part) > cells && used > indent.length) breakRow();
        put(span(part, tone));
      }
    }
  }
  return rows;
}

/** The words of a line, each with the blank behind it, in the tones of its parts. */
function wordsOf(spans: Line): Span[][] {
  const words: Span[][] = [];
  let open = false;
  for (const { text, tone } of spans) {
    for (const part of text.split(/(?<= )/)) {
      if (part === "") continue;
      if (open) words[words.length - 1].push(span(part, tone));
      else words.push([span(part, tone)]);
      open = !part.endsWith(" ");
    }
  }
  return words;
}

function blankBehind(word: Line): number {
  return word[word.length - 1].text.endsWith(" ") ? 1 : 0;
}
