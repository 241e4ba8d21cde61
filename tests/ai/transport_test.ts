import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure } from "../../src/ai/failure.ts";
import { failsWith, failureOf, KEY, variables } from "./asking.ts";
import { answerEvents, apiError, chunk, ModelServer, sse } from "./model_server.ts";
import { collect, makeFrom, textOf } from "./make_target.ts";

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
    "answers with a web page, so it is not a model server",
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

Deno.test("a quota of the minute, of which is said when there is some again, is waited for", async () => {
  const body = (retryDelay: string) => [{
    error: {
      code: 429,
      message: "You exceeded your current quota. Please retry in 7.5s.",
      status: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.Help" }, {
        "@type": "type.googleapis.com/google.rpc.RetryInfo",
        retryDelay,
      }],
    },
  }];
  await using server: ModelServer = new ModelServer((_request, number) =>
    number === 1 ? Response.json(body("7.5s"), { status: 429 }) : sse(server.body(answerEvents("ok")))
  );
  const { provider, clock } = makeFrom(variables(server));
  assertEquals(textOf(await collect(provider)), "ok");
  assertEquals(clock.slept, [7500]);
  const failure = await failureOf(() => Response.json(body("3600s"), { status: 429 }));
  assertEquals([failure.failure, failure.made.clock.slept], ["limit", []]);
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
    "redirects",
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
  assertStringIncludes(failure.message, "needs an API key: set OPENAI_API_KEY");
});

Deno.test("nothing listens, and a proxy stands in the way: the message says which", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const base = `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/v1`;
  listener.close();
  const alone = await assertRejects(() => collect(makeFrom({ OPENAI_API_BASE: base }).provider), AiFailure);
  assertEquals(alone.failure, "network");
  assertStringIncludes(alone.message, "Is the model server running?");
  await using server = new ModelServer(() => sse(""));
  const secure = makeFrom({ OPENAI_API_BASE: `${server.origin.replace("http:", "https:")}/v1` });
  const untold = await assertRejects(() => collect(secure.provider), AiFailure);
  assertStringIncludes(untold.message, "begin with http://");
  const proxied = makeFrom({ OPENAI_API_BASE: base }, { HTTP_PROXY: "http://proxy:3128" });
  const failure = await assertRejects(() => collect(proxied.provider), AiFailure);
  assertStringIncludes(failure.message, "set NO_PROXY=127.0.0.1,localhost");
});
