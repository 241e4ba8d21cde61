import type { Row } from "../engine/messages.ts";
import { type LogRecord, textOfValue } from "../record/log_record.ts";
import { severityName } from "../record/severity.ts";

/** Characters of one line, of a record of several lines, and of all attributes of a record, at the most. */
const LINE_LENGTH = 500;
const LINES_LENGTH = 1400;
const ATTRIBUTES_LENGTH = 240;

/**
 * A record as a model sees it, without its label: `12:03:11.204 ERROR payments@fra-1 body {key=value …}`. Secrets
 * are replaced before anything is cut, so that no half of one remains.
 */
export function recordText({ record }: Row, redact: (text: string) => string, withDate: boolean): string {
  const parts = [timeText(record, withDate), severityName(record.severity) ?? "", placeText(record)];
  const head = parts.filter((part) => part !== "").join(" ");
  const body = cut(printable(redact(bodyText(record))));
  const attributes = attributesText(record, redact);
  return [redact(head), body, attributes].filter((part) => part !== "").join(" ");
}

function bodyText({ body, raw }: LogRecord): string {
  if (body === null) return raw;
  return typeof body === "string" ? body : body.json;
}

/** UTC, by the record's own time, else by its receipt. */
function timeText({ time, received }: LogRecord, withDate: boolean): string {
  const iso = new Date(time ?? received).toISOString();
  return withDate ? iso.slice(0, 23).replace("T", " ") : iso.slice(11, 23);
}

function placeText({ service, host }: LogRecord): string {
  if (service === null) return host ?? "";
  return host === null ? service : `${service}@${host}`;
}

function attributesText(
  { attributes, service, host, traceId, body }: LogRecord,
  redact: (text: string) => string,
): string {
  const shown = typeof body === "string" ? body : "";
  const pairs: string[] = [];
  for (const [key, value] of attributes) {
    const text = textOfValue(value);
    // What the line says already need not be said twice.
    if (text === service || text === host || shown.includes(`${key}=${text}`)) continue;
    pairs.push(pairText(key, text));
  }
  if (traceId !== null && !pairs.some((pair) => pair.endsWith(traceId))) pairs.push(`trace=${traceId}`);
  if (pairs.length === 0) return "";
  const all = printable(redact(pairs.join(" "))).replaceAll("\n", " ");
  return `{${cutMiddle(all, ATTRIBUTES_LENGTH)}}`;
}

/** A field as it is redacted and shown; quotes tell where a text of several words ends. */
export function pairText(key: string, text: string): string {
  return /\s/.test(text) ? `${key}="${text.replaceAll('"', "'")}"` : `${key}=${text}`;
}

/** Escape sequences and the like carry nothing for a model. */
function printable(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[0-?]*[ -/]*[@-~]/g, "").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

/** Long lines are cut in the middle, and so are records of many lines: a trace's cause is often its last line. */
function cut(text: string): string {
  const lines = text.split("\n").map((line) => cutMiddle(line.trimEnd(), LINE_LENGTH));
  const whole = lines.join("\n");
  if (lines.length === 1 || whole.length <= LINES_LENGTH) return whole;
  const head: string[] = [];
  const tail: string[] = [];
  let room = LINES_LENGTH;
  for (let n = 0; n < lines.length; n++) {
    const fromEnd = n % 3 === 2;
    const line = fromEnd ? lines[lines.length - 1 - tail.length] : lines[head.length];
    room -= line.length + 1;
    if (room < 0) break;
    if (fromEnd) tail.unshift(line);
    else head.push(line);
  }
  if (tail.length === 0) tail.push(cutMiddle(lines[lines.length - 1], 200));
  const left = lines.length - head.length - tail.length;
  return [...head, ...left > 0 ? [`… ${left} lines left out …`] : [], ...tail].join("\n");
}

/** At most `length` characters, with what is left out in the middle told. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const mark = `… ${text.length - length} characters left out …`;
  const kept = Math.max(0, length - mark.length);
  const head = Math.ceil(kept * 0.6);
  return text.slice(0, head) + mark + text.slice(text.length - (kept - head));
}
