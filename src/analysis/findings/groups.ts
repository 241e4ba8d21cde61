import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import { tellsOfCrash } from "./failure_words.ts";

/** One thing whose records over time are judged by themselves. */
export interface Group {
  streams: StreamActivity[];
  counts: Float64Array;
  patterns: number[];
  service: string | null;
  host: string | null;
  source?: number;
}

/** What the streams of a group have in common. */
type Shared = Partial<Pick<StreamActivity, "pattern" | "service" | "host" | "source">>;

/** Groups streams for which `sharedBy` answers the same, and leaves out those for which it answers null. */
export function groupsBy(view: ActivityView, sharedBy: (stream: StreamActivity) => Shared | null): Group[] {
  const groups = new Map<string, Group>();
  for (const stream of view.streams) {
    const shared = sharedBy(stream);
    if (shared === null) continue;
    const { pattern, service, host, source } = shared;
    const key = JSON.stringify([pattern, service, host, source]);
    let group = groups.get(key);
    if (group === undefined) {
      group = {
        streams: [],
        counts: new Float64Array(view.buckets),
        patterns: pattern === undefined ? [] : [pattern],
        service: service || null,
        host: host || null,
        ...(source === undefined ? {} : { source }),
      };
      groups.set(key, group);
    }
    group.streams.push(stream);
    addTo(group.counts, stream.counts);
  }
  return [...groups.values()];
}

/** A stream's service, or where it names none, its source. */
export function ownerOf({ service, source }: StreamActivity): string {
  return service === "" ? `\n${source}` : service;
}

/** Adds `counts` to `sums`, bucket by bucket. */
export function addTo(sums: Float64Array, counts: Float64Array): void {
  for (let i = 0; i < sums.length; i++) sums[i] += counts[i];
}

/** What part of `all` the `counts` are outside a window. */
export function shareOutside(
  counts: Float64Array,
  all: Float64Array,
  window: { from: number; to: number },
): number {
  const besides = (of: Float64Array) => sumOf(of, { from: 0, to: of.length }) - sumOf(of, window);
  return besides(counts) / Math.max(1, besides(all));
}

/** Buckets in [from, to) with records. */
export function fullIn(counts: Float64Array, { from, to }: { from: number; to: number }): number {
  let full = 0;
  for (let i = from; i < to; i++) if (counts[i] > 0) full++;
  return full;
}

export function sumOf(counts: Float64Array, { from, to }: { from: number; to: number }): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += counts[i];
  return sum;
}

/** The badness (as of a candidate) of most records in [from, to); `pattern` tells of crashes. */
export function badnessOf(
  streams: readonly StreamActivity[],
  from: number,
  to: number,
  pattern?: PatternSummary,
): number {
  const counts = [0, 0, 0];
  for (const { badness, counts: of } of streams) counts[badness] += sumOf(of, { from, to });
  const worst = counts[2] * 2 >= counts[0] + counts[1] + counts[2] ? 2 : counts[1] > counts[0] ? 1 : 0;
  return worst === 2 && pattern !== undefined && tellsOfCrash(pattern) ? 3 : worst;
}
