import { isDate, isText } from "./text/text_tokens.ts";
import { digitsEnd, isDigit } from "./time/timestamp_parts.ts";

const NEWLINE = 0x0a, EQUALS = 0x3d, OPEN = 0x5b;

/** Whether the last of several lines is a record of its own: it begins with a date, or with the key that the first one begins with. */
export function endsInRecord(bytes: Uint8Array, from: number, to: number): boolean {
  let line = to;
  while (line > from && bytes[line - 1] !== NEWLINE) line--;
  if (line === from) return false;
  if (isDate(bytes, bytes[line] === OPEN ? line + 1 : line)) return true;
  const at = isDigit(bytes[from]) ? numberedStart(bytes, from, to) : from;
  line = isDigit(bytes[line]) ? Math.max(line, numberedStart(bytes, line, to)) : line;
  return isSameKey(bytes, at, line, to);
}

function isSameKey(bytes: Uint8Array, at: number, line: number, to: number): boolean {
  while (line < to && bytes[at] === bytes[line] && bytes[at] !== EQUALS) {
    at++;
    line++;
  }
  return bytes[at] === EQUALS && bytes[line] === EQUALS;
}

/** Behind the number that FortiGate shows before each line, `12: date=2026-11-20 time=…`; -1 if no such pair follows one. */
export function numberedStart(bytes: Uint8Array, from: number, to: number): number {
  const at = digitsEnd(bytes, from, to);
  return isText(bytes, at, to, ": date=") ? at + 2 : -1;
}
