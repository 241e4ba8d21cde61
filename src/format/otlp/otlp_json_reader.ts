import type { Batch } from "../../record/batch.ts";
import { StrictJson } from "../json/json_strict.ts";
import { JsonRecords } from "./otlp_json_record.ts";
import { JsonValues } from "./otlp_json_values.ts";
import { type MessageReader, type MessageResult, type Range, SideAreaFull } from "./otlp_message.ts";
import { otlpNameAt } from "./otlp_names.ts";
import { OtlpKeys, SharedFields } from "./otlp_record.ts";

const decoder = new TextDecoder();
/** What of OTLP a JSON object may be. */
export type MessageKind = "LogsData" | "ResourceLogs" | "ScopeLogs" | "LogRecord";

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
  readonly #records = new JsonRecords(this.#json, this.#values, this.#keys);
  readonly #resource = new SharedFields();
  readonly #scope = new SharedFields();
  #resourceAt = NOWHERE;
  #scopeAt = NOWHERE;
  #flush: (batch: Batch) => void = () => {};
  #rejected = 0;
  /** Records read since the batch was emptied last. */
  #since = 0;
  /** Where the line stands that the records are read from, and how many it brought; null for a message. */
  #line: Range | null = null;
  #parts = 0;

  read(batch: Batch, from: number, to: number, flush: (batch: Batch) => void): MessageResult {
    this.#begin(batch, from, to);
    this.#flush = flush;
    const json = this.#json;
    if (json.space() !== 0x7b) json.fail("an ExportLogsServiceRequest, which is an object, is missing");
    this.#readLogsData(batch);
    json.space();
    if (json.at < to) json.fail("something follows the message");
    return { rejected: this.#rejected, warning: "" };
  }

  /**
   * Reads the message of that kind at `at`, all that is in the line [from, to), for each of whose records the line
   * is what it was read from. Answers how many there are. Throws as `read` does, and if a record cannot be kept.
   */
  readLine(
    batch: Batch,
    kind: MessageKind,
    at: number,
    { from, to }: Range,
    flush: (batch: Batch) => void,
  ): number {
    this.#begin(batch, at, to);
    this.#flush = flush;
    this.#line = { from, to };
    switch (kind) {
      case "LogsData":
        this.#readLogsData(batch);
        break;
      case "ResourceLogs":
        this.#readResourceLogs(batch);
        break;
      case "ScopeLogs":
        this.#readScopeLogs(batch);
        break;
      case "LogRecord":
        this.#takeRecord(batch);
    }
    if (this.#rejected > 0) {
      throw new SideAreaFull("A record of a line needs more than the side area of a batch");
    }
    return this.#parts;
  }

  readOne(batch: Batch, resource: Range, scope: Range, record: Range): void {
    this.#begin(batch, 0, Math.max(resource.to, scope.to, record.to));
    this.#resourceAt = resource;
    this.#scopeAt = scope;
    this.#share(batch);
    this.#json.at = record.from;
    this.#records.read(batch, this.#resource, this.#scope);
  }

  #begin(batch: Batch, from: number, to: number): void {
    const json = this.#json;
    json.bytes = batch.bytes;
    json.view = batch.view;
    json.at = from;
    json.to = to;
    this.#rejected = this.#since = this.#parts = 0;
    this.#line = null;
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

  #readLogsData(batch: Batch): void {
    const json = this.#json;
    json.enter(0x7b);
    for (let isFirst = true; json.member(isFirst); isFirst = false) {
      if (this.#name() !== "resourceLogs") json.skip();
      else this.#each(() => this.#readResourceLogs(batch));
    }
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
    const isFirst = this.#since === 0;
    try {
      this.#share(batch);
      json.at = at;
      this.#records.read(batch, this.#resource, this.#scope);
      this.#since++;
      if (this.#line !== null) this.#belongToLine(batch, this.#line);
    } catch (error) {
      if (!(error instanceof SideAreaFull)) throw error;
      this.#empty(batch);
      json.at = at;
      if (!isFirst) return this.#takeRecord(batch);
      json.skip();
      this.#rejected++;
    }
  }

  #belongToLine(batch: Batch, { from, to }: Range): void {
    const row = batch.count - 1;
    batch.rawFrom[row] = from;
    batch.rawTo[row] = to;
    batch.part[row] = this.#parts++;
  }

  #empty(batch: Batch): void {
    this.#since = 0;
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
        this.#records.readCount(batch, isScope ? id.scopeDropped : id.resourceDropped);
      } else if (isScope && (name === "name" || name === "version")) {
        this.#records.readName(batch, name === "name" ? id.scopeName : id.scopeVersion);
      } else json.skip();
    }
    // A line holds the resources and scopes of its records.
    const [rawFrom, rawTo] = this.#line === null ? [from, to] : [0, 0];
    (isScope ? this.#scope : this.#resource).close(batch, this.#keys, field, rawFrom, rawTo);
  }

  textOf(resource: Uint8Array, scope: Uint8Array, record: Uint8Array): string {
    const member = (name: string, bytes: Uint8Array) =>
      bytes.length === 0 ? "" : `"${name}":${decoder.decode(bytes)},`;
    return `{"resourceLogs":[{${member("resource", resource)}"scopeLogs":[{${member("scope", scope)}` +
      `"logRecords":[${decoder.decode(record)}]}]}]}`;
  }
}
