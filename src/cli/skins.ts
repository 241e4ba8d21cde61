import { type ColorDepth, colorDepth } from "../terminal/color.ts";
import { visible } from "../settings/raw.ts";
import { table } from "./columns.ts";
import { defineCommand } from "./command.ts";
import { type InstalledSkin, installedSkins } from "./installed_skins.ts";
import { print } from "./output.ts";

export const command = defineCommand({
  description: "Add your own as `skins/*.yml` beside the configuration file.",
  options: {},
  operands: { placeholder: "", least: 0, most: 0 },
  examples: [{ line: "weir --skin nord app.log", does: "use a skin" }],
  async run(invocation) {
    const settings = await invocation.settings();
    const skins = installedSkins(settings.folder);
    const rows = skins.map(({ name, path, own }) => [
      name === settings.get("skin") ? "*" : " ",
      visible(name),
      own ? visible(path) : "",
    ]);
    const windows = Deno.build.os === "windows";
    const depth = colorDepth((name) => Deno.env.get(name), Deno.stdout.isTerminal(), windows);
    const lines = table(rows);
    if (depth === "none") await print(lines.map((line) => `${line}\n`).join(""));
    else await print(await withSwatches(skins, lines, depth));
    return 0;
  },
});

/** Each line with the colours of its skin behind it; what is wrong with one stands in their place. */
async function withSwatches(skins: InstalledSkin[], lines: string[], depth: ColorDepth): Promise<string> {
  const { loadSkin } = await import("../dashboard/load_skin.ts");
  const { swatch } = await import("./swatch.ts");
  const longest = Math.max(...lines.map((line) => line.length));
  const shown = await Promise.all(skins.map(async ({ path }, place) => {
    const start = lines[place].padEnd(longest + 2);
    try {
      return start + swatch(await loadSkin(path), depth);
    } catch (error) {
      return start + visible(error instanceof Error ? error.message : String(error));
    }
  }));
  return shown.map((line) => `${line}\n`).join("");
}
