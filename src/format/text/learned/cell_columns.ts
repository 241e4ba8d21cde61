import { isThread } from "../head/text_dividers.ts";
import { areLoggers, areNearly } from "./head_places.ts";
import {
  BRACE,
  BRACE_PART,
  BRACKET_PART,
  CLOSE,
  CLOSE_BRACE,
  CONTEXT_PART,
  type HeadParts,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PREFIX_PART,
  SOURCE_PART,
  THREAD_PART,
} from "../text_parts.ts";
import { arePairs } from "../message/text_pairs.ts";
import { isMain, isThreadName } from "../attributes/text_threads.ts";
import {
  findByte,
  hashOf,
  isBlank,
  isDecimal,
  isName,
  isNumber,
  nameLikeness,
  PATH,
  sourceColon,
} from "../text_tokens.ts";

/** Bytes of a part that is no message. */
const LONGEST = 80;
const NONE = -1;

/** What a part of a head is by its place among the cells of its line. */
export const UNTOLD = 0, LOGGER = 1, THREAD = 2, ELAPSED = 3;

/** What the cells have that stand at one place of the lines of a source. */
export class CellColumn {
  /** Lines in which another cell stands behind it, and those of them in which it looks like a head's part. */
  closed = 0;
  parts = 0;
  paths = 0;
  names = 0;
  numbers = 0;
  decimals = 0;
  threads = 0;
  mains = 0;
  /** Lines that end there and go on in the next one. */
  goingOn = 0;
  /** Lines in which an object stands there, as the last cell. */
  objects = 0;
  readonly values = new Set<number>();

  count(bytes: Uint8Array, from: number, to: number): void {
    this.closed++;
    this.values.add(hashOf(bytes, from, to));
    if (isPart(bytes, from, to)) this.parts++;
    if (nameLikeness(bytes, from, to) === PATH) this.paths++;
    if (isName(bytes, from, to) && !isNumber(bytes, from, to) && sourceColon(bytes, from, to) < 0) {
      this.names++;
    }
    if (isNumber(bytes, from, to)) this.numbers++;
    else if (isDecimal(bytes, from, to)) this.decimals++;
    if (isThreadName(bytes, from, to)) this.threads++;
    if (isMain(bytes, from, to)) this.mains++;
  }

  /** (Nearly) all lines have what looks like a part of a head there. */
  get areParts(): boolean {
    return areNearly(this.parts, this.closed);
  }

  /** The same, or the lines have but few different ones. */
  get isHeads(): boolean {
    return this.areParts || this.values.size * 4 <= this.closed;
  }

  /** They are seconds with a fraction, or numbers that hardly come again: of processes there are few. */
  get areElapsed(): boolean {
    const { closed, decimals, numbers, values } = this;
    return areNearly(decimals, closed) || (areNearly(numbers, closed) && values.size * 2 > closed);
  }

  /** Some are threads' names, and not but `main` among the names of loggers. */
  get areThreads(): boolean {
    const { closed, mains, names, threads, values } = this;
    return threads * 10 >= closed && !areLoggers(closed, names, values.size, threads, mains);
  }
}

/** Which of the columns that heads have names the logger, -1 if none does. */
export function loggerAmong(columns: readonly (CellColumn | undefined)[]): number {
  const path = lastOf(columns, ({ paths, closed }) => paths * 2 > closed);
  return path !== NONE
    ? path
    : lastOf(columns, (column) => column.names * 2 > column.closed && !column.areThreads);
}

function lastOf(columns: readonly (CellColumn | undefined)[], is: (column: CellColumn) => boolean): number {
  return columns.findLastIndex((column) => column !== undefined && is(column));
}

/** Adds the cell [from, to) to a head as what it is; `role` is what its column tells. */
export function addCell(head: HeadParts, from: number, to: number, role: number): void {
  const { bytes } = head;
  if (bytes[from] === OPEN && bytes[to - 1] === CLOSE) return head.add(BRACKET_PART, from + 1, to - 1);
  if (bytes[from] === BRACE && bytes[to - 1] === CLOSE_BRACE) {
    return head.add(BRACE_PART, from + 1, to - 1);
  }
  const kind = role === ELAPSED
    ? PREFIX_PART
    : isNumber(bytes, from, to)
    ? NUMBER_PART
    : sourceColon(bytes, from, to) >= 0
    ? SOURCE_PART
    : arePairs(bytes, from, to)
    ? BRACE_PART
    : role === THREAD
    ? THREAD_PART
    : role === LOGGER
    ? NAME_PART
    : CONTEXT_PART;
  head.add(kind, from, to);
}

/** What a head has: nothing, one word or number, a thread, pairs, something in brackets; no sentence. */
export function isPart(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > LONGEST) return false;
  if (bytes[from] === OPEN) return bytes[to - 1] === CLOSE && findByte(bytes, from, to, CLOSE) === to - 1;
  if (bytes[from] === BRACE) return bytes[to - 1] === CLOSE_BRACE;
  for (let at = from; at < to; at++) {
    if (isBlank(bytes[at])) return isThread(bytes, from, to) || arePairs(bytes, from, to);
  }
  return true;
}
