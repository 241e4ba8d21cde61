import { assert } from "@std/assert";
import { makeLook, parseSkin } from "../../src/dashboard/skin.ts";
import { UNICODE_GLYPHS } from "../../src/terminal/glyphs.ts";
import { type Style, styleAttributes, styleBackground, styleForeground } from "../../src/terminal/style.ts";
import { Driver } from "../dashboard/driver.ts";
import { assertGolden } from "./golden.ts";

const SIZES: [number, number][] = [[160, 45], [120, 36], [80, 24]];

/** What is pressed before the picture, by the name of the picture. */
const SCREENS: Record<string, string[]> = {
  dashboard: [],
  help: ["?"],
  entry: ["up", "up", "up", "up", "enter"],
  severities: ["v", "down", "space"],
  filtered: ["/", "type:service=payments -severity>=error", "enter"],
  "filter-typed": ["/", "type:service=pa"],
  "filter-wrong": ["/", 'type:status>=many "x'],
  searched: ["s", "type:certificate", "enter"],
  "no-match": ["/", "type:nowhere", "enter"],
  paused: ["space"],
  scrolled: ["pageup", "up"],
  patterns: ["3", "down"],
  pattern: ["3", "down", "d"],
  attributes: ["5", "down"],
  values: ["5", "enter"],
  zoomed: ["3", "z"],
  "full-log": ["f"],
  counts: ["2", "enter"],
  statistics: ["#"],
  health: ["I"],
  notices: ["!"],
  filters: ["/", "type:order", "enter", "F"],
  columns: ["C"],
  panels: ["p"],
  skins: ["S"],
  bookmarks: ["b", "B"],
  wrapped: ["w"],
};

for (const [width, height] of SIZES) {
  for (const [name, keys] of Object.entries(SCREENS)) {
    Deno.test(`${name} at ${width}×${height} is drawn as before`, async () => {
      const driver = new Driver(width, height, { records: 1204 });
      for (const key of keys) key.startsWith("type:") ? driver.type(key.slice(5)) : driver.keys(key);
      await assertGolden(`${name}-${width}x${height}`, driver.lines());
    });
  }
}

Deno.test("without colour severities stand in rows of their own, and at 60×16 and below words remain", async () => {
  await assertGolden("no-colour-160x45", new Driver(160, 45, { records: 1204, colored: false }).lines());
  await assertGolden("no-colour-120x36", new Driver(120, 36, { records: 1204, colored: false }).lines());
  await assertGolden("dashboard-60x16", new Driver(60, 16, { records: 1204 }).lines());
  await assertGolden("too-small-40x8", new Driver(40, 8, { records: 1204 }).lines());
});

Deno.test("before the first record and at the end of an empty input the screen says so", async () => {
  const waiting = new Driver(120, 36, { piped: true });
  waiting.send({ kind: "tick", now: waiting.state.now + 12_000 });
  await assertGolden("waiting-120x36", waiting.lines());
  const empty = new Driver(120, 36);
  empty.read(0, "ended");
  await assertGolden("empty-120x36", empty.lines());
});

Deno.test("colours are where they mean something", async () => {
  const driver = new Driver(120, 36, { records: 1204 });
  const skin = parseSkin(await Deno.readTextFile(`${import.meta.dirname}/../../skins/nord.yml`), "nord.yml");
  const buffer = driver.buffer(makeLook(skin, UNICODE_GLYPHS));
  const letters = new Map<Style, string>();
  const lines = Array.from(
    { length: buffer.height },
    (_, y) =>
      Array.from({ length: buffer.width }, (_, x) => {
        const style = buffer.styleAt(x, y);
        if (!letters.has(style)) letters.set(style, String.fromCharCode(65 + letters.size));
        return letters.get(style);
      }).join(""),
  );
  assert(letters.size <= 40, "a screen has few styles");
  const legend = [...letters].map(([style, letter]) =>
    `${letter} ${hex(styleForeground(style))} on ${hex(styleBackground(style))} ${styleAttributes(style)}`
  );
  await assertGolden("colours-120x36", [...lines, ...legend]);
});

function hex(color: number): string {
  return color < 0 ? "default" : `#${color.toString(16).padStart(6, "0")}`;
}
