import type { Batch } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { copyWithoutEscapes, findEscape } from "../../escape_sequences.ts";
import type { LineRange, ReadContext } from "../../line_format.ts";
import type { TextAttributes } from "../attributes/text_attributes.ts";
import type { MessageEnd } from "../message/text_message_end.ts";
import type { TextHead } from "../text_head.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import { skipBlanks, SPACE, trimmed } from "../text_tokens.ts";
import { DividedHeads } from "./divided_heads.ts";

/** Finds out whether one sign divides the heads of a source's lines, and reads these then. */
export class DividedLines {
  readonly heads = new DividedHeads();
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #head: TextHead;
  readonly #attributes: TextAttributes;
  readonly #end: MessageEnd;
  /** Bounds of the text of the line that is counted or read. */
  #from = 0;
  #to = 0;

  constructor(
    context: ReadContext,
    keys: AttributeKeys,
    head: TextHead,
    attributes: TextAttributes,
    end: MessageEnd,
  ) {
    this.#context = context;
    this.#keys = keys;
    this.#head = head;
    this.#attributes = attributes;
    this.#end = end;
  }

  /** Whether the lines tell. */
  find(batch: Batch, lines: Iterable<LineRange>): boolean {
    if (this.heads.isSettled) return true;
    for (const [from, to] of lines) if (!this.count(batch, from, to)) break;
    this.heads.close();
    return this.heads.isSettled;
  }

  /** Counts a line, if it is no indented one; false if no more lines need be. */
  count(batch: Batch, from: number, to: number): boolean {
    const { bytes, side } = batch;
    // Only numbers are padded so far before a head.
    const isIndented = bytes[from] <= SPACE && bytes[from + 1] <= SPACE;
    if (to - from < 2 || (isIndented && !isDigit(bytes[skipBlanks(bytes, from, to)]))) return true;
    if (!this.#take(batch, from, to)) return true;
    const row = batch.begin(this.#from, this.#to);
    const wantsMore = this.heads.count(batch, row, this.#from, this.#to, this.#context);
    batch.abandon();
    batch.side = side;
    return wantsMore;
  }

  /** Whether the indented line has such a head, and goes on with no other. */
  begins(batch: Batch, from: number, to: number): boolean {
    // A message may have some severity there.
    if (this.heads.isTimeless && !isDigit(batch.bytes[skipBlanks(batch.bytes, from, to)])) return false;
    this.#head.start(batch, batch.begin(from, to), this.#context);
    const begins = this.heads.read(this.#head, from, to);
    batch.abandon();
    return begins;
  }

  /** Adds a line whose head has the cells that those of the source have; false, and nothing added, if it has others. */
  read(batch: Batch, from: number, to: number): boolean {
    const { side } = batch;
    const row = batch.begin(from, to);
    if (!this.#take(batch, from, to, this.#context.hasEscape)) return false;
    this.#keys.fresh();
    const head = this.#head;
    head.start(batch, row, this.#context);
    if (!this.heads.read(head, this.#from, this.#to)) {
      batch.side = side;
      return false;
    }
    head.giveSeverity();
    this.#end.areQuoted = this.heads.isQuoted;
    this.#attributes.add(batch, row, head);
    this.#end.finish(batch, row, head.message, trimmed(batch.bytes, head.message, this.#to), false);
    return true;
  }

  /** Sets the bounds of the line's text to what is left without its colours, if it may have any; false if there is no room. */
  #take(batch: Batch, from: number, to: number, mayHaveEscape = true): boolean {
    this.#from = from;
    this.#to = to;
    if (!mayHaveEscape || findEscape(batch.view, from, to) < 0) return true;
    if (to - from > batch.sideFree) return false;
    this.#from = copyWithoutEscapes(batch, from, to);
    this.#to = batch.side;
    return true;
  }
}
