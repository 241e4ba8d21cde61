import { type Batch, BOOL, DOUBLE, ESCAPED, INT, NESTED, NULL, PLAIN, RAW_IDS, TRUNCATED } from "./batch.ts";

/** A number that keeps the digits it was written with: 64-bit integers pass a double's precision. */
export interface ExactNumber {
  readonly number: string;
}

/** JSON text that stays a value: an array or an object. */
export interface JsonText {
  readonly json: string;
}

export type AttributeValue = string | number | boolean | null | ExactNumber | JsonText;

/** A record with strings (plain data: it is posted between workers), made from a batch for what is kept, shown or printed. */
export interface LogRecord {
  /** Epoch milliseconds of its own time, null if it has none. */
  time: number | null;
  /** Nanoseconds within the millisecond. */
  nanos: number;
  /** Digits of the fraction that the time was written with. */
  fraction: number;
  /** Epoch milliseconds of its receipt. */
  received: number;
  /** OpenTelemetry's severity number, 0 if none. */
  severity: number;
  /** The severity as it was written; "" if none. */
  severityText: string;
  body: string | JsonText | null;
  /** In the order they stood in; resource and scope attributes first. */
  attributes: Map<string, AttributeValue>;
  service: string | null;
  host: string | null;
  traceId: string | null;
  spanId: string | null;
  /** Number of the source, and of the record's first line in it, from 1. */
  source: number;
  line: number;
  /** Number of the format that read it. */
  format: number;
  truncated: boolean;
  plain: boolean;
  /** Its line or lines as they were read. */
  raw: string;
  /** The time as it was written; "" if it has none. */
  timeText: string;
}

/** A record that says nothing, for who sets what a test asks for. */
export const EMPTY_RECORD: Readonly<LogRecord> = {
  time: null,
  nanos: 0,
  fraction: 0,
  received: 0,
  severity: 0,
  severityText: "",
  body: null,
  attributes: new Map(),
  service: null,
  host: null,
  traceId: null,
  spanId: null,
  source: 0,
  line: 0,
  format: 0,
  truncated: false,
  plain: false,
  raw: "",
  timeText: "",
};

const decoder = new TextDecoder();

/**
 * The lines of the record that is being made, where they are ASCII: its parts are then parts of this text, which is
 * some ten times as fast as to decode each of them.
 */
let lines = "";
let linesFrom = 0;
let linesTo = 0;

/** Text of a range, invalid UTF-8 as U+FFFD. */
export function textOf(batch: Batch, from: number, to: number): string {
  if (from === to) return "";
  if (from >= linesFrom && to <= linesTo) return lines.substring(from - linesFrom, to - linesFrom);
  return decoder.decode(batch.bytes.subarray(from, to));
}

/** Makes the record in row `row` of a batch. */
export function logRecordOf(batch: Batch, row: number): LogRecord {
  const from = batch.rawFrom[row];
  const to = batch.rawTo[row];
  const raw = textOf(batch, from, to);
  // As many characters as bytes, and none that stands for a broken one: each byte is its character.
  if (raw.length === to - from && !raw.includes("\ufffd")) {
    lines = raw;
    linesFrom = from;
    linesTo = to;
  }
  const record = recordOf(batch, row, raw);
  lines = "";
  linesFrom = linesTo = 0;
  return record;
}

function recordOf(batch: Batch, row: number, raw: string): LogRecord {
  const attributes = new Map<string, AttributeValue>();
  for (const group of [batch.resource[row], batch.scope[row]]) {
    if (group >= 0) addFields(attributes, batch, batch.groupFrom[group], batch.groupTo[group]);
  }
  addFields(attributes, batch, batch.fieldFrom[row], batch.fieldTo[row]);
  const time = batch.time[row];
  return {
    time: Number.isNaN(time) ? null : time,
    nanos: batch.nanos[row],
    fraction: batch.fraction[row],
    received: batch.received,
    severity: batch.severity[row],
    severityText: textOf(batch, batch.severityFrom[row], batch.severityTo[row]),
    body: bodyOf(batch, row),
    attributes,
    service: fieldText(batch, batch.service[row]),
    host: fieldText(batch, batch.host[row]),
    traceId: idOf(batch, row, batch.traceFrom[row], batch.traceTo[row]),
    spanId: idOf(batch, row, batch.spanFrom[row], batch.spanTo[row]),
    source: batch.source,
    line: batch.line[row],
    format: batch.format[row],
    truncated: (batch.flags[row] & TRUNCATED) !== 0,
    plain: (batch.flags[row] & PLAIN) !== 0,
    raw,
    timeText: textOf(batch, batch.timeFrom[row], batch.timeTo[row]),
  };
}

function idOf(batch: Batch, row: number, from: number, to: number): string | null {
  if (from === to) return null;
  return batch.flags[row] & RAW_IDS ? batch.bytes.subarray(from, to).toHex() : textOf(batch, from, to);
}

function bodyOf(batch: Batch, row: number): string | JsonText | null {
  const value = valueOf(batch, batch.bodyFrom[row], batch.bodyTo[row], batch.bodyKind[row]);
  if (value === null || typeof value === "string") return value;
  return typeof value === "object" && "json" in value ? value : textOfValue(value);
}

function addFields(into: Map<string, AttributeValue>, batch: Batch, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const value = valueOf(batch, batch.fieldStart[at], batch.fieldEnd[at], batch.fieldKind[at]);
    into.set(batch.keys.names[batch.fieldKey[at]], value);
  }
}

/** The text of field `at`, null for -1. */
export function fieldText(batch: Batch, at: number): string | null {
  if (at < 0) return null;
  return textOfValue(valueOf(batch, batch.fieldStart[at], batch.fieldEnd[at], batch.fieldKind[at]));
}

/** A value as a person reads it in a list; JSON stays JSON. */
export function textOfValue(value: AttributeValue): string {
  if (value === null || typeof value !== "object") return String(value);
  return "json" in value ? value.json : value.number;
}

/** The value of a range of the given kind. */
export function valueOf(batch: Batch, from: number, to: number, kind: number): AttributeValue {
  if (kind === NULL) return null;
  const text = textOf(batch, from, to);
  switch (kind) {
    case ESCAPED:
      return unescape(text);
    case INT:
    case DOUBLE:
      return exactOrNumber(text);
    case BOOL:
      return text === "true";
    case NESTED:
      return { json: text };
    default:
      return text;
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What is not a number as JSON writes it (`007`, `NaN`) stays text. */
function exactOrNumber(text: string): AttributeValue {
  if (!JSON_NUMBER.test(text)) return text;
  const number = Number(text);
  return String(number) === text ? number : { number: text };
}

/** The text behind the inside of a JSON string; what is not a valid escape stays as it stands. */
export function unescape(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return unescapeLeniently(text);
  }
}

const SHORT_ESCAPES: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function unescapeLeniently(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(["'\\/bfnrt]))/g, (_whole, code, short) => {
    return code ? String.fromCharCode(parseInt(code, 16)) : SHORT_ESCAPES[short] ?? short;
  });
}
