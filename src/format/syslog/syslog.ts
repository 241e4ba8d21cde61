import { hasMark } from "../newline.ts";
import type { Batch } from "../../record/batch.ts";
import { ERROR } from "../../record/severity.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { findEscape } from "../escape_sequences.ts";
import type { LineFormat, LineRange, ReadContext, Verdict } from "../line_format.ts";
import { isErrorOfNode } from "../continuation/stack_trace_lines.ts";
import { severityOfSyslog, severityOfWord } from "../severity_word.ts";
import { HeadLayouts } from "../text/learned/head_layout.ts";
import { FIXED } from "../text/learned/head_parts.ts";
import type { RunRules } from "../text/learned/head_run.ts";
import { addKernel, uptimeEnd } from "../text/loggers/text_kernel.ts";
import { addTold, BEGINS_TOLD } from "../text/message/told_measures.ts";
import { addTrailingPairs } from "../text/message/text_trailing_pairs.ts";
import { dotnetCategory } from "../text/message/text_two_lines.ts";
import {
  byteSet,
  isBlank,
  isNumber,
  isText,
  isUpper,
  lastByte,
  skipBlanks,
  sourceColon,
  tokenEnd,
  trimmed,
} from "../text/text_tokens.ts";
import { findCiscoCode, readCisco } from "./cisco.ts";
import { readColonParameters, readStructuredData } from "./structured_data.ts";
import { isHostBeforeFields, readFacility, readTopics } from "./message_severity.ts";
import { hasOwnReader, isParticular, SyslogMessages } from "./syslog_message.ts";
import { ProgramCensus } from "./program_census.ts";
import { facilityDot, SyslogTags } from "./syslog_tag.ts";
import { SyslogTraces } from "./syslog_traces.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { beforeDigits, isDigit, isLetter } from "../time/timestamp_parts.ts";
import * as kinds from "../../record/batch.ts";
import * as verdicts from "../line_format.ts";
import * as textPartsConstants from "../text/text_parts.ts";
import * as textTokensConstants from "../text/text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { INT, TEXT } = kinds;
const { JOINS, NO, YES } = verdicts;
const { SPACE, TAB } = textTokensConstants;
const { BRACE, COLON, DASH, DOT, GREATER, LESS, OPEN } = textPartsConstants;

const PLUS = 0x2b, UNIT = 0x1f;
/** Lines that are looked at before the first is read. */
const MOST_PRIMED = 64;
/** Digits of a year, and of a message's length. */
const YEAR = 4;
/** Bytes of `1795161601.123456`, as journalctl writes it. */
const UNIX_TIME = 17;
const MOST_DIGITS = 6;
/** Priorities of the facility of the kernel. */
const KERNEL = 8;
const FACILITIES = ("kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit " +
  "alert clock local0 local1 local2 local3 local4 local5 local6 local7")
  .split(" ").map((name) => new TextEncoder().encode(name));

const NO_BYTES = new Uint8Array(256);
const CLOSES = byteSet("]");

/**
 * syslog: RFC 5424 with structured data, RFC 3164 with and without its priority, and the lines of rsyslog
 * and journald with a time of ISO 8601. A severity that begins the message counts where no priority says
 * one.
 */
export class SyslogFormat implements LineFormat {
  readonly name = "syslog";
  readonly goesOn = true;
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #messages: SyslogMessages;
  readonly #tags: SyslogTags;
  readonly #layouts = new HeadLayouts(false);
  readonly #programs = new ProgramCensus();
  readonly #traces: SyslogTraces;
  /** Which lines have nothing but a plain message, and what it tells, behind their heads. */
  readonly #rules: RunRules = {
    opens: NO_BYTES,
    closes: CLOSES,
    mayEndOtherwise: () => true,
    mayHaveOtherEnd: () => false,
    hasTraces: true,
    finish: (batch, row, from, to) => {
      this.#setBody(batch, row, from, to);
      // With .NET's the next line goes on.
      return dotnetCategory(batch, row) < 0;
    },
    hasOwnReader,
    grave: ERROR,
  };

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#messages = new SyslogMessages(context, this.#keys, this.#programs);
    this.#tags = new SyslogTags(this.#keys);
    this.#traces = new SyslogTraces(context);
  }

  get preamble(): readonly string[] {
    return this.#programs.preamble;
  }

  /** Counts what the messages begin with, before the first of them is read. */
  prime(batch: Batch, lines: Iterable<LineRange>): void {
    const { count, side, fieldCount } = batch;
    let left = MOST_PRIMED;
    for (const [from, to] of lines) {
      if (left-- === 0) break;
      this.#read(batch, from, to);
      while (batch.count > count) batch.takeBack();
      batch.side = side;
      batch.fieldCount = fieldCount;
    }
    this.#programs.close();
    this.#layouts.forget();
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { side, fieldCount } = batch;
    if (batch.bytes[from] === UNIT) {
      if (this.#programs.take(batch.bytes, from, to)) this.#layouts.forget();
      return NO;
    }
    const verdict = this.#read(batch, from, to);
    if (verdict === YES) this.#traces.begin(batch, batch.count - 1);
    else {
      // What joins may stand there.
      if (verdict === NO) batch.side = side;
      batch.fieldCount = fieldCount;
    }
    return verdict;
  }

  #read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (from >= to) return NO;
    const first = bytes[from];
    if (first === LESS) return this.#prioritised(batch, from, to);
    const counted = isDigit(first) ? behindCount(bytes, from, to) : from;
    if (counted > from) return this.#prioritised(batch, counted, to);
    const known = this.#readKnown(batch, from, to);
    if (known !== NO) return known;
    if (this.#readCisco(batch, from, from, to)) return YES;
    if (isEventFormat(bytes, from, to)) {
      batch.begin(from, to);
      return this.#message(batch, batch.count, from, to, 0);
    }
    if (!isLetter(first) && !isDigit(first) && first < 0x80) return NO;
    const row = batch.begin(from, to);
    const isEpoch = isUnixTime(bytes, from, to) && readEpoch(batch, row, from, from + UNIX_TIME);
    const timeTo = isEpoch ? from + UNIX_TIME : readTime(batch, row, from, to, this.#context);
    if (timeTo < 0 && isLetter(first)) return this.#untimed(batch, row, from, to);
    if (timeTo < 0 || timeTo >= to || bytes[timeTo] !== SPACE) return NO;
    // No syslog divides the fraction of a second by a comma: pip's `2026-11-20T08:00:01,123 Skipping link: message`
    if (bytes[from + 10] === 0x54 && bytes[from + 19] === 0x2c) return NO;
    // Names of months, the T of ISO 8601, or Sophos' `2026:11:20-08:00:00`.
    const isDivided = bytes[from + 4] === COLON && bytes[from + 10] === DASH;
    let host = skipBlanks(bytes, timeTo, to);
    // Behind a month's number 月 stands: `11月 20 08:00:00 host tag: message`.
    const isNumbered = bytes[from + 1] >= 0x80 || bytes[from + 2] >= 0x80;
    if (
      isDigit(first) && !isEpoch && !isNumbered &&
      (timeTo - from < 19 || (bytes[from + 10] !== 0x54 && !isDivided))
    ) {
      // Of a template of one's own the facility tells: `2026-11-20 08:00:00 host local0.info tag[42]: message`.
      if (timeTo - from < 19 || facilityDot(bytes, tokenEnd(bytes, host, to) + 1, to) < 0) return NO;
    }
    this.#keys.fresh();
    // `Z` is written by others as well, and so is `+0000` behind a fraction, which journalctl's short times do without.
    const isShort = bytes[timeTo - 5] === PLUS || bytes[timeTo - 5] === DASH;
    const isOthers = bytes[timeTo - 1] === 0x5a || (isShort && batch.fraction[row] > 0);
    const strict = isEpoch || (isDigit(first) && isOthers);
    // Aruba's `Nov 20 08:00:00 2026 host tag[42]: message`
    if (!isDigit(first) && isNumber(bytes, host, host + YEAR) && bytes[host + YEAR] === SPACE) {
      host += YEAR + 1;
    }
    // FreeBSD's `Nov 20 08:00:00 <kern.info> host tag: message`
    if (bytes[host] === LESS) host = readFacility(batch, row, host, to, this.#keys);
    return this.#hostAndTag(batch, row, host, to, -1, strict);
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

  /** `bluetoothd[1729]: message`, as daemons in the foreground write it to standard error. */
  #untimed(batch: Batch, row: number, from: number, to: number): Verdict {
    const tagTo = this.#tags.program(from, to, batch.bytes);
    if (tagTo < 0) return NO;
    this.#keys.fresh();
    const message = this.#tags.read(batch, row, from, to);
    if (message !== tagTo) return NO;
    this.#messages.read(batch, row, message, to, false);
    return YES;
  }

  /** Reads a line whose head is laid out as those of lines before it. */
  #readKnown(batch: Batch, from: number, to: number): Verdict {
    const message = this.#layouts.read(batch, from, to, this.#context);
    if (message < 0) return NO;
    const row = batch.count;
    if (this.#traces.goesOn(batch, row, message, to)) return JOINS;
    const isColoured = this.#context.hasEscape && findEscape(batch.view, message, to) >= 0;
    if (isColoured || isParticular(batch, row, message, to)) {
      batch.abandon();
      return NO;
    }
    this.#setBody(batch, row, message, trimmed(batch.bytes, message, to));
    batch.commit();
    return YES;
  }

  /** Makes the message [from, to) the body, and adds what it tells. */
  #setBody(batch: Batch, row: number, from: number, to: number): void {
    batch.setBody(row, from, to);
    if (BEGINS_TOLD[batch.bytes[from]] === 1) addTold(batch, row, from, to, this.#keys);
    addTrailingPairs(batch, from, to);
  }

  readRun(batch: Batch, from: number, end: number, mayJoin: boolean): number {
    if (this.#traces.mayGoOn) return from;
    const next = this.#layouts.readRun(batch, from, end, mayJoin, this.#context, this.#rules);
    if (next > from) this.#traces.pass(batch, batch.count - 1);
    return next;
  }

  #prioritised(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    let at = from + 1;
    let priority = 0;
    for (; at < to && at < from + 4 && isDigit(bytes[at]); at++) priority = priority * 10 + bytes[at] - 48;
    if (at === from + 1 || at >= to || bytes[at] !== GREATER || priority > 191) return NO;
    const row = batch.begin(from, to);
    this.#keys.fresh();
    batch.setSeverity(row, severityOfSyslog(priority), from + 1, at);
    at++;
    if (isText(bytes, at, to, "1 ")) return this.#modern(batch, row, at + 2, to, priority);
    // Of the kernel's facility, which programs have no part in, systemd's severities are.
    const category = priority < KERNEL ? this.#tags.category(batch, row, at, to, this.#context) : -1;
    if (category > 0) return this.#message(batch, row, category, to, priority);
    this.#addFacility(batch, priority);
    if (this.#readCisco(batch, from, at, to)) return YES;
    // NX-OS' `<187>: 2023 May  2 12:55:19 UTC: message`
    const start = skipBlanks(bytes, isText(bytes, at, to, ": ") ? at + 2 : at, to);
    const timeTo = start < to && (isDigit(bytes[start]) || isLetter(bytes[start]))
      ? readTime(batch, row, start, to, this.#context)
      : -1;
    if (timeTo < 0) {
      const uptime = uptimeEnd(bytes, start, to);
      if (uptime > 0) {
        addKernel(batch, row, this.#keys);
        batch.addField(this.#keys.id.prefix, skipBlanks(bytes, start + 1, uptime), uptime, TEXT);
        return this.#message(batch, row, skipBlanks(bytes, uptime + 1, to), to, priority);
      }
      const short = this.#tags.processAndLetter(batch, row, start, to);
      if (short > start) return this.#message(batch, row, short, to, priority);
      // Without a time only a tag says that this is syslog; the kernel's messages have neither.
      const tagTo = this.#tags.read(batch, row, start, to);
      return this.#message(batch, row, tagTo < 0 ? start : tagTo, to, priority);
    }
    let next = timeTo < to && bytes[timeTo] === COLON ? timeTo + 1 : timeTo;
    next = skipBlanks(bytes, next, to);
    if (isText(bytes, next, to, "last message repeated ")) {
      return this.#message(batch, row, next, to, priority);
    }
    const verdict = this.#hostAndTag(batch, row, next, to, priority, false);
    return verdict === NO ? this.#message(batch, row, next, to, priority) : verdict;
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
    let timeTo = readTime(batch, row, at, to, this.#context);
    if (timeTo < -1) { // a time that there never was
      timeTo = -2 - timeTo;
      batch.addField(id.prefix, at, timeTo, TEXT);
    }
    if (timeTo < 0 && isDigit(bytes[at])) return this.#epoch(batch, row, at, to, priority);
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
      let end = bytes[at] === DASH ? at + 1 : readStructuredData(batch, at, to);
      if (end < 0) {
        batch.side = side;
        batch.fieldCount = fieldCount;
        end = readColonParameters(batch, at, to);
      }
      if (end < 0) {
        // What is no structured data is the message: some leave it out.
        batch.side = side;
        batch.fieldCount = fieldCount;
      } else at = skipBlanks(bytes, end, to);
    }
    // The message may begin with a byte-order mark.
    if (at + 3 <= to && hasMark(bytes, at)) at += 3;
    return this.#message(batch, row, Math.min(at, to), to, priority);
  }

  /** Meraki's `1 1795161601.123456789 host message`. */
  #epoch(batch: Batch, row: number, from: number, to: number, priority: number): Verdict {
    const { bytes } = batch;
    const timeTo = tokenEnd(bytes, from, to);
    const host = timeTo + 1;
    const hostTo = tokenEnd(bytes, host, to);
    if (hostTo >= to || hostTo === host || !readEpoch(batch, row, from, timeTo)) return NO;
    batch.host[row] = batch.addField(this.#keys.id.host, host, hostTo, TEXT);
    return this.#message(batch, row, skipBlanks(bytes, hostTo, to), to, priority);
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
    // UniFi's access points: `U7PG2,788a20aabbcc,v4.3.20: hostapd: message`
    let isListed = false;
    while (hostTo < to && bytes[hostTo] > SPACE) {
      const byte = bytes[hostTo];
      if (byte === OPEN || byte === 0x22 || byte === 0x3d || byte === BRACE || byte === 0x7c) break;
      if (byte === 0x2c) {
        // MikroTik's topics tell the severity: `firewall,info`.
        const next = hostTo + 1;
        if (strict || isBlank(bytes[next]) || severityOfWord(bytes, next, partEnd(bytes, next, to)) !== 0) {
          return NO;
        }
        isListed = true;
      }
      if (byte === COLON && (hostTo + 1 >= to || isBlank(bytes[hostTo + 1]))) break;
      hostTo++;
    }
    if (hostTo === from || hostTo >= to || bytes[from] === 0x28) return NO;
    if (bytes[hostTo] !== SPACE && !(isListed && bytes[hostTo] === COLON)) {
      // No host: the tag stands there.
      // dokku's `app[web.1]: `
      const isDyno = strict && bytes[hostTo] === OPEN && isLetter(bytes[hostTo + 1]);
      if ((strict && !isDyno) || (bytes[hostTo] === COLON && severityOfWord(bytes, from, hostTo) !== 0)) {
        return NO;
      }
      if (priority < 0 && isErrorOfNode(bytes, from, to)) return NO;
      const tagTo = this.#tags.read(batch, row, from, to);
      if (tagTo < 0 || (priority < 0 && this.#isOthers(bytes, batch.timeFrom[row]))) return NO;
      return this.#message(batch, row, tagTo, to, priority);
    }
    // Where a severity or a dash stands for the host another logger wrote the line.
    if (priority < 0 && hostTo === from + 1 && bytes[from] === 0x2d) return NO;
    if (priority < 0 && severityOfWord(bytes, severityFrom(bytes, from, hostTo), hostTo) !== 0) return NO;
    // clamd's arrow
    if (priority < 0 && isText(bytes, from, hostTo, "->")) return NO;
    // A source's file and line are no host.
    if (isPeer(bytes, from, hostTo) || (priority < 0 && sourceColon(bytes, from, hostTo) >= 0)) return NO;
    let start = skipBlanks(bytes, bytes[hostTo] === COLON ? hostTo + 1 : hostTo, to);
    if (isText(bytes, start, to, "-- ")) start = skipBlanks(bytes, start + 3, to);
    const { fieldCount } = batch;
    const host = batch.addField(this.#keys.id.host, from, hostTo, TEXT);
    if (isEventFormat(bytes, start, to)) {
      batch.host[row] = host;
      return this.#message(batch, row, start, to, priority);
    }
    if (priority < 0) start = this.#tags.severityBehindHost(batch, row, start, to);
    start = this.#tags.behindAddress(start, to, bytes);
    // Behind a tab stands what goes on with a message, as logback sends the lines of a trace.
    const tagTo = bytes[start - 1] === TAB ? -1 : this.#tags.read(batch, row, start, to);
    if (tagTo < 0) {
      if (isListed) {
        batch.fieldCount = fieldCount;
        return NO;
      }
      const topics = readTopics(batch, row, start, to);
      if (topics > 0) {
        batch.host[row] = host;
        batch.addField(this.#keys.id.logger, start, topics, TEXT);
        return this.#message(batch, row, skipBlanks(bytes, topics, to), to, priority);
      }
      // A time with a month's name is syslog's; one of ISO 8601 is anybody's, as HAProxy writes it to its output.
      if (priority < KERNEL && isDigit(bytes[batch.timeFrom[row]])) {
        batch.fieldCount = fieldCount;
        return NO;
      }
      const isTagless = isText(bytes, start, to, "last message repeated") ||
        isHostBeforeFields(bytes, from, hostTo, to);
      if (priority < 0 && !isTagless) return NO;
      batch.host[row] = host;
      return this.#message(batch, row, start, to, priority);
    }
    const isNamed = this.#tags.hasProcess || isText(bytes, start, to, "kernel: ");
    if (!isNamed && (strict || (priority < 0 && this.#isOthers(bytes, batch.timeFrom[row])))) return NO;
    batch.host[row] = host;
    return this.#message(batch, row, tagTo, to, priority);
  }

  /**
   * Whether a tag without a process may be no program's: behind a day of the week (`time`) words and a colon may be any
   * message's, OpenVPN's `Fri Nov 20 08:00:01 2026 TLS Error: message`.
   */
  #isOthers(bytes: Uint8Array, time: number): boolean {
    return !this.#tags.hasProcess && bytes[time + 3] === SPACE && isLetter(bytes[time]) &&
      isLetter(bytes[time + 4]);
  }

  #message(batch: Batch, row: number, from: number, to: number, priority: number): Verdict {
    if (this.#traces.goesOn(batch, row, from, to)) return JOINS;
    const isPlain = this.#messages.read(batch, row, from, to, priority >= 0);
    if (this.#programs.note(batch.bytes, batch.rawFrom[row], to)) this.#layouts.forget();
    // Behind colours the message is a copy that stands elsewhere.
    if (isPlain && priority < 0 && batch.bodyFrom[row] <= to) {
      this.#layouts.learn(batch, row, batch.rawFrom[row], to, batch.bodyFrom[row], FIXED);
    }
    return YES;
  }
}

/** Where a severity would begin: behind the dot of Monolog's `orders.WARNING`, else at `from`. */
function severityFrom(bytes: Uint8Array, from: number, to: number): number {
  const dot = lastByte(bytes, from, to, DOT);
  return bytes[dot] === DOT && isUpper(bytes[dot + 1]) ? dot + 1 : from;
}

/** Whether `1795161601.123456 ` stands at `at`. */
function isUnixTime(bytes: Uint8Array, at: number, to: number): boolean {
  return at + UNIX_TIME < to && bytes[at + UNIX_TIME] === SPACE && bytes[at + 10] === DOT &&
    isDigit(bytes[at]) &&
    isNumber(bytes, at, at + 10) && isNumber(bytes, at + 11, at + UNIX_TIME);
}

/** Behind the number of bytes before a priority, `83 <40>1 …`, as syslog over TCP and Heroku's drains count them; else `from`. */
function behindCount(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && at - from < MOST_DIGITS && isDigit(bytes[at])) at++;
  return bytes[at] === SPACE && bytes[at + 1] === LESS && isDigit(bytes[at + 2]) ? at + 1 : from;
}

/** Whether a message is one of ArcSight's or of IBM's formats of events. */
function isEventFormat(bytes: Uint8Array, at: number, to: number): boolean {
  return bytes[at] === 0x43 ? isText(bytes, at, to, "CEF:") : isText(bytes, at, to, "LEEF:");
}

/** `10.0.0.1:51234`, as OpenVPN names a client: no host that wrote the line. */
function isPeer(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = beforeDigits(bytes, from, to);
  if (colon === to - 1 || bytes[colon] !== COLON) return false;
  let dots = 0;
  for (let at = from; at < colon; at++) if (bytes[at] === DOT) dots++;
  return dots === 3 && isDigit(bytes[colon - 1]);
}

/** Where a part of a list ends: at a comma, a colon or a blank. */
function partEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && bytes[at] > SPACE && bytes[at] !== 0x2c && bytes[at] !== COLON) at++;
  return at;
}
