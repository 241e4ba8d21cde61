import type { Summary } from "./summary.ts";

/** Records and seconds with which a log has a history that it can be compared with. */
export const LEAST_RECORDS = 100;
export const LEAST_SECONDS = 20;

/** Whether it can be told what is unusual in a log: there may be too little of it yet, or no record has a time. */
export function historyOf({ records, start, end }: Pick<Summary, "records" | "start" | "end">):
  | "enough"
  | "short"
  | "undated" {
  if (records > 0 && (start === null || end === null)) return "undated";
  return records < LEAST_RECORDS || end! - start! < LEAST_SECONDS * 1000 ? "short" : "enough";
}
