import { boolean } from "../settings/kinds.ts";
import { visible } from "../settings/raw.ts";
import { table } from "./columns.ts";
import { exists } from "../source/named_files.ts";
import { defineCommand } from "./command.ts";
import { print, tell } from "./output.ts";

export const command = defineCommand({
  description:
    "Prints the value in effect for each setting, and the flag, variable or line of the configuration file that set it. " +
    "Secrets are masked.",
  options: {
    json: { kind: boolean(), help: 'print JSON: each setting with its "value" and "origin"' },
  },
  examples: [
    { line: "weir config", does: "a table of all settings" },
    { line: "WEIR_SKIN=nord weir config --json", does: "the same for programs" },
  ],
  async run({ options, settings }) {
    const resolved = await settings();
    const shown = resolved.shown();
    if (options.json) {
      const byName = Object.fromEntries(shown.map(({ name, value, origin }) => [name, { value, origin }]));
      await print(`${JSON.stringify(byName, null, 2)}\n`);
    } else {
      const rows = shown.map(({ name, value, origin }) => {
        const isMissing = name === "config" && typeof value === "string" && !exists(value);
        return [name, valueText(value), visible(origin) + (isMissing ? ", does not exist yet" : "")];
      });
      await print(table([["SETTING", "VALUE", "FROM"], ...rows]).map((line) => `${line}\n`).join(""));
    }
    const { dashboardProblems } = await import("./dashboard_settings.ts");
    const problems = await dashboardProblems(resolved);
    for (const problem of problems) tell(problem);
    return problems.length > 0 ? REFUSED : 0;
  },
});

/** The exit status for values that the dashboard will refuse. */
const REFUSED = 2;

/** A value on one line; `-` for none. */
function valueText(value: unknown): string {
  if (value === null || value === "") return "-";
  if (Array.isArray(value)) return value.length === 0 ? "-" : visible(value.join(","));
  if (typeof value === "object") {
    return Object.keys(value).length === 0 ? "-" : visible(JSON.stringify(value));
  }
  return visible(String(value));
}
