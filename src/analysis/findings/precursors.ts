import type { CommonValue, PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { sumOf } from "./groups.ts";
import { FALLS } from "./replacements.ts";

/** How long before an incident its warning may begin, milliseconds. */
const AHEAD = 30 * 60_000;
/** The same for something that runs low, which takes its time. */
const FAR_AHEAD = 3 * 3_600_000;
/** The largest shares of the log that these may be: in a short one much is said for the first time. */
const AHEAD_SHARE = 0.1;
const FAR_AHEAD_SHARE = 0.5;
const RUNS_LOW =
  /(?<![\p{L}\d_])(?:usage|used|utili[sz]ation|(?:disk|free|heap|memory) space|nearly full|almost full|capacity|running (?:low|out)|low (?:on|memory|disk)|high[- ]?water ?mark|watermark|threshold|approaching|close to|near(?:ing|ly)?)(?![\p{L}\d_])/iu;
/** The most hosts for a warning on one to be about another. */
const FEW_HOSTS = 2;
const ALARMING = new Set<Candidate["kind"]>(["new-pattern", "error-rate", "burst"]);
/** Share of the log that must pass before anything counts as new. */
const SETTLED = 0.1;
const NONE = 0;
/** How long before an incident others may have warned of it: buckets, and share of its length. */
const RIGHT_BEFORE = 8;
const BEFORE_SHARE = 0.25;
/** The most new warnings that may come by chance in that time. */
const BY_CHANCE = 0.1;
/** What only separates others, or is nothing but values, has no words. */
const WORDS = /(?<![<\p{L}])\p{L}{2,}(?!>)/u;
/** What a program should no longer do says nothing of what happens. */
const AS_EVER = /deprecat/i;

export interface Precursor {
  pattern: PatternSummary;
  /** Buckets from its first record to the incident, and its records in between. */
  ahead: number;
  count: number;
  /** What most of them say went wrong. */
  cause?: CommonValue;
}

/** A warning, and the bucket of its first record. */
interface FirstWarning extends Omit<Precursor, "count"> {
  first: number;
}

/**
 * The first warning ahead of errors, if there is one: a pattern of WARN or above (or without a severity) of the same service or
 * host whose first record ever came within half an hour before them.
 */
export function precursorOf(
  candidate: Candidate,
  view: ActivityView,
  patterns: readonly PatternSummary[],
): Precursor | null {
  const { from, to, kind, badness, p } = candidate;
  const isGrave = badness >= 2 || kind === "new-pattern" && p === 0;
  if (!FALLS.has(kind) && !(isGrave && ALARMING.has(kind))) return null;
  const settled = view.buckets * SETTLED;
  const noEarlier = (ahead: number, share: number) =>
    Math.max(settled, from - Math.min(ahead / view.width, share * view.buckets));
  const earliest = noEarlier(AHEAD, AHEAD_SHARE);
  const earliestLow = noEarlier(FAR_AHEAD, FAR_AHEAD_SHARE);
  const services = new Set(candidate.streams.map(({ service, source }) => `${service}\n${source}`));
  // Errors that rose are mostly one pattern's; what another of them said before may have announced it.
  const own = kind === "error-rate" ? candidate.patterns.slice(0, 1) : candidate.patterns;
  const hosts = new Set(candidate.streams.map(({ host }) => host));
  const ofHosts = !hosts.has("") && hosts.size <= FEW_HOSTS;
  const counts = new Map<number, Float64Array>();
  for (const { pattern, service, source, host, counts: of } of view.streams) {
    if (pattern < 0 || own.includes(pattern)) continue;
    // Records of other services do not count, but show that it is not new.
    const sum = counts.get(pattern) ?? new Float64Array(view.buckets);
    const weight = services.has(`${service}\n${source}`) || ofHosts && hosts.has(host) ? 1 : NaN;
    for (let at = 0; at < sum.length; at++) if (of[at] !== 0) sum[at] += of[at] * weight;
    counts.set(pattern, sum);
  }
  // What began in the same bucket may still have begun earlier.
  const begins = kind === "new-pattern" && !candidate.before
    ? patterns.find(({ id }) => id === candidate.patterns[0])?.first ?? 0
    : 0;
  let best: Precursor | null = null;
  const elsewhere: FirstWarning[] = [];
  for (const pattern of patterns) {
    const of = counts.get(pattern.id);
    if (of === undefined || !isWarning(pattern)) continue;
    const first = of.findIndex((count) => count !== 0);
    if (Number.isNaN(of[first]) && first >= settled) {
      elsewhere.push({ pattern, ahead: Math.max(0, from - first), first });
    }
    const since = RUNS_LOW.test(pattern.template) ? earliestLow : earliest;
    const isBefore = first < from || first === from && pattern.first < begins;
    if (!(first >= since && isBefore) || sumOf(of, { from: to, to: view.buckets }) > 0) continue;
    const count = sumOf(of, { from: first, to });
    if (!(count > 0) || best !== null && !isEarlier(pattern, from - first, best)) continue;
    best = { pattern, ahead: from - first, count };
  }
  return best ?? seenElsewhere(elsewhere, candidate, view);
}

/**
 * The first warning that others than those who say what a finding is about gave for the first time right before it. Where new
 * warnings keep coming it may be chance.
 */
function seenElsewhere(
  warnings: readonly FirstWarning[],
  { from, to }: Candidate,
  { buckets, streams }: ActivityView,
): Precursor | null {
  const earlier = Math.min(RIGHT_BEFORE, Math.max(2, BEFORE_SHARE * (to - from)));
  const isRightBefore = ({ first }: FirstWarning) => first >= from - earlier && first <= from;
  const then = warnings.filter(isRightBefore);
  const others = warnings.filter(({ first }) => first < from - earlier || first >= to).length;
  if (then.length === 0 || others * (earlier + 1) > BY_CHANCE * buckets) return null;
  const one = then.reduce((x, y) => x.pattern.first <= y.pattern.first ? x : y);
  const its = streams.filter(({ pattern }) => pattern === one.pattern.id);
  return { ...one, count: its.reduce((sum, { counts }) => sum + sumOf(counts, { from: one.first, to }), 0) };
}

/** Whether a warning came before another; of one bucket the first says what the others follow from. */
function isEarlier({ first }: PatternSummary, ahead: number, than: Precursor): boolean {
  return ahead > than.ahead || ahead === than.ahead && first < than.pattern.first;
}

/** Whether most of a pattern's records are warnings or worse, or name no severity, and say something. */
function isWarning({ severities, count, template }: PatternSummary): boolean {
  return WORDS.test(template) && !AS_EVER.test(template) &&
    (severities[NONE] + severities[4] + severities[5] + severities[6]) * 2 > count;
}
