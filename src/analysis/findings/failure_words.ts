import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";

/** Ranks of severities. */
const NONE = 0;
const ERROR = 5;
export const FATAL = 6;

/** What a message says that tells of a failure, in logs that name no severity. */
const FAILURE =
  /(?<![\p{L}\d_-])(?:error|fail(?:ed|ure|s|ing)?|fatal|panic(?:ked)?|exception|traceback|refused|denied|rejected|time(?:d ?|-)?out|timeout|aborted|crash(?:ed)?|corrupt(?:ed|ion)?|unable|cannot|could not|can't|unreachable|exhausted|exceed(?:ed|s)|deadlock|broken|invalid|violates|out of memory|no space left|segfault|killed)(?![\p{L}\d_])/iu;
/** What takes it back. */
const DENIED =
  /(?<![\p{L}\d_-])(?:no|0|without|zero) (?:error|fail|exception|timeout|panic|crash|segfault|core dump)|(?:errors?|fail(?:ed|ures?)|exceptions?|timeouts?)\s?[=:]\s?(?:0|none|null|false|<num>)/iu;

/** What a process hardly ever says twice a day: that it died, or has to. */
const CRASH =
  /(?<![\p{L}\d_])(?:out ?of ?memory(?:error)?|oom[- ]?kill(?:ed|er)|segmentation (?:fault|violation)|segfault|sigsegv|sigkill|sigabrt|core dumped|panic(?:ked)?|stack ?overflow(?:error)?|no space left on device|exited with (?:code|status) (?:<num>|[1-9])|exit (?:code|status):? ?(?:<num>|[1-9])|killed by signal|signal: killed)(?![\p{L}\d_])/iu;

/** What is said once, ahead of a failure that is sure to come: of what runs out, in warnings, and of disks and what is on them. */
const RUNS_OUT =
  /(?<![\p{L}\d_])(?:certificates?|certs?|licen[cs]es?|subscriptions?|domains?|credentials?|keys?|secrets?)(?![\p{L}\d_]).*(?<![\p{L}\d_])(?:expir|renew)|(?<![\p{L}\d_])(?:expir|renew).*(?<![\p{L}\d_])(?:certificate|licen[cs]e|subscription|domain)/iu;
const BREAKS =
  /(?<![\p{L}\d_])(?:read-only file ?system|remount\w* .*read-only|(?:array|raid|pool|volume|mirror) .*degraded|degraded (?:array|raid|pool|volume|mirror)|bad sectors?|uncorrectable|smart (?:error|failure))(?![\p{L}\d_])/iu;
/** A part of what runs together is given up by the others. */
const GIVEN_UP =
  /(?<![\p{L}\d_])(?:NodeNotReady|(?:node|broker|replica|member|peer|shard|osd|brick)s? \S+ (?:(?:is|was|has|became|marked|declared|as|now|considered) )*(?:down|dead|unreachable|not ?ready|unhealthy|failed))(?![\p{L}\d_])/iu;
/** What was written is not what is read: each time counts, however rare. */
const CORRUPT =
  /(?<![\p{L}\d_])(?:(?:checksum|crc(?:-?32)?|hash|digest)s? (?:mismatch|error|failure|failed|invalid|(?:does|do) not match)|(?:bad|wrong|invalid|incorrect) (?:checksum|crc|magic(?: number)?)|(?:data|index|page|block|table|record|file|database|heap|segment|ledger|log|snapshot|wal|btree) (?:is |was |are |appears |may be |possibly )*corrupt(?:ed|ion)?|corrupt(?:ed)? (?:data|index|page|block|table|record|file|database|segment|log|snapshot|wal|btree)|torn page|data loss)(?![\p{L}\d_])/iu;
const WARN = 4;

/** Whether most records of a pattern are warnings (or errors) of what is sure to fail soon if nobody sees to it. */
export function foretellsFailure({ severities, count, template }: PatternSummary): boolean {
  const warnings = severities[WARN] + severities[ERROR];
  return warnings * 2 > count && RUNS_OUT.test(template) ||
    (warnings + severities[NONE]) * 2 > count && (BREAKS.test(template) || GIVEN_UP.test(template));
}

/** Whether most records of a pattern are warnings (or errors) of data that is not what was written. */
export function tellsOfCorruption({ severities, count, template }: PatternSummary): boolean {
  return (severities[WARN] + severities[ERROR]) * 2 > count && CORRUPT.test(template) &&
    !DENIED.test(template);
}

/** Whether most records of a pattern tell of an end: they are FATAL, or say so in words and are errors or name no severity. */
export function tellsOfCrash({ severities, count, template }: PatternSummary): boolean {
  if (severities[FATAL] * 2 > count) return true;
  return (severities[NONE] + severities[ERROR] + severities[FATAL]) * 2 > count && CRASH.test(template) &&
    !DENIED.test(template);
}

/**
 * The view, in which records without a severity count as errors where their pattern tells of a failure: a log that names no
 * severities has its errors too.
 */
export function withFailures(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): ActivityView {
  const failing = new Set<number>();
  for (const { id, template, severities, count } of known.values()) {
    if (severities[NONE] * 2 > count && FAILURE.test(template) && !DENIED.test(template)) failing.add(id);
  }
  if (failing.size === 0) return view;
  return {
    ...view,
    streams: view.streams.map((stream) =>
      stream.badness === 0 && failing.has(stream.pattern) ? { ...stream, badness: 2 } : stream
    ),
  };
}
