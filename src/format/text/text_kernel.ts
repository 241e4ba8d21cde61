import { type Batch, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { severityOfWord } from "../severity_word.ts";
import { CLOSE, COLON, DOT, type HeadParts, OPEN, PREFIX_PART } from "./text_parts.ts";
import { isBlank, isLower, skipBlanks } from "./text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

const KERNEL = new TextEncoder().encode("kernel");

/** The kernel's own ring buffer names it nowhere: adds it as the service. */
export function addKernel(batch: Batch, row: number, keys: AttributeKeys): void {
  if (batch.sideFree < KERNEL.length) return;
  const at = batch.side;
  batch.bytes.set(KERNEL, at);
  batch.side += KERNEL.length;
  batch.service[row] = batch.addField(keys.id.service, at, batch.side, TEXT);
}

/** Index of the bracket that closes `[  123.456789]`, the kernel's seconds since its start, at `at`; or -1. */
export function uptimeEnd(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to || bytes[at] !== OPEN) return -1;
  let end = skipBlanks(bytes, at + 1, to);
  const seconds = end;
  while (end < to && isDigit(bytes[end])) end++;
  if (end === seconds || end >= to || bytes[end] !== DOT) return -1;
  const fraction = end + 1;
  for (end = fraction; end < to && isDigit(bytes[end]);) end++;
  return end - fraction === 6 && end < to && bytes[end] === CLOSE ? end : -1;
}

/** Reads `kern  :info  : [    1.234567] message`, as dmesg writes it when asked for both; false if it is not that. */
export function readDecoded(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const facility = colonBehindWord(bytes, at, to);
  if (facility < 0) return false;
  const severity = facility + 1;
  const end = colonBehindWord(bytes, severity, to);
  if (end < 0) return false;
  let severityTo = severity;
  while (isLower(bytes[severityTo])) severityTo++;
  const number = severityOfWord(bytes, severity, severityTo);
  const open = skipBlanks(bytes, end + 1, to);
  const close = uptimeEnd(bytes, open, to);
  if (number === 0 || close < 0) return false;
  parts.setSeverity(number, severity, severityTo);
  parts.add(PREFIX_PART, skipBlanks(bytes, open + 1, close), close);
  parts.fromKernel = true;
  parts.message = skipBlanks(bytes, close + 1, to);
  return true;
}

/** Index of the colon behind a word in small letters and blanks, -1 if there is none. */
function colonBehindWord(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && isLower(bytes[end])) end++;
  if (end === at || end - at > 10) return -1;
  while (end < to && isBlank(bytes[end])) end++;
  return end < to && bytes[end] === COLON ? end : -1;
}
