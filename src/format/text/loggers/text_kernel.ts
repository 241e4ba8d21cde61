import { type Batch, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { severityOfWord } from "../../severity_word.ts";
import {
  CLOSE,
  COLON,
  CONTEXT_PART,
  DOT,
  GREATER,
  type HeadParts,
  LESS,
  OPEN,
  PREFIX_PART,
  THREAD_PART,
} from "../text_parts.ts";
import { bracketEnd, isNumber, lowerEnd, skipBlanks } from "../text_tokens.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

const PLUS = 0x2b, PROCESSOR = 0x43, TASK = 0x54;
/** Bytes of `[    T1]`. */
const LONGEST_CALLER = 16;
const KERNEL = new TextEncoder().encode("kernel");

/** The kernel's own ring buffer names it nowhere: adds it as the service. */
export function addKernel(batch: Batch, row: number, keys: AttributeKeys): void {
  if (batch.sideFree < KERNEL.length) return;
  const at = batch.side;
  batch.bytes.set(KERNEL, at);
  batch.side += KERNEL.length;
  batch.service[row] = batch.addField(keys.id.service, at, batch.side, TEXT);
}

/**
 * Index of the bracket that closes `[  123.456789]`, the kernel's seconds since its start, at `at`; or -1. With them, or
 * instead of them, dmesg writes those since the last line: `[  123.456789 <    0.000123>]`, `[<    0.000123>]`,
 * `[  +0.000123]`; journalctl `[  123.456789 <    0.000123 >]`.
 */
export function uptimeEnd(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to || bytes[at] !== OPEN) return -1;
  let end = skipBlanks(bytes, at + 1, to);
  if (bytes[end] !== LESS) {
    end = secondsEnd(bytes, bytes[end] === PLUS ? end + 1 : end, to);
    if (end < 0 || bytes[end] === CLOSE) return end;
    end = skipBlanks(bytes, end, to);
    // journalctl pads the first line, which is behind no other.
    if (bytes[end] === CLOSE && end + 1 < to) return end;
    if (bytes[end] !== LESS) return -1;
  }
  end = secondsEnd(bytes, skipBlanks(bytes, end + 1, to), to);
  if (end >= 0) end = skipBlanks(bytes, end, to);
  return end >= 0 && bytes[end] === GREATER && bytes[end + 1] === CLOSE && end + 1 < to ? end + 1 : -1;
}

/** Index behind `123.456789`, which something follows; -1 if that does not stand there. */
function secondsEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = digitsEnd(bytes, at, to);
  if (end === at || end >= to || bytes[end] !== DOT) return -1;
  const fraction = end + 1;
  for (end = fraction; end < to && isDigit(bytes[end]);) end++;
  return end - fraction === 6 && end < to ? end : -1;
}

/**
 * Adds the task or the processor that a kernel names behind its time (`[    T1] `, `[   C0] `) and answers where the
 * message begins; `at` if none stands there.
 */
export function takeCaller(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (bytes[at] !== OPEN) return at;
  const letter = skipBlanks(bytes, at + 1, to);
  const close = bracketEnd(bytes, at, to, LONGEST_CALLER) - 1;
  if (close < 0 || (bytes[letter] !== TASK && bytes[letter] !== PROCESSOR)) return at;
  if (!isNumber(bytes, letter + 1, close)) return at;
  parts.add(bytes[letter] === TASK ? THREAD_PART : CONTEXT_PART, letter, close);
  return skipBlanks(bytes, close + 1, to);
}

/** What reads the time at `at`, and answers where it ends, or -1. */
interface Times {
  read(at: number, to: number): number;
}

/** Reads `kern  :info  : [    1.234567] message`, as dmesg writes it when asked for both; false if it is not that. */
export function readDecoded(parts: HeadParts, times: Times, at: number, to: number): boolean {
  const { bytes } = parts;
  const facility = colonBehindWord(bytes, at, to);
  if (facility < 0) return false;
  const severity = facility + 1;
  const end = colonBehindWord(bytes, severity, to);
  if (end < 0) return false;
  const severityTo = lowerEnd(bytes, severity, to);
  const number = severityOfWord(bytes, severity, severityTo);
  const open = skipBlanks(bytes, end + 1, to);
  if (number === 0) return false;
  let close = uptimeEnd(bytes, open, to);
  if (close >= 0) {
    parts.setSeverity(number, severity, severityTo);
    parts.add(PREFIX_PART, skipBlanks(bytes, open + 1, close), close);
  } else {
    // `dmesg -Tx`: `kern  :info  : [Fri Nov 20 08:00:00 2026] message`, and with `--time-format=iso` no bracket.
    const isBracketed = bytes[open] === OPEN;
    close = times.read(isBracketed ? open + 1 : open, to);
    if (close < 0 || (isBracketed && bytes[close] !== CLOSE)) return false;
    if (!isBracketed) close--;
    parts.setSeverity(number, severity, severityTo);
  }
  parts.fromKernel = true;
  return parts.beginMessage(takeCaller(parts, skipBlanks(bytes, close + 1, to), to));
}

/** Index of the colon behind a word in small letters and blanks, -1 if there is none. */
function colonBehindWord(bytes: Uint8Array, at: number, to: number): number {
  const end = lowerEnd(bytes, at, to);
  if (end === at || end - at > 10) return -1;
  const colon = skipBlanks(bytes, end, to);
  return colon < to && bytes[colon] === COLON ? colon : -1;
}
