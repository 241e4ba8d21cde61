import { choice } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";
import { print } from "./output.ts";

export const command = defineCommand({
  description: "Reads to the end; with --follow or the receiver, until SIGINT or SIGTERM.",
  options: {
    ...windowOptions,
    output: {
      kind: choice("text", "markdown", "json"),
      default: "text",
      help: "text for people, markdown for a ticket, json for programs",
    },
  },
  examples: [
    { line: "weir report app.log", does: "what a log says, on one page" },
    { line: "weir report --since 1h '/var/log/*.log'", does: "the last hour of several logs" },
    { line: "weir report --output json app.log | jq .severities", does: "for programs" },
  ],
  async run({ options, settings }) {
    const reading = import("./read_all.ts");
    const rendering = import("./rendered_report.ts");
    const resolved = await settings();
    const { needInput } = await import("./nothing_to_read.ts");
    needInput(resolved);
    const { engineSettings } = await import("./engine_settings.ts");
    const { readAll } = await reading;
    const engine = await readAll(engineSettings(resolved, options));
    const summary = engine.summary();
    const { rendered } = await rendering;
    await print(rendered(summary, options.output, resolved.get("time-zone")));
    return 0;
  },
});
