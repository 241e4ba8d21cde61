import { hashBytes, hashed } from "../../record/hash.ts";
import { CLASS, DIGIT, HEX_LETTER, LETTER, STOP } from "./byte_class.ts";
import { CODE_ROOT, DOMAIN, type WordRoles } from "./word_roles.ts";

const SLASH_BYTE = 0x2f;
const COLON = 0x3a;

/** Whether the word [from, to) holds two of `byte` in a row; where, or `to`. */
export function runOf(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at + 1 < to; at++) {
    const byte = bytes[at];
    if ((byte === 0x2e || byte === 0x23) && bytes[at + 1] === byte) {
      if (at > from && bytes[at - 1] === SLASH_BYTE) continue;
      if (at + 2 < to && bytes[at + 2] === SLASH_BYTE) continue;
      return at;
    }
  }
  return to;
}

/** Whether the word, which holds a slash, names a path. */
export function isPath(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === SLASH_BYTE) return to > from + 1;
  let slashes = 0;
  let backslashes = 0;
  let dots = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === SLASH_BYTE) slashes++;
    else if (byte === 0x5c) backslashes++;
    else if (byte === 0x2e) dots++;
  }
  return slashes > 1 || backslashes > 1 || (slashes > 0 && dots > 1);
}

/** Whether [from, to) is `HTTP/1.1` or the like: it says which protocol, so it is constant text. */
export function isHttpVersion(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from >= 6 && to - from <= 8 && bytes[from] === 0x48 && bytes[from + 1] === 0x54 &&
    bytes[from + 2] === 0x54 && bytes[from + 3] === 0x50 && bytes[from + 4] === SLASH_BYTE;
}

/** Where a path or URL that has begun ends: at a space, quote, bracket or comma, without trailing punctuation. */
export function pathEnd(bytes: Uint8Array, at: number, to: number): number {
  const from = at;
  for (; at < to; at++) {
    const byte = bytes[at];
    const kind = CLASS[byte];
    // Of what splits words only `=`, `:` and `;` belong to a path.
    if ((kind & STOP) !== 0 && byte !== 0x3d && byte !== COLON && byte !== 0x3b) break;
  }
  while (at > from && ENDS_SENTENCE[bytes[at - 1]] === 1) at--;
  return at;
}

const ENDS_SENTENCE = new Uint8Array(256);
for (const byte of "=:;.!?") ENDS_SENTENCE[byte.charCodeAt(0)] = 1;

/** Bytes of hex groups that are read in one go (key fingerprints are the longest), so that no byte is read often in vain. */
const LONGEST_GROUPS = 128;

/**
 * Where hex groups with three or more colons end (MAC and IPv6 addresses), or 0. `at` is the first colon; what
 * is before it was hexadecimal.
 */
export function hexGroupsEnd(bytes: Uint8Array, at: number, to: number): number {
  let colons = 0;
  let digits = 1;
  const most = at + LONGEST_GROUPS;
  for (; at < to; at++) {
    if (at > most && bytes[at] === COLON) break;
    const byte = bytes[at];
    if (byte === COLON) {
      colons++;
      digits = 0;
      continue;
    }
    const kind = CLASS[byte];
    if ((kind & STOP) !== 0) break;
    if ((kind & (DIGIT | HEX_LETTER)) === 0 || ++digits > 4) return 0;
  }
  if (bytes[at - 1] === COLON && bytes[at - 2] !== COLON) {
    at--;
    colons--;
  }
  return colons >= 3 ? at : 0;
}

/** Whether the word has an `@` that is not at either end. */
export function hasInnerAt(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to - 1; at++) if (bytes[at] === 0x40) return true;
  return false;
}

/** Whether the word has a dot with letters on both sides. */
export function hasInnerDot(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to - 1; at++) {
    if (bytes[at] === 0x2e && isLetter(bytes[at - 1]) && isLetter(bytes[at + 1])) return true;
  }
  return false;
}

function isLetter(byte: number): boolean {
  return (CLASS[byte] & (LETTER | HEX_LETTER)) !== 0;
}

const SHORTEST_HOST = 5;

/** Whether the dotted word names a host: a port follows, or its last part is a top-level domain. */
export function isHostName(
  roles: WordRoles,
  bytes: Uint8Array,
  view: DataView,
  from: number,
  to: number,
  limit: number,
): boolean {
  if (to + 1 < limit && bytes[to] === COLON && (CLASS[bytes[to + 1]] & (DIGIT | STOP)) === DIGIT) return true;
  // `o.id` of SQL
  if (to - from < SHORTEST_HOST) return false;
  let dot = to - 1;
  while (dot > from && bytes[dot] !== 0x2e) dot--;
  if (dot === from || to - dot > 12 || to - dot < 3) return false;
  if ((roles.of(hashBytes(view, dot + 1, to), hashed[1]) & DOMAIN) === 0) return false;
  let first = from;
  while (bytes[first] !== 0x2e) first++;
  return (roles.of(hashBytes(view, from, first), hashed[1]) & CODE_ROOT) === 0;
}
