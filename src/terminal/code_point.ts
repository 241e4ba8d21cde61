import { eastAsianWidth } from "get-east-asian-width";

/** Bits of a code point's properties; the lowest two are its width in cells. */
const WIDTH = 3;
const HIDDEN = 4;
const JOINS = 8;
const DISPUTED = 16;
const KNOWN = 32;

/**
 * Steers a terminal or shows nothing: C0 and C1 controls, line and paragraph separators, formatting characters
 * (bidirectional controls, soft hyphen, zero-width space, byte-order mark), tags and the supplementary variation
 * selectors (ways to hide text), noncharacters, lone surrogates.
 * Signs that Unicode calls formatting but that are drawn (Arabic number signs and their like) are not among them;
 * nor are the two joiners, which scripts and emoji need.
 */
const HIDDEN_CHARACTER =
  /^(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\u{e0100}-\u{e01ef}\u115f\u1160\u3164\uffa0]$/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u200c\u200d\u1160-\u11ff\ud7b0-\ud7ff]$/u;
/** May belong to the same grapheme as its neighbour: marks, joiners, Hangul jamo, flags, skin tones, Indic signs. */
const JOINING =
  /^[\p{M}\p{Regional_Indicator}\p{Emoji_Modifier}\u200c\u200d\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u0e33\u0eb3\uff9e\uff9f]$/u;

/** Properties of every 256 code points, found when one of them is first seen. */
const pages: (Uint8Array | undefined)[] = new Array(0x1100);

function findProperties(codePoint: number): number {
  const text = String.fromCodePoint(codePoint);
  const width = ZERO_WIDTH.test(text)
    ? 0
    : /^\p{Regional_Indicator}$/u.test(text)
    ? 1
    : eastAsianWidth(codePoint);
  const disputed = codePoint > 0xffff || /^[\p{Emoji_Presentation}\p{Co}]$/u.test(text);
  return KNOWN | width | (disputed ? DISPUTED : 0) | (HIDDEN_CHARACTER.test(text) ? HIDDEN : 0) |
    (JOINING.test(text) ? JOINS : 0);
}

function properties(codePoint: number): number {
  const page = pages[codePoint >> 8] ??= new Uint8Array(256);
  return page[codePoint & 255] ||= findProperties(codePoint);
}

/** Cells of a code point on its own: 0, 1 or 2. */
export function codePointWidth(codePoint: number): number {
  return properties(codePoint) & WIDTH;
}

/** Whether a code point must never reach a terminal as it is. */
export function isHidden(codePoint: number): boolean {
  return (properties(codePoint) & HIDDEN) !== 0;
}

/** Whether a code point can be part of a grapheme of several code points. */
export function joins(codePoint: number): boolean {
  return (properties(codePoint) & JOINS) !== 0;
}

/** Whether terminals may differ over the width of a code point: emoji, private use, what newer Unicode added. */
export function isDisputed(codePoint: number): boolean {
  return (properties(codePoint) & DISPUTED) !== 0;
}
