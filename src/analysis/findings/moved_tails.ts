import type { ActivityView } from "../activity.ts";
import { logOfNumber, numberOfLog } from "../number_tracks.ts";
import { median, nth } from "../statistics/order.ts";
import { isEnough, LEAST_ERRORS } from "./bounds.ts";
import type { Candidate, Tail } from "./candidate.ts";
import { risenWindow } from "./levels.ts";
import { samplesByStream } from "./moved_values.ts";
import type { Window } from "./windows.ts";

/** Samples that a number must have, and the fewest at the time in question and of those that are far off. */
const LEAST_SAMPLES = 300;
const LEAST_INSIDE = 40;
const LEAST_OF_TAIL = 8;
/** The part of all values that is looked at as the far ones, and how many times the median they must be, as a logarithm. */
const FAR = 0.02;
const TIMES_FAR = Math.log(3);
/** How many times as many of them there must be, what share more, and how far off these must be, as a logarithm. */
const RATIO = 3;
const SHARE = 0.015;
const TIMES_TAIL = Math.log(5);
/** Share of the records that is no tail any more, and of a move of the mean that the median may have made. */
const MOST = 0.4;
const LEFT = 0.35;

/** A sample's number, as a logarithm. */
interface Measured {
  sample: number;
  bucket: number;
  log: number;
}

/** The numbers of a name in the samples of some streams, without warnings and errors, of which more are looked at. */
export function measuredIn(
  view: ActivityView,
  streams: Iterable<number>,
  name: string,
  samplesOf: ReadonlyMap<number, readonly number[]> = samplesByStream(view),
): Measured[] {
  const { samples } = view;
  const numberOf = samples.numbersOf(name);
  const measured: Measured[] = [];
  for (const stream of streams) {
    for (const sample of samplesOf.get(stream) ?? []) {
      const number = numberOf(sample);
      if (number === number) {
        measured.push({ sample, bucket: samples.bucket[sample], log: logOfNumber(number) });
      }
    }
  }
  return measured;
}

/** When a number was far above its median in more records than usual, though in most of them it was as ever; null if it never was. */
export function risenTail(
  measured: readonly Measured[],
  buckets: number,
  sure: (window: Window) => boolean,
): Window & { tail: Tail } | null {
  if (measured.length < LEAST_SAMPLES) return null;
  const logs = logsOf(measured);
  const far = Math.max(nth(logs, Math.floor((1 - FAR) * logs.length)), median(logs) + TIMES_FAR);
  const [counts, looked] = [new Float64Array(buckets), new Float64Array(buckets)];
  let all = 0;
  for (const { bucket, log } of measured) {
    looked[bucket]++;
    if (log <= far) continue;
    counts[bucket]++;
    all++;
  }
  if (all < LEAST_ERRORS) return null;
  const window = risenWindow(counts, looked, sure, { ratio: RATIO, least: LEAST_ERRORS });
  if (window === null) return null;
  const tail = tailIn(measured, window);
  if (tail === null) return null;
  return isEnough(window, tail.records, SHARE) ? { ...window, tail } : null;
}

/** Of a number whose mean rose: the few records that made it rise, where most were as ever; null if it rose in most. */
export function tailOf(candidate: Candidate, view: ActivityView): Tail | null {
  const { kind, from, to, streams, patterns, name, inside: now = 0, expected, trend, alone, tail } =
    candidate;
  if (tail !== undefined) return tail;
  if (kind !== "shifted-number" || name === undefined || trend || alone !== undefined || now < expected) {
    return null;
  }
  // Numbers of other patterns that moved with it stand at other places.
  const own = streams.filter(({ pattern }) => pattern === patterns[0]).map(({ stream }) => stream);
  const found = tailIn(measuredIn(view, own, name), { from, to });
  if (found === null) return null;
  const ofMedian = logOfNumber(found.others) - logOfNumber(found.usually);
  return ofMedian > LEFT * (logOfNumber(now) - logOfNumber(expected)) ? null : found;
}

/**
 * The part of the values in a window that lies above those at other times: from where the two distributions differ most (R. H.
 * Berk and D. H. Jones, Zeitschrift für Wahrscheinlichkeitstheorie 47, 1979: it sees tails where the largest distance does not). Null if most of them do, or hardly any, or not far.
 */
function tailIn(measured: readonly Measured[], { from, to }: Pick<Window, "from" | "to">): Tail | null {
  const isInside = ({ bucket }: Measured) => bucket >= from && bucket < to;
  const within = measured.filter(isInside).sort((x, y) => y.log - x.log);
  const inside = logsOf(within);
  const outside = logsOf(measured.filter((one) => !isInside(one))).sort().reverse();
  if (inside.length < LEAST_INSIDE || outside.length < LEAST_INSIDE) return null;
  let [above, besides, most] = [0, 0, 0];
  for (let at = LEAST_OF_TAIL, beyond = 0; at < inside.length; at++) {
    const edge = inside[at];
    if (edge === inside[at - 1]) continue;
    while (beyond < outside.length && outside[beyond] > edge) beyond++;
    const apart = divergence(at / inside.length, (beyond + 0.5) / (outside.length + 1));
    if (apart > most) [above, besides, most] = [at, beyond, apart];
  }
  const [share, usual] = [above / inside.length, besides / outside.length];
  if (above === 0 || share > MOST || share - usual < SHARE || share < RATIO * usual) return null;
  let sum = 0;
  for (let i = 0; i < above; i++) sum += inside[i];
  const [typical, usually] = [sum / above, median(outside.slice())];
  if (typical - usually < TIMES_TAIL) return null;
  return {
    above: numberOfLog(inside[above]),
    share,
    usual,
    typical: numberOfLog(typical),
    others: numberOfLog(median(inside.slice(above))),
    usually: numberOfLog(usually),
    records: inside.length,
    samples: within.slice(0, above).map(({ sample }) => sample),
  };
}

/** Kullback and Leibler's divergence of two shares, 0 where the first is the smaller one. */
function divergence(share: number, usual: number): number {
  if (share <= usual) return 0;
  return share * Math.log(share / usual) +
    (share < 1 ? (1 - share) * Math.log((1 - share) / (1 - usual)) : 0);
}

function logsOf(measured: readonly Measured[]): Float64Array {
  return Float64Array.from(measured, ({ log }) => log);
}
