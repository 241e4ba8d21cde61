import type { CommonValue } from "../../record/summary.ts";
import { type Candidate, excessShare } from "./candidate.ts";
import { lasting, measure, measured, percent, records, usualCount } from "./figures.ts";
import { listOf } from "./families.ts";
import { sumOf } from "./groups.ts";
import { brief, MOSTLY, saysLittle, withCause } from "./little_said.ts";
import { nameOf } from "./number_names.ts";
import { FALLS } from "./replacements.ts";
import type { Texts } from "./texts.ts";

/** Patterns (or numbers) told that came (or moved) with the first. */
const COMPANY = 2;
/** Characters of a value that records have in common, with its name. */
export const VALUE = 140;
/** The most findings that are told with another, and the first word of a title that is no name. */
const ELSEWHERE = 3;
const OWN_WORD = /^[A-Z][a-z]+(?=[ :])/;
/** Services that are named, and kinds of findings that several may have. */
const NAMED_SERVICES = 4;
const OF_SEVERAL = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate", "shifted-number"]);
/** The largest share of other records that may have what a title says a finding's records have. */
const HARDLY_OTHERS = 0.25;

/** " with path=/checkout", of a whole whose records mostly have it and the others hardly. */
export function withCommon(candidate: Candidate): string {
  const { kind, common: [first] = [] } = candidate;
  // Of a burst what is usual is among it.
  const more = kind === "burst" && first !== undefined
    ? excessShare(candidate, first.share, first.usual ?? 0)
    : 0;
  const share = first === undefined ? 0 : Math.max(first.share, more);
  return share < MOSTLY || (first.usual ?? 0) > HARDLY_OTHERS * Math.max(1, share / MOSTLY)
    ? ""
    : ` with ${brief(first.text, VALUE)}`;
}

/** "together with: starting up (12 records)" */
export function company({ also = [] }: Candidate, texts: Texts): string {
  const little = ({ pattern, cause }: (typeof also)[number]) =>
    Number(cause === undefined && saysLittle(texts.saidBy(pattern)));
  const most = also.toSorted((x, y) => little(x) - little(y));
  return withIt(most, ({ pattern, count, cause }) => {
    const why = withCause({ patterns: [pattern], cause }, texts, (cause) => `, with: ${cause}`);
    return `${brief(texts.saidBy(pattern))} (${records(count)})${why}`;
  });
}

/** "together with: durationMs from 79 ms to 2,380 ms (user=<id> durationMs=<num>)" */
export function movedToo({ movedToo: others = [], service: own }: Candidate, texts: Texts): string {
  return withIt(others, (other) => {
    const [from, to] = measured([other.expected, other.inside ?? 0], other.measure);
    const template = texts.templateOf(other.patterns[0]);
    const of = own === null && other.service !== null ? `${other.service}: ` : "";
    const name = nameOf(other, template);
    if (other.tail !== undefined) {
      return `${name} to ${measure(other.tail.typical, other.measure)} in ${
        percent(other.tail.share)
      } (${of}${brief(template)})`;
    }
    return `${name} from ${from} to ${to} (${of}${brief(template)})`;
  });
}

function withIt<T>(things: readonly T[], tell: (thing: T) => string): string {
  if (things.length === 0) return "";
  const more = things.length > COMPANY ? ` and ${things.length - COMPANY} more` : "";
  return `together with: ${things.slice(0, COMPANY).map(tell).join(", ")}${more}`;
}

/** "from gateway, orders and payments", of what several services say. */
export function servicesOf({ kind, service, patterns, streams, from, to }: Candidate): string {
  if (service !== null || patterns.length === 0 || !OF_SEVERAL.has(kind)) return "";
  const counts = new Map<string, number>();
  for (const stream of streams) {
    if (stream.service === "" || stream.pattern < 0) continue;
    counts.set(stream.service, (counts.get(stream.service) ?? 0) + sumOf(stream.counts, { from, to }));
  }
  const saying = [...counts].filter(([, count]) => count > 0).sort((x, y) => y[1] - x[1]);
  const names = saying.map(([name]) => name);
  if (names.length < 2) return "";
  if (names.length <= NAMED_SERVICES) return `from ${listOf(names)}`;
  const named = names.slice(0, NAMED_SERVICES - 1);
  return `from ${listOf([...named, `${names.length - named.length} other services`])}`;
}

/** "97% with path=/checkout (3% of the others)" */
export function inCommonWords({ text, share, usual }: CommonValue): string {
  const others = usual === null ? "" : ` (${usual === 0 ? "none" : percent(usual)} of the others)`;
  return `${percent(share)} with ${brief(text, VALUE)}${others}`;
}

/** "meanwhile took_ms rose from 12 ms to 85 ms", of numbers in the same records. */
export function meanwhile({ movedToo: numbers = [] }: Candidate, texts: Texts): string {
  const told = new Map<string, string>();
  for (const number of numbers) {
    const [from, to] = measured([number.expected, number.inside ?? 0], number.measure);
    const verb = (number.inside ?? 0) > number.expected ? "rose" : "fell";
    const name = nameOf(number, texts.templateOf(number.patterns[0]));
    // Of a number that several patterns have one is told.
    if (!told.has(name)) told.set(name, `${name} ${verb} from ${from} to ${to}`);
  }
  return told.size === 0 ? "" : `meanwhile ${[...told.values()].slice(0, COMPANY).join(", ")}`;
}

/** "instead of: cache hit (85 records; usually 239)" */
export function replacement({ kind, instead }: Candidate, texts: Texts): string {
  if (instead === undefined) return "";
  const { pattern, count, expected } = instead;
  return `${FALLS.has(kind) ? "in its place" : "instead of"}: ` +
    `${brief(texts.saidBy(pattern))} (${count === 0 ? "none" : records(count)}; ${usualCount(expected)})`;
}

/** A finding that is the same incident as another. */
interface Elsewhere {
  title: string;
  isAfter: boolean;
  /** Milliseconds, of errors that go on when the other is over. */
  lasts: number | null;
}

/** "meanwhile silent for 26 min: order placed", of other findings that are the same incident; "then burst: …" of what came as it ended. */
export function elsewhereWords(others: readonly Elsewhere[]): string[] {
  const told = others.slice(0, ELSEWHERE).map(({ title, isAfter, lasts }) => {
    const what = brief(title.replace(OWN_WORD, (word) => word.toLowerCase()), VALUE);
    return `${isAfter ? "then" : "meanwhile"} ${what}${lasts === null ? "" : `, for ${lasting(lasts)}`}`;
  });
  const more = others.length - told.length;
  return more === 0 ? told : [...told, `and ${more} more at that time`];
}
