/**
 * Which code points are letters and what they are in lower case, without a string a letter: a table of 256 code
 * points is made when the first of them is met.
 */
const pages: (Int32Array | undefined)[] = new Array(0x1100).fill(undefined);

/**
 * The lower-case form of a letter; the negated code point of a mark, which goes on a word that has begun
 * (accents, vowel signs); 0 for anything else.
 */
export function foldedLetter(code: number): number {
  const page = pages[code >> 8] ?? (pages[code >> 8] = makePage(code >> 8));
  return page[code & 0xff];
}

function makePage(number: number): Int32Array {
  const page = new Int32Array(256);
  for (let low = 0; low < 256; low++) {
    const code = (number << 8) | low;
    const text = String.fromCodePoint(code);
    if (/\p{L}/u.test(text)) page[low] = text.toLowerCase().codePointAt(0)!;
    else if (/\p{M}/u.test(text)) page[low] = -code;
  }
  return page;
}

/** Where `decodeUtf8` leaves the number of bytes it read. */
export let decodedLength = 0;

/**
 * The code point at `at`, before `to`; -1 (and a length of 1) for what is not UTF-8. The length is in
 * `decodedLength`. Overlong forms are not told apart: whatever is decoded is written anew.
 */
export function decodeUtf8(bytes: Uint8Array, at: number, to: number): number {
  const first = bytes[at];
  decodedLength = 1;
  if (first < 0x80) return first;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > to) return -1;
  let code = first & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i];
    if ((next & 0xc0) !== 0x80) return -1;
    code = (code << 6) | (next & 0x3f);
  }
  if (code > 0x10ffff) return -1;
  decodedLength = length;
  return code;
}
