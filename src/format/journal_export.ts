import { lastLine } from "./newline.ts";
import type { Batch } from "../record/batch.ts";
import { addMadeRecord } from "./json/embedded_json.ts";
import * as verdicts from "./line_format.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import { MessageHeads } from "./text/message/text_message_head.ts";
import { findByte, isText } from "./text/text_tokens.ts";

const { NO, PARTIAL, YES } = verdicts;

const NEWLINE = 0x0a, EQUALS = 0x3d;
const MARKS = ["__CURSOR=", "__REALTIME_TIMESTAMP="];
const NAME = /^[A-Z_][A-Z0-9_]*$/;
/** Bytes of the length before a value that holds line breaks or bytes that are no text. */
const LENGTH_BYTES = 8;

const decoder = new TextDecoder();

/**
 * `journalctl -o export`: a field a line, a blank line behind each record; behind the name of a binary field its length as
 * eight bytes and the value ("Journal Export Format" of systemd).
 */
export class JournalExportFormat implements LineFormat {
  readonly name = "journal";
  readonly #context: ReadContext;
  /** Reads the lines of programs that are the messages. */
  readonly #heads: MessageHeads;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#heads = new MessageHeads(context);
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
    const verdict = this.#fields(batch, from, to, to);
    return verdict === PARTIAL ? NO : verdict;
  }

  #fields(batch: Batch, from: number, end: number, to: number): Verdict {
    const { bytes } = batch;
    const fields: Record<string, string> = {};
    for (let at = from; at < end;) {
      const newline = findByte(bytes, at, end, NEWLINE);
      const lineTo = newline < 0 ? end : newline;
      const equals = findByte(bytes, at, lineTo, EQUALS);
      const name = decoder.decode(bytes.subarray(at, equals < 0 ? lineTo : equals));
      if (!NAME.test(name)) return NO;
      let value = equals + 1;
      let valueTo = lineTo;
      if (equals < 0) {
        value = lineTo + 1 + LENGTH_BYTES;
        valueTo = value + lengthAt(batch.view, lineTo + 1, end);
        // The blank line was one of the value's.
        if (valueTo > end) return PARTIAL;
        if (valueTo < end && bytes[valueTo] !== NEWLINE) return NO;
      }
      fields[name] = decoder.decode(bytes.subarray(value, valueTo));
      at = valueTo + 1;
    }
    const verdict = addMadeRecord(batch, from, to, JSON.stringify(fields), this.#context);
    if (verdict === YES) this.#heads.readInside(batch, batch.count - 1);
    return verdict;
  }
}

/** The length, of eight bytes, at `at`; Infinity if it is not all there. */
function lengthAt(view: DataView, at: number, end: number): number {
  return at + LENGTH_BYTES > end ? Infinity : Number(view.getBigUint64(at, true));
}
