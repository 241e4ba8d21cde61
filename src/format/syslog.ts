import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { AttributeKeys } from "./attribute_keys.ts";
import { readTrailingJson } from "./json/embedded_json.ts";
import { readCef } from "./cef.ts";
import { findCiscoCode, readCisco } from "./cisco.ts";
import { looksLikeEpoch } from "./field_values.ts";
import { readHaproxy } from "./access/haproxy.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import * as verdicts from "./line_format.ts";
import { isKlog, KlogFormat } from "./klog.ts";
import { LogfmtFormat } from "./logfmt.ts";
import { severityOfLetter, severityOfSyslog, severityOfWord } from "./severity_word.ts";
import { readStructuredData } from "./structured_data.ts";
import { addKernel, uptimeEnd } from "./text/text_kernel.ts";
import { HeldTime } from "./time/held_time.ts";
import { HeadLayouts } from "./text/head_layout.ts";
import { MessageHeads } from "./text/text_message_head.ts";
import { isPair } from "./text/text_fields.ts";
import { addPairs, addTrailingPairs } from "./text/text_pairs.ts";
import { findByte, isBlank, isNumber, isText, isUpper, skipBlanks, tokenEnd } from "./text/text_tokens.ts";
import * as textTokensConstants from "./text/text_tokens.ts";
import { readTime } from "./time/timestamp.ts";
import { isDigit, isLetter } from "./time/timestamp_parts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { INT, TEXT } = kinds;
const { NO, YES } = verdicts;
const { SPACE } = textTokensConstants;

const OPEN = 0x5b,
  CLOSE = 0x5d,
  COLON = 0x3a,
  LESS = 0x3c,
  GREATER = 0x3e,
  DASH = 0x2d,
  PAREN = 0x28,
  BRACE = 0x7b,
  DOT = 0x2e;

/** Bytes of `2026-11-20 08:00`: a time with fewer that is no epoch number names no day or no year. */
const SHORTEST_TIME = 16;

const FACILITIES = ("kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit " +
  "alert clock local0 local1 local2 local3 local4 local5 local6 local7")
  .split(" ").map((name) => new TextEncoder().encode(name));

/**
 * syslog: RFC 5424 with structured data, RFC 3164 with and without its priority, and the lines of rsyslog
 * and journald with a time of ISO 8601. A severity that begins the message counts where no priority says
 * one.
 */
export class SyslogFormat implements LineFormat {
  readonly name = "syslog";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #messages: MessageHeads;
  readonly #layouts = new HeadLayouts(false);
  readonly #header = new HeldTime();
  readonly #logfmt: LogfmtFormat;
  readonly #klog: KlogFormat;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#messages = new MessageHeads(context);
    this.#logfmt = new LogfmtFormat(context);
    this.#klog = new KlogFormat(context);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { side, fieldCount } = batch;
    const verdict = this.#read(batch, from, to);
    if (verdict !== YES) {
      batch.side = side;
      batch.fieldCount = fieldCount;
    }
    return verdict;
  }

  #read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (from >= to) return NO;
    const first = bytes[from];
    if (first === LESS) return this.#prioritised(batch, from, to);
    if (this.#readKnown(batch, from, to)) return YES;
    if (this.#readCisco(batch, from, from, to)) return YES;
    if (first === 0x43 && isText(bytes, from, to, "CEF:")) {
      batch.begin(from, to);
      return this.#message(batch, batch.count, from, to, 0);
    }
    if (!isLetter(first) && !isDigit(first)) return NO;
    const row = batch.begin(from, to);
    const timeTo = readTime(batch, row, from, to, this.#context);
    if (timeTo < 0 || timeTo >= to || bytes[timeTo] !== SPACE) return NO;
    // Names of months, or the T of ISO 8601.
    if (isDigit(first) && (timeTo - from < 19 || bytes[from + 10] !== 0x54)) return NO;
    this.#keys.fresh();
    const strict = isDigit(first) && bytes[timeTo - 1] === 0x5a;
    return this.#hostAndTag(batch, row, skipBlanks(bytes, timeTo, to), to, -1, strict);
  }

  /** Reads what follows a priority at `at`, or the whole line, as Cisco writes it; false if it does not. */
  #readCisco(batch: Batch, from: number, at: number, to: number): boolean {
    const code = findCiscoCode(batch.bytes, at, to);
    if (code < 0) return false;
    const row = at === from ? batch.begin(from, to) : batch.count;
    this.#keys.fresh();
    readCisco(batch, row, at, code, to, this.#keys, this.#context);
    batch.commit();
    return true;
  }

  /** Reads a line whose head is laid out as those of lines before it. */
  #readKnown(batch: Batch, from: number, to: number): boolean {
    const message = this.#layouts.read(batch, from, to, this.#context);
    if (message < 0) return false;
    const row = batch.count;
    const { bytes } = batch;
    if (this.#isHaproxy(batch, row) || isKlog(bytes, message, to) || packetAt(bytes, message, to) >= 0) {
      batch.abandon();
      return false;
    }
    let end = to;
    while (end > message && isBlank(batch.bytes[end - 1])) end--;
    batch.bodyFrom[row] = message;
    batch.bodyTo[row] = end;
    addTrailingPairs(batch, message, end);
    batch.commit();
    return true;
  }

  /**
   * A message that is JSON or pairs. Its own severity says more than the priority that a daemon gave the whole stream, its
   * own time more than a header's without a year.
   */
  #readObject(batch: Batch, row: number, from: number, to: number): boolean {
    const severity = batch.severity[row];
    batch.severity[row] = 0;
    const header = this.#header;
    const isYearless = isLetter(batch.bytes[batch.timeFrom[row]]) && batch.timeTo[row] > batch.timeFrom[row];
    if (isYearless) {
      header.hold(batch, row);
      batch.time[row] = NaN;
    }
    const isRead = batch.bytes[from] === BRACE
      ? readTrailingJson(batch, row, from, to, this.#context, true)
      : this.#logfmt.readBehind(batch, row, from, to);
    // A time that names no day is no better than the header's.
    if (isYearless && (Number.isNaN(batch.time[row]) || !namesDay(batch, row))) header.put(batch, row);
    if (batch.severity[row] === 0) batch.severity[row] = severity;
    if (isRead) batch.commit();
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

  #isHaproxy(batch: Batch, row: number): boolean {
    const service = batch.service[row];
    if (service < 0) return false;
    return isText(batch.bytes, batch.fieldStart[service], batch.fieldEnd[service], "haproxy");
  }

  #prioritised(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    let at = from + 1;
    let priority = 0;
    for (; at < to && at < from + 4 && isDigit(bytes[at]); at++) priority = priority * 10 + bytes[at] - 48;
    if (at === from + 1 || at >= to || bytes[at] !== GREATER || priority > 191) return NO;
    const row = batch.begin(from, to);
    this.#keys.fresh();
    batch.severity[row] = severityOfSyslog(priority);
    batch.severityFrom[row] = from + 1;
    batch.severityTo[row] = at;
    at++;
    if (isText(bytes, at, to, "1 ")) return this.#modern(batch, row, at + 2, to, priority);
    this.#addFacility(batch, priority);
    if (this.#readCisco(batch, from, at, to)) return YES;
    const start = skipBlanks(bytes, at, to);
    const timeTo = start < to && isWord(bytes[start]) ? readTime(batch, row, start, to, this.#context) : -1;
    if (timeTo < 0) {
      const uptime = uptimeEnd(bytes, start, to);
      if (uptime > 0) {
        addKernel(batch, row, this.#keys);
        batch.addField(this.#keys.id.prefix, skipBlanks(bytes, start + 1, uptime), uptime, TEXT);
        return this.#message(batch, row, skipBlanks(bytes, uptime + 1, to), to, priority);
      }
      const short = this.#processAndLetter(batch, row, start, to);
      if (short > start) return this.#message(batch, row, short, to, priority);
      // Without a time only a tag says that this is syslog; the kernel's messages have neither.
      const tagTo = this.#tag(batch, row, start, to);
      return this.#message(batch, row, tagTo < 0 ? start : tagTo, to, priority);
    }
    let next = timeTo < to && bytes[timeTo] === COLON ? timeTo + 1 : timeTo;
    next = skipBlanks(bytes, next, to);
    const verdict = this.#hostAndTag(batch, row, next, to, priority, false);
    return verdict === NO ? this.#message(batch, row, next, to, priority) : verdict;
  }

  /** `[123] [i] message`, Mojolicious' short form: the letter says more than the priority; `at` if it is not that. */
  #processAndLetter(batch: Batch, row: number, at: number, to: number): number {
    const { bytes } = batch;
    const end = tokenEnd(bytes, at, to);
    if (bytes[at] !== OPEN || bytes[end - 1] !== CLOSE || !isNumber(bytes, at + 1, end - 1)) return at;
    if (end + 4 >= to || bytes[end + 1] !== OPEN || bytes[end + 3] !== CLOSE) return at;
    const number = severityOfLetter(bytes[end + 2]);
    if (number === 0) return at;
    batch.severity[row] = number;
    batch.severityFrom[row] = end + 2;
    batch.severityTo[row] = end + 3;
    batch.addField(this.#keys.id.pid, at + 1, end - 1, INT);
    return skipBlanks(bytes, end + 4, to);
  }

  #addFacility(batch: Batch, priority: number): void {
    const name = FACILITIES[priority >> 3];
    if (batch.sideFree < name.length) return;
    const at = batch.side;
    batch.bytes.set(name, at);
    batch.side += name.length;
    batch.addField(this.#keys.id.facility, at, batch.side, TEXT);
  }

  /** RFC 5424: `TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA MSG` */
  #modern(batch: Batch, row: number, from: number, to: number, priority: number): Verdict {
    const { bytes } = batch;
    const { id } = this.#keys;
    this.#addFacility(batch, priority);
    let at = from;
    const timeTo = readTime(batch, row, at, to, this.#context);
    if (timeTo < 0 && !(bytes[at] === DASH && isBlank(bytes[at + 1]))) return NO;
    at = (timeTo < 0 ? at + 1 : timeTo) + 1;
    for (let field = 0; field < 4; field++) {
      if (at >= to) return NO;
      const end = tokenEnd(bytes, at, to);
      if (end - at !== 1 || bytes[at] !== DASH) {
        if (field === 0) batch.host[row] = batch.addField(id.host, at, end, TEXT);
        else if (field === 1) batch.service[row] = batch.addField(id.service, at, end, TEXT);
        else if (field === 2) batch.addField(id.pid, at, end, isNumber(bytes, at, end) ? INT : TEXT);
        else batch.addField(id.messageId, at, end, TEXT);
      }
      at = end + 1;
    }
    if (at < to) {
      const { side, fieldCount } = batch;
      const end = bytes[at] === DASH ? at + 1 : readStructuredData(batch, at, to);
      if (end < 0) {
        // What is no structured data is the message: some leave it out.
        batch.side = side;
        batch.fieldCount = fieldCount;
      } else at = skipBlanks(bytes, end, to);
    }
    // The message may begin with a byte-order mark.
    if (at + 3 <= to && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
    return this.#message(batch, row, Math.min(at, to), to, priority);
  }

  /** `host tag[123]: message`, `tag[123]: message`, `host message` */
  #hostAndTag(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    priority: number,
    strict: boolean,
  ): Verdict {
    const { bytes } = batch;
    let hostTo = from;
    while (hostTo < to && bytes[hostTo] > SPACE) {
      const byte = bytes[hostTo];
      if (byte === OPEN || byte === 0x22 || byte === 0x3d || byte === BRACE || byte === 0x7c) break;
      if (byte === 0x2c) return NO;
      if (byte === COLON && (hostTo + 1 >= to || isBlank(bytes[hostTo + 1]))) break;
      hostTo++;
    }
    if (hostTo === from || hostTo >= to) return NO;
    if (bytes[hostTo] !== SPACE) {
      // No host: the tag stands there.
      if (strict || (bytes[hostTo] === COLON && severityOfWord(bytes, from, hostTo) !== 0)) return NO;
      const tagTo = this.#tag(batch, row, from, to);
      return tagTo < 0 ? NO : this.#message(batch, row, tagTo, to, priority);
    }
    // Where a severity stands for the host another logger wrote the line.
    if (priority < 0 && severityOfWord(bytes, from, hostTo) !== 0) return NO;
    let start = skipBlanks(bytes, hostTo, to);
    if (isText(bytes, start, to, "-- ")) start = skipBlanks(bytes, start + 3, to);
    const host = batch.addField(this.#keys.id.host, from, hostTo, TEXT);
    if (isText(bytes, start, to, "CEF:")) {
      batch.host[row] = host;
      return this.#message(batch, row, start, to, priority);
    }
    if (priority < 0) start = this.#severityBehindHost(batch, row, start, to);
    const tagTo = this.#tag(batch, row, start, to);
    if (tagTo < 0) {
      // A time with a month's name is syslog's; one of ISO 8601 is anybody's.
      if (priority < 0 && isDigit(bytes[batch.timeFrom[row]])) return NO;
      if (priority < 0 && !isText(bytes, start, to, "last message repeated")) return NO;
      batch.host[row] = host;
      return this.#message(batch, row, start, to, priority);
    }
    if (strict && !this.#tagged) return NO;
    batch.host[row] = host;
    return this.#message(batch, row, tagTo, to, priority);
  }

  /**
   * `notice mcpd[123]: `, `daemon.info dnsmasq[123]: `: a severity, perhaps with its facility, that stands before a tag
   * with a process; index behind it, `at` if none does.
   */
  #severityBehindHost(batch: Batch, row: number, at: number, to: number): number {
    const { bytes } = batch;
    const end = tokenEnd(bytes, at, to);
    const dot = findByte(bytes, at, end, DOT);
    const from = dot < 0 ? at : dot + 1;
    const number = severityOfWord(bytes, from, end);
    const tagTo = tokenEnd(bytes, end + 1, to);
    if (number === 0 || tagTo >= to || bytes[tagTo - 1] !== COLON || bytes[end - 1] === COLON) return at;
    if (dot < 0 && bytes[tagTo - 2] !== CLOSE) return at;
    batch.severity[row] = number;
    batch.severityFrom[row] = from;
    batch.severityTo[row] = end;
    if (dot > 0) batch.addField(this.#keys.id.facility, at, dot, TEXT);
    return end + 1;
  }

  /** The tag had a process number. */
  #tagged = false;

  /** `tag: `, `tag[123]: `, `tag 1.4.1: `, `tag[123] (sub): `; index of the message, or -1. */
  #tag(batch: Batch, row: number, from: number, to: number): number {
    const { bytes } = batch;
    let end = from;
    while (end < to && isTag(bytes[end])) end++;
    this.#tagged = false;
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
      at = pidTo + 1;
      if (bytes[at] === PAREN) at = takeSeverity(batch, row, at, to);
      if (at < to && bytes[at] === SPACE && at + 1 < to && bytes[at + 1] === PAREN) {
        at++;
        while (at < to && bytes[at] !== 0x29) at++;
        at++;
      }
    } else if (bytes[at] === SPACE) {
      // A version between the tag and its colon.
      const version = at + 1;
      let versionTo = version;
      while (versionTo < to && (isDigit(bytes[versionTo]) || bytes[versionTo] === 0x2e)) versionTo++;
      if (versionTo === version || findByte(bytes, version, versionTo, DOT) < 0) return -1;
      at = versionTo;
    }
    if (at >= to || bytes[at] !== COLON) {
      if (pidTo === pid || (at < to && !isBlank(bytes[at]))) return -1;
    } else at++;
    if (at < to && !isBlank(bytes[at]) && pidTo === pid) return -1;
    // A severity where the tag would stand is that of another logger: `name INFO: message`.
    if (pidTo === pid && isUpper(bytes[from]) && severityOfWord(bytes, from, end) !== 0) return -1;
    batch.service[row] = batch.addField(this.#keys.id.service, from, end, TEXT);
    if (pidTo > pid) {
      batch.addField(this.#keys.id.pid, pid, pidTo, isNumber(bytes, pid, pidTo) ? INT : TEXT);
      this.#tagged = true;
    }
    return skipBlanks(bytes, at, to);
  }

  #message(batch: Batch, row: number, from: number, to: number, priority: number): Verdict {
    const { bytes } = batch;
    let end = to;
    while (end > from && isBlank(bytes[end - 1])) end--;
    batch.bodyFrom[row] = from;
    batch.bodyTo[row] = end;
    if (this.#isHaproxy(batch, row) && readHaproxy(batch, row, from, end, this.#keys, this.#context)) {
      batch.commit();
      return YES;
    }
    const packet = packetAt(bytes, from, end);
    if (packet >= 0) {
      addPairs(batch, packet, end);
      batch.commit();
      return YES;
    }
    if (bytes[from] === 0x43 && readCef(batch, row, from, end)) {
      batch.commit();
      return YES;
    }
    if (isKlog(bytes, from, end) && this.#readKlog(batch, row, from, end)) return YES;
    const json = isText(bytes, from, end, "@cee:") ? skipBlanks(bytes, from + 5, end) : from;
    if (bytes[json] === BRACE && bytes[end - 1] === 0x7d && this.#readObject(batch, row, json, end)) {
      return YES;
    }
    if (isPair(bytes, json, end) && this.#readObject(batch, row, json, end)) return YES;
    if (priority < 0 && this.#messages.read(batch, row, from, end)) {
      addTrailingPairs(batch, batch.bodyFrom[row], batch.bodyTo[row]);
      batch.commit();
      return YES;
    }
    addTrailingPairs(batch, batch.bodyFrom[row], batch.bodyTo[row]);
    batch.commit();
    if (priority < 0) this.#layouts.learn(batch, row, batch.rawFrom[row], to, batch.bodyFrom[row], true);
    return YES;
  }
}

/** `(info)` behind a process, as Kerberos writes it; index behind it, `at` if it is something else. */
function takeSeverity(batch: Batch, row: number, at: number, to: number): number {
  const close = findByte(batch.bytes, at, to, 0x29);
  const number = close < 0 ? 0 : severityOfWord(batch.bytes, at + 1, close);
  if (number === 0) return at;
  batch.severity[row] = number;
  batch.severityFrom[row] = at + 1;
  batch.severityTo[row] = close;
  return close + 1;
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

function isWord(byte: number): boolean {
  return isDigit(byte) || isLetter(byte);
}

/** What a tag may hold; the colon ends it. */
function isTag(byte: number): boolean {
  return isWord(byte) || byte === 0x5f || byte === DASH || byte === 0x2e || byte === 0x2f || byte === 0x28 ||
    byte === 0x29 || byte === 0x40 || byte === 0x24 || byte === 0x25 || byte === 0x2b || byte >= 0x80;
}
