import { type Batch, ESCAPED } from "../../record/batch.ts";
import { MAX_LINE_BYTES } from "../../record/bounds.ts";
import { WARN } from "../../record/severity.ts";
import { mayBeTraces } from "../continuation/repeated_head.ts";
import { nextControl } from "../newline.ts";
import { isSaid } from "../said_line.ts";
import { endCutJson } from "./cut_json.ts";
import { addMadeRecord } from "./embedded_json.ts";
import { jsonOfEdn } from "../edn_text.ts";
import { beginsInspected, jsonOfInspected, UNFINISHED } from "../inspected_text.ts";
import { jsonOfRubydebug } from "../rubydebug.ts";
import { JsonObject } from "./json_object.ts";
import { JsonOutline, OPEN } from "./json_outline.ts";
import { copyWithoutColours, unescapeToSide } from "./json_escape.ts";
import { skipSpace, stringEnd } from "./json_token.ts";
import { type LineFormat, NO, PARTIAL, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { OtlpJsonFormat } from "../otlp/otlp_json.ts";
import { OTLP, SHIPPER } from "../envelope/envelope_kind.ts";
import { RoleCollector } from "../role_collector.ts";
import { MessageHeads } from "../text/message/text_message_head.ts";
import { isText, isUpper } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import { withEscapes } from "./unescaped_quotes.ts";
import { UnfinishedInspected } from "./unfinished_inspected.ts";
import { UnfinishedJson } from "./unfinished_json.ts";

const NEWLINE = 0x0a, RETURN = 0x0d;
const BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Before the brace of a map of Elixir. */
const PERCENT = 0x25;
const QUOTE = 0x22;
const BRACKET = 0x5b;
const COMMA = 0x2c;
/** Longer ones are no objects that somebody had printed. */
const MAX_INSPECTED_BYTES = 1 << 16;
/** Longer ones are not searched for escapes that are missing. */
const MAX_UNESCAPED_BYTES = 1 << 13;

const RECORD_SEPARATOR = 0x1e;
const EVENT = "data: {";
/** How an event of Logstash begins, before its first key. */
const RUBYDEBUG = "{\n ";

const decoder = new TextDecoder();

/** Whether a message that begins with these bytes may begin with a date, a severity in capitals before one, or be JSON. */
function mayBePassedOn(first: number, second: number): boolean {
  if (isUpper(first)) return second === COMMA || isUpper(second);
  return first === BRACKET || first === BRACE || first === 0x20 || isDigit(first);
}

/**
 * Behind the separator that JSON text sequences have before each record, the comma that log4j2 writes before all but the first of
 * a list, or the `data:` of server-sent events.
 */
function behindFraming(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] === RECORD_SEPARATOR) return from + 1;
  if (bytes[from] === COMMA) {
    const object = skipSpace(bytes, from + 1, to);
    return bytes[object] === BRACE ? object : from;
  }
  return bytes[from] === 0x64 && isText(bytes, from, to, EVENT) ? from + EVENT.length - 1 : from;
}

/** Leaves the colours out that a message was given for a terminal. */
function dropColours(batch: Batch, row: number): void {
  const from = copyWithoutColours(batch, batch.bodyFrom[row], batch.bodyTo[row]);
  if (from < 0) return;
  batch.bodyFrom[row] = from;
  batch.bodyTo[row] = batch.side;
}

/** Reads the object at `at` as a line that another program wrote; index behind it, -1 if it holds none. */
export type ReadItem = (at: number, to: number) => number;

/**
 * JSON records: an object a line, an object over several lines, or an array of objects. The names of the
 * fields decide what is the time, the severity, the body (`field_roles.ts`).
 */
export class JsonFormat implements LineFormat {
  readonly name = "json";
  readonly holdsTraces = true;
  readonly #context: ReadContext;
  readonly #roles: RoleCollector;
  readonly #object: JsonObject;
  readonly #item = new JsonOutline();
  readonly #otlp: OtlpJsonFormat;
  readonly #unfinished = new UnfinishedJson();
  readonly #unfinishedInspected = new UnfinishedInspected();
  /** Reads what programs wrote for others to send. */
  #heads: MessageHeads | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#roles = new RoleCollector(context);
    this.#object = new JsonObject(this.#roles);
    this.#otlp = new OtlpJsonFormat(context);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const start = skipSpace(bytes, behindFraming(bytes, from, to), to);
    if (start === to) return NO;
    const first = bytes[start];
    if (first === PERCENT && bytes[start + 1] === BRACE) return this.#readInspected(batch, from, start, to);
    if (first === QUOTE && bytes[start + 1] === BRACE) return this.#readQuoted(batch, from, start, to);
    if (first !== BRACE && first !== BRACKET) return NO;
    if (this.#unfinished.goesOn(bytes, start, to)) {
      const end = this.#unfinished.endOf(bytes, start, to);
      if (end < 0) return end === OPEN ? PARTIAL : this.#readInspected(batch, from, start, to);
      if (first === BRACE && this.#otlp.read(batch, from, to) === YES) return YES;
    }
    return first === BRACE
      ? this.#readObject(batch, from, start, to)
      : this.#readArray(batch, from, start, to);
  }

  /**
   * Reads the lines from `from` on that hold an object each, a record with a time, a severity and a message that is all text; returns
   * where the first other line begins. See `LineFormat.readRun`.
   */
  readRun(batch: Batch, from: number, end: number): number {
    const { bytes, view } = batch;
    while (!batch.full && !batch.isSideHalfUsed) {
      const to = nextControl(view, from);
      const newline = bytes[to] === RETURN ? to + 1 : to;
      if (bytes[newline] !== NEWLINE || newline >= end || newline - from > MAX_LINE_BYTES) break;
      if (bytes[from] !== BRACE || this.#unfinished.goesOn(bytes, from, to)) break;
      const { side } = batch;
      const row = batch.begin(from, to);
      this.#roles.start();
      const isRead = this.#object.read(batch, row, from, to) === to;
      if (!isRead || this.#isAnothers(batch, from, to) || !this.#isPlain(batch, row)) {
        batch.abandon();
        batch.side = side;
        break;
      }
      this.#finish(batch, row);
      batch.commit();
      from = newline + 1;
    }
    return from;
  }

  /** Whether nothing but its fields is to be read of the object in `row`, a whole record with a message of its own. */
  #isPlain(batch: Batch, row: number): boolean {
    const { bytes, bodyFrom, bodyKind, severity, time } = batch;
    if (severity[row] === 0 || time[row] !== time[row] || bodyKind[row] > ESCAPED) return false;
    const roles = this.#roles;
    if (roles.isOdd || !roles.hasBody || roles.isJournal(batch)) return false;
    const from = bodyFrom[row];
    const to = batch.bodyTo[row];
    if (mayBePassedOn(bytes[from], bytes[from + 1]) || isSaid(bytes, from, to)) return false;
    return severity[row] < WARN || !mayBeTraces(bytes, from, to);
  }

  #readObject(batch: Batch, from: number, start: number, to: number): Verdict {
    const { side } = batch;
    const row = batch.begin(from, to);
    this.#roles.start();
    const end = this.#object.read(batch, row, start, to);
    if (end >= 0 && skipSpace(batch.bytes, end, to) === to && !this.#isAnothers(batch, start, to)) {
      this.#finish(batch, row);
      batch.commit();
      return YES;
    }
    batch.abandon();
    batch.side = side;
    if (end >= 0) return this.#readSeveral(batch, from, start, to, end);
    // A line that long was cut, a character at its end as a whole.
    if (this.#context.single || to - from > MAX_LINE_BYTES - 4) return this.#readCut(batch, from, start, to);
    if (this.#readUnescaped(batch, from, start, to) === YES) return YES;
    return this.#unfinished.endOf(batch.bytes, start, to) === OPEN
      ? PARTIAL
      : this.#readInspected(batch, from, start, to);
  }

  /** Reads an object whose values were put into it as they are, with quotes in them. */
  #readUnescaped(batch: Batch, from: number, start: number, to: number): Verdict {
    const { bytes } = batch;
    if (bytes[start + 1] !== QUOTE || bytes[to - 1] !== CLOSE_BRACE || to - start > MAX_UNESCAPED_BYTES) {
      return NO;
    }
    const json = withEscapes(decoder.decode(bytes.subarray(start, to)));
    return addMadeRecord(batch, from, to, json, this.#context, true);
  }

  /** Reads an object that was written as a text of JSON: `"{\\"level\\":\\"info\\",…}"`. */
  #readQuoted(batch: Batch, from: number, start: number, to: number): Verdict {
    const { side } = batch;
    if (stringEnd(batch.bytes, start + 1, to) !== to - 1 || to - start > batch.sideFree) return NO;
    const copy = unescapeToSide(batch, start + 1, to - 1);
    const row = batch.begin(from, to);
    this.#roles.start();
    if (this.#object.read(batch, row, copy, batch.side) === batch.side && !this.#isEnveloped) {
      this.#finish(batch, row);
      if (this.#roles.isTelling) {
        batch.commit();
        return YES;
      }
    }
    batch.abandon();
    batch.side = side;
    return NO;
  }

  /** Reads objects that stand behind one another in a line, with commas or without, or one that a comma follows; the first ends at `end`. */
  #readSeveral(batch: Batch, from: number, start: number, to: number, end: number): Verdict {
    const { bytes } = batch;
    for (let at = end;;) {
      at = skipSpace(bytes, at, to);
      if (at < to && bytes[at] === COMMA) at = skipSpace(bytes, at + 1, to);
      if (at >= to) break;
      if (bytes[at] !== BRACE) return NO;
      this.#item.reset();
      at = this.#item.walk(bytes, at, to);
      if (at < 0) return NO;
    }
    // The object alone is another format's.
    if (skipSpace(bytes, end, to) === to) return NO;
    this.readItems(batch, from, to, start);
    return YES;
  }

  /**
   * Reads an object as Node's `console.log` and winston's `prettyPrint` write it, over one line or several, or as Python,
   * Ruby, Elixir and Clojure print theirs.
   */
  #readInspected(batch: Batch, from: number, start: number, to: number): Verdict {
    if (to - start > MAX_INSPECTED_BYTES) return NO;
    const key = skipSpace(batch.bytes, start + 1, to);
    const isRuby = isText(batch.bytes, start, to, RUBYDEBUG) && batch.bytes[key] === QUOTE;
    const isMap = batch.bytes[start] === PERCENT;
    if (!isRuby && !isMap && !beginsInspected(batch.bytes, start, to)) return NO;
    const unfinished = this.#unfinishedInspected;
    if (unfinished.isOpen(batch.bytes, from, start, to)) return PARTIAL;
    const text = decoder.decode(batch.bytes.subarray(start, to));
    const json = isRuby ? jsonOfRubydebug(text) : jsonOfInspected(text) ?? jsonOfEdn(text);
    if (json === UNFINISHED) {
      unfinished.remember(batch.bytes, start, to);
      return PARTIAL;
    }
    if (json === null || json.length * 3 > batch.sideFree) return NO;
    const { side } = batch;
    const copy = batch.textToSide(json);
    const row = batch.begin(from, to);
    this.#roles.start();
    if (this.#object.read(batch, row, copy, batch.side) < 0) {
      batch.abandon();
      batch.side = side;
      return NO;
    }
    this.#roles.finish(batch, row);
    batch.commit();
    return YES;
  }

  /** Reads what there is of an object whose end was cut off: YES if a time, a severity or a message is among it. */
  #readCut(batch: Batch, from: number, start: number, to: number): Verdict {
    const { side } = batch;
    const copy = endCutJson(batch, start, to);
    if (copy >= 0) {
      const row = batch.begin(from, to);
      this.#roles.start();
      const end = this.#object.read(batch, row, copy, batch.side);
      this.#roles.finish(batch, row);
      if (end >= 0 && !this.#isEnveloped && this.#roles.isTelling) {
        batch.commit();
        return YES;
      }
      batch.abandon();
    }
    batch.side = side;
    return NO;
  }

  /** Whether the object just read is for a more particular format. */
  #isAnothers(batch: Batch, start: number, to: number): boolean {
    return this.#isEnveloped && (this.#roles.envelope !== OTLP || this.#otlp.knows(batch, start, to));
  }

  /** Whether the object just read is an envelope; what a shipper wrote is read here where it stands in another one. */
  get #isEnveloped(): boolean {
    const kind = this.#roles.envelope;
    return kind !== 0 && kind !== SHIPPER;
  }

  /** Makes a record of each object of an array that is whole; NO if it holds anything else or nothing. */
  #readArray(batch: Batch, from: number, start: number, to: number): Verdict {
    const { bytes } = batch;
    const end = this.#unfinished.endOf(bytes, start, to);
    if (end === OPEN) return PARTIAL;
    if (end < 0 || skipSpace(bytes, end, to) !== to || !this.#holdsObjects(bytes, start, to)) return NO;
    this.readItems(batch, from, to, skipSpace(bytes, start + 1, to));
    return YES;
  }

  /** Makes a record of each object of a list, the first of which begins at `at`, in the line [from, to). */
  readItems(batch: Batch, from: number, to: number, at: number, readLine?: ReadItem): void {
    const { bytes } = batch;
    for (let part = 0; at < to && bytes[at] === BRACE; part++) {
      if (batch.full) this.#context.handOver(batch);
      const row = batch.count;
      let end = readLine?.(at, to) ?? -1;
      if (end < 0 || batch.count !== row + 1) end = this.readItem(batch, from, to, at);
      else {
        batch.rawFrom[row] = from;
        batch.rawTo[row] = to;
      }
      batch.part[row] = part;
      // Behind an object stands a comma, another one or the end: the outline has seen it.
      const behind = skipSpace(bytes, end, to);
      at = bytes[behind] === COMMA ? skipSpace(bytes, behind + 1, to) : bytes[behind] === BRACE ? behind : to;
    }
  }

  /** Adds the object at `at` as a record; index behind it. */
  readItem(batch: Batch, from: number, to: number, at: number): number {
    const row = batch.begin(from, to);
    this.#roles.start();
    const end = this.#object.read(batch, row, at, to);
    if (batch.bodyFrom[row] === from && batch.bodyTo[row] === to) {
      batch.bodyFrom[row] = at;
      batch.bodyTo[row] = end;
    }
    this.#finish(batch, row);
    batch.commit();
    return end;
  }

  /**
   * Gives the row what its fields said of it; the message of journald's and of a shipper's is a line that another program
   * wrote, and so may be one that no severity is told of, and one that begins with a date or is JSON.
   */
  #finish(batch: Batch, row: number): void {
    this.#roles.finish(batch, row);
    if (batch.bodyKind[row] === ESCAPED) dropColours(batch, row);
    const isUnknown = batch.severity[row] === 0 && this.#roles.hasBody;
    if (isUnknown || this.#roles.isShipped() || this.#roles.isJournal(batch)) {
      this.#messageHeads.readInside(batch, row);
    } else {
      const { bytes, bodyFrom } = batch;
      const from = bodyFrom[row];
      if (mayBePassedOn(bytes[from], bytes[from + 1])) this.#messageHeads.readPassedOn(batch, row);
    }
  }

  get #messageHeads(): MessageHeads {
    return this.#heads ??= new MessageHeads(this.#context);
  }

  #holdsObjects(bytes: Uint8Array, start: number, to: number): boolean {
    let at = skipSpace(bytes, start + 1, to);
    if (at >= to || bytes[at] !== BRACE) return false;
    while (at < to && bytes[at] === BRACE) {
      this.#item.reset();
      const end = this.#item.walk(bytes, at, to);
      const after = skipSpace(bytes, end, to);
      if (bytes[after] !== 0x2c) return true;
      at = skipSpace(bytes, after + 1, to);
    }
    return false;
  }
}
