import type { Batch } from "../../../record/batch.ts";
import { SEMICOLON } from "../text_parts.ts";
import { findByte, isBlank, isText, SPACE, tokenEnd } from "../text_tokens.ts";
import { addPairs, findTrailingPairs, isKeyAt, kindOfBare } from "./text_pairs.ts";

const COLON = 0x3a, EQUALS = 0x3d;
const NONE = -1;

/** Adds the pairs that end the text [from, to), if it ends with some; answers where they begin. */
export function addTrailingPairs(batch: Batch, from: number, to: number): number {
  const list = mayList(batch.bytes, from, to) ? listStart(batch.bytes, from, to) : NONE;
  if (list !== NONE) {
    addList(batch, list, to);
    return list;
  }
  const pairs = findTrailingPairs(batch.bytes, from, to);
  if (pairs < to) addPairs(batch, pairs, to);
  return pairs;
}

/**
 * Whether ` : ` stands before the text, or behind its first word and syslog's tag, as behind the name of sudo's user: few messages
 * are looked at whole.
 */
function mayList(bytes: Uint8Array, from: number, to: number): boolean {
  let before = from - 1;
  while (bytes[before] === SPACE) before--;
  if (bytes[before] !== COLON || before === from - 1) return false;
  return bytes[before - 1] === SPACE || isText(bytes, tokenEnd(bytes, from, to), to, " : ");
}

/**
 * Where sudo's `TTY=pts/0 ; PWD=/home/ana ; COMMAND=/usr/bin/apt update` begins, pairs between semicolons that stand alone,
 * whose values may hold blanks; -1 if there are no two such dividers.
 */
function listStart(bytes: Uint8Array, from: number, to: number): number {
  const first = dividerAt(bytes, from, to);
  if (first === NONE || dividerAt(bytes, first + 3, to) === NONE) return NONE;
  let start = first;
  while (start > from && !isBlank(bytes[start - 1])) start--;
  return isKeyAt(bytes, start, first) ? start : first + 3;
}

/** Index of the next ` ; ` before a key; -1 if there is none. */
function dividerAt(bytes: Uint8Array, from: number, to: number): number {
  for (let at = findByte(bytes, from, to, SEMICOLON); at >= 0; at = findByte(bytes, at + 1, to, SEMICOLON)) {
    const isAlone = bytes[at - 1] === SPACE && bytes[at + 1] === SPACE;
    if (isAlone && at > from && isKeyAt(bytes, at + 2, to)) return at - 1;
  }
  return NONE;
}

function addList(batch: Batch, from: number, to: number): void {
  const { bytes, keys, view } = batch;
  for (let at = from; at < to;) {
    const next = dividerAt(bytes, at, to);
    // Where the line is broken behind a divider that ends the list.
    const end = next === NONE ? to - (isText(bytes, to - 2, to, " ;") ? 2 : 0) : next;
    const equals = findByte(bytes, at, end, EQUALS);
    const value = equals + 1;
    batch.addField(keys.idOfBytes(bytes, view, at, equals), value, end, kindOfBare(bytes, value, end));
    at = next === NONE ? to : next + 3;
  }
}
