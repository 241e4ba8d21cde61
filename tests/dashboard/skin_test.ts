import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { loadSkin } from "../../src/dashboard/load_skin.ts";
import { assumed, COLORS, contrast, makeLook } from "../../src/dashboard/skin.ts";
import { parseSkin } from "../../src/dashboard/skin_yaml.ts";
import { UserError } from "../../src/record/user_error.ts";
import { UNICODE_GLYPHS } from "../../src/terminal/glyphs.ts";
import { DEFAULT, styleBackground, styleForeground } from "../../src/terminal/style.ts";

const FOLDER = `${import.meta.dirname}/../../skins`;
const DARK = ["default", "controltheory-dark", "dracula", "gruvbox", "monokai", "nord", "solarized-dark"];
const LIGHT = ["controltheory-light", "github-light", "solarized-light", "vs-code-light", "spring"];
const TEXTS = ["text", "strong", "muted", "accent", "focus", "key", "good", "warning", "bad"] as const;

const SMALL = `kind: dark
colors:
  background: default
  text: "#eee"
  selection: "#303030"
  highlight: "#ffff00"
severities: { trace: "#888888", debug: "#999999", info: "#aaaaaa", warn: "#ffaa00", error: "#ff0000", fatal: "#ff00ff" }
`;

Deno.test("the twelve skins are there, and say their names and kinds", async () => {
  const files = [...Deno.readDirSync(FOLDER)].map((entry) => entry.name).sort();
  assertEquals(files, [...DARK, ...LIGHT].map((name) => `${name}.yml`).sort());
  for (const name of [...DARK, ...LIGHT]) {
    const skin = await loadSkin(`${FOLDER}/${name}.yml`);
    assertEquals([skin.name, skin.kind], [name, DARK.includes(name) ? "dark" : "light"]);
  }
});

for (const name of [...DARK, ...LIGHT]) {
  Deno.test(`${name} can be read: text and severities 4.5:1 on the background, 3:1 in a selected row`, async () => {
    const skin = await loadSkin(`${FOLDER}/${name}.yml`);
    const background = assumed(skin.colors.background, skin, "background");
    const rows = [skin.colors.selection, skin.colors["selection-faded"]];
    const all: [string, number][] = [
      ...TEXTS.map((key): [string, number] => [key, assumed(skin.colors[key], skin, "text")]),
      ...skin.severities.map((color, rank): [string, number] => [`severity ${rank + 1}`, color]),
    ];
    for (const [key, color] of all) {
      assert(contrast(color, background) >= 4.5, `${key}: ${contrast(color, background)}`);
      for (const row of rows) assert(contrast(color, row) >= 3, `${key} selected: ${contrast(color, row)}`);
    }
    for (const row of rows) assert(contrast(assumed(skin.colors.text, skin, "text"), row) >= 4.5);
    const { fg, bg } = makeLook(skin, UNICODE_GLYPHS).match;
    assert(contrast(fg!, bg!) >= 4.5);
    assertEquals(new Set(skin.severities).size, 6, "each severity has a colour of its own");
  });
}

Deno.test("a light skin brings its own background, for it may stand in a dark terminal", async () => {
  for (const name of LIGHT) {
    const skin = await loadSkin(`${FOLDER}/${name}.yml`);
    assert(contrast(skin.colors.background, 0x000000) > 15, name);
    assert(skin.colors.text !== DEFAULT);
  }
});

Deno.test("colours that are left out follow others, and the name is the file's", () => {
  const skin = parseSkin(SMALL, "/home/me/skins/mine.yml");
  assertEquals(skin.name, "mine");
  assertEquals(skin.colors.text, 0xeeeeee);
  assertEquals(skin.colors.border, 0xeeeeee);
  assertEquals(skin.colors.background, DEFAULT);
  const look = makeLook(skin, UNICODE_GLYPHS);
  assertEquals(styleForeground(look.tones.severity5), 0xff0000);
  assertEquals(styleBackground(look.tones.severity5), DEFAULT);
  assertEquals(look.selection, { bg: 0x303030 });
});

const BROKEN: [what: string, text: string, message: RegExp][] = [
  [
    "a wrong colour",
    SMALL.replace('"#eee"', "orange"),
    /mine\.yml:4:9: colors\.text is "orange" but must be a colour/,
  ],
  ["a colour that is no text", SMALL.replace('"#ffff00"', "7"), /mine\.yml:6:14: colors\.highlight is 7 but/],
  ["a missing colour", SMALL.replace(/ {2}selection.*\n/, ""), /mine\.yml: colors\.selection is missing but/],
  ["a missing severity", SMALL.replace('trace: "#888888", ', ""), /severities\.trace is missing/],
  [
    "an unknown key",
    SMALL.replace("  text:", "  txet: 1\n  text:"),
    /mine\.yml:4:9: colors\.txet is not known; known are/,
  ],
  ["a wrong kind", SMALL.replace("dark", "grey"), /mine\.yml:1:7: kind is "grey" but must be dark or light/],
  ["no map", "- a\n- b\n", /mine\.yml:1:1: the file is \["a","b"\] but must be a map/],
  ["nothing", "", /mine\.yml: the file is empty but must be a map/],
  ["an alias of nothing", SMALL.replace('"#eee"', "*ink"), /mine\.yml: .*ink/],
  ["broken YAML", "kind: [dark\n", /mine\.yml:\d+:\d+: /],
];

for (const [what, text, message] of BROKEN) {
  Deno.test(`a skin with ${what} is refused with file, place, key and value`, () => {
    const error = assertThrows(() => parseSkin(text, "/home/me/skins/mine.yml"), UserError);
    assertMatch(error.message, message);
    assertEquals(error.exitCode, 2);
  });
}

Deno.test("a skin that is not there is a person's mistake", async () => {
  const error = await assertRejects(() => loadSkin("/nowhere/mine.yml"), UserError);
  assertMatch(error.message, /Cannot read skin \/nowhere\/mine\.yml/);
});

Deno.test("the skin that the documentation shows is one, and names all colours that a skin may have", async () => {
  const page = await Deno.readTextFile(`${import.meta.dirname}/../../docs/dashboard.md`);
  const section = page.slice(page.indexOf("## Skins"), page.indexOf("## Filters"));
  const [, yaml] = /```yaml\n([^]*?)```/.exec(section)!;
  assertEquals(parseSkin(yaml, "/home/me/skins/mine.yml").name, "mine");
  const rest = section.replace(yaml, "");
  const missing = Object.keys(COLORS).filter((name) =>
    !yaml.includes(` ${name}: `) && !rest.includes(`\`${name}\``)
  );
  assertEquals(missing, []);
});
