import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import { type Candidate, excessShare } from "./candidate.ts";
import { commonFamily, familyOf } from "./families.ts";
import { sumOf } from "./groups.ts";
import { leadingStreams, relatedTo } from "./related_streams.ts";
import { type Having, LEAST, MORE, TIMES } from "./telling_values.ts";

/** The fewest other records that can be compared. */
const LEAST_OTHERS = 20;
/** The most hosts told together, the share of the records that they must have, and how much of an equal part each must. */
const MOST_HOSTS = 3;
const NEARLY_ALL = 0.9;
const LEAST_OF_HOST = 0.4;

/**
 * The hosts that nearly all records of a finding came from, if other records came from elsewhere: two or three of several, or more
 * whose names begin alike. (A finding on one host names it anyway.) Counts all records, not samples.
 */
export function hostsOf(candidate: Candidate, view: ActivityView): CommonValue[] {
  const { host, streams, from, to, name, alsoOn } = candidate;
  if (alsoOn !== undefined || host !== null || name !== undefined) return [];
  const own = leadingStreams(candidate);
  const within = countsByHost(own, { from, to });
  const related = relatedTo(own, view);
  const all = countsByHost(view.streams.filter(({ stream }) => related.has(stream)), {
    from: 0,
    to: view.buckets,
  });
  const total = sumOfAll(within);
  const ofAll = sumOfAll(all) - total;
  if (within.has("") || all.size < 3 || total < LEAST || ofAll < LEAST_OTHERS) return [];
  const few = fewHosts(within, all, own.length < streams.length);
  if (few !== null) {
    const [share, others] = [few.count / total, few.usual / ofAll];
    if (share - others < MORE || share < TIMES * others) return [];
    const value = few.hosts.join(" or ");
    return [{ key: "host", value, text: `host=${value}`, share, usual: others, records: total }];
  }
  const family = familyOf(asHaving(within), asHaving(all, within), {
    inside: total,
    outside: ofAll,
    ofInside: total,
    ofOutside: ofAll,
    excess: (share, usual) => candidate.kind === "burst" ? excessShare(candidate, share, usual) : share,
  });
  return family === null ? [] : [commonFamily({ name: "host", word: false }, family, total)];
}

/** The one to three hosts that nearly all records came from, and how many of the others did; null if these are more. */
function fewHosts(
  within: ReadonlyMap<string, number>,
  all: ReadonlyMap<string, number>,
  isJoined: boolean,
): { hosts: string[]; count: number; usual: number } | null {
  const total = sumOfAll(within);
  const most = [...within].sort((x, y) => y[1] - x[1]);
  let count = 0;
  let usual = 0;
  for (let hosts = 1; hosts <= MOST_HOSTS && hosts <= most.length; hosts++) {
    const [of, records] = most[hosts - 1];
    if (records < LEAST_OF_HOST * total / hosts) return null;
    count += records;
    usual += all.get(of)! - records;
    // With records of other patterns joined to it, the finding may not name the one host.
    if (hosts === 1 && !isJoined || count < NEARLY_ALL * total) continue;
    return { hosts: most.slice(0, hosts).map(([of]) => of), count, usual };
  }
  return null;
}

/** The one host that nearly all of an excess came from, while others kept to what is usual. */
export function hostOfExcess(
  { kind, host, streams, from, to, count, expected, alsoOn, patterns }: Candidate,
): CommonValue[] {
  if (kind !== "burst" || patterns.length === 0 || host !== null || alsoOn !== undefined) return [];
  const within = countsByHost(streams, { from, to });
  const all = countsByHost(streams, { from: 0, to: streams[0].counts.length });
  const total = sumOfAll(within);
  const besides = sumOfAll(all) - total;
  if (within.has("") || within.size < 2 || besides < LEAST) return [];
  for (const [value, records] of within) {
    const usual = (all.get(value)! - records) / besides;
    const excess = (records - usual * expected) / Math.max(1, count - expected);
    const share = records / total;
    if (excess < NEARLY_ALL || share < TIMES * usual || share - usual < MORE) continue;
    return [{ key: "host", value, text: `host=${value}`, share, usual, records: total }];
  }
  return [];
}

function countsByHost(
  streams: readonly StreamActivity[],
  window: { from: number; to: number },
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { pattern, host, counts: of } of streams) {
    if (pattern === ALL_PATTERNS) continue;
    const count = sumOf(of, window);
    if (count > 0) counts.set(host, (counts.get(host) ?? 0) + count);
  }
  return counts;
}

function sumOfAll(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** Counts as if all had been looked at, without those of `within`. */
function asHaving(
  counts: ReadonlyMap<string, number>,
  within: ReadonlyMap<string, number> = new Map(),
): Map<string, Having> {
  return new Map([...counts].map(([of, count]) => {
    const rest = count - (within.get(of) ?? 0);
    return [of, { samples: rest, weight: rest }];
  }));
}
