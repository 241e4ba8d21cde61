import { WARM_UP } from "./bounds.ts";
import { isClockwork } from "./clockwork.ts";
import { addTo, type Group, ownerOf, sumOf } from "./groups.ts";
import { sumsOf } from "./windows.ts";

/** What begins within this share of the log begins together. */
const NEAR = 0.02;
/**
 * What SEVERAL hosts or services say, each at most TWICE, is a restart of all of them; SEVERAL things that begin together are a
 * new service.
 */
const SEVERAL = 3;
const TWICE = 2;
/** MANY of them may say it FEW_TIMES each. */
const MANY = 10;
const FEW_TIMES = 5;

/**
 * The usual records of a group's owners, as sums of the first n buckets: without warnings, errors, what keeps its own time and
 * what itself began late.
 */
export function usualVolumes(
  groups: readonly Group[],
  buckets: number,
): (group: Group) => Float64Array {
  const byOwner = new Map<string, Float64Array>();
  for (const { streams, counts } of groups) {
    if (counts.findIndex((count) => count > 0) > buckets * WARM_UP || isClockwork(counts)) continue;
    for (const stream of streams) {
      if (stream.badness > 0) continue;
      const owner = ownerOf(stream);
      const volume = byOwner.get(owner);
      if (volume === undefined) byOwner.set(owner, stream.counts.slice());
      else addTo(volume, stream.counts);
    }
  }
  const known = new Map<string, Float64Array>();
  return ({ streams }) => {
    const owners = [...new Set(streams.map(ownerOf))].sort();
    const key = owners.join("\0");
    let sums = known.get(key);
    if (sums === undefined) {
      const volume = new Float64Array(buckets);
      for (const owner of owners) addTo(volume, byOwner.get(owner) ?? new Float64Array(buckets));
      known.set(key, sums = sumsOf(volume));
    }
    return sums;
  };
}

/** Share of a volume, given as its sums, that lies in [from, to); 0 where there is none. */
export function shareIn(sums: Float64Array, from: number, to: number): number {
  const all = sums[sums.length - 1];
  return all === 0 ? 0 : (sums[to] - sums[from]) / all;
}

/** The first buckets of each owner's patterns. */
export function beginningsIn(groups: readonly Group[]): Map<string, number[]> {
  const owners = new Map<string, number[]>();
  for (const { streams } of groups) {
    for (const [owner, theirs] of Map.groupBy(streams, ownerOf)) {
      const first = Math.min(...theirs.map(({ counts }) => counts.findIndex((count) => count > 0)));
      const firsts = owners.get(owner);
      if (firsts === undefined) owners.set(owner, [first]);
      else firsts.push(first);
    }
  }
  return owners;
}

/** Whether all its owners began at that time, they and others that did with several patterns: new services (or files) say new things. */
export function isOfNewOwner(
  { streams, counts }: Group,
  first: number,
  owners: ReadonlyMap<string, number[]>,
): boolean {
  const near = NEAR * counts.length;
  const isNew = (firsts: readonly number[]) => firsts.every((of) => of >= first - near);
  if (!streams.every((stream) => isNew(owners.get(ownerOf(stream)) ?? []))) return false;
  let begun = 0;
  for (const firsts of owners.values()) {
    if (isNew(firsts)) begun += firsts.filter((of) => of <= first + near).length;
  }
  return begun >= SEVERAL;
}

/** Whether several hosts or services said it once or twice each, as when all are restarted. */
export function isOnceEach({ streams }: Group, window?: { from: number; to: number }): boolean {
  const said = new Map<string, number>();
  for (const { service, host, counts } of streams) {
    const owner = `${service}\n${host}`;
    const count = sumOf(counts, window ?? { from: 0, to: counts.length });
    if (count > 0) said.set(owner, (said.get(owner) ?? 0) + count);
  }
  const most = said.size >= MANY ? FEW_TIMES : TWICE;
  return said.size >= SEVERAL && [...said.values()].every((count) => count <= most);
}

type Counted = Pick<Group, "streams" | "counts">;

/** Whether what is no error is said by such a job only. */
export function isOnlyOfOneJob(
  one: Counted & { badness: number },
  groups: readonly Counted[],
): boolean {
  if (one.badness > 0) return false;
  const first = one.counts.findIndex((count) => count > 0);
  const last = one.counts.findLastIndex((count) => count > 0);
  return isOfOneJob(one, { first, last }, groups);
}

/** Whether its owner said one thing right before it began and another right after it ended, both hardly ever: a job that starts and ends. */
export function isOfOneJob(
  { streams, counts }: Counted,
  { first, last }: { first: number; last: number },
  groups: readonly Counted[],
): boolean {
  const owners = new Set(streams.map(ownerOf));
  const whole = { from: 0, to: counts.length };
  const isAt = (bucket: number, edge: number) => bucket >= edge - 1 && bucket <= edge + 1;
  const [starts, ends] = [first, last].map((edge, at) =>
    groups.filter(({ streams, counts }) => {
      const bucket = at === 0
        ? counts.findIndex((count) => count > 0)
        : counts.findLastIndex((count) => count > 0);
      return isAt(bucket, edge) && sumOf(counts, whole) <= TWICE &&
        streams.every((of) => owners.has(ownerOf(of)));
    })
  );
  return starts.some((start) => ends.some((end) => end !== start));
}
