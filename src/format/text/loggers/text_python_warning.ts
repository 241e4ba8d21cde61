import { WARN } from "../../../record/severity.ts";
import { COLON, FILE_PART, type HeadParts, LESS, LINE_PART, SLASH } from "../text_parts.ts";
import { isText, isUpper, sourceColon, SPACE, tokenEnd } from "../text_tokens.ts";
import { digitsStart } from "../../time/timestamp_parts.ts";

/** Bytes of the longest path before a line. */
const LONGEST_PATH = 400;
const KIND = "Warning";

/**
 * Reads what Python's warnings module prints, `/srv/app.py:12: DeprecationWarning: message`; its file may be none,
 * `<string>:1: `, `sys:1: `. False, with nothing added, if it is something else.
 */
export function readPythonWarning(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const colon = placeEnd(bytes, at, Math.min(to, at + LONGEST_PATH));
  if (colon < 0) return false;
  const word = colon + 2;
  const wordTo = tokenEnd(bytes, word, to) - 1;
  if (bytes[wordTo] !== COLON || !isUpper(bytes[word]) || !isWarningKind(bytes, word, wordTo)) return false;
  const line = digitsStart(bytes, at, colon);
  if (bytes[line - 1] !== COLON) return false;
  const isFile = bytes[at] === SLASH || (bytes[at] === LESS && bytes[line - 2] === 0x3e) ||
    isText(bytes, at, line, "sys:") || sourceColon(bytes, at, colon) >= 0;
  if (!isFile) return false;
  parts.add(FILE_PART, at, line - 1);
  parts.add(LINE_PART, line, colon);
  parts.tellSeverity(WARN, word, wordTo);
  parts.asItStands = true;
  return parts.beginMessage(word);
}

/** Whether [from, to) names a kind of warnings as Python's and Node's classes do: `RuntimeWarning`, no `Warning` alone. */
export function isWarningKind(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > KIND.length && isText(bytes, to - KIND.length, to, KIND);
}

/** Index of the first colon behind a digit and before a blank, -1 if there is none; a path may hold blanks. */
function placeEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 1; at + 1 < to; at++) {
    if (bytes[at] === COLON && bytes[at + 1] === SPACE) return digitsStart(bytes, from, at) < at ? at : -1;
  }
  return -1;
}
