import { cellWidth } from "./text.ts";

/** The signs that frames, bars and charts are drawn with. */
export interface Glyphs {
  topLeft: string;
  topRight: string;
  bottomLeft: string;
  bottomRight: string;
  horizontal: string;
  vertical: string;
  /** The edge of a selected row. */
  selection: string;
  /** A bar's end by eighths of a cell, from nothing to full, growing to the right. */
  horizontalEighths: readonly string[];
  /** A column's top by eighths of a cell, from nothing to full, growing upwards. */
  verticalEighths: readonly string[];
  /** What an empty part of a bar is drawn with. */
  track: string;
  bullet: string;
  warning: string;
  up: string;
}

/** For a UTF-8 locale. */
export const UNICODE_GLYPHS: Glyphs = {
  topLeft: "╭",
  topRight: "╮",
  bottomLeft: "╰",
  bottomRight: "╯",
  horizontal: "─",
  vertical: "│",
  selection: "▌",
  horizontalEighths: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
  verticalEighths: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
  track: "·",
  bullet: "●",
  warning: "⚠",
  up: "▲",
};

/** For any other locale. */
const ASCII_GLYPHS: Glyphs = {
  topLeft: "+",
  topRight: "+",
  bottomLeft: "+",
  bottomRight: "+",
  horizontal: "-",
  vertical: "|",
  selection: ">",
  horizontalEighths: [" ", " ", " ", "-", "-", "=", "=", "#", "#"],
  verticalEighths: [" ", ".", ".", ":", ":", "+", "+", "#", "#"],
  track: ".",
  bullet: "*",
  warning: "!",
  up: "^",
};

/** The signs for a terminal. */
export function glyphs(ascii: boolean): Glyphs {
  return ascii ? ASCII_GLYPHS : UNICODE_GLYPHS;
}

/** A bar of `share` (0 to 1) of `cells` cells, its end by eighths, without its track. A share above 0 always shows. */
export function bar(share: number, cells: number, set: Glyphs): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * cells * 8);
  const shown = share > 0 && cells > 0 ? Math.max(1, eighths) : 0;
  const rest = shown % 8;
  return set.horizontalEighths[8].repeat(Math.floor(shown / 8)) + (rest ? set.horizontalEighths[rest] : "");
}

/** One sign a value, as high as its share of the largest value; anything above 0 shows. */
export function sparkline(values: readonly number[], set: Glyphs): string {
  const largest = Math.max(0, ...values);
  return values.map((value) => {
    const eighth = value > 0 ? Math.max(1, Math.round(value / largest * 8)) : 0;
    return set.verticalEighths[eighth];
  }).join("");
}

const ASCII_FOR = new Map([
  ...Object.keys(UNICODE_GLYPHS).flatMap((key): [string, string][] => {
    const name = key as keyof Glyphs;
    const from = UNICODE_GLYPHS[name];
    const to = ASCII_GLYPHS[name];
    if (typeof from === "string") return [[from, to as string]];
    return from.map((sign, index): [string, string] => [sign, (to as readonly string[])[index]]);
  }),
  ["·", "."],
  ["–", "-"],
  ["—", "-"],
  ["×", "x"],
  ["├", "+"],
  ["┤", "+"],
  ["┬", "+"],
  ["┴", "+"],
  ["┼", "+"],
  ["…", "~"],
  ["→", ">"],
  ["←", "<"],
  ["↑", "^"],
  ["↓", "v"],
  ["▼", "v"],
  ["\u2009", " "],
  ["\u00a0", " "],
  ["\u202f", " "],
  ["“", '"'],
  ["”", '"'],
  ["‘", "'"],
  ["’", "'"],
  ["○", "o"],
  ["■", "#"],
  ["░", "."],
  ["▒", ":"],
  ["▓", "#"],
] as [string, string][]);

/** What a grapheme is shown as where only ASCII may be sent: as many characters as it has cells. */
export function asciiFor(grapheme: string): string {
  const known = ASCII_FOR.get(grapheme);
  if (known) return known;
  const code = grapheme.charCodeAt(0);
  if (code > 0x2400 && code < 0x2420) return "^";
  return "?".repeat(cellWidth(grapheme));
}
