import { severityOfWord } from "./severity_word.ts";
import { isBlank, isText, isUpper, skipBlanks } from "./text/text_tokens.ts";
import { uptimeEnd } from "./text/text_particular.ts";
import { isDigit, isLetter } from "./time/timestamp_parts.ts";

/** Where in a stack trace of several unindented lines the reader is. */
const OUTSIDE = 0;
/** Inside a Python traceback: its frames are indented, its last line is not. */
const PYTHON = 1;
/** After a Python traceback: another may follow that explains it. */
const PYTHON_END = 2;
/** Inside Go's goroutine dump. */
const GO = 3;
/** After a line of a Java or .NET stack trace. */
const FRAMES = 4;
/** After `thread 'main' panicked at …` of Rust. */
const RUST = 5;
/** Inside PHP's `Stack trace:`. */
const PHP = 6;

/** After a record with a head, before any line of a stack trace. */
const HEAD = 7;
/** After a record that would hold its stack trace itself and tells of no error. */
const WHOLE = 8;
/** Behind `# Time: …` of MySQL's slow queries. */
const SLOW_QUERY = 9;

/** Lines without indentation that join one dated record; a text that only begins with a date has more. */
const MAX_LOOSE = 64;

const ESCAPE = 0x1b;
const RETURN = 0x0d;
const LOWER_COLON = 0x3a;
/** Where the column of severities begins at least, and how wide it is. */
const LEAST_COLUMN = 8;
const SEVERITY_COLUMN = 8;

/** Lines that belong to the record before them wherever they stand. */
const STARTS = [
  "Caused by: ",
  "Suppressed: ",
  "... ",
  "Wrapped by: ",
  "--- End of ",
  "---> ",
  "Exception in thread ",
  "stack backtrace:",
  "note: run with `RUST_BACKTRACE",
  "note: Some details are omitted",
  "Stack trace:",
  "[stacktrace]",
  "[previous exception] ",
  "error stack:",
  "During handling of the above exception",
  "The above exception was the direct cause",
  "Call Stack:",
  "PHP Stack trace:",
  "at ",
  "exit status ",
  "** (",
  "Last message: ",
  "Last message (from ",
  "State: ",
];

/** AWS Lambda's, Django's of what it did not answer, and Node's own warnings. */
const OTHERS = [
  "(node:",
  "(Use `node --trace-",
  "START RequestId: ",
  "END RequestId: ",
  "REPORT RequestId: ",
  "INIT_START Runtime",
  "Not Found: /",
  "Internal Server Error: /",
  "Bad Request: /",
  "Unauthorized: /",
  "Forbidden: /",
  "Forbidden (",
  "Method Not Allowed (",
];

/**
 * Whether a line that no format with a header knew belongs to the record before it: an indented line, a
 * frame or a heading of a stack trace (Java, .NET, Python, Go, Rust, Node, Ruby, PHP). Plain lines without
 * indentation are records of their own, unless they stand behind a record with a time and a severity. Holds the state
 * between the lines of one source; `begin` is told of every record.
 */
export class Continuation {
  #state = OUTSIDE;
  /** Where the trace is that begins a record of its own. */
  #trace = OUTSIDE;
  /** Lines without indentation that may still join the record. */
  #loose = 0;
  /** Blanks that the record's first line begins with. */
  #indent = 0;
  #isTimeless = false;
  /** The record is a plain line. */
  #isPlain = false;

  /**
   * A record has begun. `headed`: one of a logger, not a plain line; `whole`: one that would hold a stack trace
   * itself, and tells of no error: a trace behind it is a record of its own; `dated`: one whose lines begin with a
   * time, so that a line without one goes on with it. `indent`: blanks before its first line; one that is indented no
   * deeper is no continuation. `timeless`: its own head has no time; a line that begins with a colour is another then.
   */
  begin(headed: boolean, whole = false, dated = false, indent = 0, timeless = false): void {
    this.#isTimeless = timeless;
    this.#indent = indent;
    this.#isPlain = !headed;
    this.#state = whole ? WHOLE : headed ? HEAD : this.#trace;
    this.#trace = OUTSIDE;
    this.#loose = dated ? MAX_LOOSE : 0;
  }

  /** `open`: whether there is a record that the line may join. */
  joins(bytes: Uint8Array, from: number, to: number, open: boolean): boolean {
    const state = this.#state;
    if (from === to) return state !== OUTSIDE && state !== HEAD && state !== WHOLE;
    const joined = this.#joins(bytes, afterEscapes(bytes, from, to), to);
    if (joined && (!open || (state === WHOLE && !isBlank(bytes[from])))) {
      this.#trace = this.#state === WHOLE || this.#state === HEAD ? OUTSIDE : this.#state;
      return false;
    }
    if (joined) return true;
    if (
      open && this.#loose > 0 && !isBlank(bytes[from]) && !isAnother(bytes, from, to) &&
      !(this.#isTimeless && bytes[from] === ESCAPE)
    ) {
      this.#loose--;
      return true;
    }
    this.#state = OUTSIDE;
    return false;
  }

  #joins(bytes: Uint8Array, from: number, to: number): boolean {
    const first = bytes[from];
    if (isBlank(first)) return this.#indented(bytes, from, to);
    if (first === 0x54 && isText(bytes, from, to, "Traceback (most recent call last)")) {
      this.#state = PYTHON;
      return true;
    }
    if (isGoStart(bytes, from, to)) {
      this.#state = GO;
      return true;
    }
    if (first === 0x74 && isRustPanic(bytes, from, to)) {
      this.#state = RUST;
      return true;
    }
    if (first === 0x23 && isText(bytes, from, to, "# User@Host: ")) {
      this.#state = SLOW_QUERY;
      return true;
    }
    if (isPhpFrame(bytes, from, to) || isFrame(bytes, from, to)) return true;
    for (const start of STARTS) {
      if (first === start.charCodeAt(0) && isText(bytes, from, to, start)) return this.#started(start);
    }
    switch (this.#state) {
      case SLOW_QUERY:
        return true;
      case PYTHON:
        // The exception itself ends the traceback.
        this.#state = PYTHON_END;
        return true;
      case GO:
        return isGoLine(bytes, from, to);
      case RUST:
        this.#state = FRAMES;
        return true;
      case PHP:
        return isText(bytes, from, to, "thrown in") || isText(bytes, from, to, "#");
    }
    if (isRubyFrame(bytes, from, to)) return true;
    // An error printed behind a plain line is another record.
    if (this.#isPlain && isErrorOfNode(bytes, from, to)) return false;
    const known = isExceptionHeading(bytes, from, to) ||
      (this.#state === HEAD && (isNamedThrowable(bytes, from, to) || isGoFunction(bytes, from, to)));
    if (known) this.#state = FRAMES;
    else if (this.#state === FRAMES && isGoFunction(bytes, from, to)) return true;
    return known || isClosing(bytes, from, to);
  }

  #indented(bytes: Uint8Array, from: number, to: number): boolean {
    const at = skipBlanks(bytes, from, to);
    if (at - from <= this.#indent) return false;
    if (at < to && isText(bytes, at, to, "Traceback (most recent call last)")) this.#state = PYTHON;
    else if (this.#state === PYTHON_END) this.#state = FRAMES;
    return !startsWithDate(bytes, at, to) && !(at === from + 1 && isPaddedSeverity(bytes, at, to)) &&
      !isInColumn(bytes, from, at, to) && !(at === from + 1 && isSign(bytes, at, to)) &&
      !(at < from + 4 &&
        (isSeverityAndTime(bytes, at, to) || isArrow(bytes, at, to) || uptimeEnd(bytes, at, to) > 0));
  }

  #started(start: string): boolean {
    if (start === "Stack trace:") this.#state = PHP;
    else if (start === "stack backtrace:" || start === "Caused by: ") this.#state = FRAMES;
    else if (start === "During handling of the above exception") this.#state = PYTHON_END;
    return true;
  }
}

/** What writes between the records of others: `==> app.log <==` of tail, `END RequestId: …` of AWS Lambda, `Not Found: /path` of Django. */
function isAnother(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === RETURN || isProgress(bytes, from, to)) return true;
  if (bytes[from] === 0x3d) return isText(bytes, from, to, "==> ") && isText(bytes, to - 4, to, " <==");
  return OTHERS.some((start) => isText(bytes, from, to, start));
}

/** tqdm's `Epoch 3:  40%|████      | 12/30 [00:01<00:02, 9.97it/s]` */
function isProgress(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[to - 1] !== 0x5d || !(isText(bytes, to - 5, to, "it/s]") || isText(bytes, to - 5, to, "s/it]"))) {
    return false;
  }
  for (let at = from; at + 1 < to; at++) if (bytes[at] === 0x25 && bytes[at + 1] === 0x7c) return true;
  return false;
}

/** `Error: message`, `TypeError: message`, as Node prints what was thrown. */
function isErrorOfNode(bytes: Uint8Array, from: number, to: number): boolean {
  let end = from;
  while (end < to && isLetter(bytes[end])) end++;
  return end < to && bytes[end] === LOWER_COLON && isUpper(bytes[from]) &&
    endsWith(bytes, from, end, "Error");
}

/** `com.example.SomeException: message`, `TypeError: message`, `Error: message`, `System.IO.IOException`. */
export function isExceptionHeading(bytes: Uint8Array, from: number, to: number): boolean {
  let end = from;
  let dots = 0;
  while (end < to && (isLetter(bytes[end]) || isDigit(bytes[end]) || isNameSign(bytes[end]))) {
    if (bytes[end] === 0x2e && end > from) dots++;
    end++;
  }
  if (end < to && bytes[end] !== LOWER_COLON && bytes[end] !== 0x28 /* Ruby: "(" */) return false;
  if (end < to && bytes[end] === LOWER_COLON && end + 1 < to && !isBlank(bytes[end + 1])) return false;
  if (bytes[end - 1] === LOWER_COLON) end--;
  const named = endsWith(bytes, from, end, "Exception") || endsWith(bytes, from, end, "Error") ||
    endsWith(bytes, from, end, "Throwable") || (dots > 1 && endsWith(bytes, from, end, "Failure"));
  if (!named) return false;
  // "Error" alone needs its colon; a dotted or compound name does not.
  return end < to || dots > 0;
}

/** `shop.orders.OrderFailed: message`, `shop.Pool$Exhausted`: a class in a package, whatever it is called. */
function isNamedThrowable(bytes: Uint8Array, from: number, to: number): boolean {
  let segment = from;
  let at = from;
  for (; at < to && (isLetter(bytes[at]) || isDigit(bytes[at]) || isNameSign(bytes[at])); at++) {
    if (bytes[at] !== 0x2e) continue;
    if (bytes[segment] < 0x61 || bytes[segment] > 0x7a) return false;
    segment = at + 1;
  }
  if (segment === from || at - segment < 2 || bytes[segment] < 0x41 || bytes[segment] > 0x5a) return false;
  return at === to || (bytes[at] === LOWER_COLON && (at + 1 === to || isBlank(bytes[at + 1])));
}

/** `main.main`, `net/http.(*conn).serve`: a line of its own above `\t/path/file.go:12`. */
function isGoFunction(bytes: Uint8Array, from: number, to: number): boolean {
  let dot = -1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === 0x2e || byte === 0x2f) dot = byte === 0x2e ? at : -1;
    else if (!isLetter(byte) && !isDigit(byte) && !isNameSign(byte) && !isGoSign(byte)) return false;
    if (dot === at && at === from) return false;
  }
  return dot > 0 && dot < to - 1 && isLetter(bytes[from]);
}

/** What a function's name holds besides letters, digits and dots: `(*T)`, `[...]`, `-`, `~`, `%`. */
function isGoSign(byte: number): boolean {
  return byte === 0x28 || byte === 0x29 || byte === 0x2a || byte === 0x5b || byte === 0x5d || byte === 0x2d ||
    byte === 0x7e || byte === 0x25;
}

/** Index of the first byte that is not part of an escape sequence of colours. */
function afterEscapes(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at + 2 < to && bytes[at] === 0x1b && bytes[at + 1] === 0x5b) {
    at += 2;
    while (at < to && (bytes[at] < 0x40 || bytes[at] > 0x7e)) at++;
    at++;
  }
  return Math.min(at, to);
}

function isNameSign(byte: number): boolean {
  return byte === 0x2e || byte === 0x5f || byte === 0x24 || byte === 0x2f || byte === 0x40;
}

function endsWith(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  return to - from >= text.length && isText(bytes, to - text.length, to, text);
}

function isGoStart(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from];
  if (first === 0x67) return isText(bytes, from, to, "goroutine ") && bytes[to - 1] === LOWER_COLON;
  if (first === 0x70) return isText(bytes, from, to, "panic: ");
  return first === 0x5b && isText(bytes, from, to, "[signal ");
}

/** A function of a goroutine dump: `main.main()`, `created by …`, `runtime.gopanic(…)`. */
function isGoLine(bytes: Uint8Array, from: number, to: number): boolean {
  if (isText(bytes, from, to, "created by ") || isText(bytes, from, to, "goroutine ")) return true;
  let at = from;
  while (at < to && bytes[at] > 0x20 && bytes[at] !== 0x28) at++;
  return at < to && bytes[at] === 0x28 && bytes[to - 1] === 0x29 && bytes.subarray(from, at).includes(0x2e);
}

function isRustPanic(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isText(bytes, from, to, "thread '")) return false;
  for (let at = from + 8; at + 13 < to && at < from + 80; at++) {
    if (bytes[at] === 0x27) return isText(bytes, at, to, "' panicked at ") || bytes[at + 2] === 0x28;
  }
  return false;
}

/** The lines, corners and bars of a frame around what belongs to the record before it; `┌` begins Julia's records. */
function isFrame(bytes: Uint8Array, from: number, to: number): boolean {
  return from + 2 < to && bytes[from] === 0xe2 && (bytes[from + 1] === 0x94 || bytes[from + 1] === 0x95) &&
    !(bytes[from + 1] === 0x94 && bytes[from + 2] === 0x8c);
}

/** `#0 /path/file.php(12): function()` */
function isPhpFrame(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== 0x23 || from + 3 >= to || !isDigit(bytes[from + 1])) return false;
  let at = from + 1;
  while (at < to && isDigit(bytes[at])) at++;
  return at < to && bytes[at] === 0x20;
}

/** `from file.rb:12:in 'method'`, `file.rb:12:in 'method'` */
function isRubyFrame(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to - 4, from + 300);
  for (let at = from + 4; at < end; at++) {
    if (
      bytes[at] === LOWER_COLON && isText(bytes, at, to, ":in ") &&
      (bytes[at + 4] === 0x60 || bytes[at + 4] === 0x27)
    ) {
      return isDigit(bytes[at - 1]);
    }
  }
  return false;
}

/** `}`, `]`, `)` and the like that end an indented block, or `"}` that ends what a text of several lines stands in. */
function isClosing(bytes: Uint8Array, from: number, to: number): boolean {
  while (to > from && isBlank(bytes[to - 1])) to--;
  if (bytes[from] === 0x22 && to - from > 1) from++;
  if (to - from > 3) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x7d && byte !== 0x5d && byte !== 0x29 && byte !== 0x2c && byte !== 0x3b) return false;
  }
  return true;
}

/**
 * ` INFO message`: loggers that write no time pad the names of four letters to five; those for terminals have a
 * blank before any (` ERROR message`).
 */
function isPaddedSeverity(bytes: Uint8Array, at: number, to: number): boolean {
  return isText(bytes, at, to, "INFO ") || isText(bytes, at, to, "WARN ") ||
    isText(bytes, at, to, "info: ") ||
    isText(bytes, at, to, "warn: ") || isText(bytes, at, to, "ERROR ") || isText(bytes, at, to, "DEBUG ") ||
    isText(bytes, at, to, "TRACE ") || isText(bytes, at, to, "FATAL ");
}

/** `INFO shop:db 2026-11-20T…` behind a few blanks: a severity with a capital, and a date soon. */
function isSeverityAndTime(bytes: Uint8Array, at: number, to: number): boolean {
  let end = at;
  while (end < to && isLetter(bytes[end])) end++;
  if (end >= to || !isUpper(bytes[at]) || !isBlank(bytes[end]) || severityOfWord(bytes, at, end) === 0) {
    return false;
  }
  let date = skipBlanks(bytes, end, to);
  if (date < to && !isDigit(bytes[date])) {
    while (date < to && bytes[date] > 0x20) date++;
    date = skipBlanks(bytes, date, to);
  }
  return startsWithDate(bytes, date, to);
}

/**
 * ` ⚠ message`, ` ⨯ message`: the signs that Next.js writes instead of a severity; ` * message` of Flask as it starts.
 */
function isSign(bytes: Uint8Array, at: number, to: number): boolean {
  if (bytes[at] === 0x2a) return at + 2 < to && isBlank(bytes[at + 1]) && isUpper(bytes[at + 2]);
  return at + 4 < to && bytes[at] === 0xe2 && bytes[at + 3] === 0x20 &&
    (bytes[at + 1] === 0x9a ? bytes[at + 2] === 0xa0 : bytes[at + 1] === 0xa8 && bytes[at + 2] === 0xaf);
}

/** `  <-- GET /path`, `  --> GET /path 200` of koa-logger. */
function isArrow(bytes: Uint8Array, at: number, to: number): boolean {
  return (isText(bytes, at, to, "<-- ") || isText(bytes, at, to, "--> ") || isText(bytes, at, to, "xxx ")) &&
    at + 7 < to && isUpper(bytes[at + 4]) && isUpper(bytes[at + 6]);
}

/** Rich leaves a time out that is the same as before: a severity in its column of eight, far from the margin. */
function isInColumn(bytes: Uint8Array, from: number, at: number, to: number): boolean {
  if (at - from < LEAST_COLUMN || at + SEVERITY_COLUMN >= to || !isBlank(bytes[at + SEVERITY_COLUMN])) {
    return false;
  }
  let end = at;
  while (end < at + SEVERITY_COLUMN && isUpper(bytes[end])) end++;
  for (let pad = end; pad < at + SEVERITY_COLUMN; pad++) if (!isBlank(bytes[pad])) return false;
  return severityOfWord(bytes, at, end) !== 0;
}

/** An indented line that begins with a date, or a process and one, is a record of a logger that pads. */
function startsWithDate(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + 16 > to || !isDigit(bytes[at])) return false;
  let colon = at;
  while (colon < to && isDigit(bytes[colon])) colon++;
  if (bytes[colon] === LOWER_COLON && colon + 16 < to && bytes[colon + 9] === LOWER_COLON) {
    return isDigit(bytes[colon + 1]) && isDigit(bytes[colon + 8]) && isDigit(bytes[colon + 15]);
  }
  for (let digit = 0; digit < 4; digit++) if (!isDigit(bytes[at + digit])) return false;
  return (bytes[at + 4] === 0x2d || bytes[at + 4] === 0x2f) && isDigit(bytes[at + 5]) &&
    isDigit(bytes[at + 11]);
}
