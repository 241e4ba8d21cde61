import type { TextHead } from "./text_head.ts";
import { isBlank, skipBlanks } from "./text_tokens.ts";

/** Lines of one shape of which the fewest tell something. */
const FEWEST = 8;
/** Bytes between a head and its message. */
const LONGEST = 12;

/** Heads of one shape: how many there are, and how often each run of signs stood behind them. */
interface Shape {
  lines: number;
  readonly signs: Map<string, number>;
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
    const signs = signsBefore(head);
    if (signs === null) return;
    const key = shapeOf(head);
    let shape = this.#shapes.get(key);
    if (shape === undefined) this.#shapes.set(key, shape = { lines: 0, signs: new Map() });
    shape.lines++;
    shape.signs.set(signs, (shape.signs.get(signs) ?? 0) + 1);
  }

  /** Where the message of the head that was just read begins, with the signs that few of such heads have before it. */
  messageOf(head: TextHead, to: number): number {
    const signs = signsBefore(head);
    // A colon right behind a bracket ends the head.
    if (signs === null || signs === "" || signs === "]:") return head.message;
    const shape = this.#shapes.get(shapeOf(head));
    if (shape === undefined || shape.lines < FEWEST) return head.message;
    if ((shape.signs.get(signs) ?? 0) * 3 > shape.lines) return head.message;
    let usual = "";
    let most = 0;
    for (const [each, lines] of shape.signs) if (lines > most) [usual, most] = [each, lines];
    if (most * 3 < shape.lines * 2 || usual === signs || !signs.startsWith(usual)) return head.message;
    let at = endOf(head);
    for (let taken = 0; taken < usual.length;) if (!isBlank(head.bytes[at++])) taken++;
    const message = skipBlanks(head.bytes, at, to);
    return message > at || usual !== "" ? message : head.message;
  }
}

/** Where the last part of a head ends that stands before its message. */
function endOf(head: TextHead): number {
  let end = 0;
  for (let part = 0; part < head.count; part++) {
    if (head.to[part] <= head.message) end = Math.max(end, head.to[part]);
  }
  return end;
}

/** What stands between the last part of a head and its message, without blanks; null if that are not some signs. */
function signsBefore(head: TextHead): string | null {
  const { bytes, message } = head;
  const from = endOf(head);
  if (from === 0 || message < from || message - from > LONGEST) return null;
  let signs = "";
  for (let at = from; at < message; at++) if (!isBlank(bytes[at])) signs += String.fromCharCode(bytes[at]);
  return signs;
}

/** A number for what parts a head has. */
function shapeOf(head: TextHead): number {
  let shape = head.count;
  for (let part = 0; part < head.count; part++) shape = Math.imul(shape, 31) + head.kind[part];
  return shape;
}
