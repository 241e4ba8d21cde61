import { DEBUG, ERROR, FATAL, INFO, WARN } from "../record/severity.ts";
import type { Batch } from "../record/batch.ts";
import { looksLikeEpoch, smallNumber } from "./field_values.ts";
import { JsonOutline } from "./json/json_outline.ts";
import { skipSpace } from "./json/json_token.ts";
import type { ReadContext } from "./line_format.ts";
import { hasField, isPinos } from "./mended_severity.ts";
import { messageObjectAt, removeFields } from "./message_object.ts";
import { renderTemplate } from "./message_template.ts";
import { RequestRoles } from "./request_roles.ts";
import type { RoleHolders } from "./role_holders.ts";
import { levelOfLetter, levelOfNumber } from "./severity_value.ts";
import { severityOfStatus, severityOfSyslog } from "./severity_word.ts";
import { isTraceparent } from "./trace_id.ts";
import { readEpoch, readTime } from "./time/timestamp.ts";
import { WaitingField } from "./waiting_field.ts";
import * as kinds from "../record/batch.ts";
import * as roles from "./field_roles.ts";

const { TEXT, ESCAPED, INT, NESTED } = kinds;
const {
  BODY,
  BY_VALUE,
  GELF,
  HOST,
  INSIDE,
  LETTER,
  MARK,
  MARK_OTLP,
  METHOD,
  NAME,
  NANOS,
  PROTOCOL,
  QUERY,
  SECONDS,
  SERVICE,
  SEVERITY,
  SEVERITY_NUMBER,
  SPAN,
  STATUS,
  SUBSTITUTE,
  TARGET,
  TEMPLATE,
  TIME,
  TRACE,
  TRACEPARENT,
  VERBOSITY,
} = roles;

const NONE = -1;
const COLON = 0x3a, BRACE = 0x7b;
/** Rank of a time of whole seconds, whose nanoseconds stand in a field of their own. */
const SECONDS_RANK = 2;
const OTLP_RANK = 3;
/** What the numbers of Nextcloud and of Cloud Foundry's lager mean. */
const NEXTCLOUD = [DEBUG, INFO, WARN, ERROR, FATAL];
const LAGER = [DEBUG, INFO, ERROR, FATAL];

/** The roles that few records have, and those that only the whole record settles. */
export class OddRoles {
  /** Whether `settle` and `reset` have anything to do. */
  isUsed = false;
  readonly request = new RequestRoles();
  /** The time is one of whole seconds. */
  isSeconds = false;
  /** What sets the body apart, see REQUEST, GELF, LOG. */
  bodyScale = 0;
  /** MARK_ bits. */
  marks = 0;
  readonly #holders: RoleHolders;
  readonly #context: ReadContext;
  readonly #composes: boolean;
  readonly #outline = new JsonOutline();
  readonly #number = new WaitingField();
  readonly #nanos = new WaitingField();
  readonly #template = new WaitingField();
  readonly #date = new WaitingField();
  #severityNumber = 0;
  #nameField = NONE;
  #insideField = NONE;
  #hasVerbosity = false;
  /** Go's logr wrote an earlier record: of its errors none has a severity. */
  #isLogr = false;

  constructor(holders: RoleHolders, context: ReadContext, composes: boolean) {
    this.#holders = holders;
    this.#composes = composes;
    this.#context = context;
  }

  reset(): void {
    this.isUsed = this.#isLogr;
    this.isSeconds = this.#hasVerbosity = false;
    this.request.reset();
    this.#number.clear();
    this.#nanos.clear();
    this.#template.clear();
    this.#date.clear();
    this.#nameField = this.#insideField = NONE;
    this.marks = this.#severityNumber = 0;
  }

  /** Whether a body was found that is one by its name, not a substitute. */
  get hasBody(): boolean {
    return this.#holders.rank[BODY] < SUBSTITUTE;
  }

  /** Whether the record has a message's template. */
  get isTemplated(): boolean {
    return this.#template.is;
  }

  /** Holds a number back that may be Graylog's or pino's severity: the rest of the record tells. */
  hold(batch: Batch, key: number, from: number, to: number, kind: number): void {
    this.isUsed = true;
    if (this.#number.is) this.#number.addTo(batch);
    this.#number.set(key, from, to, kind);
  }

  /** Holds a date back whose time may be another field's. */
  holdDate(batch: Batch, key: number, from: number, to: number): void {
    this.isUsed = true;
    if (this.#date.is) this.#date.addTo(batch);
    this.#date.set(key, from, to, TEXT);
  }

  take(
    batch: Batch,
    row: number,
    role: number,
    rank: number,
    scale: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): void {
    this.isUsed = true;
    if (!this.#takes(batch, row, role, rank, scale, key, from, to, kind)) batch.addField(key, from, to, kind);
  }

  /** Whether the field has its role; else it is to be an attribute, whatever was learnt from it. */
  #takes(
    batch: Batch,
    row: number,
    role: number,
    rank: number,
    scale: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): boolean {
    const { bytes } = batch;
    switch (role) {
      case SECONDS:
        if (kind !== INT || !this.#takesEpoch(batch, row, SECONDS_RANK, key, from, to, kind)) return false;
        this.isSeconds = true;
        return true;
      case NANOS:
        if (kind !== INT || to - from > 9) return false;
        this.#nanos.set(key, from, to, kind);
        return true;
      case SEVERITY_NUMBER: {
        const number = numberOf(bytes, from, to, kind);
        if (number < 0 || number > 24) return false;
        this.#severityNumber = number;
        return true;
      }
      case TEMPLATE:
        if (kind > ESCAPED || this.#template.is) return false;
        this.#template.set(key, from, to, kind);
        return true;
      case NAME:
        if (kind <= ESCAPED) this.#nameField = batch.fieldCount;
        return false;
      case STATUS:
        this.request.learnStatus(batch, scale, from, to, kind);
        return false;
      case METHOD:
        this.request.learnMethod(batch, scale, from, to, kind);
        return false;
      case TARGET:
      case PROTOCOL:
      case QUERY:
        this.request.learnTarget(batch, role, rank, from, to, kind);
        return false;
      case VERBOSITY:
        if (kind === INT && to - from <= 2) this.#hasVerbosity = true;
        return false;
      case MARK:
        this.marks |= scale;
        // OTLP's time in a record that is none of OTLP's.
        return scale === MARK_OTLP && kind <= INT &&
          this.#takesEpoch(batch, row, OTLP_RANK, key, from, to, kind);
      case INSIDE:
        if (this.#insideField === NONE) this.#insideField = batch.fieldCount;
        return false;
      case LETTER:
        return kind === TEXT && this.#takesLetter(batch, row, key, from, to);
      case TRACEPARENT:
        return kind === TEXT && this.#takesTraceparent(batch, row, key, from, to);
      default:
        return false;
    }
  }

  #takesEpoch(
    batch: Batch,
    row: number,
    rank: number,
    key: number,
    from: number,
    to: number,
    kind: number,
  ): boolean {
    if (!this.#holders.isVacant(TIME) || !looksLikeEpoch(batch.bytes, from, to)) return false;
    if (!readEpoch(batch, row, from, to)) return false;
    this.#holders.give(batch, TIME, rank, key, kind, from, to);
    return true;
  }

  /** MongoDB's severity, known by its time. */
  #takesLetter(batch: Batch, row: number, key: number, from: number, to: number): boolean {
    const holders = this.#holders;
    if (holders.isVacant(TIME) || this.#context.keys.names[holders.key[TIME]] !== "t.$date") return false;
    const number = levelOfLetter(batch.bytes, from, to);
    if (number === 0) return false;
    holders.rank[SEVERITY] = 0;
    holders.key[SEVERITY] = key;
    holders.kind[SEVERITY] = TEXT;
    batch.setSeverity(row, number, from, to);
    return true;
  }

  #takesTraceparent(batch: Batch, row: number, key: number, from: number, to: number): boolean {
    const holders = this.#holders;
    if (!isTraceparent(batch.bytes, from, to) || !holders.isVacant(TRACE)) return false;
    for (const role of [TRACE, SPAN]) {
      holders.rank[role] = 0;
      holders.key[role] = key;
      holders.kind[role] = TEXT;
    }
    batch.setTrace(row, from + 3, from + 35);
    batch.setSpan(row, from + 36, from + 52);
    return true;
  }

  /** Makes attributes of what waits for the rest of a record that is an envelope: it tells nothing of the line inside. */
  release(batch: Batch, row: number): void {
    for (const waiting of [this.#number, this.#nanos, this.#template, this.#date]) {
      if (waiting.is) waiting.addTo(batch);
      waiting.clear();
    }
    if (this.#severityNumber !== 0 && batch.severity[row] === 0) batch.severity[row] = this.#severityNumber;
  }

  /** Settles what only the whole record tells. To be called after the last field. */
  settle(batch: Batch, row: number): void {
    if (this.#nanos.is) this.#settleNanos(batch, row);
    if (this.#date.is) this.#settleDate(batch, row);
    if (this.#severityNumber !== 0) batch.severity[row] = this.#severityNumber;
    if (this.#number.is) this.#settleNumber(batch, row);
    if (this.#nameField !== NONE) this.#settleName(batch, row);
    if (this.#template.is) this.#settleTemplate(batch, row);
    if (this.#insideField !== NONE && !this.hasBody) this.#settleInside(batch, row);
    const first = skipSpace(batch.bytes, batch.bodyFrom[row], batch.bodyTo[row]);
    const isFields = this.#composes || batch.bytes[first] === BRACE;
    // Traefik's message is empty.
    const isEmpty = batch.bodyTo[row] === batch.bodyFrom[row];
    if (isEmpty || (isFields && this.#holders.isVacant(BODY))) this.request.composeLine(batch, row);
    if (batch.severity[row] === 0) {
      const { status, statusWord, isAccess } = this.request;
      if (statusWord !== 0) batch.severity[row] = statusWord;
      else if (this.#isLogr && this.#hasError(batch, row)) batch.severity[row] = ERROR;
      else if (this.#hasVerbosity && this.hasBody && this.#hasField(batch, row, "caller")) {
        batch.severity[row] = INFO;
        this.#isLogr = this.isUsed = true;
      } else if (status !== 0 && isAccess) batch.severity[row] = severityOfStatus(status);
    }
  }

  #settleNanos(batch: Batch, row: number): void {
    if (!this.isSeconds) return this.#nanos.addTo(batch);
    const nanos = smallNumber(batch.bytes, this.#nanos.from, this.#nanos.to);
    batch.time[row] += Math.floor(nanos / 1_000_000);
    batch.nanos[row] = nanos % 1_000_000;
    batch.fraction[row] = 9;
  }

  /** Joins a date with the time of a day that the record has. */
  #settleDate(batch: Batch, row: number): void {
    const { bytes, timeFrom, timeTo } = batch;
    const { from, to } = this.#date;
    const clock = timeFrom[row];
    const isOfDay = !this.#holders.isVacant(TIME) &&
      (bytes[clock + 1] === COLON || bytes[clock + 2] === COLON);
    const start = isOfDay ? batch.joinToSide(from, to, clock, timeTo[row]) : NONE;
    // A date that does not exist leaves the time as it is.
    if (start < 0 || readTime(batch, row, start, batch.side, this.#context) < 0) this.#date.addTo(batch);
  }

  #settleNumber(batch: Batch, row: number): void {
    const { from, to } = this.#number;
    const severity = batch.severity[row] === 0 ? this.#severityOfNumber(batch, row) : 0;
    if (severity === 0) this.#number.addTo(batch);
    else batch.setSeverity(row, severity, from, to);
  }

  /** The severity that the number means beside the record's other fields, 0 if it is none. */
  #severityOfNumber(batch: Batch, row: number): number {
    const { from, key, to } = this.#number;
    if (to - from === 2) {
      return isPinos(batch, row, this.#context) ? levelOfNumber(batch.bytes, from, to, BY_VALUE) : 0;
    }
    const digit = batch.bytes[from] - 48;
    const isGelf = this.bodyScale === GELF || this.#hasField(batch, row, "gl2_source_input");
    const isGraylogs = isGelf && !this.#holders.isVacant(BODY) && digit < 8;
    // logr's verbosities: 0 is information, the higher ones are details.
    if (!isGraylogs && this.hasBody && this.#hasField(batch, row, "logger")) {
      this.#isLogr = this.isUsed = true;
      return digit === 0 ? INFO : DEBUG;
    }
    if (
      digit < NEXTCLOUD.length && this.#hasField(batch, row, "reqId") &&
      this.#hasField(batch, row, "remoteAddr")
    ) return NEXTCLOUD[digit];
    if (
      digit < LAGER.length && this.#context.keys.names[key] === "log_level" &&
      this.#hasField(batch, row, "source")
    ) {
      return LAGER[digit];
    }
    return isGraylogs ? severityOfSyslog(digit) : 0;
  }

  #hasError(batch: Batch, row: number): boolean {
    return this.#hasField(batch, row, "error") || this.#hasField(batch, row, "err");
  }

  #hasField(batch: Batch, row: number, name: string): boolean {
    return hasField(batch, row, this.#context, name);
  }

  /** pino and bunyan: a number as the severity, and the host. */
  #settleName(batch: Batch, row: number): void {
    const holders = this.#holders;
    const isPino = !holders.isVacant(SEVERITY) && holders.kind[SEVERITY] === INT &&
      !holders.isVacant(HOST);
    if (isPino && holders.isVacant(SERVICE)) batch.service[row] = this.#nameField;
  }

  /** An object where the message should be is the body as it stands; its fields are no attributes then. */
  #settleInside(batch: Batch, row: number): void {
    const first = batch.fieldStart[this.#insideField];
    const from = messageObjectAt(batch.bytes, batch.rawFrom[row], first);
    if (from < 0) return;
    this.#outline.reset();
    const to = this.#outline.walk(batch.bytes, from, first < batch.sideFrom ? batch.rawTo[row] : batch.side);
    if (to < 0) return;
    this.#replaceBody(batch, row);
    batch.setBody(row, from, to);
    batch.bodyKind[row] = NESTED;
    removeFields(batch, row, from, to);
  }

  #settleTemplate(batch: Batch, row: number): void {
    const { key, from, to, kind } = this.#template;
    // Serilog leaves the level out where it is Information.
    if (batch.severity[row] === 0 && this.#context.keys.names[key] === "@mt") batch.severity[row] = INFO;
    if (this.hasBody) return this.#template.addTo(batch);
    this.#replaceBody(batch, row);
    renderTemplate(batch, row, from, to, kind);
  }

  /** Makes a substitute an attribute, for there is a body. */
  #replaceBody(batch: Batch, row: number): void {
    const holders = this.#holders;
    if (!holders.isVacant(BODY)) {
      batch.addField(holders.key[BODY], batch.bodyFrom[row], batch.bodyTo[row], batch.bodyKind[row]);
    }
    holders.rank[BODY] = 0;
  }
}

/** A small whole number, or text that is one; -1 for anything else. */
function numberOf(bytes: Uint8Array, from: number, to: number, kind: number): number {
  return kind === INT || kind === TEXT ? smallNumber(bytes, from, to) : NONE;
}
