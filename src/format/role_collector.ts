import * as kinds from "../record/batch.ts";
import type { Batch } from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";
import * as roles from "./field_roles.ts";
import { decodeByteArray, isDigits, looksLikeEpoch, smallNumber } from "./field_values.ts";
import { IsoMinute } from "./time/iso_minute.ts";
import { unescapeToSide } from "./json/json_escape.ts";
import { JsonOutline } from "./json/json_outline.ts";
import { messageObjectAt, removeFields } from "./message_object.ts";
import type { ReadContext } from "./line_format.ts";
import { renderTemplate } from "./message_template.ts";
import { idStart, isTraceparent, quotedIdEnd } from "./trace_id.ts";
import { levelOfLetter, levelOfNumber, levelOfText } from "./severity_value.ts";
import { severityOfStatus, severityOfSyslog } from "./severity_word.ts";
import { readEpoch, readTime } from "./time/timestamp.ts";

// An imported constant is read from its module whenever it is used, one of this file is part of the machine code:
// a fifth of the time of reading a record.
const { TEXT, ESCAPED, INT, NESTED, NULL } = kinds;
const {
  BODY,
  BY_VALUE,
  GELF,
  HOST,
  INSIDE,
  LETTER,
  LOG,
  MARK,
  MARK_KUBERNETES,
  MARK_OTLP,
  MARK_STERN,
  MARK_STREAM,
  METHOD,
  NAME,
  NANOS,
  REQUEST,
  SECONDS,
  SERVICE,
  SEVERITY,
  SEVERITY_NUMBER,
  SPAN,
  STATUS,
  SUBSTITUTE,
  TEMPLATE,
  TIME,
  TRACE,
  TRACEPARENT,
} = roles;

/** Worse than any rank: nothing has the role yet. */
const VACANT = 255;
/** A severity's number is only taken where there is no name. */
const NUMBER_RANK = 64;
const NONE = -1;
/** Rank of the names that may mean something else than an id. */
const WEAK_TRACE_RANK = 2;
/** Better than any rank: the role is not to be had. */
const TAKEN = -1;

/** Kinds of envelopes: a container runtime's, and stern's. */
export const CONTAINER = 1;
export const POD = 2;
/** No envelope, but one of OTLP's messages by its names. */
export const OTLP = 3;

/**
 * Gives the fields of a record their roles, one after the other: the best candidate whose value makes sense
 * becomes the time, the severity, the body, an id; whoever it displaces, and whoever makes no sense in the
 * role, is an attribute like the rest.
 */
export class RoleCollector {
  readonly #context: ReadContext;
  readonly #minute = new IsoMinute();

  #timeRank = VACANT;
  #timeKey = NONE;
  #timeKind = TEXT;
  #severityRank = VACANT;
  #severityKey = NONE;
  #severityKind = TEXT;
  #bodyRank = VACANT;
  #bodyKey = NONE;
  #bodyScale = 0;
  #traceRank = VACANT;
  #traceKey = NONE;
  #spanRank = VACANT;
  #spanKey = NONE;
  #serviceRank = VACANT;
  #hostRank = VACANT;

  /** Whether `finish` has anything to do. */
  #isOdd = false;
  #numberKey = NONE;
  #numberFrom = 0;
  #numberTo = 0;
  #isSeconds = false;
  #nanosKey = NONE;
  #nanosFrom = 0;
  #nanosTo = 0;
  #severityNumber = 0;
  #nameField = NONE;
  #insideField = NONE;
  #status = 0;
  #statusWord = 0;
  #isAccess = false;
  #marks = 0;
  #templateKey = NONE;
  #templateFrom = 0;
  #templateTo = 0;
  #templateKind = TEXT;
  readonly #outline = new JsonOutline();

  constructor(context: ReadContext) {
    this.#context = context;
  }

  get keys(): KeyTable {
    return this.#context.keys;
  }

  /** To be called when a record begins. */
  start(): void {
    this.#timeRank =
      this.#severityRank =
      this.#bodyRank =
      this.#traceRank =
      this.#spanRank =
      this.#serviceRank =
      this.#hostRank =
        VACANT;
    if (!this.#isOdd) return;
    this.#isOdd =
      this.#isSeconds =
      this.#isAccess =
        false;
    this.#numberKey =
      this.#nanosKey =
      this.#nameField =
      this.#insideField =
      this.#templateKey =
        NONE;
    this.#marks =
      this.#severityNumber =
      this.#status =
      this.#statusWord =
        0;
  }

  /** Whether a body was found that is one by its name, not a substitute. */
  get hasBody(): boolean {
    return this.#bodyRank < SUBSTITUTE;
  }

  /** Whether a time, a severity or a body was found: what a log record has and other JSON has not. */
  get isTelling(): boolean {
    return this.hasBody || this.#timeRank !== VACANT || this.#severityRank !== VACANT;
  }

  /** CONTAINER, POD, OTLP or 0: whether the record is an envelope around a line that a program wrote. */
  get envelope(): number {
    if (this.#marks === 0) return 0;
    if (this.#marks & MARK_OTLP) return OTLP;
    if (
      this.#bodyRank !== VACANT && this.#bodyScale === LOG &&
      (this.#marks & (MARK_STREAM | MARK_KUBERNETES))
    ) {
      return CONTAINER;
    }
    const isStern = (this.#marks & MARK_STERN) !== 0 && this.#timeRank === VACANT;
    return isStern && this.hasBody ? POD : 0;
  }

  /** As `start`, for fields that follow a text: what the record has already stays. */
  startBehind(batch: Batch, row: number, wantsBody: boolean): void {
    this.start();
    if (!Number.isNaN(batch.time[row])) this.#timeRank = TAKEN;
    if (batch.severity[row] !== 0) this.#severityRank = TAKEN;
    if (!wantsBody) this.#bodyRank = TAKEN;
    if (batch.traceTo[row] > batch.traceFrom[row]) this.#traceRank = TAKEN;
    if (batch.spanTo[row] > batch.spanFrom[row]) this.#spanRank = TAKEN;
    if (batch.service[row] >= 0) this.#serviceRank = TAKEN;
    if (batch.host[row] >= 0) this.#hostRank = TAKEN;
  }

  /**
   * Takes a text that begins at `from` and ends with a quote before `to` as the time, if it is one of the minute
   * seen last and the first candidate of its record: then its end need not be looked for. Returns the index of
   * the quote; -1, and takes nothing, if it is not so simple.
   */
  takeQuotedTime(batch: Batch, row: number, packed: number, key: number, from: number, to: number): number {
    if (this.#timeRank !== VACANT) return -1;
    const end = this.#minute.readQuoted(batch, row, from, to);
    if (end < 0) return -1;
    this.#timeRank = packed >> 8 & 255;
    this.#timeKey = key;
    this.#timeKind = TEXT;
    return end;
  }

  /** As `takeQuotedTime`, as the trace id. */
  takeQuotedTrace(batch: Batch, row: number, packed: number, key: number, from: number, to: number): number {
    if (this.#traceRank !== VACANT) return -1;
    const end = quotedIdEnd(batch, from, to);
    if (end < 0) return -1;
    this.#traceRank = packed >> 8 & 255;
    this.#traceKey = key;
    batch.traceFrom[row] = from;
    batch.traceTo[row] = end;
    return end;
  }

  /** Takes a field that was added as the service, if it names it better than another one did. */
  takeService(batch: Batch, row: number, packed: number, field: number): void {
    const rank = packed >> 8 & 255;
    if (rank >= this.#serviceRank || batch.fieldKind[field] > ESCAPED) return;
    if (batch.fieldStart[field] === batch.fieldEnd[field]) return;
    this.#serviceRank = rank;
    batch.service[row] = field;
  }

  /** As `takeService`, as the host. */
  takeHost(batch: Batch, row: number, packed: number, field: number): void {
    const rank = packed >> 8 & 255;
    if (rank >= this.#hostRank || batch.fieldKind[field] > ESCAPED) return;
    if (batch.fieldStart[field] === batch.fieldEnd[field]) return;
    this.#hostRank = rank;
    batch.host[row] = field;
  }

  /**
   * Takes the field [from, to) with a role packed by the key graph. The first candidate for a role is dealt with
   * here, for most records have one only; what is not so simple has its own method.
   */
  take(batch: Batch, row: number, packed: number, key: number, from: number, to: number, kind: number): void {
    const rank = packed >> 8 & 255;
    switch (packed & 255) {
      case TIME:
        return this.#takeTime(batch, row, rank, key, from, to, kind);
      case SEVERITY: {
        const number = kind === TEXT && this.#severityRank === VACANT
          ? levelOfText(batch.bytes, batch.view, from, to)
          : 0;
        if (number === 0) return this.#takeSeverity(batch, row, rank, packed >> 16, key, from, to, kind);
        this.#severityRank = rank;
        this.#severityKey = key;
        this.#severityKind = TEXT;
        batch.severity[row] = number;
        batch.severityFrom[row] = from;
        batch.severityTo[row] = to;
        return;
      }
      case BODY:
        if (this.#bodyRank !== VACANT || rank >= SUBSTITUTE || kind > ESCAPED) {
          return this.#takeBody(batch, row, rank, packed >> 16, key, from, to, kind);
        }
        this.#bodyRank = rank;
        this.#bodyKey = key;
        this.#bodyScale = packed >> 16;
        batch.bodyFrom[row] = from;
        batch.bodyTo[row] = to;
        batch.bodyKind[row] = kind;
        return;
      case TRACE:
        return this.#takeTrace(batch, row, rank, key, from, to, kind);
      case SPAN:
        return this.#takeSpan(batch, row, rank, key, from, to, kind);
      case SERVICE:
        return this.takeService(batch, row, packed, batch.addField(key, from, to, kind));
      case HOST:
        return this.takeHost(batch, row, packed, batch.addField(key, from, to, kind));
      default:
        return this.#takeOdd(batch, row, packed & 255, packed >> 16, key, from, to, kind);
    }
  }

  /** Settles what only the whole record tells. To be called after the last field. */
  finish(batch: Batch, row: number): void {
    if (!this.#isOdd) return;
    if (this.#nanosKey !== NONE) this.#settleNanos(batch, row);
    if (this.#severityNumber !== 0) batch.severity[row] = this.#severityNumber;
    if (this.#numberKey !== NONE) this.#settleNumber(batch, row);
    if (this.#nameField !== NONE) this.#settleName(batch, row);
    if (this.#templateKey !== NONE) this.#settleTemplate(batch, row);
    if (this.#insideField !== NONE && !this.hasBody) this.#settleInside(batch, row);
    if (batch.severity[row] === 0) {
      if (this.#statusWord !== 0) batch.severity[row] = this.#statusWord;
      else if (this.#status !== 0 && this.#isAccess) batch.severity[row] = severityOfStatus(this.#status);
    }
  }

  #takeTime(
    batch: Batch,
    row: number,
    rank: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    const held = this.#timeRank;
    if (held !== VACANT && (rank > held || (rank === held && key !== this.#timeKey))) {
      batch.addField(key, from, to, kind);
      return;
    }
    const heldFrom = batch.timeFrom[row];
    const heldTo = batch.timeTo[row];
    if (!this.#readTime(batch, row, from, to, kind)) {
      batch.addField(key, from, to, kind);
      return;
    }
    if (held !== VACANT && key !== this.#timeKey) {
      batch.addField(this.#timeKey, heldFrom, heldTo, this.#timeKind);
    }
    this.#timeRank = rank;
    this.#timeKey = key;
    this.#timeKind = kind;
    this.#isSeconds = false;
  }

  /** Reads a value that is a time as a whole; sets nothing and answers false if it is none. */
  #readTime(batch: Batch, row: number, from: number, to: number, kind: number): boolean {
    if (kind === TEXT) return this.#readTimeText(batch, row, from, to);
    if (kind === ESCAPED) {
      const side = batch.side;
      const start = unescapeToSide(batch, from, to);
      if (this.#readTimeText(batch, row, start, batch.side)) return true;
      batch.side = side;
      return false;
    }
    return kind < 4 && looksLikeEpoch(batch.bytes, from, to) && readEpoch(batch, row, from, to);
  }

  #readTimeText(batch: Batch, row: number, from: number, to: number): boolean {
    if (this.#minute.read(batch, row, from, to)) return true;
    if (to - from < 8) return false;
    if (looksLikeEpoch(batch.bytes, from, to)) return readEpoch(batch, row, from, to);
    const time = batch.time[row];
    const nanos = batch.nanos[row];
    const fraction = batch.fraction[row];
    const timeFrom = batch.timeFrom[row];
    const timeTo = batch.timeTo[row];
    const end = readTime(batch, row, from, to, this.#context);
    if (end === to) {
      this.#minute.learn(batch, row);
      return true;
    }
    if (end < 0) return false;
    batch.time[row] = time;
    batch.nanos[row] = nanos;
    batch.fraction[row] = fraction;
    batch.timeFrom[row] = timeFrom;
    batch.timeTo[row] = timeTo;
    return false;
  }

  #takeSeverity(
    batch: Batch,
    row: number,
    rank: number,
    scale: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    let number = 0;
    if (kind === TEXT) {
      number = levelOfText(batch.bytes, batch.view, from, to);
      if (number === 0 && isDigits(batch.bytes, from, to)) {
        number = levelOfNumber(batch.bytes, from, to, scale);
        rank += NUMBER_RANK;
      }
    } else if (kind === INT) {
      number = levelOfNumber(batch.bytes, from, to, scale);
      rank += NUMBER_RANK;
      if (number === 0 && scale === BY_VALUE && to - from === 1) {
        // May be Graylog's: the rest of the record tells.
        if (this.#numberKey !== NONE) {
          batch.addField(this.#numberKey, this.#numberFrom, this.#numberTo, INT);
        }
        this.#isOdd = true;
        this.#numberKey = key;
        this.#numberFrom = from;
        this.#numberTo = to;
        return;
      }
    } else if (kind === ESCAPED) {
      // Coloured by escape sequences.
      const side = batch.side;
      const start = unescapeToSide(batch, from, to);
      number = levelOfText(batch.bytes, batch.view, start, batch.side);
      batch.side = side;
    }
    const held = this.#severityRank;
    if (number === 0 || rank > held || (rank === held && key !== this.#severityKey)) {
      batch.addField(key, from, to, kind);
      return;
    }
    if (held !== VACANT && key !== this.#severityKey) {
      batch.addField(this.#severityKey, batch.severityFrom[row], batch.severityTo[row], this.#severityKind);
    }
    this.#severityRank = rank;
    this.#severityKey = key;
    this.#severityKind = kind;
    batch.severity[row] = number;
    batch.severityFrom[row] = from;
    batch.severityTo[row] = to;
  }

  #takeBody(
    batch: Batch,
    row: number,
    rank: number,
    scale: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    const held = this.#bodyRank;
    const isWorse = rank > held || (rank === held && key !== this.#bodyKey);
    if (scale === REQUEST && kind <= ESCAPED) this.#isOdd = this.#isAccess = true;
    if (isWorse || kind === NULL || (rank >= SUBSTITUTE && (kind > ESCAPED || from === to))) {
      batch.addField(key, from, to, kind);
      return;
    }
    if (held !== VACANT && key !== this.#bodyKey) {
      batch.addField(this.#bodyKey, batch.bodyFrom[row], batch.bodyTo[row], batch.bodyKind[row]);
    }
    this.#bodyRank = rank;
    this.#bodyKey = key;
    this.#bodyScale = scale;
    batch.bodyFrom[row] = from;
    batch.bodyTo[row] = to;
    batch.bodyKind[row] = kind === ESCAPED || kind === NESTED ? kind : TEXT;
    if (kind === NESTED) decodeByteArray(batch, row, from, to);
  }

  #takeTrace(
    batch: Batch,
    row: number,
    rank: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    let start = kind === TEXT || kind === INT ? idStart(batch, from, to) : NONE;
    // `trace` alone is also a word for other things.
    if (rank === WEAK_TRACE_RANK && to - start < 16) start = NONE;
    const held = this.#traceRank;
    if (start === NONE || rank > held || (rank === held && key !== this.#traceKey)) {
      batch.addField(key, from, to, kind);
      return;
    }
    if (held !== VACANT && key !== this.#traceKey) {
      batch.addField(this.#traceKey, batch.traceFrom[row], batch.traceTo[row], TEXT);
    }
    this.#traceRank = rank;
    this.#traceKey = key;
    batch.traceFrom[row] = start;
    batch.traceTo[row] = to;
  }

  #takeSpan(
    batch: Batch,
    row: number,
    rank: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    const start = kind === TEXT || kind === INT ? idStart(batch, from, to) : NONE;
    const held = this.#spanRank;
    if (start === NONE || rank > held || (rank === held && key !== this.#spanKey)) {
      batch.addField(key, from, to, kind);
      return;
    }
    if (held !== VACANT && key !== this.#spanKey) {
      batch.addField(this.#spanKey, batch.spanFrom[row], batch.spanTo[row], TEXT);
    }
    this.#spanRank = rank;
    this.#spanKey = key;
    batch.spanFrom[row] = start;
    batch.spanTo[row] = to;
  }

  #takeOdd(
    batch: Batch,
    row: number,
    which: number,
    scale: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    this.#isOdd = true;
    const { bytes } = batch;
    switch (which) {
      case SECONDS:
        if (this.#timeRank !== VACANT || kind !== INT || !readEpoch(batch, row, from, to)) break;
        this.#timeRank = 2;
        this.#timeKey = key;
        this.#timeKind = kind;
        this.#isSeconds = true;
        return;
      case NANOS:
        if (kind !== INT || to - from > 9) break;
        this.#nanosKey = key;
        this.#nanosFrom = from;
        this.#nanosTo = to;
        return;
      case SEVERITY_NUMBER: {
        const number = kind === INT || kind === TEXT ? smallNumber(bytes, from, to) : NONE;
        if (number < 0 || number > 24) break;
        this.#severityNumber = number;
        return;
      }
      case TEMPLATE:
        if (kind > ESCAPED) break;
        this.#templateKey = key;
        this.#templateFrom = from;
        this.#templateTo = to;
        this.#templateKind = kind;
        return;
      case NAME:
        if (kind <= ESCAPED) this.#nameField = batch.fieldCount;
        break;
      case STATUS: {
        const number = kind === INT || kind === TEXT ? smallNumber(bytes, from, to) : NONE;
        if (number >= 100 && number < 600) this.#status = number;
        else if (kind === TEXT) this.#statusWord = levelOfText(bytes, batch.view, from, to);
        break;
      }
      case METHOD:
        if (kind === TEXT) this.#isAccess = true;
        break;
      case MARK:
        this.#marks |= scale;
        break;
      case INSIDE:
        if (this.#insideField === NONE) this.#insideField = batch.fieldCount;
        break;
      case LETTER: {
        const isMongo = this.#timeRank !== VACANT && this.keys.names[this.#timeKey] === "t.$date";
        const number = isMongo && kind === TEXT ? levelOfLetter(bytes, from, to) : 0;
        if (number === 0) break;
        this.#severityRank = 0;
        this.#severityKey = key;
        this.#severityKind = kind;
        batch.severity[row] = number;
        batch.severityFrom[row] = from;
        batch.severityTo[row] = to;
        return;
      }
      case TRACEPARENT:
        if (kind !== TEXT || !isTraceparent(bytes, from, to) || this.#traceRank !== VACANT) break;
        this.#traceRank = this.#spanRank = 0;
        this.#traceKey = this.#spanKey = key;
        batch.traceFrom[row] = from + 3;
        batch.traceTo[row] = from + 35;
        batch.spanFrom[row] = from + 36;
        batch.spanTo[row] = from + 52;
        return;
    }
    batch.addField(key, from, to, kind);
  }

  #settleNanos(batch: Batch, row: number): void {
    if (!this.#isSeconds) {
      batch.addField(this.#nanosKey, this.#nanosFrom, this.#nanosTo, INT);
      return;
    }
    const nanos = smallNumber(batch.bytes, this.#nanosFrom, this.#nanosTo);
    batch.time[row] += Math.floor(nanos / 1_000_000);
    batch.nanos[row] = nanos % 1_000_000;
    batch.fraction[row] = 9;
  }

  #settleNumber(batch: Batch, row: number): void {
    const digit = batch.bytes[this.#numberFrom] - 48;
    if (
      this.#bodyScale === GELF && this.#bodyRank !== VACANT && batch.severity[row] === 0 && digit < 8
    ) {
      batch.severity[row] = severityOfSyslog(digit);
      batch.severityFrom[row] = this.#numberFrom;
      batch.severityTo[row] = this.#numberTo;
    } else batch.addField(this.#numberKey, this.#numberFrom, this.#numberTo, INT);
  }

  /** pino and bunyan: a number as the severity, and the host. */
  #settleName(batch: Batch, row: number): void {
    const isPino = this.#severityKind === INT && this.#severityRank < VACANT && this.#hostRank !== VACANT;
    if (isPino && this.#serviceRank === VACANT) batch.service[row] = this.#nameField;
  }

  /** An object where the message should be is the body as it stands; its fields are no attributes then. */
  #settleInside(batch: Batch, row: number): void {
    const { fieldStart } = batch;
    const first = fieldStart[this.#insideField];
    const from = messageObjectAt(batch.bytes, batch.rawFrom[row], first);
    if (from < 0) return;
    this.#outline.reset();
    const to = this.#outline.walk(batch.bytes, from, first < batch.sideFrom ? batch.rawTo[row] : batch.side);
    if (to < 0) return;
    if (this.#bodyRank !== VACANT) {
      batch.addField(this.#bodyKey, batch.bodyFrom[row], batch.bodyTo[row], batch.bodyKind[row]);
    }
    this.#bodyRank = 0;
    batch.bodyFrom[row] = from;
    batch.bodyTo[row] = to;
    batch.bodyKind[row] = NESTED;
    removeFields(batch, row, from, to);
  }

  #settleTemplate(batch: Batch, row: number): void {
    // Serilog leaves the level out where it is Information.
    if (batch.severity[row] === 0 && this.keys.names[this.#templateKey] === "@mt") batch.severity[row] = 9;
    if (this.hasBody) {
      batch.addField(this.#templateKey, this.#templateFrom, this.#templateTo, this.#templateKind);
      return;
    }
    if (this.#bodyRank !== VACANT) {
      batch.addField(this.#bodyKey, batch.bodyFrom[row], batch.bodyTo[row], batch.bodyKind[row]);
    }
    this.#bodyRank = 0;
    renderTemplate(batch, row, this.#templateFrom, this.#templateTo, this.#templateKind);
  }
}
