import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure } from "../../src/ai/failure.ts";
import { openLog, questionsOf, readLog, usualLog } from "./log_engine.ts";
import { answerEvents, chunk, DONE, event, ModelServer, sse } from "./model_server.ts";
import { answerOf, events, models, ok, start, usual } from "./asked_assistant.ts";

Deno.test("the model asks for more by tools; what it asks is shown, bounded, and cited lines count as sent", async () => {
  const asks = [
    ["find_records", '{"filter":"severity>=error","count":5}'],
    ["count_by_field", '{"field":"severity"}'],
    ["records_around", '{"record":"#1201","count":2}'],
    ["records_between", '{"from":"2026-11-20T00:03:00Z","to":"2026-11-20T00:03:02Z"}'],
    ["find_records", '{"filter":"(("}'],
    ["no_such_tool", "{}"],
    ["pattern_detail", '{"pattern":0}'],
    ["find_records", '{"filter":"severity>=err'],
    ["find_records", "{}"],
  ];
  await using server = new ModelServer((request) => {
    if (request.path.endsWith("/models")) return models();
    const place = request.body.messages.filter(({ role }: { role: string }) => role === "tool").length;
    if (place >= asks.length || !request.body.tools) {
      return sse(answerEvents("Done [#181] [#5000].").join(""));
    }
    const [name, args] = asks[place];
    return sse(
      [
        chunk({ tool_calls: [{ index: 0, id: `c${place}`, function: { name, arguments: args } }] }),
        chunk({}, "tool_calls"),
        DONE,
      ].join(""),
    );
  });
  const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` });
  const all = await events(assistant);
  assertEquals(answerOf(all).unsent, ["5000"]);
  assertEquals(all.flatMap((event) => event.kind === "tool" ? [event.text] : []).length, 8, "no ninth call");
  const results = server.to("/v1/chat/completions").at(-1)!.body.messages.filter((
    { role }: { role: string },
  ) => role === "tool");
  const texts = results.map(({ content }: { content: string }) => content);
  assertStringIncludes(texts[0], "2 match among all 2000 records:\n[#1201]");
  assertStringIncludes(texts[1], "1332 INFO");
  assertStringIncludes(texts[2], "[#1199]");
  assertStringIncludes(texts[3], "[#181]");
  assertStringIncludes(texts[4], "The filter cannot be read");
  assertStringIncludes(texts[5], "There is no tool");
  assertEquals(texts[7], "The arguments are not valid JSON.");
});

Deno.test("a call whose filter is no text is told so, and not that all records match", async () => {
  await using server = new ModelServer((request) => {
    if (request.path.endsWith("/models")) return models();
    const { messages } = request.body;
    const told = messages.find(({ role }: { role: string }) => role === "tool");
    if (told !== undefined) return sse(answerEvents(told.content).join(""));
    const call = { name: "find_records", arguments: '{"filter":{"severity":"error"}}' };
    return sse(
      [chunk({ tool_calls: [{ index: 0, id: "c", function: call }] }), chunk({}, "tool_calls"), DONE].join(
        "",
      ),
    );
  });
  const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` });
  assertEquals(answerOf(await events(assistant)).text, "The filter must be a string.");
});

Deno.test("what only the name of its field tells to be a secret reaches no model: neither shown nor counted", async () => {
  const asks = [
    ["count_by_field", '{"field":"password"}'],
    ["count_by_field", '{"field":"shop.api_key"}'],
    ["find_records", '{"filter":"((word"}'],
  ];
  await using server = new ModelServer((request) => {
    if (request.path.endsWith("/models")) return models();
    const place = request.body.messages.filter(({ role }: { role: string }) => role === "tool").length;
    if (place >= asks.length) return sse(answerEvents("Done.").join(""));
    const [name, args] = asks[place];
    const call = chunk({ tool_calls: [{ index: 0, id: `c${place}`, function: { name, arguments: args } }] });
    return sse([call, chunk({}, "tool_calls"), DONE].join(""));
  });
  const log = `${usualLog(20)}\n${
    JSON.stringify({
      level: "error",
      msg: "no",
      password: "open sesame now",
      shop: { api_key: "qwertyuiop" },
    })
  }\n`;
  const variables = { OPENAI_API_BASE: `${server.origin}/v1`, WEIR_AI_REDACT: "always" };
  const { assistant } = await start(variables, "", {}, await readLog(log));
  const all = await events(assistant);
  const sent = JSON.stringify(server.to("/v1/chat/completions").map(({ body }) => body.messages));
  assert(!/sesame|now|qwertyuiop/.test(sent), sent);
  assertStringIncludes(sent, "1 values among all 21 records");
  const shown = all.flatMap((event) => event.kind === "tool" ? [event.text] : []);
  assertStringIncludes(shown[2], "The filter cannot be read");
});

/** An answer that calls a tool and says nothing. */
function callOnly(): Response {
  const call = { name: "count_by_field", arguments: '{"field":"severity"}' };
  return sse(
    [
      chunk({ tool_calls: [{ index: 0, id: "c", function: call }] }),
      chunk({}, "tool_calls"),
      DONE,
    ].join(""),
  );
}

Deno.test("a model that goes on calling when no tool is offered any more is asked no further", async () => {
  await using server = new ModelServer((request) => request.path.endsWith("/models") ? models() : callOnly());
  const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` });
  const failure = await assertRejects(() => events(assistant), AiFailure, "without answering");
  assertEquals(failure.failure, "incomplete");
  const asked = server.to("/v1/chat/completions");
  assertEquals(asked.length, 9, "eight calls, and one question without tools");
  assertEquals(asked.at(-1)!.body.tools, undefined);
});

Deno.test("a server that wants to be told the tools while calls are in the conversation is told, not to be called", async () => {
  await using server = new ModelServer((request) => {
    if (request.path.endsWith("/models")) return models();
    if (request.body.tool_choice === "none") return ok();
    if (request.body.tools) return callOnly();
    const message = "Anthropic expects the `tools=` param to be passed in.";
    return Response.json({ error: { message, type: "invalid_request_error" } }, { status: 400 });
  });
  const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` });
  assertEquals(answerOf(await events(assistant)).unsent, []);
  const last = server.to("/v1/chat/completions").at(-1)!.body;
  assertEquals([last.tools?.length, last.tool_choice], [5, "none"]);
});

Deno.test("calls and citations reach all of a file of which little is held, and say what they cover", async () => {
  const asks = [
    ["find_records", '{"filter":"severity>=error","count":3,"oldest":true}'],
    ["count_by_field", '{"field":"severity","filter":"payments or gone"}'],
    ["records_around", '{"record":"#501","count":2}'],
    ["records_between", '{"from":"2026-11-20T00:08:20Z","to":"2026-11-20T00:08:21Z"}'],
    ["pattern_detail", '{"pattern":PAYMENTS}'],
  ];
  const log = usualLog(20_000, {
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [500 + n, `ERROR payments refused order ${n}`]),
    ),
    12_000: "ERROR db gone away",
  });
  await using read = await openLog(log, { logBuffer: 100 });
  const { top } = (await questionsOf(read.ask).summary()).patterns;
  const pattern = top.find(({ template }) => template.includes("payments"))?.id;
  await using server = new ModelServer((request) => {
    if (request.path.endsWith("/models")) return models();
    const place = request.body.messages.filter(({ role }: { role: string }) => role === "tool").length;
    if (place >= asks.length) return sse(answerEvents("Since [#501], then [#12001] [#77].").join(""));
    const [name, args] = asks[place];
    const call = { name, arguments: args.replace("PAYMENTS", String(pattern)) };
    return sse(
      [
        chunk({ tool_calls: [{ index: 0, id: `c${place}`, function: call }] }),
        chunk({}, "tool_calls"),
        DONE,
      ].join(""),
    );
  });
  const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` }, "", {}, read.ask);
  const all = await events(assistant);
  const sent = all.find((event) => event.kind === "sent");
  assertEquals([sent?.covers, (sent?.leftOut ?? 0) > 19_000], ["all 20000 records", true]);
  const steps = all.flatMap((event) => event.kind === "tool" ? [event.text] : []);
  assertStringIncludes(steps[0], "41 match among all 20000 records; the oldest 3");
  const last = server.to("/v1/chat/completions").at(-1)!.body.messages;
  const texts = last.filter(({ role }: { role: string }) => role === "tool").map((
    { content }: { content: string },
  ) => content);
  assertStringIncludes(texts[0], "[#501]");
  assertStringIncludes(texts[1], "1 values among all 20000 records:\n41 ERROR");
  assertStringIncludes(texts[2], "[#500]");
  assertStringIncludes(texts[3], "2 match among all 20000 records:\n[#501]");
  assertStringIncludes(texts[4], "[#540]");
  const { unsent, cited } = answerOf(all);
  assertEquals(unsent, ["77"]);
  assertEquals(cited.map(({ id }) => id.sequence), [500, 12_000]);
});

Deno.test("in a small context tools are offered where the data leave them room", async () => {
  await using server = new ModelServer(usual);
  for (const WEIR_AI_CONTEXT_SIZE of ["6000", "2400"]) {
    const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1`, WEIR_AI_CONTEXT_SIZE });
    await events(assistant);
  }
  const [roomy, full] = server.to("/v1/chat/completions");
  assertEquals([roomy.body.tools?.length, full.body.tools], [5, undefined]);
});

Deno.test("placeholders in a model's call mean what they stand for", async () => {
  await using server = new ModelServer((request) => {
    if (request.path.endsWith("/models")) return models();
    const asked = request.body.messages.some(({ role }: { role: string }) => role === "tool");
    if (asked) return ok();
    return sse(
      [
        chunk({
          tool_calls: [{
            index: 0,
            id: "c",
            function: { name: "find_records", arguments: '{"filter":"\\"<email-1>\\""}' },
          }],
        }),
        chunk({}, "tool_calls"),
        DONE,
      ].join(""),
    );
  });
  const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` }, "ai-redact: always");
  await events(assistant);
  const result = server.to("/v1/chat/completions")[1].body.messages.at(-1)!.content;
  assertStringIncludes(result, "1 match among all 2000 records:\n[#1201]");
  assert(!result.includes("ann@example.org"));
});

Deno.test("answers that are not whole are failures, each of its own kind", async () => {
  const cases: [string[], string][] = [
    [[], "nothing"],
    [[chunk({}, "stop"), DONE], "nothing"],
    [[chunk({ content: "half" })], "incomplete"],
    [[chunk({ content: "half" }), chunk({}, "length"), DONE], "incomplete"],
    [[chunk({ reasoning: "so long" }), chunk({}, "length"), DONE], "incomplete"],
    [[chunk({}, "content_filter"), DONE], "filtered"],
    [[event({ error: { message: "boom" } })], "incomplete"],
    // It has shown half of it already: asked again, that would stand there twice.
    [
      [chunk({ content: "half" }), event({ error: { message: "Context size has been exceeded." } })],
      "incomplete",
    ],
  ];
  for (const [pieces, cause] of cases) {
    await using server: ModelServer = new ModelServer(({ path }) =>
      path.endsWith("/models") ? models() : sse(pieces.join(""))
    );
    const { assistant } = await start({ OPENAI_API_BASE: `${server.origin}/v1` });
    const failure = await assertRejects(() => events(assistant), AiFailure);
    assertEquals(failure.failure, cause);
    assertEquals(assistant.turns.length, 0);
    assertEquals(server.to("/v1/chat/completions").length, 1);
  }
});
