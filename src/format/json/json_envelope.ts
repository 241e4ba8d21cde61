import { type Batch, ESCAPED } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { unescapeToSide } from "./json_escape.ts";
import { JsonObject } from "./json_object.ts";
import { LineWriter } from "./line_writer.ts";
import { skipSpace } from "./json_token.ts";
import { KEPT, NO, PARTIAL, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { CONTAINER, SHIPPER } from "../envelope/envelope_kind.ts";
import { RoleCollector } from "../role_collector.ts";
import { isText } from "../text/text_tokens.ts";
import { HeldTime } from "../time/held_time.ts";

/** The container runtime cuts longer lines there and goes on in the next record. */
export const CUT_BYTES = 16 * 1024;

/** Whether the lines of a container end with a newline, as the runtime writes them, or shippers took it away. */
const UNKNOWN = 0;
const ENDED = 1;
const BARE = 2;

/** So many entries in a row without a newline are lines of their own, where none with one was seen. */
const MAX_UNKNOWN = 8;

/** What stands before the line is not how others of its writer begin. */
const UNWRITTEN = -1;

const BRACE = 0x7b;
const NEWLINE = 10;
const RETURN = 13;

/**
 * JSON around the line that a program wrote: the line is read with the other formats, and what the envelope
 * knows besides (time, stream, pod) is added to what it holds.
 */
export class JsonEnvelope {
  readonly #context: ReadContext;
  readonly #roles: RoleCollector;
  readonly #object: JsonObject;
  readonly #kind: number;
  readonly #isAny: boolean;
  readonly #attributes: AttributeKeys;
  readonly #writer: LineWriter;
  /** Where the text inside stands. */
  #textFrom = 0;
  #textTo = 0;
  /** Where the name of its stream stands; empty if there is none. */
  #streamFrom = 0;
  #streamTo = 0;
  #ends = UNKNOWN;
  /** The time that the envelope gives to a record without one of its own. */
  readonly #time = new HeldTime();

  /** `kind` is the kind of envelope, see `RoleCollector.envelope`; `isWhole`: none is a part of a longer line; `isAny`:
   * every object with a message is one. */
  constructor(context: ReadContext, kind: number, isWhole = false, isAny = false) {
    this.#context = context;
    this.#isAny = isAny;
    if (isWhole) this.#ends = BARE;
    this.#kind = kind;
    this.#attributes = AttributeKeys.of(context.keys);
    this.#writer = new LineWriter(context.keys);
    this.#roles = new RoleCollector(context);
    this.#object = new JsonObject(this.#roles);
  }

  /** Whether the lines of the source are known to end without a newline. */
  get isBare(): boolean {
    return this.#ends === BARE;
  }

  set isBare(isBare: boolean) {
    if (isBare) this.#ends = BARE;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side } = batch;
    if (from === to || bytes[from] !== BRACE) return NO;
    const row = batch.begin(from, to);
    const end = this.#readOne(batch, row, from, to);
    if (end > 0 && bytes[this.#textTo - 1] === NEWLINE) this.#ends = ENDED;
    if (end < 0) {
      batch.abandon();
      batch.side = side;
      return NO;
    }
    let textFrom = this.#textFrom;
    let textTo = this.#textTo;
    if (!this.#context.single && this.#isCut(bytes)) {
      batch.abandon();
      textFrom = this.#join(batch, end, to);
      if (textFrom < 0) {
        batch.side = side;
        return textFrom === CUT ? PARTIAL : NO;
      }
      textTo = batch.side;
      // The fields of the first piece hold for the whole.
      batch.begin(from, to);
      this.#readOne(batch, row, from, to);
    }
    if (textTo > textFrom && bytes[textTo - 1] === NEWLINE) textTo--;
    if (textTo > textFrom && bytes[textTo - 1] === RETURN) textTo--;
    return this.#readInside(batch, row, textFrom, textTo, from, to);
  }

  /** Reads the envelope at `at`; the index after it and its white space, -1 if it is none of this kind. */
  #readOne(batch: Batch, row: number, at: number, to: number): number {
    this.#roles.start();
    const end = this.#object.read(batch, row, at, to);
    if (end < 0 || batch.bodyKind[row] > ESCAPED) return -1;
    if (this.#isAny ? !this.#roles.hasBody : this.#roles.envelope !== this.#kind) return -1;
    const next = skipSpace(batch.bytes, end, to);
    if (next < to && batch.bytes[next - 1] !== NEWLINE) return -1;
    this.#roles.release(batch, row);
    this.#textFrom = batch.bodyFrom[row];
    this.#textTo = batch.bodyTo[row];
    this.#findStream(batch, row);
    if (batch.bodyKind[row] === ESCAPED) {
      this.#textFrom = unescapeToSide(batch, this.#textFrom, this.#textTo);
      this.#textTo = batch.side;
    }
    // Azure's container apps leave the runtime's tag of whole lines before them.
    if (
      this.#kind === SHIPPER && this.#roles.isLog() && isText(batch.bytes, this.#textFrom, this.#textTo, "F ")
    ) {
      this.#textFrom += 2;
    }
    return next;
  }

  #findStream(batch: Batch, row: number): void {
    this.#streamFrom = this.#streamTo = 0;
    for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
      if (batch.keys.names[batch.fieldKey[field]] !== "stream") continue;
      this.#streamFrom = batch.fieldStart[field];
      this.#streamTo = batch.fieldEnd[field];
      return;
    }
  }

  /** Whether the text goes on in another entry: it is as long as can be, or has no newline where others have. */
  #isCut(bytes: Uint8Array): boolean {
    if (this.#textTo > this.#textFrom && bytes[this.#textTo - 1] === NEWLINE) return false;
    const isWhole = this.#ends === BARE || this.#kind !== CONTAINER || this.#textTo === this.#textFrom;
    return !isWhole || this.#textTo - this.#textFrom >= CUT_BYTES;
  }

  /** Joins the pieces of a line: the first is in hand, the others begin at `at`. Where it starts, or CUT or -1. */
  #join(batch: Batch, at: number, to: number): number {
    let from = this.#textFrom;
    let end = this.#textTo;
    let isCut = true;
    let pieces = 1;
    const isLong = end - from >= CUT_BYTES;
    const streamFrom = this.#streamFrom;
    const streamTo = this.#streamTo;
    while (at < to && isCut) {
      const row = batch.begin(at, to);
      const next = this.#readOne(batch, row, at, to);
      batch.abandon();
      if (next < 0 || batch.sideFree < end - from + this.#textTo - this.#textFrom) return -1;
      if (!isSame(batch.bytes, streamFrom, streamTo, this.#streamFrom, this.#streamTo)) return -1;
      isCut = this.#isCut(batch.bytes);
      if (!isCut) this.#ends = ENDED;
      else if (this.#ends === UNKNOWN && !isLong && ++pieces > MAX_UNKNOWN) {
        this.#ends = BARE;
        return -1;
      }
      const start = batch.side;
      const { bytes } = batch;
      bytes.copyWithin(start, from, end);
      bytes.copyWithin(start + end - from, this.#textFrom, this.#textTo);
      batch.side = start + end - from + this.#textTo - this.#textFrom;
      from = start;
      end = batch.side;
      at = next;
    }
    if (isCut) return CUT;
    return at < to ? -1 : from;
  }

  #readInside(
    batch: Batch,
    row: number,
    textFrom: number,
    textTo: number,
    from: number,
    to: number,
  ): Verdict {
    const fieldsFrom = batch.fieldFrom[row];
    const fieldsTo = batch.fieldCount;
    const severity = batch.severity[row];
    const severityFrom = batch.severityFrom[row];
    const severityTo = batch.severityTo[row];
    const traceFrom = batch.traceFrom[row];
    const traceTo = batch.traceTo[row];
    const spanFrom = batch.spanFrom[row];
    const spanTo = batch.spanTo[row];
    this.#time.hold(batch, row);
    const service = batch.service[row];
    const host = batch.host[row];
    const writer = this.#writer.of(batch, row);
    const prefix = this.#kind === CONTAINER ? UNWRITTEN : KEPT;
    const verdict = this.#context.readInner(batch, textFrom, textTo, writer, prefix);
    if (verdict !== YES || batch.count === row) {
      if (batch.count === row) batch.fieldCount = fieldsFrom;
      return verdict;
    }
    for (let made = row; made < batch.count; made++) {
      batch.rawFrom[made] = from;
      batch.rawTo[made] = to;
    }
    // Several records inside: what the envelope says is said of none of them.
    if (batch.count !== row + 1) return YES;
    this.#time.complete(batch, row);
    if (batch.severity[row] === 0) batch.setSeverity(row, severity, severityFrom, severityTo);
    if (batch.traceTo[row] === batch.traceFrom[row]) {
      batch.traceFrom[row] = traceFrom;
      batch.traceTo[row] = traceTo;
    }
    if (batch.spanTo[row] === batch.spanFrom[row]) {
      batch.spanFrom[row] = spanFrom;
      batch.spanTo[row] = spanTo;
    }
    const shift = batch.fieldCount - fieldsFrom;
    this.#attributes.fresh();
    for (let field = fieldsFrom; field < fieldsTo; field++) {
      const own = batch.fieldKey[field];
      const key = this.#kind === CONTAINER && batch.keys.names[own] === "stream"
        ? this.#attributes.id.stream
        : own;
      batch.addField(key, batch.fieldStart[field], batch.fieldEnd[field], batch.fieldKind[field]);
    }
    batch.fieldTo[row] = batch.fieldCount;
    if (batch.service[row] < 0 && service >= 0) batch.service[row] = service + shift;
    if (batch.host[row] < 0 && host >= 0) batch.host[row] = host + shift;
    return YES;
  }
}

const CUT = -2;

function isSame(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== bytes[otherFrom + at - from]) return false;
  return true;
}
