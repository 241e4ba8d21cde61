import { ERROR, INFO } from "../../../record/severity.ts";
import type { Batch } from "../../../record/batch.ts";
import { CellCensus } from "./cell_census.ts";
import { ColonCensus } from "./colon_census.ts";
import { EnclosedMessages } from "./enclosed_messages.ts";
import { EndCensus } from "./end_census.ts";
import { behindHead, isTag, LookedPart, lookOf, timeLookOf } from "./head_looks.ts";
import { hasThreadBefore, takeCounted } from "./head_counted.ts";
import { areLoggers, conclude, concludeFew, concludeSeveral, type Place } from "./head_places.ts";
import { dashIn, HeadSigns } from "./head_signs.ts";
import { OwnEnds } from "./own_ends.ts";
import { namesPlace } from "../head/text_places.ts";
import { countParts, DEPTH } from "./place_counts.ts";
import { settleWord } from "./settled_word.ts";
import { TailCensus } from "./tail_census.ts";
import { ElapsedMinutes } from "./elapsed_minutes.ts";
import { TimelessPlaces } from "./timeless_places.ts";
import type { TextHead } from "../text_head.ts";
import { elapsedStart } from "../loggers/text_joined.ts";
import { arePairs } from "../message/text_pairs.ts";
import { markEnd } from "../text_names.ts";
import { EQUALS } from "../text_parts.ts";
import { findByte, isBlank, isLower, isNumber, isText, isUuid, sourceColon } from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import * as headPlaces from "./head_places.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NONE, BARE, BRACKETED, IN_PARENTHESES, PLACE, SIGNS, COMPOSED, UNSURE, OWN, HEADS } = headPlaces;

/** Lines that are counted of a source, and the fewest of which anything is concluded; of so many one may be odd. */
const MAX_LINES = 64;
const FEWEST = 8;
const RARE = 8;
/** Lines of which parts that no message begins with tell something, if all of them have them; of which names do, too. */
const FEW = 3;
const SEVERAL = 4;
/** Lines that are looked at, with those that are read again. */
const MAX_COUNTED = 1_024;
/** Bytes of a line that is counted. */
const LONGEST = 512;

/** What divides the parts of many heads. */
const DASH = " - ";
/** Blanks that pad a severity, and the dash behind it. */
const SEVERITY_CELLS = 9;

/** What begins a context in brackets. */
const CONTEXTS = ["client ", "remote ", "req-", "pid ", "thread "];

const NO_LINE = -1;
/** The line of a preamble behind those that were counted; no program writes it. */
const COUNTED = "\x1fcounted";
/** The one behind a line that goes on in the next. */
const GOES_ON = "\x1fgoes on";
const decoder = new TextDecoder();

/**
 * Counts what stands behind time and severity in the first lines of a source. One line cannot tell whether
 * `[orders]`, `orders:` or `orders` is its logger or its message's first word; many can: what a pattern writes stands
 * in all of them, with few values, and what a message says in a few.
 */
export class HeadCensus {
  /** What stands behind the messages. */
  readonly tails = new TailCensus();
  readonly ends = new EndCensus();
  readonly own = new OwnEnds();
  readonly cells = new CellCensus();
  readonly enclosed = new EnclosedMessages();
  readonly colons = new ColonCensus();
  readonly #places = new Map<number, Place>();
  /** The same, however the times are written, for those times that few lines have. */
  readonly #common = new Map<number, Place>();
  readonly #signs = new HeadSigns();
  /** What tells behind which severities no time of the head stands. */
  readonly timeless = new TimelessPlaces();
  readonly elapsed = new ElapsedMinutes();
  #sample: string[] = [];
  /** Which of these go on in the next line, and whether the one counted last may. */
  readonly #goingOn = new Set<number>();
  #mayGoOn = false;
  #isClosed = false;
  /** Lines whose severity is written in small letters behind the time, and lines without one. */
  #small = 0;
  #bare = 0;
  /** Lines whose severity begins with a capital and goes on in small letters. */
  #titled = 0;
  /** Lines of errors, and those of them whose message stands behind a place. */
  #errors = 0;
  #placed = 0;
  /** Runs of lines without a head, and whether the last line was of one. */
  #headless = 0;
  #inRun = false;
  /** Lines with a head, those of which nothing more is counted as well. */
  #headed = 0;
  /** Lines that end in the time since the last one. */
  #elapsed = 0;
  #counted = 0;
  /** The next of the lines that were counted before they were read, and are read now. */
  #again = NO_LINE;
  #isTurn = false;
  /** What was concluded with as many lines. */
  #concluded = new Map<Place, number>();
  /** The line that was corrected last lacks what nearly all heads have. */
  isOdd = false;
  /** The lines that it concludes from, for a preamble; none while nothing is concluded. */
  lines: readonly string[] = [];

  readonly #part = new LookedPart();

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  get isEmpty(): boolean {
    return this.#sample.length === 0;
  }

  /** Lines that were counted. */
  get size(): number {
    return this.#sample.length;
  }

  /** Ends the counting; with too few lines it goes on behind them, with hardly any it begins anew. */
  close(): void {
    if (this.#sample.length >= FEWEST) this.#end();
    else if (this.#sample.length >= FEW) {
      this.#again = 0;
      this.#publish();
    } else this.#clear();
  }

  /** Keeps what it concludes as it is: lines are only read again. */
  hold(): void {
    this.#isClosed = true;
  }

  /** Takes over that these were all; false if [from, to) is no such line of a preamble. */
  take(bytes: Uint8Array, from: number, to: number): boolean {
    if (isText(bytes, from, to, GOES_ON)) {
      this.goOn();
      return true;
    }
    if (!isText(bytes, from, to, COUNTED)) return false;
    this.hold();
    return true;
  }

  /** Concludes for good: what the conclusions were made from, ten times as much, is kept of no source. */
  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#publish();
    this.#concluded.clear();
    for (const place of this.#places.values()) this.#concludeAll(place);
    for (const place of this.#common.values()) this.#concludeAll(place);
    for (const place of this.#concluded.keys()) place.values.clear();
  }

  #concludeAll(place: Place): void {
    for (const [form, next] of place.next.entries()) {
      if (next === undefined) continue;
      this.#conclude(place, next, form);
      this.#concludeAll(next);
    }
  }

  /** Forgets the lines counted so far: their heads were not read as those of the lines to come will be. */
  restart(): void {
    if (this.#isClosed) return;
    this.#clear();
    this.#headless = this.#headed = 0;
  }

  #clear(): void {
    this.#places.clear();
    this.#common.clear();
    this.#signs.clear();
    this.timeless.clear();
    this.elapsed.clear();
    this.tails.clear();
    this.ends.clear();
    this.own.clear();
    this.cells.clear();
    this.enclosed.clear();
    this.colons.clear();
    this.#concluded.clear();
    this.#sample = [];
    this.#goingOn.clear();
    this.#mayGoOn = false;
    this.#again = NO_LINE;
    this.#small =
      this.#bare =
      this.#titled =
      this.#elapsed =
      this.#errors =
      this.#placed =
      this.#counted =
        0;
  }

  /** Counts a line without a head, which is neither indented nor part of a stack trace. */
  countHeadless(): void {
    if (!this.#inRun) this.#headless++;
    this.#inRun = true;
  }

  /** The line counted last goes on in the next one, so that it does not tell what ends its message. */
  goOn(): void {
    if (!this.#mayGoOn || this.#isClosed) return;
    this.#mayGoOn = false;
    this.ends.goOn();
    this.own.goOn();
    this.cells.goOn();
    this.enclosed.goOn();
    this.#goingOn.add(this.#sample.length);
    if (isPowerOfTwo(this.#sample.length)) this.#publish();
  }

  /** Whether what a source's lines are is told by their heads: behind few of them stand lines without one. */
  get isHeaded(): boolean {
    // Of heads that tell all by themselves, as tracing's, (nearly) nothing is sampled.
    const isTold = this.#isClosed || this.#sample.length >= FEWEST ||
      (this.#sample.length * 4 <= this.#headed && this.#headed >= FEWEST);
    return isTold && this.#headless * 2 <= this.#headed;
  }

  /** Whether (nearly) all lines end in the time since the last one, ` +12ms`. */
  get isElapsed(): boolean {
    return this.#sample.length >= FEWEST && this.#elapsed * 20 >= this.#sample.length * 19;
  }

  /** Whether lines without a head stand behind many. */
  get isHeadless(): boolean {
    return this.#sample.length >= FEWEST && this.#headless * 2 > this.#headed;
  }

  /** Counts the line [from, to), whose head was just read; one that is read again is not counted again. */
  count(batch: Batch, head: TextHead, from: number, to: number): void {
    if (this.#isClosed) return;
    this.#headed++;
    this.#inRun = this.#mayGoOn = false;
    const { bytes } = batch;
    if (to - from > LONGEST) return this.own.countObject(bytes, head.message, to);
    const at = behindHead(head, to);
    if (at < 0) return;
    const line = decoder.decode(bytes.subarray(from, to));
    if (line === this.#sample[this.#again]) {
      this.#again++;
      return;
    }
    // A line that several formats are asked about comes again at once; it may still go on in the next one.
    if (line === this.#sample.at(-1)) {
      this.#mayGoOn = this.#again === NO_LINE;
      return;
    }
    if (line === this.#sample[this.#again - 1]) return;
    this.#again = NO_LINE;
    this.tails.count(bytes, head.message, to);
    this.ends.count(bytes, head.message, to, head.hasTime);
    this.own.count(bytes, head.message, to);
    this.cells.count(head, to);
    this.enclosed.count(bytes, head.message, to);
    this.colons.count(head, to);
    this.#signs.count(head);
    this.timeless.count(head);
    this.elapsed.count(head);
    this.#sample.push(line);
    this.#mayGoOn = true;
    if (elapsedStart(bytes, at, to) >= 0) this.#elapsed++;
    if (head.severity === 0) this.#bare++;
    else if (isBlank(bytes[head.severityFrom - 1])) {
      if (isLower(bytes[head.severityFrom])) this.#small++;
      else if (isLower(bytes[head.severityFrom + 1])) this.#titled++;
    }
    if (head.severity >= ERROR) {
      this.#errors++;
      if (this.#part.look(bytes, at, to) === PLACE) this.#placed++;
    }
    const look = lookOf(head);
    countParts(this.#places, this.#part, look + timeLookOf(head), bytes, at, to);
    countParts(this.#common, this.#part, look, bytes, at, to);
    this.#concluded.clear();
    if (this.#sample.length === FEW) this.#isTurn = true;
    if (this.#sample.length === MAX_LINES) this.#end();
    // Doubling, so that those who take the lines over do so a few times only.
    else if (isPowerOfTwo(this.#sample.length)) this.#publish();
  }

  #publish(): void {
    if (this.#sample.length < FEW) return;
    const lines = this.#sample.flatMap((line, at) => this.#goingOn.has(at + 1) ? [line, GOES_ON] : line);
    this.lines = [...lines, COUNTED];
    if (this.#sample.length >= FEWEST) this.#isTurn = true;
  }

  /** Whether what is concluded may have changed since this was asked last. After many lines nothing more is counted. */
  takeTurn(): boolean {
    if (++this.#counted === MAX_COUNTED) this.#end();
    const isTurn = this.#isTurn;
    this.#isTurn = false;
    return isTurn;
  }

  /**
   * Gives back to the message what is its own, and takes what is not, of a line whose head was just read. True if only
   * the count tells that the head has a part.
   */
  correct(batch: Batch, head: TextHead, to: number): boolean {
    this.isOdd = false;
    if (this.#sample.length < FEW) return false;
    const { bytes } = batch;
    const part = this.#part;
    const isFew = this.#sample.length < FEWEST;
    if (head.severity !== 0 && !isFew) {
      settleWord(head, to, this.#small, this.#titled, this.#bare, this.#sample.length);
    }
    if (this.cells.take(head, to)) return true;
    const own = this.#signs.messageOf(head, to);
    if (own !== head.message) {
      head.message = own;
      return false;
    }
    let at = behindHead(head, to);
    if (at < 0) return false;
    const look = lookOf(head);
    let place = this.#places.get(look + timeLookOf(head));
    const isCommon = place !== undefined && place.lines < FEWEST && !isFew;
    if (isCommon) place = this.#common.get(look);
    if (place === undefined || place.lines < (isFew ? FEW : FEWEST)) return false;
    let isCounted = false;
    for (let depth = 0; depth < DEPTH; depth++) {
      const form = part.look(bytes, at, to);
      const next: Place | undefined = form === NONE ? undefined : place.next[form];
      const absent = this.#sample.length < SEVERAL ? UNSURE : OWN;
      const counted = next === undefined ? absent : this.#conclude(place, next, form);
      // Where dashes divide the head a word that none ends is the message's: `shop - INFO - OrderPaid 17`. So is what has
      // a value, `retries = 3`.
      const isSaid = counted === HEADS && form === BARE &&
        (isDivided(head, at) || bytes[part.after] === EQUALS);
      const concluded = isSaid ? OWN : counted;
      if (isFew && concluded === UNSURE) return isCounted;
      if (concluded !== HEADS && this.#hasHeads(place)) this.isOdd = true;
      // Where a program's log of errors has the places, and the others have none, they are the head's: `ERROR time main.go:12: message`
      const isErrors = form === PLACE && head.severity >= ERROR && this.#placed * 10 >= this.#errors * 9;
      const isRare = !isFew && !isCommon && !isErrors && next !== undefined &&
        next.lines * RARE <= place.lines;
      if (isRare && form === COMPOSED && isTag(bytes, part.from, part.to)) head.cut(at);
      if (form === NONE || (form >= SIGNS && concluded !== HEADS)) return isCounted;
      if (concluded === OWN) {
        const isHeads = this.#isContext(bytes, form, head.severity, isRare) || head.hasDashesBehind(at) ||
          (form === BRACKETED
            ? arePairs(bytes, part.from, part.to)
            : findByte(bytes, at, head.message, EQUALS) >= 0);
        if (head.message > at && !isHeads) head.cut(at);
        return isCounted;
      }
      if (concluded === HEADS) {
        // The message begins within what looks like one part: nothing of it is taken.
        if (head.message > part.from && head.message < part.to) return isCounted;
        // Where some are threads' names the others are, too.
        const areThreads = form < PLACE && next!.threads * 10 >= next!.lines && !hasThreadBefore(head);
        const isLoggers = areThreads && this.#areLoggers(next!);
        const isThreads = areThreads && !isLoggers;
        if (head.message <= at) {
          takeCounted(head, form, part.from, part.to, isThreads, isLoggers);
          isCounted = true;
        } else if (isThreads) head.makeThread(part.from, part.to);
        else if (isLoggers) head.makeName(part.from, part.to);
        // A dash that few lines have there is the message's own: `main.go:12: - a list's item`
        const dash = next!.dashed * 3 <= next!.lines ? dashIn(bytes, part.to, part.after) : -1;
        if (dash > 0) {
          head.message = Math.max(dash, part.to);
          return isCounted;
        }
        head.message = Math.max(head.message, part.after);
      } else if (head.message <= at) return isCounted;
      at = part.after;
      place = next!;
    }
    return isCounted;
  }

  /**
   * A place in a source, a program with its process, a client's address, the id of a request or, of a severity below INFO, a thread's number: some
   * lines have it, others not, and it is no message all the same.
   */
  #isContext(bytes: Uint8Array, form: number, severity: number, isRare: boolean): boolean {
    const { from, to } = this.#part;
    // `Members[1]` counts something.
    if (
      !isRare && (sourceColon(bytes, from, to) >= 0 || (isTag(bytes, from, to) && isDigit(bytes[to - 3])))
    ) {
      return true;
    }
    if (form === BARE && (namesPlace(bytes, from, to) || markEnd(bytes, from, to) > 0)) return true;
    if (form !== BRACKETED) return severity < INFO && form === IN_PARENTHESES && isNumber(bytes, from, to);
    return CONTEXTS.some((word) => isText(bytes, from, to, word)) || isUuid(bytes, from, to);
  }

  #hasHeads(place: Place): boolean {
    return place.next.some((next, form) => next !== undefined && this.#conclude(place, next, form) === HEADS);
  }

  /** Whether these are loggers' names: none stands behind them. */
  #areLoggers(place: Place): boolean {
    const { lines, lettered, kinds, threads, mains } = place;
    return areLoggers(lines, lettered, kinds, threads, mains) &&
      !place.next.some((next, form) =>
        next !== undefined && form < PLACE && next.lettered * 2 > next.lines &&
        this.#conclude(place, next, form) === HEADS
      );
  }

  #conclude(place: Place, next: Place, form: number): number {
    const known = this.#concluded.get(next);
    if (known !== undefined) return known;
    const lines = this.#sample.length;
    const concluded = lines < SEVERAL
      ? concludeFew(place, next, form)
      : lines < FEWEST
      ? concludeSeveral(place, next, form)
      : conclude(place, next, form);
    this.#concluded.set(next, concluded);
    return concluded;
  }
}

function isPowerOfTwo(lines: number): boolean {
  return (lines & (lines - 1)) === 0;
}

/** Whether dashes stand before and behind the severity, the second of them right before `at`. */
function isDivided({ bytes, severityFrom, severityTo }: TextHead, at: number): boolean {
  return isText(bytes, severityFrom - DASH.length, severityFrom, DASH) && at - severityTo < SEVERITY_CELLS &&
    isText(bytes, at - DASH.length, at, DASH);
}
