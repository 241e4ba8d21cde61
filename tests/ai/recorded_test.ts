import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure } from "../../src/ai/failure.ts";
import { ModelServer, splitAnywhere } from "./model_server.ts";
import { collect, endOf, type Made, makeFrom, textOf, TOOL } from "./make_target.ts";

const KEY = "sk-test-1234567890abcdef";
const FOLDER = new URL("./recorded/", import.meta.url);
const NEVER = new AbortController().signal;

/** What a real server answered once, as it came over the wire: status, type, and the bytes of its body. */
async function recorded(name: string): Promise<{ status: number; headers: Headers; body: string }> {
  const text = await Deno.readTextFile(new URL(`${name}.http`, FOLDER));
  const [, status, head, body] = /^HTTP\/[\d.]+ (\d+)[^\n]*\r?\n([^]*?)\r?\n\r?\n([^]*)$/.exec(text)!;
  const headers = new Headers();
  for (const line of head.split(/\r?\n/)) {
    const [, header, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (header && /^(?:content-type|(?:llm_provider-)?retry-after)/i.test(header)) headers.set(header, value);
  }
  return { status: Number(status), headers, body };
}

/** A server that gives these answers, one after the other and the last one for ever, in pieces of `size` bytes. */
async function replaying(names: readonly string[], size = 100_000): Promise<ModelServer> {
  const answers = await Promise.all(names.map(recorded));
  const server: ModelServer = new ModelServer((_request, number) => {
    const { status, headers, body } = answers[Math.min(number, answers.length) - 1];
    return new Response(server.body(splitAnywhere(body, size)), { status, headers });
  });
  return server;
}

function madeFor(server: ModelServer, more: Record<string, string> = {}): Made {
  return makeFrom({
    OPENAI_API_KEY: KEY,
    OPENAI_API_BASE: `${server.origin}/v1`,
    WEIR_AI_PROVIDER: "compatible",
    ...more,
  });
}

/** The local runner with these answers. */
function runnerAt(server: ModelServer): Made {
  return makeFrom({ OPENAI_API_BASE: server.origin, OPENAI_MAX_RETRIES: "0" });
}

const SAID =
  "The payment service broke [#3]: its **connection** pool ran dry at 12:00, and 14 requests failed [#4].";

for (
  const [name, text, thinking, end, output] of [
    ["llama_answer", SAID, "", "stop", 18],
    [
      "llama_thinking",
      "The pool is empty [#3].",
      "Let me see which records matter here; the third one names the pool.",
      "stop",
      20,
    ],
    ["llama_nothing", "", "", "stop", 1],
    ["llama_length", null, "", "length", 9],
    ["litellm_gpt-5-mini", "The pool ran dry [#21], requests timed out [#42].", "", "stop", 15],
    ["litellm_local-talk", SAID, "", "stop", 18],
    ["ollama_answer", SAID, "", "stop", 18],
    [
      "ollama_thinking",
      "The pool is empty [#3].",
      "Let me see which records matter here; the third one names the pool.",
      "stop",
      20,
    ],
    ["ollama_nothing", "", "", "stop", 1],
    ["ollama_length", null, "", "length", 9],
  ] as const
) {
  Deno.test(`an answer that a server gave is read as it was, wherever it is split: ${name}`, async () => {
    for (const size of [1, 13, 100_000]) {
      await using server = await replaying([name], size);
      const { provider } = name.startsWith("ollama") ? runnerAt(server) : madeFor(server);
      const pieces = await collect(provider);
      if (text !== null) assertEquals(textOf(pieces).trim(), text);
      assertEquals(textOf(pieces, "thinking").trim(), thinking);
      assertEquals(endOf(pieces), end);
      const usage = pieces.find((piece) => piece.kind === "usage");
      assertEquals(usage?.usage.output, output);
    }
  });
}

for (const name of ["llama_call", "litellm_call", "ollama_call"]) {
  Deno.test(`a call of a tool is put together from what a server sent: ${name}`, async () => {
    for (const size of [1, 100_000]) {
      await using server = await replaying([name], size);
      const { provider } = name.startsWith("ollama") ? runnerAt(server) : madeFor(server);
      const pieces = await collect(provider, { tools: [TOOL] });
      const calls = pieces.flatMap((piece) => piece.kind === "call" ? [piece.call] : []);
      assertEquals(calls.map(({ name, arguments: text }) => [name, JSON.parse(text)]), [
        ["find_records", { filter: "severity>=error", count: 5 }],
      ]);
      assertEquals(endOf(pieces), "calls");
    }
  });
}

for (
  const [name, cause, words] of [
    ["llama_too_long", "refused", "too long for the model: request (15051 tokens) exceeds"],
    ["llama_key", "key", "refused the API key: Invalid API Key. Set OPENAI_API_KEY"],
    ["litellm_key", "key", "refused the API key"],
    ["litellm_nomodel", "model", "does not have a model some-model"],
    ["litellm_limited", "limit", "accepts no more requests for now"],
    ["litellm_toolong", "refused", "too long for the model"],
    ["litellm_broken", "network", "failed (500)"],
    ["ollama_too_long", "refused", "too long for the model: the input length exceeds"],
    ["ollama_killed", "incomplete", "an error was encountered while running the model: unexpected EOF"],
    ["ollama_nomodel", "model", "does not have a model some-model"],
  ] as const
) {
  Deno.test(`what a server refuses is told with what to do: ${name}`, async () => {
    await using server = await replaying([name]);
    const { provider } = name.startsWith("ollama")
      ? runnerAt(server)
      : madeFor(server, { OPENAI_MAX_RETRIES: "0" });
    const failure = await assertRejects(() => collect(provider), AiFailure);
    assertEquals(failure.failure, cause, failure.message);
    assertStringIncludes(failure.message, words);
    assert(!failure.message.includes(".."), failure.message);
    assertEquals(failure.details.tooLong ?? false, words.startsWith("too long"));
  });
}

Deno.test("a server that is loading its model is waited for, and its list then has the model with its room", async () => {
  await using server = await replaying(["llama_loading", "llama_models"]);
  const { provider, notices, clock } = madeFor(server);
  const models = await provider.models(NEVER);
  assertEquals(models.map(({ name, context, chats }) => [name, context, chats]), [[
    "talk.gguf",
    32768,
    true,
  ]]);
  assertEquals(clock.slept.length, 1);
  assertStringIncludes(notices[0], "Loading model");
});

Deno.test("a proxy that hands on how long to wait is waited for so long", async () => {
  await using server = await replaying(["litellm_rated", "litellm_gpt-5-mini"]);
  const { provider, clock, notices } = madeFor(server);
  assertEquals(textOf(await collect(provider)), "The pool ran dry [#21], requests timed out [#42].");
  assertEquals(clock.slept, [60_000]);
  assertStringIncludes(notices[0], "it asks to wait 60 s");
});

Deno.test("a server that goes on failing is a failure with words, also where models are listed", async () => {
  await using server = await replaying(["litellm_nokey"]);
  const { provider } = madeFor(server, { OPENAI_MAX_RETRIES: "1" });
  const failure = await assertRejects(() => provider.models(NEVER), AiFailure, "failed (500)");
  assertEquals([failure.failure, server.received.length], ["network", 2]);
});

Deno.test("a proxy tells how much its models take, and which of them cannot chat", async () => {
  await using server = await replaying(["litellm_models"]);
  const models = await madeFor(server).provider.models(NEVER);
  const known = new Map(models.map(({ name, context, chats }) => [name, [context, chats]]));
  assertEquals(known.get("gpt-5-mini"), [272_000, true]);
  assertEquals(known.get("text-embedding-3-small")?.[1], false);
  assertEquals(known.get("local-talk"), [null, true]);
});

Deno.test("the runner's lists tell what is there, what is loaded, and what a model can do", async () => {
  await using server = await replaying(["ollama_tags", "ollama_ps", "ollama_show"]);
  const { provider } = runnerAt(server);
  const models = await provider.models(NEVER);
  assertEquals(models.map(({ name }) => name).toSorted(), [
    "endless:latest",
    "mute:latest",
    "talk:latest",
    "think:latest",
  ]);
  assert(models.find(({ name }) => name === "talk:latest")?.loaded);
  const { context, tools, thinks, chats } = await provider.describe("talk", NEVER);
  assertEquals([context, tools, thinks, chats], [32_768, true, false, true]);
});

Deno.test("a model of the runner that takes no tools is asked without them", async () => {
  await using server = await replaying(["ollama_toolless", "ollama_answer"]);
  const pieces = await collect(runnerAt(server).provider, { tools: [TOOL] });
  assertEquals(textOf(pieces), SAID);
  assertEquals(server.received.map(({ body }) => body.tools?.length), [1, undefined]);
});

Deno.test("what the runner has cut in silence is told by its counts", async () => {
  await using server = await replaying(["ollama_cut"]);
  const pieces = await collect(runnerAt(server).provider, { context: 512 });
  const notice = pieces.find((piece) => piece.kind === "notice");
  assertStringIncludes(notice?.text ?? "", "cut the request to 512 tokens");
});
