import type { Batch } from "../../record/batch.ts";
import { addMadeRecord } from "../json/embedded_json.ts";
import * as verdicts from "../line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { isText } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import { lastLine } from "../newline.ts";

const { NO, PARTIAL, YES } = verdicts;

const FIRST = "LogRecord #";
const LAST = "Flags: ";
/** Before an attribute: `     -> key: Str(value)`. */
const ARROW = "     -> ";
/** What stands between records and says of whom they are; the first of them always does. */
const SCHEMA = "Resource SchemaURL: ";
const RESOURCE = "Resource attributes:";
const SCOPE = "InstrumentationScope ";
const HEADINGS = [SCHEMA, RESOURCE, SCOPE, "ScopeLogs #", "ScopeLogs SchemaURL:"];
/** The fields of the exporter's own record, behind the last one of those that it tells of. */
const TRAILER = '\t{"';
const MOST_RESOURCE = 256;

const FIELD =
  /^(ObservedTimestamp|Timestamp|SeverityText|SeverityNumber|EventName|Body|Trace ID|Span ID|Flags|DroppedAttributesCount): ?(.*)$/;
const VALUE = /^(?:(Str|Int|Double|Bool|Map|Slice|Bytes|Empty)\((.*)\)|(.*))$/s;
const NAMES: Record<string, string> = {
  SeverityText: "severity_text",
  SeverityNumber: "severity_number",
  EventName: "event.name",
  "Trace ID": "trace_id",
  "Span ID": "span_id",
};

const decoder = new TextDecoder();

/**
 * Records as the OpenTelemetry Collector's debug exporter prints them with all details: `LogRecord #0` and a field a line.
 * What it prints of their resource and scope before them is no record, but theirs.
 */
export class OtelDebugFormat implements LineFormat {
  readonly name = "otel-debug";
  readonly #context: ReadContext;
  preamble: readonly string[] = [];
  #resource: Record<string, unknown> = {};
  #scope = "";
  /** The lines behind the resource's heading are its attributes. */
  #isInResource = false;
  #isBehindRecord = false;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  begins({ bytes }: Batch, from: number, to: number): boolean {
    if (this.#isInResource && isText(bytes, from, to, ARROW)) return true;
    this.#isInResource = false;
    return this.#isBehindRecord && isText(bytes, from, to, TRAILER);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (!isText(bytes, from, to, FIRST)) return this.#readHeading(bytes, from, to) ? YES : NO;
    if (!isDigit(bytes[from + FIRST.length])) return NO;
    const last = lastLine(batch.bytes, from, to);
    if (last === from) return this.#context.single ? NO : PARTIAL;
    return isText(bytes, last, to, LAST) ? this.#take(batch, from, to) : PARTIAL;
  }

  /** What says of whom the records behind it are; not the lines of another program. */
  #readHeading(bytes: Uint8Array, from: number, to: number): boolean {
    if (isText(bytes, from, to, TRAILER)) {
      const isTrailer = this.#isBehindRecord && bytes[to - 1] === 0x7d;
      this.#leave();
      return isTrailer;
    }
    if (this.#isInResource && isText(bytes, from, to, ARROW)) {
      const line = decoder.decode(bytes.subarray(from, to));
      addAttribute(this.#resource, line.slice(ARROW.length));
      if (this.preamble.length < MOST_RESOURCE) this.preamble = [...this.preamble, line];
      return true;
    }
    const heading = HEADINGS.find((start) => isText(bytes, from, to, start));
    if (heading === undefined || (heading !== SCHEMA && this.preamble.length === 0)) return false;
    const line = decoder.decode(bytes.subarray(from, to));
    this.#leave();
    if (heading === SCHEMA) {
      this.#resource = {};
      this.#scope = "";
      this.preamble = [line];
    } else if (heading === RESOURCE) {
      this.#isInResource = true;
      this.preamble = [...this.preamble, line];
    } else if (heading === SCOPE) {
      this.#scope = line.slice(SCOPE.length).trim().split(" ")[0];
      this.preamble = [...this.preamble.filter((known) => !known.startsWith(SCOPE)), line];
    }
    return true;
  }

  #leave(): void {
    this.#isBehindRecord = this.#isInResource = false;
  }

  #take(batch: Batch, from: number, to: number): Verdict {
    const fields: Record<string, unknown> = {};
    let body: string | null = null;
    const lines = decoder.decode(batch.bytes.subarray(from, to)).split("\n").slice(1);
    let isBody = false;
    for (const line of lines) {
      const field = FIELD.exec(line);
      if (field?.[1] === "Body") {
        body = field[2];
        isBody = true;
        continue;
      }
      if (field === null && !line.startsWith("Attributes:") && isBody) {
        body += `\n${line}`;
        continue;
      }
      isBody = false;
      if (field !== null) addField(fields, field[1], field[2]);
      else if (line.startsWith(ARROW)) addAttribute(fields, line.slice(ARROW.length));
    }
    if (body === null) return NO;
    fields.body = valueOf(body);
    if (this.#scope !== "") fields["otel.scope.name"] = this.#scope;
    const verdict = addMadeRecord(
      batch,
      from,
      to,
      JSON.stringify({ ...this.#resource, ...fields }),
      this.#context,
    );
    this.#isBehindRecord = verdict === YES;
    return verdict;
  }
}

function addField(fields: Record<string, unknown>, name: string, text: string): void {
  if (name.endsWith("Timestamp")) {
    // A time that was not given is the first of all.
    if (text.startsWith("1970-01-01 00:00:00 ")) return;
    if (name === "Timestamp" || fields.timestamp === undefined) fields.timestamp = text.replace(/ UTC$/, "");
  } else if (name === "SeverityNumber") {
    const number = Number(/\((\d+)\)$/.exec(text)?.[1] ?? 0);
    if (number > 0) fields.severity_number = number;
  } else if (name in NAMES && text !== "") fields[NAMES[name]] = text;
}

/** `key: Str(value)` */
function addAttribute(fields: Record<string, unknown>, text: string): void {
  const colon = text.indexOf(": ");
  if (colon > 0) fields[text.slice(0, colon)] = valueOf(text.slice(colon + 2));
}

/** `Str(text)`, `Int(42)`, `Map({"a":"b"})` */
function valueOf(text: string): unknown {
  const [, type, inside = "", other] = VALUE.exec(text) ?? [];
  if (other !== undefined) return other;
  if (type === "Str" || type === "Bytes" || type === "Empty") return inside;
  try {
    return JSON.parse(inside);
  } catch {
    return inside;
  }
}
