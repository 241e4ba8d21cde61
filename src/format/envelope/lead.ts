import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { copyWithoutEscapes } from "../escape_sequences.ts";
import { isFrame } from "../continuation/stack_trace_lines.ts";
import { JOINS, type LineRange, NO, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { addPlain } from "../plain_line.ts";
import { severityOfLetter, severityOfWord } from "../severity_word.ts";
import { findByte, isBlank, isText, skipBlanks, SPACE, tokenEnd, trimmed } from "../text/text_tokens.ts";
import { verdictOf } from "../verdict.ts";
import { EnvelopeTime, readInside } from "./envelope.ts";
import * as anchors from "./lead_anchor.ts";
import { anchorAt, isStream } from "./lead_anchor.ts";
import { LeadCensus, leadOf } from "./lead_census.ts";
import { RULE } from "./lead_gutter.ts";
import { type Lead, LeadReader, type LeadShape } from "./lead_shape.ts";
import { isNameByte, isPodName, serviceEnd } from "./prefix_names.ts";

const { FRAME, NO_ANCHOR } = anchors;
const UNIT = 0x1f, ESCAPE = 0x1b, AT = 0x40, SLASH = 0x2f, OPEN = 0x5b, CLOSE = 0x5d, COLON = 0x3a;
const MARK = "lead ";

const decoder = new TextDecoder();

/**
 * What tools put before each line they pass on, in whatever layout: `ts`, svlogd and Jenkins a time, lerna and pnpm a name, the
 * command lines of clouds a time and the names of streams, grep a file. The first lines of a source tell it; see `LeadCensus`.
 */
export class Leads {
  preamble: readonly string[] = [];
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #time = new EnvelopeTime();
  readonly #range = { from: 0, to: 0, innerFrom: 0, innerTo: 0 };
  readonly #amend: (row: number) => void;
  #batch: Batch | null = null;
  #shape: LeadShape | null = null;
  #reader: LeadReader | null = null;
  #behind: LeadReader | null = null;
  #behindHeaded = false;
  /** Where the stream stands behind the names, -1 if none does. */
  #streamFrom = -1;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#amend = (row) => this.#addFields(row);
  }

  /** Looks at a source's first lines, without the colours that they may have had; whether all have names behind a time. */
  prime(batch: Batch, lines: Iterable<LineRange>, coloured: boolean): boolean {
    if (this.#shape !== null) return false;
    const found = new LeadCensus(this.#context).conclude(batch, lines, coloured);
    if (found === null) return false;
    this.#set(found);
    return this.isNamed;
  }

  /** Whether something stands before all lines. */
  get isKnown(): boolean {
    return this.#shape !== null || this.#behind !== null;
  }

  /** Whether all lines have names behind a time. */
  get isNamed(): boolean {
    return this.#shape !== null && this.#shape.timed && this.#shape.cells > 0;
  }

  /** Looks at what stands behind names that others have told. */
  primeBehind(batch: Batch, lines: Iterable<LineRange>): void {
    const behind = new LeadCensus(this.#context).timeBehind(batch, lines);
    if (behind !== null) this.#set({ shape: null, known: [], behind });
  }

  #set(lead: Lead): void {
    this.#shape = lead.shape;
    if (lead.shape !== null) this.#reader = new LeadReader(lead.shape, lead.known);
    if (lead.behind !== null) {
      this.#behind = new LeadReader(lead.behind, []);
      this.#behindHeaded = lead.behind.headed;
    }
    this.preamble = [String.fromCharCode(UNIT) + MARK + JSON.stringify(lead)];
  }

  /**
   * Index behind a tool's time at `at`, which is read into `time`, if a line with a head of its own or one that goes on with
   * the record before stands there; else `at`.
   */
  behindTime(batch: Batch, at: number, to: number, time: EnvelopeTime): number {
    if (this.#behind === null) return at;
    const inner = this.#behind.find(batch, at, to, this.#context, time);
    const isOthers = inner >= 0 &&
      (this.#behindHeaded || this.#context.awaitsLine === true ||
        isAnchored(batch, inner, to, this.#context) ||
        goesOn(batch, inner, to) ||
        this.#context.continues?.(batch, inner, to) === true);
    if (!isOthers) time.clear();
    return isOthers ? inner : at;
  }

  /** Whether an indented line is one of those that all begin so. */
  begins(batch: Batch, from: number, to: number): boolean {
    if (this.#shape === null || (this.#shape.indent === 0 && !this.#shape.numbered)) return false;
    return this.#reader!.read(batch, from, to, this.#context, this.#time) >= 0;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side } = batch;
    if (bytes[from] === UNIT) this.#take(batch, from, to);
    if (this.#shape === null || bytes[from] === UNIT) return NO;
    if (bytes[from] !== ESCAPE) return this.#read(batch, from, to, from, to);
    if (to - from > batch.sideFree) return NO;
    const start = copyWithoutEscapes(batch, from, to);
    const verdict = this.#read(batch, from, to, start, batch.side);
    // What is only looked at is counted with the lines to come.
    if (verdict === NO && this.#context.isPriming !== true) batch.side = side;
    return verdict;
  }

  /** Reads the line [from, to), which stands without colours at [start, end). */
  #read(batch: Batch, from: number, to: number, start: number, end: number): Verdict {
    const shape = this.#shape!;
    this.#time.clear();
    const at = this.#reader!.read(batch, start, end, this.#context, this.#time);
    // What the frame ends with that `bat` shows goes on with no line.
    if (at < 0 && shape.numbered && isText(batch.bytes, start, end, RULE)) {
      addPlain(batch, from, to, this.#context.hasEscape);
      return YES;
    }
    if (at < 0) return NO;
    // Behind a time alone: the heads of lines without one of their own begin with it.
    if (
      shape.timed && shape.cells === 0 && shape.key === "" && !shape.headed && !this.#isOwn(batch, at, end)
    ) {
      return this.#context.continues?.(batch, at, end) === true ? JOINS : NO;
    }
    const range = this.#range;
    range.from = from;
    range.to = to;
    range.innerFrom = this.behindTime(batch, at, end, this.#time);
    range.innerTo = end;
    this.#batch = batch;
    this.#keys.fresh();
    const { namesFrom, namesTo } = this.#reader!;
    this.#streamFrom = streamAt(batch.bytes, namesFrom, namesTo);
    const source = shape.numbered
      ? 0
      : this.#reader!.nameHash(batch.bytes, this.#streamFrom < 0 ? namesTo : this.#streamFrom);
    return readInside(batch, this.#context, range, this.#amend, source, start);
  }

  /** Whether the line has a head of its own, is read with the one before, or tells that a test has failed. */
  #isOwn(batch: Batch, at: number, to: number): boolean {
    return this.#context.awaitsLine === true || isAnchored(batch, at, to, this.#context) ||
      verdictOf(batch.bytes, at, to) >= 0;
  }

  #take(batch: Batch, from: number, to: number): void {
    const line = decoder.decode(batch.bytes.subarray(from + 1, to));
    if (!line.startsWith(MARK)) return;
    const lead = leadOf(line.slice(MARK.length));
    if (lead !== null) this.#set(lead);
  }

  #addFields(row: number): void {
    const batch = this.#batch!;
    this.#time.give(batch, row);
    const { namesFrom } = this.#reader!;
    let { namesTo } = this.#reader!;
    if (namesTo === namesFrom) return;
    const { bytes } = batch;
    const { id } = this.#keys;
    const { cells, timed, last, opened } = this.#shape!;
    if (batch.severity[row] === 0) this.#addSeverity(batch, row, namesFrom, namesTo);
    if (this.#streamFrom >= 0) {
      batch.addField(id.stream, this.#streamFrom, namesTo, TEXT);
      namesTo = trimmed(bytes, namesFrom, this.#streamFrom);
    }
    if (opened && bytes[namesTo - 1] === CLOSE && findByte(bytes, namesFrom, namesTo, OPEN) < 0) namesTo--;
    const isBox = bytes[namesFrom] === OPEN && findByte(bytes, namesFrom, namesTo, CLOSE) === namesTo - 1;
    if (!timed && last !== ":" && this.#addPod(batch, namesFrom, namesTo)) return;
    if (isBox && this.#addPodInside(batch, namesFrom + 1, namesTo - 1)) return;
    if (cells === 1 && !timed && last !== ":" && isPlainName(bytes, namesFrom, namesTo)) {
      batch.addField(id.containerName, namesFrom, namesTo, TEXT);
      if (batch.service[row] < 0) {
        batch.service[row] = batch.addField(
          id.service,
          namesFrom,
          serviceEnd(bytes, namesFrom, namesTo),
          TEXT,
        );
      }
    } else {
      batch.addField(id.prefix, isBox ? namesFrom + 1 : namesFrom, isBox ? namesTo - 1 : namesTo, TEXT);
    }
  }

  /** The severity that the tool, or the logger which wraps the lines, gives to what tells none itself. */
  #addSeverity(batch: Batch, row: number, from: number, to: number): void {
    const { opened, severe, timed } = this.#shape!;
    const { letter } = this.#reader!;
    // logcat's `I/flutter ( 4242): `, Firebase's `I api: `
    const sign = batch.bytes[from + 1];
    const at = letter < 0 && (sign === SLASH || (timed && sign === SPACE)) ? from : letter;
    const number = at < 0 ? 0 : severityOfLetter(batch.bytes[at]);
    // Celery's `WARNING/ForkPoolWorker-1]`
    const word = opened && batch.bytes[to - 1] === CLOSE ? findByte(batch.bytes, from, to, SLASH) : -1;
    const wrapped = word < 0 ? 0 : severityOfWord(batch.bytes, from, word);
    if (number !== 0) batch.setSeverity(row, number, at, at + 1);
    else if (wrapped !== 0) batch.setSeverity(row, wrapped, from, word);
    else if (timed && (opened || severe)) takeSeverity(batch, row, from, to, severe);
  }

  /** `[pod container]` of kubetail */
  #addPodInside(batch: Batch, from: number, to: number): boolean {
    const podTo = tokenEnd(batch.bytes, from, to);
    if (podTo >= to || !isPodName(batch.bytes, from, podTo)) return false;
    batch.addField(this.#keys.id.pod, from, podTo, TEXT);
    batch.addField(this.#keys.id.container, podTo + 1, to, TEXT);
    return true;
  }

  /** `namespace pod container` of stern, `namespace/pod[container]` of kail. */
  #addPod(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    const isSpaced = this.#shape!.cells === 3;
    if (!isSpaced && (this.#shape!.cells > 1 || bytes[to - 1] !== CLOSE)) return false;
    const space = isSpaced ? tokenEnd(bytes, from, to) : findByte(bytes, from, to, SLASH);
    const pod = isSpaced ? skipBlanks(bytes, space, to) : space + 1;
    const podTo = isSpaced ? tokenEnd(bytes, pod, to) : findByte(bytes, pod, to, OPEN);
    if (space < 0 || podTo < 0 || (!isPodName(bytes, pod, podTo) && isSpaced)) return false;
    const container = isSpaced ? skipBlanks(bytes, podTo, to) : podTo + 1;
    const { id } = this.#keys;
    batch.addField(id.namespace, from, space, TEXT);
    batch.addField(id.pod, pod, podTo, TEXT);
    batch.addField(id.container, container, isSpaced ? to : to - 1, TEXT);
    return true;
  }
}

/** Sets the severity of a bracket `[module:error]` among the names, as Apache writes it, or of one alone. */
function takeSeverity(batch: Batch, row: number, from: number, to: number, isAlone: boolean): void {
  const { bytes } = batch;
  for (let at = from, end = from; at < to; at = skipBlanks(bytes, end, to)) {
    end = tokenEnd(bytes, at + 1, to);
    const isBracket = bytes[at] === OPEN && bytes[end - 1] === CLOSE;
    const colon = isBracket ? findByte(bytes, at, end, COLON) : -1;
    const start = isAlone ? at : colon + 1;
    const number = isAlone || colon > 0 ? severityOfWord(bytes, start, isAlone ? end : end - 1) : 0;
    if (number !== 0) return batch.setSeverity(row, number, start, isAlone ? end : end - 1);
  }
}

/** Whether the line is indented, or the heading of a stack trace. */
function goesOn({ bytes }: Batch, at: number, to: number): boolean {
  return at < to && (isBlank(bytes[at]) || isFrame(bytes, at, to, at));
}

function isAnchored(batch: Batch, at: number, to: number, context: ReadContext): boolean {
  const first = skipBlanks(batch.bytes, at, to);
  const anchor = first < to ? anchorAt(batch, first, to, at, context) : NO_ANCHOR;
  return anchor !== NO_ANCHOR && anchor !== FRAME;
}

/** Where `OUT`, `ERR`, `stdout` or `stderr` ends the names; -1 if none does. */
function streamAt(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && bytes[at - 1] !== SPACE) at--;
  return at > from && isStream(bytes, at, to) ? at : -1;
}

/** `web`, `@acme/web`, `web:dev` */
function isPlainName(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (!isNameByte(byte) && byte !== AT && byte !== SLASH && byte !== COLON) return false;
  }
  return findByte(bytes, from, to, SPACE) < 0;
}
