import { boolean, choice } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";
import { print, tell } from "./output.ts";
import { whereOption } from "./where.ts";

export const command = defineCommand({
  description:
    "A pattern is the text that records share once their variable parts are left out. Below each pattern are the services that " +
    "log it, and the values of its variable parts: statistics for numbers, the most frequent of other values.",
  options: {
    ...windowOptions,
    ...whereOption,
    output: { kind: choice("text", "json"), default: "text", help: "text for people, json for programs" },
    members: { kind: boolean(), help: "with --output json: add the line numbers of each pattern" },
  },
  examples: [
    { line: "weir patterns app.log", does: "the kinds of records in a log" },
    { line: "weir patterns --output json --members app.log", does: "with the line numbers of each" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    if (options.members && options.output !== "json") {
      tell("--members has no effect without --output json");
    }
    const { needInput } = await import("./nothing_to_read.ts");
    await needInput(resolved);
    const { engineSettings } = await import("./engine_settings.ts");
    const { ingestToEnd } = await import("./ingest_to_end.ts");
    const { Patterns } = await import("../analysis/patterns.ts");
    const { Members } = await import("./pattern_members.ts");
    const { PatternServices } = await import("./pattern_services.ts");
    const members = options.members ? new Members() : null;
    const services = new PatternServices();
    const patterns = new Patterns();
    const { ingestion } = await ingestToEnd(engineSettings(resolved, options), (batch) => {
      patterns.add(batch);
      members?.add(batch, patterns.leafOf);
      services.add(batch, patterns.leafOf);
    });
    const { patternsJson, patternsText } = await import("../report/patterns.ts");
    const summary = patterns.snapshot();
    const names = ingestion.inputs.map(({ source }) => source.name);
    const resolve = (leaf: number) => patterns.resolve(leaf);
    const known = {
      detailsOf: (id: number) => patterns.details(id),
      services: services.byPattern(resolve),
      lines: members?.byPattern(resolve, names) ?? null,
    };
    await print(options.output === "json" ? patternsJson(summary, known) : patternsText(summary, known));
    return 0;
  },
});
