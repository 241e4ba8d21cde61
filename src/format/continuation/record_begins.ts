import { type Batch, SERVED } from "../../record/batch.ts";
import { beginsWithThread } from "../text/loggers/text_thread_first.ts";
import { beginsWithCall } from "../text/attributes/bracket_places.ts";
import { indentOf, skipBlanks, SPACE } from "../text/text_tokens.ts";
import { isSlowQuery } from "../servers/slow_query.ts";
import { type Continuation, numberEnd } from "./continuation.ts";
import { endOfSeverity } from "./indented_records.ts";
import { isPicture, labelOf } from "./labels.ts";

/** OpenTelemetry's number of the lowest error. */
const ERROR = 17;
const FATAL = 21;
const COLON = 0x3a;
/** Blanks before `INFO` where `WARNING` has none. */
const LEAST_PADDING = 3;

/** What is known of the line read last, and of its source. */
interface Reading {
  readonly holdsTraces: boolean;
  readonly goesOn: boolean;
  readonly isHeaded: boolean;
  readonly isHeadless: boolean;
  readonly isInside: boolean;
  readonly areSeveral: boolean;
  readonly isPlain: boolean;
  readonly innerHasTime: boolean;
  readonly lineFrom: number;
  readonly lineTo: number;
}

/** Tells the continuation of the record `last`, just read. `known`: a format knew the line; `rest`: it goes on with a record that was cut. */
export function beginRecord(
  continuation: Continuation,
  detector: Reading,
  batch: Batch,
  last: number,
  isKnown: boolean,
  isRest: boolean,
): void {
  const { isInside, lineFrom: from, lineTo: to } = detector;
  // The time of a line in an envelope is the envelope's as well, unless it has its own.
  const hasTime = isInside ? detector.innerHasTime : batch.time[last] === batch.time[last];
  // What went wrong with a request is not told behind another one that was answered.
  const holdsTraces = detector.holdsTraces || (hasTime && isServed(batch, last));
  const stands = batch.severity[last] < ERROR && isKnown && holdsTraces;
  // H2's `time jdbc[3]:`: the message is below.
  const isEmpty = batch.bodyFrom[last] === batch.bodyTo[last] ||
    batch.bytes[batch.bodyTo[last] - 1] === COLON;
  // Of several lines that were read together the head is told.
  const isLone = isInside && detector.isHeadless && !detector.areSeveral;
  const isDated = hasTime && (isEmpty || (batch.severity[last] !== 0 && !isLone));
  const goesOn = isDated || beginsWithCall(batch.bytes, from, to) ||
    beginsWithThread(batch.bytes, from, to) ||
    ((hasTime || batch.severity[last] !== 0) && detector.isHeaded);
  const isDead = !hasTime && isLastWord(batch, last, from);
  const dated = goesOn && isKnown && detector.goesOn && !isServed(batch, last) && !isDead;
  const indent = isRest || hasTime ? 0 : indentOf(batch.bytes, from, to);
  const isHeaded = isKnown && !detector.isPlain;
  const label = hasTime
    ? "none"
    : isHeaded
    ? labelOf(batch, last, from)
    : isPicture(batch.bytes, from, to)
    ? "picture"
    : "none";
  const numberTo = hasTime ? 0 : numberEnd(batch.bytes, from, to);
  // Blanks before such a number are its column's.
  continuation.begin(isHeaded, stands, dated, numberTo > 0 ? 0 : indent, !hasTime, label, numberTo);
  if (batch.bytes[from] === SPACE && batch.severity[last] !== 0) {
    alignSeverities(continuation, batch.bytes, from, to);
  }
  if (isSlowQuery(batch.bytes, from, to)) continuation.awaitStatement();
  if (isDead && batch.bytes[to - 1] === COLON) continuation.awaitReason();
}

/** Whether all of the line tells of the end of its program: what follows is no message's, but for a trace. */
function isLastWord({ severity, severityFrom, bodyFrom }: Batch, row: number, from: number): boolean {
  return severity[row] >= FATAL && severityFrom[row] === from && bodyFrom[row] === from;
}

/** Whether the record in `row` is as nearly all are: it has a time and a severity, and its line holds no other. */
export function isWhole(batch: Batch, row: number): boolean {
  return batch.severity[row] !== 0 && batch.time[row] === batch.time[row] && batch.part[row] === 0;
}

/** As `beginRecord`, of such a record outside of envelopes. */
export function beginWhole(
  continuation: Continuation,
  { holdsTraces, goesOn }: Pick<Reading, "holdsTraces" | "goesOn">,
  batch: Batch,
  row: number,
  from: number,
  to: number,
): void {
  const served = isServed(batch, row);
  continuation.begin(true, batch.severity[row] < ERROR && (holdsTraces || served), goesOn && !served);
  if (batch.bytes[from] === SPACE) alignSeverities(continuation, batch.bytes, from, to);
  else if (isSlowQuery(batch.bytes, from, to)) continuation.awaitStatement();
}

/** Tells where a severity ends that is padded on its left; those of debug-level have two blanks before any. */
function alignSeverities(continuation: Continuation, bytes: Uint8Array, from: number, to: number): void {
  const at = skipBlanks(bytes, from, to);
  const column = at - from < LEAST_PADDING ? 0 : endOfSeverity(bytes, from, at, to);
  if (column > 0) continuation.alignSeverities(column);
}

/** What a server logs of a request ends with its line: what stands behind it is what some other part of the program prints. */
function isServed({ flags }: Batch, row: number): boolean {
  return (flags[row] & SERVED) !== 0;
}
