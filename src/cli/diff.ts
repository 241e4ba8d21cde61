import { choice } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { moment } from "./moment.ts";
import { print, tell } from "./output.ts";
import { whereOption } from "./where.ts";

/** Settings of what does not end. */
const UNUSED = ["follow", "otlp-enabled"] as const;

export const command = defineCommand({
  description:
    "Compares two logs, each a file or a quoted glob; or, with --since, the records before a moment with those " +
    "after it. Shows new, vanished, more frequent and less frequent patterns, changed severities and shifted numbers; " +
    "differences that chance explains are left out.",
  options: {
    since: {
      kind: moment(),
      help: "the moment that divides before from after; 15m counts back from the newest record",
    },
    until: { kind: moment(), help: "only records up to this time" },
    ...whereOption,
    output: {
      kind: choice("text", "markdown", "json"),
      default: "text",
      help: "text for people, markdown for a ticket, json for programs",
    },
  },
  examples: [
    {
      line: "weir diff yesterday.log today.log",
      does: "what is different today",
    },
    { line: "weir diff 'good/*.log' 'bad/*.log'", does: "compare the logs of two runs" },
    { line: "weir diff --since 14:00 -f app.log", does: "what changed at 14:00" },
    {
      line: "weir diff --output markdown --since 1h app.log",
      does: "the last hour against everything before it, for a ticket",
    },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    for (const name of UNUSED) {
      if (resolved.get(name) && resolved.origin(name).kind === "flag") {
        tell(`--${name} has no effect: diff always reads its logs to the end`);
      }
    }
    const { compareLogs } = await import("./diff_run.ts");
    const { comparison, unread } = await compareLogs(resolved, options);
    const { renderedComparison } = await import("./rendered_report.ts");
    await print(await renderedComparison(comparison, options.output, resolved.get("time-zone")));
    if (unread.length === 0) return 0;
    tell(
      `Not everything was read to the end, so some differences may only be unread records:\n${
        unread.join("\n")
      }`,
    );
    return 1;
  },
});
