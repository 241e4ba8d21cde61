import { afterEscapes } from "../escape_sequences.ts";
import { behindCorner, indentOf, isBlank, isText, skipBlanks, trimmed } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import { endOfSeverity, isIndentedRecord } from "./indented_records.ts";
import { isPicture, isTagged, type Label } from "./labels.ts";
import { isAnother } from "./other_writers.ts";
import {
  isErrorOfNode,
  isExceptionHeading,
  isGoFunction,
  isGoLine,
  isGoStart,
  isNamedThrowable,
  isNumberedFrame,
  isNumberedLine,
  isOcamlFrame,
  isPlaceOfScript,
  isRubyFrame,
  isRustFrame,
  isRustPanic,
  isZigFrame,
} from "./stack_trace_lines.ts";

const SPACE = 0x20, HASH = 0x23, PLUS = 0x2b, DOT = 0x2e, COLON = 0x3a;
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
/** After `thread 'main' panicked at …` of Rust, and Dart's `Unhandled exception:`: the next line says of what. */
const RUST = 5;
/** Inside PHP's `Stack trace:`. */
const PHP = 6;

/** After a record with a head, before any line of a stack trace. */
const HEAD = 7;
/** After a record that would hold its stack trace itself and tells of no error. */
const WHOLE = 8;
/** Behind the comments of MySQL's slow queries. */
const SLOW_QUERY = 9;

/** Inside Java's thread dump, which a time alone in a line begins. */
const THREADS = 10;

/** Lines without indentation that join one dated record; a text that only begins with a date has more. */
const MAX_LOOSE = 64;

const ESCAPE = 0x1b;
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
  "stack traceback:",
  "Stacktrace:",
  "CallStack (from HasCallStack):",
  "Line |",
  "in expression starting at ",
  "Current stack trace:",
  "Error termination. Backtrace:",
  "note: run with `RUST_BACKTRACE",
  "note: Some details are omitted",
  "(Use `node --trace-",
  "Stack trace:",
  "[stacktrace]",
  "[previous exception] ",
  "error stack:",
  "During handling of the above exception",
  "The above exception was the direct cause",
  "Call Stack:",
  "*** First throw call stack:",
  "PHP Stack trace:",
  "at ",
  "exit status ",
  "** (",
  "Last message: ",
  "Last message (from ",
  "State: ",
  // Dropwizard's traces.
  "! at ",
  "! ... ",
  "! Causing: ",
  "! Suppressed: ",
  // PHP-FPM's slow log: the script, and its frames.
  "script_filename = ",
  "[0x0000",
];

/** What a continuation knows of a record. */
export class ContinuationState {
  state = OUTSIDE;
  loose = 0;
  indent = 0;
  isTimeless = false;
  label: Label = "none";
  isPlain = false;
  isSnippet = false;

  /** Whether lines of a stack trace have joined the record. */
  get hasTrace(): boolean {
    return this.state !== HEAD && this.state !== WHOLE && this.state !== OUTSIDE;
  }
}

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
  /** Where the number ends that lines of records begin with, the last one that did; 0 if none has. */
  #numberEnd = 0;
  /** Where the column ends in which the source's records begin with their severities; 0: nowhere. */
  #column = 0;
  /** How the record's line begins: `Info: message`, `[info] message`. */
  #label: Label = "none";
  /** The record is a plain line. */
  #isPlain = false;
  /** The record shows lines of source code, behind rustc's `--> src/main.rs:1:36`. */
  #isSnippet = false;

  /**
   * A record has begun. `headed`: one of a logger, not a plain line; `whole`: one that would hold a stack trace
   * itself, and tells of no error: a trace behind it is a record of its own; `dated`: one whose lines begin with a
   * time, so that a line without one goes on with it. `indent`: blanks before its first line; one that is indented no
   * deeper is no continuation. `timeless`: its own head has no time; a line that begins with a colour is another then.
   * `label`: nothing but a word and a colon tells its severity (`Info: message`); `Error: message` behind it is another, and
   * behind one in a bracket (`[info] message`) what begins with a name in one; comments go on with comments, pictures with pictures. `numberTo`: see `numberEnd`.
   */
  begin(
    headed: boolean,
    whole = false,
    dated = false,
    indent = 0,
    timeless = false,
    label: Label = "none",
    numberTo = 0,
  ): void {
    if (numberTo > 0) this.#numberEnd = numberTo;
    this.#isTimeless = timeless;
    this.#label = label;
    this.#indent = indent;
    this.#isPlain = !headed;
    this.#isSnippet = false;
    this.#state = whole ? WHOLE : headed ? HEAD : this.#trace;
    this.#trace = OUTSIDE;
    this.#loose = dated ? MAX_LOOSE : 0;
  }

  /** The record begins with its severity, which ends in this column: what ends there in an indented line is another's. */
  alignSeverities(column: number): void {
    this.#column = column;
  }

  /** The record's only line announces what the next one says. */
  awaitReason(): void {
    this.#state = RUST;
  }

  /** The record is about a slow query: all lines that are no record join it. */
  awaitStatement(): void {
    this.#state = SLOW_QUERY;
  }

  /** Keeps what is known of the record, to be loaded where lines of others stood behind it. */
  save(kept: ContinuationState): void {
    kept.state = this.#state;
    kept.loose = this.#loose;
    kept.indent = this.#indent;
    kept.isTimeless = this.#isTimeless;
    kept.label = this.#label;
    kept.isPlain = this.#isPlain;
    kept.isSnippet = this.#isSnippet;
  }

  load(kept: ContinuationState): void {
    this.#state = kept.state;
    this.#loose = kept.loose;
    this.#indent = kept.indent;
    this.#isTimeless = kept.isTimeless;
    this.#label = kept.label;
    this.#isPlain = kept.isPlain;
    this.#isSnippet = kept.isSnippet;
    this.#trace = OUTSIDE;
  }

  /** Whether a line without a head goes on with the record. */
  get goesOn(): boolean {
    return this.#loose > 0;
  }

  /** Whether the last line without a head went on with the record, and was none of a stack trace. */
  get isInside(): boolean {
    return this.#loose > 0 && this.#loose < MAX_LOOSE;
  }

  /** A line that a format knew goes on with the record all the same. */
  take(): void {
    this.#loose--;
    this.#state = OUTSIDE;
  }

  /** `open`: whether there is a record that the line may join; `awaitsTrace`: as what begins a stack trace, too. */
  joins(bytes: Uint8Array, from: number, to: number, open: boolean, awaitsTrace = true): boolean {
    const state = this.#state;
    if (from === to) {
      return (open && this.#loose > 0) || (state !== OUTSIDE && state !== HEAD && state !== WHOLE);
    }
    const mayBeError = this.#label === "word" || (this.#isTimeless && bytes[from] === ESCAPE);
    if (mayBeError && state === HEAD && isText(bytes, afterEscapes(bytes, from, to), to, "Error: ")) {
      this.#state = OUTSIDE;
      return false;
    }
    if (open && this.#label === "comment" && bytes[from] === HASH) return true;
    if (open && this.#label === "picture" && (isBlank(bytes[from]) || isPicture(bytes, from, to))) {
      return true;
    }
    const joined = this.#joins(bytes, afterEscapes(bytes, from, to), to);
    if (joined && (!open || ((state === WHOLE || !awaitsTrace) && !isBlank(bytes[from])))) {
      this.#trace = this.#state === WHOLE || this.#state === HEAD ? OUTSIDE : this.#state;
      return false;
    }
    if (joined) return true;
    if (
      open && this.#loose > 0 && !isBlank(bytes[from]) && !isAnother(bytes, from, to) &&
      !(this.#isTimeless && bytes[from] === ESCAPE) &&
      !(this.#label === "bracket" && isTagged(bytes, from, to))
    ) {
      this.#loose--;
      return true;
    }
    this.#state = OUTSIDE;
    return false;
  }

  /**
   * Whether the text of a line behind a head of its own goes on with the record. `told`: that has a severity; behind one
   * without an exception is a record of its own.
   */
  continues(bytes: Uint8Array, from: number, to: number, told: boolean): boolean {
    if (from === to) return this.#state !== OUTSIDE && this.#state !== HEAD && this.#state !== WHOLE;
    const state = this.#state;
    if (!told && state === HEAD && isExceptionHeading(bytes, from, to)) return false;
    if (this.#joins(bytes, afterEscapes(bytes, from, to), to)) return true;
    this.#state = state;
    return false;
  }

  #joins(bytes: Uint8Array, from: number, to: number): boolean {
    const first = bytes[from];
    if (isBlank(first)) return this.#indented(bytes, from, to);
    if (this.#state === THREADS) return !isAnother(bytes, from, to);
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
    if (first === 0x46 && isText(bytes, from, to, "Full thread dump ")) {
      this.#state = THREADS;
      return true;
    }
    if (isNumberedFrame(bytes, from, to)) return true;
    if (first === 0x41 && isPlaceOfScript(bytes, from, to)) {
      this.#state = FRAMES;
      return true;
    }
    if (first === PLUS && this.#state === FRAMES && bytes[from + 1] === SPACE) return true;
    if (isFrame(bytes, from, to)) {
      if (isFramedTraceback(bytes, from, to)) this.#state = PYTHON;
      return true;
    }
    if (this.#isSnippet && isNumberedLine(bytes, from, to)) return true;
    for (const start of STARTS) {
      if (first === start.charCodeAt(0) && isText(bytes, from, to, start)) return this.#started(start);
    }
    switch (this.#state) {
      case SLOW_QUERY:
        return true;
      case PYTHON:
        // The exception itself ends the traceback.
        if (!isException(bytes, from, to)) break;
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
    if (isRubyFrame(bytes, from, to) || isOcamlFrame(bytes, from, to) || isZigFrame(bytes, from, to)) {
      return true;
    }
    // An error printed behind a plain line is another record.
    if (this.#isPlain && isErrorOfNode(bytes, from, to)) return false;
    const known = isExceptionHeading(bytes, from, to) ||
      (this.#state === HEAD && (isNamedThrowable(bytes, from, to) || isGoFunction(bytes, from, to)));
    if (known) this.#state = FRAMES;
    else if (this.#state === FRAMES && isGoFunction(bytes, from, to)) return true;
    return known || isClosing(bytes, from, to);
  }

  #indented(bytes: Uint8Array, from: number, to: number): boolean {
    const start = skipBlanks(bytes, from, to);
    // A record's time may have a colour (tracing's pretty form).
    const at = bytes[start] === ESCAPE ? afterEscapes(bytes, start, to) : start;
    if (this.#state === FRAMES && isRustFrame(bytes, at, to)) return true;
    if (this.#indent > 0 ? indentOf(bytes, from, start) <= this.#indent : at === from) return false;
    if (this.#column > 0 && endOfSeverity(bytes, from, at, to) === this.#column) return false;
    // Numbers of one column are those of records: `%(relativeCreated)6d` of Python.
    if (this.#numberEnd > 0 && numberEnd(bytes, from, to) === this.#numberEnd) return false;
    if (at < to && isText(bytes, at, to, "Traceback (most recent call last)")) this.#state = PYTHON;
    else if (this.#state === PYTHON_END) this.#state = FRAMES;
    if (bytes[at] === 0x2d && isText(bytes, at, to, "--> ")) this.#isSnippet = true;
    return !isIndentedRecord(bytes, from, at, to);
  }

  #started(start: string): boolean {
    if (start === "Stack trace:") this.#state = PHP;
    // Behind it stands the parenthesis that the frames are in.
    else if (start === "*** First throw call stack:") this.#state = RUST;
    else if (start === "stack backtrace:" || start === "Caused by: ") this.#state = FRAMES;
    else if (start === "During handling of the above exception") this.#state = PYTHON_END;
    return true;
  }
}

/** Where, from `from`, the number, with decimals or without, ends that the line begins with behind blanks, with a blank behind it; 0 if it begins with none. */
export function numberEnd(bytes: Uint8Array, from: number, to: number): number {
  const start = skipBlanks(bytes, from, to);
  let at = start;
  while (at < to && (isDigit(bytes[at]) || (bytes[at] === DOT && at > start))) at++;
  return at > start && at < to && isBlank(bytes[at]) ? at - from : 0;
}

/** The lines, corners and bars of a frame around what belongs to the record before it; `┌` begins Julia's records, `╭ ` Sanic's. */
function isFrame(bytes: Uint8Array, from: number, to: number): boolean {
  return from + 2 < to && bytes[from] === 0xe2 && (bytes[from + 1] === 0x94 || bytes[from + 1] === 0x95) &&
    !(bytes[from + 1] === 0x94 && bytes[from + 2] === 0x8c) &&
    behindCorner(bytes, from, to) === from;
}

/** `╭──── Traceback (most recent call last) ────╮` of Rich: behind the frame stands the exception. */
function isFramedTraceback(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from + 1] !== 0x95 || bytes[from + 2] !== 0xad) return false;
  let at = from;
  while (at < to && bytes[at] !== 0x54) at++;
  return isText(bytes, at, to, "Traceback (most recent call last)");
}

/** `ValueError: message`, `shop.errors.Lost`: a name and a colon, or alone; no `END RequestId: 3f1a` of AWS Lambda. */
function isException(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] > SPACE && bytes[at] !== COLON) at++;
  return at === to || bytes[at] === COLON || skipBlanks(bytes, at, to) === to;
}

/** `}`, `]`, `)` and the like that end an indented block, or `"}` that ends what a text of several lines stands in. */
function isClosing(bytes: Uint8Array, from: number, to: number): boolean {
  to = trimmed(bytes, from, to);
  if (bytes[from] === 0x22 && to - from > 1) from++;
  if (to - from > 3) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 0x7d && byte !== 0x5d && byte !== 0x29 && byte !== 0x2c && byte !== 0x3b) return false;
  }
  return true;
}
