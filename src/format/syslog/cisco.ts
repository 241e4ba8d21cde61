import { type Batch, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import type { ReadContext } from "../line_format.ts";
import { severityOfLetter, severityOfSyslog } from "../severity_word.ts";
import { findByte, isNumber, isUpper, skipBlanks, SPACE, tokenEnd, trimmed } from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const DOLLAR = 0x24,
  PERCENT = 0x25,
  COLON = 0x3a,
  DASH = 0x2d,
  STAR = 0x2a,
  DOT = 0x2e,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  SLASH = 0x2f;

/** Bytes before the code: sequence number, host, time with its zone. */
const LONGEST_HEAD = 100;

/** Index of the `%` of a code (`%LINK-3-UPDOWN:`, `%ASA-4-106023:`, Huawei's `%%01IFNET/4/LINK_STATE(l):`) that begins the line or stands behind its head; or -1. */
export function findCiscoCode(bytes: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, from + LONGEST_HEAD);
  for (let at = from; at < end; at++) {
    // `:%AAA-I-CONNECT: ` of small switches, too
    const before = at > from && bytes[at - 1] === COLON ? at - 1 : at;
    if (bytes[at] !== PERCENT || (before > from && bytes[before - 1] !== SPACE)) continue;
    // NX-OS' `%$ VDC-1 %$`
    if (bytes[at + 1] === DOLLAR) continue;
    if (bytes[at + 1] === PERCENT) return huaweiEnd(bytes, at, to) < 0 ? -1 : at;
    // Dell's `%STKUNIT0-M:CP %IFMGR-5-OSTATE_UP:`
    if (codeEnd(bytes, at, to) >= 0) return at;
  }
  return -1;
}

/** Index of the colon that ends the code at `at`: names in capitals, a severity 0-7, a name; -1 if it is none. */
function codeEnd(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at + 1] === PERCENT) return huaweiEnd(bytes, at, to);
  let severity = -1;
  let letter = -1;
  for (let each = at + 1; each < to && each < at + 64; each++) {
    const byte = bytes[each];
    if (byte === COLON) return severity > 0 || letter > 0 ? each : -1;
    // IOS XR has a blank before it.
    if (byte === SPACE && bytes[each + 1] === COLON && severity > 0) return each + 1;
    // ACI has none: `%LOG_LOCAL0-3-SYSTEM_MSG [F0467][raised]…`
    if (byte === SPACE && bytes[each + 1] === OPEN && severity > 0) return each;
    // Of a mnemonic behind the severity the Communications Manager writes `EndPointUnregistered`, before it an ASA its
    // class, `%ASA-session-3-305006`.
    const isName = isUpper(byte) || isDigit(byte) || byte === 0x5f || byte === DASH;
    if (!isName && !(isLetter(byte) && each > at + 1)) return -1;
    if (isSeverity(bytes, each)) severity = each;
    else if (isLetterOfSeverity(bytes, each)) letter = each;
  }
  return -1;
}

/** Small switches write a letter, `%AAA-I-CONNECT:`. */
function isLetterOfSeverity(bytes: Uint8Array, at: number): boolean {
  return bytes[at - 1] === DASH && bytes[at + 1] === DASH && isUpper(bytes[at]) &&
    severityOfLetter(bytes[at]) !== 0;
}

/** Index of the colon behind a code of Huawei's, `%%01IFNET/4/LINK_STATE(l)[12]:`; -1 if there is none at `at`. */
function huaweiEnd(bytes: Uint8Array, at: number, to: number): number {
  if (!isDigit(bytes[at + 2]) || !isDigit(bytes[at + 3]) || !isUpper(bytes[at + 4])) return -1;
  const end = findByte(bytes, at, Math.min(to, at + LONGEST_HEAD), COLON);
  for (let each = at; each < end; each++) if (isSeverity(bytes, each)) return end;
  return -1;
}

/** A digit 0-7 between two dashes, or Huawei's slashes. */
function isSeverity(bytes: Uint8Array, at: number): boolean {
  const sign = bytes[at - 1];
  return bytes[at] >= 0x30 && bytes[at] <= 0x37 && (sign === DASH || sign === SLASH) &&
    bytes[at + 1] === sign;
}

/**
 * Reads a line of Cisco's systems as the record begun last: `sequence: host: *time zone: %CODE: message`, of which
 * all before the code at `code` may be missing. A severity that a priority gave stays.
 */
export function readCisco(
  batch: Batch,
  row: number,
  from: number,
  code: number,
  to: number,
  keys: AttributeKeys,
  context: ReadContext,
): void {
  const { bytes } = batch;
  const end = codeEnd(bytes, code, to);
  readHead(batch, row, from, code, keys, context);
  let severity = end - 2;
  while (severity > code && !isSeverity(bytes, severity)) severity--;
  let letter = severity > code ? code : end - 2;
  while (letter > code && !isLetterOfSeverity(bytes, letter)) letter--;
  if (batch.severity[row] === 0 && severity > code) {
    batch.setSeverity(row, severityOfSyslog(bytes[severity] - 48), severity, severity + 1);
  } else if (batch.severity[row] === 0) {
    batch.setSeverity(row, severityOfLetter(bytes[letter]), letter, letter + 1);
  }
  const isHuawei = bytes[code + 1] === PERCENT;
  const bracket = isHuawei ? findByte(bytes, code, end, 0x28) : -1;
  const codeTo = bytes[end - 1] === SPACE ? end - 1 : end;
  batch.addField(keys.id.eventId, isHuawei ? code + 4 : code + 1, bracket < 0 ? codeTo : bracket, TEXT);
  const message = skipBlanks(bytes, end + 1, to);
  batch.setBody(row, message, trimmed(bytes, message, to));
}

/** A number is the sequence, a name the host; the last of several times is the device's own. */
function readHead(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
  context: ReadContext,
): void {
  const { bytes } = batch;
  for (let at = skipBlanks(bytes, from, to); at < to; at = skipBlanks(bytes, at, to)) {
    // An unset clock, one that is not in step.
    if (at === from && bytes[at] === COLON) at = skipBlanks(bytes, at + 1, to);
    const start = bytes[at] === STAR || (bytes[at] === DOT && isLetter(bytes[at + 1])) ? at + 1 : at;
    const time = readTime(batch, row, start, to, context);
    if (time >= 0) {
      at = time < to && bytes[time] === COLON ? time + 1 : time;
      continue;
    }
    const token = tokenEnd(bytes, at, to);
    const place = placeEnd(bytes, at, token);
    if (place > at && isLetter(bytes[place + 1])) {
      batch.addField(keys.id.prefix, at, place, TEXT);
      at = place + 1;
      continue;
    }
    const end = bytes[token - 1] === COLON ? token - 1 : token;
    if (isNumber(bytes, at, end)) batch.addField(keys.id.sequence, at, end, INT);
    else if (isHost(bytes, at, end) && batch.host[row] < 0) {
      batch.host[row] = batch.addField(keys.id.host, at, end, TEXT);
    } else if (end < token && batch.service[row] < 0 && (batch.host[row] >= 0 || bytes[end - 1] === CLOSE)) {
      readTag(batch, row, at, end, keys);
    }
    // A control character is no token.
    at = Math.max(token, at + 1);
  }
}

/** Where the place in the chassis ends that IOS XR joins to what follows, `RP/0/RP0/CPU0:Nov 20 …`; -1 if it is none. */
function placeEnd(bytes: Uint8Array, from: number, to: number): number {
  const colon = findByte(bytes, from, to, COLON);
  return colon > from && colon + 1 < to && findByte(bytes, from, colon, SLASH) > from ? colon : -1;
}

/** Arista's `Ebra: `, IOS XR's `ifmgr[123]: `: what wrote the line. */
function readTag(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): void {
  const { bytes } = batch;
  if (!isLetter(bytes[from])) return;
  let end = from;
  while (
    end < to && (isLetter(bytes[end]) || isDigit(bytes[end]) || bytes[end] === DASH || bytes[end] === 0x5f)
  ) end++;
  if (end < to && (bytes[end] !== OPEN || bytes[to - 1] !== CLOSE || !isNumber(bytes, end + 1, to - 1))) {
    return;
  }
  batch.service[row] = batch.addField(keys.id.service, from, end, TEXT);
  if (end < to) batch.addField(keys.id.pid, end + 1, to - 1, INT);
}

/** A name or an address, no zone of a time in capitals. */
function isHost(bytes: Uint8Array, from: number, to: number): boolean {
  let isZone = to - from <= 5;
  // An uptime instead of a time: `1w2d`.
  if (isDigit(bytes[from]) && findByte(bytes, from, to, DOT) < 0) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (!isUpper(byte)) isZone = false;
    const isName = isLetter(byte) || isDigit(byte) || byte === DASH || byte === DOT || byte === 0x5f;
    if (!isName && byte !== COLON) return false;
  }
  return to > from && !isZone;
}
