import type { PROVIDERS } from "../settings/ai_settings.ts";
import type { Json } from "./json_value.ts";

export type ProviderKind = typeof PROVIDERS[number];

/** A model as its provider lists it; null is "not told". */
export interface ModelInfo {
  readonly name: string;
  /** Tokens that fit into it, as it is loaded if that is known. */
  readonly context: number | null;
  readonly tools: boolean | null;
  readonly thinks: boolean | null;
  /** It is in memory already (local providers). */
  readonly loaded: boolean | null;
  /** It makes text; false for embeddings and the like. */
  readonly chats: boolean;
  /** Bytes of its weights (local providers). */
  readonly size: number | null;
}

/** A model of which only the name is known. */
export function modelNamed(name: string, known: Partial<ModelInfo> = {}): ModelInfo {
  return { name, context: null, tools: null, thinks: null, loaded: null, chats: true, size: null, ...known };
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of an object. */
  readonly arguments: string;
  /** What the server wants back with it, whatever that is: Gemini signs its calls. */
  readonly extra?: Json;
}

export type ChatMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
    readonly role: "assistant";
    readonly content: string;
    readonly calls?: readonly ToolCall[];
    /** Thinking that the server wants back with the calls it led to. */
    readonly reasoning?: string;
  }
  | { readonly role: "tool"; readonly call: ToolCall; readonly content: string };

/** A tool that the model may call; `parameters` is JSON Schema. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model is asked. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** False: the tools are only named, and the model is to answer without calling one. */
  readonly mayCall?: boolean;
  /** Tokens of the whole conversation that a local runner is to make room for. */
  readonly context: number;
}

/** Sampling as an entry of `providers` may set it. */
export interface Sampling {
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  readonly topP: number | null;
}

/** Tokens of one request, as the provider counted them. */
export interface Usage {
  readonly input: number;
  /** Of `input`, those that came from the provider's cache. */
  readonly cached: number;
  /** Thinking counts as output. */
  readonly output: number;
  /** US dollars, where the provider says so itself. */
  readonly cost?: number;
  /** The model that answered, by the provider's own word: a deployment or a proxy's name may stand for it. */
  readonly model?: string;
}

/** A piece of an answer as it arrives. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  /** `goesBack`: the server wants to be told it again with the results of calls. */
  | { readonly kind: "thinking"; readonly text: string; readonly goesBack?: boolean }
  | { readonly kind: "call"; readonly call: ToolCall }
  | { readonly kind: "usage"; readonly usage: Usage }
  /** Something the person should know. */
  | { readonly kind: "notice"; readonly text: string }
  /** The provider said that it was done. Without one the answer is half an answer. */
  | { readonly kind: "end"; readonly reason: "stop" | "length" | "filter" | "calls" };

/** A request as it goes over the wire. */
export interface Outgoing {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** What the hosted provider told of its limits; null where it did not. */
export interface HostedUsage {
  readonly limitUsd: number | null;
  readonly usedUsd: number | null;
  /** Why not, where it did not tell. */
  readonly note: string | null;
}

/** A model server. Everything throws AiFailure, with "cancelled" when the signal aborts. */
export interface Provider {
  readonly kind: ProviderKind;
  /** Its address without credentials. */
  readonly address: string;
  /** Lists its models: the connectivity check. */
  models(signal: AbortSignal): Promise<ModelInfo[]>;
  /** What is known of one model; asks if need be. */
  describe(model: string, signal: AbortSignal): Promise<ModelInfo>;
  /** The request of a question, as it will be sent. Headers hold the key. */
  requestOf(chat: ChatRequest): Outgoing;
  /** Asks, and gives the answer as it comes; `end` is the last piece of a whole one. */
  stream(chat: ChatRequest, signal: AbortSignal): AsyncGenerator<Piece>;
  usage?(signal: AbortSignal): Promise<HostedUsage>;
}
