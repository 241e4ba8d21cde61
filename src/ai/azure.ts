import { Asking, chatBody } from "./chat_completions.ts";
import type { ManagedIdentity } from "./azure_identity.ts";
import type { Answerer } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { listAt, textAt } from "./json_value.ts";
import { canChat } from "./model_names.ts";
import {
  type ChatRequest,
  type ModelInfo,
  modelNamed,
  type Outgoing,
  type Piece,
  type Provider,
  type Sampling,
} from "./provider.ts";
import type { Transport } from "./transport.ts";

export interface AzureEndpoint {
  /** The resource's address, without `/openai` and what follows. */
  readonly resource: string;
  /** Null: the surface without versions, `/openai/v1`. */
  readonly version: string | null;
  readonly address: string;
  readonly key: string | null;
  readonly identity: ManagedIdentity | null;
  readonly sampling: Sampling;
}

/** The enterprise cloud's variant of the hosted provider: the model is the name of a deployment. */
export class AzureProvider implements Provider {
  readonly kind = "azure";
  readonly address: string;
  readonly #endpoint: AzureEndpoint;
  readonly #transport: Transport;
  readonly #asking: Asking;
  #token: string | null = null;

  constructor(endpoint: AzureEndpoint, transport: Transport) {
    this.address = endpoint.address;
    this.#endpoint = endpoint;
    this.#transport = transport;
    this.#asking = new Asking(transport);
  }

  /** The models of the region. They are no deployments: none of them can be chosen. */
  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    await this.#signIn(signal);
    const outgoing = {
      method: "GET",
      url: this.#url("models"),
      headers: this.#headers(),
      body: null,
    } as const;
    const json = await this.#transport.json(outgoing, this.#who(null), signal);
    return listAt(json, "data").flatMap((model) => {
      const name = textAt(model, "id");
      return name === null ? [] : [modelNamed(name, { chats: canChat(name, "azure") })];
    });
  }

  describe(model: string): Promise<ModelInfo> {
    return Promise.resolve(modelNamed(model));
  }

  requestOf(chat: ChatRequest): Outgoing {
    const dialect = { maxTokensName: "max_completion_tokens", maxTokens: null } as const;
    const body = chatBody(chat, this.#endpoint.sampling, dialect);
    const path = this.#endpoint.version === null
      ? "chat/completions"
      : `deployments/${encodeURIComponent(chat.model)}/chat/completions`;
    const headers = { ...this.#headers(), "content-type": "application/json" };
    return { method: "POST", url: this.#url(path), headers, body };
  }

  async *stream(chat: ChatRequest, signal: AbortSignal): AsyncGenerator<Piece> {
    await this.#signIn(signal);
    const who = this.#who(chat.model);
    try {
      yield* this.#asking.stream(this.requestOf(chat), who, signal);
    } catch (error) {
      // A token may have been withdrawn before its end.
      const stale = error instanceof AiFailure && error.details.status === 401 && this.#endpoint.identity;
      if (!stale) throw error;
      this.#endpoint.identity?.forget();
      await this.#signIn(signal);
      yield* this.#asking.stream(this.requestOf(chat), who, signal);
    }
  }

  async #signIn(signal: AbortSignal): Promise<void> {
    const { identity } = this.#endpoint;
    if (identity !== null) this.#token = await identity.token(signal);
  }

  #url(path: string): string {
    const { resource, version } = this.#endpoint;
    return version === null
      ? `${resource}/openai/v1/${path}`
      : `${resource}/openai/${path}?api-version=${encodeURIComponent(version)}`;
  }

  #headers(): Record<string, string> {
    const { key, identity } = this.#endpoint;
    if (identity !== null) return { authorization: `Bearer ${this.#token ?? ""}` };
    return key === null ? {} : { "api-key": key };
  }

  #who(model: string | null): Answerer {
    const { key, identity } = this.#endpoint;
    return { address: this.address, hasKey: key !== null, identity: identity !== null, model };
  }
}
