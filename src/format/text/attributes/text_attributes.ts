import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import { isPorted } from "../../access/addresses.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { addAddress } from "./text_address.ts";
import { BracketAttributes } from "./text_bracket_attributes.ts";
import {
  addLogger,
  addNameAndLine,
  addPairsAndIds,
  addPeer,
  addSource,
  addTraceAndSpan,
  addUser,
  isProcess,
  isTraceBracket,
  lineColon,
} from "./text_composites.ts";
import { isThread } from "../head/text_dividers.ts";
import type { TextHead } from "../text_head.ts";
import { isPostgres } from "../loggers/text_postgres.ts";
import { isPath } from "../text_names.ts";
import { addPairs, arePairs, isKeyAt } from "../message/text_pairs.ts";
import { addSpacedPairs } from "../message/text_spaced_pairs.ts";
import {
  ADDRESS_PART,
  ANGLE_PART,
  BAR,
  BRACE_PART,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  CONNECTION_PART,
  CONTEXT_PART,
  DASHES_PART,
  EQUALS,
  EVENT_PART,
  FILE_PART,
  FUNCTION_PART,
  HASH,
  HOST_PART,
  KEYED_PART,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  PAREN_PART,
  PEER_PART,
  PREFIX_PART,
  ROLE_PART,
  SEVERITY_PART,
  SOURCE_PART,
  SPAN_PART,
  STATE_PART,
  TAG_PART,
  THREAD_PART,
  TIME_PART,
  TOKEN_PART,
  USER_PART,
  WORKER_PART,
} from "../text_parts.ts";
import {
  addField,
  addKeyed,
  hasNameBehind,
  hasThreadBehind,
  isMarked,
  isNamed,
  isNearer,
  isNull,
  isPythons,
  threadJoint,
} from "./text_part_names.ts";
import { HeadRoles } from "./text_roles.ts";
import { isCallPlace, isThreadName } from "./text_threads.ts";
import {
  COMPOUND,
  findByte,
  isAddress,
  isDecimal,
  isFileName,
  isIpAddress,
  isLower,
  isName,
  isNumber,
  isUuid,
  lastByte,
  nameLikeness,
  PATH,
  sourceColon,
  SPACE,
} from "../text_tokens.ts";
import { beforeDigits, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/**
 * Turns the parts of a head into fields with OpenTelemetry's semantic names. What a part means follows from its shape and
 * its place: a bracket before a logger's name is a thread, one alone behind the severity the logger, a number a process.
 */
export class TextAttributes {
  readonly #keys: AttributeKeys;
  readonly #roles: HeadRoles;
  readonly #brackets: BracketAttributes;

  constructor(keys: AttributeKeys) {
    this.#keys = keys;
    this.#roles = new HeadRoles(keys);
    this.#brackets = new BracketAttributes(keys, this.#roles);
  }

  add(batch: Batch, row: number, head: TextHead): void {
    const first = batch.fieldCount;
    this.#findRoles(batch, row, head);
    for (let part = 0; part < head.count; part++) this.#addPart(batch, row, head, part);
    this.#roles.keepApart(batch, first);
  }

  /** Finds which parts are the severity, the logger and the brackets. */
  #findRoles(batch: Batch, row: number, head: TextHead): void {
    const roles = this.#roles;
    const { bytes, count, from, kind, to } = head;
    roles.clear(batch, row);
    for (let part = 0; part < count; part++) {
      switch (kind[part]) {
        case NAME_PART:
          if (!isPythons(bytes, from[part], to[part])) {
            if (roles.logger < 0 || isNearer(head, roles.logger, part)) roles.logger = part;
          }
          break;
        case SEVERITY_PART:
          roles.severity = part;
          break;
        case DASHES_PART:
          roles.dashes = part;
          break;
        case BRACKET_PART:
          // What stands behind Spring Boot's logger is no thread.
          if (!roles.isBehindSprings(part) && !isTraceBracket(bytes, from[part], to[part])) {
            roles.lastBracket = part;
          }
          roles.brackets++;
      }
    }
    if (roles.logger >= 0 && roles.brackets > 0) this.#preferPath(head);
    // `[shop.db:69] module`: what names its line is the logger. Behind Spring Boot's dashes it is a thread.
    const { lastBracket: last } = roles;
    if (roles.brackets !== 1 || roles.dashes >= 0 || roles.logger <= last || last <= roles.severity) return;
    if (lineColon(bytes, from[last], to[last]) < to[last]) roles.logger = last;
  }

  #addPart(batch: Batch, row: number, head: TextHead, part: number): void {
    const roles = this.#roles;
    const { id } = this.#keys;
    const from = head.from[part];
    const to = head.to[part];
    if (isNull(batch.bytes, from, to, head.kind[part])) return;
    switch (head.kind[part]) {
      case TIME_PART:
        // One that there never was stays readable.
        if (batch.time[row] !== batch.time[row]) this.#prefix(batch, from, to);
        return;
      case SEVERITY_PART:
      case DASHES_PART:
        return;
      case NUMBER_PART:
        // log4j's `%F %-4L`
        if (part > 0 && head.kind[part - 1] === FILE_PART) return addField(batch, id.line, from, to, INT);
        return roles.addNumber(batch, from, to);
      case NAME_PART:
        return this.#name(batch, from, to, part === roles.logger);
      case SOURCE_PART:
        return addSource(batch, this.#keys, from, to);
      case HOST_PART:
        batch.host[row] = batch.addField(id.host, from, to, TEXT);
        return;
      case TAG_PART:
        batch.service[row] = batch.addField(id.service, from, to, TEXT);
        return;
      case THREAD_PART:
        return this.#thread(batch, part, from, to);
      case LINE_PART:
        return addField(batch, id.line, from, to, INT);
      case EVENT_PART:
        return addField(batch, id.eventId, from, to, INT);
      case WORKER_PART:
        return addField(batch, id.worker, from, to, INT);
      case FILE_PART:
        return addField(batch, id.file, from, to, TEXT);
      case FUNCTION_PART:
        return addField(batch, id.function, from, to, TEXT);
      case ADDRESS_PART:
        return addField(batch, id.threadId, from, to, TEXT);
      case STATE_PART:
        return addField(batch, id.state, from, to, TEXT);
      case ROLE_PART:
        return addField(batch, id.role, from, to, TEXT);
      case SPAN_PART:
        return addField(batch, id.spanName, from, to, TEXT);
      case CONNECTION_PART:
        return addField(batch, id.connectionId, from, to, isNumber(batch.bytes, from, to) ? INT : TEXT);
      case PEER_PART:
        return addPeer(batch, this.#keys, from, to);
      case USER_PART:
        // The node of Erlang or Elixir looks the same, `nonode@nohost`.
        if (!isPostgres(head)) return roles.addContext(batch, from, to);
        return addUser(batch, this.#keys, from, to);
      case CONTEXT_PART:
        if (!addTraceAndSpan(batch, row, this.#keys, from, to)) this.#context(batch, part, from, to);
        return;
      case PREFIX_PART:
        return this.#beforeTime(batch, part, from, to);
      case ANGLE_PART:
        return this.#angle(batch, from, to);
      case TOKEN_PART:
        return this.#token(batch, head, part);
      case BRACE_PART:
        return this.#brace(batch, row, part, from, to);
      case KEYED_PART:
        return addKeyed(batch, from, to);
      case PAREN_PART:
        return this.#brackets.readParentheses(batch, row, from, to, part);
      case BRACKET_PART:
        if (roles.isBehindSprings(part) && isNumber(batch.bytes, from, to)) {
          return addField(batch, id.line, from, to, INT);
        }
        if (roles.dashes < 0 || part < roles.dashes || roles.isBehindSprings(part)) {
          return this.#brackets.read(batch, row, head, part);
        }
        return this.#brackets.readSpring(batch, row, from, to, part === roles.lastBracket);
    }
  }

  /** What stands before the time. */
  #beforeTime(batch: Batch, part: number, from: number, to: number): void {
    const roles = this.#roles;
    const { id } = this.#keys;
    const { bytes } = batch;
    // The key of the time, `time=2026-11-20T08:00:01 `
    if (bytes[to - 1] === EQUALS) return;
    const isClosed = bytes[to - 1] === CLOSE_PAREN || bytes[to - 1] === CLOSE;
    // Go's `[123] 2026/11/20 …`
    if (bytes[from] === OPEN && isNumber(bytes, from + 1, to - 1)) {
      roles.addNumber(batch, from + 1, to - 1);
    } else if (sourceColon(bytes, from, to) >= 0) addSource(batch, this.#keys, from, to);
    else if (isClosed && isThreadName(bytes, from + 1, to - 1)) {
      batch.addField(id.thread, from + 1, to - 1, TEXT);
    } else if (isIpAddress(bytes, from, to) || isPorted(bytes, from, to)) {
      addAddress(batch, this.#keys, from, to);
    } else if (roles.logger < 0 && isNamed(bytes, from, to)) {
      roles.logger = part;
      batch.addField(id.logger, from + 1, to - 1, TEXT);
    } else if (!roles.addActor(batch, from, to)) this.#prefix(batch, from, to);
  }

  /** Airflow's `{file.py:12}`, a logger's name, pairs, or something else in braces. */
  #brace(batch: Batch, row: number, part: number, from: number, to: number): void {
    const roles = this.#roles;
    const { bytes } = batch;
    const isLogger = roles.logger < 0 &&
      (lineColon(bytes, from, to) < to || nameLikeness(bytes, from, to) === PATH);
    if (sourceColon(bytes, from, to) >= 0) addSource(batch, this.#keys, from, to);
    else if (isLogger) {
      roles.logger = part;
      addNameAndLine(batch, this.#keys, from, to);
    } else if (isKeyAt(bytes, from, to)) {
      if (arePairs(bytes, from, to)) addPairsAndIds(batch, row, from, to);
      else addSpacedPairs(batch, from, to);
    } else if (roles.thread < 0 && isThreadName(bytes, from, to)) this.#thread(batch, part, from, to);
    else roles.addContext(batch, from, to);
  }

  /** Erlang's `<0.123.0>`, a logger's name, or a thread's. */
  #angle(batch: Batch, from: number, to: number): void {
    const { id } = this.#keys;
    if (isAddress(batch.bytes, from, to)) {
      batch.addField(id.threadId, from, to, TEXT);
      return;
    }
    const isLogger = this.#roles.logger < 0 && nameLikeness(batch.bytes, from, to) >= COMPOUND;
    // A word beside the logger is a thread.
    const other = isDigit(batch.bytes[from]) || this.#roles.thread >= 0 ? id.pid : id.thread;
    batch.addField(isLogger ? id.logger : other, from, to, TEXT);
  }

  /** `[shop.db][INFO] connect: `: a path in brackets before the severity is the logger, not a word behind it. */
  #preferPath({ bytes, from, to, kind }: TextHead): void {
    const roles = this.#roles;
    if (
      roles.logger < roles.severity ||
      nameLikeness(bytes, from[roles.logger], to[roles.logger]) >= COMPOUND
    ) return;
    for (let part = 0; part < roles.severity; part++) {
      if (kind[part] === BRACKET_PART && nameLikeness(bytes, from[part], to[part]) === PATH) {
        roles.logger = part;
      }
    }
  }

  /** The logger, where none is told better, `connect(12)`, a function and its line, or something else. */
  #context(batch: Batch, part: number, from: number, to: number): void {
    const { bytes } = batch;
    const roles = this.#roles;
    const least = roles.thread >= 0 && part > roles.severity ? COMPOUND : PATH;
    if (roles.logger < 0 && nameLikeness(bytes, from, to) >= least) {
      roles.logger = part;
      return this.#name(batch, from, to, true);
    }
    const open = bytes[to - 1] === CLOSE_PAREN && isLower(bytes[from])
      ? findByte(bytes, from, to, PAREN)
      : -1;
    if (open < 0 || !isNumber(bytes, open + 1, to - 1) || !isName(bytes, from, open)) {
      return this.#roles.addContext(batch, from, to);
    }
    batch.addField(this.#keys.id.function, from, open, TEXT);
    batch.addField(this.#keys.id.line, open + 1, to - 1, INT);
  }

  #name(batch: Batch, from: number, to: number, logger: boolean): void {
    const { bytes } = batch;
    if (logger && isMarked(bytes, from, to)) to--;
    if (logger && bytes[to - 1] === CLOSE && this.#bracketed(batch, from, to)) return;
    if (logger && bytes[to - 1] === CLOSE_PAREN) return addNameAndLine(batch, this.#keys, from, to);
    // `[INFO|shop.db|L12]`
    const bar = logger && isDigit(bytes[to - 1]) ? findByte(bytes, from, to, BAR) : -1;
    if (bar > from && bytes[bar + 1] === 0x4c && isNumber(bytes, bar + 2, to)) {
      batch.addField(this.#keys.id.line, bar + 2, to, INT);
      to = bar;
    }
    if (isProcess(bytes, from, to)) return this.#roles.addNumber(batch, from + 4, to);
    // module:function:12 of loguru
    const colon = beforeDigits(bytes, from, to);
    if (logger && colon < to - 1 && colon > from && bytes[colon] === COLON) {
      if (sourceColon(bytes, from, to) >= 0) return addSource(batch, this.#keys, from, to);
      const middle = lastByte(bytes, from, colon, COLON);
      if (middle > from && bytes[middle - 1] !== COLON) {
        const { logger, file } = this.#keys.id;
        batch.addField(isFileName(bytes, from, middle) ? file : logger, from, middle, TEXT);
        batch.addField(this.#keys.id.function, middle + 1, colon, TEXT);
      } else addLogger(batch, this.#keys, from, colon);
      batch.addField(this.#keys.id.line, colon + 1, to, INT);
      return;
    }
    const joint = logger ? threadJoint(bytes, from, to) : -1;
    if (joint > from) {
      batch.addField(this.#keys.id.thread, from, joint, TEXT);
      from = joint + 1;
    }
    if (logger) return addLogger(batch, this.#keys, from, to);
    const isOfThread = isThreadName(bytes, from, to);
    const key = isOfThread ? this.#keys.id.thread : this.#roles.contextKey();
    batch.addField(key, from, to, TEXT);
  }

  /** A logger and what a bracket behind it holds, a process, an id or a method; false if it is something else. */
  #bracketed(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    const { id } = this.#keys;
    const open = findByte(bytes, from, to, OPEN);
    // `nsd[123]`, `fail2ban.filter[123]`
    const isPid = to - open > 3 && isNumber(bytes, open + 1, to - 1);
    // `shop.tasks.add[8f5c2a4e-…]` of Celery, logback's `%logger[%M]`
    const isId = isUuid(bytes, open + 1, to - 1);
    const isMethod = isLower(bytes[open + 1]) && isName(bytes, open + 1, to - 1) && isPath(bytes, from, open);
    if (open <= from || !(isPid || isId || isMethod)) return false;
    batch.addField(id.logger, from, open, TEXT);
    if (isPid) this.#roles.addNumber(batch, open + 1, to - 1);
    else batch.addField(isId ? id.requestId : id.function, open + 1, to - 1, TEXT);
    return true;
  }

  /** What stands before the time; Nest's `[Nest] 123` ends with the process. */
  #prefix(batch: Batch, from: number, to: number): void {
    const { bytes } = batch;
    const close = bytes[from] === OPEN ? findByte(bytes, from, to, CLOSE) : -1;
    const hasPid = close > 0 && bytes[close + 1] === SPACE && isNumber(bytes, close + 2, to);
    batch.addField(this.#keys.id.prefix, from, hasPid ? close + 1 : to, TEXT);
    if (hasPid) this.#roles.addNumber(batch, close + 2, to);
  }

  #token(batch: Batch, head: TextHead, part: number): void {
    const roles = this.#roles;
    const from = head.from[part];
    const to = head.to[part];
    const { bytes } = batch;
    const equals = findByte(bytes, from, to, EQUALS);
    if (equals > from && equals < to - 1) return addPairs(batch, from, to);
    if (isAddress(bytes, from, to)) {
      batch.addField(this.#keys.id.threadId, from, to, TEXT);
      return;
    }
    // `#4242`, `p4242`
    const isMarkedNumber = bytes[from] === HASH || (bytes[from] === 0x70 && to - from > 3);
    if (isMarkedNumber && isNumber(bytes, from + 1, to)) return roles.addNumber(batch, from + 1, to);
    if (isIpAddress(bytes, from, to)) return addAddress(batch, this.#keys, from, to);
    if (isProcess(bytes, from, to)) return roles.addNumber(batch, from + 4, to);
    if (isUuid(bytes, from, to)) {
      batch.addField(this.#keys.id.requestId, from, to, TEXT);
      return;
    }
    // A version names no logger, nor does FreeSWITCH's share of time that it idles, `98.73%`.
    const decimalTo = bytes[to - 1] === 0x25 ? to - 1 : to;
    if (isDigit(bytes[from]) && isDecimal(bytes, from, decimalTo)) return roles.addContext(batch, from, to);
    // `shop.db(123)`
    if (
      roles.logger < 0 && bytes[to - 1] === CLOSE_PAREN &&
      isName(bytes, from, findByte(bytes, from, to, PAREN))
    ) {
      roles.logger = part;
      return addNameAndLine(batch, this.#keys, from, to);
    }
    if (roles.thread < 0 && isThread(bytes, from, to)) this.#thread(batch, part, from, to);
    else if (roles.logger < 0) {
      // The one nearest to the severity names where the line comes from.
      if (hasNameBehind(head, part)) return roles.addContext(batch, from, to);
      if (isCallPlace(bytes, from, to)) return this.#name(batch, from, to, true);
      addLogger(batch, this.#keys, from, isMarked(bytes, from, to) ? to - 1 : to);
    } else if (roles.thread < 0 && isLetter(bytes[from]) && !hasThreadBehind(head, part)) {
      this.#thread(batch, part, from, to);
    } else roles.addContext(batch, from, to);
  }

  #thread(batch: Batch, part: number, from: number, to: number): void {
    this.#roles.thread = part;
    batch.addField(this.#keys.id.thread, from, to, TEXT);
  }
}
