import { instantOfTime } from "../query/match.ts";
import { type TimeValue, timeValueOf } from "../query/time_value.ts";
import { tokensOf } from "../query/tokens.ts";
import { otherNameOf } from "../query/values.ts";
import { type State, summaryOf } from "./state.ts";

const OPEN: readonly TimeValue["kind"][] = ["clock", "yearless", "wall"];
const MINUTE = 60_000;

/**
 * A time as it was typed, with its zone where the screen shows times in another one than those are read in that name
 * none: what is typed is meant as what is shown.
 */
export function typedTime(state: State, text: string): string {
  const time = timeValueOf(text);
  const shown = state.zone === "utc" ? "UTC" : "local";
  if (time === null || !OPEN.includes(time.kind) || time.offset !== undefined) return text;
  if (shown === state.info.timeZone) return text;
  const reference = summaryOf(state)?.end ?? Date.now();
  const offsetAt = shown === "UTC" ? () => 0 : localOffsetAt;
  if (time.kind === "clock") return text + zoneText(offsetAt(reference));
  return new Date(instantOfTime(time, { reference, offsetAt })).toISOString().replace(".000Z", "Z");
}

/** The same of all times in a filter that can be read. */
export function typedTimes(state: State, filter: string): string {
  let text = filter;
  for (const token of tokensOf(filter).toReversed()) {
    if (
      token.kind !== "field" || token.field.toLowerCase() !== "time" && otherNameOf(token.field) !== "time"
    ) continue;
    const value = typedTime(state, token.value);
    if (value === token.value) continue;
    text = text.slice(0, token.valueFrom) + (token.quoted ? `"${value}"` : value) + text.slice(token.to);
  }
  return text;
}

/** What the clock of this machine is ahead of UTC when it shows `wall`, or when that is an instant (but for changes of hours). */
function localOffsetAt(wall: number): number {
  return -new Date(wall).getTimezoneOffset() * MINUTE;
}

function zoneText(offset: number): string {
  if (offset === 0) return "Z";
  const minutes = Math.abs(offset) / MINUTE;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}
