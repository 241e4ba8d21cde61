import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { CONTINUATION, graphemeWidth } from "../../src/terminal/grapheme.ts";
import { style, styleAttributes, styleBackground, styleForeground } from "../../src/terminal/style.ts";
import { cellWidth } from "../../src/terminal/text.ts";

function drawn(draw: (buffer: CellBuffer) => void, width = 10, height = 1): string[] {
  const buffer = new CellBuffer(width, height);
  draw(buffer);
  return buffer.lines();
}

Deno.test("text is clipped on all sides, and says how many cells it took", () => {
  const buffer = new CellBuffer(5, 1);
  assertEquals(buffer.text(3, 0, "abc", 0), 2);
  assertEquals(buffer.text(-2, 0, "abc", 0), 3);
  assertEquals(buffer.text(0, 1, "abc", 0), 0);
  assertEquals(buffer.text(0, -1, "abc", 0), 0);
  assertEquals(buffer.text(9, 0, "abc", 0), 0);
  assertEquals(buffer.text(1, 0, "xyz", 0, 2), 2);
  assertEquals(buffer.lines(), ["cxyab"]);
});

Deno.test("a wide character that does not fit becomes a blank", () => {
  assertEquals(drawn((buffer) => buffer.text(0, 0, "a日本語", 0), 6), ["a日本 "]);
  assertEquals(drawn((buffer) => buffer.text(0, 0, "日本", 0, 3), 6), ["日    "]);
  assertEquals(drawn((buffer) => buffer.text(-1, 0, "日本", 0), 6), [" 本   "]);
});

Deno.test("half of an overwritten wide character becomes a blank", () => {
  assertEquals(
    drawn((buffer) => {
      buffer.text(0, 0, "日本語", 0);
      buffer.text(1, 0, "x", 0);
      buffer.text(4, 0, "y", 0);
    }, 6),
    [" x本y "],
  );
  assertEquals(
    drawn((buffer) => {
      buffer.text(0, 0, "日本語", 0);
      buffer.text(1, 0, "語", 0);
    }, 6),
    [" 語 語"],
  );
  assertEquals(
    drawn((buffer) => {
      buffer.text(0, 0, "日本", 0);
      buffer.text(-5, 0, "ab", 0);
    }, 6),
    ["日本  "],
  );
});

Deno.test("an area is filled and restyled where it lies in the buffer", () => {
  const buffer = new CellBuffer(4, 3);
  buffer.fill({ x: 2, y: 1, width: 9, height: 9 }, "x", style({ fg: 0xff0000, bold: true }));
  buffer.restyle({ x: -1, y: 2, width: 4, height: 1 }, { bg: 0x00ff00 });
  assertEquals(buffer.lines(), ["    ", "  xx", "  xx"]);
  assertEquals(styleBackground(buffer.styleAt(2, 2)), 0x00ff00);
  assertEquals(styleForeground(buffer.styleAt(2, 2)), 0xff0000);
  assertEquals(styleAttributes(buffer.styleAt(2, 2)), 1);
  assertEquals(styleBackground(buffer.styleAt(3, 2)), -1);
  assertEquals(buffer.styleAt(99, 0), 0);
});

Deno.test("nothing is ever wider than its cells, whatever is drawn where", () => {
  const draw = fc.record({
    text: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("日本語", "👨‍👩‍👧x", "e\u0301"),
    ),
    x: fc.integer({ min: -8, max: 25 }),
    y: fc.integer({ min: -1, max: 3 }),
    max: fc.constantFrom(Infinity, 0, 1, 3, 7),
  });
  fc.assert(fc.property(fc.array(draw, { maxLength: 12 }), (draws) => {
    const buffer = new CellBuffer(20, 3);
    for (const { text, x, y, max } of draws) assert(buffer.text(x, y, text, 0, max) <= max);
    for (const line of buffer.lines()) assertEquals(cellWidth(line), 20, JSON.stringify(line));
    buffer.glyphs.forEach((glyph, at) => {
      if (glyph === CONTINUATION) assertEquals(graphemeWidth(buffer.glyphs[at - 1]), 2);
      else if (graphemeWidth(glyph) === 2) assertEquals(buffer.glyphs[at + 1], CONTINUATION);
    });
  }));
});

Deno.test("the same look has the same number", () => {
  assertEquals(style({ fg: 0x123456, bold: true }), style({ bold: true, fg: 0x123456 }));
  assertEquals(style({}), 0);
  assert(style({ fg: 0xffffff, bg: 0 }) !== style({ fg: 0, bg: 0xffffff }));
});
