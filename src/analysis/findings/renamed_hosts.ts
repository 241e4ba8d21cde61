import type { ActivityView } from "../activity.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import type { Candidate } from "./candidate.ts";

/** How far hosts may begin from the end of the others: share of the log, and buckets at the least. */
const APART = 0.02;
const LEAST_APART = 2;
/** What begins within this share of the log was there from the start. */
const BEGINNING = 0.02;

/** The first and last bucket of a service (or source without one) on a host. */
interface Presence {
  host: string;
  first: number;
  last: number;
}

/** Leaves out the silences of hosts that as many new ones of their service replaced: pods are renamed with each release. */
export function withoutRenamed(found: readonly Candidate[], view: ActivityView): Candidate[] {
  const isLost = ({ kind, host, value }: Candidate) =>
    kind === "vanished" && host !== null && value === undefined;
  if (!found.some(isLost)) return [...found];
  const services = presencesIn(view);
  const near = Math.max(LEAST_APART, APART * view.buckets);
  return found.filter((one) =>
    !isLost(one) || ![...new Set(one.streams.map(({ service }) => service))].every((service) => {
      const hosts = services.get(service) ?? [];
      const began = hosts.filter(({ first, last }) =>
        first > BEGINNING * view.buckets && Math.abs(first - one.from) <= near && last > one.from + near
      );
      const ended = hosts.filter(({ last }) =>
        Math.abs(last + 1 - one.from) <= near && last < view.buckets - 1
      );
      return began.length > 0 && began.length >= ended.length;
    })
  );
}

function presencesIn({ streams, buckets }: ActivityView): Map<string, Presence[]> {
  const services = new Map<string, Map<string, Presence>>();
  for (const { pattern, service, host, counts } of streams) {
    if (host === "" || pattern === ALL_PATTERNS) continue;
    let hosts = services.get(service);
    if (hosts === undefined) services.set(service, hosts = new Map());
    const presence = hosts.get(host) ?? { host, first: buckets, last: -1 };
    const first = counts.findIndex((count) => count > 0);
    if (first < 0) continue;
    presence.first = Math.min(presence.first, first);
    presence.last = Math.max(presence.last, counts.findLastIndex((count) => count > 0));
    hosts.set(host, presence);
  }
  return new Map([...services].map(([service, hosts]) => [service, [...hosts.values()]]));
}
