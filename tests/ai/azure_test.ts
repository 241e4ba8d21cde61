import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure } from "../../src/ai/failure.ts";
import { answerEvents, apiError, ModelServer, sse } from "./model_server.ts";
import { collect, makeFrom, textOf } from "./make_target.ts";
import { makeSettings } from "./make_settings.ts";
import { targetsOf } from "../../src/ai/choose_provider.ts";

const AZURE = { OPENAI_API_TYPE: "azure", WEIR_AI_MODEL: "my-deployment" };
const IDENTITY = { ...AZURE, AZURE_USE_MANAGED_IDENTITY: "true", OPENAI_API_VERSION: "2024-10-21" };

Deno.test("with a version the deployment stands in the path, and the key in api-key", async () => {
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("ok"))));
  const { provider } = makeFrom({
    ...AZURE,
    OPENAI_API_BASE: `${server.origin}/`,
    OPENAI_API_VERSION: "2024-10-21",
    OPENAI_API_KEY: "azure-key",
  });
  assertEquals(textOf(await collect(provider, { model: "my deployment" })), "ok");
  const { path, search, headers } = server.received[0];
  assertEquals([path, search], [
    "/openai/deployments/my%20deployment/chat/completions",
    "?api-version=2024-10-21",
  ]);
  assertEquals([headers.get("api-key"), headers.get("authorization")], ["azure-key", null]);
});

Deno.test("without a version the newer surface is used, whichever way the address was written", async () => {
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("ok"))));
  for (const suffix of ["", "/openai", "/openai/v1", "/openai/v1/"]) {
    const { provider } = makeFrom({
      ...AZURE,
      OPENAI_API_BASE: server.origin + suffix,
      OPENAI_API_KEY: "k123456",
    });
    await collect(provider, { model: "my-deployment" });
  }
  assertEquals(
    new Set(server.received.map(({ path, search, body }) => `${path}${search} ${body.model}`)),
    new Set(["/openai/v1/chat/completions my-deployment"]),
  );
});

Deno.test("the whole address of a deployment's call tells its name and its version", async () => {
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("ok"))));
  const address = `${server.origin}/gate/openai/deployments/my%20own/chat/completions?api-version=2024-06-01`;
  const variables = { OPENAI_API_TYPE: "azure", OPENAI_API_BASE: address, OPENAI_API_KEY: "k123456" };
  const [{ model, base }] = targetsOf(makeSettings(variables));
  assertEquals([model, base], ["my own", `${server.origin}/gate`]);
  await collect(makeFrom(variables).provider, { model: model! });
  const { path, search } = server.received[0];
  assertEquals(`${path}${search}`, new URL(address).pathname + new URL(address).search);
});

Deno.test("a deployment that does not exist, and a missing version, are told apart", async () => {
  const base = { ...AZURE, OPENAI_API_KEY: "k123456", OPENAI_API_VERSION: "x" };
  await using none = new ModelServer(() =>
    apiError(404, {
      code: "DeploymentNotFound",
      message: "The API deployment for this resource does not exist.",
    })
  );
  const missing = await assertRejects(
    () => collect(makeFrom({ ...base, OPENAI_API_BASE: none.origin }).provider),
    AiFailure,
  );
  assertEquals(missing.failure, "model");
  assertStringIncludes(missing.message, "the name of a deployment");
  await using wrong = new ModelServer(() => apiError(404, { code: "404", message: "Resource not found" }));
  const lost = await assertRejects(
    () => collect(makeFrom({ ...base, OPENAI_API_BASE: wrong.origin }).provider),
    AiFailure,
  );
  assertStringIncludes(lost.message, "the API version");
});

Deno.test("the identity of an App Service is asked for once, and renewed before its token ends", async () => {
  const expires = [Date.UTC(2026, 10, 21, 13), Date.UTC(2026, 10, 21, 15)];
  await using service = new ModelServer((_request, number) =>
    Response.json({
      access_token: `token-${number}`,
      expires_on: String(expires[number - 1] / 1000),
      resource: "r",
    })
  );
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("ok"))));
  const { provider, clock } = makeFrom(
    { ...IDENTITY, OPENAI_API_BASE: server.origin, AZURE_CLIENT_ID: "client-1" },
    { IDENTITY_ENDPOINT: `${service.origin}/msi/token?x=1`, IDENTITY_HEADER: "secret-header" },
  );
  await collect(provider);
  await collect(provider);
  clock.time = Date.UTC(2026, 10, 21, 12, 56);
  await collect(provider);
  assertEquals(server.received.map(({ headers }) => headers.get("authorization")), [
    "Bearer token-1",
    "Bearer token-1",
    "Bearer token-2",
  ]);
  assertEquals(service.received.length, 2);
  const { path, search, headers } = service.received[0];
  const asked = Object.fromEntries(new URLSearchParams(search));
  assertEquals([path, headers.get("x-identity-header")], ["/msi/token", "secret-header"]);
  assertEquals(asked, {
    x: "1",
    "api-version": "2019-08-01",
    resource: "https://cognitiveservices.azure.com",
    client_id: "client-1",
  });
});

Deno.test("elsewhere the instance's metadata service is asked", async () => {
  await using service = new ModelServer(() =>
    Response.json({ access_token: "imds", expires_in: "3600", expires_on: String(Date.UTC(2030, 0) / 1000) })
  );
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("ok"))));
  const { provider } = makeFrom(
    { ...IDENTITY, OPENAI_API_BASE: server.origin },
    { AZURE_POD_IDENTITY_AUTHORITY_HOST: service.origin },
  );
  await collect(provider);
  const { path, search, headers } = service.received[0];
  assertEquals([path, headers.get("metadata")], ["/metadata/identity/oauth2/token", "true"]);
  assertStringIncludes(search, "api-version=2018-02-01");
  assertEquals(server.received[0].headers.get("authorization"), "Bearer imds");
  assertEquals(server.received[0].headers.get("api-key"), null);
});

Deno.test("a metadata service that has too much to do is asked again", async () => {
  await using service = new ModelServer((_request, number) =>
    number === 1
      ? Response.json({ error: "too many requests" }, { status: 429 })
      : Response.json({ access_token: "imds", expires_on: String(Date.UTC(2030, 0) / 1000) })
  );
  await using server: ModelServer = new ModelServer(() => sse(server.body(answerEvents("ok"))));
  const { provider, clock } = makeFrom(
    { ...IDENTITY, OPENAI_API_BASE: server.origin },
    { AZURE_POD_IDENTITY_AUTHORITY_HOST: service.origin },
  );
  assertEquals(textOf(await collect(provider)), "ok");
  assertEquals(clock.slept, [1000]);
});

Deno.test("a token that was withdrawn is asked for anew, once", async () => {
  await using service = new ModelServer((_request, number) =>
    Response.json({ access_token: `token-${number}`, expires_on: String(Date.UTC(2030, 0) / 1000) })
  );
  await using server: ModelServer = new ModelServer((request) =>
    request.headers.get("authorization") === "Bearer token-1"
      ? apiError(401, { message: "expired" })
      : sse(server.body(answerEvents("ok")))
  );
  const { provider } = makeFrom(
    { ...IDENTITY, OPENAI_API_BASE: server.origin },
    { IDENTITY_ENDPOINT: service.origin, IDENTITY_HEADER: "h" },
  );
  assertEquals(textOf(await collect(provider)), "ok");
});

Deno.test("without an identity here the message says what to do", async () => {
  await using service = new ModelServer(() =>
    Response.json({ error: "invalid_request", error_description: "Identity not found" }, { status: 400 })
  );
  const { provider } = makeFrom(
    { ...IDENTITY, OPENAI_API_BASE: "http://127.0.0.1:1" },
    { AZURE_POD_IDENTITY_AUTHORITY_HOST: service.origin },
  );
  const failure = await assertRejects(() => collect(provider), AiFailure);
  assertEquals(failure.failure, "key");
  assertStringIncludes(failure.message, "No managed identity is available");
  assertStringIncludes(failure.message, "Identity not found");
});

Deno.test("a content filter's refusal is told as one", async () => {
  await using server = new ModelServer(() =>
    apiError(400, {
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      code: "content_filter",
      param: "prompt",
      innererror: { code: "ResponsibleAIPolicyViolation" },
    })
  );
  const { provider } = makeFrom({ ...AZURE, OPENAI_API_BASE: server.origin, OPENAI_API_KEY: "k123456" });
  assertEquals((await assertRejects(() => collect(provider), AiFailure)).failure, "filtered");
});
