import { COLON, DOT, OPEN, PAREN } from "./text_parts.ts";
import { isLower, isPlainWord, isText, isUpper, nameLikeness, PATH, SPACE } from "./text_tokens.ts";

/** `key: value`: what a message says, not its head. */
export function hasColonBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === COLON) return true;
  return false;
}

/** A path of names followed by a blank: by its root, by its class at the end, or by the bracket behind it. */
export function isPackage(bytes: Uint8Array, from: number, to: number, next: number): boolean {
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
const ENDINGS = new Set(
  ("json yaml toml conf html local info test example service socket gzip lock cloud tech internal timer mount slice scope target properties")
    .split(" "),
);

const ROOTS = ["com.", "org.", "net.", "io.", "java.", "javax.", "jakarta.", "de.", "dev."];

const COMMON_WORDS = new Set(
  ("error exception warning failed failure note usage reason caused http https message status result panic")
    .split(" "),
);

/** Words that begin messages with a colon behind them. */
export function isCommonWord(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from <= 9 && isPlainWord(bytes, from, to) && COMMON_WORDS.has(wordOf(bytes, from, to));
}
function wordOf(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to)).toLowerCase();
}
