import { type Batch, ESCAPED, INT, NESTED, NULL, TEXT } from "../../record/batch.ts";
import { SEVERITY_NAMES, severityNumber } from "../../record/severity.ts";
import { JsonCursor } from "../json/json_cursor.ts";
import { JsonOutline } from "../json/json_outline.ts";
import { skipSpace } from "../json/json_token.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { otlpName } from "./otlp_names.ts";
import { addKeyValues, readAnyValue, value } from "./otlp_value.ts";
import { levelOfText } from "../severity_value.ts";

const NO_PREFIX = new Uint8Array(0);
const NONE = -1;

type Message = "LogsData" | "ResourceLogs" | "ScopeLogs" | "LogRecord";

/** Fields that the records of a resource or of a scope share: where they stand, and their group in the batch. */
interface Shared {
  at: number;
  group: number;
  service: number;
  host: number;
}

/**
 * OTLP's JSON mapping (opentelemetry-proto, docs/specification.md): a line is a batch as the collector's file
 * exporter writes it, a single ResourceLogs or ScopeLogs, or a single LogRecord. Spread over several lines it
 * comes here by way of `JsonFormat`, which knows where such a value ends.
 */
export class OtlpJsonFormat implements LineFormat {
  readonly name = "otlp-json";
  readonly holdsTraces = true;
  readonly #context: ReadContext;
  readonly #outline = new JsonOutline();
  #from = 0;
  #to = 0;
  #part = 0;
  #resource: Shared = { at: NONE, group: NONE, service: NONE, host: NONE };
  #scope: Shared = { at: NONE, group: NONE, service: NONE, host: NONE };

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const start = skipSpace(bytes, from, to);
    const message = this.#messageAt(bytes, start, to);
    if (message === null) return NO;
    this.#from = from;
    this.#to = to;
    this.#part = 0;
    this.#resource = { at: NONE, group: NONE, service: NONE, host: NONE };
    this.#scope = { at: NONE, group: NONE, service: NONE, host: NONE };
    const cursor = new JsonCursor(bytes, start, to);
    if (message === "LogsData") this.#readEach(batch, cursor, "resourceLogs", this.#readResourceLogs);
    else if (message === "ResourceLogs") this.#readResourceLogs(batch, cursor);
    else if (message === "ScopeLogs") this.#readScopeLogs(batch, cursor);
    else this.#readRecord(batch, cursor);
    return this.#part > 0 ? YES : NO;
  }

  /** Whether [start, to) is one of OTLP's messages. */
  knows(batch: Batch, start: number, to: number): boolean {
    return this.#messageAt(batch.bytes, start, to) !== null;
  }

  #messageAt(bytes: Uint8Array, start: number, to: number): Message | null {
    if (start >= to || bytes[start] !== 0x7b || !beginsLikeOtlp(bytes, start, to)) return null;
    this.#outline.reset();
    const end = this.#outline.walk(bytes, start, to);
    if (end < 0 || skipSpace(bytes, end, to) !== to) return null;
    return kindOf(new JsonCursor(bytes, start, to));
  }

  /** Calls `read` for each object in the list named `name` of the object at the cursor. */
  #readEach(batch: Batch, cursor: JsonCursor, name: string, read: (b: Batch, c: JsonCursor) => void): void {
    cursor.enter();
    while (cursor.nextKey()) {
      if (otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo) !== name || !cursor.isArray) {
        cursor.skip();
        continue;
      }
      cursor.enter();
      while (cursor.nextItem()) {
        if (cursor.isObject) read.call(this, batch, cursor);
        else cursor.skip();
      }
    }
  }

  #readResourceLogs(batch: Batch, cursor: JsonCursor): void {
    const at = memberAt(new JsonCursor(cursor.bytes, cursor.at, this.#to), "resource");
    this.#resource = { at, group: NONE, service: NONE, host: NONE };
    this.#readEach(batch, cursor, "scopeLogs", this.#readScopeLogs);
  }

  #readScopeLogs(batch: Batch, cursor: JsonCursor): void {
    const at = memberAt(new JsonCursor(cursor.bytes, cursor.at, this.#to), "scope");
    this.#scope = { at, group: NONE, service: NONE, host: NONE };
    this.#readEach(batch, cursor, "logRecords", this.#readRecord);
  }

  #readRecord(batch: Batch, cursor: JsonCursor): void {
    if (batch.full) {
      this.#context.handOver(batch);
      this.#resource.group = this.#scope.group = NONE;
    }
    this.#share(batch, this.#resource, false);
    this.#share(batch, this.#scope, true);
    const { bytes } = batch;
    const row = batch.begin(this.#from, this.#to);
    batch.part[row] = this.#part++;
    batch.resource[row] = this.#resource.group;
    batch.scope[row] = this.#scope.group;
    batch.service[row] = this.#resource.service;
    batch.host[row] = this.#resource.host;
    batch.bodyKind[row] = NULL;
    batch.bodyFrom[row] = batch.bodyTo[row] = cursor.at;
    let observedFrom = 0;
    let observedTo = 0;
    cursor.enter();
    while (cursor.nextKey()) {
      const name = otlpName(bytes, cursor.keyFrom, cursor.keyTo);
      if (name === "body") {
        readAnyValue(batch, cursor);
        setBody(batch, row);
        continue;
      }
      if (name === "attributes") {
        addKeyValues(batch, cursor, NO_PREFIX, 0);
        continue;
      }
      const isText = cursor.byte === 0x22;
      const from = isText ? cursor.at + 1 : cursor.at;
      cursor.skip();
      const to = isText ? cursor.at - 1 : cursor.at;
      switch (name) {
        case "timeUnixNano":
          readNanos(batch, row, from, to);
          break;
        case "observedTimeUnixNano":
          observedFrom = from;
          observedTo = to;
          break;
        case "severityNumber":
          batch.severity[row] = isText ? severityByName(bytes, from, to) : smallNumber(bytes, from, to, 24);
          break;
        case "severityText":
          if (!isText) break;
          batch.severityFrom[row] = from;
          batch.severityTo[row] = to;
          break;
        case "traceId":
          if (!isId(bytes, from, to, 32)) break;
          batch.traceFrom[row] = from;
          batch.traceTo[row] = to;
          break;
        case "spanId":
          if (!isId(bytes, from, to, 16)) break;
          batch.spanFrom[row] = from;
          batch.spanTo[row] = to;
          break;
        case "eventName":
          if (isText && to > from) batch.addField(batch.keys.idOf("event.name"), from, to, TEXT);
          break;
        case "droppedAttributesCount":
          if (smallNumber(bytes, from, to, 1e9) === 0) break;
          batch.addField(batch.keys.idOf("otel.dropped_attributes_count"), from, to, INT);
      }
    }
    if (Number.isNaN(batch.time[row])) readNanos(batch, row, observedFrom, observedTo);
    if (batch.severity[row] === 0 && batch.severityTo[row] > batch.severityFrom[row]) {
      batch.severity[row] = levelOfText(bytes, batch.view, batch.severityFrom[row], batch.severityTo[row]);
    }
    batch.commit();
  }

  /** Adds the fields of a resource or a scope as a group, once for each batch. */
  #share(batch: Batch, shared: Shared, isScope: boolean): void {
    if (shared.at === NONE || shared.group !== NONE) return;
    const from = batch.fieldCount;
    const cursor = new JsonCursor(batch.bytes, shared.at, this.#to);
    if (!cursor.isObject) return;
    cursor.enter();
    while (cursor.nextKey()) {
      const name = otlpName(batch.bytes, cursor.keyFrom, cursor.keyTo);
      const isText = cursor.byte === 0x22;
      if (name === "attributes") addKeyValues(batch, cursor, NO_PREFIX, 0);
      else {
        const start = cursor.at + 1;
        cursor.skip();
        const isNamed = isScope && isText && cursor.at - 1 > start;
        if (!isNamed || (name !== "name" && name !== "version")) continue;
        batch.addField(batch.keys.idOf(`otel.scope.${name}`), start, cursor.at - 1, TEXT);
      }
    }
    shared.group = batch.addGroup(from);
    const { names } = batch.keys;
    for (let field = from; field < batch.fieldCount; field++) {
      const name = names[batch.fieldKey[field]];
      if (batch.fieldKind[field] > ESCAPED) continue;
      if (name === "service.name") shared.service = field;
      else if (name === "host.name") shared.host = field;
    }
  }
}

const FIRST_NAMES = new Set([
  "resourceLogs",
  "resource",
  "scopeLogs",
  "scope",
  "logRecords",
  "schemaUrl",
  "timeUnixNano",
  "observedTimeUnixNano",
  "severityNumber",
  "severityText",
  "body",
  "attributes",
  "traceId",
  "spanId",
  "flags",
  "eventName",
]);

/** Whether the first key of the object at `start` is one of OTLP's. */
function beginsLikeOtlp(bytes: Uint8Array, start: number, to: number): boolean {
  const quote = skipSpace(bytes, start + 1, to);
  if (quote >= to || bytes[quote] !== 0x22) return false;
  const from = quote + 1;
  let end = from;
  while (end < to && end - from < 32 && bytes[end] !== 0x22) end++;
  const name = otlpName(bytes, from, end);
  return name !== null && FIRST_NAMES.has(name);
}

/** Which of OTLP's messages the object at the cursor is; null if it is none of those with logs. */
function kindOf(cursor: JsonCursor): Message | null {
  let isRecord = false;
  let isTimed = false;
  cursor.enter();
  while (cursor.nextKey()) {
    const name = otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo);
    if (name === "resourceLogs" && cursor.isArray) return "LogsData";
    if (name === "scopeLogs" && cursor.isArray) return "ResourceLogs";
    if (name === "logRecords" && cursor.isArray) return "ScopeLogs";
    if (name === "timeUnixNano" || name === "observedTimeUnixNano") isTimed = true;
    if (name === "body" && cursor.isObject) {
      isRecord = isAnyValue(new JsonCursor(cursor.bytes, cursor.at, cursor.bytes.length));
    }
    cursor.skip();
  }
  return isRecord || isTimed ? "LogRecord" : null;
}

/** Whether the object at the cursor has the one key of an AnyValue. */
function isAnyValue(cursor: JsonCursor): boolean {
  cursor.enter();
  if (!cursor.nextKey()) return false;
  return otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo)?.endsWith("Value") ?? false;
}

/** Where the member of that name of the object at the cursor has its value; -1 if it has none. */
function memberAt(cursor: JsonCursor, name: string): number {
  cursor.enter();
  while (cursor.nextKey()) {
    if (otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo) === name) return cursor.at;
    cursor.skip();
  }
  return NONE;
}

function setBody(batch: Batch, row: number): void {
  const { kind } = value;
  if (kind === NULL) return;
  batch.bodyFrom[row] = value.from;
  batch.bodyTo[row] = value.to;
  batch.bodyKind[row] = kind === ESCAPED || kind === NESTED ? kind : TEXT;
}

/** Nanoseconds since 1970 as digits; zero is none. Keeps all the digits. */
function readNanos(batch: Batch, row: number, from: number, to: number): void {
  if (to - from > 20 || to - from < 1) return;
  let millis = 0;
  let nanos = 0;
  for (let at = from; at < to; at++) {
    const digit = batch.bytes[at] - 48;
    if (digit < 0 || digit > 9) return;
    if (at < to - 6) millis = millis * 10 + digit;
    else nanos = nanos * 10 + digit;
  }
  if (millis === 0 && nanos === 0) return;
  batch.time[row] = millis;
  batch.nanos[row] = nanos;
  batch.fraction[row] = 9;
  batch.timeFrom[row] = from;
  batch.timeTo[row] = to;
}

function smallNumber(bytes: Uint8Array, from: number, to: number, most: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = bytes[at] - 48;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number > most ? 0 : number;
}

const decoder = new TextDecoder();

/** `SEVERITY_NUMBER_INFO2`, or digits in quotes. */
function severityByName(bytes: Uint8Array, from: number, to: number): number {
  const match = /^SEVERITY_NUMBER_([A-Z]+)([2-4]?)$/.exec(decoder.decode(bytes.subarray(from, to)));
  const name = SEVERITY_NAMES.find((each) => each === match?.[1]);
  if (match === null || name === undefined) return smallNumber(bytes, from, to, 24);
  return severityNumber(name) + (match[2] === "" ? 0 : Number(match[2]) - 1);
}

/** Hexadecimal digits of the right number, not all zero. */
function isId(bytes: Uint8Array, from: number, to: number, length: number): boolean {
  if (to - from !== length) return false;
  let isZero = true;
  for (let at = from; at < to; at++) {
    const letter = bytes[at] | 0x20;
    if (!((bytes[at] >= 48 && bytes[at] <= 57) || (letter >= 97 && letter <= 102))) return false;
    if (bytes[at] !== 48) isZero = false;
  }
  return !isZero;
}
