import { type Batch, DOUBLE, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import type { ReadContext } from "../line_format.ts";
import { isMethod } from "../request_roles.ts";
import { severityOfWord } from "../severity_word.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { isKeyAt, kindOfBare } from "../text/message/text_pairs.ts";
import { findByte, isIpAddress, isLower, isNumber, isText, isUpper, SPACE } from "../text/text_tokens.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { beforeDigits, isDigit, isLetter } from "../time/timestamp_parts.ts";
import { addColumnPairs, isPorted } from "./addresses.ts";
import { addRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";
import { Columns, isEpoch } from "./columns.ts";
import type { StatusColumn } from "./status_column.ts";

const OPEN = 0x5b,
  CLOSE = 0x5d,
  COLON = 0x3a,
  EQUALS = 0x3d,
  DOT = 0x2e,
  SLASH = 0x2f,
  GREATER = 0x3e,
  PAREN = 0x28,
  QUESTION = 0x3f,
  UNDERLINE = 0x5f;
/** Bytes of the shortest and the longest method that are looked for. */
const SHORTEST_METHOD = 3, LONGEST_METHOD = 9;
const EPOCH_SECONDS = 10, EPOCH_MILLIS = 13;
/** Words that no server writes without quotes, and where the status stands right behind a request in quotes. */
const MOST_WORDS = 1, MOST_BEHIND = 3;
const NONE = -1;

const columns = new Columns();

/** Where the parts of the line looked at last stand, in columns: the request's first and last, the time's, the status. */
const found = {
  request: NONE,
  requestTo: NONE,
  time: NONE,
  timeTo: NONE,
  status: NONE,
  /** Of the columns before the request, those that may be the status, and those with a dash, as `StatusColumn` has them. */
  told: 0,
  absent: 0,
  isBare: false,
  isVersioned: false,
  query: NONE,
};

/**
 * Reads a line of an access log whose columns stand in any order, divided by blanks, tabs, bars or semicolons, as the
 * record begun last: somewhere a time, a request (`"GET / HTTP/1.1"`, `GET /path`, `GET "/path"`) and its status; without a time where the
 * client begins the line.
 * False if it is something else. `statuses`: what the source's lines tell of where that stands.
 */
export function readLaidOut(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
  context: ReadContext,
  statuses: StatusColumn,
): boolean {
  const { bytes } = batch;
  if (!hasMethod(bytes, from, to) || !columns.split(bytes, from, to)) return false;
  if (!findRequest(bytes) || !findStatus(bytes, statuses)) return false;
  if (!findTime(batch, row, context) && !isTimeless(bytes)) return false;
  if (!isServers(bytes)) return false;
  if (!setBody(batch, row, keys)) return false;
  const statusTo = columns.to[found.status];
  addStatus(batch, row, keys, statusTo - 3, statusTo);
  addOthers(batch, keys);
  if (context.isTaught !== true) statuses.count(found.told, found.absent);
  return true;
}

/** Whether a method stands anywhere, which costs little to know. */
function hasMethod(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (!isUpper(bytes[at])) continue;
    const start = at;
    while (at < to && isUpper(bytes[at])) at++;
    const length = at - start;
    if (length >= SHORTEST_METHOD && length < LONGEST_METHOD && isMethod(bytes, start, at)) return true;
  }
  return false;
}

function isTarget(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === SLASH || hasScheme(bytes, from, to);
}

/** What `CONNECT` names: `shop.example:443`. */
function isHostAndPort(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = beforeDigits(bytes, from, to);
  return colon < to - 1 && colon > from && bytes[colon] === COLON;
}

/** Finds the columns that hold the request, one or several. */
function findRequest(bytes: Uint8Array): boolean {
  const { from, to, count } = columns;
  for (let at = 0; at < count; at++) {
    if (!isUpper(bytes[from[at]])) continue;
    let end = from[at];
    while (end < to[at] && isUpper(bytes[end])) end++;
    if (!isMethod(bytes, from[at], end)) continue;
    found.request = found.requestTo = at;
    found.isBare = end === to[at];
    found.isVersioned = false;
    found.query = NONE;
    if (!found.isBare) return bytes[end] === SPACE && isTarget(bytes, end + 1, to[at]);
    if (at + 1 >= count) continue;
    const isTunnel = isText(bytes, from[at], end, "CONNECT") &&
      isHostAndPort(bytes, from[at + 1], to[at + 1]);
    if (!isTunnel && !isTarget(bytes, from[at + 1], to[at + 1])) continue;
    found.requestTo = at + 1;
    // A query in a column of its own, which may be empty
    const isQueried = isProtocol(bytes, at + 3) || isQuery(bytes, at + 2);
    if (isQueried && !isProtocol(bytes, at + 2)) found.query = ++found.requestTo;
    found.isVersioned = isProtocol(bytes, found.requestTo + 1);
    if (found.isVersioned) found.requestTo++;
    return true;
  }
  return false;
}

function isProtocol(bytes: Uint8Array, at: number): boolean {
  return at < columns.count && isText(bytes, columns.from[at], columns.to[at], "HTTP/");
}

/** Whether a column is the query of the target before it: `?a=1`, or nothing; `a=1` between other signs than blanks, before the status. */
function isQuery(bytes: Uint8Array, at: number): boolean {
  if (at >= columns.count) return false;
  const from = columns.from[at];
  const to = columns.to[at];
  if (from === to || bytes[from] === QUESTION) return true;
  return columns.divider !== SPACE && findByte(bytes, from, to, EQUALS) > from &&
    answerAt(bytes, at + 1) >= 0;
}

/** Where in a column the status begins, `200`, `404->200`, `TCP_MISS/200`, `status=200`; -1 if it has none that servers answer with. */
function answerAt(bytes: Uint8Array, at: number): number {
  if (at < 0 || at >= columns.count || columns.isQuoted(at)) return NONE;
  const from = columns.from[at];
  const start = columns.to[at] - 3;
  if (start < from || !isStatus(bytes, start, start + 3)) return NONE;
  if (start > from) {
    const sign = bytes[start - 1];
    const isTold = sign === GREATER
      ? start === from + 5
      : sign === SLASH
      ? isUpper(bytes[from])
      : sign === EQUALS &&
        (isText(bytes, start - 7, start, "status=") || isText(bytes, start - 5, start, "code="));
    if (!isTold) return NONE;
  }
  return isKnown(bytes[start] - 48, (bytes[start + 1] - 48) * 10 + bytes[start + 2] - 48) ? start : NONE;
}

/** Whether servers answer with a status of that class and number in it. */
function isKnown(first: number, rest: number): boolean {
  if (first === 4) return rest <= 31 || rest === 44 || rest === 51 || rest >= 94;
  if (first === 5) return rest <= 30 || rest >= 98;
  return first > 0 && first < 4 && (rest <= 8 || (first === 2 && rest === 26));
}

/** Finds the status: among the numbers right before the request, or right behind it, else where nothing else may be one. */
function findStatus(bytes: Uint8Array, statuses: StatusColumn): boolean {
  const { request, requestTo } = found;
  found.status = NONE;
  found.told = found.absent = 0;
  for (let at = request - 1, bit = 1; at >= 0 && bit > 0; at--, bit <<= 1) {
    if (answerAt(bytes, at) >= 0) found.told |= bit;
    else if (columns.isDash(bytes, at)) found.absent |= bit;
    else if (!columns.isNumber(bytes, at)) break;
  }
  if (found.told !== 0) found.status = request - statuses.choose(found.told);
  const behind = columns.isDash(bytes, requestTo + 1) ? requestTo + 2 : requestTo + 1;
  if (found.status === NONE && answerAt(bytes, behind) >= 0) found.status = behind;
  for (let at = requestTo + 2; at < columns.count && found.status < 0; at++) takeStatus(bytes, at);
  for (let at = request - 1; at >= 0 && found.status < 0; at--) takeStatus(bytes, at);
  return found.status !== NONE;
}

/** Takes the status of a column that is no neighbour of the request: where the request has no quotes, one that says so. */
function takeStatus(bytes: Uint8Array, at: number): void {
  const start = answerAt(bytes, at);
  if (start >= 0 && (!found.isBare || start > columns.from[at])) found.status = at;
}

/** Reads the time, in brackets or not, wherever it stands. */
function findTime(batch: Batch, row: number, context: ReadContext): boolean {
  const { bytes } = batch;
  found.time = found.timeTo = NONE;
  for (let at = 0; at < columns.count; at++) {
    if (at >= found.request && at <= found.requestTo) continue;
    const start = columns.from[at];
    const end = columns.to[at];
    if (end - start < EPOCH_SECONDS || !(isDigit(bytes[start]) || isLetter(bytes[start]))) continue;
    const isNumeral = isNumber(bytes, start, end) &&
      (end - start === EPOCH_SECONDS || end - start === EPOCH_MILLIS);
    if ((isNumeral || isEpoch(bytes, start, end)) && readEpoch(batch, row, start, end)) {
      found.time = found.timeTo = at;
      return true;
    }
    const timeTo = readTime(batch, row, start, columns.lineTo, context);
    if (timeTo < 0) continue;
    found.time = at;
    while (at + 1 < columns.count && columns.from[at + 1] < timeTo) at++;
    found.timeTo = at;
    return true;
  }
  return false;
}

/** Whether a line without a time is a server's all the same: a client begins it, and the request tells its protocol. */
function isTimeless(bytes: Uint8Array): boolean {
  const { request, requestTo, status, isBare, isVersioned } = found;
  const isWhole = isBare
    ? isVersioned
    : findByte(bytes, columns.from[request], columns.to[request], SPACE) > 0;
  return isWhole && columns.divider === SPACE && isIpAddress(bytes, columns.from[0], columns.to[0]) &&
    (status === requestTo + 1 || status === request - 1);
}

/** Whether the column is the request's or the time's. */
function isTaken(at: number): boolean {
  const { request, requestTo, time, timeTo } = found;
  return (at >= request && at <= requestTo) || (at >= time && at <= timeTo);
}

/** Whether a server wrote the line, no logger of an application: no severity, and no prose around the request. */
function isServers(bytes: Uint8Array): boolean {
  const { requestTo } = found;
  // `GET / HTTP/1.1 200`: words around it name what stands behind them.
  const isAnswered = found.status === requestTo + 1;
  const mostWords = !isAnswered
    ? MOST_WORDS
    : found.isVersioned
    ? columns.count
    : found.isBare
    ? MOST_WORDS
    : MOST_BEHIND;
  // Tornado's `404 GET /path (10.0.0.1) 1.23ms` is a logger's message; a level before the time is one's head.
  if (
    found.isBare && bytes[columns.from[requestTo + 1] - 1] === PAREN &&
    isIpAddress(bytes, columns.from[requestTo + 1], columns.to[requestTo + 1])
  ) return false;
  if (found.time > 0 && isUpper(bytes[columns.from[0]])) return false;
  let words = 0;
  let hasAddress = false, isNamed = false;
  for (let at = 0; at < columns.count; at++) {
    if (isTaken(at)) continue;
    const start = columns.from[at];
    const end = columns.to[at];
    const isAddress = isIpAddress(bytes, start, end) || isPorted(bytes, start, end);
    if (isAddress) hasAddress = true;
    if (isAddress || columns.isQuoted(at)) continue;
    // A logger's head, whose brackets hold more than a column.
    if (bytes[end - 1] === CLOSE || bytes[start] === OPEN) return false;
    if (severityOfWord(bytes, start, bytes[end - 1] === 0x3a ? end - 1 : end) !== 0) return false;
    if (isWord(bytes, start, end) && ++words > mostWords) return false;
    isNamed ||= at < found.request && at !== found.status && !columns.isNumber(bytes, at) && end > start + 1;
  }
  // Django's `[time] "GET / HTTP/1.1" 200 12` is read as text is; a server's has more columns.
  const isShort = columns.count <= found.status + 2;
  if (isShort && !hasAddress && !found.isBare && found.time === 0 && found.request === found.timeTo + 1) {
    return false;
  }
  // A name before a request without quotes is a logger's where no client is told.
  return hasAddress || !found.isBare || !isNamed;
}

function isWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 2) return false;
  for (let at = from; at < to; at++) if (!isLetter(bytes[at]) && !(at === to - 1 && at > from)) return false;
  return true;
}

/** Makes the request the body, and adds its parts; false if there is no room for that. */
function setBody(batch: Batch, row: number, keys: AttributeKeys): boolean {
  const { from, to } = columns;
  const { request, requestTo, isBare } = found;
  if (!isBare) {
    addRequest(batch, keys, from[request], to[request]);
    batch.setBody(row, from[request], to[request]);
    return true;
  }
  const target = request + 1;
  const isJoined = columns.divider === SPACE && found.query < 0 &&
    to[request] + 1 === from[target] && (requestTo === target || to[target] + 1 === from[requestTo]);
  if (isJoined && batch.bytes[to[request]] === SPACE && batch.bytes[from[target] - 1] === SPACE) {
    addRequest(batch, keys, from[request], to[requestTo]);
    batch.setBody(row, from[request], to[requestTo]);
    return true;
  }
  if (to[requestTo] - from[request] + 2 > batch.sideFree) return false;
  const start = batch.copyToSide(from[request], to[request]);
  for (let at = target; at <= requestTo; at++) {
    if (to[at] === from[at]) continue;
    const sign = at === found.query ? QUESTION : SPACE;
    if (batch.bytes[from[at]] !== QUESTION) batch.bytes[batch.side++] = sign;
    batch.copyToSide(from[at], to[at]);
  }
  addRequest(batch, keys, start, batch.side);
  batch.setBody(row, start, batch.side);
  return true;
}

/** Adds all other columns: what they look like tells what they are. */
function addOthers(batch: Batch, keys: AttributeKeys): void {
  const { bytes } = batch;
  const { id } = keys;
  let contexts = 0;
  let client = NONE;
  let hasClient = false, hasSize = false, hasDuration = false, hasReferrer = false, hasAgent = false;
  for (let at = 0; at < columns.count; at++) {
    if (isTaken(at)) continue;
    if (at === found.status) {
      // What a proxy's cache did, `TCP_MISS/200`.
      if (bytes[columns.to[at] - 4] === SLASH) {
        batch.addField(id.cacheResult, columns.from[at], columns.to[at] - 4, TEXT);
      }
      continue;
    }
    const from = columns.from[at];
    const to = columns.to[at];
    if (to <= from || columns.isDash(bytes, at)) continue;
    if (isName(bytes, at)) {
      const key = batch.keys.idOfBytes(bytes, batch.view, from, to);
      if (!columns.isDash(bytes, ++at)) batch.addField(key, columns.from[at], columns.to[at], DOUBLE);
      continue;
    }
    const isBehind = at > found.requestTo;
    const isText = columns.isQuoted(at) || columns.divider !== SPACE;
    const isIp = isIpAddress(bytes, from, to);
    const isAddress = isIp || isPorted(bytes, from, to);
    const kind = columns.isQuoted(at) ? TEXT : kindOfBare(bytes, from, to);
    if (isAddress && !hasClient) {
      addAddress(batch, keys, from, to);
      hasClient = true;
      client = at;
    } else if (isIp && at === found.request - 1) batch.addField(id.forwarded, from, to, TEXT);
    else if (client >= 0 && !isBehind && at - client <= 2 && isUser(bytes, from, to)) {
      batch.addField(id.user, from, to, TEXT);
    } else if (isText && isBehind && !hasReferrer && hasScheme(bytes, from, to)) {
      batch.addField(id.referrer, from, to, TEXT);
      hasReferrer = true;
    } else if (isText && isBehind && !hasAgent && isAgent(bytes, from, to)) {
      batch.addField(id.userAgent, from, to, TEXT);
      hasAgent = true;
    } else if (!isText && isBehind && !hasAgent && isAgent(bytes, from, to)) {
      // Without quotes it goes on to the end.
      batch.addField(id.userAgent, from, columns.lineTo, TEXT);
      return;
    } else if (columns.label[at] >= 0) {
      const key = batch.keys.idOfBytes(bytes, batch.view, columns.label[at], columns.labelTo[at]);
      batch.addField(key, from, to, kind);
    } else if (!columns.isQuoted(at) && isKeyAt(bytes, from, to)) addColumnPairs(batch, from, to);
    else if (
      kind === INT && !hasSize &&
      (isBehind ? at <= Math.max(found.requestTo, found.status) + 1 : at === found.status + 1)
    ) {
      batch.addField(id.responseSize, from, to, INT);
      hasSize = true;
    } else if (!hasDuration && (kind === DOUBLE ? !isEpoch(bytes, from, to) : isDuration(bytes, from, to))) {
      batch.addField(id.duration, from, to, kind);
      hasDuration = true;
    } else if (to - from > 1 || isLetter(bytes[from]) || isDigit(bytes[from])) {
      batch.addField(keys.context(contexts++), from, to, kind);
    }
  }
}

/** Whether a column behind the request's is a name, and the next one its number, or a dash for none: `request_time 0.004`. */
function isName(bytes: Uint8Array, at: number): boolean {
  const isUnderlined = findByte(bytes, columns.from[at], columns.to[at], UNDERLINE) > 0;
  if (
    !(found.isVersioned || isUnderlined) || at < found.requestTo || at + 1 >= columns.count ||
    columns.divider !== SPACE
  ) {
    return false;
  }
  if (!columns.isNumber(bytes, at + 1) && !columns.isDash(bytes, at + 1)) return false;
  for (let from = columns.from[at]; from < columns.to[at]; from++) {
    if (!isLower(bytes[from]) && bytes[from] !== UNDERLINE) return false;
  }
  return true;
}

function hasScheme(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from, to, "http://") || isText(bytes, from, to, "https://");
}

/** `Mozilla/5.0 (…)`, `curl/8.1`: a name, a slash and a version. */
function isAgent(bytes: Uint8Array, from: number, to: number): boolean {
  const slash = findByte(bytes, from, to, SLASH);
  return slash > from && isLetter(bytes[from]) && isDigit(bytes[slash + 1]);
}

/** A name without dots that stands behind the client. */
function isUser(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isLetter(bytes[from])) return false;
  for (let at = from; at < to; at++) {
    if (bytes[at] === DOT || bytes[at] <= SPACE || bytes[at] === 0x3d) return false;
  }
  return true;
}

/** `12ms`, `0.01s`, `354µs`, `(0.012 s)` */
function isDuration(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isDigit(bytes[from]) || bytes[to - 1] !== 0x73) return false;
  let at = from;
  while (at < to && (isDigit(bytes[at]) || bytes[at] === DOT)) at++;
  if (bytes[at] === SPACE) at++;
  return to - at <= 3;
}
