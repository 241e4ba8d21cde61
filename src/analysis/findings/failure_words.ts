import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";

/** What a message says that tells of a failure, in logs that name no severity. */
const FAILURE =
  /(?<![\p{L}\d_-])(?:error|fail(?:ed|ure|s|ing)?|fatal|panic(?:ked)?|exception|traceback|refused|denied|rejected|time(?:d ?|-)?out|timeout|aborted|crash(?:ed)?|corrupt(?:ed|ion)?|unable|cannot|could not|can't|unreachable|exhausted|exceed(?:ed|s)|deadlock|broken|invalid|violates|out of memory|no space left|segfault|killed)(?![\p{L}\d_])/iu;
/** What takes it back. */
const DENIED =
  /(?<![\p{L}\d_-])(?:no|0|without|zero) (?:error|fail|exception|timeout)|(?:errors?|fail(?:ed|ures?)|exceptions?|timeouts?)\s?[=:]\s?(?:0|none|null|false|<num>)/iu;

/**
 * The view, in which records without a severity count as errors where their pattern tells of a failure: a log that names no
 * severities has its errors too.
 */
export function withFailures(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): ActivityView {
  const failing = new Set<number>();
  for (const { id, template, severities, count } of known.values()) {
    if (severities[0] * 2 > count && FAILURE.test(template) && !DENIED.test(template)) failing.add(id);
  }
  if (failing.size === 0) return view;
  return {
    ...view,
    streams: view.streams.map((stream) =>
      stream.badness === 0 && failing.has(stream.pattern) ? { ...stream, badness: 2 } : stream
    ),
  };
}
