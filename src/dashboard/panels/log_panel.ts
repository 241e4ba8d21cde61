import type { Row } from "../../engine/messages.ts";
import { SEVERITY_RANKS, severityRank } from "../../record/severity.ts";
import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { cellWidth, visible } from "../../terminal/text.ts";
import { besideMessage } from "../beside_message.ts";
import {
  cellText,
  COLUMN_GAP,
  firstLineOf,
  isOrigin,
  messageOf,
  MOST_DRAWN,
  type PlacedColumn,
  placedColumns,
} from "../columns.ts";
import { drawSelection } from "../frame.ts";
import { grouped } from "../figures.ts";
import { type Look, severityTone } from "../look.ts";
import { placesOf } from "../search_text.ts";
import { drawFitted, drawLine, drawLineRight, type Line, lineWidth, span, wrapped } from "../spans.ts";
import { type State, summaryOf } from "../state.ts";
import { emptyLogWords } from "../words_of_state.ts";

/** Rows that one wrapped record takes at the most. */
const MAX_WRAPPED = 8;

/** Cells behind a message that are worth a look at its attributes. */
const LEAST_BESIDE = 8;

/** Draws the names of the columns and below them the records. */
export function drawLog(buffer: CellBuffer, look: Look, area: Area, state: State): void {
  if (area.height < 2) return;
  const summary = summaryOf(state);
  const columns = placedColumns(state, summary, area.width - 2);
  const rows = { ...area, y: area.y + 1, height: area.height - 1 };
  drawColumnNames(buffer, look, area, columns, state);
  if (state.log.rows.length === 0) {
    const words = emptyLogWords(state);
    drawFitted(
      buffer,
      area.x + 2,
      rows.y + Math.min(2, rows.height - 1),
      words,
      look.tones.muted,
      area.width - 4,
    );
    return;
  }
  if (state.wrap) drawWrapped(buffer, look, rows, state, columns);
  else drawRows(buffer, look, rows, state, columns);
}

function drawColumnNames(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  columns: PlacedColumn[],
  state: State,
): void {
  const focused = state.focus === "log";
  const covered = coverage(state);
  const right = area.x + area.width - 1;
  drawLineRight(buffer, look, right, area.y, covered, area.width >> 1);
  const end = right - Math.min(lineWidth(covered), area.width >> 1) - COLUMN_GAP;
  let x = area.x + 1;
  for (const { name, title, cells } of columns) {
    if (x >= end) break;
    const isShifted = name === "message" && state.log.shift > 0 && !state.wrap;
    const text = isShifted ? `${title} from ${state.log.shift + 1}` : title;
    drawFitted(buffer, x, area.y, text, look.tones[focused ? "focus" : "muted"], Math.min(cells, end - x));
    x += cells + COLUMN_GAP;
  }
}

/** What the list covers, and where in it one is. */
function coverage({ log, shown, whole, phase }: State): Line {
  const isLive = log.follow && phase !== "ended" && phase !== "gone";
  if (!shown || shown.summary.records === 0) return [];
  if (whole) {
    const place = log.follow ? [] : [span(`${grouped(log.cursor - log.first + 1)} / `, "muted")];
    const of = span(` of ${grouped(shown.summary.records)}`, "muted");
    const newest = log.matched > log.total ? "newest " : "";
    return [...place, span(newest + grouped(log.total), "muted"), of, ...searchedNote(log.searched, isLive)];
  }
  const total = grouped(log.total);
  const read = shown.summary.records;
  const of = read > log.total ? [span(" of ", "muted"), span(grouped(read), "muted")] : [];
  const place = log.follow ? [] : [span(`${grouped(log.cursor - log.first + 1)} / `, "muted")];
  return [...place, span(total, "muted"), ...of, span(isLive ? "  live" : "", "good")];
}

function searchedNote(searched: number, isLive: boolean): Line {
  if (searched < 1) return [span(`  searching the files ${Math.floor(searched * 100)}%`, "accent")];
  return [span("  whole files", "accent"), span(isLive ? "  live" : "", "good")];
}

function drawRows(buffer: CellBuffer, look: Look, area: Area, state: State, columns: PlacedColumn[]): void {
  const { log } = state;
  for (let line = 0; line < area.height; line++) {
    const row = log.rows[log.top + line - log.from];
    if (!row) continue;
    const y = area.y + line;
    const x = drawCells(buffer, look, area.x + 1, y, state, row, columns);
    drawMessage(buffer, look, { x, y, width: area.x + area.width - 1 - x, height: 1 }, state, row);
    if (cameWhileAway(state, log.top + line)) buffer.text(area.x, y, look.glyphs.vertical, look.tones.accent);
    if (log.top + line === log.cursor) {
      drawSelection(buffer, look, { ...area, y, height: 1 }, state.focus === "log");
    }
  }
}

/** Whether a row came while the terminal had not the focus; those have a line at their edge. */
function cameWhileAway({ away }: State, position: number): boolean {
  return away !== null && away.to !== null && position >= away.from && position < away.to;
}

/** Draws all columns but the message; returns where that begins. */
function drawCells(
  buffer: CellBuffer,
  look: Look,
  left: number,
  y: number,
  state: State,
  row: Row,
  columns: PlacedColumn[],
): number {
  const summary = summaryOf(state);
  let x = left;
  for (const { name, cells } of columns) {
    if (name === "message") break;
    if (name === "severity") {
      const rank = severityRank(row.record.severity);
      buffer.text(
        x,
        y,
        rank === 0 ? "" : SEVERITY_RANKS[rank],
        look.tones[severityTone(rank)],
        cells,
      );
    } else {
      const undated = name === "time" && row.record.time === null && state.zone !== "received";
      const style = look.tones[undated || row.late && name === "time" ? "faint" : "muted"];
      drawFitted(
        buffer,
        x,
        y,
        cellText(state, summary, row, name, cells),
        style,
        cells,
        isOrigin(name) ? "middle" : "end",
      );
    }
    x += cells + COLUMN_GAP;
  }
  return x;
}

function drawMessage(buffer: CellBuffer, look: Look, area: Area, state: State, row: Row): void {
  const message = messageOf(row);
  const more = message.includes("\n") ? message.split("\n").length - 1 : 0;
  const note: Line = more === 0 ? [] : [span(` +${more} line${more === 1 ? "" : "s"}`, "muted")];
  const shown = shifted(visible(firstLineOf(message)), state.log.shift);
  const noteCells = more === 0 ? 0 : cellWidth(note[0].text);
  const used = drawFitted(buffer, area.x, area.y, shown, look.tones.text, area.width - noteCells);
  drawLine(buffer, look, area.x + used, area.y, note, noteCells);
  highlight(buffer, look, area, shown, state.search);
  if (state.search === "" && more === 0 && row.record.truncated) {
    drawLine(buffer, look, area.x + used, area.y, [span(" cut", "warning")], area.width - used);
  } else if (state.log.shift === 0) {
    drawBeside(
      buffer,
      look,
      { ...area, x: area.x + used + noteCells, width: area.width - used - noteCells },
      besideMessage(row, message, state),
      state.search,
    );
  }
}

/** Draws a record's attributes behind its message, where there is room. */
function drawBeside(
  buffer: CellBuffer,
  look: Look,
  { x, y, width }: Area,
  text: string,
  search: string,
): void {
  const room = width - COLUMN_GAP;
  if (room < LEAST_BESIDE) return;
  drawFitted(buffer, x + COLUMN_GAP, y, text, look.tones.muted, room);
  highlight(buffer, look, { x: x + COLUMN_GAP, y, width: room, height: 1 }, text, search);
}

function shifted(text: string, by: number): string {
  return by === 0 ? text : Array.from(text).slice(by).join("");
}

/** Marks what is searched for in what was drawn. */
export function highlight(buffer: CellBuffer, look: Look, area: Area, shown: string, search: string): void {
  for (const [from, to] of placesOf(search, shown, area.width)) {
    const x = cellWidth(shown.slice(0, from));
    const width = Math.min(cellWidth(shown.slice(from, to)), area.width - x);
    if (width <= 0) break;
    buffer.restyle({ x: area.x + x, y: area.y, width, height: 1 }, look.match);
  }
}

/** The rows of a record: its message, then its attributes if there is no room for them behind it. */
interface WrappedRow {
  lines: string[];
  /** How many of them the message takes, and the attributes behind its last one. */
  message: number;
  beside: string;
}

const NO_ROW: WrappedRow = { lines: [], message: 0, beside: "" };

function wrappedRow(row: Row, cells: number, state: State): WrappedRow {
  const text = messageOf(row);
  const lines = wrapped(text.slice(0, MOST_DRAWN), cells, MAX_WRAPPED);
  const message = lines.length;
  const beside = besideMessage(row, text, state);
  const room = cells - cellWidth(lines[message - 1]) - COLUMN_GAP;
  if (beside === "" || room >= cellWidth(beside)) return { lines, message, beside };
  lines.push(...wrapped(beside, cells, MAX_WRAPPED - message));
  return { lines, message, beside: lines.length === message ? beside : "" };
}

/** With long lines on several rows: the view starts late enough for the cursor's record to show whole. */
function drawWrapped(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  state: State,
  columns: PlacedColumn[],
): void {
  const { log } = state;
  const messageCells = columns.at(-1)?.cells ?? 10;
  const parts = new Map<number, WrappedRow>();
  const partsOf = (position: number): WrappedRow => {
    const row = log.rows[position - log.from];
    if (!row) return NO_ROW;
    const known = parts.get(position);
    if (known) return known;
    const made = wrappedRow(row, messageCells, state);
    parts.set(position, made);
    return made;
  };
  let start = log.cursor;
  let lines = partsOf(start).lines.length;
  const last = log.from + log.rows.length - 1;
  while (start > Math.max(log.from, log.top) && lines + partsOf(start - 1).lines.length <= area.height) {
    lines += partsOf(--start).lines.length;
  }
  for (let y = area.y, position = start; position <= last && y < area.y + area.height; position++) {
    const row = log.rows[position - log.from];
    if (!row) break;
    const x = drawCells(buffer, look, area.x + 1, y, state, row, columns);
    const { lines: texts, message, beside } = partsOf(position);
    const height = Math.min(texts.length, area.y + area.height - y);
    for (const [line, text] of texts.slice(0, height).entries()) {
      const at = { x, y: y + line, width: messageCells, height: 1 };
      const used = buffer.text(x, at.y, text, look.tones[line < message ? "text" : "muted"], messageCells);
      highlight(buffer, look, at, text, state.search);
      if (line === message - 1) {
        drawBeside(buffer, look, { ...at, x: x + used, width: messageCells - used }, beside, state.search);
      }
    }
    if (position === log.cursor) {
      drawSelection(buffer, look, { ...area, y, height }, state.focus === "log");
    }
    y += Math.max(1, height);
  }
}
