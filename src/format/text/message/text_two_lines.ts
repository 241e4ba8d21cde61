import { addTold } from "./told_measures.ts";
import { FATAL } from "../../../record/severity.ts";
import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { severityNameEnd, severityOfName, severityOfWord } from "../../severity_word.ts";
import { CLOSE, COLON, DASH, GREATER, OPEN } from "../text_parts.ts";
import {
  findByte,
  isBlank,
  isHex,
  isLower,
  isName,
  isNumber,
  isText,
  isUpper,
  lastByte,
  lettersEnd,
  nameLikeness,
  NEWLINE,
  PATH,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

const DOT = 0x2e;

/** What a head that may go on in a second line turned out to be. */
export const ONE_LINE = 0;
/** The second line is wanted. */
export const WANTS_MORE = 1;
/** Both lines were read; the body is set. */
export const TWO_LINES = 2;
/** The second line is another record. */
export const NOT_HERS = 3;

/** How far .NET's console indents every line of a message. */
export const DOTNET_INDENT = 6;
/** Bytes of a severity in any language, and its colon. */
const LONGEST_LEVEL = 30;

/**
 * java.util.logging's SimpleFormatter writes `time class method` and, in a second line, `SEVERITY: message`.
 * [from, to) is what follows the time.
 */
export function readJavaUtil(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  if (!isTwelveHours(bytes, batch.timeTo[row])) return ONE_LINE;
  const classTo = tokenEnd(bytes, from, to);
  // Without a class of its caller: the logger's name alone.
  const isAlone = (classTo >= to || bytes[classTo] === NEWLINE) &&
    nameLikeness(bytes, from, classTo) === PATH;
  if ((!isAlone && (classTo >= to || bytes[classTo] !== SPACE)) || !isName(bytes, from, classTo)) {
    return ONE_LINE;
  }
  const methodTo = isAlone ? classTo : tokenEnd(bytes, classTo + 1, to);
  if (!isAlone && methodTo < to && bytes[methodTo] === SPACE) {
    return readOneLine(batch, row, from, methodTo, to, keys);
  }
  if (methodTo === classTo + 1 || (methodTo < to && bytes[methodTo] !== NEWLINE)) return ONE_LINE;
  if (methodTo >= to) return WANTS_MORE;
  const name = methodTo + 1;
  const message = javaUtilMessage(bytes, name, to);
  // What an exception says of itself, `Error: …`, belongs to a message of two words.
  if (message < 0 || isText(bytes, name, to, "Error:")) return NOT_HERS;
  batch.setSeverity(row, severityOfName(bytes, name, message - 2), name, message - 2);
  batch.addField(keys.id.logger, from, classTo, TEXT);
  if (!isAlone) batch.addField(keys.id.function, classTo + 1, methodTo, TEXT);
  batch.setBody(row, message, to);
  return TWO_LINES;
}

/**
 * Jenkins' page of its log: `time SEVERITY class method` and, in the second line, the message. [from, to) is what follows
 * the severity.
 */
export function readJenkins(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  if (!isTwelveHours(bytes, batch.timeTo[row])) return ONE_LINE;
  const nameTo = tokenEnd(bytes, from, to);
  const method = nameTo + 1;
  const methodTo = tokenEnd(bytes, method, to);
  if (
    bytes[nameTo] !== SPACE || nameLikeness(bytes, from, nameTo) !== PATH || !isName(bytes, method, methodTo)
  ) {
    return ONE_LINE;
  }
  if (methodTo < to && bytes[methodTo] !== NEWLINE) return ONE_LINE;
  if (methodTo >= to) return WANTS_MORE;
  // The next record's time.
  const time = batch.timeFrom[row];
  if (bytes[methodTo + 1] === bytes[time] && bytes[methodTo + 4] === bytes[time + 3]) return NOT_HERS;
  batch.addField(keys.id.logger, from, nameTo, TEXT);
  batch.addField(keys.id.function, method, methodTo, TEXT);
  batch.setBody(row, methodTo + 1, to);
  return TWO_LINES;
}

/** Whether AM, PM, `a. m.`, `DA TARDE`, 午前 or the like end the time that ends at `to`. */
function isTwelveHours(bytes: Uint8Array, to: number): boolean {
  const last = bytes[to - 1];
  if (last === 0x4d || last === DOT || last >= 0x80 || bytes[to - 2] >= 0x80) return true;
  return isText(bytes, to - 5, to, "TARDE") || isText(bytes, to - 3, to, " CH") ||
    isText(bytes, to - 3, to, " SA");
}

/** Where the message begins of the second line, `SEVERITY: message`; -1 if it is none. */
function javaUtilMessage(bytes: Uint8Array, from: number, to: number): number {
  const nameTo = findByte(bytes, from, Math.min(to, from + LONGEST_LEVEL), COLON);
  const isSeverity = nameTo > from && nameTo + 1 < to && bytes[nameTo + 1] === SPACE &&
    severityOfName(bytes, from, nameTo) !== 0;
  return isSeverity ? nameTo + 2 : -1;
}

/** The same in one line, as many configure it: `class method SEVERITY: message`. */
function readOneLine(
  batch: Batch,
  row: number,
  from: number,
  methodTo: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  const name = methodTo + 1;
  const nameTo = severityNameEnd(bytes, name, to);
  const number = severityOfName(bytes, name, nameTo);
  if (number === 0 || isLower(bytes[nameTo - 1]) || !isText(bytes, nameTo, to, ": ")) return ONE_LINE;
  batch.setSeverity(row, number, name, nameTo);
  const classTo = tokenEnd(bytes, from, to);
  batch.addField(keys.id.logger, from, classTo, TEXT);
  batch.addField(keys.id.function, classTo + 1, methodTo, TEXT);
  batch.setBody(row, nameTo + 2, to);
  return TWO_LINES;
}

/**
 * tinylog writes `time [thread] Class.method()` and, in a second line, `SEVERITY: message`. [from, to) is what
 * follows the thread.
 */
export function readTinylog(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  const end = tokenEnd(bytes, from, to);
  if (!isText(bytes, end - 2, end, "()") || !isName(bytes, from, end - 2)) return ONE_LINE;
  // Not past the line: a search back through all that was read costs more than the line itself.
  const dot = lastByte(bytes, from, end - 2, DOT);
  if (dot <= from) return ONE_LINE;
  if (end < to && bytes[end] !== NEWLINE) return ONE_LINE;
  if (end >= to) return WANTS_MORE;
  const name = end + 1;
  const nameTo = lettersEnd(bytes, name, to);
  const number = severityOfWord(bytes, name, nameTo);
  if (number === 0 || !isText(bytes, nameTo, to, ": ")) return NOT_HERS;
  batch.setSeverity(row, number, name, nameTo);
  batch.addField(keys.id.logger, from, dot, TEXT);
  batch.addField(keys.id.function, dot + 1, end - 2, TEXT);
  batch.setBody(row, nameTo + 2, to);
  return TWO_LINES;
}

/**
 * .NET's console writes `info: Category[12]` and, in a second line, the message indented by six blanks.
 * [from, to) is what follows the severity and its colon.
 */
export function readDotnet(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): number {
  const { bytes } = batch;
  const severityTo = batch.severityTo[row];
  if (severityTo - batch.severityFrom[row] !== 4 || !isLower(bytes[severityTo - 1])) return ONE_LINE;
  if (bytes[severityTo] !== COLON) return ONE_LINE;
  const end = tokenEnd(bytes, from, to);
  if ((end < to && bytes[end] !== NEWLINE) || bytes[end - 1] !== CLOSE) return ONE_LINE;
  const open = lastByte(bytes, from, end - 1, OPEN);
  if (open <= from || !isNumber(bytes, open + 1, end - 1) || !isName(bytes, from, open)) return ONE_LINE;
  if (end >= to) return WANTS_MORE;
  let message = skipBlanks(bytes, end + 1, to);
  if (message - end < 3 || !isBlank(bytes[end + 1])) return NOT_HERS;
  const scopes = message;
  let scopesTo = message;
  if (isText(bytes, message, to, "=> ")) {
    while (scopesTo < to && bytes[scopesTo] !== NEWLINE) scopesTo++;
    if (scopesTo >= to) return WANTS_MORE;
    message = skipBlanks(bytes, scopesTo + 1, to);
  }
  // What .NET calls critical is the end of the process or the data, not syslog's step above an error.
  if (bytes[batch.severityFrom[row]] === 0x63) batch.severity[row] = FATAL;
  batch.addField(keys.id.logger, from, open, TEXT);
  batch.addField(keys.id.eventId, open + 1, end - 1, INT);
  if (scopesTo > scopes) addScopes(batch, row, scopes + 3, scopesTo, keys);
  addTold(batch, row, message, to, keys);
  batch.setBody(row, message, to);
  return TWO_LINES;
}

/** Where the category begins of a record that is the first of these two lines, alone; -1 if it is not. */
export function dotnetCategory(
  { bytes, bodyFrom, bodyTo, severityFrom, severityTo }: Batch,
  row: number,
): number {
  const severity = severityFrom[row];
  const to = bodyTo[row];
  if (bytes[to - 1] !== CLOSE || severityTo[row] - severity !== 4) return -1;
  if (bytes[severity + 4] !== COLON || !isLower(bytes[severity])) return -1;
  // In syslog the severity stays in the message.
  const from = bodyFrom[row] === severity ? severity + 6 : bodyFrom[row];
  const open = lastByte(bytes, from, to - 1, OPEN);
  return open > from && isNumber(bytes, open + 1, to - 1) && isName(bytes, from, open) ? from : -1;
}

/**
 * Completes such a record with the second line, [from, to): in a container each is an entry of its own. False, and nothing
 * done, if they are not.
 */
export function joinDotnet(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): boolean {
  const { bytes } = batch;
  const message = skipBlanks(bytes, from, to);
  if (message !== from + DOTNET_INDENT || message === to) return false;
  const category = dotnetCategory(batch, row);
  if (category < 0) return false;
  const headTo = batch.bodyTo[row];
  const open = lastByte(bytes, category, headTo - 1, OPEN);
  if (bytes[batch.severityFrom[row]] === 0x63) batch.severity[row] = FATAL;
  keys.fresh();
  batch.addField(keys.id.logger, category, open, TEXT);
  batch.addField(keys.id.eventId, open + 1, headTo - 1, INT);
  addTold(batch, row, message, to, keys);
  batch.fieldTo[row] = batch.fieldCount;
  batch.setBody(row, message, to);
  return true;
}

/** What .NET's console writes of scopes, `SpanId:00f0…, TraceId:4bf9…, ParentId:… => Basket`: context, and the ids. */
function addScopes(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): void {
  const { bytes } = batch;
  batch.addField(keys.id.context, from, to, TEXT);
  for (let at = from; at < to; at++) {
    if (isText(bytes, at, to, "TraceId:") && isHex(bytes, at + 8, Math.min(at + 40, to))) {
      batch.setTrace(row, at + 8, at + 40);
    } else if (isText(bytes, at, to, "SpanId:") && isHex(bytes, at + 7, Math.min(at + 23, to))) {
      batch.setSpan(row, at + 7, at + 23);
    }
    if (bytes[at] === GREATER) return;
  }
}

/**
 * Serilog's template of two lines: `[08:00:01 INF] Shop.Db` and, in the next, the message. [from, to) is what follows
 * the bracket that held time and severity.
 */
export function readSerilog(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  const end = tokenEnd(bytes, from, to);
  if (
    (end < to && bytes[end] !== NEWLINE) || !isUpper(bytes[from]) || nameLikeness(bytes, from, end) !== PATH
  ) {
    return ONE_LINE;
  }
  if (end >= to) return WANTS_MORE;
  // The next record's time.
  if (end + 1 >= to || (bytes[end + 1] === OPEN && isDigit(bytes[end + 2]))) return NOT_HERS;
  batch.addField(keys.id.logger, from, end, TEXT);
  batch.setBody(row, end + 1, to);
  return TWO_LINES;
}

/**
 * Play's file: `time [INFO] from org.example.Shop in main` and, in the next line, the message. [from, to) is what follows
 * the severity.
 */
export function readPlay(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): number {
  const { bytes } = batch;
  if (!isText(bytes, from, to, "from ")) return ONE_LINE;
  const name = from + 5;
  const nameTo = tokenEnd(bytes, name, to);
  const thread = nameTo + 4;
  const end = tokenEnd(bytes, thread, to);
  if (
    !isText(bytes, nameTo, to, " in ") || nameLikeness(bytes, name, nameTo) !== PATH || end === thread ||
    (end < to && bytes[end] !== NEWLINE)
  ) return ONE_LINE;
  if (end >= to) return WANTS_MORE;
  // The next record's time.
  if (isDigit(bytes[end + 1]) && bytes[end + 5] === DASH) return NOT_HERS;
  batch.addField(keys.id.logger, name, nameTo, TEXT);
  batch.addField(keys.id.thread, thread, end, TEXT);
  batch.setBody(row, end + 1, to);
  return TWO_LINES;
}
