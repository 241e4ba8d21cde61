import { boolean, choice } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";
import { print } from "./output.ts";
import { whereOption } from "./where.ts";

export const command = defineCommand({
  description: "A pattern is what records have in common when their variable parts are left out.",
  options: {
    ...windowOptions,
    ...whereOption,
    output: { kind: choice("text", "json"), default: "text", help: "text for people, json for programs" },
    members: { kind: boolean(), help: "with --output json: the numbers of each pattern's lines" },
  },
  examples: [
    { line: "weir patterns app.log", does: "what kinds of records there are" },
    { line: "weir patterns --output json --members app.log", does: "with the lines of each" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const { needInput } = await import("./nothing_to_read.ts");
    needInput(resolved);
    const { engineSettings } = await import("./engine_settings.ts");
    const { readAll } = await import("./read_all.ts");
    const { Members } = await import("./pattern_members.ts");
    const members = options.members ? new Members() : null;
    const engine = await readAll(engineSettings(resolved, options), (batch, engine) => {
      members?.add(batch, engine.patterns.leafOf);
    });
    const { patternsJson, patternsText } = await import("../report/patterns.ts");
    const { patterns } = engine.summary();
    const lines = members?.byPattern((leaf) => engine.patterns.resolve(leaf)) ?? null;
    await print(options.output === "json" ? patternsJson(patterns, lines) : patternsText(patterns));
    return 0;
  },
});
