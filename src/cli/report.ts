import { choice, path, text } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";
import { print } from "./output.ts";
import { whereOption } from "./where.ts";

export const command = defineCommand({
  description:
    "Reads the logs to their end; with --follow or the receiver, until SIGINT or SIGTERM. With --fail-on, the exit status is 3 " +
    "if a rule fails, with the reasons on standard error, and 1 if a source could not be read to its end.",
  options: {
    ...windowOptions,
    ...whereOption,
    output: {
      kind: choice("text", "markdown", "json", "html"),
      default: "text",
      help: "text for people, markdown for a ticket, json for programs, html for a page to share",
    },
    "fail-on": {
      kind: { ...text("<rule>", "a rule"), mayBeginWithHyphen: true },
      repeatable: true,
      help: "fail if a record matches this filter; also 'count>100 where FILTER' or 'new-pattern vs=FILE'",
    },
    "baseline-out": { kind: path(), help: "write this run's patterns to a file, for a later new-pattern" },
  },
  examples: [
    { line: "weir report app.log", does: "a one-page summary of a log" },
    { line: "weir report --since 1h '/var/log/*.log'", does: "the last hour of several logs" },
    { line: "weir report --output json app.log | jq .severities", does: "for programs" },
    { line: "weir report --output html app.log > report.html", does: "a page to share" },
    { line: "weir report --fail-on 'severity>=error' app.log", does: "exit status 3 if there is an error" },
    {
      line: "weir report --fail-on 'count>100 where pattern~\"timeout\"' app.log",
      does: "exit status 3 if a pattern occurs too often",
    },
    {
      line: "weir report --fail-on 'new-pattern vs=old.json' --baseline-out new.json a.log",
      does: "exit status 3 if there is a pattern that the old log did not have",
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
