import { type Batch, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { severityOfName } from "../severity_word.ts";
import { addUser } from "../text/attributes/text_composites.ts";
import { isReportLabel } from "../text/loggers/text_postgres.ts";
import { addPairs, arePairs } from "../text/message/text_pairs.ts";
import { isUserAtDatabase } from "../text/text_parts.ts";
import { findByte, isUpper, skipBlanks, SPACE, tokenEnd, trimmed } from "../text/text_tokens.ts";
import { digitsEnd } from "../time/timestamp_parts.ts";

const OPEN = 0x5b, CLOSE = 0x5d, DASH = 0x2d, COLON = 0x3a;
/** Bytes of what stands before a level. */
const LONGEST_PREFIX = 200;
const NONE = -1;

/** What PostgreSQL puts before each line that it sends to syslog, `[7-2] `: the number of the message, and of its line. */
export interface LineCount {
  /** Index behind it. */
  to: number;
  /** The first line of its message. */
  isFirst: boolean;
}

const count: LineCount = { to: 0, isFirst: true };

/** Reads `[7-2] ` at `at`; null if something else stands there. The answer is overwritten by the next one. */
export function lineCountAt(bytes: Uint8Array, at: number, to: number): LineCount | null {
  if (bytes[at] !== OPEN) return null;
  const dash = digitsEnd(bytes, at + 1, to);
  const end = digitsEnd(bytes, dash + 1, to);
  if (dash === at + 1 || bytes[dash] !== DASH || end === dash + 1 || bytes[end] !== CLOSE) return null;
  if (bytes[end + 1] !== SPACE) return null;
  count.to = end + 2;
  count.isFirst = end === dash + 2 && bytes[dash + 1] === 0x31;
  return count;
}

/** Where the level of a report, or what goes on with one (`STATEMENT`), stands in [from, to), a colon and two blanks behind it; -1 if none does. */
export function reportWord(bytes: Uint8Array, from: number, to: number): number {
  const last = Math.min(to - 3, from + LONGEST_PREFIX);
  let colon = from;
  while (
    colon < last && (bytes[colon] !== COLON || bytes[colon + 1] !== SPACE || bytes[colon + 2] !== SPACE)
  ) {
    colon++;
  }
  let word = colon;
  while (word > from && (isUpper(bytes[word - 1]) || bytes[word - 1] >= 0x80)) word--;
  if (colon >= last || word === colon || (word > from && bytes[word - 1] !== SPACE)) return NONE;
  return severityOfName(bytes, word, colon) !== 0 || isReportLabel(bytes, word, to) ? word : NONE;
}

/**
 * Reads the message [from, to) of PostgreSQL, `app@shop ERROR:  message`, whose level is at `word`; of what goes on with a
 * report the label stays in the body.
 */
export function readReport(
  batch: Batch,
  row: number,
  from: number,
  word: number,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  const end = trimmed(bytes, from, word);
  if (arePairs(bytes, from, end)) addPairs(batch, from, end);
  else {
    for (let at = from, contexts = 0; at < end;) {
      const tokenTo = tokenEnd(bytes, at, end);
      if (isUserAtDatabase(bytes, at, tokenTo)) addUser(batch, keys, at, tokenTo);
      else batch.addField(keys.context(contexts++), at, tokenTo, TEXT);
      at = skipBlanks(bytes, tokenTo, end);
    }
  }
  const colon = findByte(bytes, word, to, COLON);
  const number = severityOfName(bytes, word, colon);
  if (number !== 0) batch.setSeverity(row, number, word, colon);
  batch.setBody(row, number !== 0 ? colon + 3 : word, to);
}
