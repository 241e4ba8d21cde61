import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import type { Capabilities } from "../../src/terminal/capability.ts";
import { FrameDiff } from "../../src/terminal/diff.ts";
import { CONTINUATION, graphemeText, isAgreed } from "../../src/terminal/grapheme.ts";
import { style } from "../../src/terminal/style.ts";
import { ReferenceTerminal } from "./reference_terminal.ts";

const MODERN: Capabilities = { color: "truecolor", ascii: false, modern: true };
/** The screen that weir draws on: the alternate one, of which a change of size folds no line, without wrapping. */
const ENTER = "\x1b[?1049h\x1b[?7l";

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
  | { do: "clear" }
  | { do: "resize"; width: number; height: number };

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
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("resize" as const),
      width: fc.integer({ min: 2, max: 50 }),
      height: fc.integer({ min: 1, max: 14 }),
    }),
  },
);

function apply(buffer: CellBuffer, step: Step): void {
  if (step.do === "text") buffer.text(step.x, step.y, step.word, styles[step.look], step.max);
  else if (step.do === "fill") buffer.fill(step, step.word, styles[step.look]);
  else if (step.do === "restyle") {
    buffer.restyle(step, { bg: step.look * 0x111111, bold: step.look % 2 === 0 });
  } else if (step.do === "clear") buffer.clear();
  else if (step.do === "resize") buffer.resize(step.width, step.height);
  else {
    const { width, glyphs, styles: looks } = buffer;
    const oldGlyphs = glyphs.slice();
    const oldLooks = looks.slice();
    const bottom = Math.min(step.bottom, buffer.height);
    for (let y = step.top; y < bottom; y++) {
      const from = y + step.by;
      if (from < step.top || from >= bottom) continue;
      glyphs.set(oldGlyphs.subarray(from * width, (from + 1) * width), y * width);
      looks.set(oldLooks.subarray(from * width, (from + 1) * width), y * width);
    }
  }
}

async function fromNothing(buffer: CellBuffer, capabilities: Capabilities, unicode: "graphemes" | "6") {
  const terminal = new ReferenceTerminal(buffer.width, buffer.height, unicode);
  await terminal.write(ENTER);
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
          await terminal.write(ENTER);
          for (const steps of frames) {
            for (const step of steps) apply(buffer, step);
            if (buffer.width !== terminal.terminal.cols || buffer.height !== terminal.terminal.rows) {
              terminal.terminal.resize(buffer.width, buffer.height);
            }
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
        const cell = terminal.cell(at % buffer.width, Math.floor(at / buffer.width))!;
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
      await terminal.write(ENTER);
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

/** A screen of 160 by 45 in the colours of a dark skin: panels above, 25 rows of a log that begins with line `top`. */
function logScreen(buffer: CellBuffer, top: number, pane: number): void {
  const tone = (fg: number) => style({ fg, bg: 0x282a36 });
  const severities = [["INFO", 0x50fa7b], ["WARN", 0xffb86c], ["ERROR", 0xff5c5c], [
    "DEBUG",
    0x8be9fd,
  ]] as const;
  buffer.fill({ x: 0, y: 0, width: 160, height: 45 }, " ", tone(0xf8f8f2));
  buffer.text(1, 0, `weir  app.log  ● follow  ${1_204_331 + top} records ▂▂▃▂▅▇▆▃`, tone(0xf8f8f2));
  for (let row = 0; row < 25; row++) {
    const line = top + row;
    const [name, color] = severities[line * 7 % 4];
    const time = new Date(1_700_000_000_000 + line * 50).toISOString().slice(11, 23);
    buffer.text(1, 19 + row, time, tone(0x8894ba));
    buffer.text(15, 19 + row, name, tone(color));
    buffer.text(22, 19 + row, ["payments", "gateway", "auth"][line % 3], tone(0xbd93f9));
    buffer.text(32, 19 + row, ["fra-1", "ams-1"][line % 2], tone(0x8894ba));
    const words = [
      `handled GET /items/${line * 7919 % 99991}`,
      `with ${line % 5 * 100} in ${line * 31 % 977} ms`,
    ];
    buffer.text(
      39,
      19 + row,
      `${words.join(" ")} for user ${line * 13 % 500} from 198.51.100.${line % 250}`,
      tone(0xf8f8f2),
    );
    if (pane > 0) buffer.text(160 - pane, 19 + row, `│ attribute ${row}  its value`, tone(0x6272a4));
  }
  buffer.text(1, 44, "/ filter   s search   Tab panels   Enter open   Space pause   ? keys", tone(0x8894ba));
}

for (const pane of [0, 60]) {
  for (const modern of [true, false]) {
    const where = `${pane ? "beside a pane" : "alone"}, ${modern ? "modern" : "other"} terminal`;
    Deno.test(`a list that scrolls costs less than 4 KiB an update, a new one two bytes a cell: ${where}`, () => {
      const buffer = new CellBuffer(160, 45);
      const bytesOf = (step: number) => {
        const diff = new FrameDiff({ ...MODERN, modern });
        let most = 0;
        for (let frame = 0; frame < 30; frame++) {
          logScreen(buffer, frame * step, pane);
          const { length } = diff.update(buffer);
          if (frame > 0) most = Math.max(most, length);
        }
        return most;
      };
      assert(bytesOf(1) < 1024, `one line: ${bytesOf(1)}`);
      assert(bytesOf(20) < 4096, `twenty lines: ${bytesOf(20)}`);
      assert(bytesOf(1000) < 2 * 25 * (160 - pane), `all lines: ${bytesOf(1000)}`);
    });
  }
}
