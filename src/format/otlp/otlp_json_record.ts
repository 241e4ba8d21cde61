import { type Batch, ESCAPED, INT, NULL, TEXT } from "../../record/batch.ts";
import { SEVERITY_NAMES, severityNumber } from "../../record/severity.ts";
import type { StrictJson } from "../json/json_strict.ts";
import { needSide, putDigits } from "../side_writer.ts";
import type { JsonValues } from "./otlp_json_values.ts";
import { otlpNameAt } from "./otlp_names.ts";
import { markCut } from "./otlp_protobuf_value.ts";
import { bodyKind, type OtlpKeys, setSeverityByText, type SharedFields } from "./otlp_record.ts";

const decoder = new TextDecoder();

/** Reads OTLP's LogRecords from JSON into rows of a batch. */
export class JsonRecords {
  readonly #json: StrictJson;
  readonly #values: JsonValues;
  readonly #keys: OtlpKeys;

  constructor(json: StrictJson, values: JsonValues, keys: OtlpKeys) {
    this.#json = json;
    this.#values = values;
    this.#keys = keys;
  }

  /** Reads the LogRecord at hand, which has these fields of its resource and scope. Throws MalformedMessage. */
  read(batch: Batch, resource: SharedFields, scope: SharedFields): void {
    const json = this.#json;
    const { bytes } = json;
    const start = json.at;
    const row = batch.begin(start, start);
    batch.resource[row] = resource.group;
    batch.scope[row] = scope.group;
    batch.service[row] = resource.service;
    batch.host[row] = resource.host;
    batch.bodyKind[row] = NULL;
    let observedFrom = 0;
    let observedTo = 0;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      const name = otlpNameAt(json.bytes, json.view, json.keyFrom, json.keyTo);
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
          this.readCount(batch, this.#keys.id.dropped);
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
          this.readName(batch, this.#keys.id.eventName);
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

  /** Adds the string at hand as a field, if it is not empty. */
  readName(batch: Batch, key: number): void {
    const json = this.#json;
    if (json.isNull()) return;
    json.string();
    if (json.end > json.from) batch.addField(key, json.from, json.end, json.isEscaped ? ESCAPED : TEXT);
  }

  /** Adds the number at hand as a field, if it is not zero. */
  readCount(batch: Batch, key: number): void {
    if (this.#json.isNull()) return;
    this.#values.integer(batch, false);
    const { from, to } = this.#values;
    if (to - from > 1 || batch.bytes[from] !== 48) batch.addField(key, from, to, INT);
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
