/** What a byte is to the reader of tokens: bits, so that a word's bytes can be ORed together. */
export const DIGIT = 1;
export const HEX_LETTER = 2;
/** Other letters, and all bytes of characters beyond ASCII. */
export const LETTER = 4;
/** `/` and `\`. */
export const SLASH = 8;
export const DOT = 16;
/** `@` and `#`. */
export const SIGN = 32;
/** Any other byte inside words. */
export const OTHER = 64;
/** Ends a word; with `BLANK` it is white space, with `LINE_END` a line break, alone a punctuation token. */
export const STOP = 128;
export const BLANK = STOP | 1;
export const LINE_END = STOP | 3;

export const CLASS = new Uint8Array(256).fill(OTHER);

for (let byte = 0; byte <= 0x20; byte++) CLASS[byte] = BLANK;
CLASS[0x0a] = LINE_END;
CLASS[0x0d] = LINE_END;
for (let byte = 0x80; byte <= 0xff; byte++) CLASS[byte] = LETTER;
for (const letter of "abcdefghijklmnopqrstuvwxyz") {
  CLASS[letter.charCodeAt(0)] = CLASS[letter.toUpperCase().charCodeAt(0)] = letter <= "f"
    ? HEX_LETTER
    : LETTER;
}
for (const digit of "0123456789") CLASS[digit.charCodeAt(0)] = DIGIT;
for (const split of "=:,;()[]{}<>\"'|`") CLASS[split.charCodeAt(0)] = STOP;
CLASS[0x2f] = CLASS[0x5c] = SLASH;
CLASS[0x2e] = DOT;
CLASS[0x40] = CLASS[0x23] = SIGN;
