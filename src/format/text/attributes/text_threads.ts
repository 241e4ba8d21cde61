import { beforeDigits, digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";
import { isThread } from "../head/text_dividers.ts";
import { COLON, DASH, GREATER, LESS, SLASH, UNDERSCORE } from "../text_parts.ts";
import { findByte, isNumber, isText } from "../text_tokens.ts";

/** Words in the names of threads and of what numbers them: `http-nio-8080-exec-7`, `nioEventLoopGroup-2-1`. */
const KINDS =
  /thread|worker|exec|loop|pool|task|schedul|dispatch|epoll|nio|^qtp|fork|async|boss|timer|virtual|actor|container|listener|lifecycle|supervisor|grizzly|jetty|monitor|stage|process|sender|receiver/i;
const LONGEST = 80;
/** Digits of chi's counts. */
const ROUTED_DIGITS = 6;

const decoder = new TextDecoder();

/** Whether a name is a thread's: it says so, or is numbered and names what threads run. Reads text: for heads that are learnt. */
export function isThreadName(bytes: Uint8Array, from: number, to: number): boolean {
  if (isMain(bytes, from, to)) return true;
  // Python's
  if (to - from === 11 && isText(bytes, from, to, "MainProcess")) return true;
  if (to - from > LONGEST) return false;
  const isNumbered = isDigit(bytes[to - 1]);
  // `QueueWorker` is a class, `worker-3` a thread.
  if (!isNumbered && !isThread(bytes, from, to)) return false;
  const name = decoder.decode(bytes.subarray(from, to));
  return isNumbered ? /[-#_]\d+$/.test(name) && KINDS.test(name) : /^[^.]*thread$/i.test(name);
}

/** `CLI command executor`: whether a name tells of what runs threads. Reads text: for heads that are learnt. */
export function runsThreads(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from <= LONGEST && KINDS.test(decoder.decode(bytes.subarray(from, to)));
}

/** A program's first thread; or a logger, where the others are called `db` and `http`. */
export function isMain(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 4 && isText(bytes, from, to, "main");
}

/** `module:function:12` of loguru */
export function isCallPlace(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = beforeDigits(bytes, from, to);
  if (colon === to - 1 || colon <= from || bytes[colon] !== COLON || isDigit(bytes[from])) return false;
  const middle = findByte(bytes, from, colon, COLON);
  return middle > from && middle < colon - 1 && findByte(bytes, middle + 1, colon, COLON) < 0;
}

/** `connect`, or Python's `<module>`, and no `user@host-1` before a port. */
export function isIdentifier(bytes: Uint8Array, from: number, to: number): boolean {
  const isSpecial = bytes[from] === LESS && bytes[to - 1] === GREATER;
  for (let at = isSpecial ? from + 1 : from; at < (isSpecial ? to - 1 : to); at++) {
    if (!isLetter(bytes[at]) && !isDigit(bytes[at]) && bytes[at] !== UNDERSCORE) return false;
  }
  return from < to && !isDigit(bytes[from]);
}

/** `0.012s`, `12ms`, `1200ns`: a span of time, which is nobody's name. */
export function isSpan(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[to - 1] !== 0x73) return false;
  let end = to - 1;
  if (bytes[end - 1] === 0x6d || bytes[end - 1] === 0x6e) end--;
  let at = digitsEnd(bytes, from, end);
  if (bytes[at] === 0x2e) at = digitsEnd(bytes, at + 1, end);
  return at === end && at > from;
}

/** chi's `host/XQ4Jt0nPvz-000001`, which counts a process' requests. */
export function isRoutedId(bytes: Uint8Array, from: number, to: number): boolean {
  const count = to - ROUTED_DIGITS;
  return count > from && bytes[count - 1] === DASH && isNumber(bytes, count, to) &&
    findByte(bytes, from, count, SLASH) > from;
}
