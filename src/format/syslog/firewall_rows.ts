import { type Batch, TEXT } from "../../record/batch.ts";
import { ERROR } from "../../record/severity.ts";
import { severityOfWord } from "../severity_word.ts";
import { kindOfBare, quoteEnd } from "../text/message/text_pairs.ts";
import { COMMA, QUOTE } from "../text/text_parts.ts";
import { findByte, isText } from "../text/text_tokens.ts";

// What firewalls write of packets and sessions: rows of cells that commas divide, whose names only their manuals tell.

/** The program that writes the rows of pfSense and OPNsense. */
export const FILTER = "filterlog";
/** What a row of Palo Alto's begins with: a constant and the century of a day. */
const PALO_ALTO = "1,20";
/** Cells before those of which the protocol of the internet tells what they are, and that cell. */
const RULED = "rule,,,tracker,interface,reason,action,direction,";
const VERSION = 8;
const IPV4 = RULED + ",,,,,,,,protocol,length,src,dst,";
const IPV6 = RULED + ",,,,protocol,,length,src,dst,";
const PORTED = "srcport,dstport";

const SESSION =
  ",,,,,,,src,dst,natsrc,natdst,rule,srcuser,dstuser,app,vsys,from,to,inbound_if,outbound_if,,," +
  "sessionid,repeatcnt,srcport,dstport,natsport,natdport,,protocol,action,";
/** The cells of Palo Alto's rows by their types, in the fourth cell. */
const TYPES: readonly (readonly [string, string])[] = [
  ["TRAFFIC,", SESSION + "bytes,bytes_sent,bytes_received,packets,,elapsed,category"],
  ["THREAT,", SESSION + "misc,threatid,category,severity,direction"],
  ["SYSTEM,", ",,,,,,,vsys,eventid,object,,,module,severity,opaque"],
  ["CONFIG,", ",,,,,,,host,vsys,cmd,admin,client,result,path"],
];
const TYPE_CELL = 3;

/** Adds the cells of pfSense's row [from, to) as attributes; false, and nothing added, if it is none. */
export function addFilterRow(batch: Batch, from: number, to: number): boolean {
  const { bytes } = batch;
  const version = cellAt(bytes, from, to, VERSION);
  if (version < 0) return false;
  const isNew = isText(bytes, version, to, "6,");
  if (!isNew && !isText(bytes, version, to, "4,")) return false;
  const names = isNew ? IPV6 : IPV4;
  const protocol = cellAt(bytes, version, to, isNew ? 4 : 8);
  const isPorted = protocol > 0 &&
    (isText(bytes, protocol, to, "tcp,") || isText(bytes, protocol, to, "udp,"));
  addCells(batch, from, to, isPorted ? names + PORTED : names);
  return true;
}

/** The same of a row of Palo Alto's. What its severity cell says is the record's where nothing else told it. */
export function addPaloAltoRow(batch: Batch, row: number, from: number, to: number): boolean {
  const { bytes } = batch;
  if (!isPaloAltoRow(bytes, from, to)) return false;
  const at = cellAt(bytes, from, to, TYPE_CELL);
  const type = at < 0 ? undefined : TYPES.find(([name]) => isText(bytes, at, to, name));
  if (type === undefined) return false;
  const [, names] = type;
  addCells(batch, from, to, names);
  const cell = names.split(",").indexOf("severity");
  const severity = cell < 0 ? -1 : cellAt(bytes, from, to, cell);
  if (severity > 0 && batch.severity[row] === 0) {
    const end = cellEnd(bytes, severity, to);
    const number = severityOfWord(bytes, severity, end);
    // `critical` is syslog's: no end of the firewall.
    if (number !== 0) batch.setSeverity(row, Math.min(number, ERROR), severity, end);
  }
  return true;
}

/** Whether a row of Palo Alto's may begin at `from`. */
export function isPaloAltoRow(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from, to, PALO_ALTO);
}

/** Adds the cells that have a name. */
function addCells(batch: Batch, from: number, to: number, names: string): void {
  const { bytes } = batch;
  let at = from;
  for (const name of names.split(",")) {
    if (at > to) return;
    const end = cellEnd(bytes, at, to);
    if (name !== "" && end > at) {
      const isQuoted = bytes[at] === QUOTE && bytes[end - 1] === QUOTE && end > at + 1;
      const key = batch.keys.idOf(name);
      if (!isQuoted) batch.addField(key, at, end, kindOfBare(bytes, at, end));
      else if (end > at + 2) batch.addField(key, at + 1, end - 1, TEXT);
    }
    at = end + 1;
  }
}

/** Index of the cell behind `count` others; -1 if there are fewer. */
function cellAt(bytes: Uint8Array, from: number, to: number, count: number): number {
  let at = from;
  for (let cell = 0; cell < count; cell++) {
    const end = cellEnd(bytes, at, to);
    if (end >= to) return -1;
    at = end + 1;
  }
  return at;
}

function cellEnd(bytes: Uint8Array, at: number, to: number): number {
  const close = bytes[at] === QUOTE ? quoteEnd(bytes, at, to) : -1;
  const comma = findByte(bytes, Math.max(at, close), to, COMMA);
  return comma < 0 ? to : comma;
}
