import { severityOfWord } from "../../severity_word.ts";
import { isCommonWord } from "../text_names.ts";
import {
  COLON,
  CONTEXT_PART,
  DASH,
  DOT,
  type HeadParts,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PEER_PART,
  PLUS,
  SLASH,
} from "../text_parts.ts";
import {
  bracketEnd,
  findByte,
  isIpAddress,
  isLower,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  lastByte,
  nameLikeness,
  PATH,
  skipBlanks,
  SPACE,
  tokenEnd,
  upperEnd,
} from "../text_tokens.ts";
import { beforeDigits, isDigit } from "../../time/timestamp_parts.ts";

/** Bytes of a severity in its bracket. */
const LONGEST_LABEL = 16;

/** Reads Python's `1234-INFO-message` and `name-INFO-message`; false, with nothing added, if it is something else. */
export function readDashed(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const stop = tokenEnd(bytes, at, Math.min(to, at + 80));
  for (let dash = findByte(bytes, at, stop, DASH); dash > at;) {
    const next = findByte(bytes, dash + 1, stop, DASH);
    if (next < 0) return false;
    const number = isUpperWord(bytes, dash + 1, next) ? severityOfWord(bytes, dash + 1, next) : 0;
    if (number !== 0) {
      const isProcess = isNumber(bytes, at, dash);
      if (!isProcess && !isName(bytes, at, dash)) return false;
      parts.add(isProcess ? NUMBER_PART : NAME_PART, at, dash);
      parts.setSeverity(number, dash + 1, next);
      return parts.beginMessage(skipBlanks(bytes, next + 1, to));
    }
    dash = next;
  }
  return false;
}

/** Reads Flask's `203.0.113.5 requested http://host/path INFO in module: message` behind a time; false if it is none. */
export function readRequested(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const clientTo = tokenEnd(bytes, at, to);
  if (!isText(bytes, clientTo, to, " requested ")) return false;
  const target = clientTo + 11;
  const targetTo = tokenEnd(bytes, target, to);
  const word = targetTo + 1;
  const wordTo = tokenEnd(bytes, word, to);
  const isKnown = isIpAddress(bytes, at, clientTo) || isText(bytes, at, clientTo, "None");
  const number = isKnown && isUpper(bytes[word]) ? severityOfWord(bytes, word, wordTo) : 0;
  if (number === 0 || !isText(bytes, wordTo, to, " in ")) return false;
  const name = wordTo + 4;
  const colon = tokenEnd(bytes, name, to) - 1;
  if (bytes[colon] !== COLON || bytes[colon + 1] !== SPACE) return false;
  parts.add(PEER_PART, at, clientTo);
  parts.add(CONTEXT_PART, target, targetTo);
  parts.setSeverity(number, word, wordTo);
  parts.add(NAME_PART, name, colon);
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}

/** Reads Node's debug in a terminal, `  app:db message +12ms`: a line without time and severity; false if it is none. */
export function readDebug(parts: HeadParts, from: number, at: number, to: number): boolean {
  const { bytes } = parts;
  if (at !== from + 2 || bytes[to - 1] < 0x61) return false;
  const end = tokenEnd(bytes, at, to);
  const elapsed = elapsedStart(bytes, end, to);
  if (elapsed < 0 || bytes[end + 1] <= SPACE || !isName(bytes, at, end)) return false;
  parts.add(NAME_PART, at, end);
  parts.message = end + 1;
  parts.messageEnd = elapsed;
  parts.particular = true;
  return true;
}

/**
 * Reads `azure:storage-blob:info message` of Azure's packages for Node and `prisma:error message`: names in small letters
 * that colons join, of which the last is a severity; false, with nothing added, if it is something else.
 */
export function readNamespaced(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  let end = at;
  let colons = 0;
  let last = at;
  for (; end < to && bytes[end] > SPACE; end++) {
    const byte = bytes[end];
    if (byte === COLON) {
      if (end === last) return false;
      colons++;
      last = end + 1;
    } else if (!isLower(byte) && byte !== DASH && !isDigit(byte)) return false;
  }
  const number = colons > 0 && end < to ? severityOfWord(bytes, last, end) : 0;
  if (number === 0) return false;
  parts.add(NAME_PART, at, last - 1);
  parts.setSeverity(number, last, end);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/**
 * Reads `shop.db ERROR: message` without a time: a dotted name and a severity in capitals, with a colon behind it; false,
 * with nothing added, if it is something else.
 */
export function readNameAndLabel(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const nameTo = tokenEnd(bytes, at, to);
  if (nameTo + 4 > to) return false;
  if (bytes[nameTo - 1] === COLON) return readNameAndLevel(parts, at, nameTo - 1, to);
  if (bytes[nameTo + 1] === OPEN) return readNameAndBracket(parts, at, nameTo, to);
  if (!isUpper(bytes[nameTo + 1])) return false;
  const end = upperEnd(bytes, nameTo + 1, to);
  if (bytes[end] !== COLON || (end + 1 < to && bytes[end + 1] !== SPACE)) return false;
  const isWord = isUpperWord(bytes, at, nameTo);
  if (!isWord && nameLikeness(bytes, at, nameTo) !== PATH) return false;
  const number = severityOfWord(bytes, nameTo + 1, end);
  if (number === 0) return false;
  // Proxmox' `TASK ERROR: message`
  if (isWord) {
    parts.tellSeverity(number, nameTo + 1, end);
    return parts.beginMessage(at);
  }
  parts.add(NAME_PART, at, nameTo);
  parts.setSeverity(number, nameTo + 1, end);
  return parts.beginMessage(skipBlanks(bytes, end + 1, to));
}

/** The same of Monolog's `orders.INFO: message`; `colon` is the one behind the severity. */
function readNameAndLevel(parts: HeadParts, at: number, colon: number, to: number): boolean {
  const { bytes } = parts;
  const dot = lastByte(bytes, at, colon, DOT);
  if (dot === at || !isUpperWord(bytes, dot + 1, colon) || !isName(bytes, at, dot)) return false;
  const number = severityOfWord(bytes, dot + 1, colon);
  if (number === 0) return false;
  parts.add(NAME_PART, at, dot);
  parts.setSeverity(number, dot + 1, colon);
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}

/** The same of `shop [INFO]: message` and `shop [INFO] message`; in small letters with the colon alone. */
export function readNameAndBracket(parts: HeadParts, at: number, nameTo: number, to: number): boolean {
  const { bytes } = parts;
  if (bytes[nameTo + 1] !== OPEN || nameTo + 1 >= to) return false;
  const word = nameTo + 2;
  const close = bracketEnd(bytes, word - 1, to, LONGEST_LABEL);
  if (close < 0 || bytes[nameTo - 1] === COLON || !isName(bytes, at, nameTo)) return false;
  const isLabelled = bytes[close] === COLON && (close + 1 >= to || bytes[close + 1] === SPACE);
  if (!isLabelled && (bytes[close] !== SPACE || !isUpper(bytes[word]) || isCommonWord(bytes, at, nameTo))) {
    return false;
  }
  const number = severityOfWord(bytes, word, close - 1);
  if (number === 0 || severityOfWord(bytes, at, nameTo) !== 0) return false;
  parts.add(NAME_PART, at, nameTo);
  parts.setSeverity(number, word, close - 1);
  return parts.beginMessage(skipBlanks(bytes, isLabelled ? close + 1 : close, to));
}

/** Where the ` +12ms` begins that ends the text [from, to), the time since the last message; -1 if it does not end so. */
export function elapsedStart(bytes: Uint8Array, from: number, to: number): number {
  const plus = elapsedPlus(bytes, from, to);
  return plus - 1 > from && bytes[plus - 1] === SPACE ? plus - 1 : -1;
}

/** Where its sign stands, whatever is before that. */
export function elapsedPlus(bytes: Uint8Array, from: number, to: number): number {
  const unit = bytes[to - 1];
  let at = to - 1;
  if (unit === 0x73 && bytes[at - 1] === 0x6d) at--; // ms
  else if (unit !== 0x73 && unit !== 0x6d && unit !== 0x68 && unit !== 0x64) return -1;
  const plus = beforeDigits(bytes, from, at);
  return plus < at - 1 && bytes[plus] === PLUS ? plus : -1;
}

/** Takes `shop.db:INFO`, a name and the severity before a time; false if it is something else. */
export function takeNameAndSeverity(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  let word = to;
  while (word > from && bytes[word - 1] !== COLON) word--;
  const number = severityOfWord(bytes, word, to);
  if (number === 0 || (word > from && !isName(bytes, from, word - 1))) return false;
  if (word > from) parts.add(NAME_PART, from, word - 1);
  parts.setSeverity(number, word, to);
  return true;
}

/** Where `[net.minecraft.Client/MARKER]: ` or `[net.minecraft.Client]: ` ends, behind the bracket of a thread and a severity as mod loaders write it; -1 if it is something else. */
export function loggerAndMarkerEnd(bytes: Uint8Array, at: number, to: number): number {
  const end = at < to && bytes[at] === OPEN && bytes[at - 1] === SPACE ? bracketEnd(bytes, at, to) : -1;
  if (end < 0 || bytes[end] !== COLON) return -1;
  return findByte(bytes, at, end, SLASH) > 0 || isName(bytes, at + 1, end - 1) ? end + 1 : -1;
}

/** Takes the logger of [from, to), and the marker behind its slash, if one stands there. */
export function takeLoggerAndMarker(parts: HeadParts, from: number, to: number): void {
  const { bytes } = parts;
  const slash = lastByte(bytes, from, to, SLASH);
  // `minecraft/MinecraftServer` has no marker.
  const hasMarker = slash > from && (slash === to - 1 || isUpperWord(bytes, slash + 1, to));
  parts.add(NAME_PART, from, hasMarker ? slash : to);
  if (hasMarker) parts.add(CONTEXT_PART, slash + 1, to);
}
