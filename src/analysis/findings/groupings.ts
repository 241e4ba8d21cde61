import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import { addTo, badnessOf, type Group, groupsBy } from "./groups.ts";

/** The same streams, grouped by everything that is judged by itself. */
interface Groupings {
  byPattern: Group[];
  /** The errors of patterns whose records are mostly none. */
  mixed: Group[];
  /** One pattern of one service on one host. */
  streams: Group[];
  /** Patterns of several services, in each of them: what is much for one may be little for all. */
  shared: Group[];
  services: Group[];
  hosts: Group[];
  /** Sources whose records name no service: each stands for one. */
  sources: Group[];
  /** One service on one host, where there are several of both: its trouble may be lost among either's. */
  pairs: Group[];
}

export function groupingsOf(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): Groupings {
  const isKnown = (pattern: number) => pattern >= 0 && known.has(pattern);
  const byPattern = groupsBy(view, ({ pattern }) => isKnown(pattern) ? { pattern } : null);
  const streams = groupsBy(
    view,
    ({ pattern, service, host }) =>
      isKnown(pattern) && (service !== "" || host !== "") ? { pattern, service, host } : null,
  );
  const services = groupsBy(
    view,
    ({ pattern, service }) => service === "" || pattern === ALL_PATTERNS ? null : { service },
  );
  const hosts = groupsBy(view, ({ host }) => host === "" ? null : { host });
  const sources = groupsBy(
    view,
    ({ pattern, service, source }) =>
      service !== "" || source < 0 || pattern === ALL_PATTERNS ? null : { source },
  );
  const pairs = services.length < 2 || hosts.length < 2 ? [] : groupsBy(
    view,
    ({ pattern, service, host }) =>
      service === "" || host === "" || pattern === ALL_PATTERNS ? null : { service, host },
  );
  const ofServices = groupsBy(
    view,
    ({ pattern, service }) => isKnown(pattern) && service !== "" ? { pattern, service } : null,
  );
  const byNumber = Map.groupBy(ofServices, ({ patterns: [pattern] }) => pattern);
  const shared = ofServices.filter(({ patterns: [pattern] }) => byNumber.get(pattern)!.length > 1);
  return { byPattern, mixed: errorsOfMixed(byPattern), streams, shared, services, hosts, sources, pairs };
}

/** The errors of patterns whose records are mostly none: requests that are logged alike, whatever came of them. */
function errorsOfMixed(byPattern: readonly Group[]): Group[] {
  return byPattern.flatMap((group) => {
    const streams = group.streams.filter(({ badness }) => badness === 2);
    if (streams.length === 0 || badnessOf(group.streams, 0, group.counts.length) === 2) return [];
    const counts = new Float64Array(group.counts.length);
    for (const stream of streams) addTo(counts, stream.counts);
    return [{ ...group, streams, counts }];
  });
}
