import type { Candidate } from "./candidate.ts";

/** What a number is called: an attribute's key, the word before it in the body, or what it measures. */
export function nameOf({ name = "", unit = "" }: Pick<Candidate, "name" | "unit">, template: string): string {
  const place = /^number (\d+)$/.exec(name);
  if (place === null) return name;
  const what = { ms: "duration", bytes: "size", "%": "percentage" }[unit] ?? "number";
  const blanks = [...template.matchAll(/<(?:num|dur)>/g)];
  const blank = blanks[Number(place[1]) - 1];
  const head = blank === undefined ? "" : template.slice(0, blank.index);
  // `12 entries in 40 ms`: it is not the entries that last.
  const isSpan = what === "duration" && SPAN_BEFORE.test(head);
  const counted = blank === undefined || what !== "number" || /[=:]$|=\s*$/u.test(head)
    ? null
    : COUNTED.exec(template.slice(blank.index + blank[0].length));
  if (counted !== null) return counted[1];
  const word =
    blank === undefined || isSpan || blanks.length === 1 && what !== "number" && what !== "percentage"
      ? null
      : WORDS_AT_END.exec(head.replace(SMALL_WORDS, ""));
  if (word !== null) return word[1];
  // Durations are told apart from other numbers by what they are.
  const alike = unit === "ms" ? blanks.filter(([kind]) => kind === "<dur>") : blanks;
  const words = alike.length > 1 ? `${ORDINALS[alike.indexOf(blank)] ?? "another"} ${what}` : what;
  return words[0].toUpperCase() + words.slice(1);
}

/** The word or two that a number is of: what stands before it, without small words between. */
const WORDS_AT_END = /((?:[\p{L}_][\p{L}_.-]* )?[\p{L}_][\p{L}_.-]*)$/u;
const SMALL_WORDS = /(?:\s+(?:is|are|was|of|in|at|to|after|for|with|by|from|took))*[\s:=]*$/u;

/** What is counted stands behind its number: `12 rows`. */
const COUNTED =
  /^ (?!(?:and|after|ago|are|bytes|for|from|has|have|into|new|not|out|over|per|than|that|the|then|times|was|were|with)\b)(\p{Ll}{3,}s)(?![\p{L}\d=:_-])/u;
const SPAN_BEFORE = /\s(?:in|after|for|within)\s+$/u;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
