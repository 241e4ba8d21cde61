import type { ActivityView } from "../activity.ts";
import { median } from "../statistics/order.ts";
import type { Candidate } from "./candidate.ts";
import { sumOf } from "./groups.ts";

/** Buckets by which a record must be behind one that was read before it, and such records without which no clock is looked at. */
const OUT_OF_ORDER = 2;
const LEAST = 12;
/** Records of other hosts, before and after one, that tell what time it was. */
const AROUND = 7;
/** Records of a host that are judged together, and the share of a run of them that must be off alike. */
const TOGETHER = 6;
const ALIKE = 0.8;
/** Share of the records of the others, at the most, that are off as well. */
const OTHERS = 0.3;

const OF_CLOCKS = new Set<Candidate["kind"]>(["gap", "vanished", "drop", "burst"]);

/** Milliseconds by which a clock is off that is told: what hands records on may take its time, too. */
const LEAST_AWAY = 30_000;

/** One record that was looked at. */
interface Sample {
  host: string;
  bucket: number;
  /** The bucket in which other hosts wrote what stands around it. */
  time: number;
}

/**
 * Hosts whose clock is ahead of or behind the others': in a source that holds the records of several in the order in which they came,
 * theirs stand for a while among records of the others whose times are the same number of buckets away.
 */
export function clockSkews(view: ActivityView): Candidate[] {
  return samplesOutOfOrder(view).flatMap((samples): Candidate[] => {
    const hosts = Map.groupBy(samples, ({ host }) => host);
    if (hosts.size < 2) return [];
    const runs = [...hosts].flatMap(([host, own]) => {
      const run = runOff(own);
      return run === null || Math.abs(run.away) * view.width < LEAST_AWAY ? [] : [{ host, ...run }];
    });
    // Without the one that is off the others agree.
    const most = runs.sort((x, y) => y.length - x.length).find(({ host: off, from, to }) => {
      const others = samples.filter(({ host }) => host !== off);
      const within = others.flatMap(({ bucket }, at) => {
        const time = timeAround(others, at);
        return time >= from && time <= to ? [Math.abs(bucket - time)] : [];
      });
      return within.filter((away) => away >= OUT_OF_ORDER).length <= OTHERS * within.length;
    });
    if (most === undefined) return [];
    const from = Math.max(0, most.from);
    const to = Math.min(view.buckets, most.to + 1);
    const streams = view.streams.filter(({ host }) => host === most.host);
    return [{
      kind: "clock",
      from,
      to,
      streams,
      patterns: [],
      service: null,
      host: most.host,
      badness: 0,
      count: streams.reduce((sum, { counts }) => sum + sumOf(counts, { from, to }), 0),
      expected: 0,
      inside: most.away,
      p: 0,
    }];
  });
}

/** Whether a silence (or too few, or too many records) is but what a clock makes of it where it went wrong, was set right, or the log ends. */
export function isOfClock(
  { from, to, kind }: Candidate,
  clocks: readonly Candidate[],
  buckets: number,
): boolean {
  if (!OF_CLOCKS.has(kind)) return false;
  return clocks.some((clock) => {
    const away = Math.abs(clock.inside!) + 2;
    return [clock.from, clock.to, 0, buckets].some((edge) => from >= edge - away && to <= edge + away);
  });
}

/** Of each source in which enough records stand behind later ones: those whose places are kept, as they were read. */
function samplesOutOfOrder({ samples, streams, placesInOrder }: ActivityView): Sample[][] {
  const latest = new Map<number, { bucket: number; behind: number }>();
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < 0) continue;
    const source = latest.get(samples.source[sample]);
    if (source === undefined) latest.set(samples.source[sample], { bucket, behind: 0 });
    else if (bucket > source.bucket) source.bucket = bucket;
    else if (bucket <= source.bucket - OUT_OF_ORDER) source.behind++;
  }
  const wanted = [...latest].filter(([, { behind }]) => behind >= LEAST);
  if (wanted.length === 0) return [];
  const hostOf = new Map(streams.map(({ stream, host }) => [stream, host]));
  const bySource = Map.groupBy(placesInOrder(), ({ source }) => source);
  return wanted.map(([source]) => {
    const own = (bySource.get(source) ?? []).flatMap(({ stream, bucket }): Sample[] => {
      const host = hostOf.get(stream) ?? "";
      return host === "" ? [] : [{ host, bucket, time: 0 }];
    });
    own.forEach((sample, at) => sample.time = timeAround(own, at));
    return own;
  });
}

/** The median bucket of records of other hosts around one. */
function timeAround(samples: readonly Sample[], at: number): number {
  const { host, bucket } = samples[at];
  const others: number[] = [];
  for (const way of [-1, 1]) {
    let left = AROUND;
    for (let i = at + way; i >= 0 && i < samples.length && left > 0; i += way) {
      if (samples[i].host === host) continue;
      others.push(samples[i].bucket);
      left--;
    }
  }
  return others.length === 0 ? bucket : median(Float64Array.from(others));
}

/** The longest run of a host's records that are off by the same number of buckets, about; null if there is none. */
function runOff(
  samples: readonly Sample[],
): { from: number; to: number; away: number; length: number } | null {
  let best: { from: number; to: number; away: number; length: number } | null = null;
  let run: { from: number; at: number; away: number } | null = null;
  for (let at = 0; at + TOGETHER <= samples.length + TOGETHER; at += TOGETHER) {
    const some = samples.slice(at, at + TOGETHER);
    const away = some.length < TOGETHER
      ? 0
      : median(Float64Array.from(some, ({ bucket, time }) => bucket - time));
    const alike = some.filter(({ bucket, time }) => Math.abs(bucket - time - away) <= 1).length;
    const isOff = Math.abs(away) >= OUT_OF_ORDER && alike >= ALIKE * some.length;
    if (run !== null && (!isOff || Math.abs(away - run.away) > 1)) {
      const length = at - run.at;
      if (length >= 2 * TOGETHER && (best === null || length > best.length)) {
        best = { from: samples[run.at].time, to: samples[at - 1].time, away: run.away, length };
      }
      run = null;
    }
    if (isOff && run === null) run = { from: some[0].time, at, away };
  }
  return best;
}
