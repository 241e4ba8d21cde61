import { type Batch, TEXT } from "../record/batch.ts";
import type { ReadContext } from "./line_format.ts";
import { CHILD } from "./said_line.ts";
import { MessageHeads } from "./text/message/text_message_head.ts";
import { findByte, isText } from "./text/text_tokens.ts";
import { isDigit } from "./time/timestamp_parts.ts";

const QUOTE = 0x22, OPEN = 0x5b, LETTER_C = 0x63;
/** PHP-FPM's pool, whose child's output it passes on. */
const POOL = "[pool ";
const SAID = "said into std";
/** Bytes before what the child said. */
const LONGEST_POOL = 128;

/** Reads the line of a program that is the message of another's record: Celery's redirected prints, PHP-FPM's children. */
export class WrappedLines {
  readonly #context: ReadContext;
  #heads: MessageHeads | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** Gives row `row` what the head tells that begins its message; nothing is changed if none does. */
  read(batch: Batch, row: number): void {
    const { bytes } = batch;
    const from = batch.bodyFrom[row];
    const first = bytes[from];
    if (batch.bodyKind[row] !== TEXT) return;
    if (isDigit(first) || (first === OPEN && isDigit(bytes[from + 1]))) {
      this.#messageHeads.readWrapped(batch, row, from, batch.bodyTo[row]);
    } else if (first === LETTER_C || first === OPEN) this.#readSaid(batch, row, from, batch.bodyTo[row]);
  }

  /** `[pool www] child 42 said into stderr: "line"` */
  #readSaid(batch: Batch, row: number, from: number, to: number): void {
    const { bytes } = batch;
    if (!isText(bytes, from, to, CHILD) && !isText(bytes, from, to, POOL)) return;
    const open = findByte(bytes, from, Math.min(to, from + LONGEST_POOL), QUOTE);
    if (open < 0 || !isText(bytes, open - SAID.length - 5, to, SAID)) return;
    let close = to - 1;
    while (close > open && bytes[close] !== QUOTE) close--;
    if (close > open) this.#messageHeads.readWrapped(batch, row, open + 1, close);
  }

  get #messageHeads(): MessageHeads {
    return this.#heads ??= new MessageHeads(this.#context);
  }
}
