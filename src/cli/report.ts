import { choice, path, text } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";
import { print } from "./output.ts";
import { whereOption } from "./where.ts";

export const command = defineCommand({
  description:
    "Reads to the end; with --follow or the receiver, until SIGINT or SIGTERM. With --fail-on the exit status is 3 " +
    "if a rule fails, with the reasons on standard error, and 1 if a source could not be read to its end.",
  options: {
    ...windowOptions,
    ...whereOption,
    output: {
      kind: choice("text", "markdown", "json", "html"),
      default: "text",
      help: "text for people, markdown for a ticket, json for programs, html for a page to pass on",
    },
    "fail-on": {
      kind: { ...text("<rule>", "a rule"), mayBeginWithHyphen: true },
      repeatable: true,
      help: "a filter that no record may match, 'count>100 where FILTER', or 'new-pattern vs=FILE'",
    },
    "baseline-out": { kind: path(), help: "write the patterns of this run to a file, for new-pattern" },
  },
  examples: [
    { line: "weir report app.log", does: "what a log says, on one page" },
    { line: "weir report --since 1h '/var/log/*.log'", does: "the last hour of several logs" },
    { line: "weir report --output json app.log | jq .severities", does: "for programs" },
    { line: "weir report --output html app.log > report.html", does: "a page to pass on" },
    { line: "weir report --fail-on 'severity>=error' app.log", does: "exit status 3 if there is an error" },
    {
      line: "weir report --fail-on 'count>100 where pattern~\"timeout\"' app.log",
      does: "exit status 3 if there are too many of a pattern",
    },
    {
      line: "weir report --fail-on 'new-pattern vs=old.json' --baseline-out new.json a.log",
      does: "exit status 3 if there is a pattern that was not there before",
    },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const { needInput } = await import("./nothing_to_read.ts");
    await needInput(resolved);
    const { runReport } = await import("./report_run.ts");
    return await runReport(resolved, options, print);
  },
});
