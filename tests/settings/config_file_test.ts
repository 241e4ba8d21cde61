import { assertEquals, assertRejects, assertThrows, fail } from "@std/assert";
import { installedSkins } from "../../src/cli/installed_skins.ts";
import { Memory } from "../../src/cli/remembered.ts";
import { UserError } from "../../src/record/user_error.ts";
import { parseConfig } from "../../src/settings/config_text.ts";
import { loadSettings } from "../../src/settings/load.ts";
import { configFolder, stateFolder } from "../../src/settings/places.ts";
import { rawText } from "../../src/settings/raw.ts";

const WINDOWS = Deno.build.os === "windows";

/** Runs `body` with a folder of its own, in which `config/weir/` stands. */
async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/config/weir`, { recursive: true });
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function load(folder: string, config?: string) {
  const variables: Record<string, string> = { XDG_CONFIG_HOME: `${folder}/config`, HOME: folder };
  const flags = config === undefined
    ? []
    : [{ setting: "config", flag: "--config", raw: rawText(config) } as const];
  const place = { environment: (name: string) => variables[name], windows: false };
  return loadSettings(flags, place, () => ({ skins: ["default", "nord", "dracula"], formats: [] }));
}

Deno.test("a default configuration file that is missing is no error, a named one is", () =>
  inFolder(async (folder) => {
    const settings = await load(folder);
    assertEquals(settings.get("skin"), "default");
    assertEquals(settings.get("config"), `${folder}/config/weir/config.yml`, "where one is made");
    const error: UserError = await assertRejects(() => load(folder, `${folder}/c.yml`), UserError);
    assertEquals(
      error.message,
      `Cannot read the configuration file '${folder}/c.yml': no such file`,
    );
    assertEquals(error.exitCode, 2);
  }));

Deno.test("where the configuration's folder is none, as below a HOME of /dev/null, there is no configuration", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/config/weir/file`, "");
    const variables: Record<string, string> = { XDG_CONFIG_HOME: `${folder}/config/weir/file` };
    const place = { environment: (name: string) => variables[name], windows: false };
    const settings = await loadSettings([], place, () => ({ skins: ["default"], formats: [] }));
    assertEquals([settings.get("skin"), settings.warnings], ["default", []]);
    assertEquals(installedSkins(settings.folder).filter(({ own }) => own), []);
    assertEquals(
      new Memory({ environment: () => `${folder}/config/weir/file`, windows: false }).read(fail),
      null,
    );
  }));

Deno.test({
  name: "a default configuration file that this user may not read is a remark, a named one is an error",
  ignore: WINDOWS || Deno.uid() === 0,
  fn: () =>
    inFolder(async (folder) => {
      const path = `${folder}/config/weir/config.yml`;
      await Deno.writeTextFile(path, "skin: nord\n", { mode: 0o000 });
      const settings = await load(folder);
      assertEquals(settings.get("skin"), "default");
      const message = `Cannot read the configuration file '${path}': no permission to read it`;
      assertEquals(settings.warnings, [`${message}; continuing without it`]);
      const error: UserError = await assertRejects(() => load(folder, path), UserError);
      assertEquals(error.message, message);
    }),
});

Deno.test("config.yml is found, then config.yaml, and --config replaces both", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/config/weir/config.yaml`, "skin: dracula\n");
    assertEquals((await load(folder)).get("skin"), "dracula");
    await Deno.writeTextFile(`${folder}/config/weir/config.yml`, "skin: nord\n");
    const settings = await load(folder);
    assertEquals(settings.get("skin"), "nord");
    assertEquals(settings.folder, `${folder}/config/weir`);
    assertEquals(settings.get("config"), `${folder}/config/weir/config.yml`);
    await Deno.writeTextFile(`${folder}/mine.yml`, "log-buffer: 7\n");
    const other = await load(folder, `${folder}/mine.yml`);
    assertEquals([other.get("skin"), other.get("log-buffer")], ["default", 7]);
  }));

Deno.test({
  name: "a file that holds a secret and that others can read is a remark; a private one is not",
  ignore: WINDOWS,
  fn: () =>
    inFolder(async (folder) => {
      const path = `${folder}/config/weir/config.yml`;
      await Deno.writeTextFile(path, "api-key: abc\n", { mode: 0o600 });
      assertEquals((await load(folder)).warnings, []);
      await Deno.chmod(path, 0o640);
      assertEquals((await load(folder)).warnings, [
        `${path} holds api-key and other users of this machine can read it; make it private with chmod 600 '${path}'`,
      ]);
      await Deno.writeTextFile(path, "api-base: https://me:secret@there/v1\n");
      assertEquals((await load(folder)).warnings, [
        `${path} holds api-base and other users of this machine can read it; make it private with chmod 600 '${path}'`,
      ]);
      await Deno.writeTextFile(path, "skin: nord\napi-base: https://there/v1?version=1\n");
      assertEquals((await load(folder)).warnings, []);
    }),
});

Deno.test("a configuration in UTF-16 with a mark is read", () =>
  inFolder(async (folder) => {
    const units = [..."\ufeffskin: nord\r\n"].map((unit) => unit.charCodeAt(0));
    for (const [low, high] of [[0, 8], [8, 0]]) {
      const bytes = Uint8Array.from(units.flatMap((unit) => [(unit >> low) & 255, (unit >> high) & 255]));
      await Deno.writeFile(`${folder}/config/weir/config.yml`, bytes);
      assertEquals((await load(folder)).get("skin"), "nord");
    }
  }));

Deno.test("broken YAML is told with file, line and column", () => {
  const cases = {
    'skin: nord\nformat: "json\n': 'c.yml:2:9: invalid YAML: missing closing "quote',
    "skin: nord\nfiles: ['a, b]\nformat: json\n": "c.yml:2:9: invalid YAML: missing closing 'quote",
    "skin: nord\n\tformat: json\n": "c.yml:2:1: invalid YAML: tabs are not allowed as indentation",
    "skin: nord\nskin: dracula\n": "c.yml:2:1: invalid YAML: map keys must be unique",
    "skin: nord\n---\nskin: dracula\n": "c.yml:2:1: must be a single YAML document, not several",
    "files: *.log\n": "c.yml:1:8: a value that begins with * needs quotes, such as '*.log'",
    "files:\n  - a\n  - *.log\n": "c.yml:3:5: a value that begins with * needs quotes, such as '*.log'",
    "- skin\n": "c.yml:1:1: must be a map of settings, such as `skin: nord`",
  };
  for (const [text, message] of Object.entries(cases)) {
    const error: UserError = assertThrows(() => parseConfig("c.yml", text), UserError);
    assertEquals(error.message, message);
  }
});

Deno.test("a key without a value is not given, and an anchor's value is that of its aliases", () => {
  const { values } = parseConfig(
    "c.yml",
    "skin:\nformat: ~\nai-model: null\ntime-zone: NULL\nstop-words: &w [a]\nfiles: *w\n",
  );
  assertEquals([...values.keys()], ["stop-words", "files"]);
  assertEquals(values.get("files")?.line, 6);
  for (const empty of ["", "# nothing\n", "---\n"]) assertEquals(parseConfig("c.yml", empty).values.size, 0);
});

Deno.test("an alias that holds itself is refused", () => {
  assertThrows(() => parseConfig("c.yml", "files: &f [*f]\n"), UserError);
});

Deno.test("folders follow the XDG variables, or those of Windows", () => {
  const place = (variables: Record<string, string>, windows = false) => {
    return { environment: (name: string) => variables[name], windows };
  };
  assertEquals(configFolder(place({ XDG_CONFIG_HOME: "/x", HOME: "/h" })), "/x/weir");
  assertEquals(configFolder(place({ XDG_CONFIG_HOME: "x", HOME: "/h" })), "/h/.config/weir");
  assertEquals(configFolder(place({})), null);
  assertEquals(configFolder(place({ APPDATA: "C:\\A", XDG_CONFIG_HOME: "/x" }, true)), "C:\\A\\weir");
  assertEquals(stateFolder(place({ HOME: "/h" })), "/h/.local/state/weir");
  assertEquals(stateFolder(place({ XDG_STATE_HOME: "/s" })), "/s/weir");
});
