import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys, type AttributeName } from "../attribute_keys.ts";
import { looksLikeEpoch } from "../field_values.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { isNumber, isText, isUpperWord, SPACE, TAB } from "../text/text_tokens.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { severityOfWord } from "../severity_word.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { ColumnReader } from "./column_reader.ts";
import { addStatus, isStatus } from "./http_status.ts";
import { IIS_FIELDS, W3C_FIELDS } from "./w3c_fields.ts";

const HASH = 0x23, DASH = 0x2d, COLON = 0x3a, QUESTION = 0x3f;

/** What the header of a log of flows has, one of each. */
const FLOW_FIELDS = [["start"], ["end"], ["srcaddr", "dstaddr", "pkt-srcaddr", "pkt-dstaddr"]];

/** Bytes of the shortest time with its day. */
const SHORTEST_DATED = 16;
/** Columns of severities and messages: Wowza's, Joomla's, and what others call them. */
const SEVERITIES = new Set(["x-severity", "priority", "severity", "level"]);
const MESSAGES = new Set(["x-comment", "message"]);

const decoder = new TextDecoder();

/**
 * Logs whose directives name their columns: W3C's extended log format, as IIS, CloudFront and proxies write it
 * (`#Fields: date time …`), and Zeek's (`#fields` divided by tabs). Directives are no records. The body is the
 * request line; where there is no request, the whole line.
 */
export class W3cFormat implements LineFormat {
  readonly name = "w3c";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #column = new ColumnReader();
  #fields: string[] = [];
  #roles: (AttributeName | undefined)[] = [];
  /** The day of the directives, for lines that have a time only. */
  #date = "";
  #dateLine = "";
  #fieldsLine = "";
  preamble: readonly string[] = [];

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side, fieldCount } = batch;
    if (bytes[from] === HASH) return this.#directive(bytes, from, to) ? YES : NO;
    if (isLetter(bytes[from]) && this.#flowHeader(bytes, from, to)) return YES;
    const isKnown = this.#fields.length > 0;
    if (!isKnown && !isDefault(bytes, from, to, this.#column)) return NO;
    if (!isKnown) this.#setFields(IIS_FIELDS);
    const row = batch.begin(from, to);
    this.#keys.fresh();
    if (this.#readColumns(batch, row, from, to)) {
      batch.commit();
      return YES;
    }
    if (!isKnown) this.#setFields([]);
    batch.side = side;
    batch.fieldCount = fieldCount;
    return NO;
  }

  #directive(bytes: Uint8Array, from: number, to: number): boolean {
    const line = decoder.decode(bytes.subarray(from, to));
    const match =
      /^#(?:(Software|Version|Date|Fields|Start-Date|End-Date|Remark|Time Format|Log-[Tt]ype|System|Comment):[ \t]*|(separator|set_separator|empty_field|unset_field|path|open|close|fields|types)[ \t]+)(.*)$/
        .exec(line);
    if (match === null) return false;
    const isDate = match[1] === "Date";
    const isFields = match[1] === "Fields" || match[2] === "fields";
    // Exchange divides its columns by commas: a table.
    if (isFields && match[3].includes(",")) return false;
    if (isDate) this.#date = match[3].slice(0, 10);
    if (isFields) this.#setFields(match[3].trim().split(/[ \t]+/));
    if (isFields) this.#column.dividers = dividersOf(match[3]);
    if (isDate) this.#dateLine = line;
    if (isFields) this.#fieldsLine = line;
    if (isDate || isFields) {
      this.preamble = [this.#dateLine, this.#fieldsLine].filter((known) => known !== "");
    }
    return true;
  }

  /** `version account-id interface-id srcaddr … start end action log-status` of the flow logs of AWS, in any order. */
  #flowHeader(bytes: Uint8Array, from: number, to: number): boolean {
    if (!areNames(bytes, from, to)) return false;
    const line = decoder.decode(bytes.subarray(from, to));
    const fields = line.trim().split(" ");
    if (!FLOW_FIELDS.every((names) => names.some((name) => fields.includes(name)))) return false;
    this.#setFields(fields);
    this.preamble = [line];
    return true;
  }

  #setFields(fields: string[]): void {
    this.#fields = fields;
    this.#roles = fields.map((name) => W3C_FIELDS.get(name.toLowerCase()));
  }

  /** Reads the columns as fields; false if there are more or fewer of them than names, or there is no time. */
  #readColumns(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const column = this.#column;
    const fields = this.#fields;
    column.start(bytes, from, to);
    let date = -1;
    let time = -1;
    let timeTo = 0;
    const request = { method: 0, methodTo: 0, path: -1, pathTo: 0, query: -1, queryTo: 0 };
    for (let at = 0; at < fields.length; at++) {
      if (!column.next()) return false;
      if (column.absent) continue;
      const name = fields[at];
      if (name === "date") date = column.from;
      else if (name === "time" || name === "ts" || name === "start" || name === "datetime") {
        time = column.from;
        timeTo = column.to;
      } else this.#add(batch, row, name, this.#roles[at], request);
    }
    if (column.next() || !this.#setTime(batch, row, date, time, timeTo)) return false;
    if (request.path >= 0) this.#setBody(batch, row, request);
    return true;
  }

  #add(
    batch: Batch,
    row: number,
    name: string,
    role: AttributeName | undefined,
    request: Record<string, number>,
  ): void {
    const { bytes, keys } = batch;
    const { from, to } = this.#column;
    const id = role === undefined ? keys.idOf(name) : this.#keys.id[role];
    if (SEVERITIES.has(name) && setSeverity(batch, row, from, to)) return;
    if (MESSAGES.has(name)) {
      batch.setBody(row, from, to);
      return;
    }
    switch (role) {
      case "status":
        if (isStatus(bytes, from, to)) addStatus(batch, row, this.#keys, from, to);
        else batch.addField(id, from, to, TEXT);
        return;
      case "method":
      case "path":
      case "query":
        request[role] = from;
        request[`${role}To`] = to;
        break;
      case "target":
        request.path = from;
        request.pathTo = to;
        break;
      case "protocol":
        batch.addField(id, isText(bytes, from, to, "HTTP/") ? from + 5 : from, to, TEXT);
        return;
      case "host":
        batch.host[row] = batch.addField(id, from, to, TEXT);
        return;
      case "service":
        batch.service[row] = batch.addField(id, from, to, TEXT);
        return;
    }
    const isNumeric = role === undefined || isNumber(bytes, from, to);
    batch.addField(id, from, to, isNumeric ? kindOfBare(bytes, from, to) : TEXT);
  }

  /** The time of two columns, or of one and the day of the directives; Zeek's is an epoch number. */
  #setTime(batch: Batch, row: number, date: number, time: number, timeTo: number): boolean {
    const { bytes } = batch;
    if (time < 0) return false;
    if (looksLikeEpoch(bytes, time, timeTo)) return readEpoch(batch, row, time, timeTo);
    const isDated = timeTo - time >= SHORTEST_DATED;
    if (date < 0 && (isDated || this.#date === "")) {
      return readTime(batch, row, time, timeTo, this.#context) === timeTo;
    }
    if (batch.sideFree < timeTo - time + 16) return false;
    const start = date < 0 ? batch.textToSide(this.#date) : batch.copyToSide(date, date + 10);
    bytes[batch.side++] = SPACE;
    batch.copyToSide(time, timeTo);
    // Without a zone the times of such logs are UTC.
    bytes[batch.side++] = 0x5a;
    if (readTime(batch, row, start, batch.side, this.#context) !== batch.side) return false;
    if (date >= 0 && date < time) {
      batch.timeFrom[row] = date;
      batch.timeTo[row] = timeTo;
    }
    return true;
  }

  /** `GET /path?query` */
  #setBody(batch: Batch, row: number, request: Record<string, number>): void {
    const { bytes } = batch;
    if (request.methodTo - request.method + request.pathTo - request.path > batch.sideFree) return;
    const start = batch.copyToSide(request.method, request.methodTo);
    if (batch.side > start) bytes[batch.side++] = SPACE;
    batch.copyToSide(request.path, request.pathTo);
    if (request.query >= 0 && request.queryTo - request.query < batch.sideFree) {
      bytes[batch.side++] = QUESTION;
      batch.copyToSide(request.query, request.queryTo);
    }
    batch.setBody(row, start, batch.side);
  }
}

/** Whether a line is nothing but words of small letters and dashes, a blank between each. */
function areNames(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if ((byte < 0x61 || byte > 0x7a) && byte !== DASH && (byte !== SPACE || bytes[at - 1] === SPACE)) {
      return false;
    }
  }
  return true;
}

/** Takes the severity of a record; false if [from, to) is none. */
function setSeverity(batch: Batch, row: number, from: number, to: number): boolean {
  const number = severityOfWord(batch.bytes, from, to);
  if (number !== 0) batch.setSeverity(row, number, from, to);
  return number !== 0;
}

/** What ends each column of `names`: a tab where one does so in any, and a blank behind those that have one (Joomla). */
function dividersOf(names: string): number[] {
  if (!names.includes("\t")) return [];
  return Array.from(names.trim().matchAll(/[ \t]+/g), ([gap]) => gap.includes("\t") ? TAB : SPACE);
}

/** Whether a line looks as IIS writes it by default: day, time, method, path, port and status at their places. */
function isDefault(bytes: Uint8Array, from: number, to: number, column: ColumnReader): boolean {
  if (to - from < 60 || !isDigit(bytes[from]) || bytes[from + 4] !== 0x2d || bytes[from + 13] !== COLON) {
    return false;
  }
  column.start(bytes, from, to);
  for (let at = 0; at < IIS_FIELDS.length; at++) {
    if (!column.next()) return false;
    const { from: start, to: end } = column;
    if (at === 3 && !isUpperWord(bytes, start, end)) return false;
    if (at === 6 && !isNumber(bytes, start, end)) return false;
    if (at === 11 && !isStatus(bytes, start, end)) return false;
  }
  return !column.next();
}
