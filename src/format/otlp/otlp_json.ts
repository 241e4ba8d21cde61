import type { Batch } from "../../record/batch.ts";
import { skipSpace } from "../json/json_token.ts";
import { StrictJson } from "../json/json_strict.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { type MessageKind, OtlpJsonReader } from "./otlp_json_reader.ts";
import { MalformedMessage, SideAreaFull } from "./otlp_message.ts";
import { type OtlpName, otlpName, otlpNameAt } from "./otlp_names.ts";

/**
 * OTLP's JSON mapping (opentelemetry-proto, docs/specification.md): a line is a batch as the collector's file
 * exporter writes it, a single ResourceLogs or ScopeLogs, or a single LogRecord. Spread over several lines it
 * comes here by way of `JsonFormat`, which knows where such a value ends.
 */
export class OtlpJsonFormat implements LineFormat {
  readonly name = "otlp-json";
  readonly #context: ReadContext;
  readonly #reader = new OtlpJsonReader();
  readonly #json = new StrictJson();

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const start = skipSpace(batch.bytes, from, to);
    const kind = this.#kindAt(batch, start, to);
    if (kind === null) return NO;
    const mark = new Mark(batch);
    let isLong = false;
    const records = this.#records(batch, kind, start, from, to, () => {
      isLong = true;
      mark.restore();
    });
    if (records === 0) {
      mark.restore();
      return NO;
    }
    // What fills more than one batch is read twice: it must be whole before any of it is handed over.
    if (isLong) {
      mark.restore();
      this.#records(batch, kind, start, from, to, (full) => this.#context.handOver(full));
    }
    return YES;
  }

  /** Whether [start, to) is one of OTLP's messages, with records, as it should be. */
  knows(batch: Batch, start: number, to: number): boolean {
    const kind = this.#kindAt(batch, start, to);
    if (kind === null) return false;
    // A row that was begun stays as it is.
    const begun = new Mark(batch);
    batch.commit();
    const mark = new Mark(batch);
    const records = this.#records(batch, kind, start, start, to, () => mark.restore());
    begun.restore();
    return records > 0;
  }

  /** Reads the records of a message; 0 if it is not as it should be. */
  #records(
    batch: Batch,
    kind: MessageKind,
    start: number,
    from: number,
    to: number,
    flush: (batch: Batch) => void,
  ): number {
    try {
      return this.#reader.readLine(batch, kind, start, { from, to }, flush);
    } catch (error) {
      if (error instanceof MalformedMessage || error instanceof SideAreaFull) return 0;
      throw error;
    }
  }

  /** Which of OTLP's messages [start, to) is; null if it is none of those with logs, or no JSON. */
  #kindAt(batch: Batch, start: number, to: number): MessageKind | null {
    const { bytes, view } = batch;
    if (start >= to || bytes[start] !== 0x7b || !beginsLikeOtlp(bytes, start, to)) return null;
    const json = this.#json;
    json.bytes = bytes;
    json.view = view;
    json.at = start;
    json.to = to;
    try {
      const kind = kindOf(json);
      json.space();
      return json.at < to ? null : kind;
    } catch (error) {
      if (error instanceof MalformedMessage) return null;
      throw error;
    }
  }
}

/** What a batch holds, to be gone back to. */
class Mark {
  readonly #batch: Batch;
  readonly #count: number;
  readonly #fields: number;
  readonly #groups: number;
  readonly #side: number;

  constructor(batch: Batch) {
    this.#batch = batch;
    this.#count = batch.count;
    this.#fields = batch.fieldCount;
    this.#groups = batch.groupTo.length;
    this.#side = batch.side;
  }

  restore(): void {
    const batch = this.#batch;
    batch.count = this.#count;
    batch.fieldCount = this.#fields;
    batch.side = this.#side;
    const { groupFrom, groupTo, groupRawFrom, groupRawTo } = batch;
    groupFrom.length =
      groupTo.length =
      groupRawFrom.length =
      groupRawTo.length =
        this.#groups;
  }
}

const FIRST_NAMES = new Set<OtlpName>([
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
  const name = firstNameOf(bytes, start, to);
  return name !== null && FIRST_NAMES.has(name);
}

/** Which of OTLP's messages the object at hand is; null if it is none of those with logs. Goes behind it. */
function kindOf(json: StrictJson): MessageKind | null {
  let kind: MessageKind | null = null;
  let isRecord = false;
  json.enter(0x7b);
  for (let isFirst = true; json.member(isFirst); isFirst = false) {
    const { bytes, at } = json;
    const name = otlpNameAt(bytes, json.view, json.keyFrom, json.keyTo);
    if (bytes[at] === 0x5b) {
      if (name === "resourceLogs") kind ??= "LogsData";
      else if (name === "scopeLogs") kind ??= "ResourceLogs";
      else if (name === "logRecords") kind ??= "ScopeLogs";
    }
    if (name === "timeUnixNano" || name === "observedTimeUnixNano") isRecord = true;
    else if (name === "body") isRecord ||= isAnyValue(bytes, at, json.to);
    json.skip();
  }
  return kind ?? (isRecord ? "LogRecord" : null);
}

/** Whether an object begins at `at` whose first key is that of an AnyValue. */
function isAnyValue(bytes: Uint8Array, at: number, to: number): boolean {
  return bytes[at] === 0x7b && (firstNameOf(bytes, at, to)?.endsWith("Value") ?? false);
}

/** Which of OTLP's names the first key of the object at `start` is. */
function firstNameOf(bytes: Uint8Array, start: number, to: number): OtlpName | null {
  const quote = skipSpace(bytes, start + 1, to);
  if (quote >= to || bytes[quote] !== 0x22) return null;
  const from = quote + 1;
  let end = from;
  while (end < to && end - from < 32 && bytes[end] !== 0x22) end++;
  return otlpName(bytes, from, end);
}
