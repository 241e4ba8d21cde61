import type { Batch } from "../../record/batch.ts";
import type { LineRange, ReadContext } from "../line_format.ts";
import { findByte, isBlank, isNumber, skipBlanks, SPACE, TAB } from "../text/text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { EnvelopeTime } from "./envelope.ts";
import * as anchors from "./lead_anchor.ts";
import { anchorAt, beginsWithSeverity, isSeverityCell } from "./lead_anchor.ts";
import { cellEnd, LeadReader, type LeadShape, LONGEST_NAMES, MOST_NAMES } from "./lead_shape.ts";

const { CLOCK, FRAME, NO_ANCHOR, OBJECT } = anchors;

/** Lines that are counted, and the fewest of which anything is concluded. */
const MAX_LINES = 64;
const FEWEST = 8;
const FEWEST_OF_ONE = 4;
/** Names before a line, and their words where tabs end them. */
const MOST_CELLS = 4;
const MOST_WORDS = 12;
/** Blanks before a time. */
const DEEPEST = 3;
const OPEN = 0x5b, CLOSE = 0x5d, COLON = 0x3a, SLASH = 0x2f, DOT = 0x2e, BAR = 0x7c;

/** What a source's lines have before them: names that were seen there, and a time behind these. */
export interface Lead {
  readonly shape: LeadShape | null;
  readonly known: readonly number[];
  readonly behind: LeadShape | null;
}

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
    typeof value.after === "string" && typeof value.gap === "string" && typeof value.last === "string" &&
    value.indent >= 0 && value.indent <= DEEPEST && value.cells >= 0 && value.cells <= MOST_WORDS;
}

/** What one line begins with. */
interface Look {
  indent: number;
  timed: boolean;
  opened: boolean;
  after: string;
  blanks: string;
  anchor: number;
  cells: number;
  last: string;
  numbered: boolean;
}

/**
 * Finds in the first lines of a source what some tool has put before each of them: a time, names, or both, behind which the
 * lines begin as those of programs do. That a program's own head has such a time is ruled out by a second one behind it, or
 * by stack traces each line of which has it; that it has such names, by stack traces and JSON behind them, too.
 */
export class LeadCensus {
  readonly #context: ReadContext;
  readonly #time = new EnvelopeTime();
  /** Lines behind the name of a pod and its container. */
  #pods = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** What stands before the lines; null if nothing does. */
  conclude(batch: Batch, lines: Iterable<LineRange>): (Lead & { shape: LeadShape }) | null {
    const ranges: LineRange[] = [];
    for (const range of lines) {
      if (range[1] > range[0]) ranges.push(range);
      if (ranges.length === MAX_LINES) break;
    }
    if (ranges.length < FEWEST) return null;
    const looks = ranges.map(([from, to]) => this.#look(batch, from, to));
    const shape = shapeOf(looks);
    if (shape === null) return null;
    const inner: LineRange[] = [];
    this.#pods = 0;
    const names = this.#namesOf(batch, ranges, looks, shape, inner);
    if (names === null) return null;
    const known = [...new Set(names)].filter((name) => name !== 0);
    const behind = shape.timed || shape.numbered ? null : this.timeBehind(batch, inner);
    const isTools = shape.timed || shape.numbered || behind !== null ||
      this.#pods === inner.length || isForeign(looks, shape, names);
    return isTools ? { shape, known, behind } : null;
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
      after: "",
      blanks: "",
      anchor: NO_ANCHOR,
      cells: 0,
      last: "",
      numbered: false,
    };
    let at = skipBlanks(bytes, from, to);
    look.indent = at - from;
    look.opened = bytes[at] === OPEN;
    const start = look.opened ? at + 1 : at;
    const end = look.indent > DEEPEST ? -1 : this.#time.read(batch, start, to, this.#context);
    let after = end;
    while (after >= 0 && after < to && !isBlank(bytes[after]) && after - end < 3) after++;
    const isTime = end > 0 && (after === to || isBlank(bytes[after])) &&
      isAfter(bytes, end, after, look.opened);
    if (isTime) {
      look.timed = true;
      for (let sign = end; sign < after; sign++) look.after += String.fromCharCode(bytes[sign]);
      at = after;
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
      look.anchor = anchorAt(batch, at, to, blanks, this.#context);
      const end = cellEnd(bytes, at, bound);
      const isSeverity = isSeverityCell(bytes, at, end, look.cells);
      if (look.anchor !== NO_ANCHOR) {
        // A severity behind a time and a name is that of the logger which wrote these.
        if (look.timed && look.cells > 0 && (isSeverity || beginsWithSeverity(bytes, at, to))) {
          look.anchor = NO_ANCHOR;
        } else if (look.cells > 0) this.#end(bytes, blanks, at, look, tabs);
        return;
      }
      if (isSeverity || !isNameCell(bytes, at, end)) return;
      if (look.cells === 0 && this.#findGlued(batch, at, end, to, look)) return;
      look.cells++;
      at = end;
    }
  }

  /** `file:line`, `12:line`: the line begins right behind a colon. */
  #findGlued(batch: Batch, from: number, end: number, to: number, look: Look): boolean {
    const { bytes } = batch;
    if (!isLetter(bytes[from]) && !isDigit(bytes[from]) && bytes[from] !== SLASH && bytes[from] !== DOT) {
      return false;
    }
    for (let at = from + 1; at + 1 < end; at++) {
      if (bytes[at] !== COLON) continue;
      const isHead = anchorAt(batch, at + 1, to, at + 1, this.#context);
      if (isHead === NO_ANCHOR || isHead === CLOCK || isHead === FRAME) continue;
      look.anchor = isHead;
      look.cells = 1;
      look.last = ":";
      look.numbered = isNumber(bytes, from, at);
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
      if (shape.cells === 0 || shape.numbered) {
        fits++;
        return 0;
      }
      if (isSyslogs(batch.bytes, reader.namesFrom, reader.namesTo, shape)) return 0;
      const name = reader.nameHash(batch.bytes);
      if (isKailsPod(batch.bytes, reader.namesFrom, reader.namesTo)) this.#pods++;
      times.set(name, (times.get(name) ?? 0) + 1);
      if (looks[line].anchor !== NO_ANCHOR && looks[line].cells === shape.cells) anchored.add(name);
      return name;
    });
    const told = names.map((name) => anchored.has(name) || (times.get(name) ?? 0) > 1 ? name : 0);
    for (const name of told) if (name !== 0) fits++;
    const lines = shape.timed ? looks.filter(({ timed }) => timed).length : ranges.length;
    if (fits < lines - Math.max(2, lines / 10)) return null;
    const count = new Set(told).size;
    return count > MOST_NAMES || (count - 1) * 2 > ranges.length ? null : told;
  }
}

/** Whether a cell holds a letter or a digit, or is the bar behind such a one. */
function isNameCell(bytes: Uint8Array, from: number, to: number): boolean {
  if (to === from + 1 && bytes[from] === BAR) return true;
  for (let at = from; at < to; at++) {
    if (isLetter(bytes[at]) || isDigit(bytes[at]) || bytes[at] > 0x7f) return true;
  }
  return false;
}

/** What stands between a time and the blanks behind it: nothing, the end of its bracket, a colon. */
function isAfter(bytes: Uint8Array, from: number, to: number, opened: boolean): boolean {
  let at = from;
  if (opened && bytes[at++] !== CLOSE) return false;
  if (at < to && bytes[at] === COLON) at++;
  return at === to;
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

/** What most lines begin with; null if they differ, or nothing tells that it is a tool's. */
function shapeOf(looks: readonly Look[]): LeadShape | null {
  const timed = looks.filter((look) => look.timed);
  // Lines that go on with a message may stand without the time of its first.
  const rest = looks.filter((look) => !look.timed && (look.indent > 0 || look.anchor === FRAME));
  const isTimed = timed.length * 10 >= looks.length * 9 ||
    (rest.length > 1 && timed.length > 1 && timed.length * 10 >= (looks.length - rest.length) * 6);
  const lines = isTimed ? timed.length : looks.length;
  if (!isTimed && timed.length > 2) {
    if (looks.every((look) => look.cells === 0 || !look.last)) return null;
  }
  const of = isTimed ? timed : looks;
  // JSON behind a time and a name is for the general reader, which knows what they are.
  const own = of.filter(({ anchor, cells }) =>
    anchor !== NO_ANCHOR && anchor !== FRAME && !(isTimed && anchor === OBJECT && cells > 0)
  );
  const frames = of.filter(({ anchor }) => anchor === FRAME);
  const isOwn = own.length * 2 >= lines || (own.length * 4 >= lines && frames.length > 0);
  const told = isOwn || (!isTimed && own.length * 4 >= lines) ? own : frames;
  if (told.length === 0) return null;
  const usual = mostUsual(told, ({ cells, last }) => `${cells} ${last.trimEnd()}`);
  const same = told.filter((one) => one.cells === usual.cells && one.last.trimEnd() === usual.last.trimEnd());
  if (same.length * 10 < told.length * 8) return null;
  const { cells } = usual;
  if (!isTimed && (cells === 0 || same.some(({ anchor }) => anchor === CLOCK))) return null;
  if (cells > 0 && told === frames && !isTimed) return null;
  const first = isTimed
    ? mostUsual(timed, ({ opened, after, indent }) => `${opened} ${after} ${indent}`)
    : usual;
  const last = shortest(same.map((one) => one.last));
  return {
    indent: isTimed ? first.indent : 0,
    timed: isTimed,
    opened: first.opened,
    after: first.after,
    gap: isTimed ? shortest(of.filter((one) => one.blanks !== "").map(({ blanks }) => blanks)) : "",
    cells,
    last,
    numbered: usual.numbered,
  };
}

function mostUsual<T>(all: readonly T[], keyOf: (one: T) => string): T {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  let best = all[0];
  for (const one of all) if (counts.get(keyOf(one))! > counts.get(keyOf(best))!) best = one;
  return best;
}

function shortest(texts: readonly string[]): string {
  return texts.reduce((best, text) => text.length < best.length ? text : best, texts[0] ?? "");
}

/** `host tag[42]:` and `app[web.1]:` behind a time are syslog's, which has a reader of its own. */
function isSyslogs(bytes: Uint8Array, from: number, to: number, { timed, last }: LeadShape): boolean {
  if (!timed || last !== ": ") return false;
  let at = to;
  while (at > from && bytes[at - 1] !== SPACE) at--;
  return at > from || bytes[to - 1] === CLOSE;
}

/** Whether lines stand behind the names that no logger would have written behind a name of its own. */
function isForeign(looks: readonly Look[], shape: LeadShape, names: readonly number[]): boolean {
  const kinds = new Set<number>();
  const writers = new Map<number, { lines: number; own: number }>();
  let frames = 0;
  let own = 0;
  let objects = 0;
  for (const [line, { anchor, cells }] of looks.entries()) {
    const writer = writers.get(names[line]) ?? { lines: 0, own: 0 };
    if (names[line] !== 0) writers.set(names[line], writer);
    writer.lines++;
    if (anchor === NO_ANCHOR || cells !== shape.cells) continue;
    own++;
    writer.own++;
    if (anchor === FRAME) frames++;
    else {
      if (anchor === OBJECT) objects++;
      kinds.add(anchor);
    }
  }
  if (own * 4 < looks.length) return false;
  if (shape.last === ":" || frames > 0 || objects * 10 >= looks.length * 9) return true;
  if (writers.size > 1 && (kinds.size > 1 || objects > 0)) return true;
  // What one writes begins with a date, what another does never.
  const told = [...writers.values()].filter(({ lines }) => lines >= FEWEST_OF_ONE);
  return told.some((one) => one.own === one.lines) && told.some((one) => one.own === 0);
}
