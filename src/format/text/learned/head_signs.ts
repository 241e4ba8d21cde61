import { timeLookOf } from "./head_looks.ts";
import type { TextHead } from "../text_head.ts";
import { isBlank, skipBlanks } from "../text_tokens.ts";

const CLOSE = 0x5d, COLON = 0x3a, DASH = 0x2d, GREATER = 0x3e;
/** Lines of one shape of which the fewest tell something. */
const FEWEST = 4;
const MANY = 8;
/** Bytes between a head and its message. */
const LONGEST = 12;
/** Signs of which are told what stands there: six bytes of a number, more than bitwise operators hold. */
const MOST_SIGNS = 2 ** 48;
const NONE = -1;

/** Heads of one shape: how many there are, how often each run of signs stood behind them, and which did most often. */
interface Shape {
  lines: number;
  usual: number;
  /** Those of them whose message begins right behind a dash. */
  dashed: number;
  readonly signs: Map<number, number>;
}

/**
 * Counts the signs that stand between the heads of a source's first lines and their messages. The `-` of `INFO - started`
 * is its pattern's, that of `INFO - a list's item` the message's: what a pattern writes stands behind nearly all heads.
 */
export class HeadSigns {
  readonly #shapes = new Map<number, Shape>();

  clear(): void {
    this.#shapes.clear();
  }

  /** Counts the signs before the message of the head that was just read. */
  count(head: TextHead): void {
    const signs = signsBefore(head, endOf(head));
    if (signs === NONE) return;
    const key = shapeOf(head);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      this.#shapes.set(key, shape = { lines: 0, usual: signs, dashed: 0, signs: new Map() });
    }
    shape.lines++;
    if (isDashed(head)) shape.dashed++;
    const lines = (shape.signs.get(signs) ?? 0) + 1;
    shape.signs.set(signs, lines);
    if (lines > shape.signs.get(shape.usual)!) shape.usual = signs;
  }

  #areDashed(head: TextHead): boolean {
    const shape = this.#shapes.get(shapeOf(head));
    return shape !== undefined && shape.lines >= MANY && shape.dashed * 10 >= shape.lines * 9;
  }

  /** Where the message of the head that was just read begins, with the signs that few of such heads have before it. */
  messageOf(head: TextHead, to: number): number {
    if (isBehindDash(head) && this.#areDashed(head)) return head.message + 1;
    const end = endOf(head);
    const signs = signsBefore(head, end);
    if (signs <= 0) return head.message;
    const shape = this.#shapes.get(shapeOf(head));
    if (shape === undefined || shape.lines < FEWEST || shape.usual === signs) return head.message;
    const { usual } = shape;
    // A colon right behind a bracket ends the head.
    if (head.bytes[end] === CLOSE && head.bytes[end + 1] === COLON) return head.message;
    if ((shape.signs.get(signs) ?? 0) * 3 > shape.lines) return head.message;
    if (shape.signs.get(usual)! * 3 < shape.lines * 2) return head.message;
    let begun = signs;
    while (begun > usual) begun = Math.floor(begun / 256);
    if (begun !== usual) return head.message;
    let at = end;
    for (let rest = usual; rest > 0; at++) if (!isBlank(head.bytes[at])) rest = Math.floor(rest / 256);
    const message = skipBlanks(head.bytes, at, to);
    return message > at || usual !== 0 ? message : head.message;
  }
}

/** Index of the dash between blanks that ends [from, to), which stands behind a part of a head; -1 if none does. */
export function dashIn(bytes: Uint8Array, from: number, to: number): number {
  let at = to - 1;
  while (at > from && isBlank(bytes[at])) at--;
  return at > from && at < to - 1 && bytes[at] === DASH && isBlank(bytes[at - 1]) ? at : -1;
}

/** `%logger -%msg`: a dash right before the message, behind a blank. */
function isBehindDash({ bytes, count, message }: TextHead): boolean {
  return bytes[message] === DASH && count > 0 && isBlank(bytes[message - 1]) && !isBlank(bytes[message + 1]);
}

/** The same, and no longer sign that begins with a dash. */
function isDashed(head: TextHead): boolean {
  const next = head.bytes[head.message + 1];
  return isBehindDash(head) && next !== GREATER && next !== DASH;
}

/** Where the last part of a head ends that stands before its message. */
function endOf(head: TextHead): number {
  let end = 0;
  for (let part = 0; part < head.count; part++) {
    if (head.to[part] <= head.message) end = Math.max(end, head.to[part]);
  }
  return end;
}

/** The signs between `from` and the message as one number, blanks left out: 0 if there are none, NONE if there are many. */
function signsBefore({ bytes, message }: TextHead, from: number): number {
  if (from === 0 || message < from || message - from > LONGEST) return NONE;
  let signs = 0;
  for (let at = from; at < message; at++) {
    if (isBlank(bytes[at])) continue;
    signs = signs * 256 + bytes[at];
    if (signs >= MOST_SIGNS) return NONE;
  }
  return signs;
}

/** A number for what parts a head has. */
function shapeOf(head: TextHead): number {
  let shape = head.count + Math.imul(timeLookOf(head), 127);
  for (let part = 0; part < head.count; part++) shape = Math.imul(shape, 31) + head.kind[part];
  return shape;
}
