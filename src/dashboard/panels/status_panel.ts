import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { cellWidth } from "../../terminal/text.ts";
import { findingsIn } from "../findings.ts";
import type { Action, Keymap } from "../keymap.ts";
import type { Look } from "../look.ts";
import { drawLine, drawLineRight, type Line, lineWidth, span } from "../spans.ts";
import { isAtLastRow, type PanelName, type State } from "../state.ts";
import { filterUnderCursor } from "../update_filters.ts";
import { statusWords } from "../words_of_state.ts";

/** Cells between two hints. */
const GAP = 3;
/** Keys of a panel that one has to know to get on in it. */
const MOST_NEEDED = 4;

/** Draws how things stand at the left and the keys that work here and now at the right. */
export function drawStatus(buffer: CellBuffer, look: Look, area: Area, state: State): void {
  const words = yielding(state, area) ? [] : wordsOf(state);
  const used = drawLine(buffer, look, area.x + 1, area.y, words, area.width - 2);
  const room = area.width - 2 - (used > 0 ? used + 3 : 0);
  const hints = fitting(hintsOf(state), room);
  const spans = hints.flatMap((hint, place) => place === 0 ? [...hint] : [span(" ".repeat(GAP)), ...hint]);
  if (used > 0) drawLineRight(buffer, look, area.x + area.width - 1, area.y, spans, room);
  else drawLine(buffer, look, area.x + 1, area.y, spans, room);
}

/** Whether what only tells how the list stands leaves the line to the keys of another panel, which would not fit beside it. */
function yielding(state: State, area: Area): boolean {
  if (state.focus === "log" || state.modals.length > 0) return false;
  const words = wordsOf(state);
  const isTold = words.some(({ tone }) => tone !== "muted");
  const hints = hintsOf(state);
  const room = area.width - 2 - lineWidth(words) - 3;
  return !isTold && fitting(hints, room).length < Math.min(MOST_NEEDED, hints.length);
}

function wordsOf(state: State): Line {
  if (state.flash && state.flash.until > state.now) {
    const tone = state.flash.level === "info" ? "accent" : state.flash.level === "warn" ? "warning" : "bad";
    return [span(state.flash.text, tone)];
  }
  const { text, tone } = statusWords(state);
  return text === "" ? [] : [span(text, tone)];
}

/** The most useful actions of the focused panel, the best first. */
const HINTS: Record<PanelName | "modal", [Action, string][]> = {
  log: [
    ["filter", "filter"],
    ["search", "search"],
    ["open", "open"],
    ["nextPanel", "panels"],
    ["help", "keys"],
    ["quit", "quit"],
    ["pause", "pause"],
    ["nextError", "next error"],
    ["severities", "severities"],
  ],
  modal: [["back", "back"], ["help", "keys"]],
  findings: [
    ["open", "show its lines"],
    ["details", "all of it"],
    ["acknowledge", "acknowledge"],
    ["without", "exclude it"],
    ["nextPanel", "panels"],
    ["zoom", "zoom"],
    ["help", "keys"],
    ["quit", "quit"],
  ],
  patterns: [
    ["open", "show its lines"],
    ["without", "exclude it"],
    ["details", "all of it"],
    ["nextPanel", "panels"],
    ["zoom", "zoom"],
    ["help", "keys"],
    ["quit", "quit"],
  ],
  words: [
    ["open", "show its lines"],
    ["without", "exclude it"],
    ["nextPanel", "panels"],
    ["zoom", "zoom"],
    ["help", "keys"],
    ["quit", "quit"],
  ],
  attributes: [
    ["open", "its values"],
    ["only", "what has it"],
    ["without", "exclude it"],
    ["nextPanel", "panels"],
    ["zoom", "zoom"],
    ["help", "keys"],
    ["quit", "quit"],
  ],
  timeline: [
    ["open", "heatmap"],
    ["nextPanel", "panels"],
    ["zoom", "zoom"],
    ["zone", "time zone"],
    ["help", "keys"],
    ["quit", "quit"],
  ],
};

/** Of a panel that has nothing to choose from. */
const HINTS_WITHOUT_ROWS: [Action, string][] = [["nextPanel", "panels"], ["help", "keys"], ["quit", "quit"]];
/** What a finding that is about no records has no use for; Enter tells it whole. */
const ABOUT_RECORDS: readonly Action[] = ["details", "without"];

interface Hint {
  action: Action;
  line: Line;
}

function hintsOf(state: State): Hint[] {
  const { keymap } = state.info;
  const group = state.modals.length > 0 ? "modal" : state.focus;
  const isLast = isAtLastRow(state);
  const isAboutNone = group === "findings" && filterUnderCursor(state) === null;
  const useless = isAboutNone ? ABOUT_RECORDS : [];
  const back = wayBack(state, group);
  const hints = group === "findings" && findingsIn(state).length === 0 ? HINTS_WITHOUT_ROWS : HINTS[group];
  const others = hints.filter(([action]) =>
    back.every(([other]) => other !== action) && !useless.includes(action)
  );
  return [...back, ...others].map(([action, label]) => {
    // Behind the last row there is no error to go to.
    if (action === "nextError" && isLast) return hintOf("previousError", "previous error", keymap);
    // What is about no records is told whole instead.
    if (action === "open" && isAboutNone) return hintOf("open", "all of it", keymap);
    return hintOf(action, label, keymap);
  });
}

/** A panel that fills the screen may do so since another run: what brings the others back is said first. */
function wayBack({ zoomed, fullLog }: State, group: PanelName | "modal"): [Action, string][] {
  if (group === "modal" || !zoomed && !fullLog) return [];
  return [[zoomed ? "zoom" : "fullLog", "all panels"]];
}

function hintOf(action: Action, label: string, keymap: Keymap): Hint {
  return { action, line: hint(keymap.keyOf(action), label) };
}

/** The first hints that there is room for; among them always the key that tells all others. */
function fitting(hints: readonly Hint[], room: number): Line[] {
  const help = hints.findIndex(({ action }) => action === "help");
  let count = hints.length;
  const chosen = () => count > help ? hints.slice(0, count) : [...hints.slice(0, count), hints[help]];
  const cells = () => chosen().reduce((sum, { line }) => sum + lineWidth(line) + GAP, -GAP);
  while (count > 0 && cells() > room) count--;
  return cells() > room ? [] : chosen().map(({ line }) => line);
}

/** `/ filter`: a key and what it does. */
export function hint(key: string, label: string): Line {
  return [span(key, "key"), span(` ${label}`, "muted")];
}

/** Draws a prompt in place of the status: a mark, the text around its cursor, and on the right what it would do. */
export function drawPromptLine(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  prompt: { label: string; text: string; cursor: number; note: Line },
): void {
  const labelCells = drawLine(
    buffer,
    look,
    area.x + 1,
    area.y,
    [span(`${prompt.label} `, "key")],
    area.width - 2,
  );
  const x = area.x + 1 + labelCells;
  const noteCells = Math.min(lineWidth(prompt.note), area.width >> 1);
  const cells = Math.max(8, area.width - 2 - labelCells - noteCells - 2);
  const before = prompt.text.slice(0, prompt.cursor);
  let from = 0;
  while (from < before.length && cellWidth(before.slice(from)) >= cells) from++;
  buffer.text(x, area.y, prompt.text.slice(from), look.tones.strong, cells);
  buffer.restyle({ x: x + cellWidth(before.slice(from)), y: area.y, width: 1, height: 1 }, { reverse: true });
  drawLineRight(buffer, look, area.x + area.width - 1, area.y, prompt.note, noteCells);
}
