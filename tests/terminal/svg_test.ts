import { assertEquals, assertStringIncludes } from "@std/assert";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { style } from "../../src/terminal/style.ts";
import { svg } from "../../src/terminal/svg.ts";

Deno.test("a picture has each run of one style as a text in its place and colours", () => {
  const buffer = new CellBuffer(20, 2);
  buffer.text(2, 1, "<a> & b", style({ fg: 0xff5555, bold: true }));
  buffer.text(12, 1, "日x", style({ bg: 0x003300 }));
  const picture = svg(buffer, { foreground: 0xeeeeee, background: 0x111111, title: "weir <1>" });
  assertStringIncludes(
    picture,
    '<text x="16.8" y="31.5" textLength="58.8" lengthAdjust="spacingAndGlyphs" fill="#ff5555" font-weight="bold">&lt;a&gt; &amp; b</text>',
  );
  assertStringIncludes(picture, '<rect x="100.8" y="18" width="16.8" height="18" fill="#003300"/>');
  assertStringIncludes(picture, ">日</text>");
  assertStringIncludes(picture, "<title>weir &lt;1&gt;</title>");
  assertEquals(picture.match(/<text/g)?.length, 4);
});

Deno.test("reversed text changes ink and ground", () => {
  const buffer = new CellBuffer(3, 1);
  buffer.text(0, 0, "abc", style({ reverse: true }));
  const picture = svg(buffer, { foreground: 0xeeeeee, background: 0x111111, title: "t" });
  assertStringIncludes(picture, 'height="18" fill="#eeeeee"/>');
  assertStringIncludes(picture, 'fill="#111111">abc</text>');
});

Deno.test("blanks keep their width: at the ends they move the text, within it they do not become one", () => {
  const buffer = new CellBuffer(12, 1);
  buffer.text(0, 0, "  a   b  ", style({ fg: 0xff5555 }));
  const picture = svg(buffer, { foreground: 0xeeeeee, background: 0x111111, title: "t" });
  assertStringIncludes(picture, '<text x="16.8" y="13.5" textLength="42" ');
  assertStringIncludes(picture, ">a\u00a0\u00a0 b</text>");
});
