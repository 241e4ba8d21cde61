import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { fileBeforeLine, lineNumberAt } from "../head/line_words.ts";
import { isThread } from "../head/text_dividers.ts";
import { isFunction } from "../head/text_places.ts";
import { BAR, BRACKET_PART, COLON, COMMA, DASH, type HeadParts, OPEN, PAREN } from "../text_parts.ts";
import {
  bracketEnd,
  isBlank,
  isNumber,
  isText,
  skipBlanks,
  sourceColon,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";

// A file, a line and perhaps a function, as a bracket holds them in several words.

/** Adds `main.py:20 - run()`, `main.py:20 run`, `main.py, line 20`; false if it is something else. */
export function addPlaceInWords(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  return addPlaceAndCall(batch, keys, from, to) || addFileAndLine(batch, keys, from, to);
}

/** Where the place ends that begins a bracket's text before a function, `main.py:20 - run() `; -1 if it is something else. */
export function placeBeforeCall(bytes: Uint8Array, from: number, to: number): number {
  const end = tokenEnd(bytes, from, to);
  const placeTo = bytes[end - 1] === COLON || bytes[end - 1] === COMMA ? end - 1 : end;
  if (sourceColon(bytes, from, placeTo) < 0) return -1;
  const call = callStart(bytes, end, to);
  const callTo = callEnd(bytes, call, to);
  if (call === end || !isFunction(bytes, call, callTo)) return -1;
  // `main.go:20 worker-3`; what has parentheses is called, `main()`, too.
  const isCalled = bytes[callTo] === PAREN && callTo < to;
  return isCalled || !isThread(bytes, call, callTo) ? placeTo : -1;
}

/**
 * Whether the line begins with such a bracket, in which `()` tells that it names a function: then it begins a record, although
 * it has neither a time nor a severity.
 */
export function beginsWithCall(bytes: Uint8Array, from: number, to: number): boolean {
  const close = bytes[from] === OPEN ? bracketEnd(bytes, from, to) : -1;
  if (close < 0 || close >= to || !isBlank(bytes[close])) return false;
  const end = trimmed(bytes, from, close - 1);
  return isText(bytes, end - 2, end, "()") && placeBeforeCall(bytes, from + 1, end) > 0;
}

/** Reads a line that begins so; false, with nothing added, if it does not. */
export function readCallFirst(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  if (!beginsWithCall(bytes, at, to)) return false;
  const close = bracketEnd(bytes, at, to);
  parts.add(BRACKET_PART, at + 1, close - 1);
  return parts.beginMessage(skipBlanks(bytes, close, to));
}

function addPlaceAndCall(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  const placeTo = placeBeforeCall(bytes, from, to);
  if (placeTo < 0) return false;
  const colon = sourceColon(bytes, from, placeTo);
  const call = callStart(bytes, tokenEnd(bytes, from, to), to);
  batch.addField(keys.id.file, from, colon, TEXT);
  batch.addField(keys.id.line, colon + 1, placeTo, INT);
  batch.addField(keys.id.function, call, callEnd(bytes, call, to), TEXT);
  return true;
}

/** Behind blanks and the sign between them that divides the function from its place. */
function callStart(bytes: Uint8Array, at: number, to: number): number {
  const sign = skipBlanks(bytes, at, to);
  const isSign = bytes[sign] === DASH || bytes[sign] === BAR || bytes[sign] === COLON;
  return isSign ? skipBlanks(bytes, sign + 1, to) : sign;
}

function callEnd(bytes: Uint8Array, call: number, to: number): number {
  const end = trimmed(bytes, call, to);
  return isText(bytes, end - 2, end, "()") ? end - 2 : end;
}

function addFileAndLine(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  const fileTo = fileBeforeLine(bytes, from, to);
  if (fileTo < 0) return false;
  const line = lineNumberAt(bytes, skipBlanks(bytes, tokenEnd(bytes, from, to), to), to);
  if (!isNumber(bytes, line, to)) return false;
  batch.addField(keys.id.file, from, fileTo, TEXT);
  batch.addField(keys.id.line, line, to, INT);
  return true;
}
