import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure } from "../../src/ai/failure.ts";
import { ModelServer, ndjson, splitAnywhere } from "./model_server.ts";
import { collect, endOf, makeFrom, QUESTION, textOf, TOOL } from "./make_target.ts";

function line(message: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  return `${
    JSON.stringify({
      model: "m",
      message: { role: "assistant", content: "", ...message },
      done: false,
      ...more,
    })
  }\n`;
}

function last(more: Record<string, unknown> = {}): string {
  return line({}, { done: true, done_reason: "stop", prompt_eval_count: 50, eval_count: 7, ...more });
}

function made(server: ModelServer, yaml = "") {
  return makeFrom({ OPENAI_API_BASE: server.origin }, {}, yaml);
}

Deno.test("the runner's answer is the same wherever its lines are split, thinking told apart", async () => {
  const whole = line({ thinking: "Hm, 🚰" }) + line({ content: "Der Däm" }) + line({ content: "on." }) +
    last();
  for (const size of [1, 10, 100_000]) {
    await using server: ModelServer = new ModelServer(() => ndjson(server.body(splitAnywhere(whole, size))));
    const pieces = await collect(made(server).provider);
    assertEquals([textOf(pieces, "thinking"), textOf(pieces), endOf(pieces)], [
      "Hm, 🚰",
      "Der Dämon.",
      "stop",
    ]);
    assertEquals(pieces.find(({ kind }) => kind === "usage"), {
      kind: "usage",
      usage: { input: 50, cached: 0, output: 7 },
    });
  }
});

Deno.test("the context size is sent, cutting in silence is forbidden, and the answer has an end", async () => {
  await using server = new ModelServer(() => ndjson(line({ content: "ok" }) + last()));
  const yaml =
    `providers: {x: {provider: ollama, endpoint: "${server.origin}", max_tokens: 99, temperature: 0, top_p: 0.5}}`;
  await collect(makeFrom({}, {}, yaml).provider);
  const { options, truncate, stream, think } = server.to("/api/chat")[0].body;
  assertEquals(options, { num_ctx: 8192, num_predict: 99, temperature: 0, top_p: 0.5 });
  assertEquals([truncate, stream, think], [false, true, undefined]);
});

Deno.test("what a runner has cut all the same is told", async () => {
  await using server = new ModelServer(() =>
    ndjson(line({ content: "ok" }) + last({ prompt_eval_count: 8192 }))
  );
  const pieces = await collect(made(server).provider);
  const notice = pieces.find((piece) => piece.kind === "notice");
  assertStringIncludes(notice?.text ?? "", "cut the request to 8192 tokens");
});

Deno.test("tool calls come whole, and their answers go back with the tool's name", async () => {
  await using server = new ModelServer(() =>
    ndjson(line({ tool_calls: [{ function: { name: "look", arguments: { n: 1 } } }] }) + last())
  );
  const pieces = await collect(made(server).provider, { tools: [TOOL] });
  const call = pieces.find((piece) => piece.kind === "call")!;
  assertEquals(call.call, { id: "call_1", name: "look", arguments: '{"n":1}' });
  assertEquals(endOf(pieces), "calls");
  await collect(made(server).provider, {
    messages: [
      ...QUESTION.messages,
      { role: "assistant", content: "", calls: [call.call], reasoning: "I must look" },
      { role: "tool", call: call.call, content: "found" },
    ],
  });
  assertEquals<unknown>(server.to("/api/chat")[1].body.messages.slice(-2), [
    {
      role: "assistant",
      content: "",
      thinking: "I must look",
      tool_calls: [{ function: { name: "look", arguments: { n: 1 } } }],
    },
    { role: "tool", tool_name: "look", content: "found" },
  ]);
});

Deno.test("a model without tools is asked again without them, and from then on at once", async () => {
  await using server = new ModelServer(({ body }) =>
    body.tools
      ? Response.json({ error: "registry.ollama.ai/library/m does not support tools" }, { status: 400 })
      : ndjson(line({ content: "ok" }) + last())
  );
  const { provider } = made(server);
  const pieces = await collect(provider, { tools: [TOOL] });
  assertEquals([textOf(pieces), pieces[0].kind], ["ok", "notice"]);
  await collect(provider, { tools: [TOOL] });
  assertEquals(server.received.length, 3);
});

Deno.test("errors of the runner: too long, no such model, in the middle, an early end", async () => {
  const fails = async (answer: () => Response) => {
    await using server = new ModelServer(answer);
    return await assertRejects(() => collect(made(server).provider), AiFailure);
  };
  const long = await fails(() =>
    Response.json({ error: "the input length exceeds the context length" }, { status: 400 })
  );
  assertEquals([long.failure, long.details.tooLong], ["refused", true]);
  const none = await fails(() => Response.json({ error: "model 'some-model' not found" }, { status: 404 }));
  assertEquals(none.failure, "model");
  const other = await fails(() => new Response("Not Found", { status: 404 }));
  assertStringIncludes(other.message, "for an OpenAI-style server it ends in /v1");
  const broken = await fails(() =>
    ndjson(line({ content: "a" }) + '{"error":"llama runner process has terminated"}\n')
  );
  assertEquals(broken.failure, "incomplete");
  assertStringIncludes(broken.message, "terminated");
  const half = await fails(() => ndjson(`${line({ content: "a" })}{"message":{"con`));
  assertEquals(half.failure, "incomplete");
  await using server = new ModelServer(() => ndjson(line({ content: "a" })));
  assertEquals(endOf(await collect(made(server).provider)), null);
});

Deno.test("a runner that stops sending is a time-out", async () => {
  await using server: ModelServer = new ModelServer(() =>
    ndjson(server.body([line({ thinking: "a" })], "stall"))
  );
  const { provider } = makeFrom({ OPENAI_API_BASE: server.origin, OPENAI_REQUEST_TIMEOUT: "1" });
  const failure = await assertRejects(() => collect(provider), AiFailure);
  assertEquals(failure.failure, "timeout");
  await server.untilCancelled();
});

Deno.test("the runner's models are listed with what runs, and one is described", async () => {
  await using server = new ModelServer(({ path, body }) => {
    if (path === "/api/tags") {
      return Response.json({
        models: [
          { name: "small:latest", size: 1000, details: { family: "llama" } },
          { name: "nomic-embed-text:latest", size: 10, details: { family: "nomic-bert" } },
        ],
      });
    }
    if (path === "/api/ps") return Response.json({ models: [{ name: "small:latest" }] });
    assertEquals(body, { model: "small" });
    return Response.json({
      capabilities: ["completion", "thinking"],
      model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
    });
  });
  const { provider } = made(server);
  const { signal } = new AbortController();
  const models = await provider.models(signal);
  assertEquals(models.map(({ name, chats, loaded, size }) => [name, chats, loaded, size]), [
    ["small:latest", true, true, 1000],
    ["nomic-embed-text:latest", false, false, 10],
  ]);
  const { context, tools, thinks } = await provider.describe("small", signal);
  assertEquals([context, tools, thinks], [131_072, false, true]);
});

Deno.test("LM Studio tells by its own API what is loaded and with how much room", async () => {
  await using server = new ModelServer(({ path }) =>
    path === "/v1/models"
      ? Response.json({ data: [{ id: "a" }, { id: "b" }, { id: "text-embedding-nomic" }] })
      : path === "/api/v0/models"
      ? Response.json({
        data: [
          { id: "a", type: "llm", state: "not-loaded", max_context_length: 8192 },
          { id: "b", type: "llm", state: "loaded", max_context_length: 32_768, loaded_context_length: 4096 },
          { id: "text-embedding-nomic", type: "embeddings", state: "not-loaded" },
        ],
      })
      : new Response(null, { status: 404 })
  );
  const { provider } = makeFrom({ OPENAI_API_BASE: `${server.origin}/v1`, WEIR_AI_PROVIDER: "lmstudio" });
  const models = await provider.models(new AbortController().signal);
  assertEquals(models.map(({ name, context, loaded, chats }) => [name, context, loaded, chats]), [
    ["a", 8192, false, true],
    ["b", 4096, true, true],
    ["text-embedding-nomic", null, false, false],
  ]);
});
