import type { Batch } from "../record/batch.ts";
import { addMadeRecord } from "./json/embedded_json.ts";
import { isWholeRecord, jsonOfConsole } from "./documents/otel_console.ts";
import { lastLine } from "./newline.ts";
import { isText } from "./text/text_tokens.ts";
import * as verdicts from "./line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";

const { NO, PARTIAL } = verdicts;

const NEWLINE = 0x0a, LETTER_L = 0x4c;
/** What a record of OpenTelemetry's console exporter begins with. */
const RECORD = "LogRecord.Timestamp: ";
/** What the first line of a record looks like: wevtutil's, those of PowerShell's `Get-WinEvent` and `Get-EventLog`, and APT's. */
const FIRST = /^(?:Event\[\d+\]:?\s*$|TimeCreated +: \S|Index +: \d|Start-Date: \d)/;
const APTS = "Start-Date:";
const LONGEST_FIRST = 80;
const PROPERTY = /^ *([A-Z][A-Za-z]*(?:[ -][A-Z][A-Za-z]*)*) *: ?(.*)$/;
/** Names that stand for other names. */
const NAMES: Record<string, string> = {
  TimeCreated: "timestamp",
  TimeGenerated: "timestamp",
  TimeWritten: "",
  Date: "timestamp",
  "Start-Date": "timestamp",
  EntryType: "level",
  Level: "level",
  LevelDisplayName: "level",
  Description: "message",
  Message: "message",
  Id: "event.id",
  EventID: "event.id",
  ProviderName: "otel.scope.name",
  Source: "otel.scope.name",
  Computer: "host.name",
  MachineName: "host.name",
};

const decoder = new TextDecoder();

/** Whether the line [from, to) is the first of such a list. */
export function beginsProperties(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from <= LONGEST_FIRST && FIRST.test(decoder.decode(bytes.subarray(from, to)));
}

/**
 * Windows' events as its tools list them, a property a line and a blank line behind each event, APT's history, and what
 * OpenTelemetry's .NET prints.
 */
export class PropertyListFormat implements LineFormat {
  readonly name = "properties";
  readonly goesOn = true;
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (bytes[from] === LETTER_L) return this.#console(batch, from, to);
    let lineTo = from;
    while (lineTo < to && bytes[lineTo] !== NEWLINE) lineTo++;
    if (!beginsProperties(bytes, from, lineTo)) return NO;
    if (bytes[to - 1] !== NEWLINE) return this.#context.single ? NO : PARTIAL;
    return this.#properties(batch, from, to - 1);
  }

  /** A record of OpenTelemetry's console exporter, of which what stands behind a blank line is a part. */
  #console(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (!isText(bytes, from, to, RECORD) || this.#context.single) return NO;
    if (bytes[to - 1] !== NEWLINE) {
      return isText(bytes, lastLine(bytes, from + 1, to), to, RECORD) ? NO : PARTIAL;
    }
    const text = decoder.decode(bytes.subarray(from, to - 1));
    return isWholeRecord(text)
      ? addMadeRecord(batch, from, to - 1, jsonOfConsole(text), this.#context)
      : PARTIAL;
  }

  /** The last record may end without a blank line. */
  readLast(batch: Batch, from: number, to: number): Verdict {
    if (isText(batch.bytes, from, to, RECORD)) {
      const text = decoder.decode(batch.bytes.subarray(from, to));
      return addMadeRecord(batch, from, to, jsonOfConsole(text), this.#context);
    }
    return this.#properties(batch, from, to);
  }

  #properties(batch: Batch, from: number, to: number): Verdict {
    const fields: Record<string, string> = {};
    let last = "";
    const lines = decoder.decode(batch.bytes.subarray(from, to)).split("\n");
    for (const line of lines[0].startsWith("Event[") ? lines.slice(1) : lines) {
      const property = last === "message" ? null : PROPERTY.exec(line.trimEnd());
      if (property === null) {
        if (last === "") return NO;
        const before = fields[last] ?? "";
        fields[last] = before === "" ? line.trim() : `${before}\n${line.trim()}`;
        continue;
      }
      const name = property[1].replaceAll(" ", "");
      last = NAMES[name] ?? name;
      if (last !== "" && property[2] !== "" && property[2] !== "N/A") fields[last] ??= property[2];
    }
    if (fields.timestamp === undefined) return NO;
    if (lines[0].startsWith(APTS)) {
      const { Commandline: message, ...others } = fields;
      const level = fields.Error === undefined ? undefined : "ERROR";
      return addMadeRecord(batch, from, to, JSON.stringify({ ...others, message, level }), this.#context);
    }
    return addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
  }
}
