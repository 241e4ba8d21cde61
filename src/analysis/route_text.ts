import { CLASS, DIGIT, HEX_LETTER } from "./patterns/byte_class.ts";

const SLASH = 0x2f;
const COLON = 0x3a;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const DOT = 0x2e;
const HYPHEN = 0x2d;
const ASTERISK = 0x2a;
/** Bytes within which the two slashes behind a scheme stand. */
const SCHEME = 12;
/** Bytes of an id in hexadecimal digits, and of another one with so many digits among its letters. */
const HEX_ID = 8;
const LONG_ID = 12;
const DIGITS_OF_ID = 3;
/** What reads a hash's bytes may read so far past their end. */
const SLACK = 16;

/**
 * What requests of one route have in common: a path, or an address, without its query and with a `*` for each part that is an id.
 * The text is [0, length) of `bytes`.
 */
export class RouteText {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  length = 0;

  /** `longest`: bytes of a text that may be read. */
  constructor(longest: number) {
    this.bytes = new Uint8Array(longest + SLACK);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Reads the route of [from, to), of which no more than the longest is looked at. */
  read(bytes: Uint8Array, from: number, to: number): void {
    const into = this.bytes;
    const last = Math.min(to, from + into.length - SLACK);
    let at = behindAuthority(bytes, from, last);
    let length = 0;
    for (let i = from; i < at; i++) into[length++] = bytes[i];
    while (at < last && bytes[at] === SLASH) {
      into[length++] = SLASH;
      const start = ++at;
      while (at < last && bytes[at] !== SLASH && bytes[at] !== QUESTION_MARK && bytes[at] !== HASH) at++;
      if (isId(bytes, start, at)) into[length++] = ASTERISK;
      else for (let i = start; i < at; i++) into[length++] = bytes[i];
    }
    this.length = length;
  }
}

/** Whether [from, to) is a path or an address, whose route is what requests have in common. */
export function isRoute(bytes: Uint8Array, from: number, to: number): boolean {
  return from < to && (bytes[from] === SLASH || schemeEnd(bytes, from, to) > from);
}

/** Index behind `https://`; `from` if there is no scheme. */
function schemeEnd(bytes: Uint8Array, from: number, to: number): number {
  const last = Math.min(to, from + SCHEME) - 2;
  for (let at = from + 1; at < last; at++) {
    if (bytes[at] === COLON) return bytes[at + 1] === SLASH && bytes[at + 2] === SLASH ? at + 3 : from;
  }
  return from;
}

function behindAuthority(bytes: Uint8Array, from: number, to: number): number {
  let at = schemeEnd(bytes, from, to);
  if (at > from) { while (at < to && bytes[at] !== SLASH && bytes[at] !== QUESTION_MARK) at++; }
  return at;
}

/** Whether a part of a path tells one thing from others of its kind: a number, a UUID, a key. */
function isId(bytes: Uint8Array, from: number, to: number): boolean {
  let [digits, hex, hyphens] = [0, 0, 0];
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    // A file's name.
    if (byte === DOT) return false;
    if ((CLASS[byte] & DIGIT) !== 0) digits++;
    else if ((CLASS[byte] & HEX_LETTER) !== 0) hex++;
    else if (byte === HYPHEN) hyphens++;
  }
  const length = to - from;
  if (digits === 0) return false;
  if (digits === length) return true;
  if (digits + hex + hyphens === length) return length >= HEX_ID;
  return length >= LONG_ID && digits >= DIGITS_OF_ID && hyphens === 0;
}
