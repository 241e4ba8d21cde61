import type { Batch } from "../record/batch.ts";
import { withoutColon } from "./text/loggers/text_apart.ts";
import { addPairs, arePairs, isKeyAt } from "./text/message/text_pairs.ts";
import { isText, skipBlanks } from "./text/text_tokens.ts";
import * as kinds from "../record/batch.ts";
import * as textTokensConstants from "./text/text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { TEXT } = kinds;
const { CLASS, IN_KEY } = textTokensConstants;

const TAB = 0x09, NEWLINE = 0x0a, RETURN = 0x0d, SPACE = 0x20, LESS = 0x3c, EQUALS = 0x3d;
const NONE = -1;

/** Whose lines the values of several lines are: klog's behind a tab up to ` >`, hclog's and charmbracelet's behind a bar. */
type Style = "none" | "named" | "barred" | "tabbed" | "ended";

/**
 * The values of several lines that stand below a record: klog's `err=<`, whose lines begin with a tab, up to ` >`, and
 * hclog's and charmbracelet's `  err=`, whose lines begin with `  | `. One for each source.
 */
export class BlockValues {
  #style: Style = "none";
  #row = NONE;
  #rawFrom = NONE;
  /** Number of the line that the lines of the value are taken from, and the field that they make. */
  #line = NONE;
  #field = NONE;
  #key = 0;

  /** The line looked at last may begin such a value. */
  get isNamed(): boolean {
    return this.#style === "named";
  }

  /** As `FieldLines.read`. */
  read(batch: Batch, row: number, from: readonly number[], to: readonly number[]): number {
    const { bytes } = batch;
    const line = from.length - 1;
    const start = from[line], end = to[line];
    if (this.#row !== row || this.#rawFrom !== batch.rawFrom[row]) {
      this.#style = "none";
      this.#row = row;
      this.#rawFrom = batch.rawFrom[row];
    }
    const first = bytes[start];
    if (this.#style === "none" && first !== TAB && first !== SPACE) return NONE;
    if (this.#style === "tabbed") {
      if (first === TAB) return this.#append(batch, row, start + 1, end);
      this.#style = "ended";
      if (isText(bytes, start, end, " >")) return this.#pairs(batch, row, start + 2, end, line);
    }
    if (this.#style === "named" || this.#style === "barred") {
      const text = behindBar(bytes, start, end);
      if (text > 0) return this.#append(batch, row, text, end);
      this.#style = this.#style === "named" ? "none" : "ended";
    }
    if (first === TAB && this.#isOpen(batch, row)) {
      this.#style = "tabbed";
      this.#line = line;
      return this.#append(batch, row, start + 1, end);
    }
    const key = skipBlanks(bytes, start, end);
    if (key === start + 2 && bytes[end - 1] === EQUALS && isKeyAt(bytes, key, end)) {
      let sign = key;
      while ((CLASS[bytes[sign]] & IN_KEY) !== 0) sign++;
      if (sign === end - 1) {
        this.#style = "named";
        this.#line = line;
        this.#field = NONE;
        this.#key = batch.keys.idOfBytes(bytes, batch.view, key, sign);
        return NONE;
      }
    }
    return this.#style === "ended" ? this.#pairs(batch, row, start, end, line) : NONE;
  }

  /** Whether a field of the record is klog's `<`, with which its line ends; those of an envelope follow. */
  #isOpen({ bytes, fieldCount, fieldEnd, fieldFrom, fieldStart }: Batch, row: number): boolean {
    for (let field = fieldCount - 1; field >= fieldFrom[row]; field--) {
      const end = fieldEnd[field];
      if (bytes[fieldStart[field]] !== LESS || end !== fieldStart[field] + 1 || bytes[end] > RETURN) continue;
      this.#field = field;
      return true;
    }
    return false;
  }

  /** Adds the line [from, to) to the value; the lines of it are no part of the body. */
  #append(batch: Batch, row: number, from: number, to: number): number {
    const { bytes, fieldEnd, fieldKind, fieldStart } = batch;
    const isBegun = this.#style === "barred" || (this.#style === "tabbed" && this.#field !== NONE);
    const old = isBegun && bytes[fieldStart[this.#field]] !== LESS ? this.#field : NONE;
    const length = old === NONE ? 0 : fieldEnd[old] - fieldStart[old];
    if (length + to - from + 1 > batch.sideFree) return NONE;
    if (this.#style === "named") {
      this.#style = "barred";
      batch.bodyTo[row] = withoutColon(batch, row, batch.bodyFrom[row], batch.bodyTo[row]);
    }
    let start = batch.side;
    if (old !== NONE) {
      start = fieldEnd[old] === batch.side
        ? fieldStart[old]
        : batch.copyToSide(fieldStart[old], fieldEnd[old]);
      bytes[batch.side++] = NEWLINE;
    }
    batch.copyToSide(from, to);
    if (this.#field === NONE) this.#field = batch.addField(this.#key, start, batch.side, TEXT);
    fieldStart[this.#field] = start;
    fieldEnd[this.#field] = batch.side;
    fieldKind[this.#field] = TEXT;
    batch.fieldTo[row] = batch.fieldCount;
    return this.#line;
  }

  /** Adds the pairs behind such a value: the whole line is made of them. */
  #pairs(batch: Batch, row: number, from: number, to: number, line: number): number {
    const { bytes } = batch;
    const at = skipBlanks(bytes, from, to);
    if (at < to && !(isKeyAt(bytes, at, to) && arePairs(bytes, at, to))) return NONE;
    addPairs(batch, at, to);
    batch.fieldTo[row] = batch.fieldCount;
    return line;
  }
}

/** Where the text behind `  | ` or `  │ ` begins; 0 if the line begins otherwise. */
function behindBar(bytes: Uint8Array, from: number, to: number): number {
  for (const bar of ["  | ", "  \u00e2\u0094\u0082 "]) {
    if (isText(bytes, from, to, bar)) return from + bar.length;
  }
  return isText(bytes, from, to, "  |") && to === from + 3 ? to : 0;
}
