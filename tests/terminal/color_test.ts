import { assertEquals } from "@std/assert";
import { capabilities, isUtf8 } from "../../src/terminal/capability.ts";
import { type ColorDepth, colorDepth, nearest16, nearest256 } from "../../src/terminal/color.ts";

const from = (variables: Record<string, string>) => (name: string) => variables[name];

const DEPTHS: [variables: Record<string, string>, depth: ColorDepth][] = [
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "truecolor"],
  [{ TERM: "xterm-256color", COLORTERM: "24bit" }, "truecolor"],
  [{ TERM: "xterm-256color" }, "256"],
  [{ TERM: "screen-256color" }, "256"],
  [{ TERM: "screen-256color", COLORTERM: "truecolor", TMUX: "/tmp/tmux" }, "truecolor"],
  [{ TERM: "screen", COLORTERM: "truecolor", STY: "1.pts" }, "256"],
  [{ TERM: "alacritty" }, "truecolor"],
  [{ TERM: "xterm-kitty" }, "truecolor"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "truecolor"],
  [{ TERM: "xterm" }, "16"],
  [{ TERM: "linux" }, "16"],
  [{ TERM: "dumb" }, "none"],
  [{ TERM: "vt100" }, "none"],
  [{}, "none"],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" }, "none"],
  [{ TERM: "xterm-256color", NO_COLOR: "0" }, "none"],
  [{ TERM: "xterm-256color", NO_COLOR: "" }, "none"],
];

for (const [variables, depth] of DEPTHS) {
  Deno.test(`${JSON.stringify(variables)} gives ${depth}`, () =>
    assertEquals(colorDepth(from(variables), true), depth));
}

Deno.test("an output that is no terminal has no colour", () => {
  assertEquals(colorDepth(from({ TERM: "xterm-256color", COLORTERM: "truecolor" }), false), "none");
});

Deno.test("Windows needs no TERM", () => assertEquals(colorDepth(from({}), true, true), "truecolor"));

Deno.test("a colour becomes the nearest of 256 and of 16", () => {
  const cases: [rgb: number, of256: number, of16: number][] = [
    [0x000000, 16, 0],
    [0xffffff, 231, 15],
    [0xff0000, 196, 9],
    [0x00ff00, 46, 10],
    [0x5f87af, 67, 12],
    [0x808080, 244, 8],
    [0xcd0000, 160, 1],
    [0xffd700, 220, 11],
  ];
  for (const [rgb, of256, of16] of cases) {
    assertEquals([nearest256(rgb), nearest16(rgb)], [of256, of16], rgb.toString(16));
  }
});

Deno.test("of sixteen colours each severity of the dark skins keeps a hue of its own kind", () => {
  const cases: [rgb: number, of16: number][] = [
    [0xff6b6b, 9], // error
    [0xffd75f, 11], // warn
    [0xffaf5f, 11], // orange
    [0x87d787, 10], // info
    [0x5fafff, 12],
    [0xff87ff, 13], // fatal
    [0xcf888f, 9], // a pale red
    [0xa3be8c, 10], // a pale green
    [0x9a9fa8, 8], // greys
    [0xd8dee9, 7],
    [0x282a36, 0],
    [0x081c39, 0],
    [0xf6f8fa, 15],
    [0x859900, 10], // a green that is nearly yellow
  ];
  for (const [rgb, of16] of cases) assertEquals(nearest16(rgb), of16, rgb.toString(16));
});

Deno.test("of sixteen colours the darker ones stand for what is read on a light background", () => {
  const cases: [rgb: number, of16: number][] = [[0xd1242f, 1], [0x9a6700, 3], [0x1a7f37, 2], [0x0969da, 4]];
  for (const [rgb, of16] of cases) assertEquals(nearest16(rgb), of16, rgb.toString(16));
});

Deno.test("each colour of the 256 is nearest to itself", () => {
  const steps = [0, 95, 135, 175, 215, 255];
  for (let index = 0; index < 216; index++) {
    const rgb = steps[Math.floor(index / 36)] << 16 | steps[Math.floor(index / 6) % 6] << 8 |
      steps[index % 6];
    assertEquals(nearest256(rgb), 16 + index);
  }
});

Deno.test("the first locale variable with a value decides over UTF-8", () => {
  const cases: [Record<string, string>, boolean][] = [
    [{ LANG: "en_GB.UTF-8" }, true],
    [{ LANG: "de_DE.utf8" }, true],
    [{ LANG: "C" }, false],
    [{ LANG: "POSIX" }, false],
    [{ LANG: "de_DE.ISO-8859-1" }, false],
    [{ LC_ALL: "C", LANG: "en_GB.UTF-8" }, false],
    [{ LC_ALL: "", LC_CTYPE: "C.UTF-8", LANG: "C" }, true],
    [{ LC_CTYPE: "C", LANG: "C.UTF-8" }, false],
    [{}, true],
  ];
  for (const [variables, utf8] of cases) {
    assertEquals(isUtf8(from(variables)), utf8, JSON.stringify(variables));
  }
});

Deno.test("sequences that not every terminal knows are for those known to have them", () => {
  const modern = (variables: Record<string, string>) => capabilities(from(variables), true).modern;
  assertEquals(modern({ TERM: "xterm-256color" }), false);
  assertEquals(modern({ TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }), false);
  assertEquals(modern({ TERM: "xterm-256color", VTE_VERSION: "7600" }), true);
  assertEquals(modern({ TERM: "tmux-256color" }), true);
  assertEquals(modern({ TERM: "screen", STY: "1", VTE_VERSION: "7600" }), false);
});
