import type { Summary } from "../record/summary.ts";
import { jsonReport } from "../report/json.ts";
import { markdownReport } from "../report/markdown.ts";
import { textReport } from "../report/text.ts";
import { isUtf8 } from "../terminal/capability.ts";

/** Cells that a report takes where there is no terminal to ask, and at the most. */
const WIDTH = 100;
const MOST = 140;

/** A report in the form asked for; text as wide as the terminal, in colour if it may be. */
export function rendered(summary: Summary, output: "text" | "markdown" | "json", timeZone: string): string {
  if (output === "json") return jsonReport(summary);
  const terminal = Deno.stdout.isTerminal();
  const options = {
    timeZone,
    width: terminal ? Math.min(Deno.consoleSize().columns, MOST) : WIDTH,
    colour: terminal && Deno.env.get("NO_COLOR") === undefined,
    ascii: !isUtf8((name) => Deno.env.get(name), Deno.build.os === "windows"),
  };
  return output === "markdown" ? markdownReport(summary, options) : textReport(summary, options);
}
