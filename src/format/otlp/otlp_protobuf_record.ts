import type { Batch } from "../../record/batch.ts";
import { markCut, type ProtobufValues } from "./otlp_protobuf_value.ts";
import {
  addCount,
  bodyKind,
  type OtlpKeys,
  setNanos,
  setSeverityByText,
  type SharedFields,
} from "./otlp_record.ts";
import type { ProtobufWire } from "./protobuf_wire.ts";
import * as kinds from "../../record/batch.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NULL, RAW_IDS, TEXT } = kinds;

/** LogRecord's members by the tags they are written with. */
const TIME = 0x09;
const SEVERITY_NUMBER = 0x10;
const SEVERITY_TEXT = 0x1a;
/** What the protocol had before 0.14. */
const OLD_NAME = 0x22;
const BODY = 0x2a;
const ATTRIBUTES = 0x32;
const DROPPED_COUNT = 0x38;
const FLAGS = 0x45;
const TRACE_ID = 0x4a;
const SPAN_ID = 0x52;
const OBSERVED_TIME = 0x59;
const EVENT_NAME = 0x62;

/** Reads a LogRecord of OTLP in protobuf into a row of a batch. */
export class ProtobufRecords {
  readonly #wire: ProtobufWire;
  readonly #values: ProtobufValues;
  readonly #keys: OtlpKeys;

  constructor(wire: ProtobufWire, values: ProtobufValues, keys: OtlpKeys) {
    this.#wire = wire;
    this.#values = values;
    this.#keys = keys;
  }

  /** Adds the record [at, end), which shares the fields of `resource` and `scope`. */
  read(batch: Batch, at: number, end: number, resource: SharedFields, scope: SharedFields): void {
    const wire = this.#wire;
    const { bytes, view } = batch;
    const row = batch.begin(at, end);
    batch.resource[row] = resource.group;
    batch.scope[row] = scope.group;
    batch.service[row] = resource.service;
    batch.host[row] = resource.host;
    batch.bodyKind[row] = NULL;
    batch.bodyTo[row] = at;
    batch.flags[row] = RAW_IDS;
    this.#values.begin();
    let time = -1;
    let observed = -1;
    let next = at;
    while (next < end) {
      const tag = bytes[next];
      if (tag === TIME || tag === OBSERVED_TIME) {
        wire.at = next + 1;
        const nanos = wire.fixed(8, end);
        if (tag === TIME) time = nanos;
        else observed = nanos;
        next += 9;
        continue;
      }
      // As nearly all are written: a tag of one byte, and a length (or a number) of one byte.
      const from = next + 2;
      const to = from + bytes[next + 1];
      if (bytes[next + 1] >= 0x80 || from > end) {
        wire.at = next;
        this.#readField(batch, row, end);
        next = wire.at;
        continue;
      }
      next = to;
      switch (to <= end ? tag : 0) {
        case SEVERITY_TEXT:
          batch.severityFrom[row] = from;
          batch.severityTo[row] = to;
          break;
        case BODY:
          this.#readBody(batch, row, from, to);
          break;
        case ATTRIBUTES:
          if (this.#values.addKeyValue(batch, from, to)) markCut(batch);
          break;
        case TRACE_ID:
          if (!isId(bytes, from, to, 16)) break;
          batch.traceFrom[row] = from;
          batch.traceTo[row] = to;
          break;
        case SPAN_ID:
          if (!isId(bytes, from, to, 8)) break;
          batch.spanFrom[row] = from;
          batch.spanTo[row] = to;
          break;
        default:
          wire.at = from - 2;
          this.#readField(batch, row, end);
          next = wire.at;
      }
    }
    if (time >= 0) setNanos(batch, row, view.getUint32(time + 4, true), view.getUint32(time, true));
    if (observed >= 0 && Number.isNaN(batch.time[row])) {
      setNanos(batch, row, view.getUint32(observed + 4, true), view.getUint32(observed, true));
    }
    setSeverityByText(batch, row);
    batch.commit();
  }

  /** Reads one of the record's fields, however it is written; its times apart. */
  #readField(batch: Batch, row: number, end: number): void {
    const wire = this.#wire;
    const tag = wire.tag(end);
    switch (tag) {
      case SEVERITY_NUMBER: {
        const number = wire.varint(end);
        batch.severity[row] = wire.high === 0 && number <= 24 ? number : 0;
        return;
      }
      case DROPPED_COUNT:
        return addCount(batch, this.#keys.id.dropped, wire.varint(end));
      case FLAGS:
        // The upper 24 bits are reserved; the lower ones are W3C Trace Context's flags.
        return addCount(batch, this.#keys.id.traceFlags, batch.bytes[wire.fixed(4, end)]);
      case SEVERITY_TEXT:
        batch.severityTo[row] = wire.length(end);
        batch.severityFrom[row] = wire.at;
        wire.at = batch.severityTo[row];
        return;
      case BODY: {
        const to = wire.length(end);
        this.#readBody(batch, row, wire.at, to);
        wire.at = to;
        return;
      }
      case ATTRIBUTES:
        if (addAttribute(wire, this.#values, batch, end)) markCut(batch);
        return;
      case EVENT_NAME: {
        const to = wire.length(end);
        if (to > wire.at) batch.addField(this.#keys.id.eventName, wire.at, to, TEXT);
        wire.at = to;
        return;
      }
      case OLD_NAME:
      case TRACE_ID: // Ids of this length are none.
      case SPAN_ID:
        wire.at = wire.length(end);
        return;
      default:
        wire.skipUnknown(tag, end, 12, "LogRecord");
    }
  }

  #readBody(batch: Batch, row: number, at: number, end: number): void {
    const values = this.#values;
    values.read(batch, at, end);
    batch.bodyFrom[row] = values.from;
    batch.bodyTo[row] = values.to;
    batch.bodyKind[row] = bodyKind(values.kind, batch, values.from);
    if (values.cut) markCut(batch);
  }
}

/** Adds an attribute whose length and bytes come next; whether its text was cut. */
export function addAttribute(wire: ProtobufWire, values: ProtobufValues, batch: Batch, end: number): boolean {
  const to = wire.length(end);
  const isCut = values.addKeyValue(batch, wire.at, to);
  wire.at = to;
  return isCut;
}

/** Whether an id is none of another length, and has another byte than zero. */
function isId(bytes: Uint8Array, from: number, to: number, length: number): boolean {
  if (to - from !== length) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return true;
  return false;
}
