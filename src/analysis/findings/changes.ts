import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { sumOf } from "./groups.ts";
import type { Precursor } from "./precursors.ts";

/** How long before something a change may have caused it, milliseconds. */
const AHEAD = 10 * 60_000;
/** Buckets after its start in which the change may still be told of, and the most separate times that tell of one change. */
const AFTER = 2;
const FEW_RUNS = 4;
/** The most records of a pattern that announces a change. */
const FEW = 200;
/** What programs, and those who run them, say of a change. */
const CHANGE =
  /(?<![\p{L}\d_])(?:deploy(?:ed|ing|ments?)|roll(?:ed|ing)?[ -]?(?:out|back)|releas(?:e|ed|ing) (?:version |v)?<\w+>|upgrad(?:ed|ing)(?! (?:the )?(?:to )?(?:a )?(?:websocket|connection|insecure|lock|tls))|migrat(?:ed|ing|ions?)|(?:config(?:uration)?s?|settings?|rules?|polic(?:y|ies)|flags?|toggles?|log ?level|feature)[^.]{0,40}(?<![\p{L}\d_])(?:chang(?:ed?|ing)|set|updat(?:ed?|ing)|reload(?:ed|ing)?|push(?:ed)?|publish(?:ed|ing)?|appl(?:ied|ying)|activated|enabled|disabled|turned|switched)|(?:re)?load(?:ed|ing) (?:config(?:uration)?|settings|rules)|shutting down|reconfigur(?:ed|ing)|sigterm|restart(?:ed|ing)|starting (?:up|[\p{L}.-]+ v?(?:<\w+>|\d[\d.]*))|fail(?:ed|ing)? ?over|scal(?:ed|ing) (?:up|down|from|to)|(?:new|running|to|at|now|from) version <\w+>|maintenance|(?:drop|creat|alter|truncat|renam)(?:e|ing|p?ed)? (?:unique )?(?:index|table|column|constraint|database|schema|view|trigger)|caches? (?:(?:was|were|is|are|has been) )?(?:flush|clear|purg|invalidat)ed|(?:flush|clear|purg|invalidat)(?:ed|ing) (?:the |all )?(?:[\p{L}-]+ )?caches?|flush(?:all|db))(?![\p{L}\d_])/iu;

/** Counts only if never said before: in a log full of deployments one more explains little. */
interface Change {
  pattern: PatternSummary;
  first: number;
  counts: Float64Array;
}

/** Patterns that announce changes and began after the log did. */
export function changesIn(view: ActivityView, patterns: readonly PatternSummary[]): Change[] {
  const said = new Map(
    patterns.filter(({ template, count }) => count <= FEW && CHANGE.test(template)).map((
      pattern,
    ) => [pattern.id, { pattern, counts: new Float64Array(view.buckets) }]),
  );
  if (said.size === 0) return [];
  for (const { pattern, counts } of view.streams) {
    const one = said.get(pattern);
    if (one === undefined) continue;
    for (let at = 0; at < counts.length; at++) one.counts[at] += counts[at];
  }
  return [...said.values()].flatMap(({ pattern, counts }) => {
    const first = counts.findIndex((count) => count > 0);
    return first < 1 || runsIn(counts) > FEW_RUNS ? [] : [{ pattern, first, counts }];
  });
}

/** The first change that was announced shortly before something began; null if none was. */
export function changeBefore(
  { from, patterns }: Candidate,
  changes: readonly Change[],
  { width }: ActivityView,
): Precursor | null {
  const earliest = from - AHEAD / width;
  const near = changes.filter(({ first, pattern }) =>
    first >= earliest && first < from + AFTER && !patterns.includes(pattern.id)
  ).sort((x, y) => x.first - y.first || x.pattern.first - y.pattern.first);
  if (near.length === 0) return null;
  const [{ pattern, first, counts }] = near;
  return {
    pattern,
    ahead: Math.max(0, from - first),
    count: sumOf(counts, { from: first, to: from + AFTER }),
  };
}

function runsIn(counts: Float64Array): number {
  let runs = 0;
  for (let at = 0; at < counts.length; at++) if (counts[at] > 0 && !(counts[at - 1] > 0)) runs++;
  return runs;
}
