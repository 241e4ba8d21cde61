import type { Batch } from "../../../record/batch.ts";
import { namesLine } from "../head/text_dividers.ts";
import type { TextHead } from "../text_head.ts";
import { isPath } from "../text_names.ts";
import {
  BRACKET_PART,
  CLOSE,
  COLON,
  DASH,
  EQUALS,
  GREATER,
  LESS,
  OPEN,
  PAREN_PART,
  TOKEN_PART,
} from "../text_parts.ts";
import { isThreadName } from "./text_threads.ts";
import { isKeyAt, kindOfBare } from "../message/text_pairs.ts";
import { findByte, isNameSign, isNumber, isText, nameLikeness, PATH, skipBlanks } from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

// What the parts of a head tell of whom they name.

/** Where the colon stands between a thread and the logger's path, `main:org.example.Server`; -1 if there is none. */
export function threadJoint(bytes: Uint8Array, from: number, to: number): number {
  const colon = findByte(bytes, from, to, 0x3a);
  if (colon <= from || bytes[colon + 1] === 0x3a || findByte(bytes, from, colon, 0x2e) >= 0) return -1;
  const dot = findByte(bytes, colon, to, 0x2e);
  return dot > 0 && findByte(bytes, dot + 1, to, 0x2e) > 0 && isPath(bytes, colon + 1, to) ? colon : -1;
}

/** Whether the later of two names is the logger: no thread, and no code with digits behind a path (`shop.db|req-42`). */
export function isNearer({ bytes, from, to }: TextHead, earlier: number, later: number): boolean {
  if (isThreadName(bytes, from[later], to[later])) return false;
  return namesLine(bytes, from[later], to[later]) ||
    !(isDigit(bytes[to[later] - 1]) && nameLikeness(bytes, from[later], to[later]) < PATH &&
      nameLikeness(bytes, from[earlier], to[earlier]) === PATH);
}

/** `[shop.db] ` before the time */
export function isNamed(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === OPEN && bytes[to - 1] === CLOSE &&
    nameLikeness(bytes, from + 1, to - 1) === PATH && findByte(bytes, from + 1, to - 1, CLOSE) < 0;
}

/** `shop.db>`, log4j's `%c- %m`: a sign divides the name from the message. */
export function isMarked(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[to - 1] === DASH) return isPath(bytes, from, to - 1);
  return bytes[to - 1] === GREATER && isLetter(bytes[from]) && isNameSign(bytes[to - 2]) &&
    findByte(bytes, from, to, LESS) < 0;
}

/** The thread and the process that Python begins with: no loggers. */
export function isPythons(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from, to, "MainThread") || isText(bytes, from, to, "MainProcess");
}

/** A bracket or another word behind the part names a thread. */
export function hasThreadBehind({ bytes, count, from, kind, to }: TextHead, part: number): boolean {
  for (let later = part + 1; later < count; later++) {
    const mayBe = kind[later] === BRACKET_PART || kind[later] === TOKEN_PART;
    if (mayBe && isThreadName(bytes, from[later], to[later])) return true;
  }
  return false;
}

/** Adds a part as it is, where nothing is done with its place. */
export function addField(batch: Batch, key: number, from: number, to: number, kind: number): void {
  batch.addField(key, from, to, kind);
}

/** Whether a token or a bracket stands behind the part that may name where the line comes from. */
export function hasNameBehind({ bytes, count, from, kind, to }: TextHead, part: number): boolean {
  for (let later = part + 1; later < count; later++) {
    if (kind[later] === TOKEN_PART) return true;
    if (kind[later] === BRACKET_PART && !isNumber(bytes, from[later], to[later])) return true;
  }
  return false;
}

/** log4net's `[(null)]`, `(null)`, OpenStack's `[-]`: no thread, no context. */
export function isNull(bytes: Uint8Array, from: number, to: number, kind: number): boolean {
  if (to - from === 1) return kind === BRACKET_PART && bytes[from] === DASH;
  const isShort = to - from === 4 ? kind === PAREN_PART : to - from === 6;
  return isShort && isText(bytes, from, to, kind === PAREN_PART ? "null" : "(null)");
}

/** Adds `key:value`, `key: value` or `key=value` as a field. */
export function addKeyed(batch: Batch, from: number, to: number): void {
  const { bytes, keys, view } = batch;
  const colon = findByte(bytes, from, to, isKeyAt(bytes, from, to) ? EQUALS : COLON);
  const value = skipBlanks(bytes, colon + 1, to);
  addField(batch, keys.idOfBytes(bytes, view, from, colon), value, to, kindOfBare(bytes, value, to));
}
