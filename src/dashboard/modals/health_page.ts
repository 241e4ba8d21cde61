import type { ReceiverHealth, SourceHealth } from "../../record/summary.ts";
import { bytes, grouped, percent } from "../figures.ts";
import { type Line, padded, span } from "../spans.ts";
import type { State } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** So much that is not read yet is worth a warning. */
const LAG_BYTES = 50e6;
/** Clients of a receiver that are listed. */
const CLIENTS = 5;

/** How well each input was understood: read, parsed as what, plain, cut, late, lag, and what went wrong. */
export function healthPage(state: State): Page {
  const sources = state.shown?.summary.sources ?? [];
  const unread = state.shown?.unread ?? [];
  return {
    title: "Inputs",
    lines: sources.flatMap((
      source,
      place,
    ) => [...(place > 0 ? [[]] : []), ...sourceLines(source, unread[place] ?? null)]),
    list: false,
    empty: "No input is open yet",
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width: pageWidth(state, 84),
  };
}

function sourceLines(source: SourceHealth, unread: number | null): Line[] {
  const bad = source.state === "lost" || source.state === "failed";
  const of = (count: number) => `${grouped(count)}  ${percent(count, source.records)}`;
  const formats = Object.entries(source.formats).toSorted((a, b) => b[1] - a[1]);
  return [
    [span(source.name, "strong"), span(`  ${source.state}`, bad ? "bad" : "muted")],
    fact("read", `${grouped(source.lines)} lines, ${bytes(source.bytes)}`),
    fact("records", grouped(source.records)),
    ...formats.map(([name, count]) => fact("read as", `${name}  ${percent(count, source.records)}`)),
    fact("not understood", of(source.plain), source.plain > source.records * 0.03),
    fact("without a time", of(source.undated), source.undated > source.records * 0.03),
    fact("cut at a bound", grouped(source.truncated), source.truncated > 0),
    fact("late", grouped(source.late)),
    ...(unread === null || source.state === "ended"
      ? []
      : [fact("not read yet", bytes(unread), unread > LAG_BYTES)]),
    ...(source.receiver ? receiverLines(source.receiver) : []),
    ...source.errors.map((error): Line => [span(`  ${error}`, "bad")]),
  ];
}

function fact(name: string, value: string, warn = false): Line {
  return [span(`  ${padded(name, 16)}`, "muted"), span(value, warn ? "warning" : "text")];
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
