import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Input, KeyDecoder } from "../../src/terminal/keys.ts";
import { parseKeyName } from "../../src/terminal/key_name.ts";
import { CODE_POINT_KEYS, FINAL_KEYS, NUMBER_KEYS } from "../../src/terminal/key_table.ts";

const encoder = new TextEncoder();

function decode(...chunks: string[]): Input[] {
  const decoder = new KeyDecoder();
  const found = chunks.flatMap((chunk) => decoder.push(encoder.encode(chunk)));
  return [...found, ...decoder.flush()];
}

function keys(...chunks: string[]): string[] {
  return decode(...chunks).map((input) => input.kind === "key" ? input.key : input.kind);
}

const CASES: [sequence: string, ...names: string[]][] = [
  ["a", "a"],
  ["A", "A"],
  ["é", "é"],
  ["日", "日"],
  [" ", "space"],
  ["\r", "enter"],
  ["\n", "ctrl+j"],
  ["\t", "tab"],
  ["\x7f", "backspace"],
  ["\b", "backspace"],
  ["\x00", "ctrl+space"],
  ["\x03", "ctrl+c"],
  ["\x06", "ctrl+f"],
  ["\x1a", "ctrl+z"],
  ["\x1c", "ctrl+\\"],
  ["\x1d", "ctrl+]"],
  ["\x1f", "ctrl+_"],
  ["\x1b", "esc"],
  ["\x1b\x1b", "esc", "esc"],
  ["\x1bx", "alt+x"],
  ["\x1bX", "alt+X"],
  ["\x1bé", "alt+é"],
  ["\x1b\r", "alt+enter"],
  ["\x1b\x06", "ctrl+alt+f"],
  ["\x1b[", "alt+["],
  ["\x1bO", "alt+O"],
  ["\x1b]", "alt+]"],
  ["\x1b[Z", "shift+tab"],
  ["\x1b[1;5A", "ctrl+up"],
  ["\x1b[1;2B", "shift+down"],
  ["\x1b[1;8C", "ctrl+alt+shift+right"],
  ["\x1b\x1b[A", "alt+up"],
  ["\x1bOA", "up"],
  ["\x1bOP", "f1"],
  ["\x1b[[E", "f5"],
  ["\x1bOM", "enter"],
  ["\x1bOw", "7"],
  ["\x1b[5;3~", "alt+pageup"],
  ["\x1b[15;6~", "ctrl+shift+f5"],
  ["\x1b[3^", "ctrl+delete"],
  ["\x1b[a", "shift+up"],
  ["\x1bOa", "ctrl+up"],
  ["\x1b[27u", "esc"],
  ["\x1b[97;5u", "ctrl+a"],
  ["\x1b[97;6u", "ctrl+shift+a"],
  ["\x1b[97;3u", "alt+a"],
  ["\x1b[97;2u", "A"],
  ["\x1b[105;5u", "tab"],
  ["\x1b[109;5u", "enter"],
  ["\x1b[91;5u", "esc"],
  ["\x1b[104;5u", "backspace"],
  ["\x1b[32;5u", "ctrl+space"],
  ["\x1b[9;2u", "shift+tab"],
  ["\x1b[13;2u", "shift+enter"],
  ["\x1b[97;5:3u"],
  ["\x1b[97;69u", "ctrl+a"],
  ["\x1b[57419u", "up"],
  ["\x1b[57358u"],
  ["\x1b[27;5;97~", "ctrl+a"],
  ["\x1b[I", "focus"],
  ["\x1b[O", "focus"],
  ["\x1b[?62;22c"],
  ["\x1b]11;rgb:ff/ff/ff\x07q", "q"],
  ["\x1bP1+r\x1b\\q", "q"],
  ["abc", "a", "b", "c"],
  ["\x1b[Aq", "up", "q"],
  ["\x1b[1\x1b[B", "down"],
];

for (const [sequence, ...names] of CASES) {
  Deno.test(`${JSON.stringify(sequence)} is ${names.join(" ") || "no key"}`, () => {
    assertEquals(keys(sequence), names);
  });
}

Deno.test("every key of the tables is decoded, with each set of modifiers", () => {
  const held = ["", "shift+", "alt+", "alt+shift+", "ctrl+", "ctrl+shift+", "ctrl+alt+", "ctrl+alt+shift+"];
  for (const [final, name] of Object.entries(FINAL_KEYS)) {
    assertEquals(keys(`\x1b[${final}`), [name]);
    if (name.includes("+")) continue;
    held.forEach((prefix, bits) => assertEquals(keys(`\x1b[1;${bits + 1}${final}`), [prefix + name]));
  }
  for (const [number, name] of Object.entries(NUMBER_KEYS)) {
    held.forEach((prefix, bits) => assertEquals(keys(`\x1b[${number};${bits + 1}~`), [prefix + name]));
  }
  for (const [code, name] of Object.entries(CODE_POINT_KEYS)) assertEquals(keys(`\x1b[${code}u`), [name]);
});

Deno.test("a sequence cut anywhere between two reads is read as one", () => {
  for (const [sequence, ...names] of CASES) {
    const bytes = encoder.encode(sequence);
    for (let cut = 1; cut < bytes.length; cut++) {
      const decoder = new KeyDecoder();
      const found = [
        ...decoder.push(bytes.subarray(0, cut)),
        ...decoder.push(bytes.subarray(cut)),
        ...decoder.flush(),
      ];
      assertEquals(
        found.map((input) => input.kind === "key" ? input.key : input.kind),
        names,
        `cut at ${cut}`,
      );
    }
  }
});

Deno.test("a lone escape waits for what may follow it", () => {
  const decoder = new KeyDecoder();
  assertEquals(decoder.push(Uint8Array.of(0x1b)), []);
  assertEquals(decoder.pending, true);
  assertEquals(decoder.flush(), [{ kind: "key", key: "esc", text: "" }]);
  assertEquals(decoder.pending, false);
});

Deno.test("a key says what it types", () => {
  assertEquals(decode("a ").map((input) => input.kind === "key" && input.text), ["a", " "]);
  assertEquals(decode("\x1b[97;2u"), [{ kind: "key", key: "A", text: "A" }]);
  assertEquals(decode("\x1b[97;5u"), [{ kind: "key", key: "ctrl+a", text: "" }]);
  assertEquals(decode("\r"), [{ kind: "key", key: "enter", text: "" }]);
});

Deno.test("the mouse is read with its cell, button and modifiers", () => {
  const plain = { kind: "mouse", ctrl: false, alt: false, shift: false } as const;
  assertEquals(decode("\x1b[<0;10;5M"), [{ ...plain, action: "press", button: "left", x: 9, y: 4 }]);
  assertEquals(decode("\x1b[<0;10;5m"), [{ ...plain, action: "release", button: "left", x: 9, y: 4 }]);
  assertEquals(decode("\x1b[<34;1;1M"), [{ ...plain, action: "drag", button: "right", x: 0, y: 0 }]);
  assertEquals(decode("\x1b[<64;300;200M"), [{
    ...plain,
    action: "wheelup",
    button: "none",
    x: 299,
    y: 199,
  }]);
  assertEquals(decode("\x1b[<65;1;1M")[0], { ...plain, action: "wheeldown", button: "none", x: 0, y: 0 });
  assertEquals(decode("\x1b[<16;2;2M")[0], {
    ...plain,
    ctrl: true,
    action: "press",
    button: "left",
    x: 1,
    y: 1,
  });
});

Deno.test("pasted text is one thing, whatever keys it looks like and however it is cut", () => {
  const text = "\x1b[200~one\rtwo\x1b[A é\x1b[201~q";
  const bytes = encoder.encode(text);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const decoder = new KeyDecoder();
    assertEquals([...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut))], [
      { kind: "paste", text: "one\ntwo\x1b[A é" },
      { kind: "key", key: "q", text: "q" },
    ]);
  }
});

Deno.test("no bytes make the decoder fail or keep more than it needs", () => {
  fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 }), (chunks) => {
    const decoder = new KeyDecoder();
    for (const chunk of chunks) decoder.push(chunk);
    decoder.flush();
    assertEquals(decoder.pending, false);
  }));
});

Deno.test("keys as people write them have one name", () => {
  const names: [string, string | undefined][] = [
    ["Ctrl+F", "ctrl+f"],
    ["shift+ctrl+Up", "ctrl+shift+up"],
    ["Alt-x", "alt+x"],
    ["Shift+Tab", "shift+tab"],
    ["shift+a", "A"],
    ["PgUp", "pageup"],
    ["Escape", "esc"],
    ["+", "+"],
    ["-", "-"],
    ["ctrl++", "ctrl++"],
    [" ", "space"],
    ["ctrl+i", "tab"],
    ["Ctrl+M", "enter"],
    ["ctrl+[", "esc"],
    ["ctrl+h", "backspace"],
    ["F5", "f5"],
    ["é", "é"],
    ["nokey", undefined],
    ["ctrl+", undefined],
    ["", undefined],
  ];
  for (const [written, name] of names) assertEquals(parseKeyName(written), name, written);
});
