import * as anchors from "./lead_anchor.ts";
import { type LeadShape, RUNG } from "./lead_shape.ts";

const { CLOCK, CONSOLE, FRAME, NO_ANCHOR, OBJECT, WHOLE } = anchors;

/** Lines of which something is concluded about the one that wrote them. */
const FEWEST_OF_ONE = 4;
/** Of so many lines one has a head of its own at least, where lines without one go on with it. */
const HEADED = 16;

/** Buildkite's `ESC_bk;t=1795161601123 BEL line` */
const BELLS: LeadShape = {
  indent: 0,
  timed: true,
  opened: false,
  key: "bk;t=",
  after: RUNG,
  gap: "",
  cells: 0,
  last: "",
  severe: false,
  numbered: false,
  headed: false,
};

/** What one line begins with. */
export interface Look {
  indent: number;
  timed: boolean;
  opened: boolean;
  key: string;
  after: string;
  blanks: string;
  anchor: number;
  cells: number;
  /** A severity is among the names. */
  severe: boolean;
  /** Labels in braces, a bar, TeamCity's letter, what stands before the time or whole records of JSON tell that names are none of a logger's. */
  labelled: boolean;
  last: string;
  numbered: boolean;
  /** A bit for each number of names behind which an indented line, or the end of an object, would stand. */
  inset: number;
  /** Nothing stands behind the time. */
  isEmpty: boolean;
}

/** What most lines begin with; null if they differ, or nothing tells that it is a tool's. */
export function shapeOf(looks: readonly Look[]): LeadShape | null {
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
  if (isTimed && timed.every(({ after }) => after === RUNG)) return BELLS;
  const own = of.filter(({ anchor, cells, labelled }) =>
    anchor !== NO_ANCHOR && anchor !== FRAME && !(isTimed && anchor === OBJECT && cells > 0 && !labelled)
  );
  const frames = of.filter(({ anchor }) => anchor === FRAME);
  const isOwn = own.length * 2 >= lines || (own.length * 4 >= lines && frames.length > 0);
  const isMixed = own.length * 4 >= lines ||
    (own.length >= FEWEST_OF_ONE && (own.length + frames.length) * 8 >= lines);
  // Behind a time and a name of its own no logger writes whole records of JSON.
  const hasRecords = own.some(({ cells, labelled }) => labelled && cells > 0);
  const known = isTimed && own.length >= FEWEST_OF_ONE ? goOnAmong(of, own) : 0;
  const isGoingOn = isTimed && known * 10 >= lines * 8;
  const told = isOwn || ((!isTimed || hasRecords) && isMixed) || isGoingOn ? own : frames;
  // One line that begins as a frame does, `at checkout: closed`, is a message.
  if (told.length === 0 || (told === frames && !of.some(isSecondFrame))) return null;
  const usual = mostUsual(told, ({ cells, last }) => `${cells} ${last.trimEnd()}`);
  const same = told.filter((one) => one.cells === usual.cells && one.last.trimEnd() === usual.last.trimEnd());
  if (same.length * 10 < told.length * 8) return null;
  const { cells } = usual;
  if (!isTimed && (cells === 0 || same.some(({ anchor }) => anchor === CLOCK))) return null;
  if (cells > 0 && told === frames && !isTimed) return null;
  const first = isTimed
    ? mostUsual(timed, ({ opened, key, after, indent }) => `${opened} ${key} ${after} ${indent}`)
    : usual;
  const last = shortest(same.map((one) => one.last));
  return {
    indent: isTimed ? first.indent : 0,
    timed: isTimed,
    opened: first.opened,
    key: isTimed ? first.key : "",
    after: first.after,
    gap: isTimed && first.after !== RUNG
      ? shortest(of.filter((one) => one.blanks !== "").map(({ blanks }) => blanks))
      : "",
    cells,
    last,
    severe: same.some((one) => one.severe),
    numbered: usual.numbered,
    headed: known * 10 >= lines * 9 && own.length * HEADED >= lines,
  };
}

/** Lines that begin as a program's own, and those that go on with such a one: frames and what stands below these, indented and empty lines. */
function goOnAmong(looks: readonly Look[], own: readonly Look[]): number {
  const { cells } = mostUsual(own, ({ cells }) => String(cells));
  const isBelow = ({ anchor, inset }: Look) => anchor === FRAME || (inset >> cells & 1) === 1;
  return looks.filter((look, line) =>
    look.anchor !== NO_ANCHOR || look.isEmpty || isBelow(look) || (line > 0 && isBelow(looks[line - 1]))
  ).length;
}

/** A frame right below another one. */
function isSecondFrame({ anchor }: Look, line: number, looks: readonly Look[]): boolean {
  return anchor === FRAME && looks[line - 1]?.anchor === FRAME;
}

/** Whether lines stand behind the names that no logger would have written behind a name of its own. */
export function isForeign(looks: readonly Look[], shape: LeadShape, names: readonly number[]): boolean {
  const kinds = new Set<number>();
  const writers = new Map<number, { lines: number; own: number; frames: number }>();
  let frames = 0;
  let own = 0;
  let objects = 0;
  for (const [line, { anchor, cells }] of looks.entries()) {
    const writer = writers.get(names[line]) ?? { lines: 0, own: 0, frames: 0 };
    if (names[line] !== 0) writers.set(names[line], writer);
    writer.lines++;
    if (anchor === NO_ANCHOR || cells !== shape.cells) continue;
    own++;
    writer.own++;
    if (anchor === FRAME) {
      frames++;
      writer.frames++;
    } else {
      if (anchor === OBJECT) objects++;
      kinds.add(anchor);
    }
  }
  if (own * 4 >= looks.length) {
    // Before these no logger writes a name.
    if (kinds.has(CONSOLE) || kinds.has(WHOLE)) return true;
    if (shape.last === ":" || frames > 0 || objects * 10 >= looks.length * 9) return true;
    if (writers.size > 1 && (kinds.size > 1 || objects > 0)) return true;
  } else if (objects > 0) return false;
  // What one writes begins with a date, what another does never but for the frames of its traces.
  const told = [...writers.values()].filter(({ lines }) => lines >= FEWEST_OF_ONE);
  return told.some((one) => one.own === one.lines) && told.some((one) => one.own === one.frames);
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
