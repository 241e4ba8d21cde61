import { type Batch, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { readTrailingJson } from "../../json/embedded_json.ts";
import type { ReadContext } from "../../line_format.ts";
import type { LogfmtFormat } from "../../logfmt.ts";
import type { HeadCensus } from "../learned/head_census.ts";
import type { RunRules } from "../learned/head_run.ts";
import { elapsedStart } from "../loggers/text_joined.ts";
import { isDividedByColon, isQuotedWhole, withoutColon } from "../loggers/text_apart.ts";
import { addAddress } from "../attributes/text_address.ts";
import { addAnsweredRequest, addTimedRequest } from "./text_bare_request.ts";
import { takeCellsBehind, withoutElapsed } from "./text_behind.ts";
import { isPair } from "./text_fields.ts";
import { ColouredPairs } from "./text_coloured_pairs.ts";
import { takeBracketPairs } from "./text_bracket_pairs.ts";
import { mayEndInColons, takeColonPairs } from "./text_colon_pairs.ts";
import { mayList, takeListedPairs } from "./text_listed_pairs.ts";
import { addTold, BEGINS_TOLD } from "./told_measures.ts";
import { addBrokenJson, isEmptyObject, readJsonBehind } from "./text_objects.ts";
import {
  addLeadingPairs,
  addPairsInParentheses,
  behindGap,
  behindWritten,
  findTrailingPairs,
  isKeyAt,
  nextPair,
} from "./text_pairs.ts";
import { addQuotedBrackets, addTrailingPairs, findEquals } from "./text_trailing_pairs.ts";
import { addErrorContext, addServedRequest } from "./text_request.ts";
import { addToldPlace, withoutCalledPlace, withoutDashedPlace, withoutPlace } from "./text_place.ts";
import { addSpacedPairs, columnedFrom, firstSpacedPair } from "./text_spaced_pairs.ts";
import { byteSet, findByte, isLower, isText, isUpper, tokenEnd, trimmed } from "../text_tokens.ts";
import { beforeDigits, isDigit, isLetter } from "../../time/timestamp_parts.ts";
import * as headParts from "../learned/head_parts.ts";
import * as textPartsConstants from "../text_parts.ts";
import * as textTokensConstants from "../text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BAR, BRACE, CLOSE, CLOSE_BRACE, CLOSE_PAREN, COLON, COMMA, DASH, EQUALS, GREATER, OPEN } =
  textPartsConstants;
const { APOSTROPHE, QUOTE } = textPartsConstants;
const { APART, CONNECTED, SPACED } = headParts;
const { SPACE, TAB } = textTokensConstants;

/** OpenTelemetry's number. */
const ERROR = 17;
/** The keys of a message among pairs, and how these begin. */
const MESSAGE_KEYS = ["event=", "msg=", "message="];
const EVENT = 0x65, MESSAGE = 0x6d;
/** What an empty message leaves of the column that messages are padded to, at least. */
const PADDED = " ".repeat(12);

/** 1 for the bytes that a message begins with, or ends with, of which more may have to be read than what it is. */
const OPENS = byteSet('0123456789:["{');
const CLOSES = byteSet("0123456789|)]}smhd");

/** Blanks that nobody writes between pairs. */
const WIDE_GAP = 3;
const CLIENT = "[client ";

/** Reads what stands behind a message: fields as JSON or pairs, a place, the time elapsed. */
export class MessageEnd {
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #census: HeadCensus;
  /** The pairs of the line whose message is read that have a colour. */
  readonly coloured = new ColouredPairs();
  /** A place was taken off a message. */
  #trailsPlaces = false;
  /** Pairs in brackets were. */
  #trailsBrackets = false;

  /** Which lines have nothing but a message, and what `read` reads, behind their heads, where `isUsual`. */
  readonly rules: RunRules = {
    opens: OPENS,
    closes: CLOSES,
    mayEndOtherwise,
    mayHaveOtherEnd,
    hasTraces: false,
    finish: (batch, row, from, to, tail) => this.#finishRun(batch, row, from, to, tail),
    hasOwnReader: () => false,
    grave: Infinity,
  };

  readonly #logfmt: LogfmtFormat;

  constructor(context: ReadContext, keys: AttributeKeys, census: HeadCensus, logfmt: LogfmtFormat) {
    this.#context = context;
    this.#keys = keys;
    this.#census = census;
    this.#logfmt = logfmt;
  }

  /** Reads what stands behind the message [from, to), and completes the record. */
  finish(batch: Batch, row: number, from: number, to: number, pairsApart: boolean): void {
    if (this.#isBare(batch, row, from, to)) {
      this.#context.pairsApart = pairsApart;
      if (BEGINS_TOLD[batch.bytes[from]] === 1) addTold(batch, row, from, to, this.#keys);
      batch.setBody(row, from, to);
    } else this.read(batch, row, from, to, pairsApart);
    batch.commit();
  }

  /** Whether nothing that `read` looks for can stand in or behind the message [from, to), as in most of them. */
  #isBare(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes, view } = batch;
    if (from >= to || OPENS[bytes[from]] === 1) return false;
    if (CLOSES[bytes[to - 1]] === 1 && mayEndOtherwise(bytes, from, to)) return false;
    if (mayHaveOtherEnd(batch, row)) return false;
    return this.isUsual && findEquals(bytes, view, from, to) < 0;
  }

  /** Whether nothing is known to stand behind the messages of the source. */
  get isUsual(): boolean {
    const { cells, colons, enclosed, ends, tails } = this.#census;
    return this.coloured.isUnused && enclosed.sign === 0 && !colons.isSettled && !cells.isTailed &&
      !ends.isSettled &&
      !tails.isApart &&
      !tails.isColumned;
  }

  /** The messages stand in quotes, as the cells of the source tell. */
  set areQuoted(areQuoted: boolean) {
    this.#census.enclosed.areQuoted = areQuoted;
  }

  /** See `RunRules.finish`. */
  #finishRun(batch: Batch, row: number, from: number, to: number, tail: number): boolean {
    const { bytes } = batch;
    const first = bytes[from];
    // The message may be another record, or a logger stand behind it.
    const isOther = bytes[from - 2] === GREATER ||
      (bytes[to - 1] === CLOSE_PAREN && bytes[batch.rawFrom[row]] === OPEN) ||
      ((first === EVENT || first === MESSAGE) && isMessageKey(bytes, from, to));
    if (isOther) return false;
    if ((tail & CONNECTED) !== 0) addErrorContext(batch, from, to, this.#keys);
    if ((tail & SPACED) === 0 || !this.readSpaced(batch, row, from, to)) {
      this.read(batch, row, from, to, (tail & APART) !== 0);
    }
    return true;
  }

  /** Reads what stands behind the message [from, to), and sets the body. */
  read(batch: Batch, row: number, from: number, to: number, pairsApart: boolean): void {
    const { bytes } = batch;
    const { cells, colons, enclosed, ends, own, tails } = this.#census;
    // Where a logger colours its keys, a pair without a colour is the message's.
    if (this.coloured.isBare) pairsApart = false;
    const isTailed = !ends.isSettled && tails.isApart && !this.coloured.isBare;
    this.#context.pairsApart = pairsApart || isTailed;
    this.#context.objectsApart = own.areInspected;
    const behind = this.coloured.take(batch, from, to);
    if (behind < to) return this.#endBefore(batch, row, from, behind, pairsApart);
    // phuslu/log's, which end with the message.
    if (pairsApart && bytes[from - 2] === GREATER && !own.isPair && isKeyAt(bytes, from, to)) {
      from = addLeadingPairs(batch, from, to);
    }
    if (cells.isTailed) {
      this.#context.takeEnd = this.#takeEnd;
      to = cells.takeBehind(batch, row, from, to, this.#keys);
    }
    if (ends.isSettled) {
      this.#context.takeEnd = this.#takeEnd;
      to = ends.take(batch, row, from, to, this.#keys, this.#context);
    }
    if (enclosed.sign !== 0) {
      this.#context.takeEnd = this.#takeEnd;
      [from, to] = enclosed.unwrapped(batch, from, to);
    }
    if (mayList(batch, row)) to = takeListedPairs(batch, from, to);
    else if (colons.isSettled && mayEndInColons(bytes, batch.severityFrom[row], batch.severityTo[row])) {
      to = takeColonPairs(batch, from, to);
    }
    if (bytes[from] === OPEN && isText(bytes, from, to, CLIENT)) {
      // Apache's, behind the place in its source.
      const close = findByte(bytes, from, to, CLOSE);
      if (close > 0 && bytes[close + 1] === SPACE) {
        addAddress(batch, this.#keys, from + CLIENT.length, close);
        from = close + 2;
      }
    }
    let last = bytes[to - 1];
    const first = bytes[from];
    if (
      (first === EVENT || first === MESSAGE) && isMessageKey(bytes, from, to) &&
      this.#logfmt.readBehind(batch, row, from, to)
    ) return;
    if (BEGINS_TOLD[first] === 1) addTold(batch, row, from, to, this.#keys);
    else if (isDigit(first) && bytes[from + 3] === SPACE) addTimedRequest(batch, row, from, to, this.#keys);
    else if (isDigit(first) || first === COLON || first === OPEN || first === QUOTE) {
      if (isDigit(first) && isUpper(bytes[tokenEnd(bytes, from, to) + 1])) {
        addAnsweredRequest(batch, row, from, to, this.#keys);
      } else addServedRequest(batch, row, from, to, this.#keys);
    }
    if (batch.severity[row] === 0 && bytes[from] === BRACE && last === CLOSE_BRACE) {
      if (this.#readRecord(batch, row, from, to)) return;
    }
    // Monolog's, with nothing in it but an empty context.
    if (to - from === 5 && isText(bytes, from, to, "[] []")) to = from;
    // A bar that nothing stands behind.
    if (last === BAR && bytes[to - 2] === SPACE && !own.isBar && findByte(bytes, from, to, BAR) === to - 1) {
      to = trimmed(bytes, from, to - 1);
      last = bytes[to - 1];
    }
    if (isLower(last) && (isDigit(bytes[to - 2]) || bytes[to - 2] === 0x6d)) {
      const behind = withoutElapsed(batch, row, from, to, this.#census.isElapsed);
      if (behind < to) this.#context.trailsElapsed = true;
      to = behind;
      last = bytes[to - 1];
    } else if ((last === CLOSE_PAREN || last === CLOSE) && isDigit(bytes[to - 2]) && !own.isPlace) {
      const end = withoutPlace(batch, row, from, to, this.#keys);
      if (end < to) {
        this.#trailsPlaces = true;
        this.#context.takeEnd = this.#takeEnd;
      }
      to = end;
      last = bytes[to - 1];
    } else if (last === CLOSE_PAREN && isLetter(bytes[to - 2])) {
      to = withoutCalledPlace(batch, row, from, to, this.#keys);
      last = bytes[to - 1];
    } else if (isDigit(last) && bytes[batch.severityFrom[row] - 1] === SPACE) {
      to = withoutDashedPlace(batch, row, from, to, this.#keys);
      last = bytes[to - 1];
    }
    if (isDigit(last)) addToldPlace(batch, from, to, this.#keys);
    else if (last === CLOSE && bytes[to - 2] === QUOTE) addQuotedBrackets(batch, from, to);
    else if (last === CLOSE) {
      const end = takeBracketPairs(batch, from, to);
      if (end < to) {
        this.#trailsBrackets = true;
        this.#context.takeEnd = this.#takeEnd;
      }
      to = end;
      last = bytes[to - 1];
    }
    if (bytes[to - 1] !== CLOSE_BRACE && bytes[batch.severityTo[row]] === BAR) {
      to = takeCellsBehind(batch, row, from, to);
    }
    // No more fields behind the message: `payload: {…} {}`.
    if (
      last === CLOSE_BRACE && bytes[to - 2] === BRACE && bytes[to - 3] === SPACE &&
      bytes[to - 4] === CLOSE_BRACE
    ) {
      to = trimmed(bytes, from, to - 3);
    }
    let end = last === CLOSE_BRACE || last === CLOSE
      ? readJsonBehind(batch, row, from, to, this.#context)
      : to;
    if (last === CLOSE_PAREN && batch.severity[row] >= ERROR) {
      addBrokenJson(batch, row, from, to, this.#context);
    }
    // A message that is nothing but an object stays what it is, and so does one that says that an object follows.
    const isAnnounced = bytes[end - 1] === COLON || (bytes[end - 1] === EQUALS && bytes[end - 2] === SPACE);
    if (end > from && end < to && isKeyAt(bytes, from, end) && !isEmptyObject(bytes, to)) {
      addLeadingPairs(batch, from, end);
    }
    if (to === from) end = from;
    else if (end < to && own.isObject(bytes, end, to)) end = to;
    else if (end <= from || (end < to && isAnnounced && bytes[end] === SPACE)) end = to;
    else if (end === to || isEmptyObject(bytes, to)) {
      end = this.#endOf(batch, row, from, end, pairsApart, isTailed);
    } else if (ends.isSettled && bytes[end - 1] === BAR) end = trimmed(bytes, from, end - 1);
    // geth's and others' that quote a message where they must.
    const isQuoted = pairsApart && isQuotedWhole(batch.bytes, from, end);
    batch.setBody(row, isQuoted ? from + 1 : from, isQuoted ? end - 1 : end);
  }

  /** See `ReadContext.takeEnd`. */
  readonly #takeEnd = (batch: Batch, row: number, from: number, to: number): number => {
    const { cells, enclosed, ends, own } = this.#census;
    if (enclosed.sign !== 0) to = enclosed.take(batch, row, from, to);
    if (this.#trailsBrackets) to = takeBracketPairs(batch, from, to);
    if (cells.isTailed) to = cells.takeBelow(batch, row, from, to, this.#keys);
    if (ends.isSettled) to = ends.take(batch, row, from, to, this.#keys, this.#context);
    return this.#trailsPlaces && !own.isPlace ? withoutPlace(batch, row, from, to, this.#keys) : to;
  };

  /** The message ends at `to`, before pairs that were taken: what stands before those is its own. */
  #endBefore(batch: Batch, row: number, from: number, to: number, pairsApart: boolean): void {
    const { bytes } = batch;
    this.#context.pairsApart = true;
    to = withoutColon(batch, row, from, to);
    const isQuoted = pairsApart && isQuotedWhole(bytes, from, to);
    batch.setBody(row, isQuoted ? from + 1 : from, isQuoted ? to - 1 : to);
  }

  /** A JSON record behind a time and what a tool wrote besides, known by its severity; false, and nothing done, if it is none. */
  #readRecord(batch: Batch, row: number, from: number, to: number): boolean {
    const { fieldCount, side } = batch;
    const service = batch.service[row];
    const host = batch.host[row];
    batch.setBody(row, from, to);
    const isRead = readTrailingJson(batch, row, from, to, this.#context, true);
    if (isRead && batch.severity[row] !== 0) return true;
    batch.fieldCount = fieldCount;
    batch.side = side;
    batch.service[row] = service;
    batch.host[row] = host;
    batch.bodyKind[row] = TEXT;
    return false;
  }

  /** Completes the record if pairs end it of which some value holds blanks; false, and nothing done, if not. */
  finishSpaced(batch: Batch, row: number, from: number, to: number): boolean {
    const isRead = this.readSpaced(batch, row, from, to);
    if (isRead) batch.commit();
    return isRead;
  }

  /** The same without completing the record. */
  readSpaced(batch: Batch, row: number, from: number, to: number): boolean {
    if (this.coloured.isBare || findEquals(batch.bytes, batch.view, from, to) < 0) return false;
    const pairs = firstSpacedPair(batch.bytes, from, to);
    if (
      pairs === to || this.coloured.isTold(from, to) || pairs === findTrailingPairs(batch.bytes, from, to)
    ) return false;
    // Pairs alone are the message.
    const isWhole = isPair(batch.bytes, from, to);
    addSpacedPairs(batch, isWhole ? from : pairs, to);
    batch.setBody(row, from, isWhole ? to : trimmed(batch.bytes, from, pairs));
    return true;
  }

  /** Adds the pairs of the message [from, to); where it ends. */
  #endOf(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    pairsApart: boolean,
    isTailed: boolean,
  ): number {
    const { bytes } = batch;
    const end = this.#withoutPairs(batch, row, from, to, pairsApart, isTailed);
    // `message | logger=db pid=12`
    const isBarred = end < to && bytes[end - 1] === BAR && bytes[end - 2] === SPACE;
    return isBarred ? trimmed(bytes, from, end - 1) : end;
  }

  /** Adds the pairs that end the message [from, to); where it ends without them, if the logger set them apart. */
  #withoutPairs(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    pairsApart: boolean,
    isTailed: boolean,
  ): number {
    const { bytes } = batch;
    if (bytes[to - 1] === CLOSE_PAREN) {
      const before = addPairsInParentheses(batch, from, to);
      if (before < to && isKeyAt(bytes, from, before)) addLeadingPairs(batch, from, before);
      if (before < to) return to;
    }
    if (this.#census.tails.isColumned) {
      const column = columnedFrom(bytes, from, to);
      if (column < to && findTrailingPairs(bytes, from, to) > column) {
        addSpacedPairs(batch, column, to);
        return trimmed(bytes, from, column);
      }
    }
    const pairs = addTrailingPairs(batch, from, to);
    // An empty message that was padded.
    if (pairs === from && pairsApart && isText(bytes, from - PADDED.length, from, PADDED)) return from;
    // Pairs as the message, and the one that all lines end in.
    const own = pairs === from && isTailed ? this.#census.tails.keyAt(bytes, from, to) : to;
    if (own < to) return trimmed(bytes, from, own);
    if (pairs === from) {
      // Pairs as the message, and those of the logger behind a column.
      const apart = behindGap(bytes, from, to);
      const before = trimmed(bytes, from, apart);
      return apart > from && (pairsApart || apart - before > WIDE_GAP) ? before : to;
    }
    if (pairs >= to || pairs <= from) return to;
    const before = trimmed(bytes, from, pairs);
    // go-zero's, which tabs divide.
    if (bytes[pairs - 1] === TAB && !isPair(bytes, from, before)) return before;
    if (!pairsApart && !isTailed) {
      // Who writes "cache miss: key=user:42" has written the pairs, too; hclog's colon divides.
      if (bytes[before - 1] !== COLON || pairs - before > 2) {
        const isApart = bytes[pairs - 1] === TAB || pairs - before > 1;
        return isApart && !isPair(bytes, from, before) ? before : to;
      }
      return isDividedByColon(batch, row, from, before) && behindWritten(bytes, pairs, to) === pairs
        ? before - 1
        : to;
    }
    // Who writes a comma before a pair, or a pair as the first word, has written it.
    const isListed = bytes[before - 1] === COMMA;
    const listed = behindWritten(bytes, pairs, to);
    const written = isListed && listed === pairs ? nextPair(bytes, pairs, to) : listed;
    if (isTailed) {
      const apart = this.#census.tails.begin(bytes, pairs, to);
      if (apart < to) {
        const end = trimmed(bytes, from, Math.max(apart, written));
        const divided = withoutColon(batch, row, from, end);
        // `cache: hits=10` of a message; where a logger's own key follows all of them, it ends before that.
        const isWritten = end === before && divided === end && bytes[end - 1] === COLON && pairs - end < 3;
        return isWritten && !this.#census.tails.hasKey ? to : divided;
      }
    }
    // Where the pairs stand in a column of their own (geth's), blanks between them pad their values.
    const gap = pairs - before > 1 ? pairs : behindGap(bytes, pairs, to);
    if (gap > pairs || written > pairs) return trimmed(bytes, from, Math.max(gap, written));
    if (isPair(bytes, from, before) || (bytes[before - 1] === COLON && pairs - before < 3)) return to;
    return before;
  }
}

/** Whether the head of the record tells that more may stand behind its message, whatever that ends with: cells, Crystal's pairs. */
function mayHaveOtherEnd(batch: Batch, row: number): boolean {
  return batch.bytes[batch.severityTo[row]] === BAR || mayList(batch, row);
}

/** Whether a message that ends with one of `CLOSES` may end with something else than itself: not with a mere number or word. */
function mayEndOtherwise(bytes: Uint8Array, from: number, to: number): boolean {
  const last = bytes[to - 1];
  if (isLower(last)) return elapsedStart(bytes, from, to) >= 0;
  if (!isDigit(last)) return true;
  const before = beforeDigits(bytes, from, to);
  // ` on line 42`
  if (bytes[before] !== COLON) return bytes[before] === SPACE && bytes[before - 1] === 0x65;
  // ` - app.go:42`
  let word = before;
  while (word > from && bytes[word] > SPACE) word--;
  return bytes[word - 1] === DASH && bytes[word - 2] === SPACE;
}

/** `event='user logged in' user_id=42`, as structlog writes it behind Python's own head: the message is one of the pairs. */
function isMessageKey(bytes: Uint8Array, from: number, to: number): boolean {
  const key = MESSAGE_KEYS.find((each) => isText(bytes, from, to, each));
  if (key === undefined) return false;
  const quote = bytes[from + key.length];
  return quote === QUOTE || quote === APOSTROPHE;
}
