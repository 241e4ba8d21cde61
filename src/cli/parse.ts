import { boolean } from "../settings/kinds.ts";
import { defineCommand } from "./command.ts";
import { windowOptions } from "./moment.ts";
import { outputFile, print, tell } from "./output.ts";
import { whereOption } from "./where.ts";

export const command = defineCommand({
  description:
    "One JSON object per line, as the records are read; records of several files are merged in order of time.",
  options: {
    ...windowOptions,
    ...whereOption,
    explain: {
      kind: boolean(),
      help: "add to each record which format read it, and where its time and severity come from",
    },
  },
  examples: [
    { line: "weir parse app.log | jq .severity", does: "records as JSON, for other tools" },
    { line: "weir parse --explain -f app.log", does: "see how the lines are understood" },
    { line: "weir parse --where 'service=api status>=500' app.log", does: "only the records that match" },
    { line: "kubectl logs -f deploy/api | weir parse --since 15m", does: "from a pipe" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const { needInput } = await import("./nothing_to_read.ts");
    await needInput(resolved);
    const { engineSettings } = await import("./engine_settings.ts");
    const { printRecords } = await import("./print_records.ts");
    const output = resolved.get("follow") ? await outputFile() : null;
    await printRecords({ ...engineSettings(resolved, options), output }, options.explain, print, tell);
    return 0;
  },
});
