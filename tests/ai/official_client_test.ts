import { assertEquals } from "@std/assert";
import OpenAI from "openai";
import type { Piece } from "../../src/ai/provider.ts";
import { answerEvents, chunk, DONE, event, ModelServer, splitAnywhere, sse } from "./model_server.ts";
import { collect, makeFrom, QUESTION, textOf, TOOL } from "./make_target.ts";

/** Streams as the hosted provider sends them, with the shapes that its own client reads. */
const STREAMS: Record<string, string[]> = {
  "plain": answerEvents("Die Datenbank 🚰 fiel aus."),
  "refusal": [chunk({ refusal: "I cannot help with that." }), chunk({}, "stop"), DONE],
  "tool calls": [
    chunk({ role: "assistant", content: null }),
    chunk({
      tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "look", arguments: "" } }],
    }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"n":' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: "1}" } }] }),
    chunk({}, "tool_calls"),
    event({
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 3 } },
    }),
    DONE,
  ],
};

for (const [name, stream] of Object.entries(STREAMS)) {
  Deno.test(`the official client reads the same from the same stream: ${name}`, async () => {
    await using server: ModelServer = new ModelServer(() =>
      sse(server.body(splitAnywhere(stream.join(""), 11)))
    );
    const baseURL = `${server.origin}/v1`;
    const official = new OpenAI({
      apiKey: "k",
      baseURL,
      organization: "o",
      project: null,
      maxRetries: 0,
      logLevel: "off",
    });
    const seen = { text: "", arguments: "", usage: null as unknown, reason: null as string | null };
    const chunks = await official.chat.completions.create({
      model: QUESTION.model,
      messages: [{ role: "system", content: "Be short." }, { role: "user", content: "What broke?" }],
      stream: true,
      stream_options: { include_usage: true },
      tools: [{ type: "function", function: TOOL }],
    });
    for await (const { choices, usage } of chunks) {
      seen.text += choices[0]?.delta.content ?? choices[0]?.delta.refusal ?? "";
      seen.arguments += choices[0]?.delta.tool_calls?.[0].function?.arguments ?? "";
      seen.reason = choices[0]?.finish_reason ?? seen.reason;
      if (usage) {
        seen.usage = [
          usage.prompt_tokens,
          usage.prompt_tokens_details?.cached_tokens ?? 0,
          usage.completion_tokens,
        ];
      }
    }
    const pieces = await collect(
      makeFrom({ OPENAI_API_BASE: baseURL, OPENAI_API_KEY: "k", OPENAI_ORGANIZATION: "o" }).provider,
      { tools: [TOOL] },
    );
    const find = <K extends Piece["kind"]>(kind: K) =>
      pieces.find((piece): piece is Piece & { kind: K } => piece.kind === kind);
    const usage = find("usage")?.usage;
    assertEquals({
      text: textOf(pieces),
      arguments: find("call")?.call.arguments ?? "",
      usage: usage ? [usage.input, usage.cached, usage.output] : null,
      reason: find("end")?.reason === "calls" ? "tool_calls" : find("end")?.reason,
    }, seen);
    const [theirs, ours] = server.received;
    assertEquals([ours.method, ours.path], [theirs.method, theirs.path]);
    for (const header of ["authorization", "content-type", "openai-organization", "accept"]) {
      assertEquals(ours.headers.get(header), theirs.headers.get(header), header);
    }
    const { max_tokens: _limit, ...body } = ours.body;
    assertEquals(body, theirs.body, "the same question is the same request");
  });
}
