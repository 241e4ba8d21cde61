import type { Batch } from "../../record/batch.ts";
import { addMadeRecord } from "../json/embedded_json.ts";
import * as verdicts from "../line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { isText } from "../text/text_tokens.ts";

const { NO, YES } = verdicts;

/** What the header begins with, by the first byte. */
const FIRSTS = ["NAMESPACE ", "LAST SEEN ", "FIRST SEEN ", "LEVEL ", "SEVERITY ", "TIMESTAMP ", "TIME "];
const FIRST_BYTES = new Set(FIRSTS.map((first) => first.charCodeAt(0)));
const COLUMN = /(\S+(?: \S+)*)(?:\s{2,}|$)/g;
const NAMES: Record<string, string> = {
  MESSAGE: "message",
  TYPE: "type",
  NAMESPACE: "k8s.namespace.name",
  REASON: "reason",
  OBJECT: "object",
  TIMESTAMP: "time",
  TIME_UTC: "time",
  TEXT_PAYLOAD: "message",
  LOG: "message",
};
/** What `gcloud functions logs read` has for severities. */
const LETTERS: Record<string, string> = {
  D: "DEBUG",
  I: "INFO",
  N: "NOTICE",
  W: "WARNING",
  E: "ERROR",
  C: "CRITICAL",
};
const DATE = /^\d{4}-\d\d-\d\d[T ]/;
const LONGEST_HEADER = 400;

const decoder = new TextDecoder();

/** What a column of the table is called, and where it begins. */
interface Column {
  readonly name: string;
  readonly from: number;
}

/**
 * The events of a cluster as `kubectl get events` lists them, whose type is the severity and whose times are told as ages only,
 * and records as `gcloud` does: a header in capitals, and columns that begin where its names do.
 */
export class ClusterEventsFormat implements LineFormat {
  readonly name = "events";
  readonly #context: ReadContext;
  #columns: readonly Column[] = [];
  preamble: readonly string[] = [];

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const isHeader = FIRST_BYTES.has(bytes[from]) && FIRSTS.some((first) => isText(bytes, from, to, first));
    if (isHeader && this.#readHeader(bytes, from, to)) return YES;
    if (this.#columns.length === 0) return NO;
    const line = decoder.decode(bytes.subarray(from, to));
    const fields: Record<string, string> = {};
    for (const [at, { name, from: start }] of this.#columns.entries()) {
      const end = this.#columns[at + 1]?.from ?? line.length;
      // Each cell begins where its column does, and ends before the next one.
      if (line.length <= start || line[start] === " " || (start > 0 && line[start - 1] !== " ")) return NO;
      fields[name] = line.slice(start, end).trim();
    }
    const isEvent = fields.type === "Normal" || fields.type === "Warning";
    if (!isEvent && !(fields.time !== undefined && DATE.test(fields.time))) return NO;
    if (Object.hasOwn(LETTERS, fields.level)) fields.level = LETTERS[fields.level];
    return addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
  }

  #readHeader(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > LONGEST_HEADER) return false;
    const line = decoder.decode(bytes.subarray(from, to));
    const columns = [...line.matchAll(COLUMN)].map(({ 1: name, index }) => ({
      name: NAMES[name] ?? name.toLowerCase().replaceAll(" ", "_"),
      from: index,
    }));
    const names = new Set(columns.map(({ name }) => name));
    const isTold = names.has("type") || (names.has("time") && (names.has("level") || names.has("severity")));
    if (!isTold || !names.has("message")) return false;
    this.#columns = columns;
    this.preamble = [line];
    return true;
  }
}
