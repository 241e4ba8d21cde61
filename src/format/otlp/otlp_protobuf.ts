import type { Batch } from "../../record/batch.ts";
import * as kinds from "../../record/batch.ts";
import { type MessageReader, type MessageResult, type Range, SideAreaFull } from "./otlp_message.ts";
import { markCut, ProtobufValues } from "./otlp_protobuf_value.ts";
import { OtlpKeys, setNanos, setSeverityByText, SharedFields } from "./otlp_record.ts";
import { protobufToJson } from "./otlp_protobuf_json.ts";
import { ProtobufWire } from "./protobuf_wire.ts";
import { putBytes, putDigits } from "../side_writer.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BOOL, DOUBLE, INT, NESTED, NULL, RAW_IDS, TEXT } = kinds;

/** `scope_logs` as it was called before OTLP 0.15: field 1000, read where the new one is empty. */
const OLD_SCOPE_LOGS = (1000 << 3) | 2;
const FIRST = 0x0a;
const SECOND = 0x12;
const SCHEMA_URL = 0x1a;

const INDEX_WARNING = "string table indices are not for log messages: what used them was left out";

/** Where a resource or a scope stands in its message: at one place, or, rarely, in several pieces. */
interface Found {
  count: number;
  from: number;
  to: number;
}

/**
 * OTLP's log messages in protobuf (opentelemetry-proto, `logs/v1/logs.proto`), read without an object a record:
 * texts and ids are ranges of the message, numbers are written to the side area.
 */
export class OtlpProtobufReader implements MessageReader {
  readonly format = "otlp-protobuf";
  readonly #wire = new ProtobufWire();
  readonly #values = new ProtobufValues(this.#wire);
  readonly #keys = new OtlpKeys();
  readonly #resource = new SharedFields();
  readonly #scope = new SharedFields();
  /** Where resource and scope stand, in the message that holds them. */
  readonly #resourceAt: Found = { count: 0, from: 0, to: 0 };
  readonly #scopeAt: Found = { count: 0, from: 0, to: 0 };
  #resourceLogs: Range = { from: 0, to: 0 };
  #scopeLogs: Range = { from: 0, to: 0 };
  #rejected = 0;

  read(batch: Batch, from: number, to: number, flush: (batch: Batch) => void): MessageResult {
    this.#begin(batch);
    const wire = this.#wire;
    wire.at = from;
    while (wire.at < to) {
      const tag = wire.tag(to);
      if (tag === FIRST) {
        const end = wire.length(to);
        this.#readResourceLogs(batch, wire.at, end, flush);
        wire.at = end;
      } else wire.skipUnknown(tag, to, 1, "ExportLogsServiceRequest");
    }
    return { rejected: this.#rejected, warning: this.#values.usesIndices ? INDEX_WARNING : "" };
  }

  readOne(batch: Batch, resource: Range, scope: Range, record: Range): void {
    this.#begin(batch);
    this.#resource.reset();
    this.#scope.reset();
    if (resource.from < resource.to) this.#readResource(batch, resource.from, resource.to);
    if (scope.from < scope.to) this.#readScope(batch, scope.from, scope.to);
    this.#readRecord(batch, record.from, record.to);
  }

  textOf(resource: Uint8Array, scope: Uint8Array, record: Uint8Array): string {
    const member = (name: string, bytes: Uint8Array, message: "Resource" | "InstrumentationScope") =>
      bytes.length === 0 ? "" : `"${name}":${protobufToJson(bytes, message)},`;
    return `{"resourceLogs":[{${member("resource", resource, "Resource")}"scopeLogs":[{` +
      `${member("scope", scope, "InstrumentationScope")}` +
      `"logRecords":[${protobufToJson(record, "LogRecord")}]}]}]}`;
  }

  #begin(batch: Batch): void {
    this.#wire.bytes = batch.bytes;
    this.#wire.view = batch.view;
    this.#values.usesIndices = false;
    this.#rejected = 0;
    this.#keys.fresh(batch.keys);
  }

  #readResourceLogs(batch: Batch, at: number, end: number, flush: (batch: Batch) => void): void {
    const wire = this.#wire;
    const scopes = this.#findShared(this.#resourceAt, at, end, "ResourceLogs");
    this.#resource.reset();
    this.#resourceLogs = { from: at, to: end };
    const wanted = scopes > 0 ? SECOND : OLD_SCOPE_LOGS;
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag === wanted) {
        const to = wire.length(end);
        this.#readScopeLogs(batch, wire.at, to, flush);
        wire.at = to;
      } else wire.skip(tag, end);
    }
  }

  #readScopeLogs(batch: Batch, at: number, end: number, flush: (batch: Batch) => void): void {
    const wire = this.#wire;
    this.#findShared(this.#scopeAt, at, end, "ScopeLogs");
    this.#scope.reset();
    this.#scopeLogs = { from: at, to: end };
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag === SECOND) {
        const to = wire.length(end);
        this.#takeRecord(batch, wire.at, to, flush);
        wire.at = to;
      } else wire.skip(tag, end);
    }
  }

  /**
   * Finds what the records of a ResourceLogs or ScopeLogs share, its first field, and checks the types of the others;
   * answers how often it has its second field.
   */
  #findShared(found: Found, at: number, end: number, name: string): number {
    const wire = this.#wire;
    let seconds = 0;
    found.count = 0;
    wire.at = at;
    while (wire.at < end) {
      const tag = wire.tag(end);
      if (tag === FIRST || tag === SECOND || tag === SCHEMA_URL) {
        const to = wire.length(end);
        if (tag === SECOND) seconds++;
        else if (tag === FIRST) {
          found.from = wire.at;
          found.to = to;
          found.count++;
        }
        wire.at = to;
      } else wire.skipUnknown(tag, end, 3, name);
    }
    return seconds;
  }

  /** Reads a record, in an emptied batch if need be; what one batch cannot hold is rejected. */
  #takeRecord(batch: Batch, at: number, end: number, flush: (batch: Batch) => void): void {
    if (batch.full) this.#flush(batch, flush);
    const isFirst = batch.count === 0;
    try {
      this.#share(batch);
      this.#readRecord(batch, at, end);
    } catch (error) {
      if (!(error instanceof SideAreaFull)) throw error;
      this.#flush(batch, flush);
      if (isFirst) this.#rejected++;
      else this.#takeRecord(batch, at, end, flush);
    }
  }

  #flush(batch: Batch, flush: (batch: Batch) => void): void {
    batch.fieldCount = batch.count === 0 ? 0 : batch.fieldTo[batch.count - 1];
    flush(batch);
    this.#resource.reset();
    this.#scope.reset();
    this.#keys.fresh(batch.keys);
  }

  /** Adds the groups of the record that comes next, if the batch does not hold them yet. */
  #share(batch: Batch): void {
    if (this.#resource.group < 0 && this.#resourceAt.count > 0) {
      const { from, to } = this.#whole(batch, this.#resourceAt, this.#resourceLogs);
      this.#readResource(batch, from, to);
    }
    if (this.#scope.group < 0 && this.#scopeAt.count > 0) {
      const { from, to } = this.#whole(batch, this.#scopeAt, this.#scopeLogs);
      this.#readScope(batch, from, to);
    }
  }

  /** The bytes of a message that was found; pieces are put together, which merges them. */
  #whole(batch: Batch, found: Found, within: Range): Range {
    if (found.count === 1) return found;
    const wire = this.#wire;
    const from = batch.side;
    wire.at = within.from;
    while (wire.at < within.to) {
      const tag = wire.tag(within.to);
      if (tag !== FIRST) {
        wire.skip(tag, within.to);
        continue;
      }
      const to = wire.length(within.to);
      putBytes(batch, wire.at, to);
      wire.at = to;
    }
    return { from, to: batch.side };
  }

  #readResource(batch: Batch, from: number, to: number): void {
    const wire = this.#wire;
    const { id } = this.#keys;
    const field = batch.fieldCount;
    wire.at = from;
    while (wire.at < to) {
      const tag = wire.tag(to);
      if (tag === FIRST) this.#readAttribute(batch, to);
      else if (tag === 0x10) this.#readCount(batch, id.resourceDropped, to);
      else if (tag === 0x1a) wire.at = wire.length(to);
      else wire.skipUnknown(tag, to, 3, "Resource");
    }
    this.#resource.close(batch, this.#keys, field, from, to);
  }

  #readScope(batch: Batch, from: number, to: number): void {
    const wire = this.#wire;
    const { id } = this.#keys;
    const field = batch.fieldCount;
    wire.at = from;
    while (wire.at < to) {
      const tag = wire.tag(to);
      if (tag === FIRST || tag === SECOND) {
        const end = wire.length(to);
        const key = tag === FIRST ? id.scopeName : id.scopeVersion;
        if (end > wire.at) batch.addField(key, wire.at, end, TEXT);
        wire.at = end;
      } else if (tag === 0x1a) this.#readAttribute(batch, to);
      else if (tag === 0x20) this.#readCount(batch, id.scopeDropped, to);
      else wire.skipUnknown(tag, to, 4, "InstrumentationScope");
    }
    this.#scope.close(batch, this.#keys, field, from, to);
  }

  #readAttribute(batch: Batch, end: number): boolean {
    const wire = this.#wire;
    const to = wire.length(end);
    const isCut = this.#values.addKeyValue(batch, wire.at, to);
    wire.at = to;
    return isCut;
  }

  #readCount(batch: Batch, key: number, end: number): void {
    const number = this.#wire.varint(end);
    if (number === 0) return;
    const from = batch.side;
    putDigits(batch, number, 1);
    batch.addField(key, from, batch.side, INT);
  }

  #readRecord(batch: Batch, at: number, end: number): void {
    const wire = this.#wire;
    const { bytes, view } = batch;
    const row = batch.begin(at, end);
    batch.resource[row] = this.#resource.group;
    batch.scope[row] = this.#scope.group;
    batch.service[row] = this.#resource.service;
    batch.host[row] = this.#resource.host;
    batch.bodyKind[row] = NULL;
    batch.bodyTo[row] = at;
    batch.flags[row] = RAW_IDS;
    this.#values.begin();
    let time = -1;
    let observed = -1;
    let next = at;
    while (next < end) {
      const tag = bytes[next];
      if (tag === 0x09 || tag === 0x59) {
        wire.at = next + 1;
        const nanos = wire.fixed(8, end);
        if (tag === 0x09) time = nanos;
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
        case 0x1a:
          batch.severityFrom[row] = from;
          batch.severityTo[row] = to;
          break;
        case 0x2a:
          this.#readBody(batch, row, from, to);
          break;
        case 0x32:
          if (this.#values.addKeyValue(batch, from, to)) markCut(batch);
          break;
        case 0x4a:
          if (!isId(bytes, from, to, 16)) break;
          batch.traceFrom[row] = from;
          batch.traceTo[row] = to;
          break;
        case 0x52:
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
      case 0x10: {
        const number = wire.varint(end);
        batch.severity[row] = wire.high === 0 && number <= 24 ? number : 0;
        return;
      }
      case 0x38:
        return this.#readCount(batch, this.#keys.id.dropped, end);
      case 0x45:
        return this.#readFlags(batch, wire.fixed(4, end));
      case 0x1a:
        batch.severityTo[row] = wire.length(end);
        batch.severityFrom[row] = wire.at;
        wire.at = batch.severityTo[row];
        return;
      case 0x2a: {
        const to = wire.length(end);
        this.#readBody(batch, row, wire.at, to);
        wire.at = to;
        return;
      }
      case 0x32:
        if (this.#readAttribute(batch, end)) markCut(batch);
        return;
      case 0x62: {
        const to = wire.length(end);
        if (to > wire.at) batch.addField(this.#keys.id.eventName, wire.at, to, TEXT);
        wire.at = to;
        return;
      }
      case 0x22: // A name that the protocol had before 0.14.
      case 0x4a: // Ids of this length are none.
      case 0x52:
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

  #readFlags(batch: Batch, at: number): void {
    // The upper 24 bits are reserved; the lower ones are W3C Trace Context's flags.
    const flags = batch.bytes[at];
    if (flags === 0) return;
    const from = batch.side;
    putDigits(batch, flags, 1);
    batch.addField(this.#keys.id.traceFlags, from, batch.side, INT);
  }
}

/** Whether an id is none of another length, and has another byte than zero. */
function isId(bytes: Uint8Array, from: number, to: number, length: number): boolean {
  if (to - from !== length) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return true;
  return false;
}

/** A body that is a number or a boolean is a JSON value as it stands, as arrays and lists are. */
export function bodyKind(kind: number, batch: Batch, from: number): number {
  switch (kind) {
    case INT:
    case BOOL:
      return NESTED;
    case DOUBLE: {
      const first = batch.bytes[from] === 0x2d ? batch.bytes[from + 1] : batch.bytes[from];
      return first >= 48 && first <= 57 ? NESTED : TEXT;
    }
    case NULL:
    case NESTED:
      return kind;
    default:
      return TEXT;
  }
}
