import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { BracketAttributes } from "./text_bracket_attributes.ts";
import {
  addNameAndLine,
  addPeer,
  addSource,
  addTraceAndSpan,
  addUser,
  isTraceBracket,
  lineColon,
} from "./text_composites.ts";
import { isThread } from "../head/text_dividers.ts";
import type { TextHead } from "../text_head.ts";
import { addPairs, isKeyAt, kindOfBare } from "../message/text_pairs.ts";
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
  SEVERITY_PART,
  SOURCE_PART,
  SPAN_PART,
  TAG_PART,
  THREAD_PART,
  TIME_PART,
  TOKEN_PART,
  USER_PART,
  WORKER_PART,
} from "../text_parts.ts";
import { hasThreadBehind, isMarked, isNamed, isNearer, isPythons, threadJoint } from "./text_part_names.ts";
import { HeadRoles } from "./text_roles.ts";
import { isThreadName } from "./text_threads.ts";
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
  isText,
  isUuid,
  lastByte,
  nameLikeness,
  PATH,
  sourceColon,
  SPACE,
} from "../text_tokens.ts";
import { beforeDigits, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/**
 * Turns the parts of a head into fields with OpenTelemetry's semantic names. What a part means follows from
 * its shape and its place: a bracket before a logger's name is a thread, one alone behind the severity names
 * the logger, a number is a process and a second one a thread.
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
    const roles = this.#roles;
    const count = head.count;
    const first = batch.fieldCount;
    roles.clear();
    let dashes = -1;
    let lastBracket = -1;
    let brackets = 0;
    for (let part = 0; part < count; part++) {
      switch (head.kind[part]) {
        case NAME_PART:
          if (!isPythons(head.bytes, head.from[part], head.to[part])) {
            if (roles.logger < 0 || isNearer(head, roles.logger, part)) roles.logger = part;
          }
          break;
        case SEVERITY_PART:
          roles.severity = part;
          break;
        case DASHES_PART:
          dashes = part;
          break;
        case BRACKET_PART:
          if (!isTraceBracket(batch.bytes, head.from[part], head.to[part])) lastBracket = part;
          brackets++;
      }
    }
    if (roles.logger >= 0 && brackets > 0) this.#preferPath(batch, head);
    // `[shop.db:69] module`: what names its line is the logger.
    if (brackets === 1 && roles.logger > lastBracket && lastBracket > roles.severity) {
      const to = head.to[lastBracket];
      if (lineColon(head.bytes, head.from[lastBracket], to) < to) roles.logger = lastBracket;
    }
    for (let part = 0; part < count; part++) {
      const from = head.from[part];
      const to = head.to[part];
      switch (head.kind[part]) {
        case TIME_PART:
          // One that there never was stays readable.
          if (batch.time[row] !== batch.time[row]) this.#prefix(batch, from, to);
          break;
        case SEVERITY_PART:
        case DASHES_PART:
          break;
        case NUMBER_PART:
          roles.addNumber(batch, from, to);
          break;
        case NAME_PART:
          this.#name(batch, from, to, part === roles.logger);
          break;
        case SOURCE_PART:
          addSource(batch, this.#keys, from, to);
          break;
        case LINE_PART:
          batch.addField(this.#keys.id.line, from, to, INT);
          break;
        case HOST_PART:
          batch.host[row] = batch.addField(this.#keys.id.host, from, to, TEXT);
          break;
        case TAG_PART:
          batch.service[row] = batch.addField(this.#keys.id.service, from, to, TEXT);
          break;
        case EVENT_PART:
          batch.addField(this.#keys.id.eventId, from, to, INT);
          break;
        case FILE_PART:
          batch.addField(this.#keys.id.file, from, to, TEXT);
          break;
        case CONTEXT_PART:
          if (
            roles.logger < 0 &&
            nameLikeness(batch.bytes, from, to) >=
              (roles.thread >= 0 && part > roles.severity ? COMPOUND : PATH)
          ) {
            roles.logger = part;
            this.#name(batch, from, to, true);
          } else this.#context(batch, from, to);
          break;
        case THREAD_PART:
          roles.thread = part;
          batch.addField(this.#keys.id.thread, from, to, TEXT);
          break;
        case ADDRESS_PART:
          batch.addField(this.#keys.id.threadId, from, to, TEXT);
          break;
        case SPAN_PART:
          batch.addField(this.#keys.id.spanName, from, to, TEXT);
          break;
        case WORKER_PART:
          batch.addField(this.#keys.id.worker, from, to, INT);
          break;
        case FUNCTION_PART:
          batch.addField(this.#keys.id.function, from, to, TEXT);
          break;
        case PEER_PART:
          addPeer(batch, this.#keys, from, to);
          break;
        case CONNECTION_PART:
          batch.addField(this.#keys.id.connectionId, from, to, isNumber(batch.bytes, from, to) ? INT : TEXT);
          break;
        case USER_PART:
          addUser(batch, this.#keys, from, to);
          break;
        case PREFIX_PART:
          // Go's `[123] 2026/11/20 …`
          if (batch.bytes[from] === OPEN && isNumber(batch.bytes, from + 1, to - 1)) {
            roles.addNumber(batch, from + 1, to - 1);
          } else if (sourceColon(batch.bytes, from, to) >= 0) addSource(batch, this.#keys, from, to);
          else if (
            (batch.bytes[to - 1] === CLOSE_PAREN || batch.bytes[to - 1] === CLOSE) &&
            isThreadName(batch.bytes, from + 1, to - 1)
          ) {
            batch.addField(this.#keys.id.thread, from + 1, to - 1, TEXT);
          } else if (isIpAddress(batch.bytes, from, to)) addPeer(batch, this.#keys, from, to);
          else if (roles.logger < 0 && isNamed(batch.bytes, from, to)) {
            roles.logger = part;
            batch.addField(this.#keys.id.logger, from + 1, to - 1, TEXT);
          } else if (!roles.addActor(batch, from, to)) this.#prefix(batch, from, to);
          break;
        case ANGLE_PART:
          this.#angle(batch, from, to);
          break;
        case TOKEN_PART:
          this.#token(batch, head, part);
          break;
        case BRACE_PART:
          // Airflow's {file.py:12}
          if (sourceColon(batch.bytes, from, to) >= 0) addSource(batch, this.#keys, from, to);
          else if (
            roles.logger < 0 &&
            (lineColon(batch.bytes, from, to) < to || nameLikeness(batch.bytes, from, to) === PATH)
          ) {
            roles.logger = part;
            addNameAndLine(batch, this.#keys, from, to);
          } else if (isKeyAt(batch.bytes, from, to)) {
            addSpacedPairs(batch, from, to);
            if (isText(batch.bytes, from, to, "trace")) addTraceAndSpan(batch, row, this.#keys, from, to);
          } else roles.addContext(batch, from, to);
          break;
        case KEYED_PART: {
          const colon = findByte(batch.bytes, from, to, COLON);
          const key = batch.keys.idOfBytes(batch.bytes, batch.view, from, colon);
          batch.addField(key, colon + 1, to, kindOfBare(batch.bytes, colon + 1, to));
          break;
        }
        case PAREN_PART:
          this.#brackets.readParentheses(batch, row, from, to, part);
          break;
        case BRACKET_PART:
          if (dashes >= 0 && part > dashes) {
            this.#brackets.readSpring(batch, row, from, to, part === lastBracket);
          } else this.#brackets.read(batch, row, head, part, brackets);
      }
    }
    roles.keepApart(batch, first);
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
  #preferPath({ bytes }: Batch, head: TextHead): void {
    const roles = this.#roles;
    const { from, to, kind } = head;
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

  /** `connect(12)`, a function and its line, or something else that is not the logger. */
  #context(batch: Batch, from: number, to: number): void {
    const { bytes } = batch;
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
    if (logger && bytes[to - 1] === CLOSE) {
      // `nsd[123]`, `fail2ban.filter[123]`
      const open = findByte(bytes, from, to, OPEN);
      if (open > from && to - open > 3 && isNumber(bytes, open + 1, to - 1)) {
        batch.addField(this.#keys.id.logger, from, open, TEXT);
        return this.#roles.addNumber(batch, open + 1, to - 1);
      }
    }
    if (logger && bytes[to - 1] === CLOSE_PAREN) return addNameAndLine(batch, this.#keys, from, to);
    // `[INFO|shop.db|L12]`
    const bar = logger && isDigit(bytes[to - 1]) ? findByte(bytes, from, to, BAR) : -1;
    if (bar > from && bytes[bar + 1] === 0x4c && isNumber(bytes, bar + 2, to)) {
      batch.addField(this.#keys.id.line, bar + 2, to, INT);
      to = bar;
    }
    // module:function:12 of loguru
    const colon = beforeDigits(bytes, from, to);
    if (logger && colon < to - 1 && colon > from && bytes[colon] === COLON) {
      if (sourceColon(bytes, from, to) >= 0) return addSource(batch, this.#keys, from, to);
      const middle = lastByte(bytes, from, colon, COLON);
      if (middle > from && bytes[middle - 1] !== COLON) {
        const { logger, file } = this.#keys.id;
        batch.addField(isFileName(bytes, from, middle) ? file : logger, from, middle, TEXT);
        batch.addField(this.#keys.id.function, middle + 1, colon, TEXT);
      } else batch.addField(this.#keys.id.logger, from, colon, TEXT);
      batch.addField(this.#keys.id.line, colon + 1, to, INT);
      return;
    }
    const joint = logger ? threadJoint(bytes, from, to) : -1;
    if (joint > from) {
      batch.addField(this.#keys.id.thread, from, joint, TEXT);
      from = joint + 1;
    }
    const isOfThread = !logger && isThreadName(bytes, from, to);
    const key = logger ? this.#keys.id.logger : isOfThread ? this.#keys.id.thread : this.#roles.contextKey();
    batch.addField(key, from, to, TEXT);
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
    // `pid:4242`
    if (isText(bytes, from, to, "pid:") && isNumber(bytes, from + 4, to)) {
      return roles.addNumber(batch, from + 4, to);
    }
    if (isUuid(bytes, from, to)) {
      batch.addField(this.#keys.id.requestId, from, to, TEXT);
      return;
    }
    // A version names no logger.
    if (isDigit(bytes[from]) && isDecimal(bytes, from, to)) return roles.addContext(batch, from, to);
    // `shop.db(123)`
    if (
      roles.logger < 0 && bytes[to - 1] === CLOSE_PAREN &&
      isName(bytes, from, findByte(bytes, from, to, PAREN))
    ) {
      roles.logger = part;
      return addNameAndLine(batch, this.#keys, from, to);
    }
    if (roles.thread < 0 && isThread(bytes, from, to)) {
      roles.thread = part;
      batch.addField(this.#keys.id.thread, from, to, TEXT);
    } else if (roles.logger < 0) {
      // The one nearest to the severity names where the line comes from.
      for (let later = part + 1; later < head.count; later++) {
        const isBracket = head.kind[later] === BRACKET_PART &&
          !isNumber(bytes, head.from[later], head.to[later]);
        if (head.kind[later] === TOKEN_PART || isBracket) {
          roles.addContext(batch, from, to);
          return;
        }
      }
      batch.addField(this.#keys.id.logger, from, isMarked(bytes, from, to) ? to - 1 : to, TEXT);
    } else if (roles.thread < 0 && isLetter(bytes[from]) && !hasThreadBehind(head, part)) {
      roles.thread = part;
      batch.addField(this.#keys.id.thread, from, to, TEXT);
    } else roles.addContext(batch, from, to);
  }
}
