import { COLON } from "../text_parts.ts";
import type { TextHead } from "../text_head.ts";
import { isBlank, isLower, isText, isUpper, skipBlanks, SPACE } from "../text_tokens.ts";
import { WARN } from "../../../record/severity.ts";

/** What a message begins with that tells how severe it is where others tell nothing. */
const EXCLAMATIONS = ["Fatal error: ", "Critical error: ", "FATAL ERROR: "];
/**
 * A small `error`, or an `Error`, that may be the message's first word is its severity where the others are written so; `Error:`
 * is the message's where others have none, and so is a word of a sentence, `Debug output is off`. Of `lines` lines the severity is
 * `small`, or `titled`, in so many, and `bare` have none.
 */
export function settleWord(
  head: TextHead,
  to: number,
  small: number,
  titled: number,
  bare: number,
  lines: number,
): void {
  const { bytes, severityFrom, severityTo } = head;
  if (severityTo <= severityFrom || !isBlank(bytes[severityFrom - 1])) return;
  const isTitled = isUpper(bytes[severityFrom]) && isLower(bytes[severityFrom + 1]);
  if (head.message === severityFrom) {
    const alike = isLower(bytes[severityFrom]) ? small : isTitled ? titled : 0;
    if (alike * 2 < lines) return;
    head.setSeverity(head.severity, severityFrom, severityTo);
    head.message = skipBlanks(bytes, bytes[severityTo] === COLON ? severityTo + 1 : severityTo, to);
  } else if (bare * 4 >= lines * 3) {
    if (isOwnWord(bytes, severityFrom, to)) head.cut(severityFrom);
    else if (
      isTitled && head.severity < WARN && bytes[severityTo] === SPACE && isLower(bytes[severityTo + 1])
    ) {
      head.cut(severityFrom);
      head.tellSeverity(0, 0, 0);
      head.batch.setSeverity(head.row, 0, 0, 0);
    }
  }
}

/** `Error: `, `Fatal error: `, or what the message is about, no level of java.util.logging. */
function isOwnWord(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from + 1, to, "rror: ") ||
    EXCLAMATIONS.some((each) => isText(bytes, from, to, each)) ||
    isText(bytes, from, to, "CONFIG: ");
}
