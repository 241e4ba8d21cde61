import type { Batch } from "../../record/batch.ts";
import type { LineRange, ReadContext } from "../line_format.ts";
import { isTellingObject } from "../json/telling_object.ts";
import { findByte, isBlank, isLower, isNumber, isText, skipBlanks, SPACE, TAB } from "../text/text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { EnvelopeTime } from "./envelope.ts";
import * as anchors from "./lead_anchor.ts";
import { anchorAt, beginsWithSeverity, isSeverityCell } from "./lead_anchor.ts";
import {
  cellEnd,
  isDivider,
  type Lead,
  LeadReader,
  type LeadShape,
  LETTERED,
  LONGEST_NAMES,
  MARGIN,
  MOST_NAMES,
  RUNG,
  timeKeyAt,
} from "./lead_shape.ts";
import { gutterOf } from "./lead_gutter.ts";
import { knownLead } from "./lead_known.ts";
import { isForeign, type Look, shapeOf } from "./lead_look.ts";

const { CLOCK, CONSOLE, DATED, FRAME, KLOG, NO_ANCHOR, OBJECT, PAIRS, WHOLE } = anchors;

/** Lines that are counted, and the fewest of which anything is concluded. */
const MAX_LINES = 64;
const FEWEST = 4;
/** Lines of which labels and numbers of steps tell that a tool has put them there. */
const FEWEST_LABELLED = 8;
const FEWEST_IN_GUTTER = 4;
/** Names before a line, and their words where tabs end them. */
const MOST_CELLS = 4;
const MOST_WORDS = 12;
/** Blanks before a time. */
const DEEPEST = 3;
const OPEN = 0x5b,
  CLOSE = 0x5d,
  COLON = 0x3a,
  SLASH = 0x2f,
  DOT = 0x2e,
  QUESTION = 0x3f,
  HASH = 0x23,
  COMMA = 0x2c,
  QUOTE = 0x22,
  EQUALS = 0x3d,
  BRACE = 0x7b,
  BAR = 0x7c,
  CLOSING_BRACE = 0x7d;
/** What labelled tab-separated values begin with: no tool is called so. */
const LABEL = "time:";
/** What the name of a file or of a process (`[1,0]<stdout>`) may begin with before `:line`. */
const GLUED = new Set([SLASH, DOT, OPEN]);

/** A lead as a preamble's line tells it; null if the line is something else: a log may hold any. */
export function leadOf(text: string): Lead | null {
  try {
    const { shape, known, behind } = JSON.parse(text);
    const isLead = (shape === null || isShape(shape)) && (behind === null || isShape(behind)) &&
      Array.isArray(known) && known.length <= MOST_NAMES && known.every((name) => typeof name === "number");
    return isLead && (shape !== null || behind !== null) ? { shape, known, behind } : null;
  } catch {
    return null;
  }
}

function isShape(value: LeadShape | null | undefined): boolean {
  return typeof value === "object" && value !== null && typeof value.timed === "boolean" &&
    typeof value.opened === "boolean" && typeof value.numbered === "boolean" &&
    typeof value.headed === "boolean" && typeof value.key === "string" && typeof value.severe === "boolean" &&
    typeof value.after === "string" && typeof value.gap === "string" && typeof value.last === "string" &&
    value.indent >= 0 && value.indent <= MARGIN && value.cells >= 0 && value.cells <= MOST_WORDS;
}

/**
 * Finds in the first lines of a source what some tool has put before each of them: a time, names, or both, behind which the
 * lines begin as those of programs do. That a program's own head has such a time is ruled out by a second one behind it, or
 * by stack traces each line of which has it; that it has such names, by stack traces and JSON behind them, too.
 */
export class LeadCensus {
  readonly #context: ReadContext;
  readonly #time = new EnvelopeTime();
  /** The lines begin with a colour, as none does that syslog's reader would know. */
  #coloured = false;
  /** Lines behind the name of a pod and its container. */
  #pods = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** What stands before the lines, without colours; `coloured`: they had some; null if nothing does. */
  conclude(
    batch: Batch,
    lines: Iterable<LineRange>,
    coloured = false,
  ): (Lead & { shape: LeadShape }) | null {
    this.#coloured = coloured;
    const ranges: LineRange[] = [];
    for (const range of lines) {
      if (range[1] > range[0]) ranges.push(range);
      if (ranges.length === MAX_LINES) break;
    }
    // Numbers that count the lines, and a mark before all, are told by few.
    if (ranges.length < FEWEST) {
      return ranges.length < FEWEST_IN_GUTTER ? null : gutterOf(batch, ranges, this.#context);
    }
    const labelled = ranges.filter(([from, to]) => isText(batch.bytes, from, to, LABEL));
    if (labelled.length * 2 > ranges.length) return null;
    const known = knownLead(batch, ranges, this.#context);
    if (known !== null) return known;
    const looks = ranges.map(([from, to]) => this.#look(batch, from, to));
    const shape = shapeOf(looks);
    if (shape === null || isPythons(batch.bytes, ranges, looks, shape)) return null;
    const inner: LineRange[] = [];
    this.#pods = 0;
    const names = this.#namesOf(batch, ranges, looks, shape, inner);
    if (names === null) return null;
    const blanks = shape.cells > 0 && shape.last === " " ? fewestBlanks(batch.bytes, inner) : 0;
    const wide = blanks === 0 ? shape : { ...shape, last: " ".repeat(blanks + 1) };
    const named = [...new Set(names)].filter((name) => name !== 0);
    // A store may put two times before a line, in units of its own and to be read.
    const behind = (shape.timed && shape.cells > 0) || shape.numbered ? null : this.timeBehind(batch, inner);
    const isWrapped = shape.severe && !shape.timed;
    const isTools = isWrapped ? behind !== null : shape.timed || shape.numbered || behind !== null ||
      this.#pods === inner.length || isForeign(looks, shape, names);
    return isTools ? { shape: wide, known: named, behind } : null;
  }

  /** The time that a tool has put before what stands behind the names; null if there is none, or it is the program's own. */
  timeBehind(batch: Batch, lines: Iterable<LineRange>): LeadShape | null {
    const ranges = [...lines].filter(([from, to]) => to > from).slice(0, MAX_LINES);
    if (ranges.length < FEWEST) return null;
    const shape = shapeOf(ranges.map(([from, to]) => this.#look(batch, from, to)));
    return shape !== null && shape.timed && shape.cells === 0 ? shape : null;
  }

  #look(batch: Batch, from: number, to: number): Look {
    const { bytes } = batch;
    const look: Look = {
      indent: 0,
      timed: false,
      opened: false,
      key: "",
      after: "",
      blanks: "",
      anchor: NO_ANCHOR,
      cells: 0,
      severe: false,
      labelled: false,
      last: "",
      numbered: false,
      inset: 0,
      isEmpty: false,
    };
    let at = skipBlanks(bytes, from, to);
    look.indent = at - from;
    look.opened = bytes[at] === OPEN;
    look.key = look.opened ? "" : timeKeyAt(bytes, at, to);
    const start = look.opened ? at + 1 : at + look.key.length;
    const end = look.indent > DEEPEST ? -1 : this.#time.read(batch, start, to, this.#context);
    const after = end < 0 ? null : afterTime(bytes, end, to, look);
    if (after !== null) {
      look.timed = true;
      look.after = after;
      look.labelled = after === LETTERED || look.key !== "";
      at = end + after.length;
      look.isEmpty = skipBlanks(bytes, at, to) === to;
    } else look.opened = false;
    this.#findAnchor(batch, at, to, look);
    return look;
  }

  /** Finds where, behind names perhaps, the line begins as a program's own. */
  #findAnchor(batch: Batch, from: number, to: number, look: Look): void {
    const { bytes } = batch;
    const bound = Math.min(to, from + LONGEST_NAMES);
    let blanks = from;
    let tabs = 0;
    const most = findByte(bytes, from, bound, TAB) < 0 ? MOST_CELLS : MOST_WORDS;
    for (let at = from; at < bound && look.cells <= most;) {
      const next = skipBlanks(bytes, at, to);
      blanks = at;
      if (look.cells === 0) look.blanks = blanksOf(bytes, at, next);
      else if (bytes[at] === TAB) tabs++;
      at = next;
      if (at - blanks > 1 || isClosing(bytes[at])) look.inset |= 1 << look.cells;
      look.anchor = anchorAt(batch, at, to, blanks, this.#context);
      // .NET's console may have a time of its own.
      if (look.anchor === CONSOLE && look.timed && look.cells === 0) look.anchor = NO_ANCHOR;
      const end = cellEnd(bytes, at, bound);
      const isSeverity = isSeverityCell(bytes, at, end, look.cells);
      // Bamboo's `error⇥time⇥line`
      const isTabbed = isSeverity && !look.timed && look.cells === 0 && bytes[end] === TAB &&
        isLower(bytes[at]);
      if (isTabbed) look.anchor = NO_ANCHOR;
      if (look.anchor !== NO_ANCHOR) {
        const isRecord = look.anchor === OBJECT && isTellingObject(bytes, at, to);
        if (isRecord) look.labelled = true;
        // A severity behind a time and a name is that of the logger which wrote these, unless a second head follows.
        const isOwn = look.anchor !== WHOLE && look.anchor !== CONSOLE &&
          (isSeverity || beginsWithSeverity(bytes, at, to) ||
            (look.severe && !isRecord && !isSecondHead(look.anchor, bytes[at])));
        if (look.timed && look.cells > 0 && isOwn) {
          look.anchor = NO_ANCHOR;
        } else if (look.cells > 0) this.#end(bytes, blanks, at, look, tabs);
        return;
      }
      if (isSeverity) {
        if (!look.timed && !isTabbed) return;
        look.severe = true;
      } else if (!isNameCell(bytes, at, end) && !(look.severe && end === at + 1)) return;
      if (look.cells === 0 && this.#findGlued(batch, at, end, to, look)) return;
      if (isSignAlone(bytes, at, end) || (look.cells === 0 && bytes[at] === BRACE)) look.labelled = true;
      look.cells++;
      at = end;
    }
  }

  /** `file:line`, `12:line`: the line begins right behind a colon. */
  #findGlued(batch: Batch, from: number, end: number, to: number, look: Look): boolean {
    const { bytes } = batch;
    if (!isLetter(bytes[from]) && !isDigit(bytes[from]) && !GLUED.has(bytes[from])) return false;
    // No tool leaves the bracket of a name open.
    const start = bytes[from] === OPEN ? findByte(bytes, from, end, CLOSE) : from;
    for (let at = start < 0 ? end : start + 1; at + 1 < end; at++) {
      // `0001.0002::2026/11/20-…` is a failover cluster's.
      if (bytes[at] !== COLON || bytes[at - 1] === COLON) continue;
      const isHead = anchorAt(batch, at + 1, to, at + 1, this.#context);
      if (isHead === NO_ANCHOR || isHead === CLOCK || isHead === FRAME) continue;
      look.numbered = isNumber(bytes, from, at);
      // `00:0002:00000:` of Sybase names no file.
      if (!look.numbered && isDigit(bytes[from]) && !hasLetter(bytes, from, at)) return false;
      look.anchor = isHead;
      look.cells = 1;
      look.last = ":";
      return true;
    }
    return false;
  }

  /** Notes what ends the last name before the anchor at `at`. */
  #end(bytes: Uint8Array, blanks: number, at: number, look: Look, tabs: number): void {
    if (bytes[at - 1] === TAB && tabs > 0) {
      look.last = "\t";
      look.cells = tabs;
    } else {
      const run = look.anchor === FRAME ? " " : blanksOf(bytes, blanks, at);
      look.last = bytes[blanks - 1] === COLON ? `: ` : run;
    }
  }

  /** The names before the lines, and in `inner` what stands behind them; null if not all lines have such. */
  #namesOf(
    batch: Batch,
    ranges: readonly LineRange[],
    looks: readonly Look[],
    shape: LeadShape,
    inner: LineRange[],
  ): number[] | null {
    const reader = new LeadReader(shape, []);
    const times = new Map<number, number>();
    const anchored = new Set<number>();
    let fits = 0;
    const names: number[] = ranges.map(([from, to], line) => {
      const at = reader.find(batch, from, to, this.#context, this.#time);
      if (at < 0) return 0;
      inner.push([at, to]);
      // A line that begins with its own time among others that have names has none: its day would be taken for one.
      if (looks[line].timed && !shape.timed && !shape.numbered) return 0;
      // Messages that begin alike have such, too.
      const first = batch.bytes[reader.namesFrom];
      const isCount = isDigit(first) && shape.last === ":";
      if ((first === BRACE || first === HASH || isCount) && ranges.length < FEWEST_LABELLED) return 0;
      if (shape.cells === 0 || shape.numbered) {
        fits++;
        return 0;
      }
      // A row of a table in some message.
      if (first === BAR && reader.namesTo === reader.namesFrom + 1) return 0;
      if (!this.#coloured && isSyslogs(batch.bytes, reader.namesFrom, reader.namesTo, shape)) return 0;
      const name = reader.nameHash(batch.bytes);
      if (isKailsPod(batch.bytes, reader.namesFrom, reader.namesTo)) this.#pods++;
      times.set(name, (times.get(name) ?? 0) + 1);
      if (looks[line].anchor !== NO_ANCHOR && looks[line].cells === shape.cells) anchored.add(name);
      return name;
    });
    const told = names.map((name) => anchored.has(name) || (times.get(name) ?? 0) > 1 ? name : 0);
    for (const name of told) if (name !== 0) fits++;
    const lines = shape.timed ? looks.filter(({ timed }) => timed).length : ranges.length;
    if (fits < lines - (ranges.length < FEWEST_LABELLED ? 1 : Math.max(2, lines / 10))) return null;
    const count = new Set(told).size;
    return count > MOST_NAMES || (count - 1) * 2 > ranges.length ? null : told;
  }
}

/** Whether nothing but Python's tracebacks stands behind heads with severities: their logger has split them, as OpenStack's does. */
function isPythons(
  bytes: Uint8Array,
  ranges: readonly LineRange[],
  looks: readonly Look[],
  shape: LeadShape,
) {
  if (!shape.timed || shape.opened) return false;
  const anchored = ranges.filter((_, line) => looks[line].anchor !== NO_ANCHOR && looks[line].cells > 0);
  const isOne = looks.every(({ anchor, cells, severe }) =>
    anchor === NO_ANCHOR || cells === 0 || (anchor === FRAME && severe)
  );
  return isOne &&
    anchored.some(([from, to]) => holdsTraceback(bytes, from, Math.min(to, from + LONGEST_NAMES)));
}

function holdsTraceback(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0x54 && isText(bytes, at, to, "Traceback (most")) return true;
  }
  return false;
}

/** Whether the anchor that begins with a byte is a head of its own behind one with a severity: a date, klog's, pairs, a frame. */
function isSecondHead(anchor: number, first: number): boolean {
  return (anchor === DATED && isDigit(first)) || anchor === KLOG || anchor === PAIRS || anchor === FRAME;
}

/** What ends an object or a list over several lines. */
function isClosing(byte: number): boolean {
  return byte === CLOSING_BRACE || byte === CLOSE;
}

/** The bar, the colon or the angle bracket behind a name. */
function isSignAlone(bytes: Uint8Array, from: number, to: number): boolean {
  return to === from + 1 && isDivider(bytes[from]);
}

/** Whether a cell holds a letter or a digit, or is the sign behind such a one. */
function isNameCell(bytes: Uint8Array, from: number, to: number): boolean {
  if (isSignAlone(bytes, from, to)) return true;
  // Firebase's letter where it knows none.
  if (to === from + 1 && bytes[from] === QUESTION) return true;
  // A program's pair, whose value may have blanks: `[info]time="2026-11-20 08:00:01"`
  const equals = bytes[from] === BRACE ? -1 : findByte(bytes, from, to, EQUALS);
  if (equals > 0 && bytes[equals + 1] === QUOTE && bytes[to - 1] !== QUOTE) return false;
  // A row's cells, as IIS writes them.
  if (bytes[to - 1] === COMMA) return false;
  // No labels.
  if (to === from + 2 && bytes[from] === BRACE && bytes[from + 1] === CLOSING_BRACE) return true;
  for (let at = from; at < to; at++) {
    if (isLetter(bytes[at]) || isDigit(bytes[at]) || bytes[at] > 0x7f) return true;
  }
  return false;
}

/** What stands between a time and the blanks behind it: nothing, the end of its bracket, a colon; null if something else does. */
function afterTime(bytes: Uint8Array, from: number, to: number, { opened, key }: Look): string | null {
  if (opened && bytes[from + 2] === COLON && bytes[from + 3] === TAB && bytes[from] === CLOSE) {
    return LETTERED;
  }
  if (key !== "" && bytes[from] === RUNG.charCodeAt(0)) return RUNG;
  // Celery's `[time: WARNING/ForkPoolWorker-1] line`
  if (opened && bytes[from] === COLON && bytes[from + 1] === SPACE) {
    return findByte(bytes, from, Math.min(to, from + LONGEST_NAMES), CLOSE) < 0 ? null : ":";
  }
  let at = from;
  if (opened && bytes[at++] !== CLOSE) return null;
  if (at < to && bytes[at] === COLON) at++;
  if (at < to && !isBlank(bytes[at])) return null;
  return (opened ? "]" : "") + (bytes[at - 1] === COLON && at > from ? ":" : "");
}

function hasLetter(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isLetter(bytes[at])) return true;
  return false;
}

/** `default/web-5d8f7c9b4-x2x4z[app]` */
function isKailsPod(bytes: Uint8Array, from: number, to: number): boolean {
  const slash = findByte(bytes, from, to, SLASH);
  const open = slash < 0 ? -1 : findByte(bytes, slash, to, OPEN);
  return open > slash + 1 && bytes[to - 1] === CLOSE && findByte(bytes, from, to, SPACE) < 0;
}

function blanksOf(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at++) text += bytes[at] === TAB ? "\t" : " ";
  return text;
}

/** Blanks that all lines begin with. */
function fewestBlanks(bytes: Uint8Array, lines: readonly LineRange[]): number {
  let fewest = DEEPEST;
  for (const [from, to] of lines) {
    if (to > from) fewest = Math.min(fewest, skipBlanks(bytes, from, to) - from);
  }
  return fewest;
}

/** `host tag[42]:` and `app[web.1]:` behind a time are syslog's, which has a reader of its own. */
function isSyslogs(bytes: Uint8Array, from: number, to: number, { timed, last }: LeadShape): boolean {
  // A letter is no host.
  if (!timed || last !== ": " || bytes[from + 1] === SPACE) return false;
  let at = to;
  while (at > from && bytes[at - 1] !== SPACE) at--;
  return at > from || bytes[to - 1] === CLOSE;
}
