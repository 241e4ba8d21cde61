import { ERROR } from "../../record/severity.ts";
import type { Batch } from "../../record/batch.ts";
import { isFrame } from "../continuation/stack_trace_lines.ts";
import type { ReadContext } from "../line_format.ts";
import { dotnetCategory } from "../text/message/text_two_lines.ts";
import { lineCountAt, reportWord } from "./syslog_postgres.ts";
import { isPostgres } from "./syslog_message.ts";
import { isText, skipBlanks, SPACE, TAB, trimmed } from "../text/text_tokens.ts";

const HASH = 0x23, OPEN = 0x5b, LOWER_A = 0x61, F = 0x46, T = 0x54;
/** A tab, as rsyslog writes what does not print. */
const TAB_WRITTEN = "#011";

/** Finds what goes on with the record before it, of messages that a program has sent line by line. */
export class SyslogTraces {
  readonly #context: ReadContext;
  /** Of the record read last: its row and first field, where its head behind the time and its message begin, and whether what it tells of may go on. */
  #lastRow = -1;
  #lastField = 0;
  #lastHead = 0;
  #lastMessage = 0;
  #mayGoOn = false;
  /** Where the head behind the time and the message of the line begin that is read. */
  #head = 0;
  #message = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** Whether what is told of by the record read last may go on. */
  get mayGoOn(): boolean {
    return this.#mayGoOn;
  }

  /** A record has been read into the row, whose head and message are all of its line. */
  pass(batch: Batch, row: number): void {
    this.#head = batch.timeTo[row];
    this.#message = batch.bodyFrom[row];
    this.begin(batch, row);
  }

  /** A record has been read into the row. */
  begin(batch: Batch, row: number): void {
    this.#mayGoOn = batch.severity[row] >= ERROR || dotnetCategory(batch, row) >= 0;
    this.#lastRow = row;
    this.#lastField = batch.fieldFrom[row];
    this.#lastHead = this.#head;
    this.#lastMessage = this.#message;
  }

  /** The same of a message that begins with a tab as rsyslog writes it, `#011at com.example.App.run(…)`, whose text is [at, to). */
  #goesOnBehindTab(batch: Batch, at: number, to: number): boolean {
    if (batch.sideFree <= to - at) return false;
    const { side } = batch;
    batch.bytes[batch.side++] = TAB;
    batch.copyToSide(at, to);
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
    this.#head = batch.timeTo[row];
    this.#message = at;
    // Few begin like a line of a trace.
    const first = bytes[at];
    if (first === OPEN && isPostgres(batch, row)) return this.#goesOnWithReport(batch, row, at, to);
    const isOpen = this.#mayGoOn || bytes[at - 1] === TAB;
    if (!isOpen && first !== HASH && first !== LOWER_A && first !== F && first !== T) return false;
    return this.#goesOnFrom(batch, row, at, to);
  }

  /** PostgreSQL's `[7-2] <tab>Query Text: …`, the second line of a message, or a later one, that is no report of its own. */
  #goesOnWithReport(batch: Batch, row: number, at: number, to: number): boolean {
    const { bytes } = batch;
    const count = lineCountAt(bytes, at, to);
    if (count === null || count.isFirst || !this.#isLast(batch, row - 1)) {
      return false;
    }
    if (!this.#isSameHead(bytes, trimmed(bytes, this.#head, at)) || reportWord(bytes, count.to, to) >= 0) {
      return false;
    }
    const text = isText(bytes, count.to, to, TAB_WRITTEN) ? count.to + TAB_WRITTEN.length : count.to;
    return this.#goesOnBehindTab(batch, skipBlanks(bytes, text, to), to);
  }

  #goesOnFrom(batch: Batch, row: number, at: number, to: number): boolean {
    const { bytes } = batch;
    if (!this.#isLast(batch, row - 1)) return false;
    const end = trimmed(bytes, this.#head, at);
    const from = bytes[end] === SPACE && end < at ? end + 1 : end;
    const isBehindTab = bytes[at] === HASH && isText(bytes, at, to, TAB_WRITTEN);
    // logback's `host <tab>java.lang.IllegalStateException: …`
    const isSetApart = bytes[end] === SPACE && bytes[from] === TAB;
    const mayGoOn = isBehindTab || isSetApart ||
      (this.#mayGoOn && (at - from !== 1 || bytes[from] === TAB)) ||
      isFrame(bytes, at, to, from);
    if (!mayGoOn || !this.#isSameHead(bytes, end)) return false;
    if (isBehindTab) return this.#goesOnBehindTab(batch, at + TAB_WRITTEN.length, to);
    if (this.#context.continues?.(batch, from, to) !== true) return false;
    this.#mayGoOn = true;
    batch.abandon();
    return true;
  }

  /** Whether the record in the row is the one read last. */
  #isLast({ fieldFrom }: Batch, row: number): boolean {
    return row >= 0 && row === this.#lastRow && fieldFrom[row] === this.#lastField;
  }

  /** Whether the line's head, which ends at `to`, is that of the record before. */
  #isSameHead(bytes: Uint8Array, to: number): boolean {
    const from = this.#head;
    const last = this.#lastHead;
    if (trimmed(bytes, last, this.#lastMessage) - last !== to - from) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== bytes[last + at - from]) return false;
    return true;
  }
}
