import { isText, skipBlanks, SPACE, TAB } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

const COLON = 0x3a, BAR = 0x7c;
/** Digits of the seconds of an epoch, which also grow by one from line to line: more lines are counted nowhere. */
const EPOCH_DIGITS = 10;
/** `│` */
const LONG_BAR = "\xe2\x94\x82";

/** Where the number of a line ends, behind its blanks, and where it begins. */
export interface LineNumber {
  from: number;
  to: number;
}

/** Finds the number that begins the line [from, to); whether there is one. */
export function findLineNumber(bytes: Uint8Array, from: number, to: number, found: LineNumber): boolean {
  found.from = skipBlanks(bytes, from, to);
  found.to = found.from;
  while (found.to < to && isDigit(bytes[found.to])) found.to++;
  return found.to > found.from && found.to - found.from < EPOCH_DIGITS;
}

/**
 * What divides the number that ends at `end` from its line: a tab (`cat -n`), a blank (`less -N`), a colon, or a bar, before
 * which blanks may stand (`bat`); "" if nothing does that tools write.
 */
export function dividerAt(bytes: Uint8Array, end: number, to: number): string {
  const first = bytes[end];
  if (first === TAB) return "\t";
  if (first === COLON) return bytes[end + 1] === TAB ? ":\t" : bytes[end + 1] === SPACE ? ": " : "";
  if (first !== SPACE) return "";
  const bar = skipBlanks(bytes, end, to);
  if (isText(bytes, bar, to, LONG_BAR)) return `${LONG_BAR} `;
  return bytes[bar] === BAR && bar < to ? "| " : " ";
}

/** Index where the line begins that such a divider sets apart from the number ending at `end`; -1 if it does not. */
export function behindDivider(bytes: Uint8Array, end: number, to: number, divider: string): number {
  // Of an empty line the blanks at its end were taken off.
  if (end === to) return to;
  const isBar = divider.length > 1 && divider.charCodeAt(0) !== COLON;
  const at = isBar ? skipBlanks(bytes, end, to) : end;
  if (isText(bytes, at, to, divider)) return at + divider.length;
  return to - at === divider.trimEnd().length && isText(bytes, at, to, divider.trimEnd()) ? to : -1;
}
