import { assertEquals } from "@std/assert";
import { eventsOf, linesOf } from "../../src/ai/stream_lines.ts";
import type { AnswerEvent } from "../../src/ai/answer.ts";
import { GatheredEvents } from "../../src/ai/gathered.ts";
import { ThinkTags } from "../../src/ai/deltas.ts";
import { splitAnywhere } from "./model_server.ts";

async function* bytesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  yield* splitAnywhere(text, size);
}

Deno.test("lines are the same wherever a stream is split, in characters and line ends too", async () => {
  const text = "ä\r\nüber 🚰\rthree\n\nlast";
  for (let size = 1; size <= text.length; size++) {
    assertEquals(
      await Array.fromAsync(linesOf(bytesOf(text, size))),
      ["ä", "über 🚰", "three", "", "last"],
      `${size}`,
    );
  }
});

Deno.test("events are their data lines; comments, other fields and a byte order mark are left out", async () => {
  const text = '\ufeffdata: one\n\n: ping\nevent: x\nid: 1\ndata:two\ndata: three\n\n\n\ndata: {"last":1}';
  assertEquals(await Array.fromAsync(eventsOf(linesOf(bytesOf(text, 3)))), [
    "one",
    "two\nthree",
    '{"last":1}',
  ]);
});

Deno.test("thinking between tags at the beginning is told from the answer, wherever the tags are split", () => {
  const text = "\n<think>is it < 3?</think>\nYes, <think> is a tag.";
  for (let size = 1; size <= text.length; size++) {
    const tags = new ThinkTags();
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g"))!.flatMap((part) => tags.push(part));
    pieces.push(...tags.end());
    const of = (kind: string) =>
      pieces.map((piece) => piece.kind === kind && "text" in piece ? piece.text : "").join("");
    assertEquals([of("thinking"), of("text")], ["is it < 3?", "Yes, <think> is a tag."], `${size}`);
  }
});

Deno.test("pieces of an answer that come at once are passed on as one, in order and before what follows", async () => {
  const passed: AnswerEvent[] = [];
  const events = new GatheredEvents((event) => passed.push(event));
  for (const text of ["a", "b", "c"]) events.add({ kind: "thinking", text });
  for (let n = 0; n < 1000; n++) events.add({ kind: "text", text: "x" });
  events.add({ kind: "notice", text: "n" });
  assertEquals(passed.map((event) => event.kind === "done" ? "" : `${event.kind}`), [
    "thinking",
    "text",
    "notice",
  ]);
  events.add({ kind: "text", text: "last" });
  assertEquals(passed.length, 3);
  const until = Date.now() + 5000;
  while (passed.length === 3 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(passed[3], { kind: "text", text: "last" });
});
