import { assert } from "@std/assert";
import { type Style, styleAttributes } from "../../src/terminal/style.ts";
import { Driver } from "../dashboard/driver.ts";
import { assertGolden } from "./golden.ts";
import { look, runsOf, styleName } from "./style_runs.ts";

const SIZES: [number, number][] = [[160, 45], [120, 36], [80, 24]];

/** What is pressed before the picture, by the name of the picture. */
const SCREENS: Record<string, string[]> = {
  dashboard: [],
  help: ["?"],
  entry: ["up", "up", "up", "up", "enter"],
  trace: ["enter", "tab"],
  "trace-searching": ["searched:0.38", "enter", "A"],
  severities: ["v", "down", "space"],
  filtered: ["/", "type:service=payments -severity>=error", "enter"],
  "filter-typed": ["/", "type:service=pa"],
  "filter-wrong": ["/", 'type:status>=many "x'],
  searched: ["s", "type:certificate", "enter"],
  "no-match": ["/", "type:nowhere", "enter", "A", "A"],
  paused: ["space"],
  scrolled: ["pageup", "up"],
  patterns: ["3", "down"],
  pattern: ["3", "down", "d"],
  fields: ["enter", "+", "down"],
  finding: ["1", "d"],
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
  "nothing-marked": ["D"],
  changes: ["M", "read:1500", "D"],
  received: ["T"],
  whole: ["A"],
  "whole-filtered": ["/", "type:severity>=error", "enter", "A"],
  "whole-searching": ["searched:0.38", "/", "type:severity>=error", "enter", "A"],
  "whole-no-match": ["searched:0.38", "/", "type:nowhere", "enter"],
  "whole-refused": ["refused:app.log: another file stands there now", "A"],
};

function drive(width: number, height: number, steps: string[], colored: boolean): Driver {
  const driver = new Driver(width, height, { records: 1204, colored });
  for (const step of steps) {
    const [, verb, rest] = /^(type|read|searched|refused):(.*)$/.exec(step) ?? [];
    if (verb === "type") driver.type(rest);
    else if (verb === "read") driver.read(Number(rest));
    else if (verb === "searched") driver.engine.searched = Number(rest);
    else if (verb === "refused") driver.engine.searched = rest;
    else driver.keys(step);
  }
  return driver;
}

for (const [width, height] of SIZES) {
  for (const [name, steps] of Object.entries(SCREENS)) {
    Deno.test(`${name} at ${width}×${height} is drawn as before, in colour and without`, async () => {
      const driver = drive(width, height, steps, true);
      const lines = driver.lines();
      await assertGolden(`${name}-${width}x${height}`, lines);
      const plain = drive(width, height, steps, false);
      const others = plain.lines().flatMap((line, y) => line === lines[y] ? [] : [`${y + 1} ${line}`]);
      await assertGolden(`styles/${name}-${width}x${height}`, [
        "in colour",
        ...runsOf(
          driver.buffer(look),
          styleName,
        ),
        "without colour",
        ...runsOf(plain.buffer(look), (style) => `${styleAttributes(style)}`),
        ...others,
      ]);
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
  const buffer = driver.buffer(look);
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
  const legend = [...letters].map(([style, letter]) => `${letter} ${styleName(style)}`);
  await assertGolden("colours-120x36", [...lines, ...legend]);
});
