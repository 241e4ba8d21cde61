import { severityOfWord } from "../severity_word.ts";
import { type HeadParts, SLASH } from "./text_parts.ts";
import { isText, isUpperWord, SPACE } from "./text_tokens.ts";

/** OpenTelemetry's number that winston's `http` has. */
const DEBUG3 = 7;
/** `2026/11/20 08:00:00` */
const GO_TIME_BYTES = 19;

/** npm's level `http`, of winston: with milliseconds before it, which Go's own messages of HTTP have not. */
export function readHttp(parts: HeadParts, at: number, to: number): boolean {
  if (parts.batch.fraction[parts.row] !== 3 || !isText(parts.bytes, at, to, "http: ")) return false;
  parts.setSeverity(DEBUG3, at, at + 4);
  parts.message = at + 6;
  return true;
}

/** Whether the severity [from, to), which begins at `start`, is written as loggers do that set pairs apart. */
export function isWrittenApart(parts: HeadParts, from: number, to: number, start: number): boolean {
  const { bytes, batch, row } = parts;
  if (start !== from || bytes[to] !== SPACE || !isUpperWord(bytes, from, from + 3)) return false;
  const { timeFrom, timeTo } = batch;
  // zerolog's three capitals; the four ones of charmbracelet; Go's slog behind the time of Go's log.
  if (
    to - from === 3 || (to - from === 4 && severityOfWord(bytes, from, to) !== 0 && !isCommon(bytes, from))
  ) {
    return true;
  }
  const time = timeFrom[row];
  return bytes[time + 4] === SLASH && timeTo[row] - time === GO_TIME_BYTES &&
    from === timeTo[row] + 1;
}

/** INFO and WARN, which others write as well, where ERRO and DEBU tell who writes. */
function isCommon(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x49 || bytes[at] === 0x57;
}
