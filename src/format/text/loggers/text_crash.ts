import { ERROR, FATAL } from "../../../record/severity.ts";
import type { HeadParts } from "../text_parts.ts";
import { digitsEnd } from "../../time/timestamp_parts.ts";
import { isText, isUpper, NEWLINE, SPACE, tokenEnd } from "../text_tokens.ts";

const CLOSE_PAREN = 0x29, DOT = 0x2e, COLON = 0x3a;
/** Bytes of a call that R tells of. */
const LONGEST_CALL = 200;
const UNHANDLED = "Unhandled ";
const UNCAUGHT = "Uncaught ";
const EXCEPTION = "xception";
const DUMPED = " (core dumped)";
/** Bytes of what a shell says of a signal, before `DUMPED`. */
const LONGEST_SIGNAL = 32;

/**
 * Reads at `at` what a runtime prints of a program that it ends: `Unhandled exception. …` (.NET), `Unhandled exception:`
 * (Dart), `Uncaught TypeError: …`, `Error in pay(7) : …` (R), `terminate called …` (C++), `thread 42 panic: …` (Zig),
 * `Fortran runtime error: …`, `An unhandled exception occurred at $…` (Free Pascal), `Segmentation fault (core dumped)`.
 * All of it is the message.
 */
export function readCrash(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = crashEnd(bytes, at, to);
  if (end < 0) return false;
  // A browser goes on behind what it has not caught, and so may a session of R.
  const goesOn = bytes[at] === 0x45 || isText(bytes, at, end, UNCAUGHT);
  parts.setSeverity(goesOn ? ERROR : FATAL, at, end);
  return parts.beginMessage(at);
}

/** Where the words that tell of the end are over; -1 if there are none. */
function crashEnd(bytes: Uint8Array, at: number, to: number): number {
  switch (bytes[at]) {
    case 0x55: // U
      if (isText(bytes, at, to, UNHANDLED)) return unhandledEnd(bytes, at + UNHANDLED.length, to);
      return isText(bytes, at, to, UNCAUGHT)
        ? uncaughtEnd(bytes, at + UNCAUGHT.length, to)
        : dumpedEnd(bytes, at, to);
    case 0x45: // E
      return isText(bytes, at, to, "Error in ") ? callEnd(bytes, at, to) : -1;
    case 0x74: // t
      if (isText(bytes, at, to, "thread ")) return panicEnd(bytes, at + 7, to);
      return isText(bytes, at, to, "terminate called after throwing ") ? at + 16 : -1;
    case 0x46: // F
      return isText(bytes, at, to, "Fortran runtime error: ") ? at + 21 : -1;
    case 0x41: // A
      if (isText(bytes, at, to, "An unhandled exception occurred at $")) return at + 22;
      return dumpedEnd(bytes, at, to);
    default:
      return isUpper(bytes[at]) ? dumpedEnd(bytes, at, to) : -1;
  }
}

/** `exception. System.Exception: …`, `Exception: …`, `exception:` */
function unhandledEnd(bytes: Uint8Array, at: number, to: number): number {
  if ((bytes[at] | 0x20) !== 0x65 || !isText(bytes, at + 1, to, EXCEPTION)) return -1;
  const end = at + 1 + EXCEPTION.length;
  const next = end + 1 < to ? bytes[end + 1] : NEWLINE;
  return (bytes[end] === COLON || bytes[end] === DOT) && (next === SPACE || next === NEWLINE) ? end : -1;
}

/** R's `Error in pay(7) : …`: the call, and a colon between blanks. */
function callEnd(bytes: Uint8Array, at: number, to: number): number {
  const most = Math.min(to, at + LONGEST_CALL);
  let end = at;
  while (end < most && !(bytes[end] === CLOSE_PAREN && isText(bytes, end + 1, to, " : "))) end++;
  return end < most ? at + 5 : -1;
}

/** Zig's `4242 panic: …` */
function panicEnd(bytes: Uint8Array, at: number, to: number): number {
  const end = digitsEnd(bytes, at, to);
  return end > at && isText(bytes, end, to, " panic: ") ? end + 6 : -1;
}

/** `TypeError: …`, `Exception: …` */
function uncaughtEnd(bytes: Uint8Array, at: number, to: number): number {
  const end = tokenEnd(bytes, at, to) - 1;
  const isNamed = isText(bytes, end - 5, end, "Error") || isText(bytes, end - 9, end, "Exception");
  return isUpper(bytes[at]) && bytes[end] === COLON && isNamed ? end : -1;
}

/** `Segmentation fault (core dumped)`, `Aborted (core dumped)`: nothing else stands in the line. */
function dumpedEnd(bytes: Uint8Array, at: number, to: number): number {
  const end = to - DUMPED.length;
  return end > at && end - at < LONGEST_SIGNAL && isText(bytes, end, to, DUMPED) ? end : -1;
}
