import type { Batch } from "../../record/batch.ts";
import { isFrame } from "../continuation/stack_trace_lines.ts";
import { isDotnet } from "../dotnet_head.ts";
import { isKlog } from "../klog.ts";
import type { ReadContext } from "../line_format.ts";
import { severityOfWord } from "../severity_word.ts";
import { isBlank, isDate, isIpAddress, isText, isUpper, skipBlanks, tokenEnd } from "../text/text_tokens.ts";
import { isAllPairs } from "./prefix_names.ts";
import { readTime } from "../time/timestamp.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

/** What a program's own line begins with, where a tool put something before it. */
export const NO_ANCHOR = 0;
/** A date, a severity before one, or an address as access logs begin with. */
export const DATED = 1;
export const OBJECT = 2;
export const KLOG = 3;
export const PAIRS = 4;
/** A frame of a stack trace, or its heading. */
export const FRAME = 5;
/** A time of the day. */
export const CLOCK = 6;
/** The first of the two lines of .NET's console. */
export const CONSOLE = 7;

/** A whole head that begins its lines whatever the program: syslog's with host and tag, Ruby's logger's. */
export const WHOLE = 8;

const HASH = 0x23,
  COMMA = 0x2c,
  SLASH = 0x2f,
  COLON = 0x3a,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  PAREN = 0x28,
  LESS = 0x3c,
  BRACE = 0x7b;
/** `2026-11-20 08:00`, `Nov 20 08:00:00` */
const SHORTEST_DATE = 14;
/** `08:00:00` */
const CLOCK_BYTES = 8;
/** `Nov 20 08:00:00` */
const MONTH_TO_SECOND = 15;
const KEYS = ["time=", "ts=", "timestamp=", "@timestamp="];
const LEVEL = "level=";
/** T, D, I, W, E and F */
const LETTERS = [0x54, 0x44, 0x49, 0x57, 0x45, 0x46];

/** What stands at `at`, where a token begins; of a frame the blanks before it, which begin at `blanks`, tell. */
export function anchorAt(batch: Batch, at: number, to: number, blanks: number, context: ReadContext): number {
  const { bytes } = batch;
  const first = bytes[at];
  if (isFrame(bytes, at, to, blanks)) return FRAME;
  // `##[group]` of GitHub's and Azure's jobs: the time before it is theirs.
  if (first === HASH && bytes[at + 1] === HASH && bytes[at + 2] === OPEN) return FRAME;
  if (first === BRACE) {
    const isEmpty = bytes[at + 1] === CLOSE + 0x20 && at + 2 === to;
    return bytes[at + 1] === 0x22 || isEmpty ? OBJECT : NO_ANCHOR;
  }
  if (isKlog(bytes, at, to)) return KLOG;
  if (bytes[at + 4] === COLON && isDotnet(bytes, at, to)) return CONSOLE;
  for (const key of KEYS) if (first === key.charCodeAt(0) && isText(bytes, at, to, key)) return PAIRS;
  // A text behind the pairs is a logger's, and so is the time before them.
  if (isText(bytes, at, to, LEVEL) && isAllPairs(bytes, at, to)) return PAIRS;
  if (isDigit(first)) {
    const end = tokenEnd(bytes, at, to);
    if (
      isText(bytes, end, to, " - ") && isIpAddress(bytes, at, end) && isUserBeforeTime(bytes, end + 3, to)
    ) {
      return DATED;
    }
    // Redis' `1:M 20 Nov 2026 08:00:00`
    const isRole = bytes[end - 2] === COLON && isUpper(bytes[end - 1]) && end - at > 2;
    if (isRole) return timeAt(batch, end + 1, to, context);
  }
  const own = timeAt(batch, at, to, context);
  if (own === DATED && isUpper(first) && isTaggedBehind(bytes, at + MONTH_TO_SECOND, to)) return WHOLE;
  if (own !== NO_ANCHOR) return own;
  // `I, [2026-11-20T08:00:00`
  if (bytes[at + 1] === COMMA && bytes[at + 3] === OPEN && isUpper(first) && isDate(bytes, at + 4)) {
    return WHOLE;
  }
  const behind = behindSeverity(bytes, at, to);
  return behind > at ? timeAt(batch, behind, to, context) : NO_ANCHOR;
}

/** ` host tag[42]: ` behind the seconds of a date, which may have a fraction. */
function isTaggedBehind(bytes: Uint8Array, at: number, to: number): boolean {
  const host = skipBlanks(bytes, tokenEnd(bytes, at, to), to);
  const tag = skipBlanks(bytes, tokenEnd(bytes, host, to), to);
  const end = tokenEnd(bytes, tag, to);
  return end > tag + 2 && bytes[end - 1] === COLON && bytes[end - 2] === CLOSE;
}

/** `alice [20/Nov/2026` behind the address of an access log. */
function isUserBeforeTime(bytes: Uint8Array, at: number, to: number): boolean {
  const end = tokenEnd(bytes, at, to);
  return end > at && bytes[end + 1] === OPEN && isDigit(bytes[end + 2]) && bytes[end + 4] === SLASH;
}

/** A date or a time of the day at `at`, perhaps in a bracket. */
function timeAt(batch: Batch, at: number, to: number, context: ReadContext): number {
  const first = batch.bytes[at];
  if (first === OPEN || first === PAREN || first === LESS) at++;
  if (at >= to || !(isDigit(batch.bytes[at]) || isUpper(batch.bytes[at]))) return NO_ANCHOR;
  const end = readTime(batch, batch.count, at, to, context);
  if (end - at >= SHORTEST_DATE) return DATED;
  return end - at >= CLOCK_BYTES ? CLOCK : NO_ANCHOR;
}

/** Whether a severity begins the line at `at`. */
export function beginsWithSeverity(bytes: Uint8Array, at: number, to: number): boolean {
  return behindSeverity(bytes, at, to) > at;
}

/** Behind `INFO `, `[INFO] `, Ruby's `I, ` at `at`; `at` if none stands there. */
function behindSeverity(bytes: Uint8Array, at: number, to: number): number {
  const from = bytes[at] === OPEN ? at + 1 : at;
  let end = from;
  while (end < to && isLetter(bytes[end])) end++;
  const isLetterAlone = end === from + 1 && bytes[end] === COMMA;
  if (!isLetterAlone && severityOfWord(bytes, from, end) === 0) return at;
  while (end < to && (bytes[end] === CLOSE || bytes[end] === COMMA || isBlank(bytes[end]))) end++;
  return end;
}

/** `OUT`, `ERR` of Cloud Foundry, `stdout`, `stderr` */
export function isStream(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from === 3) return isText(bytes, from, to, "OUT") || isText(bytes, from, to, "ERR");
  return to - from === 6 && (isText(bytes, from, to, "stdout") || isText(bytes, from, to, "stderr"));
}

/** Whether the token [from, to), behind others if `cell` is not 0, is a severity, perhaps in a bracket or before a colon. */
export function isSeverityCell(bytes: Uint8Array, from: number, to: number, cell: number): boolean {
  if (cell > 0 && isStream(bytes, from, to)) return false;
  while (from < to && (bytes[from] === OPEN || bytes[from] === PAREN)) from++;
  while (to > from && !isLetter(bytes[to - 1])) to--;
  if (severityOfWord(bytes, from, to) !== 0) return true;
  return to === from + 1 && bytes[from - 1] === OPEN && LETTERS.includes(bytes[from]);
}
