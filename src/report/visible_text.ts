/**
 * Log text made harmless and fitting: log text is hostile, and no control character of it may reach a terminal.
 */

/** Control characters, what turns the direction of text or hides in it, line separators, lone surrogates. */
const UNSEEN =
  // deno-lint-ignore no-control-regex
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

/** The text with a visible placeholder for each character that would not be seen, or would do something. */
export function visible(text: string): string {
  return text.replace(UNSEEN, placeholder);
}

function placeholder(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code >= 0xd800 && code < 0xe000) return "\ufffd";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Ranges of characters that take two cells (Unicode's East Asian Width W and F, and emoji). */
const WIDE =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const MARK = /\p{M}/u;

/** Cells that a text takes in a terminal. */
export function cellWidth(text: string): number {
  let cells = 0;
  for (const character of text) cells += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return cells;
}

/** The text in at most `width` cells; what is cut ends in an ellipsis. */
export function fit(text: string, width: number): string {
  if (text.length * 2 <= width || cellWidth(text) <= width) return text;
  let cells = 1;
  let kept = "";
  for (const character of text) {
    cells += cellWidth(character);
    if (cells > width) break;
    kept += character;
  }
  return width < 1 ? "" : kept.trimEnd() + "…";
}

/** The text in exactly `width` cells. */
export function padded(text: string, width: number): string {
  const fitting = fit(text, width);
  return fitting + " ".repeat(width - cellWidth(fitting));
}
