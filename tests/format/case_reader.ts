import { QUIET } from "../../src/engine/input.ts";
import { Continuation } from "../../src/format/continuation/continuation.ts";
import { Detector } from "../../src/format/detector.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { makeFormats } from "../../src/format/registry.ts";
import { SourceReader } from "../../src/format/source_reader.ts";
import { Batch } from "../../src/record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { type AttributeValue, type LogRecord, logRecordOf } from "../../src/record/log_record.ts";
import { severityName } from "../../src/record/severity.ts";

/** Room of a batch besides the text and what readers make of it. */
const SPARE_BYTES = 64 << 10;

/** A record as a case writes it down: what is absent is left out. */
export interface CaseRecord {
  /** RFC 3339 with the digits that matter. */
  time?: string;
  /** Name and number: `INFO 9`. */
  severity?: string;
  body: unknown;
  attributes?: Record<string, AttributeValue>;
  service?: string;
  host?: string;
  traceId?: string;
  spanId?: string;
  format: string;
}

/** Reads text as `readText` does, but a line at a time as a pipe brings them, each given out before the next one comes. */
export function readLive(text: string): CaseRecord[] {
  return readText(text, {}, QUIET);
}

/** The same with lines that come right after one another. */
export function readBurst(text: string): CaseRecord[] {
  return readText(text, {}, 1);
}

/** Reads text as a file of its own, with every format, as the program does. Times without a zone are UTC, those
 * without a year or a day the nearest to 20 November 2026, noon. */
export function readText(text: string, custom: Record<string, string> = {}, apart = 0): CaseRecord[] {
  const records: CaseRecord[] = [];
  const names = new FormatNames();
  readBatches(text, names, (given) => {
    for (let row = 0; row < given.count; row++) records.push(caseRecord(logRecordOf(given, row), names));
  }, { custom, apart });
  return records;
}

/** What reads the lines of a case. */
export function caseReading(
  names: FormatNames,
  keys: KeyTable,
  handOver: () => void,
  custom: Record<string, string> = {},
) {
  const continuation = new Continuation();
  const settings = { keys, names, offsetAt: () => 0, handOver };
  const detector = new Detector(settings, (context) => makeFormats(context, custom), continuation, null);
  detector.reference = Date.UTC(2026, 10, 20, 20);
  return { detector, continuation };
}

/** Reads text as `readText` does, batch by batch; returns the detector that knows it now. `apart`: milliseconds between lines. */
export function readBatches(
  text: string,
  names: FormatNames,
  visit: (batch: Batch) => void,
  { custom = {}, apart = 0 }: { custom?: Record<string, string>; apart?: number } = {},
): Detector {
  const keys = new KeyTable();
  const bytes = new TextEncoder().encode(text);
  // As large as the text asks for: to clear megabytes for a few lines takes longer than to read them.
  const batch = new Batch(
    Math.min(INPUT_BYTES, bytes.length + SPARE_BYTES),
    Math.min(SIDE_BYTES, 16 * bytes.length + SPARE_BYTES),
    keys,
  );
  let reader: SourceReader | null = null;
  const { detector, continuation } = caseReading(names, keys, () => reader!.handOver(), custom);
  reader = new SourceReader(0, batch, detector, continuation, visit);
  for (let at = 0, now = 0; at < bytes.length; now += apart) {
    const space = reader.load();
    const end = apart > 0 ? bytes.indexOf(10, at) + 1 : at + space.length;
    const piece = bytes.subarray(at, end);
    space.set(piece);
    reader.scan(piece.length, now);
    if (apart >= QUIET) reader.quiet(now);
    at += piece.length;
  }
  reader.quiet(0);
  return detector;
}

export function caseRecord(record: LogRecord, names: FormatNames): CaseRecord {
  const { time, severity, body, service, host, traceId, spanId, attributes } = record;
  return {
    ...(time === null ? {} : { time: timeText(time, record.nanos) }),
    ...(severity === 0 ? {} : { severity: `${severityName(severity)} ${severity}` }),
    body,
    ...(attributes.size === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
    ...(service === null ? {} : { service }),
    ...(host === null ? {} : { host }),
    ...(traceId === null ? {} : { traceId }),
    ...(spanId === null ? {} : { spanId }),
    format: names.names[record.format],
  };
}

function timeText(time: number, nanos: number): string {
  const text = new Date(time).toISOString();
  return nanos === 0 ? text : `${text.slice(0, -1)}${String(nanos).padStart(6, "0")}Z`;
}
