import { SEVERITY_NAMES } from "../record/severity.ts";
import { quantityOf } from "./quantity.ts";
import { type Comparison, type Operator, QueryError } from "./query.ts";
import { timeValueOf } from "./time_value.ts";

/** The expression of a source, ignoring case. Throws `QueryError` placed at [from, to). */
export function expressionOf(source: string, from: number, to: number): RegExp {
  try {
    return new RegExp(source, "iu");
  } catch {
    // Escapes that only the strict mode refuses, such as `\-`, are common in what people paste.
  }
  try {
    return new RegExp(source, "i");
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/i?: /, "") : "";
    throw new QueryError(`not a regular expression: ${reason.toLowerCase()}`, from, to);
  }
}

const SEVERITY_WORDS = new Map(Object.entries({
  none: 0,
  trace: 1,
  debug: 2,
  info: 3,
  information: 3,
  notice: 3,
  warn: 4,
  warning: 4,
  error: 5,
  err: 5,
  severe: 5,
  crit: 5,
  alert: 5,
  fatal: 6,
  critical: 6,
  panic: 6,
  emerg: 6,
  emergency: 6,
}));

/** The rank (0 none, 1 TRACE … 6 FATAL) of a severity's name, or null. */
export function rankOf(name: string): number | null {
  return SEVERITY_WORDS.get(name.toLowerCase()) ?? null;
}

/** Fields with a meaning of their own rather than an attribute's. */
export const SPECIAL_FIELDS = [
  "severity",
  "time",
  "body",
  "service",
  "host",
  "source",
  "format",
  "pattern",
  "trace",
  "span",
  "line",
  "raw",
] as const;

/** What records of all formats have may be asked for by the names that it has in many: where a record has no such attribute. */
const OTHER_NAMES = new Map<string, (typeof SPECIAL_FIELDS)[number]>(Object.entries(
  {
    "level": "severity",
    "lvl": "severity",
    "levelname": "severity",
    "loglevel": "severity",
    "log_level": "severity",
    "log.level": "severity",
    "severity_text": "severity",
    "severitytext": "severity",
    "ts": "time",
    "timestamp": "time",
    "@timestamp": "time",
    "msg": "body",
    "message": "body",
    "service.name": "service",
    "hostname": "host",
    "host.name": "host",
    "trace_id": "trace",
    "traceid": "trace",
    "span_id": "span",
    "spanid": "span",
  } as const,
));

/**
 * What text formats name as OpenTelemetry's conventions do may be asked for by the names that logs have for it: where a
 * record has no such attribute, those are looked for in this order.
 */
const CONVENTIONAL_NAMES = new Map<string, readonly string[]>(Object.entries({
  "status": ["http.response.status_code"],
  "path": ["url.path", "url.original"],
  "uri": ["url.original", "url.path"],
  "url": ["url.original", "url.full", "url.path"],
  "ip": ["client.address"],
  "client": ["client.address"],
  "client_ip": ["client.address"],
  "clientip": ["client.address"],
  "remote_addr": ["client.address"],
  "agent": ["user_agent.original"],
  "user_agent": ["user_agent.original"],
  "bytes": ["http.response.body.size"],
  "referrer": ["http.request.header.referer"],
  "user": ["user.name"],
  "logger": ["otel.scope.name"],
  "thread": ["thread.name", "thread.id"],
}));

/** Names of attributes that a field may mean besides its own. */
export function conventionalNamesOf(field: string): readonly string[] {
  return CONVENTIONAL_NAMES.get(field.toLowerCase()) ?? [];
}

/** Whether an attribute of this name is what a field asks for, by its name, the end of it, or the conventional one. */
export function isNameOf(attribute: string, field: string): boolean {
  const key = attribute.toLowerCase();
  const name = field.toLowerCase();
  return key === name || key.endsWith(`.${name}`) || conventionalNamesOf(name).includes(key);
}

/** The other names that fields with a meaning of their own have. */
export const OTHER_FIELD_NAMES: readonly string[] = [...OTHER_NAMES.keys()];

/** The field with a meaning of its own that `field` is another name of, or null. */
export function otherNameOf(field: string): (typeof SPECIAL_FIELDS)[number] | null {
  return OTHER_NAMES.get(field.toLowerCase()) ?? null;
}

/** Can `value` be compared with severities? */
export function isSeverityValue(operator: Operator, value: string): boolean {
  const names = operator === "=" || operator === "!=" ? value.split(",") : [value];
  return names.every((name) => rankOf(name) !== null);
}

/** Throws `QueryError`, placed at the value, when it cannot be compared with the field that way. */
export function checkComparison(comparison: Comparison, from: number, to: number): void {
  const { field, operator, value } = comparison;
  if (operator === "~" || operator === "!~") {
    expressionOf(value, from, to);
    return;
  }
  const name = field.toLowerCase();
  if (name === "severity") {
    if (!isSeverityValue(operator, value)) {
      const known = SEVERITY_NAMES.join(", ").toLowerCase();
      throw new QueryError(`no severity "${value}"; use ${known} or none`, from, to);
    }
  } else if (name === "time") {
    if (timeValueOf(value) === null && !(value === "*" && !comparison.quoted)) {
      throw new QueryError(`no time "${value}"; write it like -15m, 12:03 or 2026-11-18T12:03:11Z`, from, to);
    }
  } else if (
    operator !== "=" && operator !== "!=" && numberOf(value) === null && quantityOf(value) === null
  ) {
    const other = otherNameOf(field);
    if (other === "severity" && isSeverityValue(operator, value)) return;
    if (other === "time" && timeValueOf(value) !== null) return;
    const hint = isSeverityValue(operator, value)
      ? `severity${operator}${value} asks for the severity`
      : `${operator} compares numbers, such as 500, 500ms or 10MB`;
    throw new QueryError(`"${value}" is not a number: ${hint}`, from, to);
  }
}

/** A decimal number, or null. */
export function numberOf(text: string): number | null {
  if (text.trim() === "") return null;
  const number = Number(text);
  return Number.isNaN(number) ? null : number;
}
