import { comparisonsIn } from "./comparisons.ts";
import type { Comparison, Query } from "./query.ts";
import { timeValueOf } from "./time_value.ts";
import { otherNameOf } from "./values.ts";

/**
 * What the relative times of a filter mean for records that come later. `still`: it has none. `passing`: each record that
 * matches does so until it is `span` milliseconds old, and none that did not ever will. `changing`: anything else.
 */
export type MovingTimes = { kind: "still" | "changing" } | { kind: "passing"; span: number };

/** How the matches of a filter change while time goes on. */
export function movingTimes(query: Query): MovingTimes {
  const moving = comparisonsIn(query).filter((comparison) => spanOf(comparison) !== null);
  if (moving.length === 0) return { kind: "still" };
  const parts = query.kind === "all" ? query.parts : [query];
  const spans = parts.filter(isYounger).map((part) => spanOf(part) ?? Infinity);
  return spans.length === moving.length
    ? { kind: "passing", span: Math.min(...spans) }
    : { kind: "changing" };
}

/** `time>-15m`; not by another name, which may be that of an attribute. */
function isYounger(part: Query): part is Comparison {
  return part.kind === "field" && part.field.toLowerCase() === "time" && part.operator.startsWith(">") &&
    spanOf(part) !== null;
}

/** The milliseconds that a comparison counts back, null where it does not. */
function spanOf({ field, value }: Comparison): number | null {
  if (field.toLowerCase() !== "time" && otherNameOf(field) !== "time") return null;
  const time = timeValueOf(value);
  return time?.kind === "before" ? time.ms : null;
}
