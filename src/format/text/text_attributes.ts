import { type Batch, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import {
  ANGLE_PART,
  BRACE_PART,
  BRACKET_PART,
  CLOSE,
  CONNECTION_PART,
  CONTEXT_PART,
  DASHES_PART,
  EVENT_PART,
  FILE_PART,
  FUNCTION_PART,
  HOST_PART,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN_PART,
  PEER_PART,
  PREFIX_PART,
  SEVERITY_PART,
  SOURCE_PART,
  TAG_PART,
  THREAD_PART,
  TIME_PART,
  TOKEN_PART,
  USER_PART,
  WORKER_PART,
} from "./text_parts.ts";
import type { TextHead } from "./text_head.ts";
import { addAddress } from "./text_address.ts";
import { isThread } from "./text_dividers.ts";
import { isCode, isPath } from "./text_names.ts";
import { addPairs, arePairs } from "./text_pairs.ts";
import {
  classOf,
  COMPOUND,
  findByte,
  IDENTIFIER,
  IN_KEY,
  isBlank,
  isHex,
  isLower,
  isNumber,
  isText,
  isUuid,
  JOINT,
  LETTER,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  tokenEnd,
} from "./text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const COMMA = 0x2c, DASH = 0x2d, COLON = 0x3a, AT = 0x40, SLASH = 0x2f, EQUALS = 0x3d;

/**
 * Turns the parts of a head into fields with OpenTelemetry's semantic names. What a part means follows from
 * its shape and its place: a bracket before a logger's name is a thread, one alone behind the severity names
 * the logger, a number is a process and a second one a thread.
 */
export class TextAttributes {
  readonly #keys: AttributeKeys;
  #logger = -1;
  #thread = -1;
  #pid = false;
  #severity = 0;
  /** Parts of the head that nothing better was known of. */
  #contexts = 0;

  constructor(keys: AttributeKeys) {
    this.#keys = keys;
  }

  add(batch: Batch, row: number, head: TextHead): void {
    const count = head.count;
    this.#logger = this.#thread = -1;
    this.#pid = false;
    this.#severity = -1;
    this.#contexts = 0;
    let dashes = -1;
    let lastBracket = -1;
    let brackets = 0;
    for (let part = 0; part < count; part++) {
      switch (head.kind[part]) {
        case NAME_PART:
          if (!isText(head.bytes, head.from[part], head.to[part], "MainThread")) this.#logger = part;
          break;
        case SEVERITY_PART:
          this.#severity = part;
          break;
        case DASHES_PART:
          dashes = part;
          break;
        case BRACKET_PART:
          if (!isTraceBracket(batch.bytes, head.from[part], head.to[part])) lastBracket = part;
          brackets++;
      }
    }
    if (this.#logger >= 0 && brackets > 0) this.#preferPath(batch, head);
    // `[shop.db:69] module`: what names its line is the logger.
    if (brackets === 1 && this.#logger > lastBracket && lastBracket > this.#severity) {
      const to = head.to[lastBracket];
      if (lineColon(head.bytes, head.from[lastBracket], to) < to) this.#logger = lastBracket;
    }
    for (let part = 0; part < count; part++) {
      const from = head.from[part];
      const to = head.to[part];
      switch (head.kind[part]) {
        case TIME_PART:
        case SEVERITY_PART:
        case DASHES_PART:
          break;
        case NUMBER_PART:
          this.#number(batch, from, to);
          break;
        case NAME_PART:
          this.#name(batch, from, to, part === this.#logger);
          break;
        case SOURCE_PART:
          this.#source(batch, from, to);
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
          this.#context(batch, from, to);
          break;
        case THREAD_PART:
          batch.addField(this.#keys.id.thread, from, to, TEXT);
          break;
        case WORKER_PART:
          batch.addField(this.#keys.id.worker, from, to, INT);
          break;
        case FUNCTION_PART:
          batch.addField(this.#keys.id.function, from, to, TEXT);
          break;
        case PEER_PART:
          this.#peer(batch, from, to);
          break;
        case CONNECTION_PART:
          batch.addField(this.#keys.id.connectionId, from, to, isNumber(batch.bytes, from, to) ? INT : TEXT);
          break;
        case USER_PART:
          this.#user(batch, from, to);
          break;
        case PREFIX_PART:
          // Go's `[123] 2026/11/20 …`
          if (batch.bytes[from] === OPEN && isNumber(batch.bytes, from + 1, to - 1)) {
            this.#number(batch, from + 1, to - 1);
          } else if (sourceColon(batch.bytes, from, to) >= 0) this.#source(batch, from, to);
          else batch.addField(this.#keys.id.prefix, from, to, TEXT);
          break;
        case ANGLE_PART:
          batch.addField(this.#keys.id.pid, from, to, TEXT);
          break;
        case TOKEN_PART:
          this.#token(batch, head, part);
          break;
        case BRACE_PART:
          // Airflow's {file.py:12}
          if (sourceColon(batch.bytes, from, to) >= 0) this.#source(batch, from, to);
          else if (this.#logger < 0 && lineColon(batch.bytes, from, to) < to) {
            this.#nameAndLine(batch, from, to);
          } else addPairs(batch, from, to);
          break;
        case PAREN_PART:
          this.#paren(batch, row, from, to, part);
          break;
        case BRACKET_PART:
          if (dashes >= 0 && part > dashes) this.#springBracket(batch, row, from, to, part === lastBracket);
          else this.#bracket(batch, row, head, part, brackets);
      }
    }
  }

  /** `[shop.db][INFO] connect: `: a path in brackets before the severity is the logger, not a word behind it. */
  #preferPath({ bytes }: Batch, head: TextHead): void {
    const { from, to, kind } = head;
    if (
      this.#logger < this.#severity || nameLikeness(bytes, from[this.#logger], to[this.#logger]) >= COMPOUND
    ) return;
    for (let part = 0; part < this.#severity; part++) {
      if (kind[part] === BRACKET_PART && nameLikeness(bytes, from[part], to[part]) === PATH) {
        this.#logger = part;
      }
    }
  }

  #number(batch: Batch, from: number, to: number): void {
    batch.addField(this.#pid ? this.#keys.id.threadId : this.#keys.id.pid, from, to, INT);
    this.#pid = true;
  }

  #name(batch: Batch, from: number, to: number, logger: boolean): void {
    const { bytes } = batch;
    if (logger && bytes[to - 1] === CLOSE) {
      // `nsd[123]`, `fail2ban.filter[123]`
      const open = findByte(bytes, from, to, OPEN);
      if (open > from && to - open > 3 && isNumber(bytes, open + 1, to - 1)) {
        batch.addField(this.#keys.id.logger, from, open, TEXT);
        return this.#number(batch, open + 1, to - 1);
      }
    }
    // module:function:12 of loguru
    let colon = to - 1;
    while (colon > from && isDigit(bytes[colon])) colon--;
    if (logger && colon < to - 1 && colon > from && bytes[colon] === COLON) {
      let middle = colon - 1;
      while (middle > from && bytes[middle] !== COLON) middle--;
      if (middle > from && bytes[middle - 1] !== COLON) {
        batch.addField(this.#keys.id.logger, from, middle, TEXT);
        batch.addField(this.#keys.id.function, middle + 1, colon, TEXT);
      } else batch.addField(this.#keys.id.logger, from, colon, TEXT);
      batch.addField(this.#keys.id.line, colon + 1, to, INT);
      return;
    }
    const isOfThread = !logger &&
      (isThread(bytes, from, to) || (to - from === 4 && isText(bytes, from, to, "main")));
    const key = logger ? this.#keys.id.logger : isOfThread ? this.#keys.id.thread : this.#contextKey();
    batch.addField(key, from, to, TEXT);
  }

  #source(batch: Batch, from: number, to: number): void {
    const colon = sourceColon(batch.bytes, from, to);
    batch.addField(this.#keys.id.file, from, colon, TEXT);
    batch.addField(this.#keys.id.line, colon + 1, to, INT);
  }

  #user(batch: Batch, from: number, to: number): void {
    const at = batch.bytes.indexOf(AT, from);
    batch.addField(this.#keys.id.user, from, at, TEXT);
    batch.addField(this.#keys.id.database, at + 1, to, TEXT);
  }

  /** `10.0.0.1(5432)` */
  #peer(batch: Batch, from: number, to: number): void {
    const { bytes } = batch;
    let open = to - 2;
    while (open > from && isDigit(bytes[open])) open--;
    const isPorted = bytes[open] === 0x28 && open < to - 2;
    batch.addField(this.#keys.id.client, from, isPorted ? open : to, TEXT);
    if (isPorted) batch.addField(this.#keys.id.clientPort, open + 1, to - 1, INT);
  }

  #token(batch: Batch, head: TextHead, part: number): void {
    const from = head.from[part];
    const to = head.to[part];
    const { bytes } = batch;
    const equals = findByte(bytes, from, to, EQUALS);
    if (equals > from && equals < to - 1) return addPairs(batch, from, to);
    if (isUuid(bytes, from, to)) {
      batch.addField(this.#keys.id.requestId, from, to, TEXT);
      return;
    }
    if (this.#thread < 0 && isThread(bytes, from, to)) {
      this.#thread = part;
      batch.addField(this.#keys.id.thread, from, to, TEXT);
    } else if (this.#logger < 0) {
      // The one nearest to the severity names where the line comes from.
      for (let later = part + 1; later < head.count; later++) {
        if (head.kind[later] === TOKEN_PART || head.kind[later] === BRACKET_PART) {
          this.#context(batch, from, to);
          return;
        }
      }
      batch.addField(this.#keys.id.logger, from, to, TEXT);
    } else if (this.#thread < 0 && isLetter(bytes[from])) {
      this.#thread = part;
      batch.addField(this.#keys.id.thread, from, to, TEXT);
    } else this.#context(batch, from, to);
  }

  #context(batch: Batch, from: number, to: number): void {
    batch.addField(this.#contextKey(), from, to, TEXT);
  }

  /** Two contexts of one head are two attributes. */
  #contextKey(): number {
    const { context, secondContext, thirdContext } = this.#keys.id;
    this.#contexts++;
    return this.#contexts === 1 ? context : this.#contexts === 2 ? secondContext : thirdContext;
  }

  /** `(123)`, `(name/123)`, `(123 on host)`, `(File.java:12)` */
  #paren(batch: Batch, row: number, from: number, to: number, part: number): void {
    const { bytes } = batch;
    const end = tokenEnd(bytes, from, to);
    if (sourceColon(bytes, from, end) >= 0) {
      this.#source(batch, from, end);
      if (isText(bytes, end, to, " in ")) batch.addField(this.#keys.id.function, end + 4, to, TEXT);
      return;
    }
    const slash = findByte(bytes, from, end, SLASH);
    const pid = slash < 0 ? from : slash + 1;
    if (!isNumber(bytes, pid, end)) {
      // loglevel's `INFO (shop): message`
      const isNamed = bytes[to + 1] === COLON && !isThread(bytes, from, to) && !isDigit(bytes[to - 1]);
      const isLogger = this.#logger < 0 && (isNamed || isPath(bytes, from, to));
      if (isLogger) this.#logger = part;
      batch.addField(isLogger ? this.#keys.id.logger : this.#keys.id.thread, from, to, TEXT);
      return;
    }
    if (slash > from) batch.addField(this.#keys.id.logger, from, pid - 1, TEXT);
    this.#number(batch, pid, end);
    if (isText(bytes, end, to, " on ")) {
      batch.host[row] = batch.addField(this.#keys.id.host, end + 4, to, TEXT);
    }
  }

  /** After `---`: the application, then the thread, then trace and span. */
  #springBracket(batch: Batch, row: number, from: number, to: number, last: boolean): void {
    const { bytes } = batch;
    if (skipBlanks(bytes, from, to) === to || this.#traceAndSpan(batch, row, from, to)) return;
    if (!last && isTraceBracket(bytes, from, to)) {
      // `shop,,`: neither is known.
      const comma = findByte(bytes, from, to, COMMA);
      if (comma > from) batch.service[row] = batch.addField(this.#keys.id.service, from, comma, TEXT);
      return;
    }
    if (last || batch.service[row] >= 0) batch.addField(this.#keys.id.thread, from, to, TEXT);
    else batch.service[row] = batch.addField(this.#keys.id.service, from, to, TEXT);
  }

  #bracket(batch: Batch, row: number, head: TextHead, part: number, brackets: number): void {
    const { bytes } = batch;
    const { id } = this.#keys;
    const from = skipBlanks(bytes, head.from[part], head.to[part]);
    let to = head.to[part];
    while (to > from && isBlank(bytes[to - 1])) to--;
    if (from >= to) return;
    const behind = this.#severity >= 0 && part > this.#severity;
    if ((classOf(bytes, from, to) & ~(LETTER | JOINT | IN_KEY)) === 0 && !isText(bytes, from, to, "req-")) {
      return this.#nameInBrackets(batch, head, part, from, to, brackets, behind);
    }
    if (isNumber(bytes, from, to)) {
      // log4j's and log4net's threads have numbers too: a logger's name tells them from a process.
      if (!head.timeInBrackets && !behind && this.#logger > part && to - from < 4) {
        batch.addField(id.threadId, from, to, INT);
      } else this.#number(batch, from, to);
    } else if (isText(bytes, from, to, "pid ")) this.#pidAndTid(batch, from + 4, to);
    else if (isText(bytes, from, to, "thread ") && isNumber(bytes, from + 7, to)) {
      batch.addField(id.threadId, from + 7, to, INT);
    } else if (isText(bytes, from, to, "client ") || isText(bytes, from, to, "remote ")) {
      addAddress(batch, this.#keys, from + 7, to);
    } else if (isText(bytes, from, to, "req-")) {
      batch.addField(id.requestId, from, tokenEnd(bytes, from, to), TEXT);
    } else if (sourceColon(bytes, from, to) >= 0) this.#source(batch, from, to);
    else if (this.#threadAndPlace(batch, from, to)) return;
    else if (this.#traceAndSpan(batch, row, from, to)) return;
    else if (arePairs(bytes, from, to)) addPairs(batch, from, to);
    else if (isUuid(bytes, from, to)) {
      batch.addField(id.requestId, from, tokenEnd(bytes, from, to), TEXT);
    } else if (isCode(bytes, from, to)) batch.addField(id.eventId, from, to, TEXT);
    else this.#nameInBrackets(batch, head, part, from, to, brackets, behind);
  }

  /** A thread, a logger, or neither, by its place. */
  #nameInBrackets(
    batch: Batch,
    head: TextHead,
    part: number,
    from: number,
    to: number,
    brackets: number,
    behind: boolean,
  ): void {
    const { id } = this.#keys;
    if (this.#logger === part) this.#nameAndLine(batch, from, to);
    else if (this.#logger >= 0) {
      if (this.#logger > part && this.#thread < 0) {
        this.#thread = part;
        batch.addField(id.thread, from, to, TEXT);
      } else this.#context(batch, from, to);
    } else if (
      !behind && this.#severity >= 0 && this.#thread < 0 && nameLikeness(batch.bytes, from, to) !== PATH &&
      !isLabel(batch.bytes, from, to, head.severityFrom)
    ) {
      this.#thread = part;
      batch.addField(id.thread, from, to, TEXT);
    } else if (brackets > 1 && this.#laterBracket(head, part) && !isPath(batch.bytes, from, to)) {
      batch.addField(id.thread, from, to, TEXT);
    } else {
      this.#logger = part;
      this.#nameAndLine(batch, from, to);
    }
  }

  #nameAndLine(batch: Batch, from: number, to: number): void {
    const colon = lineColon(batch.bytes, from, to);
    batch.addField(this.#keys.id.logger, from, colon, TEXT);
    if (colon < to) batch.addField(this.#keys.id.line, colon + 1, to, INT);
  }

  #laterBracket(head: TextHead, part: number): boolean {
    for (let later = part + 1; later < head.count; later++) {
      if (head.kind[later] === BRACKET_PART) return true;
    }
    return false;
  }

  /** `123:tid 456`, `123` */
  #pidAndTid(batch: Batch, from: number, to: number): void {
    const { bytes } = batch;
    const end = from + numberLength(bytes, from, to);
    if (end > from) batch.addField(this.#keys.id.pid, from, end, INT);
    if (!isText(bytes, end, to, ":tid ")) return;
    const tid = end + 5;
    if (isNumber(bytes, tid, to)) batch.addField(this.#keys.id.threadId, tid, to, INT);
    else if (tid < to) batch.addField(this.#keys.id.thread, tid, to, TEXT);
  }

  /** `thread:Class@12`: thread, class and line in one. */
  #threadAndPlace(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    let at = to - 1;
    while (at > from && isDigit(bytes[at])) at--;
    if (at === to - 1 || bytes[at] !== AT) return false;
    let colon = at - 1;
    while (colon > from && bytes[colon] !== COLON) colon--;
    if (colon === from || colon === at - 1 || !isLetter(bytes[colon + 1])) return false;
    batch.addField(this.#keys.id.thread, from, colon, TEXT);
    batch.addField(this.#keys.id.logger, colon + 1, at, TEXT);
    batch.addField(this.#keys.id.line, at + 1, to, INT);
    return true;
  }

  /** `app,4bf92f3577b34da6a3ce929d0e0e4736,00f067aa0ba902b7`, `trace-span`, `trace=…, span=…` */
  #traceAndSpan(batch: Batch, row: number, from: number, to: number): boolean {
    if (to - from < 32) return false;
    const { bytes } = batch;
    let found = false;
    for (let start = from; start < to;) {
      let end = start;
      while (end < to && isWordByte(bytes[end])) end++;
      if (end - start === 32 && isHex(bytes, start, end)) {
        batch.traceFrom[row] = start;
        batch.traceTo[row] = end;
        found = true;
      } else if (found && end - start === 16 && isHex(bytes, start, end)) {
        batch.spanFrom[row] = start;
        batch.spanTo[row] = end;
      } else if (!found && start === from && end < to && bytes[end] === COMMA && end > start) {
        const service = batch.addField(this.#keys.id.service, start, end, TEXT);
        batch.service[row] = service;
      }
      start = end + 1;
    }
    return found;
  }
}

/** Spring's `4bf92f35…-00f067aa…`, `app,trace,span`, or a dash for none. */
function isTraceBracket(bytes: Uint8Array, from: number, to: number): boolean {
  return (to - from === 1 && bytes[from] === DASH) || findByte(bytes, from, to, COMMA) >= 0 ||
    (to - from >= 32 && isHex(bytes, from, from + 32));
}

/** winston's and signale's `[payments] info: `: before a severity in small letters a word is a name, if it counts nothing. */
function isLabel(bytes: Uint8Array, from: number, to: number, severity: number): boolean {
  return isLower(bytes[severity]) && bytes[severity - 1] !== OPEN && !isDigit(bytes[to - 1]) &&
    !isThread(bytes, from, to) &&
    !isText(bytes, from, to, "main");
}

/** Where the line behind a name begins, `shop.db:12`; `to` if there is none. */
function lineColon(bytes: Uint8Array, from: number, to: number): number {
  let colon = to - 1;
  while (colon > from && isDigit(bytes[colon])) colon--;
  const isLine = colon < to - 1 && bytes[colon] === COLON && findByte(bytes, from, colon, 0x3e) < 0 &&
    nameLikeness(bytes, from, colon) >= IDENTIFIER;
  return isLine ? colon : to;
}

function isWordByte(byte: number): boolean {
  return isDigit(byte) || isLetter(byte) || byte === 0x5f || byte === 0x2e;
}

function numberLength(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isDigit(bytes[at])) at++;
  return at - from;
}
