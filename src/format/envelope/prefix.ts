import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { copyWithoutEscapes } from "../escape_sequences.ts";
import { EnvelopeTime, readInside } from "./envelope.ts";
import { type LineFormat, type LineRange, NO, type ReadContext, type Verdict } from "../line_format.ts";
import { isColouredName, isHeaded, isNameByte, isNumbered, isPodName, serviceEnd } from "./prefix_names.ts";
import { beginsProperties } from "../property_list.ts";
import { Preambles } from "../tried_formats.ts";
import { hasNanos, isOwnTime } from "./prefix_lines.ts";
import { Leads } from "./lead.ts";
import { GLUED, NO_PREFIX, PrefixCensus, TIMED } from "./prefix_census.ts";
import {
  bracketEnd,
  findByte,
  hashOf,
  isLower,
  isText,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text/text_tokens.ts";
import { beforeDigits, digitsEnd, digitsStart, isDigit } from "../time/timestamp_parts.ts";

const EQUALS = 0x3d, SLASH = 0x2f, DASH = 0x2d, BAR = 0x7c, OPEN = 0x5b;

const ESCAPE = 0x1b, COLON = 0x3a, DOT = 0x2e, UNIT = 0x1f;

/** What the prefix was. */
const KUBECTL = 1;
const COMPOSE = 2;
const STERN = 3;
const TIMESTAMP = 4;

/** `2026-11-20T08:00:00.123456Z` */
const GITLAB_TIME = 27;
/** `2026-11-20T08:00:00.123456789Z` */
const RUNTIME_TIME = 30;
/** `2026-11-20` */
const DAY_BYTES = 10;
/** `08:00:00 ` of foreman and honcho */
const CLOCK_BYTES = 9;
/** Lines that are looked at before the first one is read. */
const MOST_PRIMED = 80;
/** `stdout`, `stderr` */
const STREAM_BYTES = 6;
/** Pods of stateful sets that are known. */
const MOST_SETS = 32;

const decoder = new TextDecoder();

/**
 * What `kubectl logs`, `docker compose logs`, stern, foreman and the like put before each line:
 * `[pod/name/container] 2026-11-20T08:00:00.123456789Z line`, `name-1  | line`, `pod container line`,
 * `08:00:00 web.1  | line`, or the time of `--timestamps` alone. Names that less tells are known where all lines of a
 * source have one (`name  | line`, `[name] line`).
 */
export class PrefixFormat implements LineFormat {
  readonly name = "prefix";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #time = new EnvelopeTime();
  readonly #range = { from: 0, to: 0, innerFrom: 0, innerTo: 0 };
  readonly #amend: (row: number) => void;
  #batch: Batch | null = null;
  #kind = 0;
  #podFrom = 0;
  #podTo = 0;
  #containerFrom = 0;
  #containerTo = 0;
  /** Where the name of the stream stands, -1 if the prefix has none. */
  #streamFrom = -1;
  readonly #census = new PrefixCensus();
  /** Blanks behind the bars of foreman's lines, the fewest that were seen. */
  #barBlanks = 2;
  readonly #leads: Leads;
  readonly #preambles = new Preambles();
  /** Pods of stateful sets with their containers, and the lines that told them. */
  readonly #sets = new Set<number>();
  #setLines: readonly string[] = [];
  /** Times of nanoseconds with a bar behind them, less those without one. */
  #divided = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#leads = new Leads(context);
    this.#amend = (row) => this.#addFields(row);
  }

  /** What was counted of the lines, as a line that no program writes. */
  get preamble(): readonly string[] {
    return this.#preambles.joined([this.#census.preamble, this.#leads.preamble, this.#setLines]);
  }

  /** Whether an indented line is another record's, since all lines of the source begin with a name before a bar. */
  begins(batch: Batch, from: number, to: number): boolean {
    return this.#leads.begins(batch, from, to) ||
      (this.#census.kind !== NO_PREFIX && this.#census.find(batch.bytes, from, to) >= 0);
  }

  /** Counts which prefix the lines have. */
  prime(batch: Batch, lines: Iterable<LineRange>): void {
    const first = [...lines].slice(0, MOST_PRIMED);
    const { bytes, side } = batch;
    // The names of properties stand before colons as well.
    if (first.some(([from, to]) => beginsProperties(bytes, from, to))) return this.#census.drop();
    for (const [from, to] of first) {
      if (!this.#census.isOpen) break;
      if (to > from) this.#countLine(batch, from, to);
      batch.side = side;
    }
    this.#census.conclude();
    if (this.#census.kind !== NO_PREFIX && this.#census.kind !== TIMED) {
      return this.#leads.primeBehind(batch, this.#behindNames(batch, first));
    }
    // Names behind the runtime's time are labels, which the other tells.
    const isLabelled = this.#census.kind !== TIMED ||
      first.some(([from, to]) => bytes[from] === ESCAPE || isLabel(bytes, from, to));
    if (isLabelled && this.#primeLeads(batch, first)) this.#census.drop();
    batch.side = side;
  }

  primeAgain(batch: Batch, lines: Iterable<LineRange>): boolean {
    if (this.#isKnown) return false;
    this.#census.restart();
    this.prime(batch, lines);
    return this.#isKnown;
  }

  get #isKnown(): boolean {
    return this.#census.kind !== NO_PREFIX || this.#leads.isKnown;
  }

  #primeLeads(batch: Batch, lines: readonly LineRange[]): boolean {
    const { bytes } = batch;
    if (!lines.some(([from]) => bytes[from] === ESCAPE)) return this.#leads.prime(batch, lines, false);
    const bare = lines.map(([from, to]): LineRange =>
      to - from > batch.sideFree ? [from, from] : [copyWithoutEscapes(batch, from, to), batch.side]
    );
    return this.#leads.prime(batch, bare, true);
  }

  *#behindNames({ bytes }: Batch, lines: Iterable<LineRange>): Generator<LineRange> {
    for (const [from, to] of lines) {
      const at = this.#census.find(bytes, from, to);
      if (at >= 0) yield [at, to];
    }
  }

  #countLine(batch: Batch, from: number, to: number): void {
    if (batch.bytes[from] !== ESCAPE) this.#census.count(batch.bytes, from, to);
    else if (to - from <= batch.sideFree) {
      const start = copyWithoutEscapes(batch, from, to);
      this.#census.count(batch.bytes, start, batch.side);
    }
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const verdict = this.#readNamed(batch, from, to);
    if (verdict !== NO) return verdict;
    const led = this.#leads.read(batch, from, to);
    // What another reader has told goes before what is counted here.
    if (batch.bytes[from] === UNIT && this.#leads.isNamed) this.#census.drop();
    return led;
  }

  #readNamed(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side } = batch;
    if (to - from < 5) return NO;
    if (bytes[from] === UNIT) {
      this.#census.take(bytes, from, to);
      return NO;
    }
    const { isPriming, isTaught } = this.#context;
    if (this.#census.isOpen && isPriming !== true && isTaught !== true) {
      this.#countLine(batch, from, to);
      batch.side = side;
    }
    if (bytes[from] !== ESCAPE) return this.#readLine(batch, from, to, from, to);
    // The name is coloured, or what divides it from the line.
    if (to - from > batch.sideFree) return NO;
    if (this.#census.kind === NO_PREFIX && !isColouredName(bytes, from, to)) return NO;
    const start = copyWithoutEscapes(batch, from, to);
    const verdict = this.#readLine(batch, from, to, start, batch.side);
    // What is only looked at is counted with the lines to come.
    if (verdict === NO && isPriming !== true) batch.side = side;
    return verdict;
  }

  /** Reads the line [from, to), which stands without colours at [start, end). */
  #readLine(batch: Batch, from: number, to: number, start: number, end: number): Verdict {
    const { bytes } = batch;
    this.#time.clear();
    this.#kind = 0;
    this.#streamFrom = -1;
    const at = this.#inside(batch, start, end);
    if (at < 0) return NO;
    const range = this.#range;
    range.from = from;
    range.to = to;
    range.innerFrom = at;
    range.innerTo = end;
    this.#batch = batch;
    this.#keys.fresh();
    const isNamed = this.#kind !== TIMESTAMP;
    const source = isNamed ? hashOf(bytes, start, Math.max(this.#podTo, this.#containerTo)) || 1 : 0;
    return readInside(batch, this.#context, range, this.#amend, source, start);
  }

  /** Where the line inside begins; -1 if [from, to) has no prefix. */
  #inside(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    const first = bytes[from];
    if (this.#census.kind === GLUED) return this.#counted(batch, from, to);
    let at = -1;
    if (first === OPEN) at = this.#kubectl(batch, from, to);
    else if (isDigit(first)) {
      at = this.#timestamp(batch, from, to);
      if (at < 0) at = this.#foreman(batch, from, to);
    }
    if (at < 0 && (isLower(first) || isDigit(first))) at = this.#compose(batch, from, to);
    if (at < 0 && this.#census.kind !== NO_PREFIX) at = this.#counted(batch, from, to);
    return at;
  }

  /** `[pod/name/container] `, `[pod/name] ` */
  #kubectl(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    if (!isText(bytes, from, to, "[pod/")) return -1;
    const end = bracketEnd(bytes, from, to);
    if (end < 0 || (end < to && bytes[end] !== SPACE)) return -1;
    this.#podFrom = from + 5;
    this.#podTo = this.#podFrom;
    while (this.#podTo < end - 1 && bytes[this.#podTo] !== SLASH) this.#podTo++;
    this.#containerFrom = Math.min(this.#podTo + 1, end - 1);
    this.#containerTo = end - 1;
    this.#kind = KUBECTL;
    return this.#toolsTime(batch, Math.min(end + 1, to), to);
  }

  /** Behind the time of the runtime, or one that the tool has put before all lines, at `at`. */
  #toolsTime(batch: Batch, at: number, to: number): number {
    const behind = this.#optionalTime(batch, at, to);
    return behind === at ? this.#leads.behindTime(batch, at, to, this.#time) : behind;
  }

  /** The time that the tool itself adds: nine digits of a second, and the zone. */
  #optionalTime(batch: Batch, at: number, to: number): number {
    const { bytes } = batch;
    if (to - at < 21 || !isDigit(bytes[at]) || bytes[at + 10] !== 0x54) return at;
    const end = this.#time.read(batch, at, to, this.#context);
    if (end === to && batch.fraction[batch.count] >= 7) return to;
    const isRuntimes = end >= 0 && end < to && bytes[end] === SPACE && batch.fraction[batch.count] >= 7;
    if (isRuntimes && !this.#isDivided(bytes, end + 1, to)) return end + 1;
    this.#time.clear();
    return at;
  }

  /** Whether a logger divides its own time from what is behind it; of lists and tables some lines look so. */
  #isDivided(bytes: Uint8Array, at: number, to: number): boolean {
    const isDivided = at + 1 < to && bytes[at + 1] === SPACE &&
      (bytes[at] === BAR || (bytes[at] === DASH && isOwnTime(bytes, at, to)));
    this.#divided += isDivided ? 1 : -1;
    return isDivided && this.#divided > 0 && this.#census.kind !== TIMED;
  }

  /** The time of `--timestamps` before a line that has a head of its own. */
  #timestamp(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    if (to - from < RUNTIME_TIME || bytes[from + 10] !== 0x54 || bytes[from + 19] !== 0x2e) return -1;
    if (to - from <= RUNTIME_TIME + 1) return this.#emptyLine(batch, from, to);
    const stream = this.#gitlab(batch, from, to);
    if (stream >= 0) return stream;
    const at = this.#optionalTime(batch, from, to);
    // The runtime's time has a zone: `Z`, `+01:00`.
    if (at === from || at >= to || (bytes[at - 2] !== 0x5a && bytes[at - 4] !== COLON)) return -1;
    this.#kind = TIMESTAMP;
    if (this.#context.awaitsLine === true) return at;
    if (this.#census.kind === TIMED && !this.#census.hasUntimed) return at;
    const isOwn = hasNanos(bytes, from, to) ? isOwnTime(bytes, at, to) : !isHeaded(bytes, at, to);
    return isOwn || this.#leads.isNamed ? -1 : at;
  }

  /** An empty line behind the time that all lines have. */
  #emptyLine(batch: Batch, from: number, to: number): number {
    const end = this.#time.read(batch, from, to, this.#context);
    if (end < 0 || skipBlanks(batch.bytes, end, to) < to) return -1;
    this.#kind = TIMESTAMP;
    return to;
  }

  /** GitLab's `2026-11-20T08:00:00.123456Z 00O line`: number and name of the stream; `+` instead of the blank goes on. */
  #gitlab(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    const at = from + GITLAB_TIME;
    const letter = bytes[at + 3];
    if (bytes[at - 1] !== 0x5a || bytes[at] !== SPACE || !isDigit(bytes[at + 1]) || !isDigit(bytes[at + 2])) {
      return -1;
    }
    if (
      (letter !== 0x4f && letter !== 0x45) ||
      (at + 4 < to && bytes[at + 4] !== SPACE && bytes[at + 4] !== 0x2b)
    ) return -1;
    if (this.#time.read(batch, from, to, this.#context) !== at) return -1;
    this.#kind = TIMESTAMP;
    return Math.min(at + 5, to);
  }

  /** `08:00:00 web.1     | `, and what it says itself: `08:00:00 system    | ` */
  #foreman(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    if (bytes[from + 2] !== COLON || bytes[from + 5] !== COLON || bytes[from + 8] !== SPACE) return -1;
    let end = from + CLOCK_BYTES;
    while (end < to && isNameByte(bytes[end])) end++;
    const bar = skipBlanks(bytes, end, to);
    if (bytes[bar] !== BAR || bar === end || (bar + 1 < to && bytes[bar + 1] !== SPACE)) return -1;
    let dot = beforeDigits(bytes, from, end);
    const isOwn = isText(bytes, from + CLOCK_BYTES, end, "system") && end - from === CLOCK_BYTES + 6;
    if (isOwn) dot = end;
    else if (dot === end - 1 || bytes[dot] !== DOT || dot === from + CLOCK_BYTES) return -1;
    if (this.#time.read(batch, from, to, this.#context) !== from + CLOCK_BYTES - 1) return -1;
    this.#named(from + CLOCK_BYTES, end, dot);
    // node-foreman has two blanks behind each bar.
    const blanks = skipBlanks(bytes, bar + 1, to) - bar - 1;
    if (bar + 1 < to && blanks < this.#barBlanks) this.#barBlanks = blanks;
    return Math.min(bar + 1 + this.#barBlanks, to);
  }

  /** What all lines of the source have before them: `name  | ` or `[name] `. */
  #counted(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    const end = this.#census.find(bytes, from, to);
    if (end < 0) return -1;
    const { nameFrom, nameTo } = this.#census;
    this.#named(nameFrom, nameTo, serviceEnd(bytes, nameFrom, nameTo));
    return this.#toolsTime(batch, end, to);
  }

  /** A container with that name, which begins with the service's. */
  #named(from: number, to: number, serviceTo: number): void {
    this.#containerFrom = this.#podFrom = from;
    this.#containerTo = to;
    this.#podTo = serviceTo;
    this.#kind = COMPOSE;
  }

  /** `web-1  | ` and `deploy-5d8f7c9b4-x2x4z container ` */
  #compose(batch: Batch, from: number, to: number): number {
    const { bytes } = batch;
    let end = from;
    while (end < to && isNameByte(bytes[end])) end++;
    if (end === from || end >= to || bytes[end] !== SPACE) return -1;
    const bar = skipBlanks(bytes, end, to);
    if (bar < to && bytes[bar] === BAR && (bar + 1 === to || bytes[bar + 1] === SPACE)) {
      const digits = digitsStart(bytes, from, end);
      if (
        digits === end || digits - 1 <= from || (bytes[digits - 1] !== DASH && bytes[digits - 1] !== 0x5f)
      ) return -1;
      // A day, `2026-11-20 | 08:00:01 | …`
      if (end - from === DAY_BYTES && digitsEnd(bytes, from, end) === from + 4) return -1;
      this.#named(from, end, digits - 1);
      return this.#optionalTime(batch, Math.min(bar + 2, to), to);
    }
    // supervisor-stdout's `web stdout | line`
    const isStream = isText(bytes, bar, to, "stdout | ") || isText(bytes, bar, to, "stderr | ");
    if (bar === end + 1 && isStream && isLower(bytes[from])) {
      this.#named(from, end, end);
      this.#streamFrom = bar;
      return bar + STREAM_BYTES + 3;
    }
    if (bar === end + 1 && isDigit(bytes[bar]) && !isDigit(bytes[from])) {
      // DigitalOcean's `web 2026-11-20T08:00:00.123456789Z line`
      const behind = this.#optionalTime(batch, bar, to);
      if (behind > bar) {
        this.#named(from, end, end);
        return behind;
      }
    }
    const isPod = isPodName(bytes, from, end);
    if (bar !== end + 1 || !(isPod || isNumbered(bytes, from, end))) return -1;
    const container = tokenEnd(bytes, bar, to);
    if (container >= to) return -1;
    for (let at = bar; at < container; at++) if (!isNameByte(bytes[at]) || bytes[at] === 0x2e) return -1;
    if (!isPod && !this.#isKnownSet(bytes, from, container, to, bar)) return -1;
    this.#podFrom = from;
    this.#podTo = end;
    this.#containerFrom = bar;
    this.#containerTo = container;
    this.#kind = STERN;
    return this.#toolsTime(batch, container + 1, to);
  }

  /**
   * Whether [from, container) names a stateful set's pod, `name-0`, and its container at `at`: that tells less, so that a head must
   * stand behind it once; what a digit begins behind the pod is a date.
   */
  #isKnownSet(bytes: Uint8Array, from: number, container: number, to: number, at: number): boolean {
    const name = hashOf(bytes, from, container);
    if (this.#sets.has(name)) return true;
    if (isDigit(bytes[at]) || !isHeaded(bytes, container + 1, to)) return false;
    if (this.#sets.size < MOST_SETS) {
      this.#sets.add(name);
      this.#setLines = [...this.#setLines, decoder.decode(bytes.subarray(from, to))];
    }
    return true;
  }

  #addFields(row: number): void {
    const batch = this.#batch!;
    const { id } = this.#keys;
    this.#time.give(batch, row);
    if (this.#kind === TIMESTAMP) return;
    if (this.#kind === COMPOSE) {
      batch.addField(id.containerName, this.#containerFrom, this.#containerTo, TEXT);
      if (this.#streamFrom >= 0) {
        batch.addField(id.stream, this.#streamFrom, this.#streamFrom + STREAM_BYTES, TEXT);
      }
      if (batch.service[row] < 0) {
        batch.service[row] = batch.addField(id.service, this.#podFrom, this.#podTo, TEXT);
      }
      return;
    }
    if (this.#podTo > this.#podFrom) batch.addField(id.pod, this.#podFrom, this.#podTo, TEXT);
    if (this.#containerTo > this.#containerFrom) {
      batch.addField(id.container, this.#containerFrom, this.#containerTo, TEXT);
    }
  }
}

/** Whether `key=value` or `app[web.1]:` stands behind the runtime's time, as `docker logs --details` and Dokku show it. */
function isLabel(bytes: Uint8Array, from: number, to: number): boolean {
  const at = tokenEnd(bytes, from, to) + 1;
  const end = tokenEnd(bytes, at, to);
  return isText(bytes, end - 2, end, "]:") || findByte(bytes, at, end, EQUALS) >= 0;
}
