import type { Comparison } from "../record/comparison.ts";
import type { PatternDetails, Summary } from "../record/summary.ts";
import type { ReportOptions } from "../report/options.ts";
import { colorDepth } from "../terminal/color.ts";
import { isUtf8 } from "../terminal/capability.ts";

/** Cells that a report takes where there is no terminal to ask, and at the most. */
const WIDTH = 100;
const MOST = 140;

// Each form is loaded when it is asked for.

/**
 * A report in the form asked for; text as wide as the terminal, in colour if it may be. `detailsOf` gives a pattern
 * with its variables.
 */
export async function rendered(
  summary: Summary,
  output: "text" | "markdown" | "json" | "html",
  timeZone: string,
  detailsOf: (id: number) => PatternDetails | null,
): Promise<string> {
  switch (output) {
    case "json":
      return (await import("../report/json.ts")).jsonReport(summary);
    case "html":
      return (await import("../report/html.ts")).htmlReport(summary, optionsHere(timeZone), detailsOf);
    case "markdown":
      return (await import("../report/markdown.ts")).markdownReport(summary, optionsHere(timeZone));
    case "text":
      return (await import("../report/text.ts")).textReport(summary, optionsHere(timeZone));
  }
}

/** The same for a comparison. */
export async function renderedComparison(
  comparison: Comparison,
  output: "text" | "markdown" | "json",
  timeZone: string,
): Promise<string> {
  switch (output) {
    case "json":
      return (await import("../report/diff_json.ts")).diffJson(comparison);
    case "markdown":
      return (await import("../report/diff_markdown.ts")).diffMarkdown(comparison, optionsHere(timeZone));
    case "text":
      return (await import("../report/diff_text.ts")).diffText(comparison, optionsHere(timeZone));
  }
}

function optionsHere(timeZone: string): ReportOptions {
  const terminal = Deno.stdout.isTerminal();
  const windows = Deno.build.os === "windows";
  const environment = (name: string) => Deno.env.get(name);
  return {
    timeZone,
    // A serial console does not know how wide it is.
    width: terminal ? Math.min(Deno.consoleSize().columns || WIDTH, MOST) : WIDTH,
    colour: colorDepth(environment, terminal, windows) !== "none",
    ascii: !isUtf8(environment, windows),
  };
}
