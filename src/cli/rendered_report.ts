import type { Comparison } from "../record/comparison.ts";
import type { PatternDetails, Summary } from "../record/summary.ts";
import { diffJson } from "../report/diff_json.ts";
import { diffMarkdown } from "../report/diff_markdown.ts";
import { diffText } from "../report/diff_text.ts";
import { htmlReport } from "../report/html.ts";
import { jsonReport } from "../report/json.ts";
import { markdownReport } from "../report/markdown.ts";
import type { ReportOptions } from "../report/options.ts";
import { textReport } from "../report/text.ts";
import { isUtf8 } from "../terminal/capability.ts";

/** Cells that a report takes where there is no terminal to ask, and at the most. */
const WIDTH = 100;
const MOST = 140;

/**
 * A report in the form asked for; text as wide as the terminal, in colour if it may be. `detailsOf` gives a pattern
 * with its variables.
 */
export function rendered(
  summary: Summary,
  output: "text" | "markdown" | "json" | "html",
  timeZone: string,
  detailsOf: (id: number) => PatternDetails | null,
): string {
  switch (output) {
    case "json":
      return jsonReport(summary);
    case "html":
      return htmlReport(summary, optionsHere(timeZone), detailsOf);
    case "markdown":
      return markdownReport(summary, optionsHere(timeZone));
    case "text":
      return textReport(summary, optionsHere(timeZone));
  }
}

/** The same for a comparison. */
export function renderedComparison(
  comparison: Comparison,
  output: "text" | "markdown" | "json",
  timeZone: string,
): string {
  switch (output) {
    case "json":
      return diffJson(comparison);
    case "markdown":
      return diffMarkdown(comparison, optionsHere(timeZone));
    case "text":
      return diffText(comparison, optionsHere(timeZone));
  }
}

function optionsHere(timeZone: string): ReportOptions {
  const terminal = Deno.stdout.isTerminal();
  return {
    timeZone,
    width: terminal ? Math.min(Deno.consoleSize().columns, MOST) : WIDTH,
    colour: terminal && Deno.env.get("NO_COLOR") === undefined,
    ascii: !isUtf8((name) => Deno.env.get(name), Deno.build.os === "windows"),
  };
}
