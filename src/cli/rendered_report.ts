import type { Comparison } from "../record/comparison.ts";
import type { PatternDetails, Summary } from "../record/summary.ts";
import type { ReportOptions } from "../report/options.ts";
import { colorDepth } from "../terminal/color.ts";
import { isUtf8 } from "../terminal/capability.ts";
import { loadLater } from "../record/load_later.ts";

/** Cells that a report takes where there is no terminal to ask, and at the most. */
const WIDTH = 100;
const MOST = 140;

// Each form is loaded when it is asked for.

/** A report in one form; `detailsOf` gives a pattern with its variables. */
export type Render = (summary: Summary, detailsOf: (id: number) => PatternDetails | null) => string;

/** What makes reports in the form asked for; text as wide as the terminal, in colour if it may be. */
export async function renderer(
  output: "text" | "markdown" | "json" | "html",
  timeZone: string,
): Promise<Render> {
  switch (output) {
    case "json":
      return (await loadLater<typeof import("../report/json.ts")>("../report/json.ts")).jsonReport;
    case "html": {
      const { htmlReport } = await loadLater<typeof import("../report/html.ts")>("../report/html.ts");
      return (summary, detailsOf) => htmlReport(summary, optionsHere(timeZone), detailsOf);
    }
    case "markdown": {
      const { markdownReport } = await loadLater<typeof import("../report/markdown.ts")>(
        "../report/markdown.ts",
      );
      return (summary) => markdownReport(summary, optionsHere(timeZone));
    }
    case "text": {
      const { textReport } = await loadLater<typeof import("../report/text.ts")>("../report/text.ts");
      return (summary) => textReport(summary, optionsHere(timeZone));
    }
  }
}

/** A comparison in the form asked for. */
export async function renderedComparison(
  comparison: Comparison,
  output: "text" | "markdown" | "json",
  timeZone: string,
): Promise<string> {
  switch (output) {
    case "json":
      return (await loadLater<typeof import("../report/diff_json.ts")>("../report/diff_json.ts")).diffJson(
        comparison,
      );
    case "markdown":
      return (await loadLater<typeof import("../report/diff_markdown.ts")>("../report/diff_markdown.ts"))
        .diffMarkdown(comparison, optionsHere(timeZone));
    case "text":
      return (await loadLater<typeof import("../report/diff_text.ts")>("../report/diff_text.ts")).diffText(
        comparison,
        optionsHere(timeZone),
      );
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
