import type { Batch } from "../../record/batch.ts";
import { isFrame } from "../continuation/stack_trace_lines.ts";
import type { ReadContext } from "../line_format.ts";
import { dotnetCategory } from "../text/message/text_two_lines.ts";
import { isBlank, isText, SPACE, TAB } from "../text/text_tokens.ts";

/** OpenTelemetry's number. */
const ERROR = 17;
const HASH = 0x23;
/** A tab, as rsyslog writes what does not print. */
const TAB_WRITTEN = "#011";

/** Finds what goes on with the record before it, of messages that a program has sent line by line. */
export class SyslogTraces {
  readonly #context: ReadContext;
  /** Of the record read last: where it begins, where its head behind the time stands, and whether what it tells of may go on. */
  #lastFrom = -1;
  #lastHeadFrom = 0;
  #lastHeadTo = 0;
  #mayGoOn = false;
  /** The head of the line that is read. */
  #headFrom = 0;
  #headTo = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** A record has been read into the row. */
  begin(batch: Batch, row: number): void {
    this.#mayGoOn = batch.severity[row] >= ERROR || dotnetCategory(batch, row) >= 0;
    this.#lastFrom = batch.rawFrom[row];
    this.#lastHeadFrom = this.#headFrom;
    this.#lastHeadTo = this.#headTo;
  }

  /** The same of a message that begins with a tab as rsyslog writes it, `#011at com.example.App.run(…)`. */
  #goesOnBehindTab(batch: Batch, at: number, to: number): boolean {
    if (batch.sideFree < to - at) return false;
    const { side } = batch;
    batch.bytes[batch.side++] = TAB;
    batch.copyToSide(at + TAB_WRITTEN.length, to);
    if (this.#context.continues?.(batch, side, batch.side) === true) {
      this.#mayGoOn = true;
      batch.abandon();
      return true;
    }
    batch.side = side;
    return false;
  }

  /**
   * Whether the message from `at` on, behind a head like that of the record before, goes on with it: programs write the lines of
   * a stack trace one by one.
   */
  goesOn(batch: Batch, row: number, at: number, to: number): boolean {
    const { bytes } = batch;
    const headFrom = batch.timeTo[row];
    let end = at;
    while (end > headFrom && isBlank(bytes[end - 1])) end--;
    this.#headFrom = headFrom;
    this.#headTo = end;
    if (row === 0 || batch.rawFrom[row - 1] !== this.#lastFrom) return false;
    const from = bytes[end] === SPACE && end < at ? end + 1 : end;
    const isBehindTab = bytes[at] === HASH && isText(bytes, at, to, TAB_WRITTEN);
    const mayGoOn = isBehindTab || (this.#mayGoOn && at - from !== 1) || isFrame(bytes, at, to, from);
    if (!mayGoOn || !this.#isSameHead(bytes)) return false;
    if (isBehindTab) return this.#goesOnBehindTab(batch, at, to);
    if (this.#context.continues?.(batch, from, to) !== true) return false;
    this.#mayGoOn = true;
    batch.abandon();
    return true;
  }

  #isSameHead(bytes: Uint8Array): boolean {
    const length = this.#headTo - this.#headFrom;
    if (length !== this.#lastHeadTo - this.#lastHeadFrom) return false;
    for (let at = 0; at < length; at++) {
      if (bytes[this.#headFrom + at] !== bytes[this.#lastHeadFrom + at]) return false;
    }
    return true;
  }
}
