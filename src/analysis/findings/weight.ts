import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { sumOf } from "./groups.ts";
import { OF_PROGRAM } from "./value_text.ts";

/** Records from which what is FATAL stands before all else; a single one may be one client's. */
const OFTEN = 3;
/** How much less a share of warnings weighs than one of errors: less than a pattern of them that burst, which tells more. */
const WARNINGS = -33;

/** How much less answers that failed weigh than as many errors, which say why. */
const OF_ANSWERS = 1;

/** How much more what came in place of something weighs: more than a number that moved with it. */
const REPLACES = 12;

/** How much less a pattern weighs of whose records so large a share are less grave: what is said of errors and of other things alike. */
const OF_BOTH = 6;
const LESS_GRAVE = 0.2;

/** How pressing: by what it is, then by how much of it there is and how long it goes on. */
export function weightOf(candidate: Candidate, view: ActivityView): number {
  const { kind, badness, patterns, count } = candidate;
  const whole = patterns.length === 0;
  const base = kind === "new-pattern"
    ? [30, 45, 80, count >= OFTEN ? 100 : 66][badness]
    : kind === "error-rate"
    ? (badness < 2 ? WARNINGS : 0) - (candidate.name === undefined ? 0 : OF_ANSWERS) +
      (candidate.service !== null && candidate.host !== null
        ? 67
        : candidate.service !== null
        ? 70
        : candidate.source !== undefined
        ? 69
        : 68)
    : kind === "burst"
    ? whole ? 35 : [25, 40, 60][Math.min(2, badness)]
    : kind === "vanished"
    ? candidate.value !== undefined ? 62 : whole ? 90 : 65
    : kind === "gap"
    ? candidate.value !== undefined
      ? (OF_PROGRAM.test(candidate.value.split("=")[0]) ? 49 : 56)
      : whole
      ? 85
      : 50
    : kind === "drop"
    // A host says less if one of its services does.
    ? whole && candidate.service !== null ? 49 : 48
    : kind === "clock"
    ? 72
    : 55;
  const ratio = candidate.expected > 0
    ? Math.max((candidate.inside ?? candidate.count) / candidate.expected, 1)
    : 10;
  const replaces = candidate.instead === undefined ? 0 : REPLACES;
  const wide = kind === "vanished" || kind === "gap" ? breadthOf(candidate, view) : 0;
  // What comes a thousand times as often tells more than what is new and comes a few times.
  const times = Math.min(kind === "burst" ? 6 : 4, Math.log10(ratio) * 2);
  const ofBoth = kind === "new-pattern" && isOfBoth(candidate) ? OF_BOTH : 0;
  return base + wide + replaces + times - ofBoth +
    Math.min(4, Math.log10(1 + candidate.count)) +
    (candidate.to >= view.buckets - 1 ? 1 : 0);
}

function isOfBoth({ streams, badness, from, to, count }: Candidate): boolean {
  const less = streams.filter((stream) => stream.badness < Math.min(2, badness));
  return less.reduce((sum, { counts }) => sum + sumOf(counts, { from, to }), 0) > LESS_GRAVE * count;
}

/** The silence of the whole log stands before that of a part of it, the larger the part the more, that before a pattern's. */
function breadthOf(candidate: Candidate, view: ActivityView): number {
  const { patterns, service, host, source, streams, value } = candidate;
  if (value !== undefined) return 0;
  if (patterns.length > 0) return service === null && host === null ? 1 : 0;
  if (service === null && host === null && source === undefined) return 6;
  const within = { from: 0, to: view.buckets };
  const recordsOf = (of: Candidate["streams"]) =>
    of.reduce((sum, { counts }) => sum + sumOf(counts, within), 0);
  return 1 + 3 * recordsOf(streams) / Math.max(1, recordsOf(view.streams));
}
