import type { Batch } from "../../record/batch.ts";

/**
 * Undoes the escapes of a JSON string's inside into the side area: the text is [result, batch.side). It is
 * never longer than what it was made of. What is no valid escape stays as it stands; half a surrogate pair
 * becomes U+FFFD.
 */
export function unescapeToSide(batch: Batch, from: number, to: number): number {
  const start = batch.copyToSide(from, to);
  batch.side = unescapeInto(batch.bytes, start, batch.bytes, from, to);
  return start;
}

/** Writes the unescaped [from, to) of `bytes` into `target` from `at` on; returns the index after it. */
export function unescapeInto(
  target: Uint8Array,
  at: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  while (from < to) {
    const byte = bytes[from];
    if (byte !== 0x5c || from + 1 >= to) {
      target[at++] = byte;
      from++;
      continue;
    }
    const escape = bytes[from + 1];
    if (escape === 0x75) {
      let code = hexOf(bytes, from + 2, to);
      if (code >= 0) {
        from += 6;
        if (code >= 0xd800 && code < 0xe000) {
          const low = code < 0xdc00 && bytes[from] === 0x5c && bytes[from + 1] === 0x75
            ? hexOf(bytes, from + 2, to)
            : -1;
          if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            from += 6;
          } else code = 0xfffd;
        }
        at = putCode(target, at, code);
        continue;
      }
    }
    const plain = SHORT[escape];
    target[at++] = plain === 0 ? 0x5c : plain;
    from += plain === 0 ? 1 : 2;
  }
  return at;
}

/** What a one-letter escape stands for, by its letter; 0 if it is none. */
const SHORT = new Uint8Array(256);
for (const [letter, text] of Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" })) {
  SHORT[letter.charCodeAt(0)] = text.charCodeAt(0);
}
for (const same of '"\\/') SHORT[same.charCodeAt(0)] = same.charCodeAt(0);

/** The number of four hexadecimal digits, -1 if they are not there. */
function hexOf(bytes: Uint8Array, at: number, to: number): number {
  if (at + 4 > to) return -1;
  let code = 0;
  for (const end = at + 4; at < end; at++) {
    const byte = bytes[at];
    const letter = byte | 0x20;
    if (byte >= 48 && byte <= 57) code = (code << 4) | (byte - 48);
    else if (letter >= 97 && letter <= 102) code = (code << 4) | (letter - 87);
    else return -1;
  }
  return code;
}

function putCode(target: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    target[at++] = code;
    return at;
  }
  if (code < 0x800) target[at++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) target[at++] = 0xe0 | (code >> 12);
    else {
      target[at++] = 0xf0 | (code >> 18);
      target[at++] = 0x80 | ((code >> 12) & 63);
    }
    target[at++] = 0x80 | ((code >> 6) & 63);
  }
  target[at++] = 0x80 | (code & 63);
  return at;
}
