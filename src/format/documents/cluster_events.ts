import type { Batch } from "../../record/batch.ts";
import { addMadeRecord } from "../json/embedded_json.ts";
import * as verdicts from "../line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { isText } from "../text/text_tokens.ts";

const { NO, YES } = verdicts;

/** What the header begins with, by the first byte. */
const FIRSTS = new Map(
  ["NAMESPACE ", "LAST SEEN ", "FIRST SEEN "].map((first) => [first.charCodeAt(0), first]),
);
const COLUMN = /(\S+(?: \S+)*)(?:\s{2,}|$)/g;
const NAMES: Record<string, string> = {
  MESSAGE: "message",
  TYPE: "type",
  NAMESPACE: "k8s.namespace.name",
  REASON: "reason",
  OBJECT: "object",
};
const LONGEST_HEADER = 400;

const decoder = new TextDecoder();

/** What a column of the table is called, and where it begins. */
interface Column {
  readonly name: string;
  readonly from: number;
}

/**
 * The events of a cluster as `kubectl get events` lists them: a header in capitals, and columns that begin where its names do.
 * The type is the severity; the times are told as ages only.
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
    const first = FIRSTS.get(bytes[from]);
    if (first !== undefined && isText(bytes, from, to, first) && this.#readHeader(bytes, from, to)) {
      return YES;
    }
    if (this.#columns.length === 0) return NO;
    const line = decoder.decode(bytes.subarray(from, to));
    const fields: Record<string, string> = {};
    for (const [at, { name, from: start }] of this.#columns.entries()) {
      const end = this.#columns[at + 1]?.from ?? line.length;
      // Each cell begins where its column does, and ends before the next one.
      if (line.length <= start || line[start] === " " || (start > 0 && line[start - 1] !== " ")) return NO;
      fields[name] = line.slice(start, end).trim();
    }
    if (fields.type !== "Normal" && fields.type !== "Warning") return NO;
    return addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
  }

  #readHeader(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > LONGEST_HEADER) return false;
    const line = decoder.decode(bytes.subarray(from, to));
    const columns = [...line.matchAll(COLUMN)].map(({ 1: name, index }) => ({
      name: NAMES[name] ?? name.toLowerCase().replaceAll(" ", "_"),
      from: index,
    }));
    if (!columns.some(({ name }) => name === "type") || !columns.some(({ name }) => name === "message")) {
      return false;
    }
    this.#columns = columns;
    this.preamble = [line];
    return true;
  }
}
