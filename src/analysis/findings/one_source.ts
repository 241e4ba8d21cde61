import type { CommonValue, SourceHealth } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";

/** The fewest samples of a finding, and of other records from other sources. */
const LEAST = 4;
const LEAST_OTHERS = 20;
/** Share of the finding's samples that one source must have, and of the other samples that must come from others. */
const NEARLY_ALL = 0.95;
const OTHERS = 0.25;
/** Kinds of findings that are made of records of their own. */
const OF_RECORDS = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate"]);

/**
 * The source that nearly all records of a finding came from, where its service writes several: of two files of one service it may be the
 * one of a new version. How many of the others come from it is not told: not all sources are sampled alike.
 */
export function sourceOf(
  { kind, from, to, streams, patterns }: Candidate,
  { samples, streams: all }: ActivityView,
  sources: readonly SourceHealth[],
): CommonValue[] {
  if (sources.length < 2 || !OF_RECORDS.has(kind) || patterns.length === 0) return [];
  const own = new Set(streams.map(({ stream }) => stream));
  const services = new Set(streams.map(({ service }) => service));
  if (services.has("")) return [];
  const related = new Set(all.filter(({ service }) => services.has(service)).map(({ stream }) => stream));
  const inside = new Map<number, number>();
  const outside = new Map<number, number>();
  let [within, others] = [0, 0];
  for (let sample = 0; sample < samples.size; sample++) {
    const stream = samples.stream[sample];
    if (!related.has(stream)) continue;
    const isInside = own.has(stream) && samples.bucket[sample] >= from && samples.bucket[sample] < to;
    if (isInside) within++;
    else others++;
    const counts = isInside ? inside : outside;
    counts.set(samples.source[sample], (counts.get(samples.source[sample]) ?? 0) + 1);
  }
  const [most] = [...inside].sort((x, y) => y[1] - x[1]);
  if (within < LEAST || most[1] < NEARLY_ALL * within) return [];
  const elsewhere = others - (outside.get(most[0]) ?? 0);
  const name = sources[most[0]]?.name;
  if (name === undefined || elsewhere < LEAST_OTHERS || elsewhere < OTHERS * others) return [];
  return [{
    key: "source",
    value: name,
    text: `source=${name}`,
    share: most[1] / within,
    usual: null,
    records: within,
  }];
}
