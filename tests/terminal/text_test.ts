import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { graphemes } from "../../src/terminal/grapheme.ts";
import { codePointWidth, isHidden, joins } from "../../src/terminal/code_point.ts";
import { cellWidth, fit, isSimple, visible } from "../../src/terminal/text.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.array(
    fc.constantFrom(
      "\u0301",
      "\u200d",
      "\ufe0f",
      "👩",
      "❤",
      "🏽",
      "🇩",
      "क",
      "्",
      "日",
      "a",
      "\x1b",
      "\u202e",
      "\t",
    ),
    {
      maxLength: 30,
    },
  ).map((parts) => parts.join("")),
);

Deno.test("text takes the cells that terminals give it", () => {
  const widths: [string, number][] = [
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["日本", 4],
    ["한글", 4],
    ["\u1112\u1161\u11ab", 2],
    ["👨‍👩‍👧", 2],
    ["👍🏽", 2],
    ["🇩🇪", 2],
    ["☠️", 2],
    ["❤", 1],
    ["1️⃣", 2],
    ["…", 1],
    ["─│▌█", 4],
    ["שלום", 4],
    ["\t", 1],
    ["\x1b[31m", 5],
    ["\u202e", 6],
    ["\u0301", 1],
  ];
  for (const [text, cells] of widths) assertEquals(cellWidth(text), cells, JSON.stringify(text));
});

Deno.test("what steers a terminal or hides is shown", () => {
  const shown: [string, string][] = [
    ["a\x1b[2Jb", "a␛[2Jb"],
    ["a\tb\nc\r\x00\x07", "a␉b␊c␍␀␇"],
    ["\x7f", "␡"],
    ["\x9b31m", "\\x9b31m"],
    ["\u202egnp.exe", "\\u202egnp.exe"],
    ["\u2066x\u2069", "\\u2066x\\u2069"],
    ["a\u200bb\ufeff", "a\\u200bb\\ufeff"],
    ["a\u2028b", "a\\u2028b"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800x", "\ufffdx"],
    ["a\u200db", "a\\u200db"],
    ["👩\u200d💻", "👩\u200d💻"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["soft\u00adhyphen", "soft\\xadhyphen"],
    ["plain", "plain"],
  ];
  for (const [text, expected] of shown) assertEquals(visible(text), expected);
});

Deno.test("visible text holds no control, and showing it twice changes nothing", () => {
  fc.assert(fc.property(anyText, (text) => {
    const once = visible(text);
    assert(!/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(once));
    assertEquals(visible(once), once);
    assert(once.isWellFormed());
    assertEquals(cellWidth(text), cellWidth(once));
  }));
});

Deno.test("fitted text is never wider than its cells, and whole if there is room", () => {
  fc.assert(
    fc.property(
      anyText,
      fc.integer({ min: -2, max: 30 }),
      fc.constantFrom("end" as const, "middle" as const),
      (text, cells, where) => {
        const fitted = fit(text, cells, where);
        assert(cellWidth(fitted) <= Math.max(0, cells), `${cellWidth(fitted)} > ${cells}`);
        if (cellWidth(text) <= cells) assertEquals(fitted, visible(text));
      },
    ),
  );
});

Deno.test("simple characters are shown as they stand, in one cell, and join nothing", () => {
  for (let code = 0; code < 0x10000; code++) {
    if (!isSimple(String.fromCharCode(code))) continue;
    assertEquals([codePointWidth(code), isHidden(code), joins(code)], [1, false, false], code.toString(16));
  }
});

Deno.test("text is cut at its end, paths in the middle", () => {
  assertEquals(fit("could not reach issuer", 10), "could not…");
  assertEquals(fit("/var/log/gateway/app.log", 13, "middle"), "/var/l…pp.log");
  assertEquals(fit("日本語", 4), "日…");
  assertEquals(fit("abc", 1), "…");
  assertEquals(fit("abc", 0), "");
});

Deno.test("a line of a megabyte is cut without a look at all of it", () => {
  const long = "日本語 and more, ".repeat(80_000);
  const start = performance.now();
  for (let times = 0; times < 20; times++) fit(long, 100);
  assertEquals(cellWidth(fit(long, 100, "middle")), 100);
  assert(performance.now() - start < 500);
});

Deno.test("marks past a bound get cells of their own", () => {
  assertEquals(graphemes("x" + "\u0301".repeat(30)).length, 3);
});
