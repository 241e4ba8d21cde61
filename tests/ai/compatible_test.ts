import { assertEquals } from "@std/assert";
import { failsWith, KEY, variables } from "./asking.ts";
import {
  answerEvents,
  apiError,
  chunk,
  DONE,
  event,
  type Handler,
  ModelServer,
  splitAnywhere,
  sse,
} from "./model_server.ts";
import { collect, endOf, makeFrom, textOf, TOOL } from "./make_target.ts";

Deno.test("a streamed answer is the same wherever its bytes are split", async () => {
  const text = "Die Datenbank 🚰 fiel aus.";
  for (const size of [1, 7, 100_000]) {
    await using server: ModelServer = new ModelServer(() =>
      sse(server.body(splitAnywhere(answerEvents(text).join(""), size)))
    );
    const pieces = await collect(makeFrom(variables(server)).provider);
    assertEquals([textOf(pieces), endOf(pieces)], [text, "stop"]);
    assertEquals(pieces.find(({ kind }) => kind === "usage"), {
      kind: "usage",
      usage: { input: 100, cached: 0, output: 20 },
    });
  }
});

Deno.test("the request carries the key, the organization and what each kind of provider takes", async () => {
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("yes"))));
  const yaml =
    "providers: {a: {provider: openai, endpoint: BASE, max_tokens: 50}, b: {provider: compatible, endpoint: BASE, max_tokens: 60, temperature: 0.5, top_p: 0.9}}"
      .replaceAll("BASE", `${server.origin}/v1`);
  const keys = { OPENAI_API_KEY: KEY, OPENAI_ORGANIZATION: "org-1" };
  await collect(makeFrom({ ...keys, WEIR_AI_PROVIDER: "a" }, {}, yaml).provider);
  await collect(
    makeFrom({ OPENAI_API_KEY: KEY, PROVIDER_ORG_ID: "org-2", WEIR_AI_PROVIDER: "b" }, {}, yaml).provider,
  );
  const [hosted, other] = server.received;
  assertEquals(hosted.headers.get("authorization"), `Bearer ${KEY}`);
  assertEquals([hosted, other].map(({ headers }) => headers.get("openai-organization")), ["org-1", "org-2"]);
  const { max_tokens: none, max_completion_tokens: most, temperature, stream, stream_options } = hosted.body;
  assertEquals([none, most, temperature, stream, stream_options], [undefined, 50, undefined, true, {
    include_usage: true,
  }]);
  const { max_tokens, max_completion_tokens, top_p } = other.body;
  assertEquals([max_tokens, max_completion_tokens, other.body.temperature, top_p], [60, undefined, 0.5, 0.9]);
});

Deno.test("thinking is marked, by whichever name a server gives it", async () => {
  for (const name of ["reasoning_content", "reasoning"]) {
    await using server: ModelServer = new ModelServer(() =>
      sse(
        server.body([
          chunk({ [name]: "Hm. " }),
          chunk({ [name]: "Disk?" }),
          chunk({ content: "The disk." }, "stop"),
          DONE,
        ]),
      )
    );
    const pieces = await collect(makeFrom(variables(server)).provider);
    assertEquals([textOf(pieces, "thinking"), textOf(pieces)], ["Hm. Disk?", "The disk."]);
  }
});

Deno.test("tool calls are put together from their fragments, several side by side", async () => {
  const call = (index: number, part: Record<string, unknown>) => chunk({ tool_calls: [{ index, ...part }] });
  await using server: ModelServer = new ModelServer(() =>
    sse(server.body([
      call(0, { id: "a", type: "function", function: { name: "look", arguments: "" } }),
      call(0, { function: { arguments: '{"n"' } }),
      call(1, { id: "b", function: { name: "count", arguments: "{}" } }),
      call(0, { function: { arguments: ":1}" } }),
      chunk({}, "tool_calls"),
      DONE,
    ]))
  );
  const pieces = await collect(makeFrom(variables(server)).provider, { tools: [TOOL] });
  assertEquals(pieces.filter(({ kind }) => kind === "call"), [
    { kind: "call", call: { id: "a", name: "look", arguments: '{"n":1}' } },
    { kind: "call", call: { id: "b", name: "count", arguments: "{}" } },
  ]);
  assertEquals(endOf(pieces), "calls");
  assertEquals(server.received[0].body.tools![0], { type: "function", function: TOOL });
});

Deno.test("an answer that comes whole although a stream was asked for is taken", async () => {
  await using server = new ModelServer(() =>
    Response.json({
      choices: [{ message: { role: "assistant", content: "All of it." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    })
  );
  const pieces = await collect(makeFrom(variables(server)).provider);
  assertEquals([textOf(pieces), endOf(pieces)], ["All of it.", "stop"]);
});

Deno.test("a stream that ends early has no end, and neither has an empty one", async () => {
  for (const pieces of [[chunk({ content: "Half of" })], [], [event({ choices: [] })]]) {
    await using server: ModelServer = new ModelServer(() => sse(server.body(pieces)));
    assertEquals(endOf(await collect(makeFrom(variables(server)).provider)), null);
  }
});

Deno.test("finish reasons that are no end of an answer are told apart", async () => {
  for (const [reason, end] of [["length", "length"], ["content_filter", "filter"]]) {
    await using server: ModelServer = new ModelServer(() =>
      sse(server.body([chunk({ content: "a" }), chunk({}, reason), DONE]))
    );
    assertEquals(endOf(await collect(makeFrom(variables(server)).provider)), end);
  }
});

Deno.test("an error in the middle of a stream is an answer that broke off", async () => {
  await failsWith(
    "incomplete",
    "out of memory",
    () => sse([chunk({ content: "a" }), event({ error: { message: "out of memory" } })].join("")),
  );
});

Deno.test("a piece that is no JSON is an answer that broke off, and nothing is written to the console", async () => {
  const written: unknown[] = [];
  const { error, warn, log } = console;
  console.error = console.warn = console.log = (...args: unknown[]) => written.push(args);
  try {
    await failsWith(
      "incomplete",
      "broke off",
      () => sse(`${chunk({ content: "a" })}data: {"choices": [\n\n`),
    );
  } finally {
    Object.assign(console, { error, warn, log });
  }
  assertEquals(written, []);
});

Deno.test("a parameter that is refused is left out, and the question asked once more", async () => {
  const refuse = (name: string, named: boolean): Handler => (request) =>
    name in request.body
      ? apiError(400, {
        message: named ? "Unsupported" : `Unrecognized request argument supplied: ${name}`,
        ...named ? { param: name, code: "unsupported_value" } : {},
      })
      : sse(answerEvents("ok").join(""));
  for (const [name, named] of [["stream_options", false], ["temperature", true], ["tools", true]] as const) {
    await using server = new ModelServer(refuse(name, named));
    const yaml = `providers: {x: {provider: openai, endpoint: "${server.origin}/v1", temperature: 0.1}}`;
    const { provider } = makeFrom({ OPENAI_API_KEY: KEY }, {}, yaml);
    const pieces = await collect(provider, { tools: [TOOL] });
    assertEquals([textOf(pieces), server.received.length], ["ok", 2]);
    assertEquals(textOf(await collect(provider, { tools: [TOOL] })), "ok");
    assertEquals(server.received.length, 3, "it is not tried again");
  }
});

Deno.test("a server that was started without tools is asked without them, at once", async () => {
  await using server = new ModelServer(({ body }) =>
    body.tools
      ? apiError(500, { message: "tools param requires --jinja flag" })
      : sse(answerEvents("ok").join(""))
  );
  const { provider, clock } = makeFrom(variables(server));
  assertEquals(textOf(await collect(provider, { tools: [TOOL] })), "ok");
  assertEquals(clock.slept, []);
});

Deno.test("where max_tokens is refused, max_completion_tokens takes its place", async () => {
  await using server = new ModelServer(({ body }) =>
    "max_tokens" in body
      ? apiError(400, {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: "max_tokens",
        code: "unsupported_parameter",
      })
      : sse(answerEvents("ok").join(""))
  );
  await collect(makeFrom(variables(server)).provider);
  assertEquals(server.received.map(({ body }) => [body.max_tokens, body.max_completion_tokens]), [
    [8192, undefined],
    [undefined, 8192],
  ]);
});

Deno.test("models are listed with what their server tells of them", async () => {
  await using server = new ModelServer(() =>
    Response.json({
      data: [{ id: "a", max_model_len: 4096 }, { id: "text-embedding-3-small" }, {
        id: "b",
        meta: { n_ctx: 512 },
      }],
    })
  );
  const { provider } = makeFrom(variables(server));
  const models = await provider.models(new AbortController().signal);
  assertEquals(models.map(({ name, context, chats }) => [name, context, chats]), [
    ["a", 4096, true],
    ["text-embedding-3-small", null, false],
    ["b", 512, true],
  ]);
});

Deno.test("the billing calls are tried, and a refusal is no error", async () => {
  await using server = new ModelServer(({ path }) =>
    path.endsWith("subscription")
      ? Response.json({ hard_limit_usd: 120 })
      : path.endsWith("usage")
      ? Response.json({ total_usage: 1234 })
      : apiError(404, { message: "?" })
  );
  const usage = await makeFrom(variables(server)).provider.usage!(new AbortController().signal);
  assertEquals(usage, { limitUsd: 120, usedUsd: 12.34, note: null });
  assertEquals(server.received.map(({ path }) => path), [
    "/v1/dashboard/billing/subscription",
    "/v1/dashboard/billing/usage",
  ]);
  await using closed = new ModelServer(() => apiError(403, { message: "must be made with a session key" }));
  const refused = await makeFrom(variables(closed)).provider.usage!(new AbortController().signal);
  assertEquals(refused, { limitUsd: null, usedUsd: null, note: "not shown to this key (403)" });
});
