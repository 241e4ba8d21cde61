import { type LogRecord, textOfValue } from "../record/log_record.ts";
import { severityRank } from "../record/severity.ts";
import type { Comparison, Operator, Query } from "./query.ts";
import { quantityOf } from "./quantity.ts";
import {
  conventionalNamesOf,
  expressionOf,
  isSeverityValue,
  numberOf,
  otherNameOf,
  rankOf,
  SPECIAL_FIELDS,
} from "./values.ts";
import { type TimeValue, timeValueOf } from "./time_value.ts";

/** What a record does not know of itself. */
export interface MatchContext {
  /** Epoch milliseconds that relative times count back from: the newest record's time, or now when live. */
  readonly reference: number;
  /** Milliseconds that a wall clock in the shown zone is ahead of UTC when it shows `wall` (ms as if UTC). */
  offsetAt(wall: number): number;
  sourceName(source: number): string;
  formatName(format: number): string;
  patternOf(record: LogRecord): number | null;
}

export type Matcher = (record: LogRecord) => boolean;

/** Makes the test of a query, once; the test makes strings and is meant for scans, not for the hot path. */
export function matcherOf(query: Query, context: MatchContext): Matcher {
  switch (query.kind) {
    case "all": {
      const tests = query.parts.map((part) => matcherOf(part, context));
      return (record) => tests.every((test) => test(record));
    }
    case "any": {
      const tests = query.parts.map((part) => matcherOf(part, context));
      return (record) => tests.some((test) => test(record));
    }
    case "not": {
      const test = matcherOf(query.part, context);
      return (record) => !test(record);
    }
    case "text": {
      const wanted = folded(query.text);
      return (record) => someText(record, (text) => folded(text).includes(wanted));
    }
    case "regex": {
      const expression = expressionOf(query.source, 0, 0);
      return (record) => someText(record, (text) => expression.test(text));
    }
    case "field":
      return fieldMatcher(query, context);
  }
}

/** Lower case, the same however a letter is put together with its marks; a capital i with a dot becomes an i, as among the words. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return /\p{M}/u.test(lower) ? lower.replaceAll("i\u0307", "i").normalize("NFC") : lower;
}

/** An OTLP line holds many records: its raw text says nothing of one of them. */
const MANY_RECORDS = /^\s*\{\s*"(?:resourceLogs|resource_logs|scopeLogs)"/;

function someText(record: LogRecord, test: (text: string) => boolean): boolean {
  const body = bodyText(record);
  if (body !== null && test(body)) return true;
  if (!MANY_RECORDS.test(record.raw) && test(record.raw)) return true;
  for (const value of record.attributes.values()) if (test(textOfValue(value))) return true;
  return [record.service, record.host, record.traceId, record.spanId].some((text) =>
    text !== null && test(text)
  );
}

function bodyText(record: LogRecord): string | null {
  return record.body === null || typeof record.body === "string" ? record.body : record.body.json;
}

function fieldMatcher(comparison: Comparison, context: MatchContext): Matcher {
  const { operator, value } = comparison;
  const field = comparison.field.toLowerCase();
  const anything = value === "*" && !comparison.quoted;
  if (operator !== "~" && operator !== "!~") {
    if (field === "severity") return severityMatcher(operator, value);
    if (field === "time" && !anything) return timeMatcher(operator, value, context);
    const own = anything ? null : ownMatcher(comparison, context);
    const asText = textMatcher(comparison, context);
    if (own === null) return asText;
    return (record) => (namedText(record, comparison.field) === null ? own : asText)(record);
  }
  return textMatcher(comparison, context);
}

/** What a comparison means for records that have a severity or a time but no attribute of the field's name; null for other fields. */
function ownMatcher({ field, operator, value }: Comparison, context: MatchContext): Matcher | null {
  const own = otherNameOf(field);
  if (own === "severity" && isSeverityValue(operator, value)) return severityMatcher(operator, value);
  return own === "time" && timeValueOf(value) !== null ? timeMatcher(operator, value, context) : null;
}

function textMatcher(comparison: Comparison, context: MatchContext): Matcher {
  const { operator, value } = comparison;
  const anything = value === "*" && !comparison.quoted;
  const textOf = fieldReader(comparison.field, context);
  if (anything && (operator === "=" || operator === "!=")) {
    return (record) => (textOf(record) !== null) === (operator === "=");
  }
  switch (operator) {
    case "=":
    case "!=": {
      const test = equalityTest(value, comparison.quoted);
      return (record) => {
        const text = textOf(record);
        return (text !== null && test(text)) === (operator === "=");
      };
    }
    case "~":
    case "!~": {
      const expression = expressionOf(value, 0, 0);
      return (record) => {
        const text = textOf(record);
        return (text !== null && expression.test(text)) === (operator === "~");
      };
    }
    default: {
      const wanted = quantityOf(value);
      if (wanted === null) {
        const bound = Number(value);
        return (record) => {
          const text = textOf(record);
          const number = text === null ? null : numberOf(text);
          return number !== null && compares(number, operator, bound);
        };
      }
      return (record) => {
        const quantity = quantityOf(textOf(record) ?? "");
        return quantity?.dimension === wanted.dimension && compares(quantity.value, operator, wanted.value);
      };
    }
  }
}

function equalityTest(value: string, quoted: boolean): (text: string) => boolean {
  if (!quoted && value.includes("*")) {
    const source = value.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*");
    const expression = new RegExp(`^${source}$`, "i");
    return (text) => expression.test(text);
  }
  const wanted = folded(value);
  const number = quoted ? null : numberOf(value);
  return (text) => folded(text) === wanted || (number !== null && numberOf(text) === number);
}

function compares(left: number, operator: Operator, right: number): boolean {
  switch (operator) {
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case "=":
      return left === right;
    case "!=":
      return left !== right;
    case "~":
    case "!~":
      return false;
  }
}

function severityMatcher(operator: Operator, value: string): Matcher {
  if (operator === "=" || operator === "!=") {
    const ranks = new Set(value.split(",").map(rankOf));
    return (record) => ranks.has(severityRank(record.severity)) === (operator === "=");
  }
  const wanted = rankOf(value) ?? 0;
  return (record) => record.severity > 0 && compares(severityRank(record.severity), operator, wanted);
}

const DAY = 86_400_000;
/** A day without a year that is further ahead of the reference was a year ago, as records without one are read. */
const AHEAD = 31 * DAY;

function timeMatcher(operator: Operator, value: string, context: MatchContext): Matcher {
  const wanted = instantOf(value, context);
  return (record) => compares(record.time ?? record.received, operator, wanted);
}

/** The epoch milliseconds that a time in a filter means. A bare clock time is of the reference's day, or the day before if that is not over yet. */
export function instantOf(value: string, context: Pick<MatchContext, "reference" | "offsetAt">): number {
  const time = timeValueOf(value);
  return time === null ? NaN : instantOfTime(time, context);
}

/** The same of a time that was read. */
export function instantOfTime(
  time: TimeValue,
  context: Pick<MatchContext, "reference" | "offsetAt">,
): number {
  const { offset } = time;
  const offsetAt = offset === undefined ? context.offsetAt : () => offset;
  switch (time.kind) {
    case "exact":
      return time.ms;
    case "before":
      return context.reference - time.ms;
    case "wall":
      return time.ms - offsetAt(time.ms);
    case "clock": {
      const wallNow = context.reference + offsetAt(context.reference);
      const wall = Math.floor(wallNow / DAY) * DAY + time.ms;
      const past = wall > wallNow ? wall - DAY : wall;
      return past - offsetAt(past);
    }
    case "yearless": {
      const named = new Date(time.ms);
      const wallNow = context.reference + offsetAt(context.reference);
      const year = new Date(wallNow + AHEAD).getUTCFullYear();
      const ofYear = (at: number) => Date.UTC(at, named.getUTCMonth(), named.getUTCDate()) + time.ms % DAY;
      const wall = ofYear(year) > wallNow + AHEAD ? ofYear(year - 1) : ofYear(year);
      return wall - offsetAt(wall);
    }
  }
}

/** Is it a field that every record has, or may have, whatever its attributes? */
export function isOwnField(field: string): boolean {
  const name = field.toLowerCase();
  return SPECIAL_FIELDS.some((special) => special === name) || otherNameOf(name) !== null;
}

/** How the text of a field is read; null where the record does not have it. */
export function fieldReader(field: string, context: MatchContext): (record: LogRecord) => string | null {
  switch (field.toLowerCase()) {
    case "severity":
      return (record) => record.severityText || null;
    case "time":
      return (record) => record.timeText || null;
    case "body":
      return (record) => bodyText(record) ?? attributeText(record, field);
    case "service":
      return (record) => record.service ?? attributeText(record, field);
    case "host":
      return (record) => record.host ?? attributeText(record, field);
    case "source":
      return (record) => context.sourceName(record.source);
    case "format":
      return (record) => context.formatName(record.format);
    case "pattern":
      return (record) => context.patternOf(record)?.toString() ?? null;
    case "trace":
      return (record) => record.traceId ?? attributeText(record, field);
    case "span":
      return (record) => record.spanId ?? attributeText(record, field);
    case "line":
      return (record) => String(record.line);
    case "raw":
      return (record) => record.raw;
    default: {
      const other = otherNameOf(field);
      if (other === null) return (record) => attributeText(record, field);
      const own = fieldReader(other, context);
      return (record) => namedText(record, field) ?? own(record) ?? attributeText(record, field);
    }
  }
}

/** Whether a field that is none of every record's own is among the record's attributes. */
export function hasAttribute(record: LogRecord, field: string): boolean {
  return attributeText(record, field) !== null;
}

/**
 * By the exact name, else by the name in any case, else by its last part (`status` finds `http.status`), else by the
 * name that OpenTelemetry has for it.
 */
function attributeText(record: LogRecord, field: string): string | null {
  const named = namedText(record, field);
  if (named !== null) return named;
  const end = `.${field.toLowerCase()}`;
  for (const [key, value] of record.attributes) {
    if (key.toLowerCase().endsWith(end)) return textOfValue(value);
  }
  for (const name of conventionalNamesOf(field)) {
    const value = record.attributes.get(name);
    if (value !== undefined) return textOfValue(value);
  }
  return null;
}

function namedText(record: LogRecord, field: string): string | null {
  const exact = record.attributes.get(field);
  if (exact !== undefined) return textOfValue(exact);
  const wanted = field.toLowerCase();
  for (const [key, value] of record.attributes) if (key.toLowerCase() === wanted) return textOfValue(value);
  return null;
}
