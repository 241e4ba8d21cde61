import { BlankValues, MAX_BLANK_BYTES } from "./blank_values.ts";
import type { LineTokens } from "./line_tokens.ts";
import { VARIABLE } from "./token_marks.ts";
import { NumberReader } from "./number_text.ts";
import { PROMOTED, type Shapes, TOKEN_STRIDE } from "./shapes.ts";
import { kindOfText } from "./variable_kind.ts";

const decoder = new TextDecoder();
/** Numbers are read by eight bytes at a time. */
const PADDING = "        ";

/** Variables whose values are kept, of all shapes together. */
const MAX_VARIABLES = 1024;
/** Records of a shape that are all looked at; then one in 8, and one in 64, until so many were; then one in 512. */
const ALL = 256;
const ONE_IN_8 = 512;
const ONE_IN_64 = 1024;
/** Records of a shape before it is asked again whether there is room for it. */
const ASKED_AGAIN = 64;

/** The values of the variables of shapes, from a sample of their records. */
export class Variables {
  #held = 0;
  #ofShape: (BlankValues[] | undefined)[] = [];
  readonly #reader = new NumberReader();
  /** Over the text of the shapes. */
  #view = new DataView(new ArrayBuffer(0));

  /** Bytes held, at the most. */
  get bytes(): number {
    return this.#held * MAX_BLANK_BYTES;
  }

  /** The values of a shape's variables in the order of its tokens, if they are kept. */
  of(shape: number): BlankValues[] | undefined {
    return this.#ofShape[shape];
  }

  /** Looks at a record that `line` has just read. Returns after how many records of the shape the next one is due. */
  add(shapes: Shapes, shape: number, line: LineTokens, bytes: Uint8Array, view: DataView): number {
    let blanks = this.#ofShape[shape];
    if (blanks === undefined) {
      blanks = this.#begin(shapes, shape);
      if (blanks === undefined) return ASKED_AGAIN;
    }
    const weight = strideAfter(blanks[0].looked);
    let blank = 0;
    for (let i = 0; i < line.count; i++) {
      if ((line.mark[i] & VARIABLE) === 0) continue;
      blanks[blank++].add(this.#reader, bytes, view, line.from[i], line.to[i], weight);
    }
    return strideAfter(blanks[0].looked);
  }

  /** Counts the text of tokens [from, to) of a shape, as a value. */
  addText(into: BlankValues, shapes: Shapes, shape: number, from: number, to: number, weight: number): void {
    const base = shapes.tokenFrom[shape];
    const textFrom = shapes.textFrom[shape];
    const first = shapes.tokens[(base + from) * TOKEN_STRIDE + 3];
    const last = shapes.tokens[(base + to - 1) * TOKEN_STRIDE + 3];
    const end = textFrom + (last & 0xffff) + (last >>> 16);
    if (this.#view.buffer !== shapes.text.buffer) this.#view = new DataView(shapes.text.buffer);
    into.add(this.#reader, shapes.text, this.#view, textFrom + (first & 0xffff), end, weight);
  }

  /** Counts the text of tokens [from, to) of a shape, some of which are variables, as a value with `<kind>` for each of these. */
  addMixed(into: BlankValues, shapes: Shapes, shape: number, from: number, to: number, weight: number): void {
    const base = shapes.tokenFrom[shape];
    const textFrom = shapes.textFrom[shape];
    let text = "";
    let end = -1;
    for (let i = from; i < to; i++) {
      const mark = shapes.tokens[(base + i) * TOKEN_STRIDE + 2];
      const place = shapes.tokens[(base + i) * TOKEN_STRIDE + 3];
      const start = textFrom + (place & 0xffff);
      if (end >= 0) text += decoder.decode(shapes.text.subarray(end, start));
      end = start + (place >>> 16);
      const own = decoder.decode(shapes.text.subarray(start, end));
      text += (mark & VARIABLE) !== 0 ? `<${kindOfText(own)}>` : own;
    }
    const bytes = new TextEncoder().encode(text + PADDING);
    into.add(this.#reader, bytes, new DataView(bytes.buffer), 0, bytes.length - PADDING.length, weight);
  }

  /** Shapes have new numbers: `copies[old]`, -1 for those that are gone. */
  renumber(copies: Int32Array): void {
    const old = this.#ofShape;
    this.#ofShape = [];
    this.#held = 0;
    old.forEach((blanks, shape) => {
      if (blanks !== undefined && copies[shape] >= 0) this.#set(copies[shape], blanks);
    });
  }

  /** Takes over the values of another's shape. */
  merge(shape: number, blanks: BlankValues[]): void {
    const own = this.#ofShape[shape];
    if (own !== undefined) own.forEach((values, i) => values.merge(blanks[i]));
    else if (this.#held + blanks.length <= MAX_VARIABLES) {
      const copies = blanks.map((values) => {
        const copy = new BlankValues();
        copy.merge(values);
        return copy;
      });
      this.#set(shape, copies);
    }
  }

  clear(): void {
    this.#ofShape = [];
    this.#held = 0;
  }

  #begin(shapes: Shapes, shape: number): BlankValues[] | undefined {
    const places: number[] = [];
    for (let i = 0; i < shapes.tokenCount[shape]; i++) {
      if ((shapes.tokens[(shapes.tokenFrom[shape] + i) * TOKEN_STRIDE + 2] & VARIABLE) !== 0) places.push(i);
    }
    if (this.#held + places.length > MAX_VARIABLES) {
      if (shapes.countOf(shape) < ASKED_AGAIN) return undefined;
      this.#makeRoom(shapes);
      if (this.#held + places.length > MAX_VARIABLES) return undefined;
    }
    const blanks = places.map((i) => {
      const values = new BlankValues();
      // The record that the shape was made for; a promoted one was made for none.
      if ((shapes.flags[shape] & PROMOTED) === 0) this.addText(values, shapes, shape, i, i + 1, 1);
      return values;
    });
    this.#set(shape, blanks);
    return blanks;
  }

  /** Lets go of the values of the less frequent half of the shapes. */
  #makeRoom(shapes: Shapes): void {
    const held: number[] = [];
    this.#ofShape.forEach((blanks, shape) => {
      if (blanks !== undefined) held.push(shape);
    });
    held.sort((a, b) => shapes.countOf(a) - shapes.countOf(b));
    for (const shape of held.slice(0, (held.length + 1) >> 1)) {
      this.#held -= this.#ofShape[shape]!.length;
      this.#ofShape[shape] = undefined;
    }
  }

  #set(shape: number, blanks: BlankValues[]): void {
    this.#ofShape[shape] = blanks;
    this.#held += blanks.length;
  }
}

/** How many records one stands for, and how many go by until the next is looked at. */
function strideAfter(looked: number): number {
  if (looked < ALL) return 1;
  if (looked < ONE_IN_8) return 8;
  return looked < ONE_IN_64 ? 64 : 512;
}
