/** A line of a record, `LogRecord.CategoryName:            Shop.Orders`; the fields of some stand below. */
const FIELD = /^LogRecord\.(\w+)(?: \(Key:Value\))?: *(.*)$/;
const BELOW = new Set(["Attributes", "StateValues", "ScopeValues"]);
/** `    Port: 8080`, `[Scope.0]:RequestId: 7` */
const PAIR = /^(?: {4}|\[Scope\.\d+\]:)([^:]+): ?(.*)$/;
const PROPERTY = /^([\w.]+): ?(.*)$/;
/** The template, once more. */
const ORIGINAL = /^\{?OriginalFormat\b/;
const RESOURCE = "Resource associated with LogRecord:";
const NAMES: Record<string, string> = {
  Timestamp: "timestamp",
  TraceId: "trace_id",
  SpanId: "span_id",
  CategoryName: "otel.scope.name",
  SeverityText: "level",
  LogLevel: "level",
  FormattedMessage: "message",
  EventId: "event.id",
  EventName: "event.name",
  Exception: "exception",
  // The same as its text.
  Severity: "",
};

/** Whether the text holds all that is told of a record: what it tells of the resource comes last. */
export function isWholeRecord(text: string): boolean {
  return text.includes(`\n${RESOURCE}\n`);
}

/**
 * JSON with the fields of a record as the console exporter of OpenTelemetry's .NET prints it; a value may go on in lines
 * that are no fields.
 */
export function jsonOfConsole(text: string): string {
  const fields: Record<string, string> = {};
  let section = "";
  let last = "";
  const add = (name: string, value: string) => {
    last = name;
    if (name !== "") fields[name] ??= value;
  };
  for (const line of text.split("\n")) {
    const field = FIELD.exec(line);
    if (line === RESOURCE) section = RESOURCE;
    else if (field !== null && BELOW.has(field[1])) section = field[1];
    else if (field !== null) {
      section = "";
      add(NAMES[field[1]] ?? field[1], field[2]);
    } else {
      const pair = section === "" ? null : (section === RESOURCE ? PROPERTY : PAIR).exec(line);
      if (pair !== null && ORIGINAL.test(pair[1])) continue;
      if (pair !== null) add(pair[1], pair[2]);
      else if (last !== "" && line !== "") fields[last] += `\n${line}`;
    }
  }
  // Without a message of its own the record has its template.
  if (fields.message === undefined && fields.Body !== undefined) {
    fields.message = fields.Body;
    delete fields.Body;
  }
  return JSON.stringify(fields);
}
