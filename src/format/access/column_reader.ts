import { type Batch, TEXT } from "../../record/batch.ts";
import { isBlank, skipBlanks, TAB } from "../text/text_tokens.ts";
import { listEnd } from "./addresses.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c, DASH = 0x2d;

/** Steps over the columns of a line: words between blanks, or texts in double quotes with blanks in them. */
export class ColumnReader {
  /** The column read last, without its quotes. */
  from = 0;
  to = 0;
  quoted = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  /** What ends each column but the last, where that is not any blank: of those that tabs end, which may hold blanks. */
  dividers: readonly number[] = [];
  #column = 0;

  start(bytes: Uint8Array, from: number, to: number): void {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
    this.#column = 0;
  }

  /** Reads the next column; false at the end of the line, or if its quote does not end. */
  next(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    if (this.dividers.length > 0) return this.#nextCell();
    let at = skipBlanks(bytes, this.#at, end);
    if (at >= end) return false;
    this.quoted = bytes[at] === QUOTE;
    if (this.quoted) at++;
    this.from = at;
    if (!this.quoted) at = listEnd(bytes, at, end);
    else {
      while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
      if (at >= end || (at + 1 < end && !isBlank(bytes[at + 1]))) return false;
    }
    // A control character is no column.
    if (at === this.from && !this.quoted) return false;
    this.to = at;
    this.#at = this.quoted ? at + 1 : at;
    return true;
  }

  #nextCell(): boolean {
    if (this.#at > this.#end) return false;
    this.quoted = false;
    this.from = this.to = this.#at;
    const divider = this.dividers[this.#column++] ?? TAB;
    while (this.to < this.#end && this.#bytes[this.to] !== divider) this.to++;
    this.#at = this.to + 1;
    return true;
  }

  /** The column holds nothing: it is empty, or a dash. */
  get absent(): boolean {
    return this.from === this.to || (this.to - this.from === 1 && this.#bytes[this.from] === DASH);
  }

  /** Adds the column to the record begun last as a field of text, unless it holds nothing. */
  addTo(batch: Batch, key: number): void {
    if (!this.absent) batch.addField(key, this.from, this.to, TEXT);
  }
}
