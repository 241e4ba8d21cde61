import type { ActivityView } from "../activity.ts";
import type { TimedRecord } from "../kept_places.ts";
import { median } from "../statistics/order.ts";
import type { Candidate } from "./candidate.ts";
import { sumOf } from "./groups.ts";

/** The least skew that is told, milliseconds: forwarding records takes time as well. */
const LEAST_AWAY = 30_000;
/** Records that must be out of order by that much for clocks to be looked at. */
const LEAST = 12;
/** Records of other hosts on each side of one that tell what time it really was. */
const AROUND = 7;
/** Records of a host that are judged together, the share of them that must be off alike, and how nearly. */
const TOGETHER = 6;
const ALIKE = 0.8;
const NEARLY = 0.25;
/** The largest share of the others' records that may be off by HALF as much. */
const OTHERS = 0.3;
const HALF = 0.5;

/** Buckets by which an edge may be off. */
const EDGE = 3;

const OF_CLOCKS = new Set<Candidate["kind"]>(["gap", "vanished", "drop", "burst"]);

/** A sampled record: its own time, and that of other hosts' records around it; epoch milliseconds. */
interface Sample {
  host: string;
  said: number;
  time: number;
}

/** A run of a host's records that are `away` milliseconds off the others' time. */
interface Run {
  from: number;
  to: number;
  away: number;
  length: number;
  /** Its own times jump by about as much where the run begins or ends: this clock was set, not the others'. */
  jumps: boolean;
}

/**
 * Hosts whose clock is ahead of or behind the others'. In a source that holds the records of several hosts in order of arrival,
 * theirs stand for a while among others whose times differ by the same amount.
 */
export function clockSkews(view: ActivityView): Candidate[] {
  const hostOf = new Map(view.streams.map(({ stream, host }) => [stream, host]));
  const named = new Set(hostOf.values());
  named.delete("");
  if (named.size < 2) return [];
  return view.recordsOutOfOrder(LEAST, LEAST_AWAY).flatMap((records): Candidate[] => {
    const samples = samplesOf(records, hostOf);
    const hosts = Map.groupBy(samples, ({ host }) => host);
    if (hosts.size < 2) return [];
    const runs = [...hosts].flatMap(([host, own]) => {
      const run = runOff(own);
      return run === null ? [] : [{ host, ...run }];
    });
    // Without the one that is off the others agree.
    runs.sort((x, y) => Number(y.jumps) - Number(x.jumps) || y.length - x.length);
    const most = runs.find(({ host: off, from, to, away }) => {
      const others = samples.filter(({ host }) => host !== off);
      const within = others.flatMap(({ said }, at) => {
        const time = timeAround(others, at);
        return time >= from && time <= to ? [Math.abs(said - time)] : [];
      });
      return within.filter((by) => by >= HALF * Math.abs(away)).length <= OTHERS * within.length;
    });
    if (most === undefined) return [];
    const bucketOf = (time: number) => Math.floor((time - view.start) / view.width);
    const from = Math.max(0, bucketOf(most.from));
    const to = Math.min(view.buckets, bucketOf(most.to) + 1);
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
      inside: most.away / view.width,
      p: 0,
    }];
  });
}

/** Whether a wrong clock explains a silence, drop or burst: they appear where it goes wrong, is set right, or the log ends. */
export function isOfClock(
  { from, to, kind }: Candidate,
  clocks: readonly Candidate[],
  buckets: number,
): boolean {
  if (!OF_CLOCKS.has(kind)) return false;
  return clocks.some((clock) => {
    const away = Math.abs(clock.inside!) + EDGE;
    return [clock.from, clock.to, 0, buckets].some((edge) => from >= edge - away && to <= edge + away);
  });
}

function samplesOf(records: readonly TimedRecord[], hostOf: ReadonlyMap<number, string>): Sample[] {
  const samples = records.flatMap(({ stream, time }): Sample[] => {
    const host = hostOf.get(stream) ?? "";
    return host === "" ? [] : [{ host, said: time, time: 0 }];
  });
  samples.forEach((sample, at) => sample.time = timeAround(samples, at));
  return samples;
}

/** The median time of records of other hosts around one. */
function timeAround(samples: readonly Sample[], at: number): number {
  const { host, said } = samples[at];
  const others: number[] = [];
  for (const way of [-1, 1]) {
    let left = AROUND;
    for (let i = at + way; i >= 0 && i < samples.length && left > 0; i += way) {
      if (samples[i].host === host) continue;
      others.push(samples[i].said);
      left--;
    }
  }
  return others.length === 0 ? said : median(Float64Array.from(others));
}

/** The longest run of a host's records that are off by about the same time; null if there is none. */
function runOff(samples: readonly Sample[]): Run | null {
  let best: Run | null = null;
  let run: { from: number; end: number; aways: number[] } | null = null;
  const end = () => {
    if (
      run !== null && run.end - run.from >= 2 * TOGETHER &&
      !(best !== null && best.length >= run.end - run.from)
    ) {
      const { time: from } = samples[run.from];
      const { time: to } = samples[Math.min(run.end, samples.length) - 1];
      const away = median(Float64Array.from(run.aways));
      const jumps = jumpsBy(away, samples, run.from) || jumpsBy(-away, samples, run.end);
      best = { from, to, away, length: run.end - run.from, jumps };
    }
    run = null;
  };
  for (let at = 0; at < samples.length; at += TOGETHER) {
    const some = samples.slice(at, at + TOGETHER);
    const away = median(Float64Array.from(some, ({ said, time }) => said - time));
    const usual: number = run === null ? away : median(Float64Array.from(run.aways));
    const near = NEARLY * Math.abs(usual);
    const alike = some.filter(({ said, time }) => Math.abs(said - time - usual) <= near).length;
    if (Math.abs(away) >= LEAST_AWAY && alike >= ALIKE * some.length && Math.abs(away - usual) <= near) {
      run ??= { from: at, end: at, aways: [] };
      run.end = at + TOGETHER;
      run.aways.push(away);
    } else if (run !== null && at > run.end) {
      // A few odd ones among them end nothing.
      end();
    }
  }
  end();
  return best;
}

/** Whether a host's own times jump by about `away` milliseconds near its sample `at`. */
function jumpsBy(away: number, samples: readonly Sample[], at: number): boolean {
  const last = Math.min(samples.length - 1, at + TOGETHER);
  for (let i = Math.max(1, at - TOGETHER); at > 0 && i <= last; i++) {
    const step = samples[i].said - samples[i - 1].said;
    if (Math.abs(step - away) <= NEARLY * Math.abs(away)) return true;
  }
  return false;
}
