import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Look } from "../../src/dashboard/look.ts";
import { drawTimelinePanel } from "../../src/dashboard/panels/timeline_panel.ts";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { graphemeText } from "../../src/terminal/grapheme.ts";
import { style, styleBackground, styleForeground } from "../../src/terminal/style.ts";
import { Driver } from "./driver.ts";
import { plainLook } from "./plain_look.ts";

const RED = 1;
const CALM = 4;

function coloured(): Look {
  const look = plainLook(false);
  const tones = { ...look.tones, severity5: style({ fg: RED }), bar: style({ fg: CALM }) };
  return { ...look, tones };
}

/** The cell at the ground of each of two buckets, of which the second holds 240 records: its glyph and what colours it has. */
function ground(info: number, errors: number): [string, boolean, boolean] {
  const look = coloured();
  const buffer = new CellBuffer(40, 5);
  const rest = [0, 0, 0];
  const timeline = {
    width: 1000,
    buckets: [
      { time: 0, severities: [...rest, info, 0, errors, 0] },
      { time: 1000, severities: [...rest, 240, 0, 0, 0] },
    ],
  };
  const severities = [...rest, info + 240, 0, errors, 0];
  drawTimelinePanel(buffer, look, { x: 0, y: 0, width: 40, height: 5 }, {
    timeline,
    severities,
    utc: true,
    colored: true,
    findings: [],
  });
  const at = 3 * buffer.width;
  const of = buffer.styles[at];
  const colours = [styleForeground(of), styleBackground(of)];
  const has = (tone: number) => colours.includes(styleForeground(tone));
  return [graphemeText(buffer.glyphs[at]), has(look.tones.severity5), has(look.tones.bar)];
}

Deno.test("a few errors in a low column colour its foot, not all of it", () => {
  // Seven eighths of a cell, an eighth of them errors.
  assertEquals(ground(50, 2), ["▁", true, true]);
  assertEquals(ground(52, 0), ["▇", false, true]);
});

Deno.test("what is mostly errors is theirs, and errors show in the lowest column", () => {
  assertEquals(ground(10, 42), ["▇", true, false]);
  assertEquals(ground(6, 1), ["▂", true, false]);
});

Deno.test("of records far from all others the chart's title says how many are not drawn, and covers the rest", () => {
  const driver = new Driver(160, 45, { records: 900 });
  const shown = driver.state.shown!;
  const { summary } = shown;
  const far = { time: summary.start! - 50 * 365 * 86_400_000, severities: [0, 0, 0, 2, 0, 0, 0] };
  const title = () => driver.text().split("\n").find((line) => line.includes("Time by severity"))!;
  const [covered] = / [^─]+ · /.exec(title())!;
  const timeline = { ...summary.timeline, buckets: [far, ...summary.timeline.buckets] };
  driver.state = { ...driver.state, shown: { ...shown, summary: { ...summary, start: far.time, timeline } } };
  assertStringIncludes(title(), covered);
  assertStringIncludes(title(), " a column · 2 far outside ");
});
