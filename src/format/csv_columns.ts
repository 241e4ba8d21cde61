import { BODY, roleOf, SEVERITY, TIME } from "./field_roles.ts";
import { packRole } from "./json/key_graph.ts";

/** Bytes of a line that may be a header, and columns of one. */
const LONGEST_HEADER = 2_048;
const LEAST_COLUMNS = 2;
/** With fewer both a time and a message. */
const USUAL_COLUMNS = 3;
/** Columns that make a table of a header which names neither a severity nor a message. */
const ENOUGH_COLUMNS = 6;
/** What stands before the header that is a directive. */
const FIELDS = "#Fields: ";
export const MOST_COLUMNS = 128;

const COLUMN_NAME = /^[\p{L}@_#][\p{L}\p{N}_ .:@()[\]/#'’-]{0,47}$/u;

/** What tools name their columns that no field of JSON is called. */
const OTHER_NAMES: Record<string, string> = {
  dateandtime: "timestamp",
  datetimeutc: "timestamp",
  timestamputc: "timestamp",
  timeutc: "timestamp",
  timecreated: "timestamp",
  timemicros: "timestamp",
  loglevel: "level",
  keywords: "entrytype",
  details: "description",
  content: "message",
  // Windows' Event Viewer, in the language of its user.
  ebene: "level",
  niveau: "level",
  nivel: "level",
  livello: "level",
  nível: "level",
  datumunduhrzeit: "timestamp",
  dateetheure: "timestamp",
  fechayhora: "timestamp",
  dataeora: "timestamp",
  dataehora: "timestamp",
};

/** What says in which unit or zone a column is: `TimeGenerated [UTC]`. */
const UNIT = /_?[[(][^\])]*[\])]$/;
const UTC = /[^\p{L}](utc|gmt|z)[^\p{L}]*$/iu;

/** PostgreSQL's columns (`log_destination = csvlog`), which have no header. */
const POSTGRES_COLUMNS =
  ("timestamp user.name db.namespace process.pid connection_from session_id session_line_num " +
    "command_tag session_start_time virtual_transaction_id transaction_id error_severity sql_state_code message detail " +
    "hint internal_query internal_query_pos context query query_pos location application_name backend_type leader_pid " +
    "query_id").split(" ");
/** Of PostgreSQL 9 and later. */
const LEAST_POSTGRES = 22;
const POSTGRES_SEVERITY = 11;

/** The columns of a table: what divides them, what they are called, what they say. */
export interface CsvColumns {
  divider: number;
  names: string[];
  /** Packed as `RoleCollector.take` wants them. */
  roles: number[];
  /** Whether the times of each column are of UTC by its name. */
  utc: boolean[];
  /** Places of a day and of a time of the day that stand apart; -1 if they do not. */
  date: number;
  time: number;
}

/**
 * The columns that a header names; null if the line is none. It has a time, and a severity or a message, or many columns, or
 * it is a directive (`#Fields: date-time,client-ip,…`).
 */
export function columnsOfHeader(header: string): CsvColumns | null {
  if (header.length > LONGEST_HEADER) return null;
  const isDirective = header.startsWith(FIELDS);
  const line = isDirective ? header.slice(FIELDS.length) : header;
  for (const divider of ",;\t|") {
    const cells = line.split(divider).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    if (cells.length < LEAST_COLUMNS || cells.length > MOST_COLUMNS) continue;
    const names = cells.map((cell) => cell.replaceAll(" ", "_"));
    if (!cells.every((cell) => COLUMN_NAME.test(cell)) || new Set(names).size < names.length) return null;
    const columns = columnsOf(divider.charCodeAt(0), names);
    const has = (wanted: number) => columns.roles.some((role) => (role & 255) === wanted);
    const isTable = isDirective || (names.length >= ENOUGH_COLUMNS && !line.includes(", "));
    if (names.length < USUAL_COLUMNS) return has(TIME) && has(BODY) ? columns : null;
    return has(TIME) && (isTable || has(SEVERITY) || has(BODY)) ? columns : null;
  }
  return null;
}

/** The columns of PostgreSQL's table, of which a row has `count`; null if it has not so many. */
export function columnsOfPostgres(count: number): CsvColumns | null {
  if (count < LEAST_POSTGRES || count > POSTGRES_COLUMNS.length) return null;
  return columnsOf(0x2c, POSTGRES_COLUMNS.slice(0, count));
}

export { POSTGRES_SEVERITY };

function columnsOf(divider: number, names: string[]): CsvColumns {
  const roles = names.map((name) => {
    const plain = name.replace(UNIT, "").toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, "");
    return packRole(OTHER_NAMES[plain] ?? (roleOf(name).role === 0 ? plain : name));
  });
  const at = (wanted: string) => names.findIndex((name) => name.toLowerCase() === wanted);
  const isApart = at("date") >= 0 && at("time") >= 0;
  const utc = names.map((name, at) => (roles[at] & 255) === TIME && UTC.test(name));
  return { divider, names, roles, utc, date: isApart ? at("date") : -1, time: isApart ? at("time") : -1 };
}
