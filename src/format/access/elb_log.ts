import { DOUBLE, INT, TEXT } from "../../record/batch.ts";
import type { AttributeName } from "../attribute_keys.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { tokenEnd } from "../text/text_tokens.ts";
import { beforeDigits, isDigit } from "../time/timestamp_parts.ts";
import { readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { ColumnReader } from "./column_reader.ts";
import { setRequest } from "./http_request.ts";
import { takeStatus } from "./http_status.ts";

/** Longest type of an entry: http, https, h2, grpcs, ws, wss. */
const MAX_TYPE = 6;
const COLON = 0x3a;

const column = new ColumnReader();

/** The columns behind the agent: the logs of applications have all of them, the classic ones the first two. */
const BEHIND_AGENT: readonly (AttributeName | null)[] = [
  "cipher",
  "protocolVersion",
  "targetGroup",
  "amazonTrace",
  "server",
  "certificate",
  "rulePriority",
  null, // when the request was received
  "actions",
  "redirect",
  "errorType",
  null, // the target and its status again, in lists
  null,
  "classification",
  "classificationReason",
];

/**
 * Reads a line of the access log of AWS' load balancers as the record begun last: `[type] time name client:port
 * target:port three-times status target-status received sent "request" "agent" …`, the type only of those of
 * applications. False if it is something else, fields may have been added then.
 */
export const readElb: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const { id } = keys;
  let time = from;
  if (!isDigit(bytes[from])) {
    time = tokenEnd(bytes, from, Math.min(to, from + MAX_TYPE)) + 1;
    if (time >= to || !isDigit(bytes[time])) return false;
  }
  if (time + 20 > to || bytes[time + 10] !== 0x54) return false;
  const timeTo = readTime(batch, row, time, to, context);
  if (timeTo < 0) return false;
  column.start(bytes, timeTo, to);
  if (!column.next() || column.quoted) return false;
  const nameFrom = column.from;
  const nameTo = column.to;
  if (!column.next() || !isPorted(bytes, column.from, column.to)) return false;
  batch.addField(id.balancer, nameFrom, nameTo, TEXT);
  addAddress(batch, keys, column.from, column.to);
  if (!column.next() || (!column.absent && !isPorted(bytes, column.from, column.to))) return false;
  column.addTo(batch, id.upstream);
  for (let number = 0; number < 3; number++) {
    if (!column.next()) return false;
    const kind = kindOfBare(bytes, column.from, column.to);
    if (kind !== DOUBLE && kind !== INT) return false;
    // The second one is what the target took.
    if (number === 1) batch.addField(id.duration, column.from, column.to, kind);
  }
  if (!column.next()) return false;
  if (!takeStatus(batch, row, keys, column)) return false;
  if (!column.next()) return false;
  if (!column.absent) batch.addField(id.upstreamStatus, column.from, column.to, INT);
  for (const key of [id.requestSize, id.responseSize]) {
    if (!column.next() || !isDigit(bytes[column.from])) return false;
    batch.addField(key, column.from, column.to, INT);
  }
  if (!column.next() || !column.quoted) return false;
  setRequest(batch, row, keys, column.from, column.to);
  if (column.next() && column.quoted) column.addTo(batch, id.userAgent);
  for (const name of BEHIND_AGENT) {
    if (!column.next()) break;
    if (name !== null) column.addTo(batch, id[name]);
  }
  return true;
};

/** `1.2.3.4:80` */
function isPorted(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = beforeDigits(bytes, from, to);
  return bytes[colon] === COLON && colon < to - 1 && colon > from;
}
