import { type Answerer, errorWords, failureOf } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { at, type Json, listAt, numberAt, parsed, textAt } from "./json_value.ts";
import { canChat } from "./model_names.ts";
import {
  type ChatMessage,
  type ChatRequest,
  type ModelInfo,
  modelNamed,
  type Outgoing,
  type Piece,
  type Provider,
  type Sampling,
} from "./provider.ts";
import { linesOf } from "./stream_lines.ts";
import { ThinkTags } from "./deltas.ts";
import { notAnApi, type Opened, type Transport } from "./transport.ts";

/** Tokens of an answer, thinking included, where none are configured: some models do not end by themselves. */
export const OLLAMA_ANSWER = 4096;

export interface OllamaEndpoint {
  readonly base: string;
  readonly address: string;
  readonly key: string | null;
  readonly sampling: Sampling;
}

/** The local runner by its own API (`/api/tags`, `/api/show`, `/api/chat`), which can be told the context size. */
export class OllamaProvider implements Provider {
  readonly kind = "ollama";
  readonly address: string;
  readonly #endpoint: OllamaEndpoint;
  readonly #transport: Transport;
  /** Models that have said that they take no tools. */
  readonly #toolless = new Set<string>();

  constructor(endpoint: OllamaEndpoint, transport: Transport) {
    this.address = endpoint.address;
    this.#endpoint = endpoint;
    this.#transport = transport;
  }

  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    const who = this.#who(null);
    const tags = await this.#transport.json(this.#request("GET", "/api/tags", null), who, signal, null);
    if (!Array.isArray(at(tags, "models"))) {
      throw new AiFailure(
        "network",
        `${this.address} is not an Ollama server: /api/tags lists no models. Check OPENAI_API_BASE`,
        {
          down: true,
        },
      );
    }
    // Older versions do not have it; what runs is only a hint.
    const running = await this.#transport.json(this.#request("GET", "/api/ps", null), who, signal).catch(() =>
      null
    );
    const loaded = listAt(running, "models").map((model) => textAt(model, "name"));
    return listAt(tags, "models").flatMap((model) => {
      const name = textAt(model, "name") ?? textAt(model, "model");
      if (name === null) return [];
      const family = textAt(model, "details", "family") ?? "";
      const chats = canChat(name, "ollama") && !/bert|embed/i.test(family);
      return [modelNamed(name, { chats, loaded: loaded.includes(name), size: numberAt(model, "size") })];
    });
  }

  async describe(model: string, signal: AbortSignal): Promise<ModelInfo> {
    const request = this.#request("POST", "/api/show", { model });
    const shown = await this.#transport.json(request, this.#who(model), signal);
    const architecture = textAt(shown, "model_info", "general.architecture");
    const can = listAt(shown, "capabilities");
    const told = can.length > 0;
    return modelNamed(model, {
      context: numberAt(shown, "model_info", `${architecture}.context_length`),
      tools: told ? can.includes("tools") : null,
      thinks: told ? can.includes("thinking") : null,
      chats: !told || can.includes("completion"),
    });
  }

  requestOf(chat: ChatRequest): Outgoing {
    const { maxTokens, temperature, topP } = this.#endpoint.sampling;
    const tools = this.#toolless.has(chat.model) ? [] : chat.tools;
    return this.#request("POST", "/api/chat", {
      model: chat.model,
      messages: chat.messages.map(messageBody),
      stream: true,
      // Without it the oldest messages are dropped in silence.
      truncate: false,
      options: {
        num_ctx: chat.context,
        num_predict: maxTokens ?? OLLAMA_ANSWER,
        ...temperature === null ? {} : { temperature },
        ...topP === null ? {} : { top_p: topP },
      },
      ...tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: "function", function: tool })) },
    });
  }

  async *stream(chat: ChatRequest, signal: AbortSignal): AsyncGenerator<Piece> {
    const who = this.#who(chat.model);
    let opened: Opened;
    try {
      opened = await this.#transport.open(this.requestOf(chat), who, signal);
    } catch (error) {
      const toolless = error instanceof AiFailure && error.details.status === 400 &&
        /does not support tools/i.test(error.message) && !this.#toolless.has(chat.model);
      if (!toolless) throw error;
      this.#toolless.add(chat.model);
      yield { kind: "notice", text: `${chat.model} does not support tools; trying again without them` };
      return yield* this.stream(chat, signal);
    }
    try {
      yield* this.#pieces(opened, chat, who, signal);
    } finally {
      opened.watch.close();
    }
  }

  async *#pieces(
    opened: Opened,
    chat: ChatRequest,
    who: Answerer,
    signal: AbortSignal,
  ): AsyncGenerator<Piece> {
    const tags = new ThinkTags();
    let calls = 0;
    for await (const line of linesOf(this.#transport.bytes(opened, who, signal))) {
      if (line.trim() === "") continue;
      opened.watch.touch();
      const json = parsed(line);
      if (json === undefined) {
        if (/^\s*</.test(line)) throw notAnApi(who, opened.response, line);
        throw new AiFailure(
          "incomplete",
          `The answer of ${this.address} broke off in the middle of a message. Ask again`,
        );
      }
      if (textAt(json, "error") !== null) throw this.#failed(line, who);
      const thinking = textAt(json, "message", "thinking");
      if (thinking) yield { kind: "thinking", text: thinking, goesBack: true };
      const text = textAt(json, "message", "content");
      if (text) yield* tags.push(text);
      for (const call of listAt(json, "message", "tool_calls")) {
        calls++;
        yield { kind: "call", call: callOf(call, calls) };
      }
      if (at(json, "done") === true) {
        yield* tags.end();
        yield* ended(json, chat, calls);
        return;
      }
    }
    yield* tags.end();
  }

  #failed(line: string, who: Answerer): AiFailure {
    const words = errorWords(line);
    const failure = failureOf(null, words, who);
    return failure.failure !== "refused" || failure.details.tooLong ? failure : new AiFailure(
      "incomplete",
      `${this.address} ended the answer with an error: ${words.message}. Ask again`,
    );
  }

  #request(method: "GET" | "POST", path: string, body: Record<string, unknown> | null): Outgoing {
    const { base, key } = this.#endpoint;
    const headers = {
      ...key === null ? {} : { authorization: `Bearer ${key}` },
      ...body === null ? {} : { "content-type": "application/json" },
    };
    return { method, url: base + path, headers, body };
  }

  #who(model: string | null): Answerer {
    return { address: this.address, hasKey: this.#endpoint.key !== null, identity: false, model };
  }
}

function messageBody(message: ChatMessage): Record<string, unknown> {
  if (message.role === "tool") {
    return { role: "tool", tool_name: message.call.name, content: message.content };
  }
  if (message.role !== "assistant" || !message.calls?.length) {
    return { role: message.role, content: message.content };
  }
  const calls = message.calls.map((call) => ({
    function: { name: call.name, arguments: parsed(call.arguments) ?? {} },
  }));
  // Models that think before they call go on from there.
  const thinking = message.reasoning ? { thinking: message.reasoning } : {};
  return { role: "assistant", content: message.content, ...thinking, tool_calls: calls };
}

function callOf(call: Json, number: number) {
  const written = at(call, "function", "arguments");
  return {
    id: textAt(call, "id") ?? `call_${number}`,
    name: textAt(call, "function", "name") ?? "",
    arguments: typeof written === "string" ? written : JSON.stringify(written ?? {}),
  };
}

/** The last line: its counts and why it ended. */
function* ended(json: Json, chat: ChatRequest, calls: number): Generator<Piece> {
  const input = numberAt(json, "prompt_eval_count");
  const output = numberAt(json, "eval_count");
  if (input !== null || output !== null) {
    yield { kind: "usage", usage: { input: input ?? 0, cached: 0, output: output ?? 0 } };
  }
  // Versions that do not know `truncate` cut, and this is the only sign of it.
  if (input !== null && input >= chat.context) {
    yield {
      kind: "notice",
      text: `The runner cut the request to ${chat.context} tokens: lower ai-context-size`,
    };
  }
  const reason = textAt(json, "done_reason");
  yield { kind: "end", reason: reason === "length" ? "length" : calls > 0 ? "calls" : "stop" };
}
