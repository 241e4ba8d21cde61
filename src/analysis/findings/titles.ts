import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { LONGEST_BURST } from "./bounds.ts";
import type { Candidate, Tail } from "./candidate.ts";
import type { Span } from "./exact_spans.ts";
import {
  every,
  figure,
  HARDLY,
  lasting,
  measure,
  measured,
  percent,
  ratio,
  ratioOf,
  records,
  usualCount,
} from "./figures.ts";
import { inFewWords, listOf } from "./families.ts";
import { wordsOf } from "./in_common.ts";
import { brief, MOSTLY, saysLittle, withCause, withFirst } from "./little_said.ts";
import { nameOf } from "./number_names.ts";
import {
  company,
  inCommonWords,
  meanwhile,
  movedToo,
  replacement,
  servicesOf,
  VALUE,
  withCommon,
} from "./phrases.ts";
import type { Precursor } from "./precursors.ts";
import { isObject, isTold } from "./telling.ts";
import type { Texts } from "./texts.ts";

/** What is new, by its badness, unless it says so itself. */
const KINDS_OF_NEWS = ["", " warning", " error", " error"];
const NAMES_ITSELF = /^(?:warn|err(?:or)?\b|fatal|crit)/i;

/** Values that are named besides the first one that is silent. */
const MOST_SILENT = 4;

/** What is known of a finding besides what it is. */
export interface Known {
  view: ActivityView;
  span: Span;
  texts: Texts;
  /** What came before it. */
  before: readonly Precursor[];
  sourceName: string | null;
}

/** A finding's title, and the parts of what shows it; a part may be empty. */
export interface Title {
  title: string;
  parts: string[];
}

/** A finding's title, with all the parts of what shows it, none of them empty. */
export function titleOf(candidate: Candidate, known: Known): Title {
  const { title, parts } = ownTitleOf(candidate, known);
  const { kind, alsoOn = [], common = [], alone } = candidate;
  if (kind !== "dominant-value") {
    parts.push(
      alsoOn.length === 0 ? "" : elsewhereOn(candidate, alsoOn, title, known.view),
      servicesOf(candidate),
    );
    const { cause } = candidate;
    if (cause !== undefined && !isTold(cause.value, title)) parts.push(inCommonWords(cause));
    parts.push(replacement(candidate, known.texts));
    if (kind !== "shifted-number") parts.push(meanwhile(candidate, known.texts));
    if (alone === undefined) parts.push(...common.map(inCommonWords));
  }
  parts.push(...known.before.map((one) => announcement(one, known)));
  return { title, parts: parts.filter((part) => part !== "") };
}

/** "also on web-2 and web-3", or "on web-* (all 8)" where the title names no host. */
function elsewhereOn(
  { host }: Candidate,
  alsoOn: readonly string[],
  title: string,
  view: ActivityView,
): string {
  const hosts = inFewWords([host!, ...alsoOn], hostsIn(view));
  if (title.includes(hosts)) return "";
  return title.includes(host!) ? `also on ${inFewWords(alsoOn, hostsIn(view))}` : `on ${hosts}`;
}

/** "12 min before it: volume <num> is nearly full (4 records)" */
function announcement({ pattern, ahead, count, cause }: Precursor, { view, span, texts }: Known): string {
  const before = pattern.first >= span.start - (ahead + 1) * view.width && pattern.first <= span.start
    ? span.start - pattern.first
    : ahead * view.width;
  const when = before < 1000 ? "as it began" : `${lasting(before)} before it`;
  const said = texts.saidBy(pattern.id);
  const why =
    cause === undefined || cause.share < MOSTLY || wordsOf(cause.value).size < 2 || isTold(cause.value, said)
      ? ""
      : `, with: ${brief(cause.value)}`;
  return `${when}: ${brief(said)}${why} (${records(count)})`;
}

/** A finding, and the words that titles of several kinds use. */
interface Told {
  candidate: Candidate;
  view: ActivityView;
  span: Span;
  texts: Texts;
  /** What the first pattern says. */
  said: string;
  /** The service, the host or the source it is of. */
  whole: string;
  /** What it is about: what its records say, a value, or the whole. */
  about: string;
  /** How long it lasted. */
  length: string;
}

const TITLES: Record<Candidate["kind"], (told: Told) => Title> = {
  "new-pattern": newPattern,
  burst,
  drop,
  vanished,
  gap,
  "error-rate": errorRate,
  "shifted-number": shiftedNumber,
  "dominant-value": dominantValue,
  clock,
  source: ({ about }) => ({ title: about, parts: [] }),
};

/** The title by itself, without what is told of findings of any kind. */
function ownTitleOf(candidate: Candidate, { view, span, texts, sourceName }: Known): Title {
  const said = candidate.template ?? texts.saidBy(candidate.patterns[0]);
  const whole = sourceName ?? wholeOf(candidate, view);
  const about = aboutOf(candidate, said, whole);
  const length = lasting(span.end - span.start);
  return TITLES[candidate.kind]({ candidate, view, span, texts, said, whole, about, length });
}

function aboutOf(
  { patterns, common = [], value, alsoSilent = [] }: Candidate,
  said: string,
  whole: string,
): string {
  if (patterns.length > 0) {
    return common.length > 0 && isObject(said)
      ? `records with ${common.map(({ text }) => text).join(" and ")}`
      : said;
  }
  const others = alsoSilent.length > MOST_SILENT ? [`${alsoSilent.length} others`] : alsoSilent;
  return value === undefined
    ? whole
    : `${listOf([value, ...others])}${whole === ALL_RECORDS ? "" : ` in ${whole}`}`;
}

function newPattern({ candidate, view, span, texts, about, length }: Told): Title {
  const { count, before } = candidate;
  const kind = NAMES_ITSELF.test(about) ? "" : kindOfNews(candidate);
  const why = withCause(candidate, texts, (cause) => `, with: ${cause}`) || withFirst(candidate, texts);
  return {
    title: `New${kind}: ${about}${why}`,
    parts: [
      `${records(count)}${count === 1 ? "" : ` in ${length}`}, ${before || "none"} in the ${
        lasting(span.start - view.start)
      } before`,
      company(candidate, texts),
    ],
  };
}

function burst({ candidate, view, texts, about, length }: Told): Title {
  const { count, expected, from, to, rhythm, patterns, mostly } = candidate;
  const what = rhythm ? "More often" : to - from > view.buckets * LONGEST_BURST[2] ? "Far more" : "Burst";
  const title = patterns.length === 0
    ? `${what}${withCommon(candidate)}: ${about}`
    : `${what}: ${about}${
      withCause(candidate, texts, (cause) => `, with: ${cause}`) || withWhatOfLittle(candidate, texts)
    }`;
  return {
    title,
    parts: [
      `${records(count)} in ${length}; ` +
      `${usualCount(expected)}${expected < HARDLY ? "" : ` (${ratio(count / expected)})`}`,
      mostly === undefined ? "" : `mostly: ${texts.saidBy(mostly)}`,
      company(candidate, texts),
    ],
  };
}

/** " with http.response.status_code=503", of a burst of what says no more than "GET <path>". */
function withWhatOfLittle(candidate: Candidate, texts: Texts): string {
  return saysLittle(texts.templateOf(candidate.patterns[0])) ? withCommon(candidate) : "";
}

function drop({ candidate: { count, expected, mostly }, texts, about, length }: Told): Title {
  return {
    title: `Fewer records: ${about}`,
    parts: [
      `${records(count)} in ${length}; ${usualCount(expected)}`,
      mostly === undefined ? "" : `mostly missing: ${texts.saidBy(mostly)}`,
    ],
  };
}

function vanished({ candidate, view, about, length }: Told): Title {
  const { usually, missed, expected } = candidate;
  return {
    title: `Vanished${onHost(candidate)}: ${about}`,
    parts: [
      usually !== undefined
        ? `none of the records in the last ${length} (${shareUsually(usually)})`
        : `nothing in the last ${length}; ${
          missed === undefined
            ? `usually ${records(expected)} in that time`
            : `it used to come ${every(missed.every * view.width)}`
        }`,
    ],
  };
}

function gap({ candidate, view, about, length }: Told): Title {
  const { usually, missed, expected } = candidate;
  return {
    title: `${missed === undefined ? `Silent for ${length}` : "Missed"}${onHost(candidate)}: ${about}`,
    parts: [
      usually !== undefined
        ? `none of the records, then it resumed (${shareUsually(usually)})`
        : missed === undefined
        ? `no records (${usualCount(expected)}), then it resumed`
        : `it comes ${every(missed.every * view.width)}, but was missed ${
          missed.times === 1 ? "once" : `${missed.times} times in a row`
        }`,
    ],
  };
}

function errorRate({ candidate, view, texts, said, whole, length }: Told): Title {
  const { count, expected, badness, name, value, inside: share = 0, outside, sampled = 0, spells } =
    candidate;
  const usual = outside ?? share * expected / count;
  const rose = spells === undefined ? "rose" : `rose ${spells.length} times`;
  const time = spells === undefined ? length : `${timesOf(spells, view)} in ${length}`;
  if (name !== undefined) {
    return {
      title: `${name} answers ${rose}${withCommon(candidate)}: ${whole}`,
      parts: [
        `${percent(share)} of the answers in ${time} have a status ${
          name === "5xx" ? "of 500 or above" : "from 400 to 499"
        }, usually ${shareOf(usual)} (of ${figure(sampled)} sampled)`,
        saysLittle(said) ? "" : `mostly: ${said}`,
      ],
    };
  }
  const what = badness === 1 ? "warnings" : "errors";
  const having = value === undefined ? withCommon(candidate) : ` with ${brief(value, VALUE)}`;
  return {
    title: `${badness === 1 ? "Warnings" : "Errors"} ${rose}${having}: ${whole}${
      withCause(candidate, texts, (cause) => ` (${cause})`)
    }`,
    parts: [
      `${percent(share)} of the records ${value === undefined ? "" : "with it "}in ${time} are ${what}, ` +
      `usually ${shareOf(usual)}`,
      `${figure(count)} ${what}${said === "" ? "" : `, mostly: ${said}`}`,
    ],
  };
}

/** "5 spells of about 6 min" */
function timesOf(spells: readonly { from: number; to: number }[], { width }: ActivityView): string {
  const all = spells.reduce((sum, { from, to }) => sum + to - from, 0);
  return `${spells.length} spells of about ${lasting(all / spells.length * width)}`;
}

function shiftedNumber({ candidate, texts, about, length }: Told): Title {
  const { alone, trend, wentBack, tail } = candidate;
  if (tail !== undefined) return risenTail(candidate, tail, { texts, about, length });
  const inside = alone?.inside ?? candidate.inside ?? 0;
  const usually = alone?.usual ?? candidate.expected;
  const verb = `${inside > usually ? "rose" : "fell"}${trend ? " steadily" : ""}`;
  const [now, usual] = measured([inside, usually], candidate.measure);
  const times = ratioOf(inside, usually);
  const name = nameOf(candidate, texts.templateOf(candidate.patterns[0]));
  return {
    title: `${name} ${verb} ${trend ? `from ${usual} ` : ""}to ${now}${
      alone === undefined ? "" : ` with ${alone.text}`
    }: ${about}`,
    parts: [
      trend
        ? `gradually over ${length}${times === "" ? "" : `, ${times}`}${
          wentBack ? `, then it ${inside > usually ? "fell" : "rose"} back at once` : ""
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

/** "took_ms rose to 4.4 s in 6% of the records: request done" */
function risenTail(
  candidate: Candidate,
  { above, share, usual, typical, others, usually, records: looked }: Tail,
  { texts, about, length }: Pick<Told, "texts" | "about" | "length">,
): Title {
  const name = nameOf(candidate, texts.templateOf(candidate.patterns[0]));
  const [now, edge, rest, before] = [typical, above, others, usually].map((one) =>
    measure(one, candidate.measure)
  );
  return {
    title: `${name} rose to ${now} in ${percent(share)} of the records: ${about}`,
    parts: [
      `${percent(share)} of the records in ${length} are above ${edge} (of ${
        figure(looked)
      } sampled), usually ${shareOf(usual)}`,
      `typically ${now} there, ${rest} in the others, usually ${before}`,
      movedToo(candidate, texts),
    ],
  };
}

function dominantValue({ candidate, whole, length }: Told): Title {
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

function clock({ candidate: { inside: away = 0, to }, view, whole, length }: Told): Title {
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

/** "status=302 rose from 6% to 100% with path=/account: access.log" */
function risenShare(
  { text, share, usual, records: looked }: CommonValue,
  { where, fell }: NonNullable<Candidate["share"]>,
  whole: string,
  length: string,
): Title {
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

/** " on web-1" */
function onHost({ patterns, host }: Candidate): string {
  return patterns.length > 0 && host !== null ? ` on ${host}` : "";
}

function kindOfNews({ badness, below }: Candidate): string {
  return badness === 0 && below !== undefined ? ` at ${below}` : KINDS_OF_NEWS[badness];
}

function wholeOf({ service, host, alsoOn = [] }: Candidate, view: ActivityView): string {
  const hosts = host === null ? "" : inFewWords([host, ...alsoOn], hostsIn(view));
  if (service !== null) return host === null ? service : `${service} on ${hosts}`;
  return host === null ? ALL_RECORDS : hosts;
}

function hostsIn({ streams }: ActivityView): Set<string> {
  return new Set(streams.map(({ host }) => host).filter((host) => host !== ""));
}

const ALL_RECORDS = "the whole log";
