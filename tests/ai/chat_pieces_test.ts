import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure } from "../../src/ai/failure.ts";
import type { Piece } from "../../src/ai/provider.ts";
import { chunk, DONE, event, ModelServer, sse } from "./model_server.ts";
import { collect, endOf, makeFrom, textOf } from "./make_target.ts";

/** What is read of these events. */
async function read(...events: string[]): Promise<Piece[]> {
  await using server = new ModelServer(() => sse(events.join("")));
  return await collect(makeFrom({ OPENAI_API_BASE: `${server.origin}/v1` }).provider);
}

async function fails(...events: string[]): Promise<string> {
  const { failure, message } = await assertRejects(() => read(...events), AiFailure);
  assertEquals(failure, "incomplete", message);
  return message;
}

function callsOf(pieces: readonly Piece[]) {
  return pieces.flatMap((piece) => piece.kind === "call" ? [piece.call] : []);
}

Deno.test("an end that says the server failed is none", async () => {
  for (const reason of ["error", "abort", "insufficient_system_resource"]) {
    assertStringIncludes(await fails(chunk({ content: "half" }), chunk({}, reason), DONE), reason);
  }
});

Deno.test("ends have one meaning, whatever a server calls them", async () => {
  const ends = { stop: "stop", end_turn: "stop", eos: "stop", model_length: "length", SAFETY: "filter" };
  for (const [reason, end] of Object.entries(ends)) {
    assertEquals(endOf(await read(chunk({ content: "a" }), chunk({}, reason), DONE)), end, reason);
  }
});

Deno.test("a proxy's comments are no pieces, and the error that it puts beside an end is told", async () => {
  const waiting = ": OPENROUTER PROCESSING\n\n";
  const broken = {
    error: { code: 502, message: "Provider disconnected" },
    choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
  };
  assertStringIncludes(
    await fails(waiting, waiting, chunk({ content: "half" }), event(broken), DONE),
    "Provider disconnected. Ask again",
  );
});

Deno.test("errors in a field or an event of that name are errors like those in the data", async () => {
  const error = JSON.stringify({ code: 500, message: "out of memory", type: "server_error" });
  for (const text of [`error: ${error}\n\n`, `event: error\ndata: ${error}\n\n`]) {
    assertStringIncludes(await fails(chunk({ content: "half" }), text), "out of memory");
  }
});

Deno.test("a first chunk with a content filter's results and without choices is no answer and no error", async () => {
  const first = event({ id: "", model: "", choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
  const pieces = await read(first, chunk({ content: "fine" }), chunk({}, "stop"), DONE);
  assertEquals([textOf(pieces), endOf(pieces)], ["fine", "stop"]);
});

Deno.test("text and thinking may come as lists of parts", async () => {
  const pieces = await read(
    chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "let me see" }] }] }),
    chunk({ content: [{ type: "text", text: "It is " }, { type: "text", text: "full." }] }),
    chunk({}, "stop"),
    DONE,
  );
  assertEquals([textOf(pieces, "thinking"), textOf(pieces)], ["let me see", "It is full."]);
});

Deno.test("calls of one place and without ids are told apart, and what a server wants back is kept", async () => {
  const extra = { google: { thought_signature: "signed" } };
  const call = (name: string, written: string, more = {}) => ({
    index: 0,
    id: "",
    type: "function",
    function: { name, arguments: written },
    ...more,
  });
  const both = { tool_calls: [call("look", '{"at":1}', { extra_content: extra }), call("look", '{"at":2}')] };
  assertEquals(callsOf(await read(chunk(both, "stop"), DONE)), [
    { id: "call_1", name: "look", arguments: '{"at":1}', extra },
    { id: "call_2", name: "look", arguments: '{"at":2}' },
  ]);
  // The same name and id with each fragment are one call.
  const part = (written: string) =>
    chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "look", arguments: written } }] });
  assertEquals(callsOf(await read(part('{"at"'), part(":1}"), part(""), chunk({}, "tool_calls"), DONE)), [
    { id: "a", name: "look", arguments: '{"at":1}' },
  ]);
});

Deno.test("usage is read where each server puts it, with the cost that it tells", async () => {
  const cases = [
    [{ usage: { prompt_tokens: 9, completion_tokens: 2, cost: 0.004 } }, { cached: 0, cost: 0.004 }],
    [{ usage: { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 5 } }, { cached: 5 }],
    [{ model: "gpt-5", usage: { prompt_tokens: 9, completion_tokens: 2 } }, { cached: 0, model: "gpt-5" }],
    [{ x_groq: { usage: { prompt_tokens: 9, completion_tokens: 2 } } }, { cached: 0 }],
  ] as const;
  for (const [told, expected] of cases) {
    const pieces = await read(chunk({ content: "a" }), chunk({}, "stop"), event({ choices: [], ...told }));
    const usage = pieces.flatMap((piece) => piece.kind === "usage" ? [piece.usage] : []);
    assertEquals(usage, [{ input: 9, output: 2, ...expected }]);
  }
});

Deno.test("an error before the first word is the refusal that its code says", async () => {
  const told = async (code: number | string, ...before: string[]) => {
    const error = event({ error: { code, message: "no more of it" } });
    return (await assertRejects(() => read(...before, error), AiFailure)).failure;
  };
  const waiting = ": OPENROUTER PROCESSING\n\n";
  assertEquals(await told(429, waiting, chunk({ role: "assistant", content: "" })), "limit");
  assertEquals(await told(502, waiting), "network");
  assertEquals(await told("500"), "network");
  assertEquals(await told("overloaded"), "incomplete");
  assertEquals(await told(429, chunk({ content: "half" })), "incomplete");
});

Deno.test("empty lines between thinking and answer are of neither", async () => {
  const pieces = await read(
    chunk({ content: "<think>let me see</think>" }),
    chunk({ content: "\n" }),
    chunk({ content: "\n It is full.\n" }),
    chunk({}, "stop"),
    DONE,
  );
  assertEquals([textOf(pieces, "thinking"), textOf(pieces)], ["let me see", "It is full.\n"]);
});
