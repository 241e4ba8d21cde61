import { visible } from "../settings/raw.ts";
import { table } from "./columns.ts";
import { defineCommand } from "./command.ts";
import { installedSkins } from "./installed_skins.ts";
import { print } from "./output.ts";

export const command = defineCommand({
  description: "Your own are read from `skins/*.yml` beside the configuration file.",
  options: {},
  operands: { placeholder: "", least: 0, most: 0 },
  examples: [{ line: "weir --skin nord app.log", does: "use one" }],
  async run(invocation) {
    const settings = await invocation.settings();
    const rows = installedSkins(settings.folder).map(({ name, path, own }) => [
      name === settings.get("skin") ? "*" : " ",
      visible(name),
      own ? visible(path) : "",
    ]);
    await print(table(rows).map((line) => `${line}\n`).join(""));
    return 0;
  },
});
