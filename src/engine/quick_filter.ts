import { type MatchContext, matcherOf } from "../query/match.ts";
import type { Query } from "../query/query.ts";
import type { Batch } from "../record/batch.ts";
import { EMPTY_RECORD } from "../record/log_record.ts";

/** Fields that are known of a row without making its strings. */
const QUICK = ["severity", "time", "pattern"];

/** Words whose bytes are looked for: letters alone, so that no number and no escape can come to them. */
const PLAIN_WORD = /^[a-z]{3,}$/i;
const TAB = 9;
const BACKSLASH = 92;

/** Tells of rows without making their strings which of them cannot match. */
export interface QuickTest {
  mayMatch(batch: Batch, row: number): boolean;
  /** What it leaves to be tested; null if that is nothing. */
  rest: Query | null;
}

/** The part of a query that is about severity, time and pattern alone, and words that must stand in the line; `context` tells the pattern of the row at hand. */
export function quickTestOf(query: Query, context: MatchContext): QuickTest {
  const parts = query.kind === "all" ? query.parts : [query];
  const tests = parts.filter(isQuick).map((part) => matcherOf(part, context));
  const others = parts.filter((part) => !isQuick(part));
  const words = others.flatMap((part) =>
    part.kind === "text" && PLAIN_WORD.test(part.text) ? [part.text.toLowerCase()] : []
  ).map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0)));
  const probe = { ...EMPTY_RECORD };
  return {
    mayMatch(batch, row) {
      const time = batch.time[row];
      probe.severity = batch.severity[row];
      probe.time = time === time ? time : null;
      probe.received = batch.received;
      if (!tests.every((test) => test(probe))) return false;
      const { bytes, rawFrom, rawTo } = batch;
      return words.length === 0 || !isPlain(bytes, rawFrom[row], rawTo[row]) ||
        words.every((word) => holds(bytes, rawFrom[row], rawTo[row], word));
    },
    rest: others.length === 0
      ? null
      : others.length === parts.length
      ? query
      : { kind: "all", parts: others },
  };
}

/**
 * Whether a record's texts are all parts of its bytes: in one line, with nothing escaped, coloured or of several bytes.
 */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < 32 && byte !== TAB || byte === BACKSLASH || byte > 126) return false;
  }
  return true;
}

/** Whether bytes hold a word of small letters, in small or capital ones. */
function holds(bytes: Uint8Array, from: number, to: number, word: Uint8Array): boolean {
  const first = word[0];
  const last = to - word.length;
  for (let at = from; at <= last; at++) {
    if ((bytes[at] | 32) !== first) continue;
    let next = 1;
    while (next < word.length && (bytes[at + next] | 32) === word[next]) next++;
    if (next === word.length) return true;
  }
  return false;
}

function isQuick(query: Query): boolean {
  switch (query.kind) {
    case "all":
    case "any":
      return query.parts.every(isQuick);
    case "not":
      return isQuick(query.part);
    case "field":
      // An expression, and `*`, ask for the text that was read.
      return QUICK.includes(query.field.toLowerCase()) && query.value !== "*" &&
        query.operator !== "~" && query.operator !== "!~";
    case "text":
    case "regex":
      return false;
  }
}
