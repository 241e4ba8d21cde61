import { DEBUG } from "../../../record/severity.ts";
import { COLON, FUNCTION_PART, type HeadParts, NAME_PART, NUMBER_PART, PAREN } from "../text_parts.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isName,
  isNumber,
  nameLikeness,
  PATH,
  skipBlanks,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";

const LONGEST_TAG = 64;

/** `D/Tag( 1234): message` */
export function readBriefAndroid(parts: HeadParts, at: number, to: number, number: number): boolean {
  const bytes = parts.bytes;
  const open = findByte(bytes, at, Math.min(to, at + LONGEST_TAG), PAREN);
  const end = open < 0 ? -1 : bracketEnd(bytes, open, to, 16);
  if (end < 0 || end >= to || bytes[end] !== COLON) return readBriefName(parts, at, to, number);
  if (isName(bytes, open + 1, end - 1) && nameLikeness(bytes, at + 2, open) === PATH) {
    // A class and its method, as java.util.logging tells them.
    const isLow = bytes[at] === 0x43 || bytes[at] === 0x46; // CONFIG and FINE
    parts.setSeverity(isLow ? DEBUG : number, at, at + 1);
    parts.framed = true;
    parts.add(NAME_PART, at + 2, open);
    parts.add(FUNCTION_PART, open + 1, end - 1);
    return parts.beginMessage(skipBlanks(bytes, end + 1, to));
  }
  const pid = skipBlanks(bytes, open + 1, end);
  if (!isNumber(bytes, pid, end - 1)) return false;
  parts.setSeverity(number, at, at + 1);
  const nameTo = trimmed(bytes, at + 2, open);
  parts.add(NAME_PART, at + 2, nameTo);
  parts.add(NUMBER_PART, pid, end - 1);
  return parts.beginMessage(skipBlanks(bytes, end + 1, to));
}

/** The same without a process, `I/shop.db: message`, as spdlog's patterns have it, too; not `I/O: `. */
function readBriefName(parts: HeadParts, at: number, to: number, number: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  const colon = end - 1;
  if (bytes[colon] !== COLON || colon < at + 5 || !isName(bytes, at + 2, colon)) return false;
  parts.setSeverity(number, at, at + 1);
  parts.add(NAME_PART, at + 2, colon);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** `12345   678 D Tag     : message` */
export function readAndroidMessage(parts: HeadParts, at: number, to: number): boolean {
  const bytes = parts.bytes;
  const start = skipBlanks(bytes, at, to);
  let colon = start;
  while (
    colon < to && colon - start < 100 &&
    !(bytes[colon] === COLON && (colon + 1 >= to || isBlank(bytes[colon + 1])))
  ) colon++;
  if (colon >= to || bytes[colon] !== COLON) {
    return parts.beginMessage(start);
  }
  parts.add(NAME_PART, start, trimmed(bytes, start, colon));
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}
