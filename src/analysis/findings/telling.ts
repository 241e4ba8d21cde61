import type { CommonValue } from "../../record/summary.ts";
import type { Candidate } from "./candidate.ts";
import { TOLD, wordsOf } from "./in_common.ts";

/** Findings whose title is what their records say, with the values that do not vary. */
const SAYS = new Set<Candidate["kind"]>(["new-pattern", "burst"]);
/** Share of the words of what an attribute says that a title has, where it need not be said. */
const SAID_ANYWAY = 0.75;
/** Characters from which an object is more than one reads at once. */
const LONG_OBJECT = 80;
/** What is told of those: they have no other title. */
const TOLD_OF_OBJECTS = 3;
/** Words that make a value a sentence. */
const SEVERAL_WORDS = 3;

/** What is worth telling of what records have in common: what the title, or what most say of what went wrong, says anyway is not. */
export function tellingOf(
  { kind, patterns, common, cause, alone, template }: Candidate,
  saidBy: (pattern: number) => string,
): CommonValue[] | undefined {
  if (common === undefined || alone !== undefined || !SAYS.has(kind) || patterns.length === 0) {
    return common?.slice(0, TOLD);
  }
  if (isObject(template ?? saidBy(patterns[0]))) return common.slice(0, TOLD_OF_OBJECTS);
  const said = [template ?? saidBy(patterns[0]), ...(cause === undefined ? [] : [cause.value])];
  return common.filter(({ value }) => !said.some((text) => isWithin(value, text))).slice(0, TOLD);
}

/** Whether what records say is an object of JSON, as of one without a message: it tells too much for a title. */
export function isObject(said: string): boolean {
  return said.startsWith('{"') && said.endsWith("}") && said.length > LONG_OBJECT;
}

/** Whether a text holds a value as it is, or in several words most of them. */
function isWithin(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = (text[at - 1] ?? " ") + (text[at + value.length] ?? " ");
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return wordsOf(value).size >= SEVERAL_WORDS && isTold(value, text);
}

/** Whether a title says most of what an attribute says. */
export function isTold(value: string, title: string): boolean {
  const said = title.toLowerCase();
  const words = [...wordsOf(value)];
  return words.filter((word) => said.includes(word)).length >= SAID_ANYWAY * words.length;
}
