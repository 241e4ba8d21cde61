import { isMap } from "../attributes/text_composites.ts";
import { placeBeforeCall } from "../attributes/bracket_places.ts";
import { isTag } from "./head_looks.ts";
import * as headPlaces from "./head_places.ts";
import type { HeadParts } from "../text_parts.ts";
import {
  ADDRESS_PART,
  BRACE_PART,
  BRACKET_PART,
  CLOSE_PAREN,
  COLON,
  CONTEXT_PART,
  DOT,
  EQUALS,
  FILE_PART,
  FUNCTION_PART,
  HOST_PART,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  PAREN_PART,
  PEER_PART,
  SOURCE_PART,
  TAG_PART,
  THREAD_PART,
  TOKEN_PART,
} from "../text_parts.ts";
import { namesLine } from "../head/text_dividers.ts";
import { takeSourceAndFunction } from "../loggers/text_loggers.ts";
import { arePairs } from "../message/text_pairs.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import {
  COMPOUND,
  findByte,
  isAddress,
  isFileName,
  isIpAddress,
  isName,
  isNumber,
  isText,
  lastByte,
  nameLikeness,
  skipBlanks,
  sourceColon,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BRACKETED, COMPOSED, ENCLOSED, IN_PARENTHESES, NUMERIC, PAIRED, PLACE, SIGNS } = headPlaces;

/**
 * Adds [from, to), of which only the count of a source's lines tells that it is a part of the head, as what it looks like;
 * as a thread or a logger where those of other lines are.
 */
export function takeCounted(
  head: HeadParts,
  form: number,
  from: number,
  to: number,
  isInThreads: boolean,
  isInLoggers: boolean,
): void {
  const { bytes } = head;
  from = skipBlanks(bytes, from, to);
  // Spring Boot's bracket of a trace's ids is padded with blanks where there is no trace.
  if (form === SIGNS || from === to) return;
  to = trimmed(bytes, from, to);
  if (form === COMPOSED && takeCall(head, from, to)) return;
  if (form === ENCLOSED && takeSourceAndFunction(head, from, to)) return;
  // `[main.py:20 - main()]`
  if (form === BRACKETED && placeBeforeCall(bytes, from, to) > 0) return head.add(BRACKET_PART, from, to);
  if (form === COMPOSED && isTag(bytes, from, to)) {
    let open = to - 2;
    while (bytes[open] !== OPEN && bytes[open] !== PAREN) open--;
    // `host sshd[42]`
    const last = head.count - 1;
    if (head.kind[last] === NAME_PART && head.to[last] === from - 1 && head.from[last] > head.severityTo) {
      head.kind[last] = HOST_PART;
    }
    head.add(TAG_PART, from, trimmed(bytes, from, open));
    head.add(NUMBER_PART, open + 1, to - 1);
    return;
  }
  if (isMap(bytes, from, to)) return head.add(BRACE_PART, from + 1, to - 1);
  // `(app.py:12 run)`
  const placeTo = form === IN_PARENTHESES ? tokenEnd(bytes, from, to) : to;
  if (placeTo < to && sourceColon(bytes, from, placeTo) >= 0) return head.add(PAREN_PART, from, to);
  const isSource = form === PLACE || (form === ENCLOSED && sourceColon(bytes, from, to) >= 0);
  const isEnclosed = form === ENCLOSED || form === BRACKETED;
  const isPairs = form === PAIRED || (isEnclosed && arePairs(bytes, from, to));
  // Behind a thread that stood before the severity another such name is the logger's.
  const isThreads = !isInLoggers && !hasThreadBefore(head) &&
    (isInThreads || isThreadName(bytes, from, to) || endsWithThread(bytes, from, to));
  // Hazelcast's `[127.0.0.1]:5701`
  const isPort = form === NUMERIC && isText(bytes, from - 2, to, "]:");
  const kind = isSource
    ? SOURCE_PART
    : isPort
    ? CONTEXT_PART
    : form === NUMERIC
    ? NUMBER_PART
    : isPairs
    ? BRACE_PART
    : isThreads
    ? THREAD_PART
    : form === COMPOSED && isIpAddress(bytes, from, to)
    ? PEER_PART
    : isAddress(bytes, from, to)
    ? ADDRESS_PART
    : isNamed(head) && !namesLine(bytes, from, to)
    ? CONTEXT_PART
    : NAME_PART;
  // Effect's `checkout=1ms: message`
  head.add(kind, from, form === PAIRED && bytes[to - 1] === COLON ? to - 1 : to);
}

/** `shop.db:connect(34)`, `(app.py).run(12)`: a name, a function and a line; false if it is something else. */
function takeCall(head: HeadParts, from: number, to: number): boolean {
  const { bytes } = head;
  if (bytes[to - 1] !== CLOSE_PAREN) return false;
  const open = lastByte(bytes, from, to - 1, PAREN);
  const hasLine = isNumber(bytes, open + 1, to - 1);
  if (open === from || (!hasLine && open < to - 2)) return false;
  // Apache's `mod_rewrite.c(483):`
  if (hasLine && isFileName(bytes, from, open)) {
    head.add(FILE_PART, from, open);
    head.add(LINE_PART, open + 1, to - 1);
    return true;
  }
  let dot = open - 1;
  while (dot > from && bytes[dot] !== DOT && bytes[dot] !== COLON) dot--;
  if (dot === from || !isName(bytes, dot + 1, open)) return false;
  const isFramed = bytes[from] === PAREN && bytes[dot - 1] === CLOSE_PAREN;
  const name = isFramed ? from + 1 : from;
  const nameTo = isFramed ? dot - 1 : dot;
  if (!isName(bytes, name, nameTo)) return false;
  head.add(isFramed ? FILE_PART : isNamed(head) ? CONTEXT_PART : NAME_PART, name, nameTo);
  head.add(FUNCTION_PART, dot + 1, open);
  if (hasLine) head.add(LINE_PART, open + 1, to - 1);
  return true;
}

/** The logger's name was found already, perhaps in a bracket behind the severity; a thread's is none. */
function isNamed(head: HeadParts): boolean {
  const { bytes, count, from, kind, severityTo, to } = head;
  for (let part = 0; part < count; part++) {
    if (kind[part] === NAME_PART) return true;
    const isToken = kind[part] === TOKEN_PART && !isThreadName(bytes, from[part], to[part]);
    // `tid=12` names nobody.
    if (isToken && findByte(bytes, from[part], to[part], EQUALS) < 0) return true;
    if (kind[part] !== BRACKET_PART || from[part] < severityTo) continue;
    if (nameLikeness(bytes, from[part], to[part]) >= COMPOUND) {
      return !isThreadName(bytes, from[part], to[part]);
    }
  }
  return false;
}

function endsWithThread(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > 6 && isText(bytes, to - 6, to, "Thread");
}

/** Whether a thread's name stands between the time and the severity. */
export function hasThreadBefore({ bytes, count, kind, from, to, severityFrom }: HeadParts): boolean {
  for (let part = 0; part < count && from[part] < severityFrom; part++) {
    if (kind[part] === THREAD_PART) return true;
    const mayBe = kind[part] === TOKEN_PART || kind[part] === BRACKET_PART;
    if (mayBe && isThreadName(bytes, from[part], to[part])) return true;
  }
  return false;
}
