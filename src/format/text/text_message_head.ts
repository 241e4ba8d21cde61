import type { Batch } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import type { ReadContext } from "../line_format.ts";
import { TextAttributes } from "./text_attributes.ts";
import { TextHead } from "./text_head.ts";
import { isUpper } from "./text_tokens.ts";
import { HeldTime } from "../time/held_time.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

/** Bytes of a time with its day: `2026-11-20 08:00:01`. */
const LONGEST_CLOCK = 19;

/** Reads the head of a logger that begins the message of a record of another format, as syslog carries them. */
export class MessageHeads {
  readonly #context: ReadContext;
  readonly #head = new TextHead();
  readonly #keys: AttributeKeys;
  readonly #attributes: TextAttributes;
  /** The time that was known before the message's own was read. */
  readonly #known = new HeldTime();

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#attributes = new TextAttributes(this.#keys);
  }

  /**
   * Reads a severity and what else of a logger's head begins the message [from, to) of a record whose time is
   * known, and moves the body behind it. True if the head has a time of its own, which counts if the known one names
   * no day.
   */
  read(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    if (from + 3 >= to) return false;
    const first = bytes[from];
    if (isDigit(first) || isDigit(bytes[from + 1]) || isDigit(bytes[from + 4])) {
      if (this.#readWholeHead(batch, row, from, to)) return true;
    }
    if (!isLetter(first) && first !== 0x5b) return false;
    this.#keys.fresh();
    const head = this.#head;
    if (!head.scanMessage(batch, row, from, to, this.#context)) return false;
    batch.setSeverity(row, head.severity, head.severityFrom, head.severityTo);
    // "error: …" may be the message's own word: it stays in it.
    if (first !== 0x5b && !isUpper(bytes[from + 1])) return false;
    this.#attributes.add(batch, row, head);
    batch.bodyFrom[row] = head.message;
    return false;
  }

  /** A head with time and severity in a message whose time is known; false, and nothing done, if there is none. */
  #readWholeHead(batch: Batch, row: number, from: number, to: number): boolean {
    const head = this.#head;
    const known = this.#known;
    known.hold(batch, row);
    const isYearless = isLetter(batch.bytes[batch.timeFrom[row]]);
    this.#keys.fresh();
    const isHead = head.scan(batch, row, from, to, this.#context) && head.hasTime && head.severity !== 0;
    if (!isHead || !isYearless || batch.timeTo[row] - batch.timeFrom[row] < LONGEST_CLOCK) {
      known.put(batch, row);
    }
    if (!isHead) return false;
    batch.setSeverity(row, head.severity, head.severityFrom, head.severityTo);
    this.#attributes.add(batch, row, head);
    batch.bodyFrom[row] = head.message;
    return true;
  }
}
