import project from "../../deno.json" with { type: "json" };
import { defineCommand } from "./command.ts";
import { print } from "./output.ts";

/** Name, version, and what it runs on, on one line. */
export function versionText(): string {
  return `weir ${project.version} (Deno ${Deno.version.deno}, ${Deno.build.target})`;
}

export const command = defineCommand({
  options: {},
  operands: { placeholder: "", least: 0, most: 0 },
  examples: [{ line: "weir version", does: "the same as --version" }],
  async run() {
    await print(`${versionText()}\n`);
    return 0;
  },
});
