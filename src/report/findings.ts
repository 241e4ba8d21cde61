import type { PatternSummary, SourceHealth, Summary, TimelineBucket } from "../record/summary.ts";
import { bulk } from "../record/time_buckets.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import type { Clock } from "./clock.ts";
import { counted, grouped, lasting, percent } from "./figures.ts";
import { visible } from "./visible_text.ts";

/** Something that needs a look: one line, and the log text it is about. */
export interface Finding {
  weight: "error" | "warn" | "info";
  text: string;
  /** Lines of log text below it (made harmless, not cut). */
  quotes: string[];
}

const ERROR = SEVERITY_RANKS.indexOf("ERROR");
const FATAL = SEVERITY_RANKS.indexOf("FATAL");
const QUOTES = 5;
/** A share of lines in no known format, of undated or late records, from which it is worth a line. */
const NOTABLE = 0.01;
/** Buckets of silence, and its share of the whole span, from which it is a gap. */
const GAP_BUCKETS = 5;
const GAP_SHARE = 0.05;
/** How many times the average a bucket's errors are a burst, and how many there must be. */
const BURST = 4;
const BURST_COUNT = 5;
/** Buckets that are wider say nothing of bursts and gaps: the sources are of different times. */
const WIDEST = 24 * 3_600_000;

/** What needs a look, errors first. */
export function findings(summary: Summary, clock: Clock): Finding[] {
  return [
    ...errorRecords(summary),
    ...errorBurst(summary, clock),
    ...summary.sources.flatMap(brokenSource),
    ...gap(summary, clock),
    ...summary.sources.flatMap(poorlyRead),
  ];
}

function errorsOf(severities: number[]): number {
  return severities[ERROR] + severities[FATAL];
}

function errorRecords({ records, severities, patterns }: Summary): Finding[] {
  const errors = errorsOf(severities);
  if (errors === 0) return [];
  const fatal = severities[FATAL];
  const worst = patterns.top.filter((pattern) => errorsOf(pattern.severities) > 0).sort(byErrors).slice(
    0,
    QUOTES,
  );
  const what = fatal === 0 ? "at ERROR" : errors === fatal ? "at FATAL" : "at ERROR or FATAL";
  return [{
    weight: "error",
    text: `${counted(errors, "record")} ${what} (${percent(errors, records)} of all)` +
      (fatal > 0 && fatal < errors ? `, ${grouped(fatal)} of them FATAL` : "") +
      (worst.length > 0 ? "; mostly:" : ""),
    quotes: worst.map((pattern) =>
      `${grouped(errorsOf(pattern.severities))} × ` +
      `${pattern.severities[FATAL] > 0 ? "FATAL " : ""}${visible(pattern.template)}`
    ),
  }];
}

/** Most pressing first: a fatal record counts as ten. */
function byErrors(x: PatternSummary, y: PatternSummary): number {
  const pressing = ({ severities }: PatternSummary) => severities[ERROR] + 10 * severities[FATAL];
  return pressing(y) - pressing(x) || x.id - y.id;
}

function errorBurst({ timeline }: Summary, clock: Clock): Finding[] {
  const { buckets, width } = timeline;
  const [from, to] = bulk(timeline);
  const total = buckets.reduce((sum, bucket) => sum + errorsOf(bucket.severities), 0);
  const average = total / ((to - from) / width + 1);
  const highest = buckets.reduce<TimelineBucket | null>(
    (best, bucket) => best && errorsOf(best.severities) >= errorsOf(bucket.severities) ? best : bucket,
    null,
  );
  const errors = highest ? errorsOf(highest.severities) : 0;
  const few = errors < BURST_COUNT || errors < BURST * average || buckets.length < 3;
  if (highest === null || few || width > WIDEST) return [];
  return [{
    weight: "error",
    text: `errors burst at ${clock.dateTime(highest.time)}: ${grouped(errors)} in ${lasting(width)}, ` +
      `${grouped(errors / average)} times the average`,
    quotes: [],
  }];
}

function gap({ timeline }: Summary, clock: Clock): Finding[] {
  const { buckets, width } = timeline;
  const [from, to] = bulk(timeline);
  if (width > WIDEST) return [];
  let longest = { start: 0, length: 0 };
  for (let i = 1; i < buckets.length; i++) {
    const start = buckets[i - 1].time + width;
    const length = buckets[i].time - start;
    if (start > from && buckets[i].time <= to && length > longest.length) longest = { start, length };
  }
  if (longest.length < GAP_BUCKETS * width || longest.length < GAP_SHARE * (to - from)) return [];
  return [{
    weight: "warn",
    text: `silence of ${lasting(longest.length)} from ${clock.dateTime(longest.start)}`,
    quotes: [],
  }];
}

function brokenSource(source: SourceHealth): Finding[] {
  if (source.errors.length === 0 && source.state !== "failed" && source.state !== "lost") return [];
  const state = source.state === "failed" || source.state === "lost" ? ` (${source.state})` : "";
  return [{
    weight: "error",
    text: `${visible(source.name)}${state}: ${counted(source.errors.length, "problem")} while reading`,
    quotes: source.errors.slice(-QUOTES).map(visible),
  }];
}

function poorlyRead(source: SourceHealth): Finding[] {
  const { records, plain, undated, late, truncated } = source;
  const notes: string[] = [];
  const note = (count: number, what: string) => {
    if (count > 0 && count >= records * NOTABLE) notes.push(`${percent(count, records)} ${what}`);
  };
  note(plain, "in no known format");
  note(undated, "without a time");
  note(late, "out of order");
  if (truncated > 0) notes.push(`${grouped(truncated)} cut, as too long`);
  if (notes.length === 0) return [];
  const weight = plain >= records * 0.1 || truncated > 0 ? "warn" : "info";
  return [{ weight, text: `${visible(source.name)}: ${notes.join(", ")}`, quotes: [] }];
}
