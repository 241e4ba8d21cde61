import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import {
  areCounts,
  hasLaterBracket,
  hasLaterThread,
  isBeforePlace,
  isBeforeTid,
  isCounted,
  isLabel,
  isNumberedThread,
  numbersJoint,
} from "./bracket_neighbours.ts";
import { addPlaceInWords } from "./bracket_places.ts";
import { addAddress } from "./text_address.ts";
import {
  addCalled,
  addFunctionAndLine,
  addNameAndLine,
  addPeer,
  addPidAndTid,
  addPointed,
  addSource,
  addThreadAndPlace,
  addTraceAndSpan,
  isMap,
  isProcess,
  isTraceBracket,
  lineColon,
} from "./text_composites.ts";
import { isThread } from "../head/text_dividers.ts";
import type { TextHead } from "../text_head.ts";
import { isClassAndMethod, isKeyed } from "../head/text_groups.ts";
import { isCode, isPath } from "../text_names.ts";
import { addPairs, arePairs } from "../message/text_pairs.ts";
import { AT, BAR, CLOSE, CLOSE_PAREN, COLON, COMMA, DASH, OPEN, PAREN, SLASH } from "../text_parts.ts";
import type { HeadRoles } from "./text_roles.ts";
import { isCallPlace, isIdentifier, isRoutedId, isSpan, isThreadName, runsThreads } from "./text_threads.ts";
import {
  classOf,
  findByte,
  IN_KEY,
  isBlank,
  isFileName,
  isIpAddress,
  isLower,
  isName,
  isNumber,
  isText,
  isUuid,
  JOINT,
  lastByte,
  LETTER,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { beforeDigits, digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** Blanks that pad what stands in parentheses. */
const LONGEST_PAD = 9;

/** Python's, and Haskell's */
const THREADS = ["Thread-", "ThreadId "];
const PLUS = 0x2b;

/** Turns what stands in the brackets and parentheses of a head into fields: by its shape, else by its place. */
export class BracketAttributes {
  readonly #keys: AttributeKeys;
  readonly #roles: HeadRoles;

  constructor(keys: AttributeKeys, roles: HeadRoles) {
    this.#keys = keys;
    this.#roles = roles;
  }

  /** `[123]`, `[main]`, `[shop.db:12]` */
  read(batch: Batch, row: number, head: TextHead, part: number): void {
    const { bytes } = batch;
    const { id } = this.#keys;
    const from = skipBlanks(bytes, head.from[part], head.to[part]);
    const to = trimmed(bytes, from, head.to[part]);
    if (from >= to) return;
    const behind = this.#roles.severity >= 0 && part > this.#roles.severity;
    // Java's uptime, `[0.012s]`, `[12ms]`; a time beside the record's
    if (isDigit(bytes[from]) && (isSpan(bytes, from, to) || isZoned(bytes, from, to))) {
      return this.#roles.addContext(batch, from, to);
    }
    if ((classOf(bytes, from, to) & ~(LETTER | JOINT | IN_KEY)) === 0 && !isText(bytes, from, to, "req-")) {
      return this.#nameInBrackets(batch, head, part, from, to, behind);
    }
    const joint = numbersJoint(bytes, from, to);
    if (head.timeInBrackets && isKeyed(bytes, from, to)) {
      const colon = findByte(bytes, from, to, COLON);
      // Payara's `[tid: _ThreadID=42 _ThreadName=main]`
      if (arePairs(bytes, colon + 2, to)) addPairs(batch, colon + 2, to);
      else batch.addField(batch.keys.idOfBytes(bytes, batch.view, from, colon), colon + 2, to, TEXT);
    } else if (joint > 0) {
      this.#roles.addNumber(batch, from, joint);
      batch.addField(id.threadId, joint + 1, to, INT);
    } else if (bytes[from] === OPEN && this.#roles.thread < 0) {
      // Mule's `[[MuleRuntime].uber.01: [shop].flow.CPU_LITE]`
      this.#roles.thread = part;
      const isWhole = bytes[to - 1] === CLOSE && findByte(bytes, from, to, CLOSE) === to - 1;
      batch.addField(id.thread, isWhole ? from + 1 : from, isWhole ? to - 1 : to, TEXT);
    } else if (isNumber(bytes, from, to)) {
      // log4j's and log4net's threads have numbers too: a logger's name tells them from a process.
      if (behind && isCounted(head, part)) this.#roles.addContext(batch, from, to);
      else if (!head.timeInBrackets && !behind && this.#roles.logger > part && to - from < 4) {
        batch.addField(id.threadId, from, to, INT);
      } else this.#roles.addNumber(batch, from, to);
    } else if (isText(bytes, from, to, "pid ") || isText(bytes, from, to, "PID ")) {
      addPidAndTid(batch, this.#keys, from + 4, to);
    } else if (isText(bytes, from, to, "process ") && isNumber(bytes, from + 8, to)) {
      this.#roles.addNumber(batch, from + 8, to);
    } else if (this.#processAndThread(batch, from, to)) return;
    else if (isText(bytes, from + 1, to, "hread ") && isNumber(bytes, from + 7, to)) {
      batch.addField(id.threadId, from + 7, to, INT);
    } else if (isText(bytes, from, to, "tid ") && isNumber(bytes, from + 4, to)) {
      batch.addField(id.threadId, from + 4, to, INT);
    } else if (isText(bytes, from, to, "client ") || isText(bytes, from, to, "remote ")) {
      addAddress(batch, this.#keys, from + 7, to);
    } else if (isText(bytes, from, to, "req-")) {
      batch.addField(id.requestId, from, tokenEnd(bytes, from, to), TEXT);
    } else if (sourceColon(bytes, from, to) >= 0) addSource(batch, this.#keys, from, to);
    // slog-term's `[src/main.rs:39:12]`, a column behind the line
    else if (sourceColon(bytes, from, beforeDigits(bytes, from, to)) >= 0) {
      addSource(batch, this.#keys, from, beforeDigits(bytes, from, to));
    } else if (isNumber(bytes, from, to - 1) && bytes[to - 1] === COLON) {
      // A thread without a name behind the process: `[4242:]`
      this.#roles.addNumber(batch, from, to - 1);
    } else if (addPlaceInWords(batch, this.#keys, from, to)) return;
    else if (this.#divided(batch, part, from, to) || addPointed(batch, row, this.#keys, from, to)) return;
    else if (addCalled(batch, this.#keys, from, to) || this.#processAndPlace(batch, from, to)) return;
    else if (addFunctionAndLine(batch, this.#keys, from, to) || this.#callPlace(batch, part, from, to)) {
      return;
    } else if (isClassAndMethod(bytes, from, to)) this.#classAndMethod(batch, part, from, to);
    else if (
      this.#roles.logger < 0 &&
      (isPaddedName(bytes, from, to) || (isNumberedName(bytes, from, to) && !hasLaterBracket(head, part)))
    ) {
      this.#roles.logger = part;
      addNameAndLine(batch, this.#keys, from, to);
    } else if (addThreadAndPlace(batch, this.#keys, from, to)) return;
    else if (addTraceAndSpan(batch, row, this.#keys, from, to)) return;
    else if (arePairs(bytes, from, to)) addPairs(batch, from, to);
    else if (this.#namedPairs(batch, from, to)) return;
    else if (isMap(bytes, from, to)) addPairs(batch, from + 1, to - 1);
    else if (isUuid(bytes, from, to) || isRoutedId(bytes, from, to)) {
      batch.addField(id.requestId, from, tokenEnd(bytes, from, to), TEXT);
    } else if (isCode(bytes, from, to)) batch.addField(id.eventId, from, to, TEXT);
    else this.#nameInBrackets(batch, head, part, from, to, behind);
  }

  /** Kafka's `[Consumer clientId=c-1, groupId=shop]`, vSphere's `[Originator@6876 sub=Vpxd]`: a context, and its pairs; false if it is something else. */
  #namedPairs(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    const name = tokenEnd(bytes, from, to);
    const at = findByte(bytes, from, name, AT);
    if (name >= to || !isName(bytes, from, at < 0 ? name : at) || !arePairs(bytes, name + 1, to)) {
      return false;
    }
    this.#roles.addContext(batch, from, to);
    addPairs(batch, name + 1, to);
    return true;
  }

  /** A name or a place, and what a comma divides from it; false if it is something else. */
  #divided(batch: Batch, part: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const { id } = this.#keys;
    const comma = findByte(bytes, from, to, COMMA);
    if (comma <= from) return false;
    const second = skipBlanks(bytes, comma + 1, to);
    if (isText(bytes, to - 2, to, "()")) {
      // `[main.cpp:12, run()]`
      if (sourceColon(bytes, from, comma) < 0 || !isName(bytes, second, to - 2)) return false;
      addSource(batch, this.#keys, from, comma);
      batch.addField(id.function, second, to - 2, TEXT);
      return true;
    }
    if (!isDigit(bytes[to - 1]) || !isName(bytes, from, comma)) return false;
    // logback's `[%method,%line]`
    if (isNumber(bytes, second, to) && this.#roles.logger >= 0 && isLower(bytes[from])) {
      batch.addField(id.function, from, comma, TEXT);
      batch.addField(id.line, second, to, INT);
      return true;
    }
    // spdlog-rs' `[shop::db, src/db.rs:12]`
    if (sourceColon(bytes, second, to) < 0) return false;
    this.#addLogger(batch, part, from, comma);
    addSource(batch, this.#keys, second, to);
    return true;
  }

  /** Mopidy's `[123:MainThread]`, Radicale's `[123/Thread-1 (serve)]` */
  #processAndThread(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    const colon = digitsEnd(bytes, from, to);
    if (colon === from || (bytes[colon] !== COLON && bytes[colon] !== SLASH)) return false;
    if (!isThreadName(bytes, colon + 1, to) && !THREADS.some((word) => isText(bytes, colon + 1, to, word))) {
      return false;
    }
    this.#roles.addNumber(batch, from, colon);
    batch.addField(this.#keys.id.thread, colon + 1, to, TEXT);
    return true;
  }

  /** rlog's `[4242 shop/main.go:12 (main.run)]`; false if it is something else. */
  #processAndPlace(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    const place = tokenEnd(bytes, from, to) + 1;
    const end = tokenEnd(bytes, place, to);
    if (!isDigit(bytes[from]) || !isNumber(bytes, from, place - 1) || sourceColon(bytes, place, end) < 0) {
      return false;
    }
    const isCalled = bytes[end + 1] === PAREN && bytes[to - 1] === CLOSE_PAREN && end + 3 < to;
    if (end < to && !isCalled) return false;
    this.#roles.addNumber(batch, from, place - 1);
    addSource(batch, this.#keys, place, end);
    if (isCalled) batch.addField(this.#keys.id.function, end + 2, to - 1, TEXT);
    return true;
  }

  /** Python's `[shop.db:connect:12]`; false if it is something else. */
  #callPlace(batch: Batch, part: number, from: number, to: number): boolean {
    const { bytes } = batch;
    if (!isCallPlace(bytes, from, to)) return false;
    const line = lastByte(bytes, from, to, COLON) + 1;
    const call = lastByte(bytes, from, line - 1, COLON) + 1;
    if (!isName(bytes, from, call - 1) || !isIdentifier(bytes, call, line - 1)) return false;
    if (this.#roles.logger === part) this.#roles.logger = -1;
    this.#addLogger(batch, part, from, call - 1);
    batch.addField(this.#keys.id.function, call, line - 1, TEXT);
    batch.addField(this.#keys.id.line, line, to, INT);
    return true;
  }

  /** java.util.logging's `com.example.Shop run`; the class is the logger where none is told. */
  #classAndMethod(batch: Batch, part: number, from: number, to: number): void {
    const end = tokenEnd(batch.bytes, from, to);
    this.#addLogger(batch, part, from, end);
    batch.addField(this.#keys.id.function, end + 1, to, TEXT);
  }

  /** The logger, where none is told. */
  #addLogger(batch: Batch, part: number, from: number, to: number): void {
    if (this.#roles.logger < 0) {
      this.#roles.logger = part;
      batch.addField(this.#keys.id.logger, from, to, TEXT);
    } else this.#roles.addContext(batch, from, to);
  }

  /** A thread, a logger, or neither, by its place. */
  #nameInBrackets(
    batch: Batch,
    head: TextHead,
    part: number,
    from: number,
    to: number,
    behind: boolean,
  ): void {
    const { id } = this.#keys;
    const roles = this.#roles;
    const isLogger = roles.logger === part;
    if (areCounts(batch.bytes, from, to)) return roles.addContext(batch, from, to);
    if ((isLogger || roles.logger < 0) && isIpAddress(batch.bytes, from, to)) {
      addPeer(batch, this.#keys, from, to);
    } else if (isLogger) addNameAndLine(batch, this.#keys, from, to);
    else if (roles.logger < 0 && behind && roles.hasPid && isBeforePlace(head, part)) {
      // Envoy's `[12][info][main] [source/server/server.cc:404]`: the thread is told.
      roles.logger = part;
      batch.addField(id.logger, from, to, TEXT);
    } else if (
      roles.thread < 0 && (isThreadName(batch.bytes, from, to) || isNumberedThread(head, part, to))
    ) {
      roles.thread = part;
      batch.addField(id.thread, from, to, TEXT);
    } else if (roles.logger >= 0) {
      if (roles.logger > part && roles.thread < 0) {
        roles.thread = part;
        batch.addField(id.thread, from, to, TEXT);
      } else roles.addContext(batch, from, to);
    } else if (
      !behind && roles.severity >= 0 && roles.thread < 0 &&
      nameLikeness(batch.bytes, from, to) !== PATH &&
      !isLabel(batch.bytes, from, to, head) && !hasLaterThread(head, part)
    ) {
      roles.thread = part;
      batch.addField(id.thread, from, to, TEXT);
    } else if (
      roles.brackets > 1 && hasLaterBracket(head, part) && !isPath(batch.bytes, from, to) &&
      !(from < head.severityFrom && isLabel(batch.bytes, from, to, head)) && !hasLaterThread(head, part) &&
      !isBeforeTid(head, part)
    ) {
      batch.addField(id.thread, from, to, TEXT);
    } else {
      roles.logger = part;
      addNameAndLine(batch, this.#keys, from, to);
    }
  }

  /** After `---`: the application, then the thread, then trace and span. */
  readSpring(batch: Batch, row: number, from: number, to: number, last: boolean): void {
    const { bytes } = batch;
    if (skipBlanks(bytes, from, to) === to || addTraceAndSpan(batch, row, this.#keys, from, to)) return;
    if (!last && isTraceBracket(bytes, from, to)) {
      // `shop,,`: neither is known.
      const comma = findByte(bytes, from, to, COMMA);
      if (comma > from) batch.service[row] = batch.addField(this.#keys.id.service, from, comma, TEXT);
      else if (comma < 0 && to - from > 1) this.#roles.addContext(batch, from, to);
      return;
    }
    // log4js' process
    if (last && !this.#roles.hasPid && isNumber(bytes, from, to)) this.#roles.addNumber(batch, from, to);
    else if (last || batch.service[row] >= 0) batch.addField(this.#keys.id.thread, from, to, TEXT);
    else batch.service[row] = batch.addField(this.#keys.id.service, from, to, TEXT);
  }

  /** `(123)`, `(name/123)`, `(123 on host)`, `(File.java:12)` */
  readParentheses(batch: Batch, row: number, from: number, to: number, part: number): void {
    const { bytes } = batch;
    const end = tokenEnd(bytes, from, to);
    if (sourceColon(bytes, from, end) >= 0) {
      addSource(batch, this.#keys, from, end);
      const called = isText(bytes, end, to, " in ") ? end + 4 : end + 1;
      if (called < to) batch.addField(this.#keys.id.function, called, to, TEXT);
      return;
    }
    if (isClassAndMethod(bytes, from, to)) return this.#classAndMethod(batch, part, from, to);
    // Log4perl's `(%F %L)`
    if (isFileName(bytes, from, end) && isNumber(bytes, end + 1, to)) {
      batch.addField(this.#keys.id.file, from, end, TEXT);
      batch.addField(this.#keys.id.line, end + 1, to, INT);
      return;
    }
    if (isProcess(bytes, from, to)) {
      return this.#roles.addNumber(batch, from + 4, to);
    }
    const slash = findByte(bytes, from, end, SLASH);
    const pid = slash < 0 ? from : slash + 1;
    const line = lineColon(bytes, from, to);
    // Python's `(connection:532)`
    const isBehind = this.#roles.severity >= 0 && part > this.#roles.severity && end === to &&
      !isThread(bytes, from, line);
    if (line < to && this.#roles.logger >= 0 && isBehind) {
      batch.addField(this.#keys.id.file, from, line, TEXT);
      batch.addField(this.#keys.id.line, line + 1, to, INT);
      return;
    }
    // Flume's `(org.example.Server.start:100)`
    if (line < to && this.#roles.logger < 0 && (isBehind || isPath(bytes, from, line))) {
      this.#roles.logger = part;
      return addNameAndLine(batch, this.#keys, from, to);
    }
    if (!isNumber(bytes, pid, end)) {
      // FreeSWITCH's `(sofia/internal/7001@10.0.0.1)`
      if (slash > from && findByte(bytes, from, to, AT) > slash) {
        return this.#roles.addContext(batch, from, to);
      }
      // loglevel's `INFO (shop): message`, pmacct's `INFO ( default/core ): message`
      const isNamed = bytes[skipBlanks(bytes, to, to + LONGEST_PAD) + 1] === COLON &&
        !isThread(bytes, from, to) && !isDigit(bytes[to - 1]);
      const isLogger = this.#roles.logger < 0 &&
        (isNamed || (isPath(bytes, from, to) && !isThreadName(bytes, from, to)));
      if (isLogger) this.#roles.logger = part;
      // Doris' `(thrift-server-pool-3|75)`
      const bar = isLogger ? -1 : findByte(bytes, from, to, BAR);
      const isJoined = bar > from && isNumber(bytes, bar + 1, to);
      if (isJoined) batch.addField(this.#keys.id.threadId, bar + 1, to, INT);
      batch.addField(isLogger ? this.#keys.id.logger : this.#keys.id.thread, from, isJoined ? bar : to, TEXT);
      return;
    }
    if (slash > from) batch.addField(this.#keys.id.logger, from, pid - 1, TEXT);
    this.#roles.addNumber(batch, pid, end);
    if (isText(bytes, end, to, " on ")) {
      batch.host[row] = batch.addField(this.#keys.id.host, end + 4, to, TEXT);
    } else {
      // Informatica's `(4242 | LKPDP_1)`
      let rest = skipBlanks(bytes, end, to);
      if (bytes[rest] === BAR) rest = skipBlanks(bytes, rest + 1, to);
      if (rest < to) this.#roles.addContext(batch, rest, to);
    }
  }
}

/** `salt.minion      :123` */
function isPaddedName(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = beforeDigits(bytes, from, to);
  return colon < to - 1 && bytes[colon] === COLON && isBlank(bytes[colon - 1]) &&
    skipBlanks(bytes, tokenEnd(bytes, from, to), to) === colon;
}

/** `shop.db:123`, whose name is no thread's. */
function isNumberedName(bytes: Uint8Array, from: number, to: number): boolean {
  const line = lineColon(bytes, from, to);
  return line < to && isName(bytes, from, line) && !isDigit(bytes[line - 1]) &&
    (isPath(bytes, from, line) || !runsThreads(bytes, from, line));
}

/** Whether a text ends with a zone, as `20/Nov/2026:08:00:01 +0000` does. */
function isZoned(bytes: Uint8Array, from: number, to: number): boolean {
  const zone = to - 5;
  return zone > from + 1 && bytes[zone - 1] === SPACE && (bytes[zone] === PLUS || bytes[zone] === DASH) &&
    isNumber(bytes, zone + 1, to);
}
