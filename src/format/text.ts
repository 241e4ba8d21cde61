import type { Batch } from "../record/batch.ts";
import { AttributeKeys } from "./attribute_keys.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "./line_format.ts";
import { TextAttributes } from "./text_attributes.ts";
import { TextHead } from "./text_head.ts";
import { addPairs, findTrailingPairs } from "./text_pairs.ts";
import { isLetter } from "./timestamp_parts.ts";
import { findEscape, isBlank, isUpper } from "./text_tokens.ts";

/**
 * The general reader: a line with a time, a severity, or both, whatever logger wrote it. NO if it has
 * neither.
 */
export class TextFormat implements LineFormat {
  readonly name = "text";
  readonly #context: ReadContext;
  readonly #head = new TextHead();
  readonly #keys: AttributeKeys;
  readonly #attributes: TextAttributes;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = new AttributeKeys(context.keys);
    this.#attributes = new TextAttributes(this.#keys);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const escape = findEscape(batch.view, from, to);
    const row = batch.begin(from, to);
    if (escape >= 0) {
      if (to - from > batch.sideFree) return NO;
      const start = copyWithoutEscapes(batch, from, to);
      return this.#readLine(batch, row, start, batch.side);
    }
    return this.#readLine(batch, row, from, to);
  }

  /**
   * Reads a severity and what else of a logger's head begins the message [from, to) of a record whose time is
   * known, and moves the body behind it.
   */
  readMessageHead(batch: Batch, row: number, from: number, to: number): void {
    const { bytes } = batch;
    if (from + 3 >= to) return;
    const first = bytes[from];
    if (!isLetter(first) && first !== 0x5b) return;
    this.#keys.fresh();
    const head = this.#head;
    if (!head.scanMessage(batch, row, from, to, this.#context)) return;
    batch.severity[row] = head.severity;
    batch.severityFrom[row] = head.severityFrom;
    batch.severityTo[row] = head.severityTo;
    // "error: …" may be the message's own word: it stays in it.
    if (first !== 0x5b && !isUpper(bytes[from + 1])) return;
    this.#attributes.add(batch, row, head);
    batch.bodyFrom[row] = head.message;
  }

  #readLine(batch: Batch, row: number, from: number, to: number): Verdict {
    this.#keys.fresh();
    const head = this.#head;
    if (!head.scan(batch, row, from, to, this.#context)) return NO;
    if (head.severity !== 0) {
      batch.severity[row] = head.severity;
      batch.severityFrom[row] = head.severityFrom;
      batch.severityTo[row] = head.severityTo;
    }
    this.#attributes.add(batch, row, head);
    let end = to;
    while (end > head.message && isBlank(batch.bytes[end - 1])) end--;
    const pairs = addTrailingPairs(batch, head.message, end);
    if (head.pairsApart && pairs < end && pairs > head.message) {
      end = pairs;
      while (end > head.message && isBlank(batch.bytes[end - 1])) end--;
    }
    batch.bodyFrom[row] = head.message;
    batch.bodyTo[row] = end;
    batch.commit();
    return YES;
  }
}

/** Adds the pairs that end the text [from, to), if it ends with some; answers where they begin. */
export function addTrailingPairs(batch: Batch, from: number, to: number): number {
  const pairs = findTrailingPairs(batch.bytes, from, to);
  if (pairs < to) addPairs(batch, pairs, to);
  return pairs;
}

/** Copies [from, to) to the side area without its escape sequences; returns where the copy begins. */
export function copyWithoutEscapes(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  const start = batch.side;
  let side = start;
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0x1b) {
      bytes[side++] = bytes[at];
      continue;
    }
    if (at + 1 >= to) break;
    if (bytes[at + 1] !== 0x5b) {
      at++;
      continue;
    }
    // CSI: parameters up to a final byte @-~
    at += 2;
    while (at < to && (bytes[at] < 0x40 || bytes[at] > 0x7e)) at++;
  }
  batch.side = side;
  return start;
}
