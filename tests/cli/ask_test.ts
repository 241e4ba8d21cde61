import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { usualLog } from "../ai/log_engine.ts";
import { answerEvents, apiError, chunk, DONE, type Handler, ModelServer, sse } from "../ai/model_server.ts";

const ROOT = fromFileUrl(new URL("../..", import.meta.url));
const KEY = "sk-test-1234567890abcdef";

interface Ended {
  code: number;
  out: string;
  error: string;
}

/** Runs weir in a folder of its own, with a log in it. */
async function weir(args: string[], variables: Record<string, string>): Promise<Ended> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/app.log`,
      usualLog(300, { 100: "ERROR db of ann@example.org gone away" }),
    );
    const program = Deno.env.get("WEIR_PROGRAM");
    const command = program
      ? [program]
      : [Deno.execPath(), "run", "-A", "--no-check", "--quiet", `${ROOT}/main.ts`];
    const { code, stdout, stderr } = await new Deno.Command(command[0], {
      args: [...command.slice(1), ...args],
      cwd: folder,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: folder,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
        OPENAI_API_KEY: KEY,
        OPENAI_MAX_RETRIES: "0",
        ...variables,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const decoder = new TextDecoder();
    const ended = { code, out: decoder.decode(stdout), error: decoder.decode(stderr) };
    assert(!ended.out.includes(KEY) && !ended.error.includes(KEY), "the key is told");
    return ended;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function ask(
  handler: Handler,
  args: string[] = [],
  more: Record<string, string> = {},
): Promise<Ended & { server: ModelServer }> {
  await using server = new ModelServer(handler);
  const variables = { OPENAI_API_BASE: `${server.origin}/v1`, WEIR_AI_MODEL: "m", ...more };
  return { ...await weir(["ask", "what broke?", "-f", "app.log", ...args], variables), server };
}

Deno.test("weir ask streams the answer to standard output, and notices to standard error", async () => {
  const { code, out, error, server } = await ask(() =>
    sse(answerEvents("The db\x1b[31m of [#101] went, see [#999].").join(""))
  );
  assertEquals([code, out], [0, "The db␛[31m of [#101] went, see [#999?].\n"]);
  assertStringIncludes(error, "weir: asking m at http://127.0.0.1:");
  assertStringIncludes(error, "100 tokens in, 20 out");
  assertStringIncludes(error, "cites lines that were not sent (marked ?): #999");
  const { messages } = server.received[0].body;
  assertStringIncludes(messages[1].content, "[#101] 00:01:40.000 ERROR db of ann@example.org gone away");
});

Deno.test("of the plain arguments of weir ask those that name a file are logs, all else are questions", async () => {
  await using server = new ModelServer(() => sse(answerEvents("It was the db.").join("")));
  const variables = { OPENAI_API_BASE: `${server.origin}/v1`, WEIR_AI_MODEL: "m" };
  for (const args of [["why?", "app.log"], ["app.log", "why?"], ["why?", "*.log"]]) {
    const { code, out } = await weir(["ask", ...args], variables);
    assertEquals([code, out], [0, "It was the db.\n"], args.join(" "));
    assertStringIncludes(server.received.at(-1)!.body.messages[1].content, "why?");
  }
  assertEquals(server.received.length, 3);
});

Deno.test("weir ask ends with a status of its own for each cause", async () => {
  const half = () => sse(chunk({ content: "half an" }));
  const cases: [Handler, number, string][] = [
    [() => apiError(401, { message: `Incorrect API key: ${KEY}` }), 4, "refused the API key"],
    [
      () => apiError(404, { message: "The model `m` does not exist", code: "model_not_found" }),
      5,
      "weir models",
    ],
    [() => apiError(503, { message: "down" }), 6, "failed (503)"],
    [() => apiError(400, { message: "no" }), 8, "rejected the request"],
    [() => apiError(429, { message: "quota", code: "insufficient_quota" }), 9, "quota"],
    [half, 11, "cut off"],
    [() => sse(DONE), 12, "gave an empty answer"],
    [() => sse(chunk({}, "content_filter")), 13, "content filter"],
  ];
  const all = await Promise.all(cases.map(([handler]) => ask(handler)));
  for (const [place, { code, error }] of all.entries()) {
    assertEquals(code, cases[place][1], error);
    assertStringIncludes(error, cases[place][2]);
  }
  assertEquals(all[5].out, "half an\n", "what came is shown");
});

Deno.test("weir ask times out, stays in its budget, needs a key, and refuses settings that cannot be", async () => {
  await using server: ModelServer = new ModelServer(() => sse(server.body([], "stall")));
  const base = { OPENAI_API_BASE: `${server.origin}/v1`, WEIR_AI_MODEL: "m" };
  const args = ["ask", "why?", "-f", "app.log"];
  const [late, dear, keyless, wrong, filter, nothing] = await Promise.all([
    weir([...args, "--timeout", "1"], { ...base, OPENAI_REQUEST_TIMEOUT: "90" }),
    weir(args, { ...base, WEIR_AI_DAILY_TOKEN_LIMIT: "10" }),
    weir(args, { OPENAI_API_KEY: "" }),
    weir(args, { OPENAI_API_BASE: "http://localhost:1", WEIR_AI_PROVIDER: "lmstudio" }),
    weir([...args, "--where", "((a"], base),
    weir([...args, "--where", "nosuchword"], base),
  ]);
  assertEquals([late.code, dear.code, keyless.code, wrong.code, filter.code], [7, 10, 4, 2, 2]);
  assertStringIncludes(dear.error, "Raise ai-daily-token-limit");
  assertStringIncludes(keyless.error, "No API key: set OPENAI_API_KEY");
  assertStringIncludes(wrong.error, "/v1");
  assertStringIncludes(nothing.error, "no record matches --where");
  const mistyped = await weir(["ask", "what broke?", "ap.log"], { OPENAI_API_BASE: `${server.origin}/v1` });
  assertEquals(mistyped.code, 1);
  assertStringIncludes(
    mistyped.error,
    "no records were read; 'ap.log' is no file, so it was taken for a question",
  );
  assertEquals(nothing.code, 1);
});

Deno.test("weir ask --show-request prints what would be sent and sends nothing", async () => {
  const { code, out, server } = await ask(() => sse(""), ["--show-request", "--where", "severity>=error"], {
    HTTP_PROXY: "http://127.0.0.1:1",
  });
  assertEquals([code, server.received.length], [0, 0]);
  const { method, headers, body } = JSON.parse(out);
  assertEquals([method, headers.authorization, body.model], ["POST", "********", "m"]);
  assertStringIncludes(body.messages[1].content, "ERROR db of <email-1> gone away");
});

Deno.test("what would be sent is shown without a key too, and nobody reads a log to say that there is none", async () => {
  const shown = await weir(["ask", "--show-request", "-f", "app.log"], { OPENAI_API_KEY: "" });
  assertEquals(shown.code, 0);
  const { url, headers, body } = JSON.parse(shown.out);
  assertEquals([url, headers.authorization], ["https://api.openai.com/v1/chat/completions", undefined]);
  assertStringIncludes(shown.error, "this shows the best one with a known price");
  assertStringIncludes(body.messages[1].content, "ERROR db of <email-1> gone away");
  const asked = await weir(["ask", "why?", "-f", "none.log"], { OPENAI_API_KEY: "" });
  assertEquals(asked.code, 4);
});

Deno.test("queued questions go as one request, and their answers stand under them", async () => {
  const answer = "=== 1 ===\nThe db.\n=== 2 ===\nAt noon.\n";
  const { out, server, code } = await ask(() => sse(answerEvents(answer).join("")), ["since when?"], {
    WEIR_AI_BATCH_REQUESTS: "true",
  });
  assertEquals([code, server.received.length], [0, 1]);
  assertEquals(out, "## what broke?\n\nThe db.\n\n## since when?\n\nAt noon.\n");
  const apart = await ask(() => sse(answerEvents("Yes.").join("")), ["since when?"]);
  assertEquals([apart.out, apart.server.received.length], [
    "## what broke?\n\nYes.\n\n## since when?\n\nYes.\n",
    2,
  ]);
});

Deno.test("weir models tells provider, address, models, and the chosen one and why", async () => {
  await using server = new ModelServer(() =>
    Response.json({ data: [{ id: "gpt-5-mini" }, { id: "gpt-5" }, { id: "tts-1" }] })
  );
  const variables = { OPENAI_API_BASE: `${server.origin}/v1` };
  const [text, json, usage, gone, lost] = await Promise.all([
    weir(["models"], variables),
    weir(["models", "--json"], variables),
    weir(["models", "--usage"], variables),
    weir(["models", "--ai-provider", "ollama"], { OPENAI_API_BASE: "http://127.0.0.1:1" }),
    weir(["models", "--ai-model", "gpt-9"], variables),
  ]);
  assertStringIncludes(
    lost.out,
    "Model     gpt-9, because --ai-model names it; it is not among those listed\n",
  );
  assertEquals(text.code, 0);
  assertStringIncludes(text.out, "Provider  compatible, because the address ends in /v1\n");
  assertStringIncludes(
    text.out,
    "Answers   yes\nModel     gpt-5, because no model is named and it is the best available\n",
  );
  assertStringIncludes(text.out, "    tts-1  (cannot chat)\n");
  const [provider] = JSON.parse(json.out).providers;
  assertEquals([provider.provider, provider.reachable, provider.chosen.model], ["compatible", true, "gpt-5"]);
  assertStringIncludes(usage.out, "Limits    not reported");
  assertStringIncludes(usage.out, "Used      nothing this month");
  assertEquals(gone.code, 6);
  assertStringIncludes(gone.out, "Answers   no\nProblem   Cannot reach http://127.0.0.1:1");
});

Deno.test({
  name: "weir --help loads nothing of what asks models, nor the engine",
  ignore: Deno.env.get("WEIR_PROGRAM") !== undefined,
  async fn() {
    const folder = await Deno.makeTempDir();
    await weir(["--help"], { DENO_COVERAGE_DIR: folder });
    const loaded: string[] = [];
    for await (const { name } of Deno.readDir(folder)) {
      loaded.push(await Deno.readTextFile(`${folder}/${name}`));
    }
    await Deno.remove(folder, { recursive: true });
    assert(loaded.some((text) => text.includes("/src/app.ts")), "coverage tells what was loaded");
    assert(!loaded.some((text) => /\/src\/(?:ai|engine)\/|npm:openai|\/openai\//.test(text)));
  },
});
