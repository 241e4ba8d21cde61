import type { Batch } from "../../record/batch.ts";
import { ERROR } from "../../record/severity.ts";
import { isBlank, isText, tokenEnd, trimmed } from "../text/text_tokens.ts";
import { isNumberedFrame, isRubyFrame } from "./stack_trace_lines.ts";

const COLON = 0x3a, SPACE = 0x20, TAB = 0x09, HASH = 0x23, DOT = 0x2e, LOWER_A = 0x61, C = 0x43;
const NONE = -1;
/** Bytes of a head that names who wrote the line, besides its time. */
const SHORTEST_HEAD = 6;
/** Where in a trace the line before was: in none, among its frames, behind its exception. */
const OUTSIDE = 0, FRAMES = 1, BEHIND = 2;
const START = "Traceback (most recent call last)";
const LINKS = ["During handling of the above exception", "The above exception was the direct cause"];

/**
 * Lines of stack traces that are logged one by one, each behind a head like that of the record before: Python's with its time,
 * its process and its severity, as OpenStack does (`2026-11-20 08:00:01.123 42 ERROR nova.compute   File "a.py", line 7, in
 * run`), Java's and Dart's frames with its process and its tag, as Android does (`E/flutter ( 4242): #0      main (…)`), and
 * Ruby's, as Sidekiq and Rails do.
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
    if (isFrame(bytes, bodyFrom[row], to)) {
      if (open >= row || !isSameWriter(batch, open, openFrom, row, from)) return false;
      this.#text = bytes[bodyFrom[row] - 1] === TAB ? bodyFrom[row] - 1 : bodyFrom[row];
      return true;
    }
    if (batch.severity[row] < ERROR) return false;
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

/** Whether the message [from, to) may be a line of a trace, or begin one. */
export function mayBeTraces(bytes: Uint8Array, from: number, to: number): boolean {
  return isFrame(bytes, from, to) || isText(bytes, from, to, START);
}

/** `<tab>at com.example.App.run(…)`, `#0      main (…)`, `Caused by: …`, `... 12 more`, ``app.rb:7:in `run'`` */
function isFrame(bytes: Uint8Array, at: number, to: number): boolean {
  switch (bytes[at]) {
    case LOWER_A:
      if (bytes[at - 1] === TAB && isText(bytes, at, to, "at ")) return true;
      break;
    case HASH:
      return isNumberedFrame(bytes, at, to);
    case C:
      return isText(bytes, at, to, "Caused by: ");
    case DOT:
      return isText(bytes, at, to, "... ") && isText(bytes, to - 5, to, " more");
  }
  return isRubyFrame(bytes, at, Math.min(to, tokenEnd(bytes, at, to) + 2));
}

/** Whether two lines of one severity are the same from behind their times up to their messages. */
function isSameWriter(
  { bytes, bodyFrom, severity, time, timeTo }: Batch,
  one: number,
  oneFrom: number,
  other: number,
  otherFrom: number,
): boolean {
  // An envelope's time stands before the line.
  const from = Number.isNaN(time[one]) ? oneFrom : Math.max(oneFrom, timeTo[one]);
  const start = Number.isNaN(time[other]) ? otherFrom : Math.max(otherFrom, timeTo[other]);
  const length = trimmed(bytes, from, bodyFrom[one]) - from;
  // A word at least names the writer.
  if (severity[one] !== severity[other] || length < SHORTEST_HEAD) return false;
  if (trimmed(bytes, start, bodyFrom[other]) - start !== length) return false;
  for (let at = 0; at < length; at++) if (bytes[from + at] !== bytes[start + at]) return false;
  return true;
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
