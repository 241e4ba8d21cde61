import { type TimeValue, timeValueOf } from "../query/time_value.ts";
import { type Kind, ofText } from "../settings/kind.ts";

/** A moment of the log: `15m` before its newest record, a time of day, or a date with or without a time. */
export function moment(): Kind<TimeValue> {
  const allowed = "a time (2026-11-21T14:00, 14:00) or a span back from the newest record (15m)";
  return ofText({ placeholder: "<time>", allowed }, (text) => {
    const value = timeValueOf(text);
    return value === null ? undefined : { ...value, text };
  });
}

/** The options of every command that reads logs. */
export const windowOptions = {
  since: { kind: moment(), help: "only records from this time on; 15m counts back from the newest record" },
  until: { kind: moment(), help: "only records up to this time" },
};
