/** A message of a conversation, as the providers' protocols have them. */
export interface SentMessage {
  readonly role: string;
  readonly content: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function: { readonly name: string; readonly arguments: unknown };
    readonly extra_content?: unknown;
  }[];
  readonly tool_call_id?: string;
  readonly tool_name?: string;
}

/** What a question's request may hold. */
export interface SentBody {
  readonly model: string;
  readonly messages: readonly SentMessage[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage: boolean };
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly tools?: readonly { readonly type: string; readonly function: { readonly name: string } }[];
  readonly tool_choice?: string;
  readonly truncate?: boolean;
  readonly think?: boolean;
  readonly options?: Readonly<Record<string, number>>;
}

/** The body of requests that have none. */
const NO_BODY: SentBody = { model: "", messages: [] };

/** What a request to a model server was. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Headers;
  readonly body: SentBody;
}

export type Handler = (request: Received, number: number) => Response | Promise<Response>;

/** A server on loopback that answers as a test tells it, and remembers what it was asked. */
export class ModelServer implements AsyncDisposable {
  readonly received: Received[] = [];
  /** How many answers the client stopped reading before their end. */
  cancelled = 0;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #cancelWaiters: (() => void)[] = [];

  constructor(handler: Handler) {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      const url = new URL(request.url);
      const text = await request.text();
      const body: SentBody = text === "" ? NO_BODY : JSON.parse(text);
      const received = {
        method: request.method,
        path: url.pathname,
        search: url.search,
        headers: request.headers,
        body,
      };
      this.received.push(received);
      return await handler(received, this.received.length);
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Requests to a path. */
  to(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** A body that sends these pieces and then ends, stays open ("stall") or is torn ("drop"). */
  body(
    pieces: readonly (string | Uint8Array)[],
    end: "close" | "stall" | "drop" = "close",
  ): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let place = 0;
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (place < pieces.length) {
          const piece = pieces[place++];
          controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
        } else if (end === "close") controller.close();
        else if (end === "drop") controller.error(new Error("dropped by the test"));
        else return new Promise(() => {});
      },
      cancel: () => {
        this.cancelled++;
        for (const waiter of this.#cancelWaiters.splice(0)) waiter();
      },
    });
  }

  /** Resolves once the client has gone away in the middle of an answer. */
  untilCancelled(): Promise<void> {
    return this.cancelled > 0
      ? Promise.resolve()
      : new Promise((resolve) => this.#cancelWaiters.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** One chunk of a chat completion as an event. */
export function chunk(delta: Record<string, unknown>, finish: string | null = null): string {
  return event({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

export function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

export const DONE = "data: [DONE]\n\n";

/** A whole answer of the chat completions API, with usage. */
export function answerEvents(text: string, usage = { prompt_tokens: 100, completion_tokens: 20 }): string[] {
  return [
    event({ choices: [] }),
    chunk({ role: "assistant", content: "" }),
    ...text.match(/.{1,5}/gs)!.map((content) => chunk({ content })),
    chunk({}, "stop"),
    event({ choices: [], usage }),
    DONE,
  ];
}

export function sse(body: BodyInit): Response {
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

export function ndjson(body: BodyInit): Response {
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

/** An error as OpenAI words it. */
export function apiError(
  status: number,
  error: Record<string, unknown>,
  headers: HeadersInit = {},
): Response {
  return Response.json({ error }, { status, headers });
}

/** Bytes of a text cut into pieces of `size`, in the middle of characters too. */
export function splitAnywhere(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}
