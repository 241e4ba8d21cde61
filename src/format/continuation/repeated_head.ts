import type { Batch } from "../../record/batch.ts";
import { isBlank, isText } from "../text/text_tokens.ts";

const COLON = 0x3a, SPACE = 0x20;
const NONE = -1;
/** Where in a trace the line before was: in none, among its frames, behind its exception. */
const OUTSIDE = 0, FRAMES = 1, BEHIND = 2;
const START = "Traceback (most recent call last)";
const LINKS = ["During handling of the above exception", "The above exception was the direct cause"];

/**
 * Lines of Python's tracebacks that are logged one by one, with the time, the process and the severity of the record before
 * them, as OpenStack does: `2026-11-20 08:00:01.123 42 ERROR nova.compute   File "a.py", line 7, in run`.
 */
export class RepeatedHead {
  #state = OUTSIDE;
  /** Bytes of the head that the line has which begins the trace. */
  #head = 0;
  /** Where the text of the line begins that was read last and goes on with the record. */
  #text = NONE;

  /** Another record has begun. */
  clear(): void {
    this.#state = OUTSIDE;
    this.#text = NONE;
  }

  get isFound(): boolean {
    return this.#text !== NONE;
  }

  /** Where the text of the line [from, to) begins, which goes on with the record; asked once. */
  textOf(from: number, to: number): number {
    const text = this.#text;
    this.#text = NONE;
    return text > from && text <= to ? text : from;
  }

  /** Whether the line [from, to) in `row` goes on with the trace of the record in `open`, whose line begins at `openFrom`. */
  reads(batch: Batch, open: number, openFrom: number, row: number, from: number, to: number): boolean {
    const { bytes, bodyFrom } = batch;
    this.#text = NONE;
    const isStart = isText(bytes, bodyFrom[row], to, START);
    if (isStart) this.#head = bodyFrom[row] - from;
    else if (this.#state === OUTSIDE) return false;
    // The blank behind an empty message may be missing.
    const text = Math.min(to, from + this.#head);
    const state = isStart ? FRAMES : this.#stateOf(bytes, text, to);
    if (state === OUTSIDE || open >= row || !isSameHead(batch, open, openFrom, row, from)) return false;
    this.#state = state;
    this.#text = text;
    return true;
  }

  /** Where in a trace the text [from, to) is; OUTSIDE if it is none of it. */
  #stateOf(bytes: Uint8Array, from: number, to: number): number {
    if (this.#state === FRAMES) {
      if (isBlank(bytes[from])) return FRAMES;
      let at = from;
      while (at < to && bytes[at] > SPACE && bytes[at] !== COLON) at++;
      return at > from && (at === to || bytes[at] === COLON) ? BEHIND : OUTSIDE;
    }
    return from === to || LINKS.some((link) => isText(bytes, from, to, link)) ? BEHIND : OUTSIDE;
  }
}

/** Whether two lines are the same up to the ends of their severities. */
function isSameHead(
  { bytes, severity, severityTo }: Batch,
  one: number,
  from: number,
  other: number,
  start: number,
): boolean {
  const to = severityTo[one];
  if (severity[one] !== severity[other] || to <= from || severityTo[other] - start !== to - from) {
    return false;
  }
  for (let at = from; at < to; at++) if (bytes[at] !== bytes[start + at - from]) return false;
  return true;
}
