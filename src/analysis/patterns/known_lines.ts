import * as kinds from "../../record/batch.ts";
import * as byteClassConstants from "./byte_class.ts";
import type { LineTokens } from "./line_tokens.ts";
import { ENDS_SENTENCE, type WordReader } from "./word_reader.ts";
import * as variableJoinsConstants from "./variable_joins.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BATCH_RECORDS } = kinds;
const { BLANK, CLASS, LINE_END, STOP } = byteClassConstants;
const { TOUCHES } = variableJoinsConstants;

/** Branches held at the most, all of them and at one fork, and bytes of their constant text. */
const MAX_BRANCHES = 4096;
const MAX_AT_FORK = 12;
const MAX_TEXT = 1 << 18;
/** Variables of one line; one with more is not told about. */
const MAX_PARTS = 96;
/** What `KnownLines` takes at the most. */
export const KNOWN_LINES_BYTES = MAX_BRANCHES * 44 + MAX_TEXT * 2 + BATCH_RECORDS * (MAX_PARTS + 1) * 8;
/** Bytes behind a text that may be read. */
const SLACK = 8;
/**
 * First forks: one for each hash of the first bytes of a line, and those for what follows a variable that a line begins with. Behind
 * a variable there is one for each kind of it, as it depends on its kind which others it is one with.
 */
const STARTS = 512;
const AFTER_START = STARTS;
const FIRST_FORKS = STARTS + TOUCHES;
/** Lines between two looks at how often the guess was right, and lines without guesses after it was mostly wrong. */
const JUDGED = 8192;
const PAUSE = 65_536;

/** What the bodies of a batch have in common with lines before them, so that it need be looked at once only. */
export interface KnownText {
  /** By row: its parts that are no known text, [partsFrom, partsTo) of `parts`; from -1 for a body of which all is new. */
  readonly partsFrom: Int32Array;
  readonly partsTo: Int32Array;
  /** Where they begin and end, in turns. */
  readonly parts: Int32Array;
  /** The variables of a body that is no known text, in [from, to): where they begin and end, in turns; how many there are. */
  variablesIn(bytes: Uint8Array, view: DataView, from: number, to: number, into: Int32Array): number;
  /** Gives each known text, and how many of the bodies hold it; a few bytes behind it may be read. */
  eachText(give: (bytes: Uint8Array, view: DataView, from: number, to: number, times: number) => void): void;
}

/**
 * Finds the shape of a line without taking it apart, if an earlier line had the same bytes between its variables: a
 * tree of forks, whose branches are constant text up to the next variable or to the end. Constant text is compared
 * four bytes at a time; only variables are read as `LineTokens` reads them, so what it finds is what `LineTokens` would.
 */
export class KnownLines implements KnownText {
  readonly #line: LineTokens;
  readonly #words: WordReader;
  /** First branch of a fork, -1 for none. */
  readonly #fork = new Int32Array(FIRST_FORKS + TOUCHES * MAX_BRANCHES).fill(-1);
  #forks = FIRST_FORKS;
  #branches = 0;
  readonly #next = new Int32Array(MAX_BRANCHES);
  readonly #textFrom = new Int32Array(MAX_BRANCHES);
  readonly #textLength = new Int32Array(MAX_BRANCHES);
  /** The shape of a line that ends here, -1 for none. */
  readonly #shape = new Int32Array(MAX_BRANCHES);
  /** The first of the forks behind the variable that follows, -1 for none. */
  readonly #behind = new Int32Array(MAX_BRANCHES);
  #text = new Uint8Array(4096);
  #textView = new DataView(this.#text.buffer);
  #textUsed = 0;
  #tries = 0;
  #hits = 0;
  #pause = 0;

  readonly partsFrom = new Int32Array(BATCH_RECORDS);
  readonly partsTo = new Int32Array(BATCH_RECORDS);
  readonly parts = new Int32Array(BATCH_RECORDS * (MAX_PARTS + 1) * 2);
  #partsUsed = 0;
  /** Branches that the line being found has passed. */
  readonly #path = new Int32Array(MAX_PARTS + 1);
  /** By branch: lines of the batch that passed it; and which have been passed. */
  readonly #passed = new Int32Array(MAX_BRANCHES);
  readonly #touched = new Int32Array(MAX_BRANCHES);
  #touchedCount = 0;
  /** Texts that were passed and are no branches any more. */
  #gone: { text: Uint8Array; view: DataView; length: number; times: number }[] = [];

  constructor(line: LineTokens) {
    this.#line = line;
    this.#words = line.words;
  }

  /** To be called before the lines of a batch. */
  begin(): void {
    for (let i = 0; i < this.#touchedCount; i++) this.#passed[this.#touched[i]] = 0;
    this.#touchedCount = this.#partsUsed = 0;
    this.#gone = [];
    this.partsFrom.fill(-1);
  }

  /** The shape of the line in [from, to), -1 if it is not known. `row`: that of its body, -1 if it is not in the batch. */
  find(bytes: Uint8Array, view: DataView, from: number, to: number, row: number): number {
    if (to - from < 4) return -1;
    if (this.#pause > 0) {
      this.#pause--;
      return -1;
    }
    if (++this.#tries === JUDGED) this.#judge();
    const path = this.#path;
    const { parts } = this;
    const partsFrom = this.#partsUsed;
    let part = partsFrom;
    let depth = 0;
    let at = from;
    let branch = this.#fork[startOf(view, from)];
    while (branch >= 0) {
      const length = this.#textLength[branch];
      const end = at + length;
      if (end <= to && this.#isAt(view, at, this.#textFrom[branch], length)) {
        const shape = this.#shape[branch];
        if (shape >= 0 && (end === to || (length > 0 && CLASS[bytes[end - 1]] === LINE_END))) {
          this.#hits++;
          if (row < 0 || depth === MAX_PARTS) return shape;
          path[depth++] = branch;
          if (end < to) {
            parts[part << 1] = end;
            parts[(part++ << 1) + 1] = to;
          }
          this.#pass(depth);
          this.partsFrom[row] = partsFrom;
          this.partsTo[row] = this.#partsUsed = part;
          return shape;
        }
        const behind = this.#behind[branch];
        if (behind >= 0) {
          const variableEnd = this.#words.variableEnd(bytes, view, end, to);
          if (variableEnd >= 0) {
            if (row >= 0 && depth < MAX_PARTS) {
              path[depth++] = branch;
              parts[part << 1] = end;
              parts[(part++ << 1) + 1] = variableEnd;
            }
            at = variableEnd;
            branch = this.#fork[behind + this.#words.kind];
            continue;
          }
        }
      }
      branch = this.#next[branch];
    }
    return -1;
  }

  variablesIn(bytes: Uint8Array, view: DataView, from: number, to: number, into: Int32Array): number {
    let found = 0;
    for (let at = from; at < to && found + 1 < into.length;) {
      const kind = CLASS[bytes[at]];
      if ((kind & STOP) !== 0) {
        if (kind === LINE_END && at > from) break;
        at++;
        continue;
      }
      const end = this.#words.wordEnd(bytes, view, at, to);
      if (end === 0) {
        // What depends on its neighbours is passed over.
        while (at < to && (CLASS[bytes[at]] & STOP) === 0) at++;
        continue;
      }
      if (end > 0) {
        into[found++] = at;
        into[found++] = end;
      }
      at = Math.abs(end);
    }
    return found >> 1;
  }

  eachText(give: (bytes: Uint8Array, view: DataView, from: number, to: number, times: number) => void): void {
    for (const { text, view, length, times } of this.#gone) give(text, view, 0, length, times);
    for (let i = 0; i < this.#touchedCount; i++) {
      const branch = this.#touched[i];
      const from = this.#textFrom[branch];
      give(this.#text, this.#textView, from, from + this.#textLength[branch], this.#passed[branch]);
    }
  }

  /** Counts the branches of the path. */
  #pass(depth: number): void {
    const passed = this.#passed;
    for (let i = 0; i < depth; i++) {
      const branch = this.#path[i];
      if (passed[branch]++ === 0) this.#touched[this.#touchedCount++] = branch;
    }
  }

  /** Remembers that the line in [from, to) has this shape. `line` has just read it. */
  learn(bytes: Uint8Array, view: DataView, from: number, to: number, shape: number): void {
    if (this.#pause > 0 || to - from < 4 || this.#line.cut) return;
    let fork = startOf(view, from);
    let literal = from;
    let at = from;
    let words = 0;
    while (at < to) {
      const kind = CLASS[bytes[at]];
      if ((kind & STOP) !== 0) {
        at++;
        if (kind !== LINE_END) {
          if (kind !== BLANK) words++;
          continue;
        }
        if (words === 0) return;
        this.#branch(fork, bytes, literal, at, shape, false);
        return;
      }
      words++;
      const end = this.#words.wordEnd(bytes, view, at, to);
      if (end === 0) return;
      if (end < 0) {
        at = -end;
        continue;
      }
      if (at > from && (CLASS[bytes[at - 1]] & STOP) === 0) return;
      fork = this.#branch(fork, bytes, literal, at, -1, literal === from && at === from);
      if (fork < 0) return;
      fork += this.#words.kind;
      // Whether `..` behind it is a token depends on how it ends.
      if (end + 1 < to && bytes[end] === 0x2e && bytes[end + 1] === 0x2e) return;
      literal = at = end;
      while (at < to && ENDS_SENTENCE[bytes[at]] === 1) at++;
    }
    this.#branch(fork, bytes, literal, to, shape, false);
  }

  /** Shapes have new numbers: `copies[old]`, -1 for those that are gone. */
  renumber(copies: Int32Array): void {
    for (let branch = 0; branch < this.#branches; branch++) {
      if (this.#shape[branch] >= 0) this.#shape[branch] = copies[this.#shape[branch]];
    }
  }

  clear(): void {
    for (let i = 0; i < this.#touchedCount; i++) {
      const branch = this.#touched[i];
      const from = this.#textFrom[branch];
      const length = this.#textLength[branch];
      const text = this.#text.slice(from, from + length + SLACK);
      this.#gone.push({ text, view: new DataView(text.buffer), length, times: this.#passed[branch] });
      this.#passed[branch] = 0;
    }
    this.#touchedCount = 0;
    this.#fork.fill(-1);
    this.#forks = FIRST_FORKS;
    this.#branches = this.#textUsed = 0;
  }

  /**
   * Finds or makes the branch of constant text [from, to) at a fork: the end of a line of shape `shape`, or if that is -1 what
   * is before a variable. Returns the first fork behind it, -1 if there is no room.
   */
  #branch(fork: number, bytes: Uint8Array, from: number, to: number, shape: number, start: boolean): number {
    const length = to - from;
    let last = -1;
    let siblings = 0;
    for (let branch = this.#fork[fork]; branch >= 0; branch = this.#next[branch]) {
      if (this.#textLength[branch] === length && this.#holds(branch, bytes, from)) {
        if (shape >= 0) this.#shape[branch] = shape;
        else if (this.#behind[branch] < 0) this.#behind[branch] = start ? AFTER_START : this.#newForks();
        return this.#behind[branch];
      }
      last = branch;
      siblings++;
    }
    if (siblings >= MAX_AT_FORK) return -1;
    if (this.#branches === MAX_BRANCHES || this.#textUsed + length > MAX_TEXT) {
      // What is still in use is soon learnt again.
      this.clear();
      return -1;
    }
    const branch = this.#branches++;
    this.#textFrom[branch] = this.#textUsed;
    this.#textLength[branch] = length;
    this.#shape[branch] = shape;
    this.#behind[branch] = shape >= 0 ? -1 : start ? AFTER_START : this.#newForks();
    this.#next[branch] = -1;
    this.#appendText(bytes, from, to);
    if (last < 0) this.#fork[fork] = branch;
    else this.#next[last] = branch;
    return this.#behind[branch];
  }

  /** The first of the forks behind a variable. */
  #newForks(): number {
    this.#forks += TOUCHES;
    return this.#forks - TOUCHES;
  }

  #judge(): void {
    if (this.#hits * 4 < this.#tries) {
      this.#pause = PAUSE;
      this.clear();
    }
    this.#tries = this.#hits = 0;
  }

  #isAt(view: DataView, at: number, text: number, length: number): boolean {
    const known = this.#textView;
    const words = length & ~3;
    for (let i = 0; i < words; i += 4) {
      if (view.getInt32(at + i, true) !== known.getInt32(text + i, true)) return false;
    }
    if (words === length) return true;
    const mask = -1 >>> ((4 - (length - words)) << 3);
    return ((view.getInt32(at + words, true) ^ known.getInt32(text + words, true)) & mask) === 0;
  }

  #holds(branch: number, bytes: Uint8Array, from: number): boolean {
    const text = this.#textFrom[branch];
    for (let i = 0; i < this.#textLength[branch]; i++) {
      if (this.#text[text + i] !== bytes[from + i]) return false;
    }
    return true;
  }

  #appendText(bytes: Uint8Array, from: number, to: number): void {
    const end = this.#textUsed + to - from;
    if (end + SLACK > this.#text.length) {
      const text = this.#text;
      this.#text = new Uint8Array(Math.max(text.length * 2, end + SLACK));
      this.#text.set(text);
      this.#textView = new DataView(this.#text.buffer);
    }
    this.#text.set(bytes.subarray(from, to), this.#textUsed);
    this.#textUsed = end;
  }
}

/** The fork of lines that begin with the four bytes at `from`. */
function startOf(view: DataView, from: number): number {
  const hash = Math.imul(view.getInt32(from, true), 0x9e3779b1);
  return hash >>> 23;
}
