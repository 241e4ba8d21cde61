import type { AttributeValue, LogRecord } from "./log_record.ts";
import { severityName } from "./severity.ts";

/** What a record does not know of itself. */
export interface RecordNames {
  source: string;
  format: string;
}

/**
 * A record as one line of JSON without a newline: `time` (RFC 3339, UTC, with the digits it was written
 * with), `timeSource`, `severity`, `severityNumber`, `body`, `attributes`, `service`, `host`, `traceId`,
 * `spanId`, `source`, `line`, `format`, `truncated`; what is absent is null.
 */
export function normalJson(record: LogRecord, names: RecordNames): string {
  const time = record.time === null
    ? rfc3339(record.received, 0, 3)
    : rfc3339(record.time, record.nanos, record.fraction);
  const body = typeof record.body === "string" || record.body === null
    ? text(record.body)
    : onOneLine(record.body.json);
  return `{"time":"${time}","timeSource":"${record.time === null ? "received" : "record"}"` +
    `,"severity":${text(severityName(record.severity))},"severityNumber":${record.severity || null}` +
    `,"body":${body},"attributes":${attributesJson(record.attributes)}` +
    `,"service":${text(record.service)},"host":${text(record.host)}` +
    `,"traceId":${text(record.traceId)},"spanId":${text(record.spanId)}` +
    `,"source":${text(names.source)},"line":${record.line},"format":${text(names.format)}` +
    `,"truncated":${record.truncated}}`;
}

/** The second that was written last: most records are of the same one as the record before. */
let second = NaN;
let secondText = "";

/** UTC to the given number of digits of the second's fraction. */
function rfc3339(time: number, nanos: number, digits: number): string {
  const whole = Math.floor(time / 1000);
  if (whole !== second) {
    secondText = new Date(whole * 1000).toISOString().slice(0, -5);
    second = whole;
  }
  if (digits === 0) return `${secondText}Z`;
  const fraction = String(Math.floor(time) - whole * 1000).padStart(3, "0") + String(nanos).padStart(6, "0");
  return `${secondText}.${fraction.slice(0, digits)}Z`;
}

function attributesJson(attributes: Map<string, AttributeValue>): string {
  let json = "{";
  for (const [key, value] of attributes) {
    json += `${json.length > 1 ? "," : ""}${text(key)}:${valueJson(value)}`;
  }
  return json + "}";
}

function valueJson(value: AttributeValue): string {
  if (typeof value === "string") return text(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return "json" in value ? onOneLine(value.json) : value.number;
}

/** Line breaks in JSON text stand between its tokens, never inside a string. */
function onOneLine(json: string): string {
  const line = json.includes("\n") ? json.replace(/[\r\n]+\s*/g, "") : json;
  return /\\u[dD][89a-fA-F]/.test(line) ? withoutHalves(line) : line;
}

/** Half a surrogate pair is no text: what reads the line next, such as jq, may refuse all that follows. */
function withoutHalves(json: string): string {
  const escape = /\\(?:u[dD][89abAB]..(\\u[dD][c-fC-F]..)|u[dD][89a-fA-F]..|[^])/g;
  return json.replace(
    escape,
    (all, second?: string) => second === undefined && /^\\u[dD]/.test(all) ? "\\ufffd" : all,
  );
}

function text(value: string | null): string {
  return JSON.stringify(value === null || value.isWellFormed() ? value : value.toWellFormed());
}
