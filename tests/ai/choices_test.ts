import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { leavesMachine } from "../../src/ai/address.ts";
import { type AnalysisKind, cheaperThan, chooseModel } from "../../src/ai/choose_model.ts";
import { targetsOf } from "../../src/ai/choose_provider.ts";
import { AiFailure } from "../../src/ai/failure.ts";
import { canChat, ranked } from "../../src/ai/model_names.ts";
import { PriceTable } from "../../src/ai/prices.ts";
import { type ModelInfo, modelNamed } from "../../src/ai/provider.ts";
import { UserError } from "../../src/record/user_error.ts";
import { makeSettings } from "./make_settings.ts";

const TODAY = "2026-11-21";

Deno.test("the provider comes from ai-provider, the type, an identity, and the shape of the address", () => {
  const kinds: [Record<string, string>, string, string][] = [
    [{}, "openai", "https://api.openai.com/v1"],
    [{ OPENAI_BASE_URL: "https://api.openai.com" }, "openai", "https://api.openai.com/v1"],
    [{ PROVIDER_API_BASE: "http://localhost:11434" }, "ollama", "http://localhost:11434"],
    [{ OPENAI_API_BASE: "http://gpu:8080/" }, "ollama", "http://gpu:8080"],
    [{ OPENAI_API_BASE: "http://localhost:1234/v1" }, "lmstudio", "http://localhost:1234/v1"],
    [{ OPENAI_API_BASE: "https://proxy.example/v1/" }, "compatible", "https://proxy.example/v1"],
    [{ OPENAI_API_BASE: "https://x.example/v1beta/openai" }, "compatible", "https://x.example/v1beta/openai"],
    [{ OPENAI_API_BASE: "https://r.openai.azure.com/openai/v1/" }, "azure", "https://r.openai.azure.com"],
    [{ OPENAI_API_BASE: "https://r.example", PROVIDER_API_TYPE: "azure" }, "azure", "https://r.example"],
    [
      { OPENAI_API_BASE: "https://r.example", CLOUD_USE_MANAGED_IDENTITY: "true" },
      "azure",
      "https://r.example",
    ],
    [{ WEIR_AI_PROVIDER: "ollama" }, "ollama", "http://127.0.0.1:11434"],
    [{ WEIR_AI_PROVIDER: "lmstudio" }, "lmstudio", "http://127.0.0.1:1234/v1"],
    [
      { WEIR_AI_PROVIDER: "compatible", OPENAI_API_BASE: "http://localhost:4000" },
      "compatible",
      "http://localhost:4000",
    ],
  ];
  for (const [variables, kind, base] of kinds) {
    const [target] = targetsOf(makeSettings(variables));
    assertEquals([target.kind, target.base], [kind, base], JSON.stringify(variables));
  }
});

Deno.test("addresses that break their provider's rule are errors that say the rule", () => {
  const wrong: [string, string, string][] = [
    ["", "{a: {provider: lmstudio, host: box, endpoint: 'http://box:1234'}}", "must end with /v1"],
    ["", "{a: {provider: ollama, endpoint: 'http://box:11434/v1'}}", "must not end with /v1"],
    ["azure", "{}", "has no address"],
    ["compatible", "{}", "has no address"],
  ];
  for (const [provider, providers, words] of wrong) {
    const variables: Record<string, string> = provider === "" ? {} : { WEIR_AI_PROVIDER: provider };
    const error = assertThrows(
      () => targetsOf(makeSettings(variables, `providers: ${providers}`)),
      UserError,
    );
    assertStringIncludes(error.message, words);
  }
  assertThrows(
    () => targetsOf(makeSettings({ OPENAI_API_TYPE: "google" })),
    UserError,
    "Cannot set api-type to 'google' (OPENAI_API_TYPE): must be azure or openai",
  );
  assertThrows(
    () => targetsOf(makeSettings({ OPENAI_API_BASE: "https://me:secret@x/v1" })),
    UserError,
    "user name",
  );
});

Deno.test("entries of providers come in order of priority, each with its own fields", () => {
  const yaml = `
providers:
  last: {provider: openai, priority: low, model: gpt-5}
  first: {provider: lmstudio, host: box, port: 5000, priority: high, max_tokens: 7, temperature: 0.2, top_p: 0.3, context_length: 4096, cors: true}
  second: {endpoint: "http://127.0.0.1:11434", priority: 1.5, cost_limit: 3}
  plain: {provider: ollama, host: box}
`;
  const targets = targetsOf(makeSettings({ OPENAI_API_KEY: "k" }, yaml));
  assertEquals(targets.map(({ name, kind, base, key }) => [name, kind, base, key]), [
    ["first", "lmstudio", "http://box:5000/v1", null],
    ["second", "ollama", "http://127.0.0.1:11434", null],
    ["plain", "ollama", "http://box:11434", null],
    ["last", "openai", "https://api.openai.com/v1", "k"],
  ]);
  assertEquals(targets[0].sampling, { maxTokens: 7, temperature: 0.2, topP: 0.3 });
  assertEquals([targets[0].contextLength, targets[1].costLimit, targets[3].model], [4096, 3, "gpt-5"]);
  assertEquals(targetsOf(makeSettings({ WEIR_AI_PROVIDER: "second" }, yaml)).map(({ name }) => name), [
    "second",
  ]);
  const overruled = targetsOf(makeSettings({ OPENAI_API_BASE: "http://x:1/v1" }, yaml));
  assertEquals(overruled.map(({ base }) => base), ["http://x:1/v1"]);
});

Deno.test("what leaves the machine: all but loopback, and loopback behind a proxy", () => {
  const cases: [string, Record<string, string>, boolean][] = [
    ["http://127.0.0.1:1/v1", {}, false],
    ["http://127.9.9.9/", {}, false],
    ["http://[::1]:8080", {}, false],
    ["http://localhost:11434", {}, false],
    ["http://box.localhost", {}, false],
    ["http://127.0.0.1.example.com", {}, true],
    ["http://192.168.1.2:1234/v1", {}, true],
    ["https://api.openai.com/v1", {}, true],
    ["http://127.0.0.1:1/v1", { http_proxy: "http://p" }, true],
    ["http://127.0.0.1:1/v1", { HTTP_PROXY: "http://p", NO_PROXY: "localhost, 127.0.0.1" }, false],
  ];
  for (const [address, environment, leaves] of cases) {
    assertEquals(leavesMachine(address, (name) => environment[name]), leaves, address);
  }
});

async function chosen(
  options: {
    variables?: Record<string, string>;
    yaml?: string;
    flag?: string;
    kind?: AnalysisKind;
    models?: ModelInfo[];
  },
): Promise<string> {
  const {
    variables = {},
    yaml = "",
    flag,
    kind = "error",
    models = ["gpt-4.1", "gpt-5", "gpt-5-mini"].map((name) => modelNamed(name)),
  } = options;
  const settings = makeSettings(variables, yaml, flag ? { "ai-model": flag } : {});
  const target = targetsOf(settings)[0];
  const prices = new PriceTable(settings);
  return (await chooseModel({
    settings,
    target,
    kind,
    prices,
    today: TODAY,
    models: () => Promise.resolve(models),
  })).model;
}

Deno.test("the model: flag, variable, preference of the kind, the file's, else the best available", async () => {
  const yaml = "ai-model: filed\nmodel-preferences: {quick-analysis: quick-one}\n";
  assertEquals(
    await chosen({ yaml, flag: "flagged", variables: { TOOL_AI_MODEL: "v" }, kind: "quick" }),
    "flagged",
  );
  assertEquals(
    await chosen({ yaml, variables: { TOOL_AI_MODEL: "from-variable" }, kind: "quick" }),
    "from-variable",
  );
  assertEquals(await chosen({ yaml, kind: "quick" }), "quick-one");
  assertEquals(await chosen({ yaml }), "filed");
  assertEquals(await chosen({}), "gpt-5");
  assertEquals(await chosen({ yaml: `ai-auto-select: true\n${yaml}` }), "gpt-5");
  assertEquals(await chosen({ yaml: `ai-auto-select: true\n${yaml}`, kind: "quick" }), "quick-one");
  await assertRejects(() => chosen({ yaml: "ai-auto-select: false" }), AiFailure, "No model is named");
  assertEquals(
    await chosen({ yaml: "providers: {a: {provider: openai, model: its-own}}\nai-model: filed" }),
    "its-own",
  );
});

Deno.test("a deployment is never chosen for the enterprise cloud", async () => {
  const variables = { OPENAI_API_TYPE: "azure", OPENAI_API_BASE: "https://r.example", OPENAI_API_KEY: "k" };
  await assertRejects(() => chosen({ variables }), AiFailure, "name of your deployment");
});

Deno.test("the local runner's models are matched with and without :latest, and a wrong name is told with the right ones", async () => {
  const variables = { WEIR_AI_PROVIDER: "ollama" };
  const models = [modelNamed("llama:latest"), modelNamed("qwen:7b")];
  assertEquals(await chosen({ variables, models, flag: "llama" }), "llama:latest");
  const failure = await assertRejects(() => chosen({ variables, models, flag: "qwen" }), AiFailure);
  assertStringIncludes(failure.message, "it has llama:latest, qwen:7b");
  await assertRejects(() => chosen({ variables, models: [] }), AiFailure, "has no models");
});

Deno.test("models that cannot chat are left out, and so are those that are shut down", () => {
  const cannot = [
    "text-embedding-3-large",
    "whisper-1",
    "gpt-4o-mini-tts",
    "dall-e-3",
    "gpt-image-1",
    "gpt-realtime",
    "omni-moderation-latest",
    "gpt-5-codex",
    "gpt-5-pro",
    "o3-deep-research",
    "davinci-002",
    "gpt-4o-transcribe",
    "sora-2",
    "gpt-4o-audio-preview",
  ];
  assertEquals(cannot.filter((name) => canChat(name, "openai")), []);
  const can = [
    "gpt-5",
    "gpt-4.1-mini",
    "o3",
    "gpt-6.1-sol",
    "llama-3.1-8b-instruct",
    "gemini-2.5-pro",
    "qwen3-coder",
  ];
  assertEquals(can.filter((name) => canChat(name, "compatible")), can);
  const prices = new PriceTable(null);
  const names = (list: string[]) =>
    ranked(list.map((name) => modelNamed(name, { chats: canChat(name, "openai") })), prices, TODAY).map((
      { name },
    ) => name);
  assertEquals(
    names(["gpt-4o-mini", "gpt-embed", "gpt-5-2025-08-07", "gpt-5", "gpt-5.4", "o4-mini", "unknown"]),
    [
      "gpt-5.4",
      "gpt-5",
      "gpt-5-2025-08-07",
      "gpt-4o-mini",
      "unknown",
    ],
  );
});

Deno.test("among local models those in memory come first, then the largest", () => {
  const models = [
    modelNamed("a-3b"),
    modelNamed("b-70b"),
    modelNamed("c-1b", { loaded: true }),
  ];
  assertEquals(ranked(models, new PriceTable(null), TODAY).map(({ name }) => name), [
    "c-1b",
    "b-70b",
    "a-3b",
  ]);
});

Deno.test("costs count the cache and the dearer tier, and the configuration replaces prices", () => {
  const prices = new PriceTable(null);
  assertEquals(prices.cost("gpt-5", { input: 1_000_000, cached: 0, output: 1_000_000 }), 11.25);
  assertEquals(prices.cost("gpt-5.4", { input: 300_000, cached: 0, output: 1000 }), 0.3 * 5 + 0.0225);
  assertEquals(prices.cost("gpt-4o", { input: 1000, cached: 1000, output: 0 }), 0.00125);
  assertEquals(prices.cost("openai/gpt-5-2025-08-07", { input: 1_000_000, cached: 0, output: 0 }), 1.25);
  assertEquals(prices.cost("llama", { input: 1, cached: 0, output: 1 }), null);
  const own = new PriceTable(
    makeSettings({}, "ai-prices: {gpt-5: {input: 2, output: 3}, llama: {input: 1, output: 1}}"),
  );
  assertEquals(own.cost("gpt-5", { input: 1_000_000, cached: 0, output: 1_000_000 }), 5);
  assertEquals(own.cost("llama", { input: 1_000_000, cached: 0, output: 0 }), 1);
  assertEquals(own.find("gpt-5")?.context, 272_000);
});

Deno.test("the cheaper model is the cheapest that can chat and has a price", () => {
  const models = ["gpt-5", "gpt-5-mini", "gpt-5-nano", "text-embedding-3", "free?"].map((name) =>
    modelNamed(name, { chats: canChat(name, "openai") })
  );
  const prices = new PriceTable(null);
  assertEquals(cheaperThan("gpt-5", models, prices, TODAY)?.name, "gpt-5-nano");
  assertEquals(cheaperThan("gpt-5-nano", models, prices, TODAY), null);
});
