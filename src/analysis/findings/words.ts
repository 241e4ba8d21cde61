import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { LONGEST_BURST } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import {
  every,
  figure,
  lasting,
  LEAST_RATIO,
  measure,
  percent,
  ratio,
  ratioOf,
  records,
  usualCount,
} from "./figures.ts";
import { sumOf } from "./groups.ts";
import { nameOf } from "./number_names.ts";
import { brief, MOSTLY, withCause, withFirst } from "./little_said.ts";
import { isObject, isTold } from "./telling.ts";
import { FALLS } from "./replacements.ts";
import type { Precursor } from "./precursors.ts";
import type { Texts } from "./texts.ts";
import type { Span } from "./exact_spans.ts";

/** Patterns that came with the first one that are named. */
const COMPANY = 2;
/** Characters of a value that records have in common, with its name. */
const VALUE = 140;
/** What is new, by its badness, unless it says so itself. */
const KINDS_OF_NEWS = ["", " warning", " error", " error"];
const NAMES_ITSELF = /^(?:warn|err(?:or)?\b|fatal|crit)/i;
/** Findings that are told with another, and the first word of a title that is no name. */
const ELSEWHERE = 3;
const OWN_WORD = /^[A-Z][a-z]+(?=[ :])/;
/** Services that are named, and kinds of findings that several may have. */
const NAMED_SERVICES = 4;
const OF_SEVERAL = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate", "shifted-number"]);
/** Share of other records at the most that have what a title says a finding's records have. */
const HARDLY_OTHERS = 0.25;
/** Records that are as good as none. */
const HARDLY = 0.5;

/** What is known of a finding besides what it is. */
export interface Known {
  view: ActivityView;
  span: Span;
  texts: Texts;
  /** What came before it. */
  before: readonly Precursor[];
  sourceName: string | null;
}

/** What a finding is called, and what shows it, part by part. */
export function titleOf(
  candidate: Candidate,
  known: Known,
): { title: string; parts: string[] } {
  const { title, parts } = ownTitleOf(candidate, known);
  const { kind, alsoOn = [], common = [], alone } = candidate;
  if (kind !== "dominant-value") {
    parts.push(alsoOn.length === 0 ? "" : `also on ${listOf(alsoOn)}`, servicesOf(candidate));
    const { cause } = candidate;
    if (cause !== undefined && !isTold(cause.value, title)) parts.push(inCommonWords(cause));
    parts.push(replacement(candidate, known.texts));
    if (kind !== "shifted-number") parts.push(meanwhile(candidate, known.texts));
    if (alone === undefined) parts.push(...common.map(inCommonWords));
  }
  parts.push(...known.before.map((one) => announcement(one, known)));
  return { title, parts: parts.filter((part) => part !== "") };
}

function ownTitleOf(
  candidate: Candidate,
  { view, span, texts, sourceName }: Known,
): { title: string; parts: string[] } {
  const { kind, count, expected, from, to } = candidate;
  const [pattern] = candidate.patterns;
  const said = candidate.template ?? texts.saidBy(pattern);
  const whole = sourceName ?? wholeOf(candidate);
  const { common = [] } = candidate;
  const about = candidate.patterns.length > 0
    ? (common.length > 0 && isObject(said)
      ? `records with ${common.map(({ text }) => text).join(" and ")}`
      : said)
    : candidate.value === undefined
    ? whole
    : `${candidate.value}${whole === ALL_RECORDS ? "" : ` in ${whole}`}`;
  const length = lasting(span.end - span.start);
  const times = expected > 0 ? count / expected : Infinity;
  const place = candidate.patterns.length > 0 && candidate.host !== null ? ` on ${candidate.host}` : "";
  switch (kind) {
    case "new-pattern":
      return {
        title: `New${NAMES_ITSELF.test(about) ? "" : kindOfNews(candidate)}: ${about}${
          withCause(candidate, texts, (cause) => `, with: ${cause}`) || withFirst(candidate, texts)
        }`,
        parts: [
          `${records(count)}${count === 1 ? "" : ` in ${length}`}, ${candidate.before || "none"} in the ${
            lasting(span.start - view.start)
          } before`,
          company(candidate, texts),
        ],
      };
    case "burst":
      return {
        title: `${
          candidate.rhythm ? "More often" : to - from > view.buckets * LONGEST_BURST[2] ? "Far more" : "Burst"
        }${candidate.patterns.length === 0 ? withCommon(candidate) : ""}: ${about}${
          candidate.patterns.length === 0 ? "" : withCause(candidate, texts, (cause) => `, with: ${cause}`)
        }`,
        parts: [
          `${records(count)} in ${length}; ` +
          `${usualCount(expected)}${expected < HARDLY ? "" : ` (${ratio(times)})`}`,
          candidate.mostly === undefined ? "" : `mostly: ${texts.saidBy(candidate.mostly)}`,
          company(candidate, texts),
        ],
      };
    case "drop":
      return {
        title: `Fewer records: ${about}`,
        parts: [
          `${records(count)} in ${length}; ${usualCount(expected)}`,
          candidate.mostly === undefined ? "" : `mostly missing: ${texts.saidBy(candidate.mostly)}`,
        ],
      };
    case "vanished":
      return {
        title: `Vanished${place}: ${about}`,
        parts: [
          candidate.usually !== undefined
            ? `none of the records in the last ${length} (${shareUsually(candidate.usually)})`
            : `nothing in the last ${length}; ${
              candidate.missed === undefined
                ? `usually ${records(expected)} in that time`
                : `it used to come ${every(candidate.missed.every * view.width)}`
            }`,
        ],
      };
    case "gap":
      return {
        title: `${candidate.missed === undefined ? `Silent for ${length}` : "Missed"}${place}: ${about}`,
        parts: [
          candidate.usually !== undefined
            ? `none of the records, then it resumed (${shareUsually(candidate.usually)})`
            : candidate.missed === undefined
            ? `no records (${usualCount(expected)}), then it resumed`
            : `it comes ${every(candidate.missed.every * view.width)}, but was missed ${
              candidate.missed.times === 1 ? "once" : `${candidate.missed.times} times in a row`
            }`,
        ],
      };
    case "error-rate": {
      const share = candidate.inside ?? 0;
      const usual = share * expected / count;
      if (candidate.name !== undefined) {
        return {
          title: `${candidate.name} answers rose${withCommon(candidate)}: ${whole}`,
          parts: [
            `${percent(share)} of the answers in ${length} have a status ${
              candidate.name === "5xx" ? "of 500 or above" : "from 400 to 499"
            }, usually ${shareOf(usual)}`,
            `mostly: ${said}`,
          ],
        };
      }
      const what = candidate.badness === 1 ? "warnings" : "errors";
      const { value } = candidate;
      const having = value === undefined ? withCommon(candidate) : ` with ${brief(value, VALUE)}`;
      return {
        title: `${candidate.badness === 1 ? "Warnings" : "Errors"} rose${having}: ${whole}${
          withCause(candidate, texts, (cause) => ` (${cause})`)
        }`,
        parts: [
          `${percent(share)} of the records ${
            value === undefined ? "" : "with it "
          }in ${length} are ${what}, usually ${shareOf(usual)}`,
          `${figure(count)} ${what}, mostly: ${said}`,
        ],
      };
    }
    case "shifted-number": {
      const { alone } = candidate;
      const inside = alone?.inside ?? candidate.inside ?? 0;
      const usually = alone?.usual ?? expected;
      const verb = `${inside > usually ? "rose" : "fell"}${candidate.trend ? " steadily" : ""}`;
      const [now, usual] = measured([inside, usually], candidate.measure);
      const times = ratioOf(inside, usually);
      return {
        title: `${nameOf(candidate, texts.templateOf(pattern))} ${verb} ${
          candidate.trend ? `from ${usual} ` : ""
        }to ${now}${alone === undefined ? "" : ` with ${alone.text}`}: ${about}`,
        parts: [
          candidate.trend
            ? `gradually over ${length}${times === "" ? "" : `, ${times}`}${
              candidate.wentBack ? `, then it ${inside > usually ? "fell" : "rose"} back at once` : ""
            }`
            : `typically ${now} for ${length}, usually ${usual}${times === "" ? "" : ` (${times})`}`,
          alone === undefined
            ? ""
            : `${percent(alone.share)} of the records have it then (of ${figure(alone.records)} sampled), ` +
              `typically ${measure(alone.others, candidate.measure)} without it`,
          movedToo(candidate, texts),
        ],
      };
    }
    case "dominant-value": {
      const values = candidate.common!;
      if (candidate.share !== undefined) return risenShare(values[0], candidate.share, whole, length);
      const parts = values.map(({ text, share, usual }, at) =>
        `${percent(share)}${at === 0 ? ` of the records in ${length}` : ""} have ${text}, ` +
        `usually ${shareOf(usual ?? 0)}`
      );
      return {
        title: `${values[0].share < 0.5 ? "Far more with" : "Mostly"} ${values[0].text}: ${whole}`,
        parts: [`${parts.join("; ")} (of ${figure(values[0].records)} sampled)`],
      };
    }
    case "clock": {
      const away = candidate.inside ?? 0;
      const by = lasting(Math.abs(away) * view.width);
      return {
        title: `Clock ${away > 0 ? "ahead" : "behind"} by ${by}: ${whole}`,
        parts: [
          `its records appear among those that other hosts wrote ${by} ${away > 0 ? "earlier" : "later"}, ` +
          (to >= view.buckets - 1 - Math.abs(away) ? "until the end" : `for ${length}`) +
          (away > 0 ? "" : " (or they arrived late)"),
        ],
      };
    }
    case "source":
      return { title: about, parts: [] };
  }
}

/** "status=302 rose from 6% to 100% with path=/account: access.log" */
function risenShare(
  { text, share, usual, records: looked }: CommonValue,
  { where, fell }: NonNullable<Candidate["share"]>,
  whole: string,
  length: string,
): { title: string; parts: string[] } {
  const of = where === null ? "" : ` with ${where.name}=${where.values.join(" or ")}`;
  return {
    title: `${text} rose from ${shareOf(usual ?? 0)} to ${shareOf(share)} of the records${of}: ${whole}`,
    parts: [
      `for ${length}, of ${records(looked)} sampled`,
      fell === null ? "" : `${fell.text} fell from ${shareOf(fell.from)} to ${shareOf(fell.to)}`,
    ],
  };
}

function shareOf(share: number): string {
  return share === 0 ? "none" : percent(share);
}

/** "usually 26%, of 412 sampled" */
function shareUsually({ share, looked }: NonNullable<Candidate["usually"]>): string {
  return `usually ${percent(share)}, of ${figure(looked)} sampled`;
}

/** What is nothing beside the other is shown as 0: it is what the mean of some zeros and a few others comes to. */
function measured(values: [number, number], unit?: string): [string, string] {
  const most = Math.max(...values.map(Math.abs));
  const [first, second] = values.map((value) =>
    measure(Math.abs(value) < LEAST_RATIO * most ? 0 : value, unit)
  );
  return [first, second];
}

/** "from gateway, orders and payments", of what several services say. */
function servicesOf({ kind, service, patterns, streams, from, to }: Candidate): string {
  if (service !== null || patterns.length === 0 || !OF_SEVERAL.has(kind)) return "";
  const counts = new Map<string, number>();
  for (const stream of streams) {
    if (stream.service === "" || stream.pattern < 0) continue;
    counts.set(stream.service, (counts.get(stream.service) ?? 0) + sumOf(stream.counts, { from, to }));
  }
  const names = [...counts].filter(([, count]) => count > 0).sort((x, y) => y[1] - x[1]).map(([name]) =>
    name
  );
  if (names.length < 2) return "";
  return `from ${
    names.length > NAMED_SERVICES
      ? `${names.slice(0, NAMED_SERVICES - 1).join(", ")} and ${
        names.length - NAMED_SERVICES + 1
      } other services`
      : listOf(names)
  }`;
}

/** "97% with path=/checkout (3% of the others)" */
function inCommonWords({ text, share, usual }: CommonValue): string {
  const others = usual === null ? "" : ` (${usual === 0 ? "none" : percent(usual)} of the others)`;
  return `${percent(share)} with ${brief(text, VALUE)}${others}`;
}

/** " with path=/checkout", of a whole whose records mostly have it and the others hardly. */
function withCommon({ kind, count, expected, common: [first] = [] }: Candidate): string {
  // Of a burst what is usual is among it.
  const more = kind === "burst" && first !== undefined
    ? (first.share * count - (first.usual ?? 0) * expected) / Math.max(1, count - expected)
    : 0;
  const share = first === undefined ? 0 : Math.max(first.share, more);
  return share < MOSTLY || (first.usual ?? 0) > HARDLY_OTHERS * Math.max(1, share / MOSTLY)
    ? ""
    : ` with ${brief(first.text, VALUE)}`;
}

/** "together with: starting up (12 records)" */
function company({ also = [] }: Candidate, texts: Texts): string {
  if (also.length === 0) return "";
  const told = also.slice(0, COMPANY).map(({ pattern, count }) =>
    `${brief(texts.saidBy(pattern))} (${records(count)})`
  );
  const more = also.length > COMPANY ? ` and ${also.length - COMPANY} more` : "";
  return `together with: ${told.join(", ")}${more}`;
}

/** "together with: durationMs from 79 ms to 2,380 ms (user=<id> durationMs=<num>)" */
function movedToo({ movedToo: others = [], service: own }: Candidate, texts: Texts): string {
  if (others.length === 0) return "";
  const told = others.slice(0, COMPANY).map((other) => {
    const [from, to] = measured([other.expected, other.inside ?? 0], other.measure);
    const template = texts.templateOf(other.patterns[0]);
    const of = own === null && other.service !== null ? `${other.service}: ` : "";
    return `${nameOf(other, template)} from ${from} to ${to} (${of}${brief(template)})`;
  });
  const more = others.length > COMPANY ? ` and ${others.length - COMPANY} more` : "";
  return `together with: ${told.join(", ")}${more}`;
}

/** "meanwhile took_ms rose from 12 ms to 85 ms", of numbers in the same records. */
function meanwhile({ movedToo: numbers = [] }: Candidate, texts: Texts): string {
  const told = numbers.slice(0, COMPANY).map((number) => {
    const [from, to] = measured([number.expected, number.inside ?? 0], number.measure);
    const verb = (number.inside ?? 0) > number.expected ? "rose" : "fell";
    return `${nameOf(number, texts.templateOf(number.patterns[0]))} ${verb} from ${from} to ${to}`;
  });
  return told.length === 0 ? "" : `meanwhile ${told.join(", ")}`;
}

/** "12 min before it: volume <num> is nearly full (4 records)" */
function announcement({ pattern, ahead, count }: Precursor, { view, span, texts }: Known): string {
  const before = pattern.first >= span.start - (ahead + 1) * view.width && pattern.first <= span.start
    ? span.start - pattern.first
    : ahead * view.width;
  const when = before < 1000 ? "as it began" : `${lasting(before)} before it`;
  return `${when}: ${brief(texts.saidBy(pattern.id))} (${records(count)})`;
}

/** "instead of: cache hit (85 records; usually 239)" */
function replacement({ kind, instead }: Candidate, texts: Texts): string {
  if (instead === undefined) return "";
  const { pattern, count, expected } = instead;
  return `${FALLS.has(kind) ? "in its place" : "instead of"}: ` +
    `${brief(texts.saidBy(pattern))} (${count === 0 ? "none" : records(count)}; ${usualCount(expected)})`;
}

/** "meanwhile silent for 26 min: order placed", of other findings that are the same incident. */
export function elsewhereWords(titles: readonly string[]): string[] {
  const told = titles.slice(0, ELSEWHERE).map((title) =>
    `meanwhile ${brief(title.replace(OWN_WORD, (word) => word.toLowerCase()), VALUE)}`
  );
  const more = titles.length - told.length;
  return more === 0 ? told : [...told, `and ${more} more at that time`];
}

function kindOfNews({ badness, below }: Candidate): string {
  return badness === 0 && below !== undefined ? ` at ${below}` : KINDS_OF_NEWS[badness];
}

function wholeOf({ service, host, alsoOn = [] }: Candidate): string {
  const hosts = host === null ? "" : listOf([host, ...alsoOn]);
  if (service !== null) return host === null ? service : `${service} on ${hosts}`;
  return host === null ? ALL_RECORDS : hosts;
}

const ALL_RECORDS = "the whole log";

/** "web-1, web-2 and web-3" */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
