import { isBlank, isLower, isText, isUpper } from "../text/text_tokens.ts";
import { digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";

const SPACE = 0x20, HASH = 0x23, DOLLAR = 0x24, QUOTE = 0x27, PAREN = 0x28, CLOSE_PAREN = 0x29;
const DASH = 0x2d,
  DOT = 0x2e,
  SLASH = 0x2f,
  COLON = 0x3a,
  AT = 0x40,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  UNDERSCORE = 0x5f;

// What lines of stack traces look like, language by language.

/** `com.example.SomeException: message`, `TypeError: message`, `Error: message`, `System.IO.IOException`. */
export function isExceptionHeading(bytes: Uint8Array, from: number, to: number): boolean {
  let end = from;
  let dots = 0;
  while (end < to && isOfName(bytes[end])) {
    if (bytes[end] === DOT && end > from) dots++;
    end++;
  }
  // .NET, of errors with a number: `System.IO.IOException (0x80070070): message`
  const isNumbered = bytes[end] === SPACE && end > from && isText(bytes, end + 1, to, "(0x");
  // Ruby: "Error (message)"
  if (!isNumbered && end < to && bytes[end] !== COLON && bytes[end] !== PAREN) return false;
  if (end < to && bytes[end] === COLON && end + 1 < to && !isBlank(bytes[end + 1])) return false;
  if (bytes[end - 1] === COLON) end--;
  const named = endsWith(bytes, from, end, "Exception") || endsWith(bytes, from, end, "Error") ||
    endsWith(bytes, from, end, "Throwable") || (dots > 1 && endsWith(bytes, from, end, "Failure"));
  if (!named) return false;
  // "Error" alone needs its colon; a dotted or compound name does not.
  return end < to || dots > 0;
}

/** `shop.orders.OrderFailed: message`, `shop.Pool$Exhausted`: a class in a package, whatever it is called. */
export function isNamedThrowable(bytes: Uint8Array, from: number, to: number): boolean {
  let segment = from;
  let at = from;
  for (; at < to && isOfName(bytes[at]); at++) {
    if (bytes[at] !== DOT) continue;
    if (!isLower(bytes[segment])) return false;
    segment = at + 1;
  }
  if (segment === from || at - segment < 2 || !isUpper(bytes[segment])) return false;
  return at === to || (bytes[at] === COLON && (at + 1 === to || isBlank(bytes[at + 1])));
}

/** `Error: message`, `TypeError: message`, as Node prints what was thrown. */
export function isErrorOfNode(bytes: Uint8Array, from: number, to: number): boolean {
  let end = from;
  while (end < to && isLetter(bytes[end])) end++;
  return end < to && bytes[end] === COLON && isUpper(bytes[from]) &&
    endsWith(bytes, from, end, "Error");
}

export function isGoStart(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from];
  if (first === 0x67) return isText(bytes, from, to, "goroutine ") && bytes[to - 1] === COLON;
  if (first === 0x70) return isText(bytes, from, to, "panic: ");
  return first === OPEN && isText(bytes, from, to, "[signal ");
}

/** `main.main`, `net/http.(*conn).serve`: a line of its own above `\t/path/file.go:12`. */
export function isGoFunction(bytes: Uint8Array, from: number, to: number): boolean {
  let dot = -1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === DOT || byte === SLASH) dot = byte === DOT ? at : -1;
    else if (!isOfName(byte) && !isGoSign(byte)) return false;
    if (dot === at && at === from) return false;
  }
  return dot > 0 && dot < to - 1 && isLetter(bytes[from]);
}

/** A function of a goroutine dump: `main.main()`, `created by …`, `runtime.gopanic(…)`. */
export function isGoLine(bytes: Uint8Array, from: number, to: number): boolean {
  if (
    isText(bytes, from, to, "created by ") || isText(bytes, from, to, "goroutine ") ||
    isText(bytes, from, to, "panic(")
  ) return true;
  let at = from;
  while (at < to && bytes[at] > SPACE && bytes[at] !== PAREN) at++;
  return at < to && bytes[at] === PAREN && bytes[to - 1] === CLOSE_PAREN &&
    bytes.subarray(from, at).includes(DOT);
}

export function isRustPanic(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isText(bytes, from, to, "thread '")) return false;
  for (let at = from + 8; at + 13 < to && at < from + 80; at++) {
    if (bytes[at] === QUOTE) return isText(bytes, at, to, "' panicked at ") || bytes[at + 2] === PAREN;
  }
  return false;
}

/** `   0: core::panicking::panic_fmt`, however far the records themselves are indented. */
export function isRustFrame(bytes: Uint8Array, at: number, to: number): boolean {
  return isDigit(bytes[at]) && isText(bytes, digitsEnd(bytes, at, to), to, ": ");
}

/**
 * `#0 /path/file.php(12): function()`, `#1 {main}`, `#2 App\\Shop->run()`, gdb's `#0  0x00007f… in main () at a.c:3`; not the
 * steps of a build, `#7 DONE 0.1s`.
 */
export function isNumberedFrame(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== HASH || from + 3 >= to || !isDigit(bytes[from + 1])) return false;
  let at = digitsEnd(bytes, from + 1, to);
  if (at + 1 >= to || bytes[at] !== SPACE) return false;
  at++;
  const first = bytes[at];
  if (first === SPACE || first === SLASH || first === 0x7b || first === PAREN) return true;
  if (first === OPEN) return isText(bytes, at, to, "[internal function]");
  if (isText(bytes, at, to, "0x") || isText(bytes, at + 1, to, ":\\")) return true;
  // A name with a call of it, in this token or the next.
  while (at < to && bytes[at] > SPACE && bytes[at] !== PAREN) at++;
  return at < to && (bytes[at] === PAREN || bytes[at + 1] === PAREN) && !isDigit(first);
}

/** From `at` on, behind the blanks that begin at `blanks`: `    at f (file.js:1:2)`, `\tat com.example.App.run(…)`, `  File "…"`, `Traceback (most recent call last):`. */
export function isFrame(bytes: Uint8Array, at: number, to: number, blanks: number): boolean {
  const first = bytes[at];
  if (first === 0x54) return isText(bytes, at, to, "Traceback (most recent call last)");
  const isIndented = at - blanks > 2 || bytes[at - 1] === 0x09;
  if (first === 0x61) return isIndented && isText(bytes, at, to, "at ");
  return first === 0x46 && isIndented && isText(bytes, at, to, 'File "');
}

/** `12 | let x = 1;`, `12 |`: a line of source code with its number, as rustc shows it. */
export function isNumberedLine(bytes: Uint8Array, from: number, to: number): boolean {
  const at = digitsEnd(bytes, from, to);
  return at > from && at + 1 < to && bytes[at] === SPACE && bytes[at + 1] === 0x7c &&
    (at + 2 === to || bytes[at + 2] === SPACE);
}

/** `from file.rb:12:in 'method'`, `file.rb:12:in 'method'` */
export function isRubyFrame(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to - 4, from + 300);
  for (let at = from + 4; at < end; at++) {
    if (
      bytes[at] === COLON && isText(bytes, at, to, ":in ") &&
      (bytes[at + 4] === 0x60 || bytes[at + 4] === QUOTE)
    ) {
      return isDigit(bytes[at - 1]);
    }
  }
  return false;
}

/** What the name of a class or a function in a package holds. */
function isOfName(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === DOT || byte === UNDERSCORE || byte === DOLLAR ||
    byte === SLASH ||
    byte === AT;
}

/** What a function's name holds besides letters, digits and dots: `(*T)`, `[...]`, `-`, `~`, `%`. */
function isGoSign(byte: number): boolean {
  return byte === PAREN || byte === CLOSE_PAREN || byte === 0x2a || byte === OPEN || byte === CLOSE ||
    byte === DASH ||
    byte === 0x7e || byte === 0x25;
}

function endsWith(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  return to - from >= text.length && isText(bytes, to - text.length, to, text);
}

/** OCaml's `Raised at Shop.pay in file "shop.ml", line 7, characters 2-20`, `Called from …`, `Re-raised at …`. */
export function isOcamlFrame(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from];
  if (first !== 0x43 && first !== 0x52) return false;
  const isOne = isText(bytes, from, to, "Called from ") || isText(bytes, from, to, "Raised ") ||
    isText(bytes, from, to, "Re-raised ");
  if (!isOne) return false;
  let at = to;
  while (at > from && bytes[at - 1] > SPACE) at--;
  return isText(bytes, at - 11, at, "characters ");
}

/** Zig's `/src/main.zig:12:10: 0x1034b8a in pay (shop)`: a place, an address and a function. */
export function isZigFrame(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[to - 1] !== CLOSE_PAREN) return false;
  let at = from;
  while (at < to && bytes[at] !== SPACE) at++;
  if (bytes[at - 1] !== COLON || !isText(bytes, at, to, " 0x")) return false;
  for (at += 3; at < to && bytes[at] !== SPACE;) at++;
  return isText(bytes, at, to, " in ");
}

/** PowerShell's `At C:\\shop\\deploy.ps1:3 char:1`, below an error; what stands there follows behind plus signs. */
export function isPlaceOfScript(bytes: Uint8Array, from: number, to: number): boolean {
  let at = to;
  while (at > from && isDigit(bytes[at - 1])) at--;
  return at < to && isText(bytes, from, to, "At ") && isText(bytes, at - 6, at, " char:");
}
