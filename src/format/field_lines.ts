import type { Batch } from "../record/batch.ts";
import { AttributeKeys } from "./attribute_keys.ts";
import { BlockValues } from "./block_values.ts";
import { behindDotnet, isDotnet } from "./dotnet_lines.ts";
import {
  branchFieldOf,
  compactObjectOf,
  compactStart,
  effectFieldOf,
  fieldOf,
  isKey,
  objectOf,
  PAIR,
  pairsOf,
  textOf,
  tracedFieldOf,
} from "./field_texts.ts";
import * as fieldTexts from "./field_texts.ts";
import { readMadeJson, readTrailingJson } from "./json/embedded_json.ts";
import type { LineRange, ReadContext } from "./line_format.ts";
import { takeCellsBehind } from "./text/message/text_behind.ts";
import { takeCommaFields } from "./text/message/text_message_pairs.ts";
import { withoutColon } from "./text/loggers/text_apart.ts";
import { ColouredPairs } from "./text/message/text_coloured_pairs.ts";
import { addPairs, findTrailingPairs } from "./text/message/text_pairs.ts";
import { addTrailingLogger, trailingLogger } from "./text/message/text_place.ts";
import { joinRich } from "./text/loggers/text_rich.ts";
import { takeFieldsBehind } from "./text/loggers/text_structlog.ts";
import { elapsedStart } from "./text/loggers/text_joined.ts";
import {
  announces,
  isAnnounced,
  readInspected,
  readObjectAlone,
  withoutDivider,
} from "./text/message/text_objects.ts";
import { isBlank, isText, skipBlanks, sourceColon, tokenEnd, trimmed } from "./text/text_tokens.ts";
import { joinDotnet } from "./text/message/text_two_lines.ts";
import { beforeDigits, isDigit } from "./time/timestamp_parts.ts";
import * as kinds from "../record/batch.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { TEXT } = kinds;
const { INDENT } = fieldTexts;

const BAR = 0x7c,
  SPACE = 0x20,
  ESCAPE = 0x1b,
  QUOTE = 0x22,
  APOSTROPHE = 0x27,
  COLON = 0x3a,
  BRACE = 0x7b,
  CLOSING_BRACE = 0x7d,
  OPENING_BRACKET = 0x5b,
  CLOSING_BRACKET = 0x5d,
  OPEN_PAREN = 0x28,
  CLOSE_PAREN = 0x29;
/** Lines of a message that the object which it ends with may begin in. */
const MOST_OPENERS = 4;
/** Objects that end a message's last line, at most. */
const MOST_OBJECTS = 3;
const NONE = -1;
const UNDERLINE = 0x5f;
/** In UTF-8 the bytes that the branches of a tree begin with. */
const BRANCH = "\xe2\x94";
/** Bytes in which the beginning of a verbose record of journald is told. */
const JOURNAL_HEAD = 60;

const SOURCE = /^ {4}at (\S+):(\d+)(?: on (.+))?$/;
/** journald's fields, and the beginning of its `-o verbose` records. */
const JOURNAL_FIELD = /^ {4}([A-Z_][A-Z0-9_]*)=(.*)$/s;
const JOURNAL = /^[A-Z][a-z]{2} \d{4}-\d\d-\d\d [\d:.]+ \S+ \[s=/;
const SPAN = /^ {4}in [\w:]+(?: with (.*))?$/;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The lines under a record of text that are its fields: pino-pretty's `    key: value`, whose values are JSON; an
 * object over several lines as `console.log` prints it; tracing's `    at file:line` and its pairs. One for each
 * source.
 */
export class FieldLines {
  readonly #context: ReadContext;
  /** Number of the line that began an object, NONE outside of one. */
  #opened = NONE;
  /** Number of the line that pairs were taken off, and where it ended with them: they end the last one only. */
  #cut = NONE;
  #cutTo = 0;
  /** The batch's fields before those that ended that line as they end all messages of the source, NONE if none did. */
  #fieldsBefore = NONE;
  #logger: number | null = null;
  /** The record's first line, and the line above the one that is looked at. */
  #firstFrom = 0;
  #firstTo = 0;
  #aboveFrom = 0;
  #aboveTo = 0;
  /** Where the message begins that was the second line of .NET's console. */
  #dotnet = NONE;
  readonly #keys: AttributeKeys;
  readonly #blocks = new BlockValues();
  /** The pairs of the line looked at that have a colour. */
  readonly coloured = new ColouredPairs();

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
  }

  /** The record that lines may join now begins in the program's line [from, to). */
  begin(from: number, to: number): void {
    this.#firstFrom = from;
    this.#firstTo = to;
  }

  /** Whether the byte at `at` is one of the record's first line. */
  isInFirst(at: number): boolean {
    return at >= this.#firstFrom && at < this.#firstTo;
  }

  /**
   * Looks at the last of the lines that joined the record `row`, which is the batch's last one; `from` and `to` are
   * the ranges of all. Answers how many of them stay part of the body, NONE if this line changes nothing.
   */
  read(batch: Batch, row: number, from: number[], to: number[]): number {
    const lastFrom = from[from.length - 1];
    const lastTo = to[to.length - 1];
    const kept = this.#readLast(batch, row, from, to);
    this.#aboveFrom = lastFrom;
    this.#aboveTo = lastTo;
    return kept;
  }

  #readLast(batch: Batch, row: number, from: number[], to: number[]): number {
    const block = this.#blocks.read(batch, row, from, to);
    if (block !== NONE || this.#blocks.isNamed) return block;
    const cut = this.#cut;
    const end = to[cut];
    const isTaken = this.#fieldsBefore !== NONE;
    const kept = this.#look(batch, row, from, to);
    // What was taken off the last line of the message stays so where only fields follow.
    if (cut !== NONE && kept === cut + 1) {
      this.#cut = cut;
      this.#cutTo = to[cut];
      if (isTaken) this.#takeEnd(batch, row, from[cut], to, cut);
      to[cut] = end;
    }
    return kept;
  }

  #look(batch: Batch, row: number, from: number[], to: number[]): number {
    const { bytes } = batch;
    const line = from.length - 1;
    if (line === 0) this.#opened = this.#cut = NONE;
    if (this.#cut !== NONE) {
      to[this.#cut] = this.#cutTo;
      this.#cut = NONE;
    }
    if (this.#fieldsBefore !== NONE) {
      if (line > 0) batch.fieldCount = batch.fieldTo[row] = this.#fieldsBefore;
      this.#fieldsBefore = NONE;
    }
    if (line === 0 && bytes[from[0]] === SPACE && joinDotnet(batch, row, from[0], to[0], this.#keys)) {
      this.#dotnet = batch.bodyFrom[row];
      return 0;
    }
    if (bytes[from[line]] === SPACE && (batch.bodyFrom[row] === this.#dotnet || isDotnet(batch, row))) {
      from[line] = behindDotnet(bytes, from[line], to[line]);
    }
    if (bytes[to[line] - 1] === SPACE && bytes[from[line]] === SPACE) {
      const first: LineRange = [this.#firstFrom, this.#firstTo];
      const kept = joinRich(batch, row, from, to, first, [this.#aboveFrom, this.#aboveTo], this.#keys);
      if (kept !== NONE) return kept;
    }
    const start = from[line];
    if (this.#context.trailsElapsed) this.#elapsedBehind(batch, start, to);
    if (this.#context.takeEnd !== undefined) this.#takeEnd(batch, row, start, to, line);
    const end = to[line];
    const first = bytes[start];
    if (first === CLOSING_BRACE && end - start === 1) {
      const kept = this.#objectBehind(batch, row, from, to);
      if (kept !== NONE) this.#cut = NONE;
      return kept;
    }
    if (bytes[end - 1] === CLOSING_BRACE && this.#opened === NONE) {
      if (first === SPACE && bytes[end - 2] === SPACE && this.#compactBehind(batch, row, from, to)) return 0;
      if (first === BRACE && line === 0) {
        // Where a line follows, the object is the message's own.
        const isRead = readObjectAlone(batch, row, start, end, this.#context);
        // Below an empty message it is the message.
        if (isRead && batch.bodyFrom[row] < batch.bodyTo[row]) this.#endAt(to, start);
      } else this.#jsonBehind(batch, row, from[0], start, to);
    }
    if (bytes[batch.severityTo[row]] === BAR) to[line] = takeCellsBehind(batch, row, start, end);
    if (this.coloured.isTold(start, end)) this.#colouredBehind(batch, row, start, to);
    else if (
      this.#context.pairsApart &&
      (this.#context.pairsApart !== "commas" || skipBlanks(bytes, start, end) - start < INDENT)
    ) {
      this.#pairsBehind(batch, row, start, to);
    }
    if (this.#context.trailsLogger && bytes[end - 1] === CLOSE_PAREN) {
      if (this.#loggerBehind(batch, row, start, to)) return line;
    }
    if (this.#context.fieldsBelow && first === SPACE && batch.bodyKind[row] === TEXT) {
      return this.#add(batch, row, effectFieldOf(textOf(batch, from, to, line))) ? line : NONE;
    }
    if (first !== SPACE || end - start < INDENT + 1 || batch.bodyKind[row] !== TEXT) return NONE;
    if (isText(bytes, skipBlanks(bytes, start, end), end, BRANCH)) {
      return this.#add(batch, row, branchFieldOf(textOf(batch, from, to, line))) ? line : NONE;
    }
    // Inside an object that begins behind the message.
    if (bytes[batch.bodyTo[row] - 1] === BRACE) return NONE;
    if (bytes[start + 3] !== SPACE || bytes[start + INDENT] === SPACE) return NONE;
    const key = bytes[start + INDENT];
    if (this.#opened === NONE && (key === UNDERLINE || (key >= 0x41 && key <= 0x5a))) {
      if (this.#journal(batch, row, start, end)) return line;
    }
    if (this.#opened !== NONE) {
      const sign = bytes[start + INDENT];
      if (sign !== CLOSING_BRACE && sign !== CLOSING_BRACKET) return NONE;
      const opened = this.#opened;
      this.#opened = NONE;
      return this.#add(batch, row, fieldOf(textOf(batch, from, to, opened))) ? opened : NONE;
    }
    if (!isIndenting(batch, row) && isKey(bytes, start + INDENT, end)) {
      // A line of the same kind that is none says that the message lists what it tells (Erlang's reports).
      if (line > 0 && isKey(bytes, skipBlanks(bytes, from[line - 1], to[line - 1]), to[line - 1])) {
        return NONE;
      }
      if (bytes[end - 1] === BRACE || bytes[end - 1] === OPENING_BRACKET) {
        this.#opened = line;
        return NONE;
      }
      return this.#add(batch, row, fieldOf(textOf(batch, from, to, line))) ? line : NONE;
    }
    return this.#isTracing(batch, row) && this.#tracing(batch, row, textOf(batch, from, to, line))
      ? line
      : NONE;
  }

  /** A field of `journalctl -o verbose`, whose message becomes the body, or of .NET's traces. */
  #journal(batch: Batch, row: number, from: number, to: number): boolean {
    const text = decoder.decode(batch.bytes.subarray(from, to));
    const field = JOURNAL_FIELD.exec(text);
    if (field === null) return this.#add(batch, row, tracedFieldOf(text));
    const head = decoder.decode(batch.bytes.subarray(this.#firstFrom, this.#firstFrom + JOURNAL_HEAD));
    if (!JOURNAL.test(head)) return false;
    if (field[1] !== "MESSAGE") return this.#add(batch, row, JSON.stringify({ [field[1]]: field[2] }));
    batch.setBody(row, to - encoder.encode(field[2]).length, to);
    return true;
  }

  /** Adds the fields of a JSON object to the record; false, and nothing done, if it is none. */
  #add(batch: Batch, row: number, json: string | null): boolean {
    if (!readMadeJson(batch, row, json, this.#context)) return false;
    batch.fieldTo[row] = batch.fieldCount;
    return true;
  }

  /** The message's first line ends with a brace, and this line closes it. */
  #objectBehind(batch: Batch, row: number, from: readonly number[], to: number[]): number {
    const { bytes } = batch;
    let end = batch.bodyTo[row];
    const isWhole = end - 1 === batch.bodyFrom[row];
    if (batch.bodyKind[row] !== TEXT) return NONE;
    if (bytes[end - 1] !== BRACE) return this.#objectBelow(batch, row, from, to);
    if (!isWhole && bytes[end - 2] !== SPACE) return NONE;
    const json = objectOf(batch, from, to, 0);
    if (json === null) return NONE;
    if (isWhole) return this.#record(batch, row, json);
    if (!this.#add(batch, row, json)) return NONE;
    end = withoutDivider(bytes, batch.bodyFrom[row], end - 1);
    // Nest's `Object(4) {` is the object's own name.
    const count = bytes[end - 1] === CLOSE_PAREN ? beforeDigits(bytes, batch.bodyFrom[row], end - 1) : end;
    const isName = bytes[count] === OPEN_PAREN && tokenEnd(bytes, batch.bodyFrom[row], end) === end;
    if (isName || end === batch.bodyFrom[row]) return NONE;
    batch.bodyTo[row] = end;
    return 0;
  }

  /** The same where the first line has the first of its members, too. */
  #compactBehind(batch: Batch, row: number, from: readonly number[], to: readonly number[]): boolean {
    const start = batch.bodyKind[row] === TEXT && batch.severity[row] !== 0 ? compactStart(batch, row) : NONE;
    if (start === NONE || !this.#add(batch, row, compactObjectOf(batch, row, start, from, to))) return false;
    batch.bodyTo[row] = withoutDivider(batch.bytes, batch.bodyFrom[row], start);
    return true;
  }

  /** The same of a further line of the message, that of the object that this line closes. */
  #objectBelow(batch: Batch, row: number, from: readonly number[], to: number[]): number {
    const { bytes } = batch;
    if (batch.severity[row] === 0) return NONE;
    if (to.length > 2 && bytes[from[0]] === BRACE && to[0] - from[0] === 1 && !announces(batch, row)) {
      return this.#add(batch, row, objectOf(batch, from, to, 1)) ? 0 : NONE;
    }
    let tries = 0;
    for (let line = to.length - 2; line >= 0 && tries < MOST_OPENERS; line--) {
      const end = to[line];
      if (bytes[end - 1] !== BRACE || bytes[end - 2] !== SPACE || bytes[end - 3] === COLON) continue;
      if (end - 2 <= from[line]) continue;
      tries++;
      if (!this.#add(batch, row, objectOf(batch, from, to, line + 1))) continue;
      to[line] = withoutDivider(bytes, from[line], end - 1);
      return line + 1;
    }
    return NONE;
  }

  /** An object that is all of the message stays the body, if it is no record with a message of its own. */
  #record(batch: Batch, row: number, json: string): number {
    const body = batch.bodyFrom[row];
    if (!readMadeJson(batch, row, json, this.#context, batch.severity[row] === 0)) return NONE;
    batch.fieldTo[row] = batch.fieldCount;
    return batch.bodyFrom[row] === body ? NONE : 0;
  }

  /** The last line of a message ends with its fields: `second line {"queue":"mail"}`, as Node prints them too. Takes them off it. */
  #jsonBehind(batch: Batch, row: number, first: number, from: number, to: number[]): void {
    const { bytes } = batch;
    const last = to.length - 1;
    const end = to[last];
    if (batch.severity[row] === 0 || bytes[batch.bodyTo[row] - 1] === BRACE) return;
    let tries = 0;
    for (let at = from + 1; at + 1 < end && tries < MOST_OBJECTS; at++) {
      if (bytes[at] !== BRACE || !isBlank(bytes[at - 1])) continue;
      const isJson = bytes[at + 1] === QUOTE;
      if (!isJson && bytes[at + 1] !== SPACE && bytes[at + 1] !== APOSTROPHE) continue;
      // What an exception says below its trace is its own.
      if (!isJson && isText(bytes, first, end, "Traceback (")) return;
      const isRead = isJson
        ? readTrailingJson(batch, row, at, end, this.#context)
        : readInspected(batch, row, at, end, this.#context);
      tries++;
      // Monolog's context, before what goes with all records.
      if (!isRead && isJson) continue;
      if (!isRead) return;
      batch.fieldTo[row] = batch.fieldCount;
      // `expected: {"id":7}` says that an object follows.
      if (isAnnounced(bytes, from, at)) return;
      to[last] = withoutDivider(bytes, from, at);
      if (tries > 1 && bytes[to[last] - 1] === CLOSING_BRACE) this.#jsonBehind(batch, row, first, from, to);
      return;
    }
  }

  /** The pairs that end the last line of a message of several, where their logger sets them apart. */
  #pairsBehind(batch: Batch, row: number, from: number, to: number[]): void {
    const line = to.length - 1;
    const end = to[line];
    if (batch.severity[row] === 0 || batch.bodyKind[row] !== TEXT) return;
    const { pairsApart } = this.#context;
    const pairs = pairsApart === "commas"
      ? takeCommaFields(batch, from, end)
      : pairsApart === "structlog"
      ? takeFieldsBehind(batch, this.#loggerKey, from, end)
      : findTrailingPairs(batch.bytes, from, end);
    // A line of pairs alone is the message's.
    if (pairs >= end || pairs === from) return;
    if (pairsApart === true) addPairs(batch, pairs, end);
    batch.fieldTo[row] = batch.fieldCount;
    const { bodyFrom, bodyTo, bytes } = batch;
    this.#endAt(to, withoutColon(batch, row, bodyFrom[row], bodyTo[row], trimmed(bytes, from, pairs)));
  }

  /** The same of pairs that have a colour; structlog's logger stands before them. */
  #colouredBehind(batch: Batch, row: number, from: number, to: number[]): void {
    let end = this.coloured.take(batch, from, to[to.length - 1]);
    if (this.#context.pairsApart === "structlog") {
      end = takeFieldsBehind(batch, this.#loggerKey, from, end, true);
    }
    batch.fieldTo[row] = batch.fieldCount;
    this.#endAt(to, withoutColon(batch, row, batch.bodyFrom[row], batch.bodyTo[row], end));
  }

  /** Kafka's `(kafka.server.KafkaConfig)` that ends the last line of a message; true if nothing else stands in that line. */
  #loggerBehind(batch: Batch, row: number, from: number, to: number[]): boolean {
    const { bytes } = batch;
    const end = to[to.length - 1];
    const open = trailingLogger(bytes, from, end);
    // `(app.py:12)` is a place.
    if (open < 0 || sourceColon(bytes, open + 1, end - 1) > 0) return false;
    this.#fieldsBefore = batch.fieldCount;
    addTrailingLogger(batch, open, end, this.#keys);
    batch.fieldTo[row] = batch.fieldCount;
    return this.#endAt(to, trimmed(bytes, from, open)) === from;
  }

  get #loggerKey(): number {
    return this.#logger ??= this.#context.keys.idOf("otel.scope.name");
  }

  /** Nest's ` +12ms` that ends the last line of a message. */
  #elapsedBehind(batch: Batch, from: number, to: number[]): void {
    const at = elapsedStart(batch.bytes, from, to[to.length - 1]);
    if (at > from) this.#endAt(to, trimmed(batch.bytes, from, at));
  }

  /** What ends all messages of the source, off the line `line` that begins at `from`. */
  #takeEnd(batch: Batch, row: number, from: number, to: number[], line: number): void {
    const { bytes, fieldCount } = batch;
    const end = to[line];
    // A frame of a stack trace ends in its own place.
    if (batch.bodyKind[row] !== TEXT || isText(bytes, skipBlanks(bytes, from, end), end, "at ")) return;
    const cut = this.#context.takeEnd!(batch, row, from, end);
    if (cut === end) return;
    this.#fieldsBefore = fieldCount;
    batch.fieldTo[row] = batch.fieldCount;
    this.#endAt(to, cut);
  }

  /** Ends the last line at `end`, if no other follows. */
  #endAt(to: number[], end: number): number {
    if (this.#cut === NONE) {
      this.#cut = to.length - 1;
      this.#cutTo = to[this.#cut];
    }
    to[this.#cut] = end;
    return end;
  }

  /** Two blanks and a time begin the records of tracing's pretty form. */
  #isTracing(batch: Batch, row: number): boolean {
    const { bytes } = batch;
    const start = this.#firstFrom;
    if (bytes[start] !== SPACE || bytes[start + 1] !== SPACE || batch.severity[row] === 0) return false;
    return isDigit(bytes[start + 2]) || bytes[start + 2] === ESCAPE || bytes[start + 2] > SPACE;
  }

  #tracing(batch: Batch, row: number, text: string): boolean {
    const source = SOURCE.exec(text);
    const span = source === null ? SPAN.exec(text) : null;
    if (span !== null) {
      const pairs = span[1] === undefined ? {} : pairsOf(`, ${span[1]}`);
      return Object.keys(pairs).length === 0 || this.#add(batch, row, JSON.stringify(pairs));
    }
    if (source === null) return false;
    const [, file, number, thread] = source;
    const body = decoder.decode(batch.bytes.subarray(batch.bodyFrom[row], batch.bodyTo[row]));
    const pairs = pairsOf(body);
    const isRead = this.#add(
      batch,
      row,
      JSON.stringify({
        ...pairs,
        "code.file.path": file,
        "code.line.number": Number(number),
        "thread.name": thread,
      }),
    );
    if (isRead && Object.keys(pairs).length > 0) {
      const message = body.slice(0, body.search(PAIR));
      batch.bodyTo[row] = batch.bodyFrom[row] + encoder.encode(message).length;
    }
    return isRead;
  }
}

/** `[time INFO  name] message`: env_logger, whose messages have further lines that are indented as fields are elsewhere. */
function isIndenting({ bytes, timeFrom, timeTo }: Batch, row: number): boolean {
  return bytes[timeFrom[row] - 1] === OPENING_BRACKET && isBlank(bytes[timeTo[row]]);
}
