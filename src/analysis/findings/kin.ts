import type { PatternSummary } from "../../record/summary.ts";
import { addTo, type Group } from "./groups.ts";

/** Constant words that templates must share besides the one that differs. */
const LEAST_SHARED = 3;
/** The most words of a template that are tried, and the most templates. */
const MOST_WORDS = 24;
const MOST_TEMPLATES = 200;
const WORD = /[\p{L}_][\p{L}_.-]*/u;

/** Groups whose templates differ in one word. */
export interface Kin extends Group {
  /** Their template, with `<word>` where they differ. */
  template: string;
}

/**
 * Joins groups (of one pattern each) whose templates differ in one word only, such as `lock ledger is held` and `lock stock is
 * held`: with more records they would have been one pattern. A family with a member in `all` that is not among `groups` is left
 * out: it is not new.
 */
export function kinOf(
  groups: readonly Group[],
  all: readonly Group[],
  known: ReadonlyMap<number, PatternSummary>,
): Kin[] {
  const byBlank = new Map<string, Group[]>();
  for (const group of groups.slice(0, MOST_TEMPLATES)) {
    for (const blanked of blankedOnce(known.get(group.patterns[0])!.template)) {
      const others = byBlank.get(blanked);
      if (others === undefined) byBlank.set(blanked, [group]);
      else others.push(group);
    }
  }
  const taken = new Set<Group>();
  const found: Kin[] = [];
  const families = [...byBlank].filter(([, members]) => members.length > 1);
  for (const [blanked, related] of families.sort((x, y) => y[1].length - x[1].length)) {
    const members = related.filter((group) => !taken.has(group));
    if (members.length < 2 || hasOthers(blanked, members, all, known)) continue;
    for (const member of members) taken.add(member);
    found.push(joined(members, blanked.replace(BLANK, "<word>")));
  }
  return found;
}

/** Stands for the blanked word: no template contains it. */
const BLANK = "\0";

/** The template with one of its constant words blanked, for each of them. */
function blankedOnce(template: string): string[] {
  const parts = template.split(" ");
  const words = parts.map((part) => part.includes("<") ? null : WORD.exec(part));
  if (words.filter((word) => word !== null).length <= LEAST_SHARED) return [];
  return words.slice(0, MOST_WORDS).flatMap((word, at) => {
    if (word === null) return [];
    const part = parts[at];
    const blanked = part.slice(0, word.index) + BLANK + part.slice(word.index + word[0].length);
    return [parts.with(at, blanked).join(" ")];
  });
}

function hasOthers(
  blanked: string,
  members: readonly Group[],
  all: readonly Group[],
  known: ReadonlyMap<number, PatternSummary>,
): boolean {
  const [before, after] = blanked.split(BLANK);
  return all.some((group) => {
    const { template } = known.get(group.patterns[0])!;
    return template.length > before.length + after.length && template.startsWith(before) &&
      template.endsWith(after) &&
      !template.slice(before.length, template.length - after.length).includes(" ") &&
      !members.includes(group);
  });
}

function joined(members: readonly Group[], template: string): Kin {
  const counts = new Float64Array(members[0].counts.length);
  for (const member of members) addTo(counts, member.counts);
  return {
    streams: members.flatMap(({ streams }) => streams),
    counts,
    patterns: members.flatMap(({ patterns }) => patterns),
    service: null,
    host: null,
    template,
  };
}
