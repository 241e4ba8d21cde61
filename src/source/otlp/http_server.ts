import { BearerCheck, CorsRules } from "./access.ts";
import { BadBody, checkEncoding, decompressBody, isIdentity, tooLarge } from "./decompress_body.ts";
import { Front } from "./front.ts";
import type { Inbox, Message, Outcome } from "./inbox.ts";
import type { ReceiverCounts, Refusal } from "./receiver_counts.ts";
import { codeOfHttpStatus, responseBytes, responseJson, statusBytes, statusJson } from "./rpc_status.ts";
import type { Certificate, ReceiverSettings } from "./settings.ts";
import { withoutUpgradeOffer } from "./upgrade_offer.ts";

const PATH = "/v1/logs";
const TYPES = { protobuf: "application/x-protobuf", json: "application/json" } as const;
/** Seconds after which a sender may try again. */
const RETRY_AFTER = "1";
/** Bytes of a body that room is taken for as soon as it is announced; of a larger one it is taken as it comes. */
const SOON_HERE = 1 << 20;

type Encoding = Message["encoding"];

/** OTLP over HTTP (opentelemetry-proto, docs/specification.md, "OTLP/HTTP"): POST /v1/logs, protobuf or JSON. */
export class OtlpHttpServer {
  readonly #inbox: Inbox;
  readonly #counts: ReceiverCounts;
  readonly #limit: number;
  readonly #bearer: BearerCheck;
  readonly #cors: CorsRules;
  readonly #servers: Deno.HttpServer<Deno.NetAddr>[] = [];
  #front: Front | null = null;

  constructor(settings: ReceiverSettings, inbox: Inbox, counts: ReceiverCounts) {
    this.#inbox = inbox;
    this.#counts = counts;
    this.#limit = settings.maxMessageBytes;
    this.#bearer = new BearerCheck(settings.bearerToken);
    this.#cors = new CorsRules(settings.corsOrigins);
  }

  /** Listens on one more address; answers its port. Throws what the system says. */
  listen(hostname: string, port: number, certificate: Certificate | null): number {
    // Over TLS nobody offers another protocol.
    if (certificate !== null) return this.#serve(hostname, port, certificate);
    const listener = Deno.listen({ hostname, port });
    this.#front ??= new Front(this.#serve("127.0.0.1", 0, null), withoutUpgradeOffer);
    return this.#front.listen(listener);
  }

  #serve(hostname: string, port: number, certificate: Certificate | null): number {
    const server = Deno.serve({
      hostname,
      port,
      ...certificate,
      onListen: () => {},
      onError: () => new Response("the request could not be handled", { status: 500 }),
    }, (request, { remoteAddr }) => {
      const client = this.#front === null ? remoteAddr.hostname : this.#front.clientOf(remoteAddr.port);
      return this.#handle(request, client ?? "loopback");
    });
    this.#servers.push(server);
    return server.addr.port;
  }

  /** Takes no more requests; resolves when those in flight are answered. */
  async close(): Promise<void> {
    this.#front?.close();
    await Promise.all(this.#servers.map((server) => server.shutdown()));
  }

  async #handle(request: Request, client: string): Promise<Response> {
    const encoding = encodingOf(request);
    this.#counts.request(encoding === null ? "http" : `http/${encoding}`, client);
    const preflight = this.#cors.preflight(request);
    if (preflight !== null) return preflight;
    const response = await this.#answer(request, encoding);
    // The rest of a body that nobody read would keep the connection from its next request. Who waits for
    // "100 Continue" may never send it: that connection ends with the answer.
    const waits = request.headers.get("expect") !== null;
    if (!waits && !request.bodyUsed && request.body !== null) await request.body.cancel();
    return this.#cors.mark(request, response);
  }

  async #answer(request: Request, encoding: Encoding | null): Promise<Response> {
    if (!this.#bearer.allows(request.headers.get("authorization"))) {
      const response = this.#refuse(401, "unauthorized", encoding, "a valid bearer token is required");
      response.headers.set("www-authenticate", "Bearer");
      return response;
    }
    const length = Number(request.headers.get("content-length") ?? NaN);
    if (length > this.#limit) return this.#refuse(413, "too large", encoding, tooLarge(this.#limit));
    const hold = new Hold(this.#inbox);
    try {
      const bytes = await this.#body(request, length, hold);
      if (bytes === null) return this.#wait(encoding, "busy");
      const wrong = this.#wrongAddress(request, encoding);
      if (wrong !== null) return wrong;
      if (encoding === null) return this.#refuseType(request);
      if (encoding === "json" && bytes.length === 0) {
        return this.#refuse(400, "malformed", encoding, "the body is empty, so it is not valid JSON");
      }
      return this.#tell(encoding, await this.#inbox.offer(encoding, bytes));
    } catch (error) {
      if (error instanceof BadBody) return this.#refuseBody(error, encoding);
      // The sender went away, or sent something else than it announced.
      this.#counts.refused("incomplete");
      return this.#status(400, encoding, "the body could not be read to its end");
    } finally {
      hold.end();
    }
  }

  /** The decompressed body; null if there is no room for it now. */
  async #body(request: Request, length: number, hold: Hold): Promise<Uint8Array | null> {
    const encoding = request.headers.get("content-encoding");
    let bytes: Uint8Array;
    // Of a sender that closes its half, the runtime gives all bytes and then an error, so they have to be counted.
    const mayCloseHalf = /\bclose\b/i.test(request.headers.get("connection") ?? "");
    if (length <= SOON_HERE && !mayCloseHalf) {
      if (!hold.add(length)) return null;
      checkEncoding(encoding);
      bytes = await request.bytes();
    } else {
      checkEncoding(encoding);
      const read = await readAll(request.body, length, this.#limit, hold);
      if (read === null) return null;
      bytes = read;
    }
    if (isIdentity(encoding)) return bytes;
    const plain = decompressBody(bytes, encoding, this.#limit);
    return hold.add(plain.length) ? plain : null;
  }

  #wrongAddress(request: Request, encoding: Encoding | null): Response | null {
    const { url } = request;
    const path = url.slice(url.indexOf("/", url.indexOf("//") + 2)).replace(/[?#].*$/s, "");
    if (path !== PATH) {
      const what = path === "/v1/traces" || path === "/v1/metrics"
        ? "only logs are accepted"
        : "no such path";
      return this.#refuse(404, "not found", encoding, `${what}: send logs to ${PATH}`);
    }
    if (request.method === "POST") return null;
    const response = this.#refuse(405, "method", encoding, `${PATH} takes POST`);
    response.headers.set("allow", "POST");
    return response;
  }

  #refuseType(request: Request): Response {
    this.#counts.refused("content type");
    const given = request.headers.get("content-type") ?? "none";
    return plainText(415, `unsupported Content-Type ${given}; supported: ${TYPES.json}, ${TYPES.protobuf}`);
  }

  #refuseBody({ problem, message }: BadBody, encoding: Encoding | null): Response {
    return this.#refuse(problem === "too large" ? 413 : 400, problem, encoding, message);
  }

  #tell(encoding: Encoding, outcome: Outcome): Response {
    switch (outcome.kind) {
      case "taken": {
        const { rejected, warning } = outcome;
        const body = encoding === "json" ? responseJson(rejected, warning) : responseBytes(rejected, warning);
        return new Response(body, { headers: { "content-type": TYPES[encoding] } });
      }
      case "malformed":
        return this.#refuse(400, "malformed", encoding, outcome.message);
      default:
        return this.#wait(encoding, outcome.kind);
    }
  }

  #wait(encoding: Encoding | null, reason: "busy" | "closing"): Response {
    const isClosing = reason === "closing" || this.#inbox.isClosed;
    const response = isClosing
      ? this.#refuse(503, "closing", encoding, "the receiver is shutting down")
      : this.#refuse(429, "busy", encoding, "the receiver is busy; try again");
    response.headers.set("retry-after", RETRY_AFTER);
    return response;
  }

  #refuse(status: number, reason: Refusal, encoding: Encoding | null, message: string): Response {
    this.#counts.refused(reason);
    return this.#status(status, encoding, message);
  }

  #status(status: number, encoding: Encoding | null, message: string): Response {
    if (encoding === null) return plainText(status, message);
    const code = codeOfHttpStatus(status);
    const body = encoding === "json" ? statusJson(code, message) : statusBytes(code, message);
    return new Response(body, { status, headers: { "content-type": TYPES[encoding] } });
  }
}

/** Room in the inbox that one request holds. */
class Hold {
  #bytes = 0;
  constructor(readonly inbox: Inbox) {}

  add(bytes: number): boolean {
    if (!this.inbox.reserve(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  end(): void {
    this.inbox.release(this.#bytes);
    this.#bytes = 0;
  }
}

function encodingOf(request: Request): Encoding | null {
  const type = request.headers.get("content-type");
  if (type === TYPES.protobuf) return "protobuf";
  if (type === TYPES.json) return "json";
  const bare = type?.split(";", 1)[0].trim().toLowerCase();
  return bare === TYPES.protobuf ? "protobuf" : bare === TYPES.json ? "json" : null;
}

function plainText(status: number, message: string): Response {
  return new Response(message, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

/**
 * A body piece by piece, of `announced` bytes (NaN: not known); null if there is no room for it now. Throws BadBody
 * past `limit`.
 */
async function readAll(
  body: ReadableStream<Uint8Array> | null,
  announced: number,
  limit: number,
  hold: Hold,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      if (length > limit) throw new BadBody("too large", tooLarge(limit));
      if (!hold.add(chunk.length)) return null;
      chunks.push(chunk);
    }
  } catch (error) {
    if (length !== announced) throw error;
  }
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
