import type { CommonValue } from "../../record/summary.ts";
import { FALSE_ALARMS } from "./bounds.ts";
import { chanceOf, type Compared, type Having, MORE, TIMES } from "./telling_values.ts";
import { textOf } from "./value_text.ts";

/** Names that begin alike at the least, and the share of what is looked at that must have one of them. */
const LEAST_NAMES = 3;
const MOSTLY = 0.75;
/** Where a part of a name ends (`rack3-`, `ip-10-0-`, `web` of `web12`), and a part of an address. */
const OF_NAME = /[-._/:@]+|(?<=\p{L})(?=\d)/gu;
const OF_ADDRESS = /[.:]+/g;
const SEPARATED = /[-._/:@]$/;
const ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[\da-f:]*:[\da-f:.]+)$/i;

/** Names that begin alike: those of one rack, pool of nodes, set of replicas or network. */
export interface Family {
  start: string;
  /** Share of the finding's records, and of the others, that have such a name. */
  share: number;
  usual: number;
}

/** The beginning that most of a finding's records have a name with and few others; null if there is none. */
export function familyOf(
  names: ReadonlyMap<string, Having>,
  others: ReadonlyMap<string, Having>,
  { inside, outside, ofInside, ofOutside, excess }: Compared,
): Family | null {
  const starts = new Map<string, Having & { names: number }>();
  for (const [name, { samples, weight }] of names) {
    for (const start of startsOf(name)) {
      const known = starts.get(start);
      if (known === undefined) starts.set(start, { samples, weight, names: 1 });
      else {
        known.samples += samples;
        known.weight += weight;
        known.names++;
      }
    }
  }
  let best: Family | null = null;
  let most = 0;
  // Of beginnings that tell as much the longest is told, of `rack3-` and `rack3-n` that which ends as words do.
  const byLength = [...starts.keys()].sort((x, y) => isSeparated(y) - isSeparated(x) || y.length - x.length);
  for (const start of byLength) {
    const { samples, weight, names } = starts.get(start)!;
    const share = weight / ofInside;
    if (names < LEAST_NAMES || share < MORE) continue;
    let usual = 0;
    for (const [name, other] of others) if (name.startsWith(start)) usual += other.weight / ofOutside;
    if (excess(share, usual) < MOSTLY || share - usual < MORE || share < TIMES * usual) continue;
    if (chanceOf(samples, usual, { inside, outside }) * starts.size > FALSE_ALARMS) continue;
    const gain = gainOf(share, usual);
    if (gain <= most) continue;
    most = gain;
    best = { start, share, usual };
  }
  return best;
}

function isSeparated(start: string): number {
  return Number(SEPARATED.test(start));
}

/** How much is told by what a share of records has, and a usual share of others. */
export function gainOf(share: number, usual: number): number {
  return share * Math.log(share / Math.max(usual, 0.001));
}

/** What is told of a family, for which so many records were looked at. */
export function commonFamily(
  key: { name: string; word: boolean },
  { start, share, usual }: Family,
  records: number,
): CommonValue {
  const value = `${start}*`;
  const name = key.word ? null : key.name;
  return { key: name, value, start, text: textOf(key, value), share, usual, records };
}

/** Whether a text is an address of the Internet Protocol. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** `rack3-` and `rack3-n` of `rack3-n07`. */
function* startsOf(name: string): Generator<string> {
  for (const { 0: { length }, index } of name.matchAll(isAddress(name) ? OF_ADDRESS : OF_NAME)) {
    if (index > 0 && index + length < name.length) yield name.slice(0, index + length);
  }
}

/** The most names that are listed. */
const LISTED = 4;

/**
 * Names in few words: "web-1, web-2 and web-3", or of more than four "rack3-* (all 8)" where no others begin so, else
 * "web-1, web-2, web-3 and 5 others".
 */
export function inFewWords(names: readonly string[], all: Iterable<string>): string {
  if (names.length <= LISTED) return listOf(names);
  const rest = new Set(all);
  for (const name of names) rest.delete(name);
  const isOfNone = (start: string) => ![...rest].some((name) => name.startsWith(start));
  const start = [...startsOf(names[0])].find((start) =>
    names.every((name) => name.startsWith(start)) && isOfNone(start)
  );
  if (start !== undefined) return `${start}* (all ${names.length})`;
  return listOf([...names.slice(0, LISTED - 1), `${names.length - LISTED + 1} others`]);
}

/** "web-1, web-2 and web-3" */
export function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
