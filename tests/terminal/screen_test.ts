import { assertEquals, assertStringIncludes } from "@std/assert";
import { CellBuffer } from "../../src/terminal/buffer.ts";
import { Screen } from "../../src/terminal/screen.ts";
import { ReferenceTerminal } from "./reference_terminal.ts";

const CAPABILITIES = { color: "truecolor", ascii: false, modern: true } as const;

function recorded(): { screen: Screen; writes: string[] } {
  const writes: string[] = [];
  const decoder = new TextDecoder();
  return { screen: new Screen((bytes) => writes.push(decoder.decode(bytes)), CAPABILITIES), writes };
}

Deno.test("a frame is one write between the marks of synchronized output", () => {
  const { screen, writes } = recorded();
  const buffer = new CellBuffer(20, 3);
  buffer.text(0, 0, "hello", 0);
  screen.draw(buffer);
  assertEquals(writes.length, 1);
  assertEquals(writes[0].startsWith("\x1b[?2026h"), true);
  assertEquals(writes[0].endsWith("\x1b[?2026l"), true);
});

Deno.test("nothing is written when nothing changed", () => {
  const { screen, writes } = recorded();
  const buffer = new CellBuffer(20, 3);
  screen.draw(buffer);
  screen.draw(buffer);
  screen.draw(buffer, { x: 1, y: 1 });
  screen.draw(buffer, { x: 1, y: 1 });
  assertEquals(writes.length, 2);
});

Deno.test("the cursor stands in the cell that was asked for, after changes elsewhere too", async () => {
  const { screen, writes } = recorded();
  const buffer = new CellBuffer(20, 3);
  const terminal = new ReferenceTerminal(20, 3);
  screen.draw(buffer, { x: 4, y: 2 });
  buffer.text(10, 0, "new", 0);
  screen.draw(buffer, { x: 4, y: 2 });
  await terminal.write(writes.join(""));
  assertEquals([terminal.terminal.buffer.active.cursorX, terminal.terminal.buffer.active.cursorY], [4, 2]);
  assertStringIncludes(writes[0], "\x1b[?25h");
  screen.draw(buffer);
  assertStringIncludes(writes[2], "\x1b[?25l");
});

Deno.test("after invalidate() and after another size the whole screen is drawn", async () => {
  const { screen, writes } = recorded();
  const terminal = new ReferenceTerminal(20, 3);
  const buffer = new CellBuffer(20, 3);
  buffer.text(0, 1, "kept", 0);
  screen.draw(buffer);
  await terminal.write(writes.join("") + "\x1b[2;1Hruined");
  screen.invalidate();
  screen.draw(buffer);
  await terminal.write(writes[1]);
  assertEquals(terminal.lines(), ["", "kept", ""]);
  buffer.resize(10, 2);
  buffer.text(0, 0, "small", 0);
  screen.draw(buffer);
  terminal.terminal.resize(10, 2);
  await terminal.write(writes[2]);
  assertEquals(terminal.lines(), ["small", ""]);
});
