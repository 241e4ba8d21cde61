import { afterEscapes } from "../escape_sequences.ts";
import { elapsedPlus } from "../text/loggers/text_joined.ts";
import { findByte, isName, skipBlanks, SPACE } from "../text/text_tokens.ts";

const ESCAPE = 0x1b, COLON = 0x3a;
/** Blanks before the name. */
const INDENT = 2;
/** Bytes of a colour, `\x1b[38;5;62;1m`. */
const LONGEST_COLOUR = 16;

/**
 * Whether the line that begins at `from`, and behind its blanks and colours at `at`, is one of Node's debug in a terminal,
 * `  shop:db message +12ms`: it indents all of them. Without colours a colon in the name tells it from what a message goes on with.
 */
export function isDebugLine(bytes: Uint8Array, from: number, at: number, to: number): boolean {
  const start = skipBlanks(bytes, from, to);
  if (start !== from + INDENT) return false;
  let end = at;
  while (end < to && bytes[end] > SPACE) end++;
  if (bytes[end] !== SPACE || !isName(bytes, at, end)) return false;
  if (at === start && findByte(bytes, at, end, COLON) < 0) return false;
  const plus = elapsedPlus(bytes, end, beforeColour(bytes, end, to));
  return plus > 0 && bytes[beforeColour(bytes, end, plus) - 1] === SPACE;
}

/** Where the colour begins that ends [from, to); `to` if none does. */
function beforeColour(bytes: Uint8Array, from: number, to: number): number {
  const least = Math.max(from, to - LONGEST_COLOUR);
  let escape = to - 1;
  while (escape > least && bytes[escape] !== ESCAPE) escape--;
  return bytes[escape] === ESCAPE && afterEscapes(bytes, escape, to) === to ? escape : to;
}
