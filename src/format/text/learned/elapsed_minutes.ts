import { isElapsedMinute } from "../head/text_minutes.ts";
import { type HeadParts, PREFIX_PART } from "../text_parts.ts";

/** What tells whether two numbers and a colon before a source's severities are minutes and seconds, no time of day. */
export class ElapsedMinutes {
  /** A line has told it: `00:12  INFO: message` of minlog, which `00:12 DEBUG: message` alone does not tell. */
  isTold = false;

  clear(): void {
    this.isTold = false;
  }

  /** Counts the line whose head was just read. */
  count({ bytes, kind, to, severityFrom, severityTo }: HeadParts): void {
    if (kind[0] === PREFIX_PART && isElapsedMinute(bytes, to[0], severityFrom, severityTo)) {
      this.isTold = true;
    }
  }
}
