import { severityOfWord } from "../severity_word.ts";
import { begins, goesOn, hasNanos, isOwnTime } from "./prefix_lines.ts";
import {
  bracketEnd,
  findByte,
  hashOf,
  isBlank,
  isText,
  skipBlanks,
  SPACE,
  trimmed,
} from "../text/text_tokens.ts";
import { digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";

/** What the lines of a source have before them. */
export const NO_PREFIX = 0;
/** `name   | line`, the bars below each other, or further to the right. */
const BARRED = 1;
/** `[name] line` */
const BRACKETED = 2;
/** The runtime's time, with nine digits of a second, before lines that most often have their own. */
export const TIMED = 3;
/** `name:task: line` */
const TASK = 4;
/** `name   |line`, the bars below each other. */
export const GLUED = 5;
/** act's `[job]   | line`, and `[job]   message` of its own */
const PIPED = 6;

/** Between the names of act's jobs and what their steps print. */
const PIPE = "   | ";
/** Lines that are counted, the fewest of which anything is concluded, and of so many one may be without. */
const MAX_LINES = 64;
const FEWEST = 5;
const EXCEPTION = 20;
/** Lines that go on with others, so many of which no logger writes its own time before. */
const LEAST_CONTINUED = 2;
/** `2026-11-20T08:00:00.123456789Z` */
const RUNTIME_TIME = 30;
/** Bytes of a name, and how many there may be. */
const LONGEST = 64;
const MOST_NAMES = 24;

const TAB = 0x09,
  QUOTE = 0x22,
  COLON = 0x3a,
  BAR = 0x7c,
  BRACE = 0x7b,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  ZERO = 0x30,
  PLUS = 0x2b,
  DOT = 0x2e,
  UNIT = 0x1f;

const decoder = new TextDecoder();

/**
 * Counts whether all first lines of a source have a name before them that some tool put there, as compose, concurrently
 * and other programs do that start several and show what these print: what then stands behind it is another's line.
 */
export class PrefixCensus {
  kind: number = NO_PREFIX;
  isOpen = true;
  /** Where the name stands that `find` has found. */
  nameFrom = 0;
  nameTo = 0;
  /** What was concluded, to be taken over by others. */
  preamble: readonly string[] = [];
  #lines = 0;
  #barred = 0;
  /** Where the bars stand, and lines behind them that begin as records do. */
  #column = -1;
  /** Lines that begin right behind the bar. */
  #glued = 0;
  #headed = 0;
  /** pm2's names, which have a number before them: nothing else is written so. */
  #numbered = 0;
  #isNumbered = false;
  #bracketed = 0;
  #timed = 0;
  /** Lines behind such a time that show it to be their logger's own. */
  #own = 0;
  #tasks = 0;
  /** Lines behind a bracket that no logger would have written behind its own name. */
  #foreign = 0;
  /** Lines behind a bracket and a bar, and whether the one read last is such. */
  #piped = 0;
  #isPiped = false;
  /** Lines of JSON behind a bracket or a task. */
  #json = 0;
  /** Lines behind such a time or a bar that go on with another: no logger writes its own time before them. */
  #continued = 0;
  #zero = false;
  #long = false;
  readonly #names = new Set<number>();

  /** Counts the line [from, to), which is not empty and has no colours. */
  count(bytes: Uint8Array, from: number, to: number): void {
    if (!this.isOpen) return;
    this.#lines++;
    this.#isPiped = false;
    if (isDigit(bytes[from])) this.#countTime(bytes, from, to);
    const bracket = bytes[from] === OPEN ? this.#bracket(bytes, from, to) : -1;
    if (!this.#countBar(bytes, from, to) || this.#isPiped) {
      const behind = bracket < 0 ? this.#task(bytes, from, to) : bracket;
      if (behind >= 0 && bracket < 0) this.#tasks++;
      this.#countNamed(bytes, behind, to);
    }
    if (this.#lines === MAX_LINES || (this.#lines >= FEWEST && !this.#isLikely)) this.conclude();
    // What many lines have shown is known to those that come later, by a pipe, say.
    else if (this.#lines >= FEWEST && (this.#lines & (this.#lines - 1)) === 0) this.#settle();
  }

  get #isLikely(): boolean {
    return Math.max(this.#barred, this.#bracketed, this.#timed) >= this.#lines - 1 - this.#lines / EXCEPTION;
  }

  /** A line had no such time: those of the others are their logger's own. */
  get hasUntimed(): boolean {
    return this.#timed < this.#lines;
  }

  #countTime(bytes: Uint8Array, from: number, to: number): void {
    if (to - from < RUNTIME_TIME || bytes[from + 10] !== 0x54 || !hasNanos(bytes, from, to)) return;
    const blank = findByte(bytes, from + RUNTIME_TIME - 1, Math.min(to, from + RUNTIME_TIME + 6), SPACE);
    if (blank < 0 && to - from > RUNTIME_TIME + 5) return;
    this.#timed++;
    if (blank >= 0 && isOwnTime(bytes, blank + 1, to)) this.#own++;
    else if (blank < 0 || goesOn(bytes, blank + 1, to)) this.#continued++;
  }

  #countNamed(bytes: Uint8Array, behind: number, to: number): void {
    if (behind < 0) return;
    if (isDigit(bytes[this.nameFrom])) {
      if (this.nameTo - this.nameFrom > 1) this.#long = true;
      if (bytes[this.nameFrom] === ZERO) this.#zero = true;
    }
    this.#bracketed++;
    if (this.#isPiped) this.#piped++;
    this.#addName(bytes);
    if (begins(bytes, behind, to)) this.#headed++;
    const first = bytes[behind];
    const isJson = first === BRACE && bytes[behind + 1] === QUOTE;
    if (isJson) this.#json++;
    const isForeign = behind === to || first === SPACE || first === TAB ||
      isJson ||
      isText(bytes, behind, to, "Traceback (");
    if (isForeign) this.#foreign++;
  }

  #countBar(bytes: Uint8Array, from: number, to: number): boolean {
    const bar = this.#bar(bytes, from, to);
    if (bar < 0) return false;
    if (this.#column < 0) this.#column = bar - from;
    if (bar - from < this.#column) return true;
    if (bar < to && bytes[bar] !== SPACE) this.#glued++;
    this.#barred++;
    if (this.#isNumbered) this.#numbered++;
    this.#addName(bytes);
    const at = bytes[bar] === SPACE ? bar + 1 : bar;
    if (begins(bytes, at, to)) this.#headed++;
    else if (goesOn(bytes, at, to)) this.#continued++;
    return true;
  }

  #addName(bytes: Uint8Array): void {
    if (this.#names.size <= MOST_NAMES) this.#names.add(hashOf(bytes, this.nameFrom, this.nameTo));
  }

  /** Says what the lines have, of as many as there were; with too few the counting begins anew. */
  conclude(): void {
    if (!this.isOpen) return;
    if (this.#lines > 0 && this.#timed === this.#lines && this.#own === 0) return this.#set(TIMED, 0);
    if (this.#lines < FEWEST) return this.#clear();
    this.isOpen = false;
    this.#settle();
  }

  #settle(): void {
    const most = this.#lines - Math.max(1, this.#lines / EXCEPTION);
    const names = this.#names.size;
    if (names > MOST_NAMES) return;
    // Right behind a bar the cells of a table stand as well.
    const isGlued = this.#glued * 2 > this.#barred;
    const isOthers = isGlued
      ? (this.#headed + this.#continued) * 4 >= this.#lines
      : names > 1 || this.#headed * 2 >= this.#lines || this.#numbered >= most;
    if (this.#barred >= most && (isGlued || this.#glued === 0) && isOthers) {
      this.#set(isGlued ? GLUED : BARRED, this.#column);
    }
    const hasOthers = this.#own * 4 <= this.#timed * 3 || this.#continued >= LEAST_CONTINUED;
    if (this.#timed >= most && hasOthers) this.#set(TIMED, 0);
    // Numbers are those of processes, if none is 0.
    const isTask = this.#tasks * 2 > this.#bracketed;
    // Of one name, where each line behind it is JSON, or begins as one of a logger behind `name:task: `.
    const isSteps = this.#piped * 4 >= this.#lines;
    const isOnes = isSteps || this.#json * 10 >= this.#lines * 9 ||
      (isTask && this.#headed * 10 >= this.#lines * 6);
    if (
      this.#bracketed >= most && (isOnes || (names > 1 && this.#foreign > 0)) && !(this.#long && !this.#zero)
    ) {
      this.#set(isTask ? TASK : isSteps ? PIPED : BRACKETED, 0);
    }
  }

  #clear(): void {
    this.#lines =
      this.#barred =
      this.#headed =
      this.#bracketed =
      this.#piped =
      this.#numbered =
      this.#glued =
      this.#foreign =
      this.#json =
      this.#timed =
      this.#own =
      this.#continued =
        0;
    this.#column = -1;
    this.#zero = this.#long = false;
    this.#names.clear();
  }

  /** Counts from nothing again. */
  restart(): void {
    this.#clear();
    this.isOpen = true;
  }

  /** Forgets what was concluded. */
  drop(): void {
    this.isOpen = false;
    this.kind = NO_PREFIX;
    this.preamble = [];
  }

  #set(kind: number, column: number): void {
    this.isOpen = false;
    this.kind = kind;
    this.#column = column;
    this.preamble = [String.fromCharCode(UNIT) + `prefix ${kind} ${column}`];
  }

  /** Takes over what another has concluded: the line [from, to) of its `preamble`. */
  take(bytes: Uint8Array, from: number, to: number): void {
    const line = decoder.decode(bytes.subarray(from + 1, to));
    const [, kind, column] = /^prefix ([1-6]) (\d+)$/.exec(line) ?? [];
    if (kind === undefined) return;
    this.#set(Number(kind), Number(column));
  }

  /** Finds the prefix that the source's lines have; index where the line behind it begins, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number {
    if (this.kind === TIMED) return -1;
    if (this.kind === PIPED) {
      const at = this.#bracket(bytes, from, to);
      return at < 0 || this.#isPiped ? at : skipBlanks(bytes, at, to);
    }
    if (this.kind === BRACKETED) return this.#bracket(bytes, from, to);
    if (this.kind === TASK) return this.#task(bytes, from, to);
    const bar = this.#bar(bytes, from, to);
    // The bars move to the right where one with a longer name joins the others.
    if (bar < 0 || (bar - from < this.#column && bar < to)) return -1;
    if (this.kind === GLUED || bar === to) return bar;
    return bytes[bar] === SPACE ? bar + 1 : -1;
  }

  /** Index behind the bar of `name   | `, `  name │ `, `[name]  | `, pm2's `0|name   | `; -1 if there is none. */
  #bar(bytes: Uint8Array, from: number, to: number): number {
    let start = skipBlanks(bytes, from, to);
    const isBoxed = bytes[start] === OPEN;
    if (isBoxed) start++;
    let end = digitsEnd(bytes, start, to);
    const isNumbered = end > start && end - start < 4 && bytes[end] === BAR;
    if (isNumbered) start = end + 1;
    for (end = start; end < to && isNameByte(bytes[end]);) end++;
    this.nameFrom = start;
    this.nameTo = end;
    // Earthly's `+build | `, `./web+test | `
    const isTarget = bytes[start] === PLUS || bytes[start] === DOT;
    if (
      !(isLetter(bytes[start]) || (isTarget && isLetter(bytes[end - 1]))) ||
      (isBoxed && bytes[end++] !== CLOSE)
    ) return -1;
    const bar = skipBlanks(bytes, end, to);
    const after = bytes[bar] === BAR ? bar + 1 : isLongBar(bytes, bar) ? bar + 3 : -1;
    if (after < 0 || bar - from > LONGEST) return -1;
    // The longest name may end at the bar, if lines begin right behind it.
    if (bar === end && (bytes[after] === SPACE || after === to || this.kind === BARRED)) return -1;
    this.#isNumbered = isNumbered;
    return severityOfWord(bytes, this.nameFrom, this.nameTo) === 0 ? after : -1;
  }

  /** turbo's `name:task: ` */
  #task(bytes: Uint8Array, from: number, to: number): number {
    let end = from;
    while (end < to && isNameByte(bytes[end])) end++;
    if (!isLetter(bytes[from]) || end - from > LONGEST || bytes[end - 1] !== COLON) return -1;
    const colon = findByte(bytes, from, end - 1, COLON);
    if (colon < from + 2 || colon > end - 4 || !isLetter(bytes[colon + 1])) return -1;
    if (findByte(bytes, colon + 1, end - 1, COLON) >= 0 || (end < to && bytes[end] !== SPACE)) return -1;
    this.nameFrom = from;
    this.nameTo = end - 1;
    const isSeverity = severityOfWord(bytes, from, colon) !== 0 ||
      severityOfWord(bytes, colon + 1, end - 1) !== 0;
    return isSeverity ? -1 : Math.min(end + 1, to);
  }

  /** `[name] `, `[name]` */
  #bracket(bytes: Uint8Array, from: number, to: number): number {
    const end = bytes[from] === OPEN ? bracketEnd(bytes, from, to, LONGEST) : -1;
    if (end < 0 || end - from < 3 || (end < to && !isBlank(bytes[end]))) return -1;
    // Names may be padded inside their brackets.
    const nameTo = trimmed(bytes, from + 1, end - 1);
    for (let at = from + 1; at < nameTo; at++) if (!isNameByte(bytes[at])) return -1;
    if (nameTo < from + 2 || bytes[end - 1] !== CLOSE) return -1;
    if (severityOfWord(bytes, from + 1, nameTo) !== 0) return -1;
    if (isDigit(bytes[from + 1]) && end - from > 4) return -1;
    this.nameFrom = from + 1;
    this.nameTo = nameTo;
    // What act's steps print stands behind a bar.
    this.#isPiped = isText(bytes, end, to, PIPE);
    return Math.min(this.#isPiped ? end + PIPE.length : end + 1, to);
  }
}

/** `│` */
function isLongBar(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xe2 && bytes[at + 1] === 0x94 && bytes[at + 2] === 0x82;
}

function isNameByte(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === 0x2d || byte === 0x5f || byte === 0x2e ||
    byte === 0x40 ||
    byte === 0x2f || byte === 0x3a || byte === PLUS;
}
