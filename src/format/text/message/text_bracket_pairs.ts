import type { Batch } from "../../../record/batch.ts";
import { CLOSE, COLON, OPEN } from "../text_parts.ts";
import { isBlank, isNameSign, SPACE, trimmed } from "../text_tokens.ts";
import { isLetter } from "../../time/timestamp_parts.ts";
import { kindOfBare } from "./text_pairs.ts";

/** Pairs that no message ends with by chance. */
const SEVERAL = 2;

/** Where the brackets begin that end the message [from, to) as daiquiri writes its fields, ` [id: 7] [user: ana]`; `to` if none do, or but one. */
export function bracketPairsStart(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  let pairs = 0;
  for (let end = to; end > from && bytes[end - 1] === CLOSE; pairs++) {
    const at = pairStart(bytes, from, end);
    if (at < 0) break;
    start = at;
    end = trimmed(bytes, from, at);
  }
  return pairs < SEVERAL ? to : start;
}

/** Takes such pairs off the message; answers where it ends. */
export function takeBracketPairs(batch: Batch, from: number, to: number): number {
  const { bytes, keys, view } = batch;
  const start = bracketPairsStart(bytes, from, to);
  for (let at = start; at < to;) {
    let colon = at + 1;
    while (bytes[colon] !== COLON) colon++;
    let end = colon + 2;
    while (
      !(bytes[end] === CLOSE && (end + 1 === to || (isBlank(bytes[end + 1]) && bytes[end + 2] === OPEN)))
    ) end++;
    const key = keys.idOfBytes(bytes, view, at + 1, colon);
    batch.addField(key, colon + 2, end, kindOfBare(bytes, colon + 2, end));
    at = end + 2;
  }
  return trimmed(bytes, from, start);
}

/** Where the bracket `[key: value]` opens that ends at `end`, behind a blank; -1 if it is something else. */
function pairStart(bytes: Uint8Array, from: number, end: number): number {
  let at = end - 2;
  while (at > from && !(bytes[at] === OPEN && bytes[at - 1] === SPACE)) at--;
  if (at <= from || !isLetter(bytes[at + 1])) return -1;
  let colon = at + 1;
  while (colon < end && isNameSign(bytes[colon])) colon++;
  return bytes[colon] === COLON && bytes[colon + 1] === SPACE && colon + 2 < end - 1 ? at : -1;
}
