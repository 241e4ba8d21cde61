import type { ActivityView, StreamActivity } from "../activity.ts";
import { ERRORS, isEnough, LEAST_ERRORS, WARNINGS } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { addTo, type Group, shareOutside, sumOf } from "./groups.ts";
import { risenWindow } from "./levels.ts";
import { NAMED } from "./one_thing.ts";
import { spellsIn } from "./spells.ts";
import type { Window } from "./windows.ts";
import { ALL_PATTERNS } from "../stream_table.ts";

/** Answers that failed, and answers that were refused. */
const KINDS = [{ about: "5xx", ...ERRORS }, { about: "4xx", ...WARNINGS }] as const;

/** Sampled statuses of one service, host or log, by bucket. */
interface Answers {
  seen: Float64Array;
  "5xx": Float64Array;
  "4xx": Float64Array;
}

/**
 * Rises of failed answers (a status of 500 and above) and refused ones (400 and above) among records that are not warnings
 * themselves: requests that are logged alike, whatever came of them. Judged by the sampled records, the same share at any time.
 */
export function failedAnswers(
  view: ActivityView,
  groups: readonly Group[],
  sure: (window: Window) => boolean,
): Candidate[] {
  const ofStream = new Map<number, Answers>();
  for (const { stream, statuses } of view.numbers) {
    const series = statuses?.();
    if (series !== undefined) {
      ofStream.set(stream, { seen: series.count, "5xx": series.failed, "4xx": series.refused });
    }
  }
  if (ofStream.size === 0) return [];
  return groups.flatMap((group) => {
    const streams = group.streams.filter(({ stream, badness, pattern }) =>
      badness === 0 && pattern !== ALL_PATTERNS && ofStream.has(stream)
    );
    if (streams.length === 0) return [];
    const empty = () => new Float64Array(view.buckets);
    const all: Answers = { seen: empty(), "5xx": empty(), "4xx": empty() };
    for (const { stream } of streams) {
      const one = ofStream.get(stream)!;
      for (const part of ["seen", "5xx", "4xx"] as const) addTo(all[part], one[part]);
    }
    return KINDS.flatMap(({ about, ratio, share, badness }): Candidate[] => {
      if (sumOf(all[about], { from: 0, to: view.buckets }) < LEAST_ERRORS) return [];
      const risen = risenWindow(all[about], all.seen, sure, { ratio, least: LEAST_ERRORS });
      const spells = risen === null && badness === ERRORS.badness ? spellsIn(all[about], all.seen) : null;
      const window = risen ?? spells;
      if (window === null || !sure(window)) return [];
      const seen = spells?.exposed ?? sumOf(all.seen, window);
      if (!isEnough(window, seen, share)) return [];
      // Scaled from the sampled records to all.
      const records = streams.reduce(
        (sum, { counts }) =>
          sum + (spells?.spells ?? [window]).reduce((of, spell) => of + sumOf(counts, spell), 0),
        0,
      );
      const failuresOf = ({ stream }: StreamActivity) => sumOf(ofStream.get(stream)![about], window);
      const failing = streams.filter((stream) => failuresOf(stream) > 0);
      const owned = (of: "service" | "host") => {
        const owners = Map.groupBy(failing, (stream) => stream[of]);
        for (const [owner, theirs] of owners) {
          const failures = theirs.reduce((sum, stream) => sum + failuresOf(stream), 0);
          if (owner !== "" && failures >= NAMED * window.count) return owner;
        }
        return null;
      };
      return [{
        kind: "error-rate",
        ...group,
        ...window,
        service: group.service ?? owned("service"),
        host: group.host ?? owned("host"),
        streams: failing,
        patterns: [...new Set(failing.map(({ pattern }) => pattern))].slice(0, 10),
        badness,
        count: Math.round(window.count / seen * records),
        expected: window.expected / seen * records,
        inside: window.count / seen,
        sampled: seen,
        outside: spells === null ? shareOutside(all[about], all.seen, window) : window.expected / seen,
        name: about,
      }];
    });
  });
}
