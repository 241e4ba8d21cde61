import { chatPieces } from "./chat_pieces.ts";
import type { Answerer } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import type { ChatMessage, ChatRequest, Outgoing, Piece, Sampling } from "./provider.ts";
import type { Opened, Transport } from "./transport.ts";

/** What the servers of this API differ in. */
export interface Dialect {
  /** Name of the parameter that bounds an answer: hosted models refuse `max_tokens`, local servers know no other. */
  readonly maxTokensName: "max_tokens" | "max_completion_tokens";
  /** Tokens of an answer where none are configured, null to leave it to the server. */
  readonly maxTokens: number | null;
}

/** What stands for the role of the instructions among the parameters that a server refuses. */
const SYSTEM = "the role system";
/** What templates of models say that know users and assistants only. */
const NO_SYSTEM = /system role (?:is )?not supported|roles must alternate|only user,? (?:and )?assistant/i;

/** Parameters that a server may do without. */
const OPTIONAL = [
  "stream_options",
  "temperature",
  "top_p",
  "max_completion_tokens",
  "max_tokens",
  "tools",
] as const;

/** The body of a chat completions request (OpenAI API reference, "Create chat completion"). */
export function chatBody(chat: ChatRequest, sampling: Sampling, dialect: Dialect): Record<string, unknown> {
  const maxTokens = sampling.maxTokens ?? dialect.maxTokens;
  return {
    model: chat.model,
    messages: chat.messages.map(messageBody),
    stream: true,
    stream_options: { include_usage: true },
    ...maxTokens === null ? {} : { [dialect.maxTokensName]: maxTokens },
    ...sampling.temperature === null ? {} : { temperature: sampling.temperature },
    ...sampling.topP === null ? {} : { top_p: sampling.topP },
    ...chat.tools.length === 0
      ? {}
      : { tools: chat.tools.map((tool) => ({ type: "function", function: tool })) },
    ...chat.mayCall === false ? { tool_choice: "none" } : {},
  };
}

function messageBody(message: ChatMessage): Record<string, unknown> {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.call.id, content: message.content };
  }
  if (message.role !== "assistant" || !message.calls?.length) {
    return { role: message.role, content: message.content };
  }
  const calls = message.calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
    ...call.extra === undefined ? {} : { extra_content: call.extra },
  }));
  return {
    role: "assistant",
    content: message.content || null,
    // DeepSeek refuses what comes after a call without the thinking that led to it.
    ...message.reasoning ? { reasoning_content: message.reasoning } : {},
    tool_calls: calls,
  };
}

/**
 * Sends a request without the parameters that the server has refused before; one that it refuses now is left out
 * and the request sent again, once for each.
 */
export class Asking {
  readonly #transport: Transport;
  readonly #dropped = new Set<string>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async *stream(outgoing: Outgoing, who: Answerer, signal: AbortSignal): AsyncGenerator<Piece> {
    for (;;) {
      const request = { ...outgoing, body: this.#allowed(outgoing.body ?? {}) };
      let opened: Opened;
      try {
        opened = await this.#transport.open(request, who, signal);
      } catch (error) {
        const refused = error instanceof AiFailure ? refusedParameter(error, request.body) : null;
        if (refused === null || this.#dropped.has(refused)) throw error;
        this.#dropped.add(refused);
        yield { kind: "notice", text: `${who.address} does not accept ${refused}; trying again without it` };
        continue;
      }
      try {
        yield* chatPieces(opened, this.#transport, who, signal);
      } finally {
        opened.watch.close();
      }
      return;
    }
  }

  #allowed(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const allowed = { ...body };
    for (const name of this.#dropped) {
      // Of the two names of one bound the other one is tried.
      if (name === "max_tokens" && !this.#dropped.has("max_completion_tokens") && name in allowed) {
        allowed.max_completion_tokens = allowed[name];
      } else if (name === "max_completion_tokens" && !this.#dropped.has("max_tokens") && name in allowed) {
        allowed.max_tokens = allowed[name];
      }
      delete allowed[name];
    }
    if (this.#dropped.has(SYSTEM)) allowed.messages = withoutSystem(allowed.messages);
    return allowed;
  }
}

/** The same with the instructions at the beginning of the first question. */
function withoutSystem(messages: unknown): unknown {
  if (!Array.isArray(messages) || messages[0]?.role !== "system" || messages[1]?.role !== "user") {
    return messages;
  }
  const [system, user, ...rest] = messages;
  return [{ ...user, content: `${system.content}\n\n${user.content}` }, ...rest];
}

/** What servers say that cannot call tools. */
const NO_TOOLS = /\btools?\b.*(?:--jinja|not supported|unsupported|not implemented)/i;

/** The optional parameter that an error names: in `param`, else in its words. */
function refusedParameter(failure: AiFailure, body: Record<string, unknown>): string | null {
  const { status, param } = failure.details;
  // llama.cpp's server says with 500 that it was started without tools.
  if (status === 500 && "tools" in body && NO_TOOLS.test(failure.message)) return "tools";
  if ((status === 400 || status === 500) && NO_SYSTEM.test(failure.message)) return SYSTEM;
  if (status !== 400 && status !== 422) return null;
  const sent = OPTIONAL.filter((name) => name in body);
  const named = sent.find((name) => param === name || param?.startsWith(`${name}.`));
  if (named !== undefined) return named;
  const inWords = sent.find((name) => new RegExp(`\\b${name}\\b`).test(failure.message));
  if (inWords !== undefined) return inWords;
  // vLLM counts the longest answer that was asked for as part of what is too long.
  const bound = sent.find((name) => name === "max_tokens" || name === "max_completion_tokens");
  if (bound !== undefined && /\bin the (?:completion|output)\b/.test(failure.message)) return bound;
  return sent.includes("tools") && /\btools?\b|function call/i.test(failure.message) ? "tools" : null;
}
