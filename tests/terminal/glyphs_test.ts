import { assert, assertEquals } from "@std/assert";
import { asciiFor, bar, glyphs, sparkline } from "../../src/terminal/glyphs.ts";
import { cellWidth } from "../../src/terminal/text.ts";

const unicode = glyphs(false);
const ascii = glyphs(true);

Deno.test("every sign takes one cell, and the ASCII ones are ASCII", () => {
  for (const set of [unicode, ascii]) {
    for (const sign of Object.values(set).flat()) {
      assertEquals(cellWidth(sign), 1, sign);
      if (set === ascii) assert(/^[ -~]$/.test(sign), sign);
    }
  }
});

Deno.test("a bar ends by eighths, and a small share still shows", () => {
  assertEquals(bar(0.5, 4, unicode), "██");
  assertEquals(bar(0.55, 4, unicode), "██▎");
  assertEquals(bar(1, 4, unicode), "████");
  assertEquals(bar(7, 4, unicode), "████");
  assertEquals(bar(0.0001, 4, unicode), "▏");
  assertEquals(bar(0, 4, unicode), "");
  assertEquals(bar(0.5, 0, unicode), "");
  assertEquals(bar(0.5, 4, ascii), "##");
});

Deno.test("a sparkline is as high as its largest value", () => {
  assertEquals(sparkline([0, 1, 4, 8, 800], unicode), " ▁▁▁█");
  assertEquals(sparkline([0, 0], unicode), "  ");
  assertEquals(sparkline([], unicode), "");
});

Deno.test("a grapheme becomes as many ASCII characters as it has cells", () => {
  for (const sign of ["─", "╭", "▇", "…", "日", "é", "👨‍👩‍👧", "␛", "×", "\u2009", "▏"]) {
    assertEquals(asciiFor(sign).length, cellWidth(sign), sign);
    assert(/^[ -~]+$/.test(asciiFor(sign)));
  }
  assertEquals(asciiFor("─"), "-");
  assertEquals(asciiFor("␛"), "^");
});
