import { type Batch, INT, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { copyWithoutEscapes, findEscape } from "../escape_sequences.ts";
import { type LineFormat, type LineRange, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { severityOfWord } from "../severity_word.ts";
import { quoteEnd } from "../text/message/text_pairs.ts";
import {
  findByte,
  isIpAddress,
  isLower,
  isName,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text/text_tokens.ts";
import { isAddress, isDash, listEnd, portless } from "./addresses.ts";
import { ColumnsBehind } from "./columns_behind.ts";
import { readBarred } from "./barred_log.ts";
import { readLaidOut } from "./laid_out.ts";
import { readElb } from "./elb_log.ts";
import { readEnvoy } from "./envoy_log.ts";
import { readHaproxy } from "./haproxy.ts";
import { addRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";
import { readKoa, readMorgan } from "./morgan_log.ts";
import { readQuoted } from "./quoted_request.ts";
import { readS3 } from "./s3_log.ts";
import { readSquid } from "./squid_log.ts";
import { StatusColumn } from "./status_column.ts";
import { readUwsgi } from "./uwsgi_log.ts";
import { readTime } from "../time/timestamp.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const OPEN = 0x5b,
  CLOSE = 0x5d,
  QUOTE = 0x22,
  DASH = 0x2d,
  COLON = 0x3a,
  LESS = 0x3c;
/** Names and addresses before the time: virtual host, client, identity, user. */
const MAX_BEFORE = 5;
/** Bytes of the shortest line of another layout. */
const SHORTEST_OTHER = 16;
/** Lines that are looked at before the first of them is read. */
const MOST_PRIMED = 64;

/**
 * Access logs of Apache, nginx and their like: common and combined, with a virtual host before or behind,
 * and with more fields behind. `client - user [time] "request" status size "referrer" "agent" …`; those of AWS'
 * load balancers, of Squid, and of Go's web frameworks. The body is the request line, the severity follows from
 * the status.
 */
export class AccessLogFormat implements LineFormat {
  readonly name = "access";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #starts = new Int32Array(MAX_BEFORE);
  readonly #ends = new Int32Array(MAX_BEFORE);
  /** Quoted addresses before all others; -1 if there are none. */
  #forwardedFrom = -1;
  #forwardedTo = 0;
  readonly #behind: ColumnsBehind;
  readonly #statuses = new StatusColumn();

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#behind = new ColumnsBehind(this.#keys);
  }

  get preamble(): readonly string[] {
    return this.#statuses.preamble;
  }

  /** Reads the lines for where the status stands in them, if it stands before the request, and keeps nothing else. */
  prime(batch: Batch, lines: Iterable<LineRange>): void {
    const { count, fieldCount } = batch;
    let primed = 0;
    for (const [from, to] of lines) {
      this.read(batch, from, to);
      while (batch.count > count) batch.takeBack();
      batch.fieldCount = fieldCount;
      if (!this.#statuses.isAsked || ++primed === MOST_PRIMED) return;
    }
  }

  read(batch: Batch, from: number, to: number): Verdict {
    if (this.#statuses.take(batch.bytes, from, to)) return NO;
    const common = this.#readPlainly(batch, from, to);
    if (common !== NO || (to - from < SHORTEST_OTHER && !isArrowLine(batch.bytes, from))) return common;
    const { side, fieldCount } = batch;
    const row = batch.begin(from, to);
    this.#keys.fresh();
    if (this.#readOther(batch, row, from, to)) {
      batch.commit();
      return YES;
    }
    batch.side = side;
    batch.fieldCount = fieldCount;
    this.#anew(batch, from, to);
    if (readLaidOut(batch, row, from, to, this.#keys, this.#context, this.#statuses)) {
      batch.commit();
      return YES;
    }
    batch.side = side;
    batch.fieldCount = fieldCount;
    return NO;
  }

  /** As `#readCommon`, of a line without its colours: Flask's own server writes the request in one. */
  #readPlainly(batch: Batch, from: number, to: number): Verdict {
    if (!this.#context.hasEscape || findEscape(batch.view, from, to) < 0) {
      return this.#readCommon(batch, from, to);
    }
    if (to - from > batch.sideFree) return NO;
    const { side } = batch;
    const row = batch.count;
    const start = copyWithoutEscapes(batch, from, to);
    if (start === batch.side || this.#readCommon(batch, start, batch.side) === NO) {
      batch.side = side;
      return NO;
    }
    batch.rawFrom[row] = from;
    batch.rawTo[row] = to;
    return YES;
  }

  #readOther(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const keys = this.#keys;
    let at = from;
    let end = to;
    if (this.#context.hasEscape && findEscape(batch.view, from, to) >= 0) {
      if (to - from > batch.sideFree) return false;
      at = copyWithoutEscapes(batch, from, to);
      end = batch.side;
      if (at === end) return false;
    }
    // Next.js sets a blank before all of its lines.
    if (bytes[at] === SPACE && isUpper(bytes[at + 1])) at++;
    if (isArrowLine(bytes, at)) return readKoa(batch, row, at, end, keys);
    const first = bytes[at];
    if (isLower(first)) {
      if (readElb(batch, row, at, end, keys, this.#context)) return true;
      this.#anew(batch, from, to);
      return readS3(batch, row, at, end, keys, this.#context);
    }
    if (isUpper(first) || isDigit(first) || first === COLON) {
      // All of morgan's end with a number or with "ms".
      if (
        (isDigit(bytes[end - 1]) || bytes[end - 1] === DASH || bytes[end - 1] === 0x73 ||
          bytes[end - 2] === 0x73) &&
        readMorgan(batch, row, at, end, keys)
      ) return true;
      this.#anew(batch, from, to);
    }
    if (isDigit(first)) {
      if (readHaproxy(batch, row, at, end, keys, this.#context)) return true;
      this.#anew(batch, from, to);
      if (readSquid(batch, row, at, end, keys, this.#context)) return true;
      this.#anew(batch, from, to);
      if (readElb(batch, row, at, end, keys, this.#context)) return true;
      this.#anew(batch, from, to);
      if (readS3(batch, row, at, end, keys, this.#context)) return true;
      this.#anew(batch, from, to);
    } else if (first !== OPEN) return false;
    else if (isDigit(bytes[at + 1])) {
      if (readEnvoy(batch, row, at, end, keys, this.#context)) return true;
      this.#anew(batch, from, to);
    }
    if (first === OPEN && bytes[at + 1] === 0x70) return readUwsgi(batch, row, at, end, keys, this.#context);
    if (readBarred(batch, row, at, end, keys, this.#context)) return true;
    this.#anew(batch, from, to);
    return readQuoted(batch, row, at, end, keys, this.#context);
  }

  #anew(batch: Batch, from: number, to: number): void {
    batch.abandon();
    batch.begin(from, to);
  }

  #readCommon(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const start = isUpper(bytes[from]) ? behindPythons(bytes, from, to) : from;
    const before = this.#splitBefore(bytes, start, to);
    if (before < 1) return NO;
    const row = batch.begin(from, to);
    if (!this.#readRequest(batch, row, before, to)) return NO;
    if (start > from) {
      const colon = findByte(bytes, from, start, COLON);
      batch.setSeverity(row, severityOfWord(bytes, from, colon), from, colon);
      batch.addField(this.#keys.id.logger, colon + 1, start - 1, TEXT);
    }
    batch.commit();
    return YES;
  }

  /**
   * Reads the message [from, to) of the record begun last, `row`, as a line of a web server; false, and nothing but its
   * time changed, if it is none.
   */
  readMessage(batch: Batch, row: number, from: number, to: number): boolean {
    const before = this.#splitBefore(batch.bytes, from, to);
    return before > 0 && this.#readRequest(batch, row, before, to);
  }

  /** Finds the tokens before the time in brackets; their number, 0 if no time follows. */
  #splitBefore(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    let before = 0;
    this.#forwardedFrom = -1;
    if (bytes[at] === QUOTE && from + 2 < to) {
      // `"%{X-Forwarded-For}i" %h …`
      const close = quoteEnd(bytes, at, to);
      if (close < 0 || bytes[close + 1] !== SPACE) return 0;
      this.#forwardedFrom = at + 1;
      this.#forwardedTo = close;
      at = close + 2;
    }
    while (at < to && (bytes[at] !== OPEN || !isTimeAt(bytes, at + 1, to))) {
      // ingress-nginx' `client - [forwarded] - user [time]`
      if (bytes[at] === OPEN && before === 2 && isDash(bytes, this.#starts[1], this.#ends[1])) {
        const close = findByte(bytes, at, to, CLOSE);
        if (!isText(bytes, close + 1, to, " - ") || !isAddress(bytes, at + 1, close)) return 0;
        this.#forwardedFrom = at + 1;
        this.#forwardedTo = close;
        at = close + 4;
        continue;
      }
      if (bytes[at] === OPEN) break;
      if (before === MAX_BEFORE || bytes[at] <= SPACE || bytes[at] === QUOTE) return 0;
      // h2o's and others' time without brackets.
      if (before > 0 && isDigit(bytes[at]) && isTimeAt(bytes, at, to)) return before;
      const end = listEnd(bytes, at, to);
      this.#starts[before] = at;
      this.#ends[before++] = end;
      at = end + 1;
    }
    // An IPv6 address in brackets begins the line.
    if (before === 0 && at < to && bytes[at] === OPEN && !isTimeAt(bytes, at + 1, to)) {
      const end = tokenEnd(bytes, at, to);
      this.#starts[before] = at;
      this.#ends[before++] = end;
      at = end + 1;
      while (at < to && bytes[at] !== OPEN && before < MAX_BEFORE) {
        const next = tokenEnd(bytes, at, to);
        this.#starts[before] = at;
        this.#ends[before++] = next;
        at = next + 1;
      }
    }
    return isTimeAt(bytes, at + 1, to) ? before : 0;
  }

  /** Reads what stands behind the `before` tokens of a line, which begins with its time. */
  #readRequest(batch: Batch, row: number, before: number, to: number): boolean {
    const { bytes } = batch;
    const start = this.#ends[before - 1] + 1;
    const bracket = bytes[start] === OPEN ? 1 : 0;
    const timeTo = readTime(batch, row, start + bracket, to, this.#context);
    const quote = timeTo + bracket + 1;
    if (timeTo < 0 || quote >= to || bytes[quote - 1] !== SPACE) return false;
    if (bracket === 1 && bytes[timeTo] !== CLOSE) return false;
    // `503 "GET / HTTP/1.1" 512` of one's own layout
    const told = tokenEnd(bytes, quote, to);
    const isFirst = isDigit(bytes[quote]) && isStatus(bytes, quote, told);
    const open = isFirst ? told + 1 : quote;
    if (bytes[open] !== QUOTE) return this.#readStream(batch, row, before, quote, to);
    const requestTo = quoteEnd(bytes, open, to);
    if (requestTo < 0) return false;
    const status = isFirst ? quote : skipBlanks(bytes, requestTo + 1, to);
    const statusTo = tokenEnd(bytes, status, to);
    if (!isStatus(bytes, status, statusTo)) return false;
    this.#keys.fresh();
    this.#addBefore(batch, before);
    addRequest(batch, this.#keys, open + 1, requestTo);
    batch.setBody(row, open + 1, requestTo);
    addStatus(batch, row, this.#keys, status, statusTo);
    this.#behind.read(batch, skipBlanks(bytes, isFirst ? requestTo + 1 : statusTo, to), to);
    return true;
  }

  /** `TCP 200 1234 567 0.120` of nginx' streams, which stands at `at` behind the time and is the body with what follows. */
  #readStream(batch: Batch, row: number, before: number, at: number, to: number): boolean {
    const { bytes } = batch;
    const status = at + 4;
    const isStream = isText(bytes, at, to, "TCP ") || isText(bytes, at, to, "UDP ");
    if (!isStream || bytes[status + 3] !== SPACE || !isStatus(bytes, status, status + 3)) return false;
    this.#keys.fresh();
    this.#addBefore(batch, before);
    addStatus(batch, row, this.#keys, status, status + 3);
    batch.bodyFrom[row] = at;
    batch.bodyTo[row] = to;
    return true;
  }

  /** Client, identity and user are the last three; a virtual host may stand before them. */
  #addBefore(batch: Batch, count: number): void {
    const { bytes } = batch;
    const { id } = this.#keys;
    let client = Math.max(0, count - 3);
    // `client - - [time]` always; a user with blanks in it would be one token more.
    if (client > 0 && isDash(bytes, this.#starts[1], this.#ends[1])) client = 0;
    // Of a dash for who passed it on, and an address behind it, that is the client's.
    while (client > 0 && isDash(bytes, this.#starts[client], this.#ends[client])) client--;
    if (this.#forwardedFrom >= 0 && isAddress(bytes, this.#forwardedFrom, this.#forwardedTo)) {
      batch.addField(id.forwarded, this.#forwardedFrom, this.#forwardedTo, TEXT);
    }
    if (client > 0 && isIpAddress(bytes, this.#starts[0], this.#ends[0])) {
      batch.addField(id.forwarded, this.#starts[0], this.#ends[0], TEXT);
    } else if (client > 0 && bytes[this.#starts[0]] === OPEN && bytes[this.#ends[0] - 1] === CLOSE) {
      // InfluxDB's `[httpd] `
      batch.addField(id.prefix, this.#starts[0] + 1, this.#ends[0] - 1, TEXT);
    } else if (client > 0) this.#addServer(batch, 0);
    // `203.0.113.7, 10.0.0.9`: the client, and what passed its request on.
    const clientTo = tokenEnd(bytes, this.#starts[client], this.#ends[client]);
    const isList = clientTo < this.#ends[client];
    if (isList) batch.addField(id.forwarded, this.#starts[client], this.#ends[client], TEXT);
    if (!isDash(bytes, this.#starts[client], clientTo)) {
      addAddress(batch, this.#keys, this.#starts[client], isList ? clientTo - 1 : clientTo);
    }
    const user = count - 1;
    // lighttpd has the virtual host where others write an identity, which nobody tells any more.
    if (user > client + 1) this.#addServer(batch, client + 1);
    if (user > client && !isDash(bytes, this.#starts[user], this.#ends[user])) {
      batch.addField(id.user, this.#starts[Math.min(client + 2, user)], this.#ends[user], TEXT);
    }
  }

  /** Adds the virtual host and its port, if a token before the time is no dash. */
  #addServer(batch: Batch, token: number): void {
    const from = this.#starts[token];
    const to = this.#ends[token];
    if (isDash(batch.bytes, from, to)) return;
    const hostTo = portless(batch.bytes, from, to);
    batch.addField(this.#keys.id.server, from, hostTo, TEXT);
    if (hostTo < to - 1) batch.addField(this.#keys.id.serverPort, hostTo + 1, to, INT);
  }
}

/** How koa's lines begin, `  <-- GET /path`, and Hono's, without the blanks. */
function isArrowLine(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === SPACE || (bytes[at + 1] === DASH && (bytes[at] === DASH || bytes[at] === LESS));
}

/** Behind the `INFO:aiohttp.access:` of Python's basicConfig, whose severity goes before the status; `from` if it is none. */
function behindPythons(bytes: Uint8Array, from: number, to: number): number {
  const end = tokenEnd(bytes, from, to);
  const colon = findByte(bytes, from, end, COLON);
  const name = colon < 0 ? -1 : findByte(bytes, colon + 1, end, COLON);
  if (name < 0 || severityOfWord(bytes, from, colon) === 0 || !isName(bytes, colon + 1, name)) return from;
  return name + 1;
}

/** `10/Oct/2000:` or a year. */
function isTimeAt(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 20 < to && isDigit(bytes[at]) && isDigit(bytes[at + 1]) &&
    (bytes[at + 2] === 0x2f
      ? isLetter(bytes[at + 3]) || (bytes[at + 5] === 0x2f && bytes[at + 10] === COLON)
      : bytes[at + 4] === DASH);
}
