import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import * as grpc from "@grpc/grpc-js";
import { BearerCheck } from "./access.ts";
import { tooLarge } from "./decompress_body.ts";
import { makeHttp2Safe } from "./http2_sessions.ts";
import type { Inbox, Outcome } from "./inbox.ts";
import type { ReceiverCounts, Refusal } from "./receiver_counts.ts";
import { responseBytes, statusBytes } from "./rpc_status.ts";
import type { Certificate, ReceiverSettings } from "./settings.ts";
import { TlsFront } from "./tls_front.ts";

/** Seconds after which a sender may try again. */
const RETRY_SECONDS = 1;
/** Calls of one connection at a time; a message of each may have to be held. */
const MAX_CALLS = 256;

/** Bytes in, bytes out: grpc-js answers INTERNAL if its own decoding fails, so it is given none. */
const same = (bytes: Buffer) => bytes;

const SERVICE: grpc.ServiceDefinition = {
  Export: {
    path: "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
};

/** What a status says of a refused call; that of who must wait is counted where it is made. */
const REFUSALS: Partial<Record<grpc.status, Refusal>> = {
  [grpc.status.INVALID_ARGUMENT]: "malformed",
  [grpc.status.INTERNAL]: "malformed",
  [grpc.status.RESOURCE_EXHAUSTED]: "too large",
  [grpc.status.UNIMPLEMENTED]: "content encoding",
  [grpc.status.UNAUTHENTICATED]: "unauthorized",
};

/** The address that a stream comes from, as grpc-js writes it. */
function peerOf(stream: ServerHttp2Stream): string {
  const socket = stream.session?.socket;
  return socket?.remoteAddress === undefined ? "unknown" : `${socket.remoteAddress}:${socket.remotePort}`;
}

type Call = grpc.ServerUnaryCall<Buffer, Buffer>;
type Answer = grpc.sendUnaryData<Buffer>;

/** OTLP over gRPC (opentelemetry-proto, docs/specification.md, "OTLP/gRPC"). */
export class OtlpGrpcServer {
  readonly #inbox: Inbox;
  readonly #counts: ReceiverCounts;
  readonly #bearer: BearerCheck;
  readonly #server: grpc.Server;
  #front: TlsFront | null = null;

  constructor(settings: ReceiverSettings, inbox: Inbox, counts: ReceiverCounts) {
    this.#inbox = inbox;
    this.#counts = counts;
    this.#bearer = new BearerCheck(settings.bearerToken);
    makeHttp2Safe((stream, headers) => this.#refuseOther(stream, headers));
    this.#server = new grpc.Server({
      "grpc.enable_channelz": 0,
      "grpc.max_receive_message_length": settings.maxMessageBytes,
      "grpc.max_concurrent_streams": MAX_CALLS,
      interceptors: [(_method, call) => this.#intercept(call, settings.maxMessageBytes)],
    });
    this.#server.addService(SERVICE, {
      Export: (call: Call, answer: Answer) => this.#export(call, answer),
    });
  }

  /** Listens on one more address; answers its port. Throws what the system says. */
  async listen(hostname: string, port: number, certificate: Certificate | null): Promise<number> {
    if (certificate === null) return await this.#bind(hostname, port);
    this.#front ??= new TlsFront(await this.#bind("127.0.0.1", 0));
    return this.#front.listen(hostname, port, certificate);
  }

  /** Takes no more calls; resolves when those in flight are answered. */
  close(): Promise<void> {
    this.#front?.close();
    return new Promise((resolve) => this.#server.tryShutdown(() => resolve()));
  }

  /** Ends all connections. */
  abort(): void {
    this.#front?.abort();
    this.#server.forceShutdown();
  }

  #bind(hostname: string, port: number): Promise<number> {
    const address = hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
  }

  /**
   * Answers a request that is no gRPC call (gRPC's "PROTOCOL-HTTP2", Requests; the numbers are grpc-go's): grpc-js
   * would take some of them, and tell the others nothing.
   */
  #refuseOther(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): boolean {
    // Deno 2.6 does not tell the method.
    const isPost = (headers[":method"] ?? "POST") === "POST";
    const type = headers["content-type"];
    if (isPost && /^application\/grpc(?:[+;]|$)/.test(type ?? "")) return false;
    const client = this.#clientOf(peerOf(stream));
    this.#counts.request("grpc", client ?? "loopback");
    this.#counts.refused(isPost ? "content type" : "method");
    stream.on("error", () => {});
    stream.respond({
      ":status": isPost ? 415 : 405,
      "content-type": "application/grpc",
      "grpc-status": isPost ? grpc.status.INVALID_ARGUMENT : grpc.status.INTERNAL,
      "grpc-message": encodeURI(
        isPost
          ? `unsupported Content-Type ${type ?? "none"}; gRPC is application/grpc`
          : "gRPC calls are POST",
      ),
    }, { endStream: true });
    // Nobody reads its body.
    stream.close();
    return true;
  }

  /** Sees calls before their message: who may not send, or comes when nothing more can be taken, is told at once. */
  #intercept(call: grpc.ServerInterceptingCallInterface, limit: number): grpc.ServerInterceptingCall {
    let hasMessage = false;
    this.#watch(call, limit);
    const listener: grpc.ServerListener = {
      onReceiveMetadata: (metadata, next) => {
        const client = this.#clientOf(call.getPeer());
        this.#counts.request("grpc", client ?? "loopback");
        if (client === null) {
          call.sendStatus({ code: grpc.status.UNAUTHENTICATED, details: "TLS is needed" });
        } else if (!this.#bearer.allows(metadata.get("authorization")[0]?.toString())) {
          call.sendStatus({ code: grpc.status.UNAUTHENTICATED, details: "a valid bearer token is needed" });
        } else if (this.#inbox.bytes >= this.#inbox.room || this.#inbox.isClosed) {
          call.sendStatus(this.#wait());
        } else next(metadata);
      },
      onReceiveMessage: (message, next) => {
        hasMessage = true;
        next(message);
      },
      onReceiveHalfClose: (next) => {
        if (hasMessage) next();
        else call.sendStatus({ code: grpc.status.INVALID_ARGUMENT, details: "the call has no message" });
      },
      onCancel: () => {},
    };
    return new grpc.ServerInterceptingCall(call, { start: (next) => next(listener) });
  }

  /** Counts why a call is refused; grpc-js refuses some by itself, past all interceptors. */
  #watch(call: grpc.ServerInterceptingCallInterface, limit: number): void {
    const send = call.sendStatus.bind(call);
    let isTold = false;
    call.sendStatus = (status) => {
      const reason = REFUSALS[status.code];
      if (reason !== undefined && !isTold) this.#counts.refused(reason);
      isTold = true;
      send(reason === "too large" ? { ...status, details: tooLarge(limit) } : status);
    };
  }

  async #export(call: Call, answer: Answer): Promise<void> {
    const bytes = call.request;
    const { length } = bytes;
    if (!this.#inbox.reserve(length)) return answer(this.#wait());
    let outcome: Outcome;
    try {
      outcome = await this.#inbox.offer("protobuf", bytes);
    } finally {
      this.#inbox.release(length);
    }
    switch (outcome.kind) {
      case "taken":
        return answer(null, Buffer.from(responseBytes(outcome.rejected, outcome.warning)));
      case "malformed":
        return answer({ code: grpc.status.INVALID_ARGUMENT, details: outcome.message });
      default:
        return answer(this.#wait());
    }
  }

  /** UNAVAILABLE with RetryInfo: try again (opentelemetry-proto, "OTLP/gRPC Throttling"). */
  #wait(): { code: grpc.status; details: string; metadata: grpc.Metadata } {
    this.#counts.refused(this.#inbox.isClosed ? "closing" : "busy");
    const code = grpc.status.UNAVAILABLE;
    const details = this.#inbox.isClosed
      ? "the receiver is ending"
      : "more is waiting than can be taken now: try again";
    const metadata = new grpc.Metadata();
    const status = statusBytes(code, details, RETRY_SECONDS);
    metadata.set("grpc-status-details-bin", Buffer.from(status));
    return { code, details, metadata };
  }

  /** The address of a peer (`127.0.0.1:53122`, `[::1]:53122`); null for one that passed TLS by. */
  #clientOf(peer: string): string | null {
    const [, host, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(peer)!;
    return this.#front === null ? host : this.#front.clientOf(Number(port));
  }
}
