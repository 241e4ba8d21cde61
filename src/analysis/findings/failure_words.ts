import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";

/** Ranks of severities. */
const NONE = 0;
const ERROR = 5;
export const FATAL = 6;

/** Words of a failure, for logs without severities. */
const FAILURE =
  /(?<![\p{L}\d_-])(?:error|[\p{L}\d_.]+(?:error|exception)(?=:)|fail(?:ed|ure|s|ing)?|fatal|panic(?:ked)?|exception|traceback|refused|denied|rejected|time(?:d ?|-)?out|timeout|aborted|crash(?:ed)?|corrupt(?:ed|ion)?|unable|cannot|could not|can't|unreachable|exhausted|exceed(?:ed|s)|deadlock|broken|invalid|violates|out of memory|no space left|segfault|killed)(?![\p{L}\d_])/iu;
/** Words that deny it. */
const DENIED =
  /(?<![\p{L}\d_-])(?:no|0|without|zero) (?:error|fail|exception|timeout|panic|crash|segfault|core dump)|(?:errors?|fail(?:ed|ures?)|exceptions?|timeouts?)\s?[=:]\s?(?:0|none|null|false|<num>)/iu;

/** Words of a crash, which a process hardly ever says twice a day. */
const CRASH =
  /(?<![\p{L}\d_])(?:(?:out ?of ?)?memory ?error|out of memory|outofmemory\w*|(?<!invoked )oom[- ]?kill(?:ed|er|ing)|crash ?loop ?back ?off|code=(?:killed|dumped)|dis[kc] (?:is )?full|segmentation (?:fault|violation)|segfault|sigsegv|sigkill|sigabrt|core dumped|panic(?:ked)?|stack ?overflow(?:error)?|no space left on device|exited with (?:code|status) (?:<num>|[1-9])|exit (?:code|status):? ?(?:<num>|[1-9])|killed by signal|signal: killed)(?![\p{L}\d_])/iu;

/** Codes of ends that differ: most may be of those that succeeded. */
const FEW = 3;
const ANY_CODE = /(?:code|status):? ?<num>/i;

/** Said once, ahead of a failure that is sure to come: of what runs out (in warnings), and of disks. */
const RUNS_OUT =
  /(?<![\p{L}\d_])(?:certificates?|certs?|licen[cs]es?|subscriptions?|domains?|credentials?|keys?|secrets?)(?![\p{L}\d_]).*(?<![\p{L}\d_])(?:expir|renew)|(?<![\p{L}\d_])(?:expir|renew).*(?<![\p{L}\d_])(?:certificate|licen[cs]e|subscription|domain)/iu;
const BREAKS =
  /(?<![\p{L}\d_])(?:read-only file ?system|remount\w* .*read-only|(?:array|raid|pool|volume|mirror) .*degraded|degraded (?:array|raid|pool|volume|mirror)|(?:bad|unreadable|pending\)?) sectors?|uncorrectable|(?:dis[kc]|drive) failure|smart (?:error|failure))(?![\p{L}\d_])/iu;
/** A member of a cluster is given up by the others. */
const GIVEN_UP =
  /(?<![\p{L}\d_])(?:NodeNotReady|(?:node|broker|replica|member|peer|shard|osd|brick|server|backend|upstream|target|endpoint|neighbou?r)s? \S+ (?:(?:is|was|has|became|marked|declared|as|now|considered) )*(?:down|dead|unreachable|not ?ready|unhealthy|failed))(?![\p{L}\d_])/iu;
/** What is read is not what was written: every time counts, however rare. */
const CORRUPT =
  /(?<![\p{L}\d_])(?:(?:checksum|crc(?:-?32)?|hash|digest|(?:page|block|parity|integrity) (?:verification|check))s? (?:mismatch|error|failure|failed|invalid|(?:does|do) not match)|(?:bad|wrong|invalid|incorrect) (?:checksum|crc|magic(?: number)?)|(?:data|index|page|block|table|record|file|database|heap|segment|ledger|log|snapshot|wal|btree) (?:is |was |are |appears |may be |possibly )*corrupt(?:ed|ion)?|corrupt(?:ed)? (?:data|index|page|block|table|record|file|database|segment|log|snapshot|wal|btree)|torn page|data loss)(?![\p{L}\d_])/iu;
const WARN = 4;

/** Whether most records of a pattern warn of something that will fail soon unless someone sees to it. */
export function foretellsFailure({ severities, count, template }: PatternSummary): boolean {
  const warnings = severities[WARN] + severities[ERROR];
  return warnings * 2 > count && RUNS_OUT.test(template) ||
    (warnings + severities[NONE]) * 2 > count && (BREAKS.test(template) || GIVEN_UP.test(template));
}

/** Whether most records of a pattern warn of corrupt data. */
export function tellsOfCorruption({ severities, count, template }: PatternSummary): boolean {
  return (severities[WARN] + severities[ERROR]) * 2 > count && CORRUPT.test(template) &&
    !DENIED.test(template);
}

/** Whether a pattern tells of the end of a process, or of what it cannot go on without. */
export function tellsOfEnd({ template }: PatternSummary): boolean {
  return CRASH.test(template) && !DENIED.test(template);
}

/** Whether most records of a pattern tell of a crash: they are FATAL, or errors (or without severity) that say so. */
export function tellsOfCrash({ severities, count, template }: PatternSummary): boolean {
  if (severities[FATAL] * 2 > count) return true;
  return (severities[NONE] + severities[ERROR] + severities[FATAL]) * 2 > count && CRASH.test(template) &&
    !DENIED.test(template);
}

/** The view with records without a severity counted as errors where their pattern tells of a failure. */
export function withFailures(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): ActivityView {
  const failing = new Set<number>();
  for (const { id, template, severities, count } of known.values()) {
    const tells = FAILURE.test(template) || CRASH.test(template) && !(count > FEW && ANY_CODE.test(template));
    if (severities[NONE] * 2 > count && tells && !DENIED.test(template)) failing.add(id);
  }
  if (failing.size === 0) return view;
  return {
    ...view,
    streams: view.streams.map((stream) =>
      stream.badness === 0 && failing.has(stream.pattern) ? { ...stream, badness: 2 } : stream
    ),
  };
}
