import type { Batch } from "../../record/batch.ts";
import { putBytes } from "../side_writer.ts";
import { type MessageReader, type MessageResult, type Range, SideAreaFull } from "./otlp_message.ts";
import { protobufToJson } from "./otlp_protobuf_json.ts";
import { addAttribute, ProtobufRecords } from "./otlp_protobuf_record.ts";
import { ProtobufValues } from "./otlp_protobuf_value.ts";
import { addCount, OtlpKeys, SharedFields } from "./otlp_record.ts";
import { ProtobufWire } from "./protobuf_wire.ts";
import * as kinds from "../../record/batch.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { TEXT } = kinds;

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
  readonly #records = new ProtobufRecords(this.#wire, this.#values, this.#keys);
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
    this.#records.read(batch, record.from, record.to, this.#resource, this.#scope);
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
      this.#records.read(batch, at, end, this.#resource, this.#scope);
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
      if (tag === FIRST) addAttribute(wire, this.#values, batch, to);
      else if (tag === 0x10) addCount(batch, id.resourceDropped, wire.varint(to));
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
      } else if (tag === 0x1a) addAttribute(wire, this.#values, batch, to);
      else if (tag === 0x20) addCount(batch, id.scopeDropped, wire.varint(to));
      else wire.skipUnknown(tag, to, 4, "InstrumentationScope");
    }
    this.#scope.close(batch, this.#keys, field, from, to);
  }
}
