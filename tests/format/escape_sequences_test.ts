import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

const bodyOf = (text: string) => readText(`2026-11-20T08:00:00Z INFO ${text}\n`)[0].body;

Deno.test("colours, cursor movements and links leave a message, its words stay", () => {
  assertEquals(bodyOf("a \x1b[31;1mred\x1b[0m word"), "a red word");
  assertEquals(bodyOf("\x1b[2K\x1b[1Gstep 3"), "step 3");
  assertEquals(bodyOf("see \x1b]8;;https://example.org\x07here\x1b]8;;\x07 now"), "see here now");
  assertEquals(bodyOf("see \x1b]8;id=1;https://example.org\x1b\\here\x1b]8;;\x1b\\ now"), "see here now");
});

Deno.test("what would set a title or the clipboard stays in a message: nothing is hidden in it", () => {
  for (const text of ["a \x1b]0;root@box\x07 b", "a \x1b]52;c;cm0gLXJm\x07 b", "a \x1b]0;has no end"]) {
    assertEquals(bodyOf(text), text);
  }
});
