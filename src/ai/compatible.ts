import type { Answerer } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { Asking, chatBody, type Dialect } from "./chat_completions.ts";
import { at, type Json, listAt, numberAt, textAt } from "./json_value.ts";
import { canChat } from "./model_names.ts";
import {
  type ChatRequest,
  type HostedUsage,
  type ModelInfo,
  modelNamed,
  type Outgoing,
  type Piece,
  type Provider,
  type ProviderKind,
  type Sampling,
} from "./provider.ts";
import type { Transport } from "./transport.ts";

/** How a server of the chat completions API is reached. */
export interface Endpoint {
  readonly kind: ProviderKind;
  /** Ends in `/v1` or whatever comes before `/chat/completions`. */
  readonly base: string;
  /** Its address for people. */
  readonly address: string;
  readonly key: string | null;
  readonly organization: string | null;
  readonly sampling: Sampling;
}

/** Tokens of an answer of a local model, some of which do not end by themselves. */
const LOCAL_ANSWER = 8192;

const HOSTED: Dialect = { maxTokensName: "max_completion_tokens", maxTokens: null };
const LOCAL: Dialect = { maxTokensName: "max_tokens", maxTokens: LOCAL_ANSWER };

/** The hosted provider, and whatever else speaks its chat completions API. */
export class CompatibleProvider implements Provider {
  readonly kind: ProviderKind;
  readonly address: string;
  protected readonly endpoint: Endpoint;
  protected readonly transport: Transport;
  readonly #asking: Asking;

  constructor(endpoint: Endpoint, transport: Transport) {
    this.kind = endpoint.kind;
    this.address = endpoint.address;
    this.endpoint = endpoint;
    this.transport = transport;
    this.#asking = new Asking(transport);
  }

  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    const json = await this.#get("/models", signal, null);
    const list = Array.isArray(json) ? json : listAt(json, "data");
    if (list.length === 0 && at(json, "data") === undefined && !Array.isArray(json)) {
      throw new AiFailure(
        "network",
        `${this.address} lists no models, so it is not a model server. Check OPENAI_API_BASE`,
        {
          down: true,
        },
      );
    }
    return list.flatMap((model) => infoOf(model, this.kind));
  }

  async describe(model: string, signal: AbortSignal): Promise<ModelInfo> {
    const found = (await this.models(signal)).find(({ name }) => name === model);
    return found ?? modelNamed(model);
  }

  requestOf(chat: ChatRequest): Outgoing {
    const { base, sampling, kind } = this.endpoint;
    const body = chatBody(chat, sampling, kind === "openai" ? HOSTED : LOCAL);
    const headers = { ...this.#headers(), "content-type": "application/json" };
    return { method: "POST", url: `${base}/chat/completions`, headers, body };
  }

  stream(chat: ChatRequest, signal: AbortSignal): AsyncGenerator<Piece> {
    return this.#asking.stream(this.requestOf(chat), this.who(chat.model), signal);
  }

  /** Asks for limits and usage; a refusal is normal, most keys may not ask. */
  async usage(signal: AbortSignal): Promise<HostedUsage> {
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    try {
      const limits = await this.#get("/dashboard/billing/subscription", signal);
      const period = `start_date=${day(0).slice(0, 8)}01&end_date=${day(1)}`;
      const used = await this.#get(`/dashboard/billing/usage?${period}`, signal);
      const cents = numberAt(used, "total_usage");
      const limitUsd = numberAt(limits, "hard_limit_usd");
      const told = cents !== null || limitUsd !== null;
      return { limitUsd, usedUsd: cents === null ? null : cents / 100, note: told ? null : "not reported" };
    } catch (error) {
      if (!(error instanceof AiFailure) || error.failure === "cancelled") throw error;
      const { status } = error.details;
      return {
        limitUsd: null,
        usedUsd: null,
        note: status ? `not shown to this key (${status})` : "not reported",
      };
    }
  }

  #get(path: string, signal: AbortSignal, retries: number | null = 0): Promise<Json> {
    const outgoing = {
      method: "GET",
      url: this.endpoint.base + path,
      headers: this.#headers(),
      body: null,
    } as const;
    return this.transport.json(outgoing, this.who(null), signal, retries);
  }

  #headers(): Record<string, string> {
    const { key, organization } = this.endpoint;
    return {
      accept: "application/json",
      ...key === null ? {} : { authorization: `Bearer ${key}` },
      ...organization === null ? {} : { "openai-organization": organization },
    };
  }

  protected who(model: string | null): Answerer {
    return { address: this.address, hasKey: this.endpoint.key !== null, identity: false, model };
  }
}

/** What servers tell of a model besides its name: llama.cpp, vLLM, LiteLLM and LM Studio each in their own words. */
function infoOf(model: Json, kind: ProviderKind): ModelInfo[] {
  const name = textAt(model, "id") ?? textAt(model, "name");
  if (name === null) return [];
  const context = numberAt(model, "max_model_len") ?? numberAt(model, "meta", "n_ctx") ??
    numberAt(model, "context_length") ?? numberAt(model, "context_window") ??
    numberAt(model, "max_input_tokens");
  const mode = textAt(model, "mode") ?? "chat";
  return [modelNamed(name, { context, chats: mode === "chat" && canChat(name, kind) })];
}
