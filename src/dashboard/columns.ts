import type { Row } from "../engine/messages.ts";
import { textOfValue } from "../record/log_record.ts";
import type { Summary } from "../record/summary.ts";
import { cellWidth, fit } from "../terminal/text.ts";
import { clock, day } from "./figures.ts";
import { sourceLabels } from "./source_labels.ts";
import { type ColumnName, type State, summaryOf, type Zone } from "./state.ts";
import { tellsOrigin } from "./tells_origin.ts";

/** A column of the log with its place. */
export interface PlacedColumn {
  name: ColumnName;
  title: string;
  cells: number;
}

const SEVERITY_CELLS = 5;
const GAP = 2;
/** What the columns that are there by themselves take at least, while the message has less than half. */
const TIGHT_CELLS = 14;
/** With less than this for the message those become narrower still, then the attributes that were chosen. */
const LEAST_MESSAGE = 24;
const LEAST_CELLS = 8;
/** Characters of a line that are drawn at the most. */
export const MOST_DRAWN = 4096;
/** A title that is longer than the values makes its column this wide at the most. */
const TITLE_CELLS = 12;
/** Cells from which on more than time, severity and chosen attributes are shown. */
export const ROOM_FOR_COLUMNS = 90;
/** Cells of the log in which long names of sources leave room enough for the message. */
const ROOMY = 140;

/** Cells between two columns. */
export const COLUMN_GAP = GAP;

/** The columns that the log shows in `width` cells; those that nothing fills take no room, the message all the rest. */
export function placedColumns(state: State, summary: Summary | null, width: number): PlacedColumn[] {
  const narrow = width < ROOM_FOR_COLUMNS - 2;
  const columns: PlacedColumn[] = [];
  let left = width;
  for (const { name, shown } of state.columns) {
    if (!shown || name === "message") continue;
    if (narrow && name !== "time" && name !== "severity" && !isChosen(name)) continue;
    const cells = cellsOf(state, summary, name, width >= ROOMY);
    if (cells === 0) continue;
    columns.push({ name, title: "", cells });
    left -= cells + GAP;
  }
  const named = columns.filter(({ name }) => isOrigin(name));
  left += narrowed(named, TIGHT_CELLS, Math.floor(width / 2) - left);
  left += narrowed(named, LEAST_CELLS, LEAST_MESSAGE - left);
  left += narrowed(columns.filter(({ name }) => isChosen(name)), LEAST_CELLS, LEAST_MESSAGE - left);
  for (const column of columns) column.title = titleOf(column.name, column.cells);
  columns.push({ name: "message", title: "MESSAGE", cells: Math.max(10, left) });
  return columns;
}

/** Whether a column tells where records are from: it is there by itself, where there is room. */
export function isOrigin(name: ColumnName): boolean {
  return name === "service" || name === "host" || name === "source";
}

/** Whether a column is there only since someone chose it. */
function isChosen(name: ColumnName): boolean {
  return name.startsWith("@");
}

/** Takes up to `wanted` cells from columns, always from the widest, and leaves each `least`: how many those were. */
function narrowed(columns: PlacedColumn[], least: number, wanted: number): number {
  for (let taken = 0; taken < wanted; taken++) {
    const widest = columns.reduce((most, { cells }) => Math.max(most, cells), 0);
    if (widest <= least) return taken;
    columns.findLast(({ cells }) => cells === widest)!.cells--;
  }
  return Math.max(0, wanted);
}

/** Of a long name the last parts that there is room for: they tell more than its beginning. */
function titleOf(name: ColumnName, cells: number): string {
  if (name === "severity") return "SEV";
  if (!isChosen(name)) return name.toUpperCase();
  const parts = name.slice(1).split(".");
  while (parts.length > 1 && cellWidth(parts.join(".")) > cells) parts.shift();
  return parts.join(".").toUpperCase();
}

function cellsOf(state: State, summary: Summary | null, name: ColumnName, roomy: boolean): number {
  switch (name) {
    case "time":
      return timeCells(state, summary, state.log.rows);
    case "severity":
      return SEVERITY_CELLS;
    case "service":
      return longest(summary?.services.map(({ name }) => name) ?? [], "service", 16);
    case "host":
      return longest(summary?.hosts.map(({ name }) => name) ?? [], "host", 14);
    case "source": {
      const sources = summary?.sources ?? [];
      if (summary === null || sources.length < 2) return 0;
      const { labelOf } = sourceLabels(summary);
      return longest(sources.map(({ name }) => labelOf(name)), "source", roomy ? 26 : 18);
    }
    case "message":
      return 0;
    default: {
      const attribute = summary?.attributes.find(({ key }) => key === name.slice(1));
      if (attribute === undefined) return 0;
      const title = fit(name.slice(name.lastIndexOf(".") + 1).replace("@", ""), TITLE_CELLS);
      return longest(attribute.values.map(({ value }) => value), title, 24);
    }
  }
}

function longest(values: string[], title: string, most: number): number {
  if (values.length === 0) return 0;
  const cells = values.slice(0, 50).reduce(
    (longest, value) => Math.max(longest, cellWidth(value)),
    cellWidth(title),
  );
  return Math.min(most, cells);
}

/** The times of some rows as the log's column would have them, all of one width. */
export function timesOf(state: State, rows: readonly Row[]): string[] {
  const summary = summaryOf(state);
  const cells = timeCells(state, summary, rows);
  return rows.map((row) => cellText(state, summary, row, "time", cells).padEnd(cells));
}

function timeCells(state: State, summary: Summary | null, rows: readonly Row[]): number {
  const fraction = rows.reduce(
    (most, { record }) => Math.max(most, fractionOf(record, state.zone)),
    0,
  );
  const day = dayCells(state, summary);
  return (fraction ? 9 + Math.min(3, fraction) : 8) + (day > 0 ? day + 1 : 0);
}

/** Whether a log goes over days, local and UTC: asked for every row. */
const daysDiffer = new WeakMap<Summary, { local: boolean; utc: boolean }>();

function overDays(summary: Summary, start: number, end: number): { local: boolean; utc: boolean } {
  let known = daysDiffer.get(summary);
  if (!known) {
    const differs = (utc: boolean) => day(start, utc) !== day(end, utc);
    daysDiffer.set(summary, known = { local: differs(false), utc: differs(true) });
  }
  return known;
}

const MONTH_AND_DAY = 5;
const WHOLE_DAY = 10;
/** Cells of the screen from which on there is room for a day, and for its year. */
const ROOM_FOR_DAY = 80;
const ROOM_FOR_YEAR = 100;
/** In a log of so many milliseconds a day without its year may be another one. */
const NEARLY_A_YEAR = 300 * 86_400_000;

/** How much of the day stands before the time, in cells: where the log goes over days and there is room, with the year over years. */
function dayCells(state: State, summary: Summary | null): number {
  if (!summary || summary.start === null || summary.end === null || state.width < ROOM_FOR_DAY) return 0;
  if (!overDays(summary, summary.start, summary.end)[state.zone === "utc" ? "utc" : "local"]) return 0;
  const isLong = summary.end - summary.start >= NEARLY_A_YEAR;
  return isLong && state.width >= ROOM_FOR_YEAR ? WHOLE_DAY : MONTH_AND_DAY;
}

function fractionOf(record: Row["record"], zone: Zone): number {
  return zone === "received" || record.time === null ? 3 : record.fraction;
}

/** The text of one cell; "" where the record has nothing there. `cells`: how wide it is. */
export function cellText(
  state: State,
  summary: Summary | null,
  row: Row,
  name: ColumnName,
  cells: number,
): string {
  const { record } = row;
  switch (name) {
    case "time": {
      const utc = state.zone === "utc";
      const time = state.zone === "received" ? record.received : record.time ?? record.received;
      const shown = clock(time, utc, fractionOf(record, state.zone));
      const dated = dayCells(state, summary);
      return dated > 0 ? `${day(time, utc).slice(-dated)} ${shown}` : shown;
    }
    case "service":
      return record.service ?? "";
    case "host":
      return record.host ?? "";
    case "source":
      return summary === null ? row.sourceName : sourceLabels(summary).labelIn(row.sourceName, cells);
    case "severity":
    case "message":
      return "";
    default: {
      const value = record.attributes.get(name.slice(1));
      return value === undefined ? "" : textOfValue(value);
    }
  }
}

/** What a row's record says: its body, else its attributes (where it is from only if it has no others), else its line. */
export function messageOf({ record }: Row): string {
  if (typeof record.body === "string" && record.body !== "") return record.body;
  if (record.body !== null && typeof record.body === "object") return record.body.json;
  const attributes = [...record.attributes];
  const telling = attributes.filter(([key]) => !tellsOrigin(key));
  return attributesText(telling.length > 0 ? telling : attributes) || record.raw;
}

/** The first line of a message, as far as it is drawn. */
export function firstLineOf(message: string): string {
  const newline = message.indexOf("\n");
  return (newline < 0 ? message : message.slice(0, newline)).slice(0, MOST_DRAWN).trimEnd();
}

function attributesText(entries: Iterable<[string, Parameters<typeof textOfValue>[0]]>): string {
  return Array.from(entries, ([key, value]) => `${key}=${textOfValue(value)}`).join(" ");
}
