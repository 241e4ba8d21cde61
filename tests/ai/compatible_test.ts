import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure, type FailureCause } from "../../src/ai/failure.ts";
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

const KEY = "sk-test-1234567890abcdef";

function variables(server: ModelServer, more: Record<string, string> = {}): Record<string, string> {
  return { OPENAI_API_KEY: KEY, OPENAI_API_BASE: `${server.origin}/v1`, ...more };
}

async function failureOf(
  handler: Handler,
  more: Record<string, string> = {},
): Promise<AiFailure & { made: ReturnType<typeof makeFrom> }> {
  await using server = new ModelServer(handler);
  const made = makeFrom(variables(server, more));
  const failure = await assertRejects(() => collect(made.provider), AiFailure);
  return Object.assign(failure, { made });
}

async function failsWith(cause: FailureCause, words: string, handler: Handler): Promise<void> {
  const failure = await failureOf(handler);
  assertEquals(failure.failure, cause, failure.message);
  assertStringIncludes(failure.message, words);
  assert(!failure.message.includes(KEY), "the key is told");
}

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

Deno.test("a connection that is lost in the middle is an answer that broke off", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serving = (async () => {
    const connection = await listener.accept();
    await connection.read(new Uint8Array(65_536));
    const text = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 5000\r\n\r\n${
      chunk({ content: "a" })
    }`;
    await connection.write(new TextEncoder().encode(text));
    connection.close();
  })();
  const base = `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/v1`;
  const { provider } = makeFrom({ OPENAI_API_KEY: KEY, OPENAI_API_BASE: base });
  const failure = await assertRejects(() => collect(provider), AiFailure);
  await serving;
  listener.close();
  assertEquals(failure.failure, "incomplete");
  assertStringIncludes(failure.message, "was lost in the middle");
});

Deno.test("a web page with status 200 is no model server", async () => {
  await failsWith(
    "network",
    "Sign in here",
    () =>
      new Response("<html><head><title>Sign in here</title></head></html>", {
        headers: { "content-type": "text/html" },
      }),
  );
});

Deno.test("a web page without a title is named once", async () => {
  await failsWith(
    "network",
    "answers with a web page: it is no model server",
    () => new Response("<html><body>hi</body></html>", { headers: { "content-type": "text/html" } }),
  );
});

Deno.test("a stall is a time-out: before the first piece, and between two", async () => {
  for (const pieces of [[], [chunk({ content: "a" })], [": keep-alive\n\n"]]) {
    await using server: ModelServer = new ModelServer(() => sse(server.body(pieces, "stall")));
    const failure = await assertRejects(
      () => collect(makeFrom(variables(server, { OPENAI_REQUEST_TIMEOUT: "1" })).provider),
      AiFailure,
    );
    assertEquals(failure.failure, "timeout");
    assertStringIncludes(failure.message, "sent nothing for 1 s");
    await server.untilCancelled();
  }
});

Deno.test("a slow answer is no stall: the time counts between pieces", async () => {
  const parts = answerEvents("slow but steady");
  await using server = new ModelServer(() => {
    let place = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (place === parts.length) return controller.close();
        await new Promise((resolve) => setTimeout(resolve, 200));
        controller.enqueue(new TextEncoder().encode(parts[place++]));
      },
    });
    return sse(body);
  });
  const pieces = await collect(makeFrom(variables(server, { OPENAI_REQUEST_TIMEOUT: "1" })).provider);
  assertEquals(textOf(pieces), "slow but steady");
});

Deno.test("a question that waits its turn behind a proxy is no stall", async () => {
  await using server = new ModelServer(() => {
    const encoder = new TextEncoder();
    let waits = 6;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (waits-- === 0) {
          controller.enqueue(encoder.encode(answerEvents("late").join("")));
          return controller.close();
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
        controller.enqueue(encoder.encode(": PROCESSING\n\n"));
      },
    });
    return sse(body);
  });
  const pieces = await collect(makeFrom(variables(server, { OPENAI_REQUEST_TIMEOUT: "1" })).provider);
  assertEquals(textOf(pieces), "late");
});

Deno.test("cancelling ends the request at once, on the server's side too", async () => {
  await using server: ModelServer = new ModelServer(() =>
    sse(server.body([chunk({ content: "a" })], "stall"))
  );
  const { provider } = makeFrom(variables(server));
  const controller = new AbortController();
  const failure = await assertRejects(async () => {
    for await (
      const _ of provider.stream({ model: "m", messages: [], tools: [], context: 1 }, controller.signal)
    ) controller.abort();
  }, AiFailure);
  assertEquals(failure.failure, "cancelled");
  await server.untilCancelled();
});

Deno.test("too many requests and failing servers are asked again, longer and longer apart", async () => {
  for (const status of [429, 500, 503]) {
    await using server: ModelServer = new ModelServer((_request, number) =>
      number <= 2
        ? apiError(status, {
          message: "Rate limit reached. Add a payment method at /account/billing",
          code: "rate_limit_exceeded",
        })
        : sse(server.body(answerEvents("ok")))
    );
    const { provider, clock, notices } = makeFrom(
      variables(server, { OPENAI_RETRY_DELAY: "3", OPENAI_BACKOFF_FACTOR: "4" }),
    );
    assertEquals(textOf(await collect(provider)), "ok");
    assertEquals(clock.slept, [3000, 12_000]);
    assertStringIncludes(notices[0], "try 2 of 3 in 3 s");
  }
});

Deno.test("retries end as configured, and then the failure is told", async () => {
  const failure = await failureOf(() => apiError(503, { message: "overloaded" }), {
    OPENAI_MAX_RETRIES: "1",
  });
  assertEquals([failure.failure, failure.made.clock.slept.length], ["network", 1]);
  assertStringIncludes(failure.message, "overloaded");
});

Deno.test("Retry-After is honoured in seconds, as a date, and above a minute; above its maximum the question ends", async () => {
  const date = new Date(Date.UTC(2026, 10, 21, 12, 0, 45)).toUTCString();
  for (const [header, slept] of [["90", [90_000]], [date, [45_000]], ["0", [1000]]] as const) {
    await using server: ModelServer = new ModelServer((_request, number) =>
      number === 1
        ? apiError(429, { message: "slow down" }, { "retry-after": header })
        : sse(server.body(answerEvents("ok")))
    );
    const { provider, clock } = makeFrom(variables(server));
    assertEquals(textOf(await collect(provider)), "ok");
    assertEquals(clock.slept, slept);
  }
  const failure = await failureOf(() => apiError(429, { message: "slow down" }, { "retry-after": "500" }));
  assertEquals([failure.failure, failure.made.clock.slept], ["limit", []]);
  assertStringIncludes(failure.message, "asks to wait 500 s");
});

Deno.test("a spent quota is not asked again", async () => {
  const failure = await failureOf(() =>
    apiError(429, { message: "You exceeded your current quota", code: "insufficient_quota" })
  );
  assertEquals([failure.failure, failure.made.clock.slept], ["limit", []]);
  assertStringIncludes(failure.message, "quota");
});

Deno.test("each refusal has its own message, and none tells the key", async () => {
  await failsWith(
    "key",
    "refused the API key",
    () => apiError(401, { message: `Incorrect API key provided: ${KEY}`, code: "invalid_api_key" }),
  );
  await failsWith("key", "does not allow", () => apiError(403, { message: "Country not supported" }));
  await failsWith(
    "model",
    "some-model",
    () => apiError(404, { message: "The model `some-model` does not exist", code: "model_not_found" }),
  );
  await failsWith("network", "no model server", () => new Response("Not Found", { status: 404 }));
  await failsWith(
    "refused",
    "ai-context-size",
    () =>
      apiError(400, {
        message: "This model's maximum context length is 8192 tokens",
        code: "context_length_exceeded",
      }),
  );
  await failsWith(
    "filtered",
    "content filter",
    () => apiError(400, { message: "filtered", code: "content_filter" }),
  );
  await failsWith("refused", "bad thing", () => apiError(400, { message: "bad thing" }));
  await failsWith(
    "network",
    "redirection",
    () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } }),
  );
  await failsWith(
    "model",
    "No models loaded",
    () => apiError(404, { message: "No models loaded. Please load a model" }),
  );
  await failsWith(
    "key",
    "API key not valid",
    () => Response.json([{ error: { code: 400, message: "API key not valid." } }], { status: 400 }),
  );
  await failsWith(
    "limit",
    "replenished in 02:12:12",
    () =>
      Response.json({ message: "Out of call volume quota. It is replenished in 02:12:12." }, { status: 403 }),
  );
  await failsWith(
    "refused",
    "Set OPENAI_API_VERSION",
    () => apiError(400, { code: "BadRequest", message: "API version not supported" }),
  );
});

Deno.test("a server that wants a key and gets none says so", async () => {
  await using server = new ModelServer(() => apiError(401, { message: "missing" }));
  const { provider } = makeFrom({ OPENAI_API_BASE: `${server.origin}/v1` });
  const failure = await assertRejects(() => collect(provider), AiFailure);
  assertStringIncludes(failure.message, "wants an API key: set OPENAI_API_KEY");
});

Deno.test("nothing listens, and a proxy stands in the way: the message says which", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const base = `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/v1`;
  listener.close();
  const alone = await assertRejects(() => collect(makeFrom({ OPENAI_API_BASE: base }).provider), AiFailure);
  assertEquals(alone.failure, "network");
  assertStringIncludes(alone.message, "Is the model server running?");
  const proxied = makeFrom({ OPENAI_API_BASE: base }, { HTTP_PROXY: "http://proxy:3128" });
  const failure = await assertRejects(() => collect(proxied.provider), AiFailure);
  assertStringIncludes(failure.message, "set NO_PROXY=127.0.0.1,localhost");
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
  assertEquals(refused, { limitUsd: null, usedUsd: null, note: "not told to this key (403)" });
});
