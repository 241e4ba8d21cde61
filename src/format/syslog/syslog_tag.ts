import type { Batch } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { isDotnet } from "../dotnet_head.ts";
import type { ReadContext } from "../line_format.ts";
import { severityOfLetter, severityOfWord } from "../severity_word.ts";
import {
  findByte,
  isBlank,
  isLower,
  isNumber,
  isText,
  isUpper,
  parenthesesColon,
  skipBlanks,
  tokenEnd,
} from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import { digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";
import * as kinds from "../../record/batch.ts";
import * as textPartsConstants from "../text/text_parts.ts";
import * as textTokensConstants from "../text/text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { INT, TEXT } = kinds;
const { CLOSE, COLON, COMMA, DASH, DOT, OPEN, PAREN } = textPartsConstants;
const { SPACE, TAB } = textTokensConstants;

/** Bytes of a program's name. */
const LONGEST_PROGRAM = 40;

/** Reads the tag of a syslog line, the program with its process that wrote it, and a severity that stands beside it. */
export class SyslogTags {
  readonly #keys: AttributeKeys;
  /** The tag that was read last had a process number. */
  hasProcess = false;

  constructor(keys: AttributeKeys) {
    this.#keys = keys;
  }

  /** `tag: `, `tag[123]: `, `tag 1.4.1: `, `tag[123] (sub): `, `Plex Media Server[123]: `; index of the message, or -1. */
  read(batch: Batch, row: number, from: number, to: number): number {
    const { bytes } = batch;
    let end = from;
    while (end < to && isTag(bytes[end])) end++;
    if (bytes[end] === SPACE && isUpper(bytes[from])) end = wordsEnd(bytes, end, to);
    this.hasProcess = false;
    // A zone of DNS, the root.
    if (bytes[from] === DOT && end === from + 1) return -1;
    // A colon inside a tag is followed by something.
    if (end === from || end - from > 80 || end >= to || isNumber(bytes, from, end)) return -1;
    let at = end;
    let pid = 0;
    let pidTo = 0;
    if (bytes[at] === OPEN) {
      pid = at + 1;
      pidTo = pid;
      while (pidTo < to && bytes[pidTo] !== CLOSE && bytes[pidTo] > SPACE) pidTo++;
      if (pidTo >= to || bytes[pidTo] !== CLOSE) return -1;
      // Java's `Thread[main,5,main]`
      if (!isDigit(bytes[pid]) && findByte(bytes, pid, pidTo, COMMA) > pid) return -1;
      at = pidTo + 1;
      if (bytes[at] === PAREN) at = takeSeverity(batch, row, at, to);
      const colon = bytes[at] === SPACE ? parenthesesColon(bytes, at + 1, to) : -1;
      if (colon > 0) {
        batch.addField(this.#keys.id.context, at + 2, colon - 1, TEXT);
        at = colon;
      }
    } else if (bytes[at] === TAB && isText(bytes, from, end, "MSWinEventLog")) {
      // Snare's `MSWinEventLog` and a tab
      batch.service[row] = batch.addField(this.#keys.id.service, from, end, TEXT);
      return at + 1;
    } else if (bytes[at] === SPACE) {
      // A version between the tag and its colon.
      const version = at + 1;
      let versionTo = version;
      while (versionTo < to && (isDigit(bytes[versionTo]) || bytes[versionTo] === DOT)) versionTo++;
      if (versionTo === version || findByte(bytes, version, versionTo, DOT) < 0) return -1;
      at = versionTo;
    }
    if (pidTo > pid && bytes[at] === SPACE) at = this.#facilityBehind(batch, row, at, to);
    if (at >= to || bytes[at] !== COLON) {
      // `PID[42] Information message`: only the number is told, as Azure writes it.
      if (isText(bytes, from, end, "PID")) return -1;
      if (pidTo === pid || (at < to && !isBlank(bytes[at]))) return -1;
    } else at++;
    // F5's `ASM:unit_hostname="bigip1",…`
    if (at < to && !isBlank(bytes[at]) && pidTo === pid && !isQuotedPair(bytes, at, to)) return -1;
    // A severity where the tag would stand is that of another logger: `name INFO: message`.
    const isSeverity = isUpper(bytes[from]) && severityOfWord(bytes, from, end) !== 0;
    // The first line of .NET's console, where a tool has put time and names before it.
    if (pidTo === pid && end === from + 4 && isDotnet(bytes, from, to)) return -1;
    // slog-term's `INFO[src/main.rs:12:5] message`
    if (isSeverity && !isNumber(bytes, pid, pidTo)) return -1;
    batch.service[row] = batch.addField(this.#keys.id.service, from, end, TEXT);
    if (pidTo > pid) {
      // linuxptp's `ptp4l[12345.678]` are seconds since the start.
      const isUptime = isDigit(bytes[pid]) && findByte(bytes, pid, pidTo, DOT) > pid;
      const key = isUptime ? this.#keys.id.prefix : this.#keys.id.pid;
      batch.addField(key, pid, pidTo, isNumber(bytes, pid, pidTo) ? INT : TEXT);
      this.hasProcess = true;
    }
    return skipBlanks(bytes, at, to);
  }

  /**
   * Reads .NET's `Shop.Orders[14] message`, behind a time or none: adds the logger and the event; index of the message,
   * -1 if it is something else.
   */
  category(batch: Batch, row: number, at: number, to: number, context: ReadContext): number {
    const { bytes } = batch;
    const timeTo = isDigit(bytes[at]) ? readTime(batch, row, at, to, context) : at;
    if (timeTo < 0) return -1;
    const from = skipBlanks(bytes, timeTo, to);
    let open = from;
    while (open < to && (isLetter(bytes[open]) || isDigit(bytes[open]) || isOfClass(bytes[open]))) open++;
    if (open === from || bytes[open] !== OPEN) return -1;
    let close = open + 1;
    while (close < to && isDigit(bytes[close])) close++;
    if (close === open + 1 || bytes[close] !== CLOSE || bytes[close + 1] !== SPACE || close + 2 >= to) {
      return -1;
    }
    batch.addField(this.#keys.id.logger, from, open, TEXT);
    batch.addField(this.#keys.id.eventId, open + 1, close, INT);
    return close + 2;
  }

  /** Index behind `program[1234]: `, which no message begins with; -1 if something else begins the line. */
  program(from: number, to: number, bytes: Uint8Array): number {
    const last = Math.min(to, from + LONGEST_PROGRAM);
    let open = from;
    while (open < last && (isLetter(bytes[open]) || isDigit(bytes[open]) || isJoint(bytes[open]))) open++;
    if (bytes[open] !== OPEN || open - from < 2) return -1;
    let close = open + 1;
    while (close < to && (isDigit(bytes[close]) || bytes[close] === DOT)) close++;
    const isNumbered = close - open > 2 && bytes[close] === CLOSE;
    return isNumbered && close + 3 < to && isText(bytes, close + 1, to, ": ") ? close + 3 : -1;
  }

  /**
   * `notice mcpd[123]: `, `daemon.info dnsmasq[123]: `: a severity, perhaps with its facility, that stands before a tag
   * with a process; index behind it, `at` if none does.
   */
  severityBehindHost(batch: Batch, row: number, at: number, to: number): number {
    const { bytes } = batch;
    const end = tokenEnd(bytes, at, to);
    const dot = findByte(bytes, at, end, DOT);
    const from = dot < 0 ? at : dot + 1;
    const number = severityOfWord(bytes, from, end);
    const tagTo = tokenEnd(bytes, end + 1, to);
    if (number === 0 || tagTo >= to || bytes[tagTo - 1] !== COLON || bytes[end - 1] === COLON) return at;
    if (dot < 0 && bytes[tagTo - 2] !== CLOSE) return at;
    batch.setSeverity(row, number, from, end);
    if (dot > 0) batch.addField(this.#keys.id.facility, at, dot, TEXT);
    return end + 1;
  }

  /** ` daemon.info` between a tag and its colon, as a template of one's own may have it; index behind it, or `at`. */
  #facilityBehind(batch: Batch, row: number, at: number, to: number): number {
    const dot = facilityDot(batch.bytes, at + 1, to);
    if (dot < 0) return at;
    const end = tokenEnd(batch.bytes, dot, to) - 1;
    if (batch.bytes[end] !== COLON) return at;
    if (batch.severity[row] === 0) {
      batch.setSeverity(row, severityOfWord(batch.bytes, dot + 1, end), dot + 1, end);
    }
    batch.addField(this.#keys.id.facility, at + 1, dot, TEXT);
    return end;
  }

  /** Behind an address that a relay has put between host and tag (`host 10.0.0.1 dhcpd[123]: …`); `at` if there is none. */
  behindAddress(at: number, to: number, bytes: Uint8Array): number {
    if (isHexDigit(bytes[at]) && bytes[at + 12] === COMMA) return behindDevice(bytes, at, to);
    let end = at;
    let dots = 0;
    while (end < to && (isDigit(bytes[end]) || bytes[end] === DOT)) if (bytes[end++] === DOT) dots++;
    if (dots !== 3 || bytes[end] !== SPACE || !isLetter(bytes[end + 1])) return at;
    let tag = end + 1;
    while (tag < to && isTag(bytes[tag])) tag++;
    return bytes[tag] === COLON || bytes[tag] === OPEN ? end + 1 : at;
  }

  /** `[123] [i] message`, Mojolicious' short form: the letter says more than the priority; `at` if it is not that. */
  processAndLetter(batch: Batch, row: number, at: number, to: number): number {
    const { bytes } = batch;
    const end = tokenEnd(bytes, at, to);
    if (bytes[at] !== OPEN || bytes[end - 1] !== CLOSE || !isNumber(bytes, at + 1, end - 1)) return at;
    if (end + 4 >= to || bytes[end + 1] !== OPEN || bytes[end + 3] !== CLOSE) return at;
    const number = severityOfLetter(bytes[end + 2]);
    if (number === 0) return at;
    batch.setSeverity(row, number, end + 2, end + 3);
    batch.addField(this.#keys.id.pid, at + 1, end - 1, INT);
    return skipBlanks(bytes, end + 4, to);
  }
}

/** Behind UniFi's `0a1b2c3d4e5f,U6-Lite-6.6.55+15189: ` before a tag: a device's address, its model and version; `at` if it is none. */
function behindDevice(bytes: Uint8Array, at: number, to: number): number {
  for (let digit = at; digit < at + 12; digit++) if (!isHexDigit(bytes[digit])) return at;
  const end = tokenEnd(bytes, at, to);
  const tag = tokenEnd(bytes, end + 1, to);
  return bytes[end - 1] === COLON && bytes[tag - 1] === COLON && tag < to ? end + 1 : at;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

/** Index of the dot in `daemon.info` or `local0.err:` at `at`; -1 if something else stands there. */
export function facilityDot(bytes: Uint8Array, at: number, to: number): number {
  let dot = at;
  while (dot < to && (isLower(bytes[dot]) || isDigit(bytes[dot]))) dot++;
  if (dot - at < 3 || dot - at > 8 || bytes[dot] !== DOT || !isLower(bytes[at])) return -1;
  let end = dot + 1;
  while (end < to && isLower(bytes[end])) end++;
  const isAlone = end < to && (bytes[end] === SPACE || bytes[end] === COLON);
  return isAlone && severityOfWord(bytes, dot + 1, end) !== 0 ? dot : -1;
}

/** What joins the words of a program's name. */
function isJoint(byte: number): boolean {
  return byte === DASH || byte === DOT || byte === 0x5f;
}

/** `(info)` behind a process, as Kerberos writes it; index behind it, `at` if it is something else. */
function takeSeverity(batch: Batch, row: number, at: number, to: number): number {
  const close = findByte(batch.bytes, at, to, 0x29);
  const number = close < 0 ? 0 : severityOfWord(batch.bytes, at + 1, close);
  if (number === 0) return at;
  batch.setSeverity(row, number, at + 1, close);
  return close + 1;
}

/** What a tag may hold; the colon ends it. */
function isTag(byte: number): boolean {
  return isDigit(byte) || isLetter(byte) || byte === 0x5f || byte === DASH || byte === DOT ||
    byte === 0x2f || byte === PAREN ||
    byte === 0x29 || byte === 0x40 || byte === 0x24 || byte === 0x25 || byte === 0x2b || byte >= 0x80;
}

/** `key="` */
function isQuotedPair(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && (isLetter(bytes[at]) || bytes[at] === 0x5f)) at++;
  return at > from && isText(bytes, at, to, '="');
}

/** What names of classes have besides letters and digits: `Shop.Orders.Queue`1+Worker`. */
function isOfClass(byte: number): boolean {
  return byte === DOT || byte === 0x5f || byte === 0x60 || byte === 0x2b;
}

/** Where the name of a program ends that goes on with words in capitals at `at`, if its process stands behind them; `at` if not. */
function wordsEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && bytes[end] === SPACE && (isUpper(bytes[end + 1]) || isDigit(bytes[end + 1]))) {
    do end++; while (end < to && (isLetter(bytes[end]) || isDigit(bytes[end])));
  }
  const close = bytes[end] === OPEN && end - at < LONGEST_PROGRAM ? digitsEnd(bytes, end + 1, to) : at;
  return close > end + 1 && isText(bytes, close, to, "]: ") ? end : at;
}
