import type { Batch } from "../../../record/batch.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import { hasMessage } from "../message/text_fields.ts";
import { findByte, hashOf, isLower, isUpper, skipBlanks, SPACE, TAB } from "../text_tokens.ts";

/** Lines that are counted, and the fewest of which anything is concluded. */
const MAX_LINES = 64;
const FEWEST = 4;
/** Lines of which some may be without it, and of which it is known while more come. */
const MANY = 8;
/** Tokens behind the time that are looked at, and the bytes in which they stand. */
const MAX_TOKENS = 8;
const MAX_BYTES = 120;
/** Stands in a preamble for letters that are java.util.logging's. */
const JAVAS_LETTERS = 2;
/** The sign that a preamble's line begins with. */
const UNIT = 0x1f;

const BEFORE = "[<({|:", BEHIND = "]>)}:,|";
/** What joins a severity to a name in one token: `channel.info`, `db/INFO`, `db(INFO)`, `INFO@db`, `LH:db:warn`, `level=info`. */
const JOINTS = "./@:=(";

const AT = 0x40, BAR = 0x7c, EQUALS = 0x3d, SLASH = 0x2f;

const decoder = new TextDecoder();

/** What stands at one place behind the time, as the signs around it tell. */
interface Column {
  token: number;
  /** The signs, 0: none. */
  before: number;
  behind: number;
  lines: number;
  /** Those of them that have a severity there, and which ones; letters alone apart. */
  severities: number;
  letters: number;
  kinds: Set<number>;
  /** Severities in small letters, as words of a message are written. */
  small: number;
  /** Lines with the first letter of java.util.logging's SEVERE, of FINE, and with letters that it has not. */
  severe: number;
  fine: number;
  others: number;
  /** The letters are java.util.logging's. */
  isJavas: boolean;
}

function newColumn(token: number, before: number, behind: number): Column {
  const counts = { lines: 0, severities: 0, letters: 0, small: 0, severe: 0, fine: 0, others: 0 };
  return { token, before, behind, ...counts, kinds: new Set(), isJavas: false };
}

/** OpenTelemetry's numbers of the first letters of SEVERE, CONFIG and FINE. */
const JAVAS = new Map([[0x53, 17], [0x43, 5], [0x46, 5]]);

/**
 * Counts where behind the time the lines of a source have a severity that stands behind more than a head's usual parts:
 * (nearly) all of them at the same token, between the same signs, as no message has it
 * (`08:00:00 7f2611716080 Info: …`, `[42] node1 corosync notice  [MAIN  ] …`).
 */
export class SeverityColumn {
  isOpen = true;
  /** What was concluded, to be taken over by others. */
  preamble: readonly string[] = [];
  /** OpenTelemetry's number of what `find` has found, where it stands with its signs and without, 0 if it is none. */
  number = 0;
  from = 0;
  to = 0;
  wordFrom = 0;
  wordTo = 0;
  #lines = 0;
  /** Hash of the line that was counted last: one that is read again is not counted again. */
  #last = 0;
  readonly #columns = new Map<number, Column>();
  #settled: Column | null = null;

  get isSettled(): boolean {
    return this.#settled !== null;
  }

  /** The letters are the first ones of java.util.logging's levels, of which F is FINE. */
  get isJavas(): boolean {
    return this.#settled !== null && this.#settled.isJavas;
  }

  /** Counts a line without a severity of which [from, to) stands behind the time. */
  count(bytes: Uint8Array, from: number, to: number): void {
    if (!this.isOpen) return;
    const line = hashOf(bytes, from, to);
    if (line === this.#last) return;
    this.#last = line;
    this.#lines++;
    let at = from;
    for (let token = 0; token < MAX_TOKENS; token++) {
      at = this.#token(bytes, at, to);
      if (at < 0 || this.from - from > MAX_BYTES) break;
      this.#add(bytes, token);
    }
    if (this.#lines >= MANY && (this.#lines & (this.#lines - 1)) === 0) this.#settle();
    if (this.#lines === MAX_LINES) this.close();
  }

  /** Ends the counting; with too few lines it begins anew. */
  close(): void {
    if (!this.isOpen) return;
    if (this.#lines >= FEWEST) {
      this.#settle();
      this.isOpen = false;
    }
    this.#lines = 0;
    this.#columns.clear();
  }

  /** Sets where the token at `at` and the word in it stand; index behind it, -1 if there is none. */
  #token(bytes: Uint8Array, at: number, to: number): number {
    this.from = at = skipBlanks(bytes, at, to);
    while (at < to && bytes[at] !== SPACE && bytes[at] !== TAB) at++;
    if (at === to) return -1;
    this.to = at;
    this.wordFrom = this.from;
    this.wordTo = at;
    if (BEFORE.includes(String.fromCharCode(bytes[this.from]))) this.wordFrom++;
    // `|I|shop.Db|message`: the first cell of several that no blank divides.
    const bar = bytes[this.from] === BAR ? findByte(bytes, this.wordFrom, at, BAR) : -1;
    if (bar > this.wordFrom) this.wordTo = bar;
    while (this.wordTo > this.wordFrom && BEHIND.includes(String.fromCharCode(bytes[this.wordTo - 1]))) {
      this.wordTo--;
    }
    this.#narrow(bytes, to);
    return at;
  }

  /** Narrows the word to the severity that is joined to a name. */
  #narrow(bytes: Uint8Array, to: number): void {
    const { wordFrom, wordTo } = this;
    let joint = wordTo - 1;
    while (joint > wordFrom && !isJoint(bytes[joint])) joint--;
    // `level=INFO msg=…` is a record of pairs.
    if (joint === wordFrom || (bytes[joint] === EQUALS && hasMessage(bytes, wordTo, to))) return;
    const isLetter = joint + 2 === wordTo && bytes[joint] === SLASH && isUpper(bytes[joint + 1]);
    if (isLetter || severityOfWord(bytes, joint + 1, wordTo) !== 0) {
      this.wordFrom = joint + 1;
      return;
    }
    joint = wordFrom + 1;
    while (joint < wordTo && !isJoint(bytes[joint])) joint++;
    if (bytes[joint] === AT && severityOfWord(bytes, wordFrom, joint) !== 0) this.wordTo = joint;
  }

  #add(bytes: Uint8Array, token: number): void {
    const { from, to, wordFrom, wordTo } = this;
    const before = wordFrom > from ? bytes[wordFrom - 1] : 0;
    const behind = wordTo < to ? bytes[wordTo] : 0;
    const key = (token << 16) | (before << 8) | behind;
    let column = this.#columns.get(key);
    if (column === undefined) {
      column = newColumn(token, before, behind);
      this.#columns.set(key, column);
    }
    column.lines++;
    const number = severityOfWord(bytes, wordFrom, wordTo);
    const isLetter = wordTo - wordFrom === 1;
    const letter = isLetter ? severityOfLetter(bytes[wordFrom] & 0xdf) : 0;
    if (isLetter && bytes[wordFrom] === 0x53) column.severe++;
    if (isLetter && bytes[wordFrom] === 0x46) column.fine++;
    if (isLetter && "DETVNAP".includes(String.fromCharCode(bytes[wordFrom]))) column.others++;
    if (number === 0 && letter === 0) return;
    if (letter === 0) column.severities++;
    else column.letters++;
    column.kinds.add(letter || number);
    if (isLower(bytes[wordFrom])) column.small++;
  }

  #settle(): void {
    for (const column of this.#columns.values()) {
      if (!this.#isSeverity(column)) continue;
      if (this.#settled !== null && this.#settled.token <= column.token) continue;
      this.#settled = column;
    }
    if (this.#settled === null) return;
    this.isOpen = false;
    const column = this.#settled;
    // As many lines as that tell of no fatal error; one alone may, which ends a program.
    const isMany = column.severe > 0 || (column.fine > 1 && column.fine * 4 >= column.lines);
    column.isJavas = column.letters > 0 && column.others === 0 && isMany;
    const letters = column.isJavas ? JAVAS_LETTERS : Math.min(column.letters, 1);
    const { token, before, behind } = column;
    this.preamble = [String.fromCharCode(UNIT) + `severity ${token} ${before} ${behind} ${letters}`];
  }

  #isSeverity({ lines, before, behind, severities, letters, kinds, small, severe }: Column): boolean {
    const all = this.#lines;
    if (letters > 0) letters += severe;
    if (all < MANY && letters + severities < all) return false;
    if (kinds.size < 2 && (small > 0 || (before === 0 && behind === 0))) return false;
    // Lines of messages that begin with a time have other words there.
    if (letters > 0) return severities === 0 && letters * 10 >= all * 8 && letters * 10 >= lines * 9;
    // Between signs other words may stand there, too.
    const isSigned = before !== 0 || behind !== 0;
    return isSigned ? severities * 2 >= all : severities * 20 >= all * 19;
  }

  /** Takes over what another has concluded: the line [from, to) of its `preamble`; false if it is none. */
  take(bytes: Uint8Array, from: number, to: number): boolean {
    const line = decoder.decode(bytes.subarray(from + 1, to));
    const numbers = /^severity (\d+) (\d+) (\d+) (\d+)$/.exec(line)?.slice(1).map(Number);
    if (numbers === undefined) return false;
    const [token, before, behind, letters] = numbers;
    this.#settled = { ...newColumn(token, before, behind), letters, isJavas: letters === JAVAS_LETTERS };
    this.isOpen = false;
    this.preamble = [String.fromCharCode(UNIT) + line];
    return true;
  }

  /** Finds the severity's place in a line of which [from, to) stands behind the time; false if it has another token there. */
  find(bytes: Uint8Array, from: number, to: number): boolean {
    const column = this.#settled;
    if (column === null) return false;
    let at = from;
    for (let token = 0; token <= column.token; token++) {
      at = this.#token(bytes, at, to);
      if (at < 0) return false;
    }
    const before = this.wordFrom > this.from ? bytes[this.wordFrom - 1] : 0;
    const behind = this.wordTo < this.to ? bytes[this.wordTo] : 0;
    if (before !== column.before || behind !== column.behind) return false;
    this.number = column.letters > 0 && this.wordTo - this.wordFrom === 1
      ? (column.isJavas && JAVAS.get(bytes[this.wordFrom])) || severityOfLetter(bytes[this.wordFrom] & 0xdf)
      : severityOfWord(bytes, this.wordFrom, this.wordTo);
    return this.number !== 0 || isUpper(bytes[this.wordFrom]);
  }
}

/** Gives a record whose severity is one letter what that says among java.util.logging's. */
export function takeJavasLetter(batch: Batch, row: number): void {
  const from = batch.severityFrom[row];
  const number = batch.severityTo[row] - from === 1 ? JAVAS.get(batch.bytes[from]) : undefined;
  if (number !== undefined) batch.setSeverity(row, number, from, from + 1);
}

function isJoint(byte: number): boolean {
  return JOINTS.includes(String.fromCharCode(byte));
}
