import type { Batch } from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";
import { decodeByteArray, isDate, isDigits, isRelease, looksLikeEpoch } from "./field_values.ts";
import { unescapeToSide } from "./json/json_escape.ts";
import { envelopeOf } from "./envelope/envelope_kind.ts";
import type { KeyGraph } from "./json/key_graph.ts";
import { NO, type ReadContext, type Verdict, YES } from "./line_format.ts";
import { mendSeverity } from "./mended_severity.ts";
import { OddRoles } from "./odd_roles.ts";
import { levelOfNumber, levelOfOwnName, levelOfText } from "./severity_value.ts";
import { idStart, quotedIdEnd } from "./trace_id.ts";
import { TimeValues } from "./time/time_values.ts";
import * as kinds from "../record/batch.ts";
import * as roles from "./field_roles.ts";
import * as roleHolders from "./role_holders.ts";

// An imported constant is read from its module whenever it is used, one of this file is part of the machine code:
// a fifth of the time of reading a record.
/** OpenTelemetry's numbers. */
const DEBUG = 5, INFO = 9;
/** Bytes of `Verbose`. */
const VERBOSE_BYTES = 7;
/** What stands for nothing. */
const DASH = 0x2d;
const { TEXT, ESCAPED, INT, NESTED, NULL } = kinds;
const {
  BODY,
  BY_VALUE,
  GENERAL,
  HOST,
  LOG,
  MARK_SHIPPER,
  REQUEST,
  SERVICE,
  SEVERITY,
  SPAN,
  SUBSTITUTE,
  TIME,
  TRACE,
  WEAK_TIME,
  WINDOWS,
} = roles;
const { RoleHolders, TAKEN, VACANT } = roleHolders;

/** A severity's number is only taken where there is no name. */
const NUMBER_RANK = 64;
const NONE = -1;
/** Bytes of a date with a time: a time alone may be a duration. */
const SHORTEST_DATED = 16;
const LONGEST_DATED = 48;
/** journald's time. */
const JOURNAL_TIME = "__REALTIME_TIMESTAMP";
/** Rank of `text` and the like, and of an empty one, behind all others that may be the body. */
const TEXTS = SUBSTITUTE + 2;
const EMPTY = VACANT - 1;
/** Rank of the names that may mean something else than an id. */
const WEAK_TRACE_RANK = 2;

/**
 * Gives the fields of a record their roles, one after the other: the best candidate whose value makes sense
 * becomes the time, the severity, the body, an id; whoever it displaces, and whoever makes no sense in the
 * role, is an attribute like the rest.
 */
export class RoleCollector {
  readonly #context: ReadContext;
  readonly #times: TimeValues;
  readonly #holders = new RoleHolders();
  readonly #rank = this.#holders.rank;
  readonly #odd: OddRoles;

  /** `composes`: a record that is no object may have a request line made of its fields as the body, too. */
  constructor(context: ReadContext, composes = false) {
    this.#context = context;
    this.#times = new TimeValues(context);
    this.#odd = new OddRoles(this.#holders, context, composes);
  }

  get keys(): KeyTable {
    return this.#context.keys;
  }

  /** To be called when a record begins. */
  start(): void {
    const rank = this.#rank;
    rank[TIME] =
      rank[SEVERITY] =
      rank[BODY] =
      rank[TRACE] =
      rank[SPAN] =
      rank[SERVICE] =
      rank[HOST] =
        VACANT;
    if (this.#odd.isUsed) this.#odd.reset();
  }

  /** Whether a body was found that is one by its name, not a substitute. */
  get hasBody(): boolean {
    return this.#odd.hasBody;
  }

  /** Whether a field was met of which only the whole record tells what it is. */
  get isOdd(): boolean {
    return this.#odd.isUsed;
  }

  /** Whether a time, a severity or a body was found: what a log record has and other JSON has not. */
  get isTelling(): boolean {
    return this.hasBody || this.#rank[TIME] < WEAK_TIME || !this.#holders.isVacant(SEVERITY);
  }

  /** Whether the body is what a container's runtime calls the line. */
  readonly isLog = () => this.#odd.bodyScale === LOG;

  /** Whether a shipper's names stand beside the body, whatever severity it gave to the line. */
  readonly isShipped = () => (this.#odd.marks & MARK_SHIPPER) !== 0;

  /** The kind of envelope around a line that a program wrote, 0 if the record is none. */
  get envelope(): number {
    const { marks, bodyScale } = this.#odd;
    return marks === 0 && bodyScale < LOG ? 0 : envelopeOf(this.#rank, marks, bodyScale);
  }

  /** As `start`, for fields that follow a text: what the record has already stays. */
  startBehind(batch: Batch, row: number, wantsBody: boolean): void {
    this.start();
    const rank = this.#rank;
    if (!Number.isNaN(batch.time[row])) rank[TIME] = TAKEN;
    if (batch.severity[row] !== 0) rank[SEVERITY] = TAKEN;
    if (!wantsBody) rank[BODY] = TAKEN;
    if (batch.traceTo[row] > batch.traceFrom[row]) rank[TRACE] = TAKEN;
    if (batch.spanTo[row] > batch.spanFrom[row]) rank[SPAN] = TAKEN;
    if (batch.service[row] >= 0) rank[SERVICE] = TAKEN;
    if (batch.host[row] >= 0) rank[HOST] = TAKEN;
  }

  /**
   * Takes a text that begins at `from` and ends with a quote before `to` as the time, if it is one of the minute
   * seen last and the first candidate of its record: then its end need not be looked for. Returns the index of
   * the quote; -1, and takes nothing, if it is not so simple.
   */
  takeQuotedTime(batch: Batch, row: number, packed: number, key: number, from: number, to: number): number {
    if (this.#rank[TIME] !== VACANT) return -1;
    const end = this.#times.readQuoted(batch, row, from, to);
    if (end >= 0) this.#hold(TIME, packed >> 8 & 255, key, TEXT);
    return end;
  }

  /** As `takeQuotedTime`, as the trace id. */
  takeQuotedTrace(batch: Batch, row: number, packed: number, key: number, from: number, to: number): number {
    if (this.#rank[TRACE] !== VACANT) return -1;
    const end = quotedIdEnd(batch, from, to);
    if (end < 0) return -1;
    this.#hold(TRACE, packed >> 8 & 255, key, TEXT);
    batch.traceFrom[row] = from;
    batch.traceTo[row] = end;
    return end;
  }

  /** Takes a field that was added as the service, if it names it better than another one did. */
  takeService(batch: Batch, row: number, packed: number, field: number): void {
    if (this.#names(SERVICE, batch, packed, field)) batch.service[row] = field;
  }

  /** As `takeService`, as the host. */
  takeHost(batch: Batch, row: number, packed: number, field: number): void {
    if (this.#names(HOST, batch, packed, field)) batch.host[row] = field;
  }

  #names(role: number, batch: Batch, packed: number, field: number): boolean {
    const rank = packed >> 8 & 255;
    if (rank >= this.#rank[role] || batch.fieldKind[field] > ESCAPED) return false;
    if (batch.fieldStart[field] === batch.fieldEnd[field]) return false;
    if (role === SERVICE && isRelease(batch.bytes, batch.fieldStart[field], batch.fieldEnd[field])) {
      return false;
    }
    this.#rank[role] = rank;
    return true;
  }

  /** Gives a vacant role to a field. */
  #hold(role: number, rank: number, key: number, kind: number): void {
    const holders = this.#holders;
    this.#rank[role] = rank;
    holders.key[role] = key;
    holders.kind[role] = kind;
  }

  /**
   * Takes the field [from, to) with a role packed by the key graph. The first candidate for a role is dealt with
   * here, for most records have one only; what is not so simple has its own method.
   */
  take(batch: Batch, row: number, packed: number, key: number, from: number, to: number, kind: number): void {
    const rank = packed >> 8 & 255;
    const scale = packed >> 16;
    switch (packed & 255) {
      case TIME:
        return this.#takeTime(batch, row, rank, key, from, to, kind);
      case SEVERITY: {
        const number = kind === TEXT && this.#rank[SEVERITY] === VACANT
          ? levelOfText(batch.bytes, batch.view, from, to)
          : 0;
        if (number === 0) return this.#takeSeverity(batch, row, rank, scale, key, from, to, kind);
        this.#hold(SEVERITY, rank, key, TEXT);
        batch.setSeverity(row, number, from, to);
        return;
      }
      case BODY:
        if (this.#rank[BODY] !== VACANT || rank >= SUBSTITUTE || kind > ESCAPED) {
          return this.#takeBody(batch, row, rank, scale, key, from, to, kind);
        }
        this.#hold(BODY, rank, key, kind);
        this.#odd.bodyScale = scale;
        batch.bodyFrom[row] = from;
        batch.bodyTo[row] = to;
        batch.bodyKind[row] = kind;
        return;
      case TRACE:
        return this.#takeId(TRACE, batch.traceFrom, batch.traceTo, batch, row, rank, key, from, to, kind);
      case SPAN:
        return this.#takeId(SPAN, batch.spanFrom, batch.spanTo, batch, row, rank, key, from, to, kind);
      case SERVICE:
        return this.takeService(batch, row, packed, batch.addField(key, from, to, kind));
      case HOST:
        return this.takeHost(batch, row, packed, batch.addField(key, from, to, kind));
      default:
        return this.#odd.take(batch, row, packed & 255, rank, scale, key, from, to, kind);
    }
  }

  /** Settles what only the whole record tells. To be called after the last field. */
  finish(batch: Batch, row: number): void {
    if (this.#odd.isUsed) this.#odd.settle(batch, row);
    const length = batch.severityTo[row] - batch.severityFrom[row];
    if (length === VERBOSE_BYTES ? batch.severity[row] === DEBUG : length === 1 || length === 2) {
      mendSeverity(batch, row, this.#context, this.#holders.key[SEVERITY], this.#odd.isTemplated);
    }
    if (batch.severity[row] === 0 && !this.#holders.isVacant(BODY) && this.#isRendered(batch)) {
      batch.severity[row] = INFO;
    }
  }

  /** As `finish`, of an envelope. */
  release(batch: Batch, row: number): void {
    if (this.#odd.isUsed) this.#odd.release(batch, row);
  }

  /** Whether the record is one of journald's: its message is what a program wrote, its priority the whole stream's. */
  isJournal(batch: Batch): boolean {
    return batch.keys.names[this.#holders.key[TIME]] === JOURNAL_TIME && !this.#holders.isVacant(TIME);
  }

  /** Serilog's rendered message: it leaves the level out where it is Information. */
  #isRendered(batch: Batch): boolean {
    return batch.keys.names[this.#holders.key[BODY]] === "@m";
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
    const holders = this.#holders;
    const heldFrom = batch.timeFrom[row];
    const heldTo = batch.timeTo[row];
    const isWeak = rank >= WEAK_TIME && to - from < SHORTEST_DATED && !looksLikeEpoch(batch.bytes, from, to);
    if (holders.refuses(TIME, rank, key) || isWeak || !this.#times.read(batch, row, from, to, kind)) {
      if (kind === TEXT && isDate(batch.bytes, from, to)) this.#odd.holdDate(batch, key, from, to);
      else batch.addField(key, from, to, kind);
      return;
    }
    holders.give(batch, TIME, rank, key, kind, heldFrom, heldTo);
    this.#odd.isSeconds = false;
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
    if (kind === TEXT) number = levelOfText(batch.bytes, batch.view, from, to);
    else if (kind === ESCAPED) number = levelOfEscaped(batch, from, to);
    if (number === 0 && scale >= WINDOWS && kind === TEXT) {
      number = levelOfOwnName(batch.bytes, from, to, scale);
    }
    if (number === 0 && (kind === INT || (kind === TEXT && isDigits(batch.bytes, from, to)))) {
      number = levelOfNumber(batch.bytes, from, to, scale);
      rank += NUMBER_RANK;
      const isHeld = scale === BY_VALUE ? to - from === 1 : scale === GENERAL && to - from === 2;
      if (number === 0 && isHeld) {
        return this.#odd.hold(batch, key, from, to, kind);
      }
    }
    // katip's `at`
    const isTime = number === 0 && kind === TEXT && to - from >= SHORTEST_DATED && to - from < LONGEST_DATED;
    if (isTime) return this.#takeTime(batch, row, WEAK_TIME, key, from, to, kind);
    if (number === 0 || this.#holders.refuses(SEVERITY, rank, key)) {
      batch.addField(key, from, to, kind);
      return;
    }
    const { severityFrom, severityTo } = batch;
    this.#holders.give(batch, SEVERITY, rank, key, kind, severityFrom[row], severityTo[row]);
    batch.severity[row] = number;
    severityFrom[row] = from;
    severityTo[row] = to;
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
    const { bodyFrom, bodyTo, bodyKind } = batch;
    if (scale === REQUEST && kind <= ESCAPED) this.#odd.isUsed = this.#odd.request.isAccess = true;
    // The message is empty, if no other field tells one.
    if (from === to && kind === TEXT && (rank === SUBSTITUTE || rank === TEXTS)) rank = EMPTY;
    // An empty line of a container is one by the key alone.
    const isNothing = (from === to && rank !== EMPTY && scale !== LOG) ||
      (to - from === 1 && batch.bytes[from] === DASH);
    const isRefused = this.#holders.refuses(BODY, rank, key);
    if (isRefused || kind === NULL || (rank >= SUBSTITUTE && (kind > ESCAPED || isNothing))) {
      batch.addField(key, from, to, kind);
      return;
    }
    this.#holders.kind[BODY] = bodyKind[row];
    this.#holders.give(batch, BODY, rank, key, kind, bodyFrom[row], bodyTo[row]);
    this.#odd.bodyScale = scale;
    bodyFrom[row] = from;
    bodyTo[row] = to;
    bodyKind[row] = kind === ESCAPED || kind === NESTED ? kind : TEXT;
    if (kind === NESTED) decodeByteArray(batch, row, from, to);
  }

  /** A trace's or a span's id, whose place the two columns hold. */
  #takeId(
    role: number,
    idFrom: Int32Array,
    idTo: Int32Array,
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
    if (role === TRACE && rank === WEAK_TRACE_RANK && to - start < 16) start = NONE;
    if (start === NONE || this.#holders.refuses(role, rank, key)) {
      batch.addField(key, from, to, kind);
      return;
    }
    this.#holders.give(batch, role, rank, key, TEXT, idFrom[row], idTo[row]);
    idFrom[row] = start;
    idTo[row] = to;
  }
}

/**
 * Reads [from, to) as one record all of which `readPairs` takes, whose row it is given: YES, or NO and nothing added. Names
 * are looked up in `graph`.
 */
export function readPairsAlone(
  batch: Batch,
  from: number,
  to: number,
  graph: KeyGraph,
  roles: RoleCollector,
  readPairs: (row: number) => boolean,
): Verdict {
  const { side } = batch;
  graph.refresh();
  roles.start();
  const row = batch.begin(from, to);
  if (readPairs(row)) {
    roles.finish(batch, row);
    batch.commit();
    return YES;
  }
  batch.abandon();
  batch.side = side;
  return NO;
}

/** The severity of a name that is coloured by escape sequences, 0 if it is none. */
function levelOfEscaped(batch: Batch, from: number, to: number): number {
  const side = batch.side;
  const start = unescapeToSide(batch, from, to);
  const number = levelOfText(batch.bytes, batch.view, start, batch.side);
  batch.side = side;
  return number;
}
