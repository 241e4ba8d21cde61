import { type Batch, ESCAPED, INT, NULL, TEXT } from "../../record/batch.ts";
import { SEVERITY_NAMES, severityNumber } from "../../record/severity.ts";
import { StrictJson } from "../json/json_strict.ts";
import { JsonValues } from "./otlp_json_values.ts";
import { type MessageReader, type MessageResult, type Range, SideAreaFull } from "./otlp_message.ts";
import { otlpNameAt } from "./otlp_names.ts";
import { bodyKind } from "./otlp_protobuf.ts";
import { markCut } from "./otlp_protobuf_value.ts";
import { OtlpKeys, setSeverityByText, SharedFields } from "./otlp_record.ts";
import { needSide, putDigits } from "../side_writer.ts";

const decoder = new TextDecoder();
const NOWHERE: Range = { from: 0, to: 0 };

/**
 * OTLP's log messages in JSON (opentelemetry-proto, docs/specification.md, "JSON Protobuf Encoding"), read
 * without an object a record: texts and numbers are ranges of the message.
 */
export class OtlpJsonReader implements MessageReader {
  readonly format = "otlp-json";
  readonly #json = new StrictJson();
  readonly #values = new JsonValues(this.#json);
  readonly #keys = new OtlpKeys();
  readonly #resource = new SharedFields();
  readonly #scope = new SharedFields();
  #resourceAt = NOWHERE;
  #scopeAt = NOWHERE;
  #flush: (batch: Batch) => void = () => {};
  #rejected = 0;

  read(batch: Batch, from: number, to: number, flush: (batch: Batch) => void): MessageResult {
    this.#begin(batch, from, to);
    this.#flush = flush;
    const json = this.#json;
    if (json.space() !== 0x7b) json.fail("an ExportLogsServiceRequest, which is an object, is missing");
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      if (this.#name() !== "resourceLogs") json.skip();
      else this.#each(() => this.#readResourceLogs(batch));
    }
    json.space();
    if (json.at < to) json.fail("something follows the message");
    return { rejected: this.#rejected, warning: "" };
  }

  readOne(batch: Batch, resource: Range, scope: Range, record: Range): void {
    this.#begin(batch, 0, Math.max(resource.to, scope.to, record.to));
    this.#resourceAt = resource;
    this.#scopeAt = scope;
    this.#share(batch);
    this.#json.at = record.from;
    this.#readRecord(batch);
  }

  #begin(batch: Batch, from: number, to: number): void {
    const json = this.#json;
    json.bytes = batch.bytes;
    json.view = batch.view;
    json.at = from;
    json.to = to;
    this.#rejected = 0;
    this.#resource.reset();
    this.#scope.reset();
    this.#resourceAt = this.#scopeAt = NOWHERE;
    this.#keys.fresh(batch.keys);
  }

  #name() {
    return otlpNameAt(this.#json.bytes, this.#json.view, this.#json.keyFrom, this.#json.keyTo);
  }

  /** Calls `read` at each object of the list at hand. */
  #each(read: () => void): void {
    const json = this.#json;
    if (json.isNull()) return;
    json.enter(0x5b);
    for (let isFirst = true; json.item(isFirst); isFirst = false) read();
  }

  #readResourceLogs(batch: Batch): void {
    const json = this.#json;
    const start = json.at;
    this.#resource.reset();
    this.#resourceAt = NOWHERE;
    let isFound = false;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const name = this.#name();
      if (name === "resource") {
        this.#resourceAt = this.#rangeOfObject();
        isFound = true;
      } else if (name === "scopeLogs") {
        if (!isFound) this.#resourceAt = this.#lookFor("resource", start);
        isFound = true;
        this.#each(() => this.#readScopeLogs(batch));
      } else json.skip();
    }
  }

  #readScopeLogs(batch: Batch): void {
    const json = this.#json;
    const start = json.at;
    this.#scope.reset();
    this.#scopeAt = NOWHERE;
    let isFound = false;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const name = this.#name();
      if (name === "scope") {
        this.#scopeAt = this.#rangeOfObject();
        isFound = true;
      } else if (name === "logRecords") {
        if (!isFound) this.#scopeAt = this.#lookFor("scope", start);
        isFound = true;
        this.#each(() => this.#takeRecord(batch));
      } else json.skip();
    }
  }

  /** Passes over the object at hand, or null, and answers where it stands. */
  #rangeOfObject(): Range {
    const json = this.#json;
    if (json.isNull()) return NOWHERE;
    if (json.space() !== 0x7b) json.fail("an object is missing");
    const from = json.at;
    json.skip();
    return { from, to: json.at };
  }

  /** Where the member `wanted` of the object at `start` stands; what is at hand stays so. */
  #lookFor(wanted: string, start: number): Range {
    const json = this.#json;
    const { at } = json;
    let found = NOWHERE;
    json.at = start;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      if (this.#name() === wanted) found = this.#rangeOfObject();
      else json.skip();
    }
    json.at = at;
    return found;
  }

  /** Reads a record, in an emptied batch if need be; what one batch cannot hold is rejected. */
  #takeRecord(batch: Batch): void {
    if (batch.full) this.#empty(batch);
    const json = this.#json;
    const { at } = json;
    const isFirst = batch.count === 0;
    try {
      this.#share(batch);
      json.at = at;
      this.#readRecord(batch);
    } catch (error) {
      if (!(error instanceof SideAreaFull)) throw error;
      this.#empty(batch);
      json.at = at;
      if (!isFirst) return this.#takeRecord(batch);
      json.skip();
      this.#rejected++;
    }
  }

  #empty(batch: Batch): void {
    batch.fieldCount = batch.count === 0 ? 0 : batch.fieldTo[batch.count - 1];
    this.#flush(batch);
    this.#resource.reset();
    this.#scope.reset();
    this.#keys.fresh(batch.keys);
  }

  /** Adds the groups of the record that comes next, if the batch does not hold them yet. */
  #share(batch: Batch): void {
    if (this.#resource.group < 0 && this.#resourceAt.to > 0) this.#readShared(batch, false);
    if (this.#scope.group < 0 && this.#scopeAt.to > 0) this.#readShared(batch, true);
  }

  #readShared(batch: Batch, isScope: boolean): void {
    const json = this.#json;
    const { id } = this.#keys;
    const { from, to } = isScope ? this.#scopeAt : this.#resourceAt;
    const field = batch.fieldCount;
    json.at = from;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const name = this.#name();
      if (name === "attributes") this.#values.addKeyValues(batch);
      else if (name === "droppedAttributesCount") {
        this.#readCount(batch, isScope ? id.scopeDropped : id.resourceDropped);
      } else if (isScope && (name === "name" || name === "version")) {
        this.#readName(batch, name === "name" ? id.scopeName : id.scopeVersion);
      } else json.skip();
    }
    (isScope ? this.#scope : this.#resource).close(batch, this.#keys, field, from, to);
  }

  /** Adds the string at hand as a field, if it is not empty. */
  #readName(batch: Batch, key: number): void {
    const json = this.#json;
    if (json.isNull()) return;
    json.string();
    if (json.end > json.from) batch.addField(key, json.from, json.end, json.isEscaped ? ESCAPED : TEXT);
  }

  #readCount(batch: Batch, key: number): void {
    if (this.#json.isNull()) return;
    this.#values.integer(batch, false);
    const { from, to } = this.#values;
    if (to - from > 1 || batch.bytes[from] !== 48) batch.addField(key, from, to, INT);
  }

  #readRecord(batch: Batch): void {
    const json = this.#json;
    const { bytes } = json;
    const start = json.at;
    const row = batch.begin(start, start);
    batch.resource[row] = this.#resource.group;
    batch.scope[row] = this.#scope.group;
    batch.service[row] = this.#resource.service;
    batch.host[row] = this.#resource.host;
    batch.bodyKind[row] = NULL;
    let observedFrom = 0;
    let observedTo = 0;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const name = this.#name();
      if (name === null || bytes[json.at] === 0x6e) {
        json.skip();
        continue;
      }
      switch (name) {
        case "timeUnixNano":
          this.#values.integer(batch, false);
          setNanosByDigits(batch, row, this.#values.from, this.#values.to);
          break;
        case "observedTimeUnixNano":
          this.#values.integer(batch, false);
          observedFrom = this.#values.from;
          observedTo = this.#values.to;
          break;
        case "severityNumber":
          batch.severity[row] = this.#readSeverity(batch);
          break;
        case "severityText":
          json.string();
          batch.severityFrom[row] = json.from;
          batch.severityTo[row] = json.end;
          break;
        case "body":
          this.#readBody(batch, row);
          break;
        case "attributes":
          if (this.#values.addKeyValues(batch)) markCut(batch);
          break;
        case "droppedAttributesCount":
          this.#readCount(batch, this.#keys.id.dropped);
          break;
        case "flags":
          this.#readFlags(batch);
          break;
        case "traceId":
          if (!this.#readId(batch, 32)) break;
          batch.traceFrom[row] = this.#values.from;
          batch.traceTo[row] = this.#values.to;
          break;
        case "spanId":
          if (!this.#readId(batch, 16)) break;
          batch.spanFrom[row] = this.#values.from;
          batch.spanTo[row] = this.#values.to;
          break;
        case "eventName":
          this.#readName(batch, this.#keys.id.eventName);
          break;
        default:
          json.skip();
      }
    }
    batch.rawTo[row] = json.at;
    if (Number.isNaN(batch.time[row])) setNanosByDigits(batch, row, observedFrom, observedTo);
    setSeverityByText(batch, row);
    batch.commit();
  }

  #readBody(batch: Batch, row: number): void {
    const values = this.#values;
    values.read(batch);
    batch.bodyFrom[row] = values.from;
    batch.bodyTo[row] = values.to;
    batch.bodyKind[row] = values.kind === ESCAPED ? ESCAPED : bodyKind(values.kind, batch, values.from);
    if (values.cut) markCut(batch);
  }

  /** A number, or its name: `SEVERITY_NUMBER_INFO2`. */
  #readSeverity(batch: Batch): number {
    const json = this.#json;
    const digit = json.bytes[json.at] - 48;
    if (digit >= 0 && digit <= 9) {
      const number = this.#values.smallInteger(batch, 24);
      return number <= 24 ? number : 0;
    }
    if (json.bytes[json.at] === 0x22) json.string();
    else json.number();
    const text = decoder.decode(json.bytes.subarray(json.from, json.end));
    const match = /^SEVERITY_NUMBER_([A-Z]+)([2-4]?)$/.exec(text);
    const name = SEVERITY_NAMES.find((each) => each === match?.[1]);
    if (match !== null && name !== undefined) {
      return severityNumber(name) + (match[2] === "" ? 0 : Number(match[2]) - 1);
    }
    const number = Number(text);
    return Number.isInteger(number) && number >= 0 && number <= 24 ? number : 0;
  }

  #readFlags(batch: Batch): void {
    // The upper 24 bits are reserved; the lower ones are W3C Trace Context's flags.
    const flags = this.#values.smallInteger(batch, 0xffffffff) & 0xff;
    if (flags === 0) return;
    const { side } = batch;
    putDigits(batch, flags, 1);
    batch.addField(this.#keys.id.traceFlags, side, batch.side, INT);
  }

  /** Reads an id of `length` hexadecimal digits, in lower case; false for one of another length or of zeros only. */
  #readId(batch: Batch, length: number): boolean {
    const json = this.#json;
    const { bytes } = json;
    json.string();
    const { from, end } = json;
    if (end - from !== length) return false;
    let isZero = true;
    let isLower = true;
    for (let at = from; at < end; at++) {
      const byte = bytes[at];
      if (byte >= 48 && byte <= 57) {
        if (byte !== 48) isZero = false;
        continue;
      }
      if (byte >= 65 && byte <= 70) isLower = false;
      else if (byte < 97 || byte > 102) return false;
      isZero = false;
    }
    this.#values.from = from;
    this.#values.to = end;
    if (isZero || isLower) return !isZero;
    needSide(batch, length);
    this.#values.from = batch.copyToSide(from, end);
    this.#values.to = batch.side;
    for (let at = this.#values.from; at < batch.side; at++) if (bytes[at] >= 65) bytes[at] |= 0x20;
    return true;
  }

  textOf(resource: Uint8Array, scope: Uint8Array, record: Uint8Array): string {
    const member = (name: string, bytes: Uint8Array) =>
      bytes.length === 0 ? "" : `"${name}":${decoder.decode(bytes)},`;
    return `{"resourceLogs":[{${member("resource", resource)}"scopeLogs":[{${member("scope", scope)}` +
      `"logRecords":[${decoder.decode(record)}]}]}]}`;
  }
}

/** Sets a record's time from nanoseconds since 1970 in digits; zero is none. Keeps all of them. */
function setNanosByDigits(batch: Batch, row: number, from: number, to: number): void {
  const { bytes } = batch;
  let millis = 0;
  let nanos = 0;
  for (let at = from; at < to; at++) {
    if (at < to - 6) millis = millis * 10 + bytes[at] - 48;
    else nanos = nanos * 10 + bytes[at] - 48;
  }
  if (millis === 0 && nanos === 0) return;
  batch.time[row] = millis;
  batch.nanos[row] = nanos;
  batch.fraction[row] = 9;
  batch.timeFrom[row] = from;
  batch.timeTo[row] = to;
}
