import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AiFailure, type FailureCause } from "../../src/ai/failure.ts";
import { type Handler, ModelServer } from "./model_server.ts";
import { collect, makeFrom } from "./make_target.ts";

export const KEY = "sk-test-1234567890abcdef";

export function variables(server: ModelServer, more: Record<string, string> = {}): Record<string, string> {
  return { OPENAI_API_KEY: KEY, OPENAI_API_BASE: `${server.origin}/v1`, ...more };
}

export async function failureOf(
  handler: Handler,
  more: Record<string, string> = {},
): Promise<AiFailure & { made: ReturnType<typeof makeFrom> }> {
  await using server = new ModelServer(handler);
  const made = makeFrom(variables(server, more));
  const failure = await assertRejects(() => collect(made.provider), AiFailure);
  return Object.assign(failure, { made });
}

export async function failsWith(cause: FailureCause, words: string, handler: Handler): Promise<void> {
  const failure = await failureOf(handler);
  assertEquals(failure.failure, cause, failure.message);
  assertStringIncludes(failure.message, words);
  assert(!failure.message.includes(KEY), "the key is told");
}
