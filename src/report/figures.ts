/** Numbers as a person reads them. */

import { grouped } from "../record/grouped.ts";
import { MOST_LISTED } from "../record/summary.ts";

export { grouped };

/** "1 record", "2,000 records" */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "10 of 42", of a list that ends at its longest "10 of 100 or more"; "" where all of it is shown. */
export function outOf(shown: number, listed: number): string {
  return listed > shown ? `${shown} of ${listed}${listed < MOST_LISTED ? "" : " or more"}` : "";
}

/** A share as per cent: "12%", "4.9%", "<0.1%"; "" of nothing. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "";
  const share = part * 100 / whole;
  if (part > 0 && share < 0.1) return "<0.1%";
  if (part < whole && share > 99.9) return ">99.9%";
  return share >= 99.95 || share === 0 ? `${Math.round(share)}%` : `${share.toFixed(1)}%`;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** A size in steps of 1,000: "512 bytes", "78.6 MB". */
export function sized(bytes: number): string {
  let unit = 0;
  for (; bytes >= 999.5 && unit < UNITS.length - 1; unit++) bytes /= 1000;
  if (unit === 0) return counted(bytes, "byte");
  return `${bytes < 99.95 ? bytes.toFixed(1) : Math.round(bytes)} ${UNITS[unit]}`;
}

const STEPS: [unit: string, milliseconds: number][] = [
  ["day", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
];

/** A length of time in its two largest units: "46 min 40 s", "3 days 4 h", "400 days", "120 ms". */
export function lasting(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  let rest = Math.round(milliseconds / 1000) * 1000;
  const parts: string[] = [];
  for (const [unit, length] of STEPS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${grouped(count)} ${unit}${unit === "day" && count > 1 ? "s" : ""}`);
    else if (parts.length > 0) break;
    if (parts.length === 2 || (unit === "day" && count >= 30)) break;
  }
  return parts.join(" ");
}

/** A number in its unit: "35 ms", "1.2 s", "4.1 MB", "80%", "1,250", "0.35". */
export function measured(value: number, unit: "" | "ms" | "bytes" | "%"): string {
  if (unit === "bytes" && value >= 0) return sized(value);
  if (unit === "ms" && value >= 60_000) return lasting(value);
  if (unit === "ms" && value >= 1000) return `${short(value / 1000)} s`;
  if (unit === "ms" && value > 0 && value < 0.1) return `${short(value * 1000)} µs`;
  return `${short(value)}${unit === "ms" ? " ms" : unit}`;
}

/** Three digits that count, at least. */
function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return grouped(value).replace("-0", "0");
  return String(Number(value.toPrecision(3)));
}

/** How many times as much: "3.2×", "45×", "0.25×". */
export function times(ratio: number): string {
  return `${ratio >= 9.95 ? grouped(ratio) : Number(ratio.toPrecision(2))}×`;
}
