import type { Batch } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { copyWithoutEscapes, findEscape } from "../../escape_sequences.ts";
import type { LineRange, ReadContext } from "../../line_format.ts";
import type { TextAttributes } from "../attributes/text_attributes.ts";
import type { MessageEnd } from "../message/text_message_end.ts";
import type { TextHead } from "../text_head.ts";
import { SPACE, trimmed } from "../text_tokens.ts";
import { DividedHeads } from "./divided_heads.ts";

/** Finds out whether one sign divides the heads of a source's lines, and reads these then. */
export class DividedLines {
  readonly heads = new DividedHeads();
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #head: TextHead;
  readonly #attributes: TextAttributes;
  readonly #end: MessageEnd;

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
    if (to - from < 2 || (bytes[from] <= SPACE && bytes[from + 1] <= SPACE)) return true;
    let start = from;
    let end = to;
    if (findEscape(batch.view, from, to) >= 0) {
      if (to - from > batch.sideFree) return true;
      start = copyWithoutEscapes(batch, from, to);
      end = batch.side;
    }
    const wantsMore = this.heads.count(batch, batch.begin(start, end), start, end, this.#context);
    batch.abandon();
    batch.side = side;
    return wantsMore;
  }

  /** Whether the indented line has such a head, and goes on with no other. */
  begins(batch: Batch, from: number, to: number): boolean {
    this.#head.start(batch, batch.begin(from, to), this.#context);
    const begins = this.heads.read(this.#head, from, to);
    batch.abandon();
    return begins;
  }

  /** Adds a line whose head has the cells that those of the source have; false, and nothing added, if it has others. */
  read(batch: Batch, from: number, to: number): boolean {
    const { side } = batch;
    const row = batch.begin(from, to);
    let start = from;
    let end = to;
    if (this.#context.hasEscape && findEscape(batch.view, from, to) >= 0) {
      if (to - from > batch.sideFree) return false;
      start = copyWithoutEscapes(batch, from, to);
      end = batch.side;
    }
    this.#keys.fresh();
    const head = this.#head;
    head.start(batch, row, this.#context);
    if (!this.heads.read(head, start, end)) {
      batch.side = side;
      return false;
    }
    head.giveSeverity();
    this.#attributes.add(batch, row, head);
    this.#end.finish(batch, row, head.message, trimmed(batch.bytes, head.message, end), false);
    return true;
  }
}
