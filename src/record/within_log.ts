import type { Summary } from "../record/summary.ts";

/** The end of a finding, whose last bucket of time may go on when the log has ended. */
export function withinLog<Time extends number | null>(end: Time, log: Pick<Summary, "end">): Time | number {
  return end !== null && log.end !== null ? Math.min(end, log.end) : end;
}
