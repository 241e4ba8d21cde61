import { assertEquals } from "@std/assert";
import { dashboardProblems, keymapOf } from "../../src/cli/dashboard_settings.ts";
import { parseConfig } from "../../src/settings/config_text.ts";
import { resolve } from "../../src/settings/resolve.ts";
import type { Settings } from "../../src/settings/settings.ts";
import { TempFolder } from "../source/temp_folder.ts";

/** The settings that a configuration file gives; its skins are looked for in `folder`. */
function settingsOf(config: string, folder: string | null = null): Settings {
  return resolve({
    flags: [],
    environment: () => undefined,
    file: { path: "c.yml", ...parseConfig("c.yml", config) },
    names: { skins: null, formats: null },
    home: "",
    folder,
  });
}

Deno.test("keys that the dashboard refuses are told with their origin and the nearest action", async () => {
  const told: [string, string][] = [
    [
      "keys:\n  quti: x\n",
      "Cannot set keys.quti to 'x' (c.yml:2): there is no action with that name; did you mean quit?",
    ],
    [
      "keys:\n  wrap: Z\n\n  fliter: X\n",
      "Cannot set keys.fliter to 'X' (c.yml:4): there is no action with that name; did you mean filter?",
    ],
    [
      "keys:\n  wrap: Z\n  help: q\n",
      'Cannot set keys (c.yml:3): q is already "quit", so it cannot be "help"',
    ],
    ["keys: { help: q }\n", 'Cannot set keys (c.yml:1): q is already "quit", so it cannot be "help"'],
    ["keys: { help: hyper+q }\n", 'Cannot set keys (c.yml:1): there is no key "hyper+q" for "help"'],
  ];
  for (const [config, problem] of told) {
    assertEquals(await dashboardProblems(settingsOf(config)), [problem]);
  }
  const good = settingsOf("keys: { wrap: Z }\n");
  assertEquals([await dashboardProblems(good), keymapOf(good).actionOf("Z")], [[], "wrap"]);
});

Deno.test("a skin that cannot be read is told by the settings too, an empty one as empty", async () => {
  using folder = new TempFolder();
  Deno.mkdirSync(`${folder.path}/skins`);
  folder.file("skins/bare.yml", "");
  folder.file("skins/half.yml", "kind: dark\n");
  const problem = async (skin: string) => {
    const [first, ...more] = await dashboardProblems(settingsOf(`skin: ${skin}\n`, folder.path));
    assertEquals(more, []);
    return first?.replace(folder.path, "");
  };
  assertEquals(
    await problem("bare"),
    "Skin /skins/bare.yml: the file is empty but must be a map of keys and values",
  );
  assertEquals(
    await problem("half"),
    "Skin /skins/half.yml: colors is missing but must be a map of keys and values",
  );
  assertEquals(await problem("nord"), undefined);
});
