import { DEBUG, ERROR, INFO, WARN } from "../../../record/severity.ts";
import {
  RARE,
  RARE_IN_CAPITALS,
  RARE_WITH_COLON,
  rarityOfWord,
  severityOfWord,
} from "../../severity_word.ts";
import { CLOSE, COLON, DASH, OPEN, SLASH } from "../text_parts.ts";
import { digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";
import { isLower, isText, isUpper, SPACE } from "../text_tokens.ts";

/** The first bytes of icons, and how many bytes one has at most. */
export const FIRST_ICON = 0xe2;
const LONG_ICON = 0xf0, LONGEST_ICON = 8;
/** Brackets that are looked through for a severity's name. */
const MOST_BRACKETS = 4;

const SWITCHES = ["true", "false", "on", "off", "yes", "no"];

/** Questions about words and signs that may be severities, and about what stands beside them. */

export function isCapitalised(bytes: Uint8Array, from: number, to: number): boolean {
  return isUpper(bytes[from]) && to - from > 1 && isLower(bytes[from + 1]);
}

/** Whether `Fatal` and `Critical` that end at `at` go on as `Fatal error:`, `FATAL ERROR:`; not `FATAL Error:`. */
export function isErrorBehind(bytes: Uint8Array, at: number, to: number): boolean {
  return isText(bytes, at, to, " error:") || isText(bytes, at, to, " ERROR:") ||
    (isLower(bytes[at - 1]) && isText(bytes, at, to, " Error:"));
}

/** The severity that a sign stands for where it is all of [from, to): ▶, ℹ, ✔, ✓, !, ⚠, ✖, ✗; 0 for any other. */
export function severityOfSign(bytes: Uint8Array, from: number, to: number): number {
  if (to - from === 1) return WARN;
  if (to - from !== 3 || bytes[from] !== 0xe2) return 0;
  const code = (bytes[from + 1] << 8) | bytes[from + 2];
  if (code === 0x84b9 || code === 0x9c94 || code === 0x9c93) return INFO;
  if (code === 0x96b6) return DEBUG;
  return code === 0x9aa0 ? WARN : code === 0x9c96 || code === 0x9c97 ? ERROR : 0;
}

/** Behind an icon that a severity in capitals follows at once (`⚠️WARNING`), or a blank before one (`isApart`); `from` if there is none. */
export function behindIcon(bytes: Uint8Array, from: number, to: number, isApart = false): number {
  if (bytes[from] !== FIRST_ICON && bytes[from] !== LONG_ICON) return from;
  let at = from;
  while (at < to && at - from < LONGEST_ICON && bytes[at] >= 0x80) at++;
  if (isApart && bytes[at] === SPACE) at++;
  return at + 1 < to && isUpper(bytes[at]) && isUpper(bytes[at + 1]) ? at : from;
}

/** Whether a severity in a bracket of its own stands at `at`, perhaps behind a blank. */
export function isBeforeSeverity(bytes: Uint8Array, at: number): boolean {
  const open = bytes[at] === SPACE ? at + 1 : at;
  if (bytes[open] !== OPEN) return false;
  let end = open + 1;
  while (isLetter(bytes[end])) end++;
  return bytes[end] === CLOSE && severityOfWord(bytes, open + 1, end) !== 0;
}

/** Whether behind `close`, the end of a bracket, brackets joined to it stand of which one is a severity's name. */
export function isBeforeNamed(bytes: Uint8Array, close: number): boolean {
  let at = close + 1;
  for (let bracket = 0; bracket < MOST_BRACKETS && bytes[at] === OPEN; bracket++) {
    if (isBeforeSeverity(bytes, at) && isUpper(bytes[at + 2])) return true;
    while (bytes[at] !== CLOSE && bytes[at] > SPACE) at++;
    at++;
  }
  return false;
}

/** Severity names that are words or other things elsewhere. */
export function isRareName(bytes: Uint8Array, from: number, to: number): boolean {
  return (rarityOfWord(bytes, from, to) & RARE) !== 0;
}

/** Of those, the ones that in capitals need a colon behind them. */
export function isRareWord(bytes: Uint8Array, from: number, to: number): boolean {
  return (rarityOfWord(bytes, from, to) & RARE_IN_CAPITALS) !== 0;
}

export function isNote(bytes: Uint8Array, from: number, to: number): boolean {
  return (rarityOfWord(bytes, from, to) & RARE_WITH_COLON) !== 0;
}

/** Whether nothing but `true`, `false`, `on`, `off`, `yes` or `no` stands at [from, to). */
export function isSwitch(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length < 2 || length > 5) return false;
  return SWITCHES.some((word) => word.length === length && isText(bytes, from, to, word));
}

/** Whether a time begins at `at` by its look: `2026-11-20`, `20.11.2026`, `20/11/2026`, `8:00PM`, `Nov 20 `. */
export function isTimeAt(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + 5 >= to) return false;
  if (isUpper(bytes[at])) return isLower(bytes[at + 1]) && bytes[at + 3] === SPACE && isDigit(bytes[at + 5]);
  const end = digitsEnd(bytes, at, to);
  const sign = bytes[end];
  if (end === at || !isDigit(bytes[end + 1])) return false;
  if (end === at + 4) return sign === DASH || sign === SLASH;
  return end < at + 3 && (sign === COLON || (sign === bytes[end + 3] && isDigit(bytes[end + 7])));
}

/** Whether `│`, as boxes are drawn with it, stands at `at`. */
export function isBoxBar(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === FIRST_ICON && bytes[at + 1] === 0x94 && bytes[at + 2] === 0x82;
}
