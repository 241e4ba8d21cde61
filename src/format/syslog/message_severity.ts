import { ERROR } from "../../record/severity.ts";
import { type Batch, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { severityOfWord } from "../severity_word.ts";
import { BAR, CLOSE, COLON, COMMA, DASH, DOT, EQUALS, GREATER, LESS, OPEN } from "../text/text_parts.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isNumber,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text/text_tokens.ts";
import { addPairs } from "../text/message/text_pairs.ts";
import { isDigit } from "../time/timestamp_parts.ts";

/** Behind a bracket that only holds the severity. */
const DASHED = " - ";
/** Bytes of a severity in angle brackets, and of the topics before a message. */
const LONGEST_WORD = 16;
const LONGEST_TOPICS = 64;
/** Digits of the seconds of an epoch. */
const EPOCH_DIGITS = 10;

/**
 * Reads the severity in angle brackets that begins the message at `at`, `<Notice>: …` of Apple's and
 * `<warn>  [1795161601.1234] …` of NetworkManager's; a priority that was read before stays. Index where the message
 * begins; `at` if none does.
 */
export function readAngledSeverity(batch: Batch, row: number, at: number, to: number): number {
  const { bytes } = batch;
  if (bytes[at] !== LESS) return at;
  const close = findByte(bytes, at, Math.min(to, at + LONGEST_WORD), GREATER);
  if (close > 0 && isNumber(bytes, at + 1, close)) return behindNumbers(batch, row, at, close, to);
  const isFault = close === at + 6 && isText(bytes, at + 1, close, "Fault");
  const number = close < 0 ? 0 : isFault ? ERROR : severityOfWord(bytes, at + 1, close);
  if (number === 0 || !(bytes[close + 1] === COLON || isBlank(bytes[close + 1]))) return at;
  if (batch.severity[row] === 0) batch.setSeverity(row, number, at + 1, close);
  const message = skipBlanks(bytes, bytes[close + 1] === COLON ? close + 2 : close + 1, to);
  return behindEpoch(bytes, message, to);
}

/**
 * Behind Aruba's `<522008> <3456> <NOTI> |authmgr|  message`: the number of the message, its process, its severity and what
 * wrote it; `at` if it is something else.
 */
function behindNumbers(batch: Batch, row: number, at: number, first: number, to: number): number {
  const { bytes } = batch;
  let close = first;
  for (let number = 0; number < 2 && isText(bytes, close, to, "> <"); number++) {
    const from = close + 3;
    close = findByte(bytes, from, Math.min(to, from + LONGEST_WORD), GREATER);
    if (close < 0) return at;
    // `ERRS`
    const isPlural = bytes[close - 1] === 0x53;
    const severity = severityOfWord(bytes, from, isPlural ? close - 1 : close);
    if (severity === 0) continue;
    batch.setSeverity(row, severity, from, close);
    batch.addField(batch.keys.idOf("event.id"), at + 1, first, INT);
    const message = skipBlanks(bytes, close + 1, to);
    const bar = bytes[message] === BAR ? findByte(bytes, message + 1, to, BAR) : -1;
    if (bar < 0) return message;
    batch.addField(batch.keys.idOf("otel.scope.name"), message + 1, bar, TEXT);
    return skipBlanks(bytes, bar + 1, to);
  }
  return at;
}

/**
 * Reads the facility and severity in angle brackets at `at`, before the host (`<kern.info> host …`); index of the host, `at`
 * if there are none.
 */
export function readFacility(
  batch: Batch,
  row: number,
  at: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  const close = findByte(bytes, at, Math.min(to, at + LONGEST_TOPICS), GREATER);
  const dot = close < 0 ? -1 : findByte(bytes, at, close, DOT);
  const number = dot < 0 ? 0 : severityOfWord(bytes, dot + 1, close);
  if (number === 0 || bytes[close + 1] !== SPACE) return at;
  batch.setSeverity(row, number, dot + 1, close);
  batch.addField(keys.id.facility, at + 1, dot, TEXT);
  return skipBlanks(bytes, close + 1, to);
}

/**
 * Reads what some systems put in a bracket before a message: Solaris' `[ID 540533 kern.notice] …` and XenServer's
 * `[info||42 |session.login] …`, whose severity is the record's. Index where the message begins; `at` if it is none of these.
 */
export function readSeverityInBracket(batch: Batch, row: number, at: number, to: number): number {
  const { bytes } = batch;
  if (bytes[at] !== OPEN) return at;
  const end = bracketEnd(bytes, at, to);
  if (end < 0 || bytes[end] !== SPACE) return at;
  let from = at + 1;
  let wordTo = end - 1;
  if (isText(bytes, from, to, "ID ")) {
    const dot = findByte(bytes, from, wordTo, DOT);
    if (dot < 0) return at;
    from = dot + 1;
  } else {
    const bar = findByte(bytes, from, wordTo, BAR);
    // IoT Edge's `[INF] - message`
    if (bar < 0 && !isText(bytes, end, to, DASHED)) return at;
    if (bar > 0) wordTo = bar;
  }
  const number = severityOfWord(bytes, from, wordTo);
  if (number === 0) return at;
  if (batch.severity[row] === 0) batch.setSeverity(row, number, from, wordTo);
  return isText(bytes, end, to, DASHED) ? end + DASHED.length : end + 1;
}

/**
 * Sets the severity in a bracket behind a client in parentheses, `(bob@10.0.0.1) [NOTICE] …` of Pure-FTPd; all is the message.
 */
export function takeSeverityBehindClient(batch: Batch, row: number, at: number, to: number): void {
  const { bytes } = batch;
  const close = findByte(bytes, at, Math.min(to, at + LONGEST_TOPICS), 0x29);
  if (close < 0 || !isText(bytes, close, to, ") [") || batch.severity[row] !== 0) return;
  const end = findByte(bytes, close + 3, Math.min(to, close + 3 + LONGEST_WORD), CLOSE);
  const number = end < 0 ? 0 : severityOfWord(bytes, close + 3, end);
  if (number !== 0) batch.setSeverity(row, number, close + 3, end);
}

/** Whether a message may begin with what `readSeverityInBracket` reads. */
export function hasSeverityInBracket(bytes: Uint8Array, at: number, to: number): boolean {
  if (bytes[at] === 0x28) return findByte(bytes, at, Math.min(to, at + LONGEST_TOPICS), OPEN) > 0;
  return bytes[at] === OPEN &&
    (isText(bytes, at, to, "[ID ") || findByte(bytes, at, Math.min(to, at + LONGEST_WORD), BAR) > 0 ||
      isText(bytes, tokenEnd(bytes, at, to), to, DASHED));
}

/** Heroku's `Error R14 (Memory quota exceeded)`: a code, and what it means. */
function isCoded(bytes: Uint8Array, at: number, to: number): boolean {
  if (!isText(bytes, at, to, "Error ") || !isUpper(bytes[at + 6]) || !isDigit(bytes[at + 7])) return false;
  return isText(bytes, tokenEnd(bytes, at + 6, to), to, " (");
}

/** Reads Aruba's `Event|403|LOG_INFO|AMM|-|message`; index where the message begins, `at` if it is something else. */
export function readEvent(batch: Batch, row: number, at: number, to: number, keys: AttributeKeys): number {
  const { bytes } = batch;
  if (isCoded(bytes, at, to) && batch.severity[row] === 0) batch.setSeverity(row, ERROR, at, at + 5);
  if (bytes[at] !== 0x45 || !isText(bytes, at, to, "Event|")) return at;
  const id = at + 6;
  const idTo = findByte(bytes, id, to, BAR);
  if (idTo < 0 || !isText(bytes, idTo, to, "|LOG_")) return at;
  const wordTo = findByte(bytes, idTo + 1, to, BAR);
  const place = findByte(bytes, wordTo + 1, to, BAR);
  const message = findByte(bytes, place + 1, to, BAR);
  const number = severityOfWord(bytes, idTo + 5, wordTo);
  if (wordTo < 0 || place < 0 || message < 0 || number === 0) return at;
  if (batch.severity[row] === 0) batch.setSeverity(row, number, idTo + 5, wordTo);
  batch.addField(keys.id.eventId, id, idTo, TEXT);
  return skipBlanks(bytes, message + 1, to);
}

/** Behind `[1795161601.1234] `, when NetworkManager has said it; the line's own time is as good. */
function behindEpoch(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== OPEN || bytes[at + 1 + EPOCH_DIGITS] !== DOT) return at;
  let end = at + 1;
  while (end < to && (isDigit(bytes[end]) || bytes[end] === DOT)) end++;
  return bytes[end] === CLOSE ? skipBlanks(bytes, end + 1, to) : at;
}

/**
 * Reads `warning hostd[2099] [Originator@6876 sub=Default] message` of VMware's hosts behind the tag: its severity says
 * more than the priority, which is the same for all. Index where the message begins; `at` if it is something else.
 */
export function readOriginator(batch: Batch, row: number, at: number, to: number): number {
  const { bytes } = batch;
  const word = tokenEnd(bytes, at, to);
  const process = tokenEnd(bytes, word + 1, to);
  if (bytes[process - 1] !== CLOSE || !isText(bytes, process + 1, to, "[Originator@")) return at;
  const number = severityOfWord(bytes, at, word);
  const end = bracketEnd(bytes, process + 1, to);
  if (number === 0 || end < 0) return at;
  batch.setSeverity(row, number, at, word);
  addPairs(batch, process + 2, end - 1);
  return skipBlanks(bytes, end, to);
}

/**
 * Reads the parts that Open vSwitch sends before a message, `ovs|00001|bridge|WARN|message`; index where the message begins,
 * `at` if it is none of its.
 */
export function readOpenSwitch(
  batch: Batch,
  row: number,
  at: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  if (!isText(bytes, at, to, "ovs|")) return at;
  const module = findByte(bytes, at + 4, to, BAR) + 1;
  const word = module === 0 ? 0 : findByte(bytes, module, to, BAR) + 1;
  const end = word === 0 ? -1 : findByte(bytes, word, Math.min(to, word + LONGEST_WORD), BAR);
  const number = end < 0 ? 0 : severityOfWord(bytes, word, end);
  if (number === 0) return at;
  batch.setSeverity(row, number, word, end);
  batch.addField(keys.id.logger, module, word - 1, TEXT);
  return end + 1;
}

/**
 * Reads the severity behind the part of a program that begins a message, `imap-login: Error: …` of Dovecot's, `spamd:
 * error: …`, `[status] crit: …` of Proxmox'; it stays in the body.
 */
export function readSeverityBehindName(batch: Batch, row: number, at: number, to: number): void {
  const { bytes } = batch;
  const name = tokenEnd(bytes, at, to);
  const isName = bytes[name - 1] === COLON || (bytes[at] === OPEN && bytes[name - 1] === CLOSE);
  if (!isName || bytes[name] !== SPACE || name - at > LONGEST_TOPICS) return;
  const word = name + 1;
  const colon = findByte(bytes, word, Math.min(to, word + LONGEST_WORD), COLON);
  const number = colon < 0 || bytes[colon + 1] !== SPACE ? 0 : severityOfWord(bytes, word, colon);
  if (number !== 0) batch.setSeverity(row, number, word, colon);
}

/**
 * Where the topics end that begin a message of MikroTik's routers (`firewall,info forward: …`), of which one is its severity:
 * that is set, the highest of several. -1 if none do.
 */
export function readTopics(batch: Batch, row: number, at: number, to: number): number {
  const { bytes } = batch;
  const end = tokenEnd(bytes, at, to);
  if (end >= to || end - at > LONGEST_TOPICS || findByte(bytes, at, end, COMMA) < 0) return -1;
  let highest = 0;
  for (let from = at; from < end;) {
    let comma = from;
    while (comma < end && bytes[comma] !== COMMA) {
      const byte = bytes[comma++];
      if (!(byte >= 0x61 && byte <= 0x7a) && byte !== DASH && byte !== 0x21 && !isDigit(byte)) return -1;
    }
    const number = severityOfWord(bytes, from, comma);
    if (number > highest) {
      highest = number;
      if (batch.severity[row] === 0 || batch.severityFrom[row] >= at) {
        batch.setSeverity(row, number, from, comma);
      }
    }
    from = comma + 1;
  }
  return highest === 0 || isDigit(bytes[at]) ? -1 : end;
}

/** Whether a name of a host is told apart from a message's first word: it has a digit, and what follows are fields, no words. */
export function isHostBeforeFields(bytes: Uint8Array, from: number, hostTo: number, to: number): boolean {
  let digits = 0;
  for (let at = from; at < hostTo; at++) if (isDigit(bytes[at])) digits++;
  const start = skipBlanks(bytes, hostTo, to);
  if (digits === 0 || start >= to || bytes[hostTo] !== SPACE) return false;
  const token = tokenEnd(bytes, start, to);
  let sign = start;
  while (sign < token && (isDigit(bytes[sign]) || bytes[sign] === 0x5f || (bytes[sign] | 0x20) >= 0x61)) {
    sign++;
  }
  if (bytes[sign] === EQUALS) return sign > start && !isDigit(bytes[start]);
  return bytes[sign] === COMMA && isDigit(bytes[start]) && findByte(bytes, sign + 1, to, COMMA) > 0;
}
