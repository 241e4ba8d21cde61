import { lastLine } from "./newline.ts";
import type { Batch } from "../record/batch.ts";
import { addMadeRecord } from "./json/embedded_json.ts";
import * as verdicts from "./line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import { isText } from "./text/text_tokens.ts";

const { NO, PARTIAL } = verdicts;

const NEWLINE = 0x0a;
const MARKS = ["__CURSOR=", "__REALTIME_TIMESTAMP="];
const FIELD = /^([A-Z_][A-Z0-9_]*)=(.*)$/s;

const decoder = new TextDecoder();

/** `journalctl -o export`: a field a line, a blank line behind each record; not those with binary fields. */
export class JournalExportFormat implements LineFormat {
  readonly name = "journal";
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const mark = MARKS.find((each) => isText(bytes, from, to, each));
    if (mark === undefined) return NO;
    if (bytes[to - 1] !== NEWLINE) {
      // Where another record begins this one is none.
      const last = lastLine(bytes, from, to);
      return this.#context.single || (last > from && isText(bytes, last, to, mark)) ? NO : PARTIAL;
    }
    return this.#fields(batch, from, to - 1, to);
  }

  /** The last record may end without a blank line. */
  readLast(batch: Batch, from: number, to: number): Verdict {
    return this.#fields(batch, from, to, to);
  }

  #fields(batch: Batch, from: number, end: number, to: number): Verdict {
    const fields: Record<string, string> = {};
    for (const line of decoder.decode(batch.bytes.subarray(from, end)).split("\n")) {
      const field = FIELD.exec(line);
      if (field === null) return NO;
      fields[field[1]] = field[2];
    }
    return addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
  }
}
