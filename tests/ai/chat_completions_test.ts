import { assert, assertEquals } from "@std/assert";
import { chatBody } from "../../src/ai/chat_completions.ts";
import { answerEvents, apiError, ModelServer, type SentBody, sse } from "./model_server.ts";
import { collect, makeFrom, QUESTION, textOf } from "./make_target.ts";

const DIALECT = { maxTokensName: "max_tokens", maxTokens: null } as const;
const NO_SAMPLING = { maxTokens: null, temperature: null, topP: null };

/** What is answered by a server that refuses some requests with these words; the bodies it was sent. */
async function asked(refuses: (body: SentBody) => boolean, words: string, status = 400) {
  await using server = new ModelServer(({ body }) =>
    refuses(body) ? apiError(status, { message: words }) : sse(answerEvents("ok").join(""))
  );
  const { provider, clock } = makeFrom({ OPENAI_API_BASE: `${server.origin}/v1` });
  assertEquals(textOf(await collect(provider)), "ok");
  assertEquals(textOf(await collect(provider)), "ok");
  assertEquals(clock.slept, []);
  return server.received.map(({ body }) => body);
}

Deno.test("where a model knows no role of the system the instructions stand before the question", async () => {
  const bodies = await asked(({ messages }) => messages[0].role === "system", "System role not supported");
  assertEquals(bodies.map(({ messages }) => messages.map(({ role }) => role).join()), [
    "system,user",
    "user",
    "user",
  ]);
  assertEquals(bodies[1].messages[0].content, "Be short.\n\nWhat broke?");
});

Deno.test("a bound of the answer that does not fit beside the question is left out", async () => {
  const words = "This model's maximum context length is 4096 tokens. However, you requested 10299 tokens " +
    "(2107 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.";
  const bodies = await asked(
    ({ max_tokens, max_completion_tokens }) =>
      max_tokens !== undefined || max_completion_tokens !== undefined,
    words,
  );
  assert(bodies.at(-1)!.max_tokens === undefined);
});

Deno.test("what came with a call goes back with it: its thinking, and what the server signed", () => {
  const call = { id: "a", name: "look", arguments: "{}", extra: { signed: 1 } };
  const body = chatBody(
    {
      ...QUESTION,
      messages: [{ role: "assistant", content: "", calls: [call], reasoning: "I must look" }, {
        role: "tool",
        call,
        content: "found",
      }],
    },
    NO_SAMPLING,
    DIALECT,
  );
  assertEquals(body.messages, [{
    role: "assistant",
    content: null,
    reasoning_content: "I must look",
    tool_calls: [{
      id: "a",
      type: "function",
      function: { name: "look", arguments: "{}" },
      extra_content: { signed: 1 },
    }],
  }, { role: "tool", tool_call_id: "a", content: "found" }]);
});
