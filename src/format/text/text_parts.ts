import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import { findByte, isFileName, isNumber, nameLikeness, PATH, sourceColon, SPACE } from "./text_tokens.ts";

export const BAR = 0x7c, COLON = 0x3a, DASH = 0x2d, OPEN = 0x5b, CLOSE = 0x5d, COMMA = 0x2c, PAREN = 0x28;
export const GREATER = 0x3e,
  LESS = 0x3c,
  BRACE = 0x7b,
  EQUALS = 0x3d,
  DOT = 0x2e,
  AT = 0x40,
  HASH = 0x23,
  STAR = 0x2a;
export const SLASH = 0x2f,
  QUOTE = 0x22,
  APOSTROPHE = 0x27,
  CLOSE_PAREN = 0x29,
  CLOSE_BRACE = 0x7d,
  SEMICOLON = 0x3b,
  UNDERSCORE = 0x5f,
  TILDE = 0x7e,
  PLUS = 0x2b,
  BACKSLASH = 0x5c;

/** Kinds of the parts of a head. */
export const TIME_PART = 1;
export const SEVERITY_PART = 2;
export const NUMBER_PART = 3;
/** The inside of brackets, parentheses, angle brackets, braces. */
export const BRACKET_PART = 4;
export const PAREN_PART = 5;
export const ANGLE_PART = 6;
export const BRACE_PART = 7;
/** A logger's name, known as one by what stands around it. */
export const NAME_PART = 8;
/** `file.go:12` */
export const SOURCE_PART = 9;
/** The `---` of Spring Boot. */
export const DASHES_PART = 10;
/** Any other token between time and severity. */
export const TOKEN_PART = 11;
/** What stands before the time. */
export const PREFIX_PART = 12;
/** `host`, `tag` and `pid` of syslog. */
export const HOST_PART = 13;
export const TAG_PART = 14;
/** `user@database` */
export const USER_PART = 15;
export const CONNECTION_PART = 16;
/** The line of a source file, behind the logger that wrote it. */
export const LINE_PART = 17;

/** `10.0.0.1(5432)` */
export const PEER_PART = 18;
/** The name of a function, behind the file that it stands in. */
export const FUNCTION_PART = 19;

export const THREAD_PART = 20;
export const WORKER_PART = 21;
/** Said by its place to be no message, and nothing more. */
export const CONTEXT_PART = 22;
/** .NET's number of an event. */
export const EVENT_PART = 23;
/** A source file without its line. */
export const FILE_PART = 24;
/** The address of a thread: `0x7fcd7561c200`. */
export const ADDRESS_PART = 25;
/** A key, a colon or an equals sign, and a value. */
export const KEYED_PART = 26;
/** The name of a span of tracing's. */
export const SPAN_PART = 27;
/** The code of a database's state. */
export const STATE_PART = 28;
/** What a process of Redis is: `M` a master, `S` a replica, `C` a child that writes, `X` a sentinel. */
export const ROLE_PART = 29;

const MAX_PARTS = 24;
const NONE: ReadonlySet<number> = new Set();

/** The parts of one line's head, in their order, and what is known of the head as a whole. */
export class HeadParts {
  /** The line's batch, its row, and what readers share. */
  batch!: Batch;
  bytes!: Uint8Array;
  row = 0;
  context!: ReadContext;
  count = 0;
  readonly kind = new Uint8Array(MAX_PARTS);
  readonly from = new Int32Array(MAX_PARTS);
  readonly to = new Int32Array(MAX_PARTS);
  /** OpenTelemetry's number, 0 while there is none, and where it stands. */
  severity = 0;
  severityFrom = 0;
  severityTo = 0;
  /** The severity is a word of the message, which begins with it. */
  asItStands = false;
  hasTime = false;
  /** The places of severities behind which no time of the head stands, as the source's lines tell. */
  timeless: ReadonlySet<number> = NONE;
  /** Whether minutes before the source's severities are those since the start. */
  elapsed: { readonly isTold: boolean } = { isTold: false };
  /** The time stands in brackets. */
  timeInBrackets = false;
  /** Where the message begins. */
  message = 0;
  /** Where it ends, and where pairs begin that the logger has set apart from it; 0: the message tells. */
  messageEnd = 0;
  pairs = 0;
  /** Key=value pairs at the end are set apart from the message by the logger, not written in it. */
  pairsApart = false;
  /** Those values may hold blanks without quotes, as Rust's `Display` writes them. */
  spaced = false;
  /** The severity stands in a column of its own, padded to eight. */
  inColumn = false;
  /** Its signs tell where the message begins, whatever other lines have there. */
  isSure = false;
  /** More than its parts tells where the message ends: no layout is learned of it. */
  particular = false;
  /** The parts are divided by tabs. */
  tabbed = false;
  /** The bracket with the time held the whole head: only the message follows. */
  closed = false;
  /** The line is the kernel's, and only the message follows. */
  fromKernel = false;
  kernel = false;
  /** tracing's time since the start stands before the severity. */
  uptime = false;
  /** The severity was one letter behind process and thread. */
  android = false;
  /** The part read last ends the head. */
  last = false;
  /** More of the head stands behind the message, so that where that begins does not tell the whole layout. */
  framed = false;

  protected clear(batch: Batch, row: number, context: ReadContext): void {
    this.batch = batch;
    this.bytes = batch.bytes;
    this.row = row;
    this.context = context;
    this.count =
      this.severity =
      this.severityFrom =
      this.severityTo =
      this.message =
      this.messageEnd =
      this.pairs =
        0;
    this.hasTime =
      this.asItStands =
      this.timeInBrackets =
      this.pairsApart =
      this.spaced =
      this.inColumn =
      this.isSure =
      this.particular =
      this.tabbed =
      this.closed =
      this.kernel =
      this.uptime =
      this.fromKernel =
      this.android =
      this.framed =
      this.last =
        false;
  }

  /** Adds a part; an empty one, or one too many, is passed over. */
  add(kind: number, from: number, to: number): void {
    if (this.count === MAX_PARTS || from >= to) return;
    this.kind[this.count] = kind;
    this.from[this.count] = from;
    this.to[this.count++] = to;
  }

  /** The message begins at `at`: what was taken for parts behind it is its own. */
  cut(at: number): void {
    let kept = 0;
    for (let part = 0; part < this.count; part++) {
      const from = this.from[part];
      if (from >= at && from < this.message) continue;
      this.kind[kept] = this.kind[part];
      this.from[kept] = from;
      this.to[kept++] = this.to[part];
    }
    this.count = kept;
    this.message = at;
  }

  /** What was taken for parts, and for the end of the message, behind `at` is none of them. */
  keepUpTo(at: number): void {
    let kept = 0;
    for (let part = 0; part < this.count; part++) {
      if (this.from[part] > at) continue;
      this.kind[kept] = this.kind[part];
      this.from[kept] = this.from[part];
      this.to[kept++] = this.to[part];
    }
    this.count = kept;
    this.messageEnd = this.pairs = 0;
  }

  /** Whether Spring Boot's dashes stand behind `at`: what precedes them is the head's, though few lines have it. */
  hasDashesBehind(at: number): boolean {
    for (let part = 0; part < this.count; part++) {
      if (this.kind[part] === DASHES_PART && this.from[part] > at) return true;
    }
    return false;
  }

  /** The name at [from, to) was taken for something else, and is a thread's; Spring Boot's brackets are known by their order. */
  makeThread(from: number, to: number): void {
    if (findByte(this.bytes, from, to, COLON) >= 0) return;
    for (let part = 0; part < this.count; part++) {
      const kind = this.kind[part];
      if (kind === DASHES_PART) return;
      const isOne = kind === BRACKET_PART || kind === NAME_PART || kind === TOKEN_PART;
      if (isOne && this.from[part] >= from && this.to[part] <= to) this.kind[part] = THREAD_PART;
    }
  }

  /** The name at [from, to) was taken for a thread's, and is the logger's. */
  makeName(from: number, to: number): void {
    for (let part = 0; part < this.count; part++) {
      const kind = this.kind[part];
      const isOne = kind === BRACKET_PART || kind === THREAD_PART || kind === TOKEN_PART;
      if (isOne && this.from[part] >= from && this.to[part] <= to) this.kind[part] = NAME_PART;
    }
  }

  /** Sets where the message begins; always true, as who has read a head answers. */
  beginMessage(at: number): boolean {
    this.message = at;
    return true;
  }

  /** Sets the severity, which is a part of the head. */
  setSeverity(number: number, from: number, to: number): void {
    this.tellSeverity(number, from, to);
    this.add(SEVERITY_PART, from, to);
  }

  /** Sets a severity that is told by what is no part of the head: by a word of the message, or in a part. */
  tellSeverity(number: number, from: number, to: number): void {
    this.severity = number;
    this.severityFrom = from;
    this.severityTo = to;
  }

  /** The letter that was read is another severity's: no layout is learned that would read it otherwise. */
  retold(number: number): void {
    this.severity = number;
    this.framed = true;
  }

  /** Tells the record the severity, if there is one. */
  giveSeverity(): void {
    if (this.severity !== 0) {
      this.batch.setSeverity(this.row, this.severity, this.severityFrom, this.severityTo);
    }
  }

  /** Adds a bare token as what it is by itself, else as `kind`. */
  addToken(bytes: Uint8Array, from: number, to: number, kind: number): void {
    if (isNumber(bytes, from, to)) this.add(NUMBER_PART, from, to);
    else if (sourceColon(bytes, from, to) >= 0) this.add(SOURCE_PART, from, to);
    else if (kind === TOKEN_PART && isFileName(bytes, from, to)) this.add(FILE_PART, from, to);
    else if (nameLikeness(bytes, from, to) >= PATH) this.add(NAME_PART, from, to);
    else if (kind === TOKEN_PART && isUserAtDatabase(bytes, from, to)) this.add(USER_PART, from, to);
    else this.add(kind, from, to);
  }

  /** A logger's name was found already. */
  get named(): boolean {
    for (let part = 0; part < this.count; part++) {
      if (this.kind[part] === NAME_PART || this.kind[part] === TOKEN_PART) return true;
    }
    return false;
  }

  /** The logger was found elsewhere: what stands in brackets is the thread. */
  bracketsAreThreads(): void {
    for (let part = 0; part < this.count; part++) {
      if (this.kind[part] === BRACKET_PART) this.kind[part] = THREAD_PART;
    }
  }

  /** Where in its head the severity stands: the parts before it and the byte behind it, as a number. */
  get severityPlace(): number {
    let part = 0;
    while (part < this.count && this.kind[part] !== SEVERITY_PART) part++;
    return part << 8 | this.bytes[this.severityTo];
  }

  /** Behind a severity at this place the source's heads have no time: one that stands there is the message's. */
  get isTimeless(): boolean {
    return this.timeless.size > 0 && this.timeless.has(this.severityPlace);
  }

  /** The severity is the last part, and a number stands before it. */
  get numbered(): boolean {
    const last = this.count - 1;
    return last > 0 && this.kind[last] === SEVERITY_PART && this.kind[last - 1] === NUMBER_PART;
  }

  /** The milliseconds since a start stand before the severity. */
  get isRelative(): boolean {
    return this.kind[0] === PREFIX_PART && isNumber(this.bytes, this.from[0], this.to[0]);
  }

  /** A program and its process were read last. */
  get tagged(): boolean {
    const last = this.count - 1;
    return last > 0 && this.kind[last] === NUMBER_PART && this.kind[last - 1] === TAG_PART;
  }

  /** A file and its line were read last. */
  get sourced(): boolean {
    return this.count > 0 && this.kind[this.count - 1] === SOURCE_PART;
  }

  /** nginx's number of a connection was found. */
  get connected(): boolean {
    return this.count > 0 && this.kind[this.count - 1] === CONNECTION_PART;
  }

  /**
   * Nothing but brackets and numbers stands between the time and the severity; or the severity stands in brackets
   * with nothing before it.
   */
  get severityIsAlone(): boolean {
    let part = 0;
    if (this.kind[0] === SEVERITY_PART) return !this.hasTime && this.bytes[this.severityTo] === CLOSE;
    while (part < this.count && this.kind[part] !== TIME_PART) part++;
    do part++; while (
      part < this.count && (this.kind[part] === BRACKET_PART || this.kind[part] === NUMBER_PART)
    );
    return part < this.count && this.kind[part] === SEVERITY_PART;
  }

  /** The severity stands directly behind the time. */
  get severityBesideTime(): boolean {
    for (let part = 0; part + 1 < this.count; part++) {
      if (this.kind[part] === TIME_PART && this.kind[part + 1] === SEVERITY_PART) return true;
    }
    return false;
  }
}

export function bracketKind(byte: number): number {
  return byte === OPEN ? BRACKET_PART : byte === PAREN ? PAREN_PART : byte === LESS ? ANGLE_PART : BRACE_PART;
}

/** Visible ASCII without quotes, brackets and braces. */
export function isToken(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (
      byte <= SPACE || byte === 0x22 || byte === 0x27 || byte === BRACE || byte === 0x7d || byte === COMMA
    ) return false;
  }
  return from < to;
}

/** `user@database`, or the sign alone. */
export function isUserAtDatabase(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from === 1) return bytes[from] === AT;
  const at = findByte(bytes, from, to, AT);
  return at > from && at < to - 1 && bytes[to - 1] !== COMMA && bytes[to - 1] !== DOT;
}
