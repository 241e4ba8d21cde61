import { type Batch, TEXT } from "../../record/batch.ts";
import { AccessLogFormat } from "../access/access_log.ts";
import { readHaproxy } from "../access/haproxy.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { copyWithoutEscapes, findEscape } from "../escape_sequences.ts";
import { looksLikeEpoch } from "../field_values.ts";
import { readTrailingJson } from "../json/embedded_json.ts";
import { isKlog, KlogFormat } from "../klog.ts";
import type { ReadContext } from "../line_format.ts";
import { behindTags, LogfmtFormat } from "../logfmt.ts";
import { severityOfWord } from "../severity_word.ts";
import { isReportLabel } from "../text/loggers/text_postgres.ts";
import { isPair } from "../text/message/text_fields.ts";
import { uptimeEnd } from "../text/loggers/text_kernel.ts";
import { MessageHeads } from "../text/message/text_message_head.ts";
import { addPairs, isKeyAt, quoteEnd } from "../text/message/text_pairs.ts";
import { addTold, BEGINS_TOLD } from "../text/message/told_measures.ts";
import { addTrailingPairs } from "../text/message/text_trailing_pairs.ts";
import { isPackage } from "../text/text_names.ts";
import { bracketEnd, findByte, isText, skipBlanks, tokenEnd, trimmed } from "../text/text_tokens.ts";
import { readCef, readLeef } from "./cef.ts";
import {
  hasSeverityInBracket,
  readAngledSeverity,
  readEvent,
  readOpenSwitch,
  readOriginator,
  readSeverityBehindName,
  readSeverityInBracket,
  takeSeverityBehindClient,
} from "./message_severity.ts";
import { addFilterRow, addPaloAltoRow, FILTER } from "./firewall_rows.ts";
import { isNumbered, readNumbered } from "./numbered_message.ts";
import type { ProgramCensus } from "./program_census.ts";
import { lineCountAt, readReport, reportWord } from "./syslog_postgres.ts";
import { HeldTime, isYearless } from "../time/held_time.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import * as textPartsConstants from "../text/text_parts.ts";
import * as textTokensConstants from "../text/text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BRACE, COLON, COMMA, EQUALS, OPEN, QUOTE } = textPartsConstants;
const { SPACE } = textTokensConstants;
const LOWER_F = 0x66, LOWER_H = 0x68, LOWER_P = 0x70;

/** 1 for the bytes that messages begin with which tell more than their heads do. */
const PARTICULAR = new Uint8Array(256);
for (const sign of "[<(EFIW01") PARTICULAR[sign.charCodeAt(0)] = 1;

/** Bytes of `2026-11-20 08:00`: a time with fewer that is no epoch number names no day or no year. */
const SHORTEST_TIME = 16;

/**
 * Reads the message of a syslog record: what programs send that way as they would write it elsewhere (HAProxy, klog,
 * CEF, JSON, pairs, the head of a logger), or just text.
 */
export class SyslogMessages {
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #heads: MessageHeads;
  readonly #header = new HeldTime();
  readonly #logfmt: LogfmtFormat;
  readonly #klog: KlogFormat;
  readonly #access: AccessLogFormat;
  /** The severity of PostgreSQL's report that was read last. */
  #report = 0;

  constructor(context: ReadContext, keys: AttributeKeys, programs: ProgramCensus) {
    this.#context = context;
    this.#keys = keys;
    this.#heads = new MessageHeads(context, programs);
    this.#logfmt = new LogfmtFormat(context);
    this.#klog = new KlogFormat(context);
    this.#access = new AccessLogFormat(context);
  }

  /**
   * Reads the message [from, to) and completes the record. Whether it is just text, so that where another message begins
   * can be told by a head like this one alone.
   */
  read(batch: Batch, row: number, from: number, to: number, hasPriority: boolean): boolean {
    const { bytes } = batch;
    if (this.#context.hasEscape && to - from < batch.sideFree && findEscape(batch.view, from, to) >= 0) {
      from = copyWithoutEscapes(batch, from, to);
      to = batch.side;
    }
    const end = trimmed(bytes, from, to);
    const uptime = bytes[from] === OPEN && isOf(batch, row, "kernel") ? uptimeEnd(bytes, from, end) : -1;
    if (uptime > 0) {
      // The kernel's own seconds since the start.
      batch.addField(this.#keys.id.prefix, skipBlanks(bytes, from + 1, uptime), uptime, TEXT);
      from = skipBlanks(bytes, uptime + 1, end);
    }
    batch.setBody(row, from, end);
    if (isHaproxy(batch, row)) {
      const severity = batch.severity[row];
      batch.severity[row] = 0;
      const isRead = readHaproxy(batch, row, from, end, this.#keys, this.#context);
      if (batch.severity[row] === 0) batch.severity[row] = severity;
      if (isRead) {
        batch.commit();
        return false;
      }
    }
    if (isPostgres(batch, row)) {
      const count = lineCountAt(bytes, from, end);
      if (count !== null) {
        batch.addField(this.#keys.id.prefix, from, count.to - 1, TEXT);
        batch.bodyFrom[row] = from = count.to;
      }
      if (this.#readReport(batch, row, from, end, to)) return false;
    }
    const first = bytes[from];
    if ((isDigit(first) || first === COLON) && this.#readAccess(batch, row, from, end)) return false;
    if (isDigit(first)) {
      const isRow = isOf(batch, row, FILTER)
        ? addFilterRow(batch, from, end)
        : addPaloAltoRow(batch, row, from, end);
      const message = isRow ? from : readNumbered(batch, from, end, this.#keys);
      if (isRow || message > from) {
        batch.bodyFrom[row] = message;
        batch.commit();
        return false;
      }
    }
    const packet = packetAt(bytes, from, end);
    if (packet >= 0) {
      addPairs(batch, packet, end);
      batch.commit();
      return false;
    }
    const isEvent = first === 0x43
      ? readCef(batch, row, from, end, this.#context)
      : first === 0x4c && readLeef(batch, row, from, end, this.#context);
    if (isEvent) {
      batch.commit();
      return false;
    }
    if (isKlog(bytes, from, end) && this.#readKlog(batch, row, from, end)) return false;
    const json = isText(bytes, from, end, "@cee:") ? skipBlanks(bytes, from + 5, end) : from;
    if (bytes[json] === BRACE && bytes[end - 1] === 0x7d && this.#readObject(batch, row, json, end)) {
      return false;
    }
    if (isPair(bytes, behindTags(bytes, json, end), end) && this.#readObject(batch, row, json, end)) {
      return false;
    }
    const behind = this.#behindSeverity(batch, row, from, end);
    if (behind > from) {
      batch.bodyFrom[row] = behind;
      addTrailingPairs(batch, behind, end);
      batch.commit();
      return false;
    }
    const isWhole = hasPriority
      ? this.#heads.readStreamed(batch, row, from, to)
      : this.#heads.read(batch, row, from, to);
    if (batch.severity[row] === 0) readSeverityBehindName(batch, row, from, end);
    if (!isWhole && bytes[from] === OPEN && this.#readThreadAndLogger(batch, row, from, end)) {
      batch.commit();
      return false;
    }
    const isPairs = !isWhole && isListed(bytes, from, end);
    if (isPairs) addPairs(batch, from, end);
    else if (!isWhole) {
      const message = batch.bodyFrom[row];
      if (BEGINS_TOLD[bytes[message]] === 1) addTold(batch, row, message, end, this.#keys);
      addTrailingPairs(batch, message, batch.bodyTo[row]);
    }
    batch.commit();
    return !isWhole && !isPairs;
  }

  /** A report of PostgreSQL, or what goes on with one; false if it is something else. */
  #readReport(batch: Batch, row: number, from: number, end: number, to: number): boolean {
    const { bytes } = batch;
    const word = reportWord(bytes, from, end);
    if (word < 0) return false;
    if (isDigit(bytes[from])) {
      // Its own time stands there.
      this.#heads.read(batch, row, from, to);
    } else readReport(batch, row, from, word, end, this.#keys);
    if (isReportLabel(bytes, word, end)) batch.severity[row] = this.#report;
    else this.#report = batch.severity[row];
    batch.commit();
    return true;
  }

  /** `[main] org.example.Shop message`, as logback's appender for syslog writes by default; false if it is something else. */
  #readThreadAndLogger(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const close = bracketEnd(bytes, from, to);
    const name = close + 1, nameTo = tokenEnd(bytes, name, to);
    if (close < 0 || nameTo >= to || bytes[close] !== SPACE || !isPackage(bytes, name, nameTo, SPACE)) {
      return false;
    }
    // `[INFO] user.login succeeded`
    if (severityOfWord(bytes, from + 1, close - 1) !== 0) return false;
    batch.addField(this.#keys.id.thread, from + 1, close - 1, TEXT);
    batch.addField(this.#keys.id.logger, name, nameTo, TEXT);
    batch.bodyFrom[row] = skipBlanks(bytes, nameTo, to);
    return true;
  }

  /** Reads the severity that some systems put before a message; index where it begins. */
  #behindSeverity(batch: Batch, row: number, from: number, to: number): number {
    switch (batch.bytes[from]) {
      case 0x3c:
        return readAngledSeverity(batch, row, from, to);
      case OPEN:
        return readSeverityInBracket(batch, row, from, to);
      case 0x28:
        takeSeverityBehindClient(batch, row, from, to);
        return from;
      case 0x6f:
        return readOpenSwitch(batch, row, from, to, this.#keys);
      case 0x45:
        return readEvent(batch, row, from, to, this.#keys);
      default:
        return readOriginator(batch, row, from, to);
    }
  }

  /**
   * A message that is JSON or pairs. Its own severity says more than the priority that a daemon gave the whole stream, its
   * own time more than a header's without a year.
   */
  #readObject(batch: Batch, row: number, from: number, to: number): boolean {
    const severity = batch.severity[row];
    batch.severity[row] = 0;
    const header = this.#header;
    const hasNoYear = isYearless(batch, row);
    if (hasNoYear) {
      header.hold(batch, row);
      batch.time[row] = NaN;
    }
    const isRead = batch.bytes[from] === BRACE
      ? readTrailingJson(batch, row, from, to, this.#context, true)
      : this.#logfmt.readBehind(batch, row, from, to);
    // A time that names no day is no better than the header's.
    if (hasNoYear && (Number.isNaN(batch.time[row]) || !namesDay(batch, row))) header.put(batch, row);
    if (batch.severity[row] === 0) batch.severity[row] = severity;
    if (isRead) batch.commit();
    return isRead;
  }

  /** The access log of a web server: its status says more than the priority, which is the same for all. */
  #readAccess(batch: Batch, row: number, from: number, to: number): boolean {
    const header = this.#header;
    const severity = batch.severity[row];
    const hasNoYear = isYearless(batch, row);
    header.hold(batch, row);
    batch.severity[row] = 0;
    const isRead = this.#access.readMessage(batch, row, from, to);
    if (isRead) batch.commit();
    else batch.severity[row] = severity;
    if (!isRead || !hasNoYear) header.put(batch, row);
    return isRead;
  }

  /** A line of klog or glog behind the tag: its severity and its finer time are the record's. */
  #readKlog(batch: Batch, row: number, from: number, to: number): boolean {
    const header = this.#header;
    header.hold(batch, row);
    const { fieldCount } = batch;
    if (this.#klog.readHead(batch, row, from, to)) {
      batch.commit();
      return true;
    }
    batch.fieldCount = fieldCount;
    header.put(batch, row);
    return false;
  }
}

/** Whether the message tells more than its head does: of HAProxy, of klog, or about a packet. Asked of each line. */
export function isParticular(batch: Batch, row: number, from: number, to: number): boolean {
  if (hasOwnReader(batch, row)) return true;
  if (PARTICULAR[batch.bytes[from]] === 0) return false;
  return isKlog(batch.bytes, from, to) ||
    isNumbered(batch.bytes, from, to) ||
    packetAt(batch.bytes, from, to) >= 0 ||
    batch.bytes[from] === 0x3c || isText(batch.bytes, from, to, "Event|") ||
    uptimeEnd(batch.bytes, from, to) > 0 ||
    hasSeverityInBracket(batch.bytes, from, to);
}

/** Whether the service that wrote the record is called so. */
function isOf(batch: Batch, row: number, name: string): boolean {
  const service = batch.service[row];
  if (service < 0) return false;
  return isText(batch.bytes, batch.fieldStart[service], batch.fieldEnd[service], name);
}

/** Whether messages of the service that wrote the record are read in a way of their own. */
export function hasOwnReader(batch: Batch, row: number): boolean {
  const service = batch.service[row];
  if (service < 0) return false;
  const first = batch.bytes[batch.fieldStart[service]];
  if (first === LOWER_F) return isOf(batch, row, FILTER);
  return first === LOWER_H ? isHaproxy(batch, row) : first === LOWER_P && isPostgres(batch, row);
}

/** Whether PostgreSQL wrote the line. */
export function isPostgres(batch: Batch, row: number): boolean {
  return isOf(batch, row, "postgres") || isOf(batch, row, "postmaster");
}

/** Whether HAProxy may have written the message: to its own output it does without a tag. */
function isHaproxy(batch: Batch, row: number): boolean {
  return batch.service[row] < 0 ? isDigit(batch.bytes[batch.bodyFrom[row]]) : isOf(batch, row, "haproxy");
}

/** Where the pairs of a packet begin, `IN=eth0 OUT= … SRC=10.0.0.1 …`, as Linux' firewall logs them; -1 if none do. */
function packetAt(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] !== OPEN && bytes[from] !== 0x49) return -1;
  for (let at = from; at + 12 < to; at++) {
    if (bytes[at] !== 0x49 || (at > from && bytes[at - 1] !== SPACE) || !isText(bytes, at, to, "IN=")) {
      continue;
    }
    for (let next = at; next < to; next++) if (isText(bytes, next, to, " SRC=")) return at;
    return -1;
  }
  return -1;
}

function namesDay({ bytes, timeFrom, timeTo }: Batch, row: number): boolean {
  const from = timeFrom[row];
  const to = timeTo[row];
  return to - from >= SHORTEST_TIME || looksLikeEpoch(bytes, from, to);
}

/** Whether a message is pairs that commas divide, `key="value",key="value"`. */
function isListed(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isPair(bytes, from, to)) return false;
  const value = findByte(bytes, from, to, EQUALS) + 1;
  const close = bytes[value] === QUOTE ? quoteEnd(bytes, value, to) : -1;
  return close > 0 && bytes[close + 1] === COMMA && isKeyAt(bytes, close + 2, to);
}
