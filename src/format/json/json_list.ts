import type { Batch } from "../../record/batch.ts";
import {
  type LineFormat,
  type LineRange,
  NO,
  PARTIAL,
  type ReadContext,
  type Verdict,
  YES,
} from "../line_format.ts";
import { SHIPPER } from "../envelope/envelope_kind.ts";
import { JsonFormat } from "./json.ts";
import { JsonEnvelope } from "./json_envelope.ts";
import { JsonOutline, OPEN } from "./json_outline.ts";
import { JsonTables } from "./json_tables.ts";
import { skipSpace } from "./json_token.ts";
import { ListShape } from "./list_shape.ts";
import { isText } from "../text/text_tokens.ts";
import { UnfinishedJson } from "./unfinished_json.ts";

const BRACE = 0x7b, CLOSING_BRACE = 0x7d, BRACKET = 0x5b, CLOSING_BRACKET = 0x5d, COMMA = 0x2c, QUOTE = 0x22;
const NEWLINE = 0x0a, SPACE = 0x20, BACKSLASH = 0x5c;
const NONE = -1;

/** What the reader is in: no list was seen, or the lines before its records, or these, or what is behind its bracket. */
const NO_LIST = 0;
const HEAD = 1;
const LIST = 2;
const TAIL = 3;
/** Lines behind a list. */
const MOST_TAIL = 200;

/** A line that nobody writes: those behind it are of a list in so many objects, a digit. */
const OPENED = "[\x1e";
const NOTHING: readonly string[] = [];

/**
 * JSON as exports hold it: a list of records with times, `[{…},{…}]`, or an object with such a list, `{"Records":[…]}`,
 * in one line or over any number of them, which are read record by record. What stands around the records is none.
 * Everything else is for JsonFormat. A source that had a list may be read again from anywhere in it.
 */
export class JsonListFormat implements LineFormat {
  readonly name = "json";
  readonly holdsTraces = true;
  preamble = NOTHING;
  readonly #context: ReadContext;
  readonly #json: JsonFormat;
  readonly #shape = new ListShape();
  readonly #unfinished = new UnfinishedJson();
  #state = NO_LIST;
  /** Whether lines must be looked at for more than what JsonFormat finds in them. */
  #isWatchful = false;
  /** The text read last goes on in the next line. */
  #wantsMore = false;
  /** The lines that were looked at begin a list: the first is to be read again, and so many are before its records. */
  #isFound = false;
  #headLines = 0;
  /** Objects around the list, those that are still open behind it, and lines since its end. */
  #around = 0;
  #depth = 0;
  #tailLines = 0;
  /** Bytes of the first record of a list that holds none, so that it is looked at once. */
  #refused = NONE;

  /** CloudWatch's records: what is in them, and what else holds the lines of programs in lists over several lines. */
  #tables: JsonTables | null = null;
  readonly #outline = new JsonOutline();
  #event: JsonEnvelope | null = null;
  #shipped: JsonEnvelope | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#json = new JsonFormat(context);
  }

  /** Reads the object at `at` as one of CloudWatch's; index behind it, -1 if it holds no line. */
  readonly #readLine = (batch: Batch, at: number, to: number): number => {
    this.#outline.reset();
    const end = this.#outline.walk(batch.bytes, at, to);
    if (end < 0) return -1;
    this.#event ??= new JsonEnvelope(this.#context, SHIPPER, true, true);
    return this.#event.read(batch, at, end) === YES ? end : -1;
  };

  /** Whether an indented line is one of a list. */
  begins(batch: Batch, from: number, to: number): boolean {
    if (this.#state === NO_LIST) return false;
    const first = batch.bytes[skipSpace(batch.bytes, from, to)];
    return first === BRACE || first === CLOSING_BRACE || first === CLOSING_BRACKET || first === QUOTE;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    if (this.#isWatchful) return this.#readWatchfully(batch, from, to);
    const row = batch.count;
    const verdict = this.#json.read(batch, from, to);
    // Nearly all lines of nearly all sources: one record with a time.
    if (verdict === YES && batch.time[row] === batch.time[row]) return YES;
    return this.#settle(batch, row, from, to, verdict);
  }

  readRun(batch: Batch, from: number, end: number): number {
    return this.#isWatchful ? from : this.#json.readRun(batch, from, end);
  }

  /** Reads a line of a source that had a list, or one that goes on a line that wanted more. */
  #readWatchfully(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (this.#isFound) this.#enter(bytes, from, to);
    if (this.#state === HEAD) {
      if (this.#headLines-- === 0) this.#state = LIST;
      return YES;
    }
    if (this.#state === TAIL) return this.#readTail(bytes, from, to);
    let verdict = this.#state === LIST ? this.#readItem(batch, from, to) : NO;
    // The last of a list, whose bracket stands in the next line.
    if (verdict === NO && this.#state === LIST) {
      verdict = this.#readShipped(batch, skipSpace(bytes, from, to), to);
    }
    return verdict === NO ? this.#readOther(batch, from, to) : verdict;
  }

  /** The first line of a list is read again. */
  #enter(bytes: Uint8Array, from: number, to: number): void {
    this.#isFound = false;
    const start = skipSpace(bytes, from, to);
    if (bytes[start] === BRACE || bytes[start] === BRACKET) this.#open(HEAD);
  }

  #open(state: number): void {
    this.#state = state;
    this.#isWatchful = true;
    const line = OPENED + this.#around;
    if (this.preamble[0] !== line) this.preamble = [line];
  }

  #readItem(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const start = skipSpace(bytes, from, to);
    if (bytes[start] === CLOSING_BRACKET) return this.#close(bytes, start + 1, to);
    if (bytes[start] === BRACKET && skipSpace(bytes, start + 1, to) === to) return YES;
    if (bytes[start] !== BRACE) return NO;
    const end = this.#unfinished.endOf(bytes, start, to);
    if (end === OPEN) return this.#beginsList(batch, start, to) ? NO : PARTIAL;
    if (end < 0) return NO;
    const behind = skipSpace(bytes, end, to);
    const isLast = behind < to && bytes[behind] === CLOSING_BRACKET;
    const isItem = isLast ||
      (behind < to && bytes[behind] === COMMA && skipSpace(bytes, behind + 1, to) === to);
    const row = batch.count;
    const isRead = isItem &&
      (this.#readShipped(batch, start, end) === YES || this.#json.read(batch, start, end) === YES);
    if (!isRead || batch.count !== row + 1) return NO;
    // With the comma, as it is to be read again.
    batch.rawFrom[row] = from;
    batch.rawTo[row] = to;
    return isLast ? this.#close(bytes, behind + 1, to) : YES;
  }

  /** Reads an object around the line of a program. */
  #readShipped(batch: Batch, from: number, to: number): Verdict {
    this.#shipped ??= new JsonEnvelope(this.#context, SHIPPER, true);
    return this.#shipped.read(batch, from, to) === YES ? YES : NO;
  }

  /** The list ends, and perhaps what is around it. */
  #close(bytes: Uint8Array, at: number, to: number): Verdict {
    this.#depth = this.#around;
    this.#tailLines = 0;
    this.#state = this.#depth === 0 ? LIST : TAIL;
    return at < to && this.#depth > 0 ? this.#readTail(bytes, at, to) : YES;
  }

  /** Passes over a line behind the list, up to the brace that closes the outermost object. */
  #readTail(bytes: Uint8Array, start: number, to: number): Verdict {
    let inText = false;
    for (let at = start; at < to; at++) {
      const byte = bytes[at];
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = !inText;
      else if (inText) continue;
      else if (byte === BRACE || byte === BRACKET) this.#depth++;
      else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) this.#depth--;
    }
    if (this.#depth <= 0 || ++this.#tailLines > MOST_TAIL) this.#state = LIST;
    return YES;
  }

  #readOther(batch: Batch, from: number, to: number): Verdict {
    if (this.#wantsMore && this.#beginsList(batch, from, to)) return NO;
    const row = batch.count;
    return this.#settle(batch, row, from, to, this.#json.read(batch, from, to));
  }

  /** What a verdict of JsonFormat means here. */
  #settle(batch: Batch, row: number, from: number, to: number, verdict: Verdict): Verdict {
    const { bytes } = batch;
    this.#wantsMore = verdict === PARTIAL;
    this.#isWatchful = this.#wantsMore || this.#state !== NO_LIST;
    if (verdict === YES) return this.#spread(batch, row, from, to);
    if (to - from === OPENED.length + 1 && isText(bytes, from, to, OPENED)) {
      this.#around = bytes[to - 1] - 0x30;
      this.#open(LIST);
      return YES;
    }
    return verdict;
  }

  /** Makes the records in the object that was just read those of the line, if it is none itself. */
  #spread(batch: Batch, rows: number, from: number, to: number): Verdict {
    const { bytes } = batch;
    const isBare = batch.count === rows + 1 && bytes[from] === BRACE && Number.isNaN(batch.time[rows]) &&
      batch.bodyFrom[rows] === batch.rawFrom[rows];
    if (!isBare) return YES;
    const isList = batch.severity[rows] === 0 && this.#shape.find(bytes, from, to);
    const end = isList ? this.#shape.firstEnd(bytes, to) : NONE;
    if (end < 0 || !this.#isDated(batch, [this.#shape.first, end])) {
      return this.#spreadTables(batch, from, to);
    }
    batch.takeBack();
    const readLine = this.#shape.isShipped ? this.#readLine : undefined;
    this.#json.readItems(batch, from, to, this.#shape.first, readLine && ((at) => readLine(batch, at, to)));
    return YES;
  }

  /** As `#spread`, of an answer of a store that holds columns and rows, streams or a list deeper inside. */
  #spreadTables(batch: Batch, from: number, to: number): Verdict {
    this.#tables ??= new JsonTables(this.#context);
    // What Python or Ruby printed is no JSON, nor is what was cut.
    this.#outline.reset();
    const end = this.#outline.walk(batch.bytes, from, to);
    if (end < 0 || !this.#tables.mayHold(batch.bytes, from, end)) return YES;
    batch.takeBack();
    const { side, fieldCount } = batch;
    const readItem = (at: number) => this.#readDeepItem(batch, from, to, at);
    if (this.#tables.read(batch, from, to, readItem)) return YES;
    batch.side = side;
    batch.fieldCount = fieldCount;
    return this.#json.read(batch, from, to);
  }

  /** Reads the object at `at` of the line [from, to), which may be one around the line of a program. */
  #readDeepItem(batch: Batch, from: number, to: number, at: number): void {
    const row = batch.count;
    this.#outline.reset();
    const end = this.#outline.walk(batch.bytes, at, to);
    if (end < 0 || this.#readShipped(batch, at, end) !== YES || batch.count !== row + 1) {
      this.#json.readItem(batch, from, to, at);
      return;
    }
    batch.rawFrom[row] = from;
    batch.rawTo[row] = to;
  }

  /** Whether the lines [from, to) begin a list of records; to be asked again with each line that comes. */
  #beginsList(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    // The first line alone, and one that ends no object, tell nothing.
    const line = this.#context.single ? NONE : bytes.lastIndexOf(NEWLINE, to - 1);
    if (line < from) return false;
    let last = to - 1;
    while (last > line && bytes[last] <= SPACE) last--;
    if (bytes[last] === COMMA) last--;
    if (bytes[last] !== CLOSING_BRACE || !this.#shape.find(bytes, skipSpace(bytes, from, to), to)) {
      return false;
    }
    const { first, headLines, depth } = this.#shape;
    const end = this.#shape.firstEnd(bytes, to);
    // The first record begins in a line of its own.
    if (end < 0 || end - first === this.#refused || bytes.subarray(from, first).lastIndexOf(NEWLINE) < 0) {
      return false;
    }
    if (!this.#isDated(batch, [first, end])) {
      this.#refused = end - first;
      return false;
    }
    this.#isFound = true;
    this.#headLines = headLines;
    this.#around = depth;
    return true;
  }

  /** Whether an object has a time, as the records of logs do. */
  #isDated(batch: Batch, [from, to]: LineRange): boolean {
    const { side, fieldCount, count } = batch;
    const isRead = this.#json.read(batch, from, to) === YES && batch.count > count;
    const isDated = isRead && !Number.isNaN(batch.time[count]);
    while (batch.count > count) batch.takeBack();
    batch.side = side;
    batch.fieldCount = fieldCount;
    return isDated;
  }
}
