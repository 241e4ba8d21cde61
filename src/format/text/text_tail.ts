import type { Batch } from "../../record/batch.ts";
import {
  BAR,
  BRACE,
  BRACE_PART,
  BRACKET_PART,
  bracketKind,
  CLOSE,
  COLON,
  COMMA,
  CONNECTION_PART,
  DASH,
  DASHES_PART,
  DOT,
  EQUALS,
  GREATER,
  HASH,
  type HeadParts,
  HOST_PART,
  isToken,
  isUserAtDatabase,
  LESS,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  SOURCE_PART,
  STAR,
  TAG_PART,
  USER_PART,
} from "./text_parts.ts";
import {
  bracketEnd,
  CLASS,
  COMPOUND,
  DIGIT,
  findByte,
  IDENTIFIER,
  IN_KEY,
  isBlank,
  isLower,
  isName,
  isNumber,
  isPlainWord,
  isText,
  isUpper,
  isUpperWord,
  JOINT,
  LETTER,
  nameLikeness,
  NEWLINE,
  OTHER,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
} from "./text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const CLOSE_PAREN = 0x29;
/** Lines of a source file; above are ports. */
const LONGEST_SOURCE = 4_000;
const PORTS = new Set([
  21,
  22,
  25,
  53,
  80,
  110,
  123,
  143,
  389,
  443,
  993,
  1433,
  1521,
  1883,
  2049,
  2181,
  2379,
  2380,
  3000,
  3306,
]);

/** The parts of a head between its severity (or time) and the message. */
export class HeadTail {
  /** The part just read ends the head. */
  last = false;
  readonly #parts: HeadParts;
  #bytes!: Uint8Array;
  #batch!: Batch;
  #row = 0;

  constructor(parts: HeadParts) {
    this.#parts = parts;
  }

  start(batch: Batch, row: number): void {
    this.#batch = batch;
    this.#bytes = batch.bytes;
    this.#row = row;
    this.last = false;
  }

  /**
   * Takes one part between severity (or time) and message; index where the next begins, -1 if the message
   * begins here.
   */
  next(at: number, to: number, severe: boolean): number {
    const bytes = this.#bytes;
    this.last = false;
    const byte = bytes[at];
    if (byte === OPEN || byte === LESS || byte === PAREN || byte === BRACE) {
      return this.#group(at, to, severe);
    }
    if (severe && isDigit(byte)) {
      const process = this.#nginxProcess(at, to);
      if (process >= 0) return process;
    }
    let end = at;
    let bits = 0;
    while (end < to && bytes[end] > SPACE) bits |= CLASS[bytes[end++]];
    if (end >= to && (bits & OTHER) === 0) return -1;
    if (severe && end + 1 < to && bytes[end] === SPACE) {
      const follows = CLASS[bytes[end + 1]];
      if ((follows & DIGIT) !== 0 || isDigit(bytes[end - 1]) || bytes[end + 1] === 0x54) {
        const numbers = this.#numbered(at, end, to);
        if (numbers >= 0) return numbers;
      }
      // Most messages begin with two words: nothing below would take the first.
      if ((bits & ~(LETTER | DIGIT | JOINT | IN_KEY)) === 0) {
        const plain = (follows & (LETTER | DIGIT)) !== 0 &&
          !(end === at + 2 && isText(bytes, at, to, "in "));
        if (plain && !this.#parts.tabbed) return -1;
      }
    }
    if (end < to && bytes[end] === NEWLINE) return -1;
    if (severe && findByte(bytes, at, end, BRACE) >= 0) return this.#span(at, to);
    const bar = findByte(bytes, at, end, BAR);
    if (bar > at) {
      if (!this.#barred || !isToken(bytes, at, bar)) return -1;
      this.#parts.addToken(bytes, at, bar, NAME_PART);
      return skipBlanks(bytes, bar + 1, to);
    }
    const next = skipBlanks(bytes, end, to);
    if (end >= to || next >= to) return -1;
    if (severe && isNumber(bytes, at, end) && isText(bytes, next, to, "--- ")) {
      this.#parts.add(NUMBER_PART, at, end);
      this.#parts.add(DASHES_PART, next, next + 3);
      return skipBlanks(bytes, next + 3, to);
    }
    if (severe && bytes[end - 1] !== COLON) {
      const process = this.#bunyanProcess(at, to);
      if (process >= 0) return process;
    }
    if (isText(bytes, at, to, "in ") && severe) return this.#inModule(next, to);
    // `name - `, `name : `, `name | `, `name > `, `name -- `
    const divider = bytes[next];
    if (divider === DASH || divider === COLON || divider === BAR || divider === GREATER) {
      let after = next + 1;
      if (divider === DASH && after < to && bytes[after] === DASH) after++;
      if (after < to && isBlank(bytes[after])) {
        if (sourceColon(bytes, at, end) >= 0) this.#parts.add(SOURCE_PART, at, end);
        else if (
          isNumber(bytes, at, end) && (divider === BAR || divider === DASH) && this.#dividers(divider)
        ) {
          this.#parts.add(NUMBER_PART, at, end);
        } else if (this.#parts.named || isUpperWord(bytes, at, end)) return -1;
        else if (severe ? !isName(bytes, at, end) : nameLikeness(bytes, at, end) < IDENTIFIER) return -1;
        else this.#parts.add(NAME_PART, at, end);
        this.last = divider === COLON || divider === GREATER;
        return skipBlanks(bytes, after, to);
      }
    }
    if (bytes[end - 1] === COLON) return this.#colonName(at, end - 1, next, to, severe);
    if (this.#parts.tabbed && bytes[end] === TAB && isName(bytes, at, end)) {
      // Fields stand behind the message: zap's `main.go:12⇥started⇥{…}`.
      if (bytes[next] === BRACE) return -1;
      if (sourceColon(bytes, at, end) >= 0) this.#parts.add(SOURCE_PART, at, end);
      else if (nameLikeness(bytes, at, end) >= IDENTIFIER) this.#parts.add(NAME_PART, at, end);
      else return -1;
      return next;
    }
    if (bytes[end - 1] === CLOSE && !severe) return -1;
    if (severe && sourceColon(bytes, at, end) >= 0) {
      this.#parts.add(SOURCE_PART, at, end);
      return bytes[next] === 0xe2 ? this.separator(next, to) : next;
    }
    if (!severe && isUserAtDatabase(bytes, at, end) && this.#parts.count > 1) {
      this.#parts.add(USER_PART, at, end);
      return next;
    }
    if (!severe) return this.#hostAndTag(at, end, next, to);
    if (isPackage(bytes, at, end, bytes[next])) {
      this.#parts.add(NAME_PART, at, end);
      return next;
    }
    return -1;
  }

  /** A name in a column of its own, padded by blanks. */
  column(at: number, to: number): number {
    const bytes = this.#bytes;
    const end = tokenEnd(bytes, at, to);
    const next = skipBlanks(bytes, end, to);
    if (next - end < 2 || next >= to || !isName(bytes, at, end)) return -1;
    this.#parts.add(NAME_PART, at, end);
    this.last = true;
    return next;
  }

  separator(at: number, to: number): number {
    const bytes = this.#bytes;
    if (at + 1 >= to) return at;
    const byte = bytes[at];
    if (byte === BAR) return skipBlanks(bytes, at + 1, to);
    if (byte === 0xe2) return isLongDash(bytes, at, to) ? skipBlanks(bytes, at + 3, to) : at;
    // An arrow divides where a dash did so before the severity; else it is the message's.
    const { severityFrom, from } = this.#parts;
    if (
      byte === DASH && bytes[at + 1] === GREATER && from[0] < severityFrom - 2 &&
      bytes[severityFrom - 2] === DASH
    ) {
      return skipBlanks(bytes, at + 2, to);
    }
    if (byte !== DASH && byte !== GREATER && byte !== COLON) return at;
    let end = at + 1;
    while (end < to && bytes[end] === byte && end - at < 3) end++;
    if (end >= to || !isBlank(bytes[end])) return at;
    if (byte === DASH && end - at === 3) this.#parts.add(DASHES_PART, at, end);
    return skipBlanks(bytes, end, to);
  }

  /** `prog: message` or `: message` behind the `--` of Ruby's Logger. */
  programName(at: number, to: number): boolean {
    const bytes = this.#bytes;
    let colon = at;
    while (
      colon < to && colon - at < 80 &&
      !(bytes[colon] === COLON && (colon + 1 >= to || bytes[colon + 1] === SPACE))
    ) {
      colon++;
    }
    if (colon >= to || bytes[colon] !== COLON) this.#parts.message = at;
    else {
      this.#parts.add(NAME_PART, at, colon);
      this.#parts.message = Math.min(colon + 2, to);
    }
    return true;
  }

  /** `INFO:name:message` of Python's basicConfig. Index of the second colon, or `at` if it is something else. */
  pythonName(at: number, to: number): number {
    const bytes = this.#bytes;
    let end = at;
    while (end < to && !isBlank(bytes[end]) && bytes[end] !== COLON) end++;
    if (end >= to || bytes[end] !== COLON || !isName(bytes, at, end)) return at;
    this.#parts.add(NAME_PART, at, end);
    this.last = true;
    return end;
  }

  /** Names with the numbers of lines, processes and threads behind them; index after them, or -1. */
  #numbered(at: number, end: number, to: number): number {
    if (isDigit(this.#bytes[end - 1]) && this.#nameAndLine(at, end)) return end + 1;
    if (this.#bytes[end + 1] === 0x54) return this.#rustThread(at, end, to);
    return isDigit(this.#bytes[end + 1]) ? this.#processAndThread(at, end, to) : -1;
  }

  /** `shop.db:69 `: the logger and the line that logged. A host's port looks alike; those that are well known are none. */
  #nameAndLine(at: number, end: number): boolean {
    const bytes = this.#bytes;
    if ((CLASS[bytes[end + 1]] & (LETTER | DIGIT)) === 0 || sourceColon(bytes, at, end) >= 0) return false;
    let colon = end - 1;
    let line = 0;
    for (let scale = 1; colon > at && isDigit(bytes[colon]); colon--, scale *= 10) {
      line += (bytes[colon] - 48) * scale;
    }
    if (bytes[colon] !== COLON || line === 0 || line >= LONGEST_SOURCE || PORTS.has(line)) return false;
    if (nameLikeness(bytes, at, colon) < IDENTIFIER || isText(bytes, at, colon, "localhost")) return false;
    this.#parts.add(NAME_PART, at, colon);
    this.#parts.add(LINE_PART, colon + 1, end);
    this.last = true;
    return true;
  }

  /** `main ThreadId(01) ` of tracing. */
  #rustThread(at: number, end: number, to: number): number {
    const bytes = this.#bytes;
    if (!isText(bytes, end + 1, to, "ThreadId(")) return -1;
    const close = tokenEnd(bytes, end + 1, to) - 1;
    if (close + 2 >= to || bytes[close] !== CLOSE_PAREN || !isNumber(bytes, end + 10, close)) return -1;
    this.#parts.add(BRACKET_PART, at, end);
    return close + 2;
  }

  /** `4242 139922983603072 `, `module 4242 139922983603072 `: Python's process and thread, told by its length. */
  #processAndThread(at: number, end: number, to: number): number {
    const bytes = this.#bytes;
    const named = !isNumber(bytes, at, end);
    const process = named ? end + 1 : at;
    const processEnd = tokenEnd(bytes, process, to);
    const thread = processEnd + 1;
    const threadEnd = thread < to ? tokenEnd(bytes, thread, to) : to;
    if (
      named && threadEnd === thread + 1 && bytes[thread] === DASH && isNumber(bytes, process, processEnd) &&
      nameLikeness(bytes, at, end) >= COMPOUND
    ) {
      // log4js' `shop.db 4242 - `
      this.#parts.add(NAME_PART, at, end);
      this.#parts.add(NUMBER_PART, process, processEnd);
      this.last = true;
      return threadEnd + 1;
    }
    if (
      threadEnd >= to || threadEnd - thread < 12 || !isNumber(bytes, process, processEnd) ||
      !isNumber(bytes, thread, threadEnd) || (named && !isName(bytes, at, end))
    ) return -1;
    if (named) this.#parts.add(NAME_PART, at, end);
    this.#parts.add(NUMBER_PART, process, processEnd);
    this.#parts.add(NUMBER_PART, thread, threadEnd);
    this.last = true;
    return threadEnd + 1;
  }

  /** `123#456: *789 ` of nginx: process, thread, connection. */
  #nginxProcess(at: number, to: number): number {
    const bytes = this.#bytes;
    let hash = at;
    while (hash < to && isDigit(bytes[hash])) hash++;
    if (hash >= to || bytes[hash] !== HASH) return -1;
    let end = hash + 1;
    while (end < to && isDigit(bytes[end])) end++;
    if (end === hash + 1 || !isText(bytes, end, to, ": ")) return -1;
    this.#parts.add(NUMBER_PART, at, hash);
    this.#parts.add(NUMBER_PART, hash + 1, end);
    this.last = true;
    end += 2;
    if (end >= to || bytes[end] !== STAR) return end;
    let connection = end + 1;
    while (connection < to && isDigit(bytes[connection])) connection++;
    if (connection === end + 1 || connection >= to || bytes[connection] !== SPACE) return end;
    this.#parts.add(CONNECTION_PART, end + 1, connection);
    return connection + 1;
  }

  /** `name/123 on host: ` of bunyan's command. */
  #bunyanProcess(at: number, to: number): number {
    const bytes = this.#bytes;
    const end = tokenEnd(bytes, at, to);
    if (!isText(bytes, end, to, " on ")) return -1;
    const colon = tokenEnd(bytes, end + 4, to) - 1;
    if (colon <= end + 4 || colon + 1 >= to || bytes[colon] !== COLON) return -1;
    let slash = end - 1;
    while (slash > at && isDigit(bytes[slash])) slash--;
    if (slash === end - 1 || slash === at || bytes[slash] !== 0x2f) return -1;
    this.#parts.add(TAG_PART, at, slash);
    this.#parts.add(NUMBER_PART, slash + 1, end);
    this.#parts.add(HOST_PART, end + 4, colon);
    this.last = true;
    return skipBlanks(bytes, colon + 1, to);
  }

  get #barred(): boolean {
    const bytes = this.#bytes;
    const last = this.#parts.count - 1;
    return last >= 0 && (bytes[this.#parts.to[last]] === BAR || bytes[this.#parts.to[last] + 1] === BAR);
  }

  #dividers(divider: number): boolean {
    return divider === BAR || this.#bytes[this.#parts.to[this.#parts.count - 1] + 1] === divider;
  }

  /** `ERROR in module: message` of Flask. */
  #inModule(at: number, to: number): number {
    const bytes = this.#bytes;
    const end = tokenEnd(bytes, at, to);
    if (end >= to || bytes[end - 1] !== COLON || !isName(bytes, at, end - 1)) return -1;
    this.#parts.add(NAME_PART, at, end - 1);
    this.last = true;
    return end + 1;
  }

  /** A span of tracing: `name{a=1 b=2}: ` or `name{a=1}:other{b=2}: ` */
  #span(at: number, to: number): number {
    const bytes = this.#bytes;
    const open = bytes.indexOf(BRACE, at);
    if (!isName(bytes, at, open)) return -1;
    const end = bracketEnd(bytes, open, to);
    if (end < 0 || end >= to || bytes[end] !== COLON) return -1;
    this.#parts.add(BRACE_PART, open + 1, end - 1);
    return skipBlanks(bytes, end + 1, to);
  }

  /** `name: `, `file.go:12: `, `tag[123]: ` */
  #colonName(from: number, colon: number, next: number, to: number, severe: boolean): number {
    const bytes = this.#bytes;
    const source = sourceColon(bytes, from, colon);
    if (source >= 0) {
      this.#parts.add(SOURCE_PART, from, colon);
      return next;
    }
    if (bytes[colon - 1] === CLOSE && this.#tag(from, colon)) {
      this.last = true;
      return next;
    }
    const likeness = nameLikeness(bytes, from, colon);
    const least = severe && this.#parts.severityBesideTime ? IDENTIFIER : COMPOUND;
    if (likeness < least || isCommonWord(bytes, from, colon)) return -1;
    this.#parts.add(NAME_PART, from, colon);
    const after = tokenEnd(bytes, next, to) - 1;
    const isPlace = bytes[after] === COLON
      ? sourceColon(bytes, next, after) >= 0
      : bytes[after] === CLOSE && bytes[next] === OPEN && sourceColon(bytes, next + 1, after) >= 0;
    this.last = !isPlace;
    if (severe && this.#tracing()) this.#parts.pairsApart = true;
    return next;
  }

  /** tracing-subscriber writes microseconds, Z, and the severity padded to five letters. */
  #tracing(): boolean {
    const row = this.#row;
    const batch = this.#batch;
    return batch.fraction[row] >= 6 && this.#bytes[batch.timeTo[row] - 1] === 0x5a &&
      batch.timeTo[row] + 6 === this.#parts.severityTo;
  }

  /** `name[123]` as a tag and its process. */
  #tag(from: number, to: number): boolean {
    const bytes = this.#bytes;
    let open = to - 2;
    while (open > from && isDigit(bytes[open])) open--;
    if (open <= from || bytes[open] !== OPEN || open === to - 2 || !isLetter(bytes[from])) return false;
    this.#parts.add(TAG_PART, from, open);
    this.#parts.add(NUMBER_PART, open + 1, to - 1);
    return true;
  }

  /** `host name[123]: message` */
  #hostAndTag(from: number, to: number, next: number, end: number): number {
    const bytes = this.#bytes;
    const tagEnd = tokenEnd(bytes, next, end);
    if (tagEnd >= end || bytes[tagEnd - 1] !== COLON || bytes[tagEnd - 2] !== CLOSE) return -1;
    if (!isToken(bytes, from, to)) return -1;
    const count = this.#parts.count;
    this.#parts.add(HOST_PART, from, to);
    if (!this.#tag(next, tagEnd - 1)) {
      this.#parts.count = count;
      return -1;
    }
    this.last = true;
    return skipBlanks(bytes, tagEnd, end);
  }

  /** `[thread]`, `(file:12)`, `<0.1.0>`, `{a=b}`: index after it and what divides it from the next part. */
  #group(at: number, to: number, severe: boolean): number {
    const bytes = this.#bytes;
    const end = bracketEnd(bytes, at, to);
    if (end < 0 || end >= to || end - at < 3) return -1;
    const byte = bytes[at];
    const from = skipBlanks(bytes, at + 1, end - 1);
    let inner = end - 1;
    while (inner > from && isBlank(bytes[inner - 1])) inner--;
    if (from === inner) return -1;
    const after = bytes[end];
    if (
      !isBlank(after) && after !== COLON && after !== OPEN && after !== BAR && after !== DASH &&
      after !== NEWLINE && after !== COMMA
    ) return -1;
    if (byte === LESS) {
      for (let each = from; each < inner; each++) if (!isDigit(bytes[each]) && bytes[each] !== DOT) return -1;
    } else if (byte === BRACE) {
      if (bytes[from] === 0x22 || findByte(bytes, from, inner, EQUALS) < 0) return -1;
    } else if (byte === PAREN) {
      const divided = after === COLON || bytes[end + 1] === DASH || isDigit(bytes[inner - 1]) ||
        (severe && bytes[at - 2] === CLOSE && isName(bytes, from, inner));
      if (!divided || !isToken(bytes, from, tokenEnd(bytes, from, inner))) return -1;
    } else if (
      bytes[from] === 0x22 || bytes[from] === BRACE || bytes[from] === OPEN ||
      hasColonBlank(bytes, from, inner)
    ) {
      return -1;
    }
    this.#parts.add(bracketKind(byte), from, inner);
    let next = end;
    if (after === COLON || after === COMMA) {
      next++;
      this.last = severe && after === COLON && byte !== OPEN;
    }
    return this.separator(skipBlanks(bytes, next, to), to);
  }
}

/** An en dash or em dash standing alone. */
function isLongDash(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 3 < to && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0x93 || bytes[at + 2] === 0x94) &&
    isBlank(bytes[at + 3]);
}

/** `key: value`: what a message says, not its head. */
function hasColonBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === COLON) return true;
  return false;
}

/** A path of names followed by a blank: by its root, by its class at the end, or by the bracket behind it. */
function isPackage(bytes: Uint8Array, from: number, to: number, next: number): boolean {
  if (nameLikeness(bytes, from, to) !== PATH || bytes[to - 1] === DOT) return false;
  let dots = 0;
  let before = from;
  let last = from;
  for (let at = from; at < to; at++) {
    if (bytes[at] === DOT || bytes[at] === COLON) {
      dots++;
      before = last;
      last = at + 1;
    }
  }
  if (next === OPEN || (next === PAREN && isUpper(bytes[last]))) return true;
  if (dots < 2) return isModule(bytes, from, to, last);
  // A class, or a method of one.
  if (isUpper(bytes[last]) || isUpper(bytes[before])) return true;
  return ROOTS.some((root) => isText(bytes, from, to, root));
}

/** `django.request`: two names in lower case, and no file's name or domain. */
function isModule(bytes: Uint8Array, from: number, to: number, last: number): boolean {
  if (last === from || to - last < 4) return false;
  for (let at = from; at < to; at++) {
    if (!isLower(bytes[at]) && bytes[at] !== 0x5f && bytes[at] !== DOT && !(bytes[at] === COLON)) {
      return false;
    }
  }
  const extension = String.fromCharCode(...bytes.subarray(last, to));
  return !ENDINGS.has(extension);
}

/** Last parts of names of files and hosts, of four letters or more; shorter ones are never taken. */
const ENDINGS = new Set([
  "json",
  "yaml",
  "toml",
  "conf",
  "html",
  "local",
  "info",
  "test",
  "example",
  "service",
  "socket",
  "gzip",
  "lock",
  "cloud",
  "tech",
  "internal",
  "timer",
  "mount",
  "slice",
  "scope",
  "target",
  "properties",
]);

const ROOTS = ["com.", "org.", "net.", "io.", "java.", "javax.", "jakarta.", "de.", "dev."];

const COMMON_WORDS = new Set([
  "error",
  "exception",
  "warning",
  "failed",
  "failure",
  "note",
  "usage",
  "reason",
  "caused",
  "http",
  "https",
  "message",
  "status",
  "result",
  "panic",
]);

/** Words that begin messages with a colon behind them. */
function isCommonWord(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from <= 9 && isPlainWord(bytes, from, to) && COMMON_WORDS.has(wordOf(bytes, from, to));
}
function wordOf(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to)).toLowerCase();
}
