import type { ReceiverHealth, SourceHealth } from "../../record/summary.ts";
import { bytes, grouped, percent } from "../figures.ts";
import { type Line, padded, span } from "../spans.ts";

/** So much that is not read yet is worth a warning. */
const LAG_BYTES = 50e6;
/** More records than this share that are not understood, or have no time, are. */
const MANY = 0.03;
/** Clients of a receiver that are listed. */
const CLIENTS = 5;

/** An input as the page of inputs tells of it. */
export interface Input {
  readonly source: SourceHealth;
  /** Bytes that are there and still to be read, if that is known. */
  readonly unread: number | null;
}

/** All that is known of one input. */
export function inputLines(input: Input): Line[] {
  const { source, unread } = input;
  const formats = formatsOf(source);
  return [
    [span(source.name, "strong"), span(`  ${source.state}`, isGone(source) ? "bad" : "muted")],
    fact("read", `${grouped(source.lines)} lines, ${bytes(source.bytes)}`),
    fact("records", grouped(source.records)),
    ...formats.map(([name, count]) => fact("read as", `${name}  ${percent(count, source.records)}`)),
    fact("not understood", counted(source.plain, source), isMany(source.plain, source)),
    fact("without a time", counted(source.undated, source), isMany(source.undated, source)),
    fact("cut (too long)", grouped(source.truncated), source.truncated > 0),
    fact("late", grouped(source.late)),
    ...(unread === null ? [] : [fact("not read yet", bytes(unread), isLagging(input))]),
    ...endingLines(source),
  ];
}

/** Whether nothing more comes of it, though it should. */
export function isGone({ state }: SourceHealth): boolean {
  return state === "lost" || state === "failed";
}

/** Whether so many of its records are amiss that it is worth a warning. */
export function isMany(count: number, { records }: SourceHealth): boolean {
  return count > records * MANY;
}

/** Whether so much of an input is not read yet that it is worth a warning. */
export function isLagging({ unread }: Input): boolean {
  return unread !== null && unread > LAG_BYTES;
}

function counted(count: number, { records }: SourceHealth): string {
  return `${grouped(count)}  ${percent(count, records)}`;
}

/** What read its records, most first. */
export function formatsOf({ formats }: SourceHealth): [name: string, count: number][] {
  return Object.entries(formats).toSorted((a, b) => b[1] - a[1]);
}

function fact(name: string, value: string, warn = false): Line {
  return [span(`  ${padded(name, 16)}`, "muted"), span(value, warn ? "warning" : "text")];
}

/** What came to its ports, if it is a receiver, and what went wrong. */
export function endingLines({ receiver, errors }: SourceHealth): Line[] {
  return [
    ...(receiver ? receiverLines(receiver) : []),
    ...errors.map((error): Line => [span(`  ${error}`, "bad")]),
  ];
}

/** What came to the receiver's ports, what of it was refused, and what waits. */
function receiverLines(receiver: ReceiverHealth): Line[] {
  const { grpc, http, requests, refused, rejectedRecords, clients, waiting, room } = receiver;
  const counted = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => `${name} ${grouped(count)}`).join("   ");
  const isRefused = Object.keys(refused).length > 0;
  return [
    ...[...grpc, ...http].map((address) => fact("listens on", address)),
    fact("requests", counted(requests) || "none yet"),
    fact("refused", isRefused ? counted(refused) : "0", isRefused),
    fact("records refused", grouped(rejectedRecords), rejectedRecords > 0),
    fact("waiting", `${bytes(waiting)} of ${bytes(room)}`, waiting > room / 2),
    ...clients.slice(0, CLIENTS).map(({ name, requests }) => fact("from", `${name}  ${grouped(requests)}`)),
  ];
}
