import { isText } from "./text/text_tokens.ts";

const LETTER_C = 0x63, LETTER_H = 0x68;
/** PHP-FPM's child whose output it passes on. */
export const CHILD = "child ";

/** Whether a message begins as PHP-FPM writes of what its children say. */
export function isSaid(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === LETTER_C && bytes[from + 1] === LETTER_H && isText(bytes, from, to, CHILD);
}
