import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { matchHead } from "./head_match.ts";
import { isSame, type Layout, layoutOf } from "./head_parts.ts";
import { readRun, type RunRules } from "./head_run.ts";
import { isKnownStart, isPlainStart, isSentence, isSettledBefore, startOf } from "./message_start.ts";
import { connectorEnd } from "../message/text_place.ts";
import { SeverityWords } from "./severity_words.ts";
import { isPlainWord } from "../text_tokens.ts";
import * as partsConstants from "./head_parts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NAMED, STARTS } = partsConstants;

/** Layouts that are kept; a log has few. */
const MAX_LAYOUTS = 8;
/** After so many lines that none fitted, or that none could be made of, nothing is learned for as many lines as the second says. */
const MAX_MISSES = 64;
const PAUSE = 2_048;
const NONE = -1;
const OPEN = 0x5b;

/** Different lines that settle a layout, the longest of them, and layouts of a source that settle. */
const SETTLING = 2;
const LONGEST_SETTLING = 512;
const MAX_SETTLED = 2;
const decoder = new TextDecoder();

/**
 * Remembers how the heads of a source's lines were laid out (which parts, what stands between them), so that
 * the next line of the same look is read by comparing instead of by judging each word anew. It is stricter than
 * the reader that it learns from: a line of which it could be in doubt is left to that one.
 */
export class HeadLayouts {
  #layouts: Layout[] = [];
  #generation = 0;
  /** Lines in a row that no layout fitted or could be made of, and lines to let pass before anything is learned again. */
  #misses = 0;
  #unlearnt = 0;
  #pause = 0;
  readonly #words = new SeverityWords();
  readonly #settles: boolean;
  #settled = 0;
  /** The settled layout that a line has which fits none exactly, and whether it is matched again for that. */
  #fallback: Layout | null = null;
  #isAgain = false;
  /** What stands behind the message of the line that was read last, see `Layout`. */
  tail = 0;
  /** The lines that settled the source's layouts, and some of the others known by then; the same array while they are the same. */
  preamble: readonly string[] = [];

  /** `settles`: a head that many lines have decides where the messages of others begin. */
  constructor(settles: boolean) {
    this.#settles = settles;
  }

  /**
   * Reads the head of the line [from, to) as one of the known layouts: begins the row, sets its time, severity
   * and fields, and answers where the message begins; -1 (nothing added) if it looks otherwise. A layout that
   * ends the line has no message. `isNamed`: behind it stands the logger.
   */
  read(batch: Batch, from: number, to: number, context: ReadContext, isNamed = false): number {
    const layouts = this.#layouts;
    if (layouts.length === 0) return NONE;
    if (this.#generation !== batch.keys.generation) {
      this.forget();
      return NONE;
    }
    this.#fallback = null;
    for (let at = 0; at < layouts.length; at++) {
      const layout = layouts[at];
      if (((layout.tail & NAMED) !== 0) !== isNamed) continue;
      const message = this.#match(layout, batch, from, to, context);
      if (message === NONE) {
        batch.abandon();
        continue;
      }
      if (at > 0) {
        layouts[at] = layouts[at - 1];
        layouts[at - 1] = layout;
      }
      this.#misses = 0;
      this.tail = layout.tail;
      return message;
    }
    const fallback = this.#fallback as Layout | null;
    if (fallback !== null) {
      this.#isAgain = true;
      const message = this.#match(fallback, batch, from, to, context);
      this.#isAgain = false;
      this.#misses = 0;
      this.tail = fallback.tail;
      return message;
    }
    if (++this.#misses > MAX_MISSES) {
      this.forget();
      this.#misses = 0;
      this.#pause = PAUSE;
    }
    return NONE;
  }

  /**
   * Reads the lines from `from` on, as far as their heads are laid out like that of the line read last and `rules` tell that
   * their messages are all that stands behind those; see `LineFormat.readRun`.
   */
  readRun(
    batch: Batch,
    from: number,
    end: number,
    mayJoin: boolean,
    context: ReadContext,
    rules: RunRules,
  ): number {
    const layout = this.#layouts[0];
    if (layout === undefined || this.#generation !== batch.keys.generation) return from;
    if (!layout.hasTime || (layout.tail & NAMED) !== 0) return from;
    const asked = {
      // What settles a layout is counted line by line.
      mayNotSettle: this.#settles && layout.hasSeverity && this.#settled < MAX_SETTLED && !layout.isSettled,
      isOnly: this.#layouts.length === 1,
      mayJoin: mayJoin && !layout.hasSeverity,
    };
    const next = readRun(layout, this.#words, batch, from, end, context, rules, asked);
    if (next > from) {
      this.#misses = 0;
      this.tail = layout.tail;
    }
    return next;
  }

  /**
   * Learns from the row just read of the line [from, to), whose message begins at `message`: its parts are the
   * row's time, severity and fields before it. `certainty`: what tells what each part is. `tail`: what stands behind the message.
   */
  learn(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    message: number,
    certainty: number,
    tail = 0,
  ): void {
    if (this.#generation !== batch.keys.generation) {
      this.forget();
      this.#generation = batch.keys.generation;
    }
    if (this.#pause > 0) {
      this.#pause--;
      return;
    }
    const layout = layoutOf(batch, row, from, to, message, certainty, tail);
    if (layout === null) {
      if (++this.#unlearnt > MAX_MISSES) {
        this.#unlearnt = 0;
        this.#pause = PAUSE;
      }
      return;
    }
    this.#unlearnt = 0;
    const start = startOf(batch, message, to);
    const same = this.#layouts.find((known) => isSame(known, layout));
    if (same) {
      same.parts.forEach((part, at) => part.mask |= layout.parts[at].mask);
      if (!same.isSettled) this.#settle(same, batch, from, to, message);
      same.starts[start & (STARTS - 1)] = start;
      return;
    }
    this.#settle(layout, batch, from, to, message);
    layout.starts[start & (STARTS - 1)] = start;
    this.#layouts.push(layout);
    if (this.#layouts.length > MAX_LAYOUTS) this.#layouts.shift();
  }

  /** Forgets all layouts, and what they settled. */
  forget(): void {
    this.#layouts = [];
    this.#settled = 0;
    this.preamble = [];
  }

  /** Counts a line of this layout, if its message is a plain one and no other of its lines began so. */
  #settle(layout: Layout, batch: Batch, from: number, to: number, message: number): void {
    if (!this.#settles || this.#settled === MAX_SETTLED || to - from > LONGEST_SETTLING) return;
    if (!layout.hasSeverity) return;
    if (!isPlainStart(batch.bytes, message, to, true) && !isPlainWord(batch.bytes, message, to)) return;
    const start = startOf(batch, message, to);
    if (layout.settling.length > 0 && isKnownStart(layout, start)) return;
    layout.starts[start & (STARTS - 1)] = start;
    layout.settling.push(decoder.decode(batch.bytes.subarray(from, to)));
    if (layout.settling.length < SETTLING) return;
    layout.isSettled = true;
    this.#settled++;
    const others = this.#layouts.filter((other) => other !== layout);
    this.preamble = [...others, layout].flatMap(({ settling }) => settling);
  }

  #match(layout: Layout, batch: Batch, from: number, to: number, context: ReadContext): number {
    const { bytes } = batch;
    const row = batch.begin(from, to);
    const message = matchHead(layout, this.#words, batch, row, from, to, context);
    if (message === NONE) return NONE;
    if (layout.isTimeAlone) return isSentence(bytes, message, to) ? message : NONE;
    // Of what names a logger behind the message it is the message's, `[Partition t-0 broker=0] `, or a connector's
    // context, which some of a source's lines have.
    if ((layout.tail & NAMED) !== 0 && bytes[message] === OPEN) {
      return connectorEnd(bytes, message, to) < 0 ? message : NONE;
    }
    if (isPlainStart(bytes, message, to, layout.hasSeverity)) {
      if (!layout.isSettled) this.#settle(layout, batch, from, to, message);
      return message;
    }
    if (this.#isAgain) return message;
    const isLonger = this.#fallback === null || this.#fallback.parts.length < layout.parts.length;
    if (isLonger && isSettledBefore(layout, batch, row, message, to)) this.#fallback = layout;
    const beginning = startOf(batch, message, to);
    return isKnownStart(layout, beginning) ? message : NONE;
  }
}
