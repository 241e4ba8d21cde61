import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import type { Capabilities } from "../../src/terminal/capability.ts";
import { FrameDiff } from "../../src/terminal/diff.ts";
import { CONTINUATION, graphemeText, isAgreed } from "../../src/terminal/grapheme.ts";
import { style } from "../../src/terminal/style.ts";
import { ReferenceTerminal } from "./reference_terminal.ts";

const MODERN: Capabilities = { color: "truecolor", ascii: false, modern: true };
const NO_WRAP = "\x1b[?7l";

const styles = [
  0,
  style({ fg: 0xff5555 }),
  style({ fg: 0x50fa7b, bg: 0x282a36 }),
  style({ bg: 0x44475a }),
  style({ bold: true }),
  style({ dim: true, italic: true }),
  style({ underline: true, fg: 0x8be9fd }),
  style({ reverse: true, bg: 0x003300 }),
];

const words = [
  "a",
  "timeout reached",
  "   ",
  "────────────",
  "日本語",
  "é",
  "e\u0301x",
  "👨‍👩‍👧",
  "👍🏽 ok",
  "🇩🇪",
  "☠️",
  "✅ done",
  "क्षि",
  "น้ำ",
  "ｶﾞ",
  "שלום עולם",
  "مرحبا",
  "a\tb",
  "\x1b[2J",
  "\u202eevil",
  "\u0301\u0301",
  "한글",
  "▏▎▍▌▋▊▉█",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "\ue0b0",
];

type Step =
  | { do: "text"; x: number; y: number; word: string; look: number; max: number }
  | { do: "fill"; x: number; y: number; width: number; height: number; word: string; look: number }
  | { do: "restyle"; x: number; y: number; width: number; height: number; look: number }
  | { do: "scroll"; top: number; bottom: number; by: number }
  | { do: "clear" };

const place = { x: fc.integer({ min: -4, max: 44 }), y: fc.integer({ min: -1, max: 12 }) };
const size = { width: fc.integer({ min: 0, max: 45 }), height: fc.integer({ min: 0, max: 13 }) };
const word = fc.constantFrom(...words);
const look = fc.nat(styles.length - 1);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("text" as const),
      ...place,
      word,
      look,
      max: fc.constantFrom(Infinity, Infinity, 1, 2, 5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fill" as const), ...place, ...size, word, look }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restyle" as const), ...place, ...size, look }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("scroll" as const),
      top: fc.nat(11),
      bottom: fc.nat(12),
      by: fc.integer({ min: -5, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const) }) },
);

function apply(buffer: CellBuffer, step: Step): void {
  if (step.do === "text") buffer.text(step.x, step.y, step.word, styles[step.look], step.max);
  else if (step.do === "fill") buffer.fill(step, step.word, styles[step.look]);
  else if (step.do === "restyle") {
    buffer.restyle(step, { bg: step.look * 0x111111, bold: step.look % 2 === 0 });
  } else if (step.do === "clear") buffer.clear();
  else {
    const { width, glyphs, styles: looks } = buffer;
    const oldGlyphs = glyphs.slice();
    const oldLooks = looks.slice();
    for (let y = step.top; y < step.bottom; y++) {
      const from = y + step.by;
      if (from < step.top || from >= step.bottom) continue;
      glyphs.set(oldGlyphs.subarray(from * width, (from + 1) * width), y * width);
      looks.set(oldLooks.subarray(from * width, (from + 1) * width), y * width);
    }
  }
}

async function fromNothing(buffer: CellBuffer, capabilities: Capabilities, unicode: "graphemes" | "6") {
  const terminal = new ReferenceTerminal(buffer.width, buffer.height, unicode);
  await terminal.write(NO_WRAP);
  await terminal.write(new FrameDiff(capabilities).update(buffer));
  return terminal;
}

const kinds: [string, Capabilities, "graphemes" | "6"][] = [
  ["truecolor", MODERN, "graphemes"],
  ["a terminal without repetition and coloured erasing", { ...MODERN, modern: false }, "graphemes"],
  ["256 colours", { ...MODERN, color: "256" }, "graphemes"],
  ["no colour", { ...MODERN, color: "none" }, "graphemes"],
  ["ASCII", { color: "16", ascii: true, modern: true }, "graphemes"],
];

for (const [name, capabilities, unicode] of kinds) {
  Deno.test(`a screen drawn by differences equals the same screen drawn from nothing: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 6 }),
        async (frames) => {
          const buffer = new CellBuffer(40, 12);
          const terminal = new ReferenceTerminal(40, 12, unicode);
          const diff = new FrameDiff(capabilities);
          await terminal.write(NO_WRAP);
          for (const steps of frames) {
            for (const step of steps) apply(buffer, step);
            await terminal.write(diff.update(buffer).slice());
          }
          assertEquals(terminal.looks(), (await fromNothing(buffer, capabilities, unicode)).looks());
        },
      ),
      { numRuns: 60 },
    );
  });
}

Deno.test("the terminal shows in each cell what the buffer holds there", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const buffer = new CellBuffer(40, 12);
      for (const step of steps) apply(buffer, step);
      const terminal = await fromNothing(buffer, MODERN, "graphemes");
      for (let at = 0; at < buffer.glyphs.length; at++) {
        const glyph = buffer.glyphs[at];
        if (glyph === CONTINUATION) continue;
        const cell = terminal.cell(at % 40, Math.floor(at / 40))!;
        // A grapheme that the terminal splits shows its first part in this cell, and nothing to the right of it.
        const text = cell.text === "" ? " " : cell.text;
        assert(isAgreed(glyph) ? graphemeText(glyph) === text : graphemeText(glyph).startsWith(text));
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("nothing moves what stands right of it, also in a terminal that counts code points", async () => {
  for (const hostile of words) {
    for (const unicode of ["graphemes", "6"] as const) {
      const buffer = new CellBuffer(90, 3);
      buffer.text(0, 1, "#".repeat(90), 0);
      const diff = new FrameDiff(MODERN);
      const terminal = new ReferenceTerminal(90, 3, unicode);
      await terminal.write(NO_WRAP);
      await terminal.write(diff.update(buffer).slice());
      const cells = buffer.text(5, 1, hostile, styles[1]);
      buffer.text(5 + cells, 1, "│", 0);
      await terminal.write(diff.update(buffer).slice());
      assertEquals(terminal.cell(5 + cells, 1)?.text, "│", `${JSON.stringify(hostile)} in ${unicode}`);
      assertEquals(terminal.cell(6 + cells, 1)?.text, "#");
      assertEquals(terminal.cell(89, 1)?.text, "#");
      assertEquals(terminal.lines()[0], "");
      assertEquals(terminal.lines()[2], "");
    }
  }
});

Deno.test("an unchanged frame costs no byte", () => {
  const buffer = new CellBuffer(80, 24);
  const diff = new FrameDiff(MODERN);
  buffer.text(3, 3, "one two 日本 👨‍👩‍👧", styles[1]);
  assert(diff.update(buffer).length > 0);
  assertEquals(diff.update(buffer).length, 0);
  buffer.clear();
  buffer.text(3, 3, "one two 日本 👨‍👩‍👧", styles[1]);
  assertEquals(diff.update(buffer).length, 0);
});

Deno.test("a frame without cells is safe", () => {
  for (const [width, height] of [[0, 0], [0, 5], [5, 0], [1, 1]]) {
    const buffer = new CellBuffer(width, height);
    buffer.text(0, 0, "日本", 0);
    buffer.fill({ x: -3, y: -3, width: 10, height: 10 }, "日", 0);
    buffer.restyle({ x: -3, y: -3, width: 10, height: 10 }, { bold: true });
    new FrameDiff(MODERN).update(buffer);
  }
});

Deno.test("one changed character costs a movement and a byte", () => {
  const buffer = new CellBuffer(80, 24);
  const diff = new FrameDiff(MODERN);
  buffer.text(0, 10, "12:03:11", 0);
  buffer.text(30, 12, "x", 0);
  diff.update(buffer);
  buffer.text(7, 10, "2", 0);
  assertEquals(new TextDecoder().decode(diff.update(buffer)), "\x1b[11;8H2");
});
