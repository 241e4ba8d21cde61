import { CallFragments, ThinkTags } from "./deltas.ts";
import { type Answerer, errorWords, failureOf } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { at, type Json, listAt, numberAt, parsed, textAt } from "./json_value.ts";
import type { Piece, Usage } from "./provider.ts";
import { eventsOf, linesOf } from "./stream_lines.ts";
import { notAnApi, type Opened, type Transport } from "./transport.ts";
import type { Watch } from "./watch.ts";

/** Reasons for an end that is none: the server failed, or was told to stop. */
const BROKEN = /^(?:error|abort(?:ed)?|cancel(?:led|ed)?|timeout|insufficient_system_resource)$/i;
const LENGTH = /^(?:length|max_tokens|max_output_tokens|model_length)$/i;
const FILTER = /^(?:content_?filter|safety|recitation|blocklist|prohibited)/i;

/** The pieces of an answer as server-sent events, or as one object where the server does not stream. */
export async function* chatPieces(
  opened: Opened,
  transport: Transport,
  who: Answerer,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const { response, watch } = opened;
  const bytes = transport.bytes(opened, who, signal);
  const type = response.headers.get("content-type") ?? "";
  if (!/event-stream/i.test(type)) {
    let text = "";
    for await (const line of linesOf(bytes)) {
      watch.touch();
      text += `${line}\n`;
      if (text.length > 32 << 20) break;
    }
    const looksLikeEvents = /^\s*(?::|data:)/.test(text);
    if (!looksLikeEvents) return yield* wholeAnswer(text, response, who, transport);
    yield* fromEvents(eventsOf(each(text.split("\n"))), watch, who, transport);
    return;
  }
  yield* fromEvents(eventsOf(heard(linesOf(bytes), watch)), watch, who, transport);
}

/** Lines as they come; comments are signs of life, which proxies send while a question waits its turn. */
async function* heard(lines: AsyncIterable<string>, watch: Watch): AsyncGenerator<string> {
  for await (const line of lines) {
    if (line.startsWith(":")) watch.alive();
    yield line;
  }
}

async function* each(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

async function* fromEvents(
  events: AsyncIterable<string>,
  watch: { touch(): void },
  who: Answerer,
  transport: Transport,
): AsyncGenerator<Piece> {
  const tags = new ThinkTags();
  const fragments = new CallFragments();
  let reason: string | null = null;
  let model: string | null = null;
  let hasBegun = false;
  for await (const event of events) {
    watch.touch();
    if (event === "[DONE]") break;
    const chunk = parsed(event);
    if (chunk === undefined) {
      throw new AiFailure(
        "incomplete",
        `The answer of ${who.address} broke off in the middle of a message. Ask again`,
      );
    }
    if (at(chunk, "error")) throw streamFailure(event, who, transport, hasBegun);
    model = textAt(chunk, "model") || model;
    const usage = usageOf(at(chunk, "usage"), model) ?? usageOf(at(chunk, "x_groq", "usage"), model);
    if (usage) yield { kind: "usage", usage };
    // A first chunk may have no choices, as may one with the usage.
    const delta = at(chunk, "choices", 0, "delta");
    for (const piece of saidIn(delta, tags)) {
      hasBegun = true;
      yield piece;
    }
    for (const [place, call] of listAt(delta, "tool_calls").entries()) {
      addFragment(fragments, call, place);
    }
    reason = textAt(chunk, "choices", 0, "finish_reason") ?? reason;
  }
  yield* tags.end();
  yield* endOf(reason, fragments, who);
}

/** Thinking and text of a delta or of a whole message; Mistral sends them as a list of parts. */
function* saidIn(message: Json | undefined, tags: ThinkTags): Generator<Piece> {
  const reasoning = textAt(message, "reasoning_content");
  const thinking = reasoning ?? textAt(message, "reasoning");
  if (thinking) yield { kind: "thinking", text: thinking, ...reasoning === null ? {} : { goesBack: true } };
  for (const part of listAt(message, "content")) {
    const thoughts = listAt(part, "thinking").map((thought) => textAt(thought, "text") ?? "").join("");
    if (thoughts !== "") yield { kind: "thinking", text: thoughts };
    const text = textAt(part, "text");
    if (text) yield* tags.push(text);
  }
  const text = textAt(message, "content") || textAt(message, "refusal");
  if (text) yield* tags.push(text);
}

function addFragment(fragments: CallFragments, call: Json, place: number): void {
  const written = at(call, "function", "arguments");
  const part = typeof written === "string"
    ? written
    : written === undefined || written === null
    ? ""
    : JSON.stringify(written);
  fragments.add(numberAt(call, "index") ?? place, {
    id: textAt(call, "id"),
    name: textAt(call, "function", "name"),
    part,
    extra: at(call, "extra_content"),
  });
}

function* endOf(reason: string | null, fragments: CallFragments, who: Answerer): Generator<Piece> {
  const calls = fragments.calls();
  if (reason === null) return;
  if (BROKEN.test(reason)) {
    throw new AiFailure(
      "incomplete",
      `${who.address} ended the answer before it was complete (${reason}). Ask again`,
      { down: true },
    );
  }
  if (LENGTH.test(reason)) return yield { kind: "end", reason: "length" };
  if (FILTER.test(reason)) return yield { kind: "end", reason: "filter" };
  for (const call of calls) yield { kind: "call", call };
  yield { kind: "end", reason: calls.length > 0 ? "calls" : "stop" };
}

/** An answer that came whole although a stream was asked for. */
function* wholeAnswer(
  text: string,
  response: Response,
  who: Answerer,
  transport: Transport,
): Generator<Piece> {
  const json = parsed(text);
  if (text.trim() === "") return;
  if (json === undefined) throw notAnApi(who, response, text);
  if (at(json, "error")) throw streamFailure(text, who, transport, false);
  const choice = at(json, "choices", 0);
  if (choice === undefined) throw notAnApi(who, response, text);
  const usage = usageOf(at(json, "usage"), textAt(json, "model"));
  if (usage) yield { kind: "usage", usage };
  const tags = new ThinkTags();
  yield* saidIn(at(choice, "message"), tags);
  yield* tags.end();
  const fragments = new CallFragments();
  for (const [place, call] of listAt(choice, "message", "tool_calls").entries()) {
    addFragment(fragments, call, place);
  }
  yield* endOf(textAt(choice, "finish_reason"), fragments, who);
}

/**
 * An error within an answer that began with status 200; before its first word it is the refusal that its code says:
 * proxies keep the connection alive by comments until they know.
 */
function streamFailure(body: string, who: Answerer, transport: Transport, hasBegun: boolean): AiFailure {
  const words = errorWords(body);
  const clean = { ...words, message: transport.withoutSecrets(words.message) };
  const status = hasBegun ? undefined : /^[45]\d\d(?!\S)/.exec(words.code)?.[0];
  const failure = failureOf(status === undefined ? null : Number(status), clean, who);
  if (status !== undefined || failure.failure !== "refused" || failure.details.tooLong) return failure;
  const said = clean.message.replace(/[\s.]+$/, "");
  return new AiFailure("incomplete", `${who.address} ended the answer with an error: ${said}. Ask again`);
}

/** Tokens as OpenAI counts them; DeepSeek tells of its cache, and OpenRouter of the cost, in fields of their own. */
function usageOf(value: Json | undefined, model: string | null): Usage | null {
  const input = numberAt(value, "prompt_tokens");
  const output = numberAt(value, "completion_tokens");
  if (input === null && output === null) return null;
  const cost = numberAt(value, "cost");
  return {
    input: input ?? 0,
    cached: numberAt(value, "prompt_tokens_details", "cached_tokens") ??
      numberAt(value, "prompt_cache_hit_tokens") ?? 0,
    output: output ?? 0,
    ...cost === null ? {} : { cost },
    ...model === null ? {} : { model },
  };
}
