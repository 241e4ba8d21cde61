/** Room that `unescapeBytes` needs for a range: escapes only get shorter, and so does the rest. */
function unescapedRoom(from: number, to: number): number {
  return to - from + 4;
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** The byte that a one-letter escape stands for; others stand for themselves. */
const SHORT = new Uint8Array(256).map((_zero, byte) => byte);
for (const [letter, meant] of ["b\b", "f\f", "n\n", "r\r", "t\t"]) {
  SHORT[letter.charCodeAt(0)] = meant.charCodeAt(0);
}

/**
 * Writes the bytes behind the inside of a JSON string (RFC 8259, section 7) to the start of `into` as UTF-8 and
 * returns how many. Lenient: what is no valid escape stays as it stands, a lone surrogate becomes U+FFFD.
 */
function unescapeBytes(bytes: Uint8Array, from: number, to: number, into: Uint8Array): number {
  let end = 0;
  for (let at = from; at < to;) {
    const byte = bytes[at];
    if (byte !== BACKSLASH || at + 1 >= to) {
      into[end++] = byte;
      at++;
      continue;
    }
    const letter = bytes[at + 1];
    if (letter !== LETTER_U) {
      if (SHORT[letter] === letter && letter !== 0x22 && letter !== BACKSLASH && letter !== 0x2f) {
        into[end++] = BACKSLASH;
      }
      into[end++] = SHORT[letter];
      at += 2;
      continue;
    }
    let code = hex4(bytes, at + 2, to);
    if (code < 0) {
      into[end++] = BACKSLASH;
      into[end++] = letter;
      at += 2;
      continue;
    }
    at += 6;
    if (code >= 0xd800 && code < 0xdc00 && bytes[at] === BACKSLASH && bytes[at + 1] === LETTER_U) {
      const low = hex4(bytes, at + 2, to);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        at += 6;
      }
    }
    end = writeUtf8(code >= 0xd800 && code < 0xe000 ? 0xfffd : code, into, end);
  }
  return end;
}

/** Writes a code point as UTF-8 at `at`; returns the place behind it. */
export function writeUtf8(code: number, into: Uint8Array, at: number): number {
  if (code < 0x80) {
    into[at++] = code;
  } else if (code < 0x800) {
    into[at++] = 0xc0 | (code >> 6);
    into[at++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    into[at++] = 0xe0 | (code >> 12);
    into[at++] = 0x80 | ((code >> 6) & 0x3f);
    into[at++] = 0x80 | (code & 0x3f);
  } else {
    into[at++] = 0xf0 | (code >> 18);
    into[at++] = 0x80 | ((code >> 12) & 0x3f);
    into[at++] = 0x80 | ((code >> 6) & 0x3f);
    into[at++] = 0x80 | (code & 0x3f);
  }
  return at;
}

function hex4(bytes: Uint8Array, from: number, to: number): number {
  if (from + 4 > to) return -1;
  let code = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = bytes[at];
    const letter = byte | 0x20;
    if (byte >= 0x30 && byte <= 0x39) code = (code << 4) | (byte - 0x30);
    else if (letter >= 0x61 && letter <= 0x66) code = (code << 4) | (letter - 0x57);
    else return -1;
  }
  return code;
}

/** A buffer that grows for unescaped text, with the slack that hashing needs. */
export class Scratch {
  bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);

  /** Unescapes a range to the start of `bytes`; returns its length there. */
  unescape(bytes: Uint8Array, from: number, to: number): number {
    const room = unescapedRoom(from, to) + SLACK;
    if (room > this.bytes.length) {
      this.bytes = new Uint8Array(room * 2);
      this.view = new DataView(this.bytes.buffer);
    }
    return unescapeBytes(bytes, from, to, this.bytes);
  }
}

const SLACK = 16;
