import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import * as grpc from "@grpc/grpc-js";
import { BearerCheck } from "./access.ts";
import { Front } from "./front.ts";
import { type Fault, GrpcBody } from "./grpc_body.ts";
import { makeHttp2Safe } from "./http2_sessions.ts";
import type { Inbox, Outcome } from "./inbox.ts";
import type { ReceiverCounts, Refusal } from "./receiver_counts.ts";
import { responseBytes, statusBytes } from "./rpc_status.ts";
import type { Certificate, ReceiverSettings } from "./settings.ts";

/** Seconds after which a sender may try again. */
const RETRY_SECONDS = 1;
/** Calls of one connection at a time; a message of each may have to be held. */
const MAX_CALLS = 256;

/** Milliseconds of the longest timer: grpc-js takes deadlines past it for ones that are over. */
const LONGEST_TIMER = 2 ** 31 - 1;
const MILLISECONDS: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000 };

/** Bytes in, bytes out: grpc-js answers INTERNAL if its own decoding fails, so it is given none. */
const same = (bytes: Buffer) => bytes;

const PATH = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";

const SERVICE: grpc.ServiceDefinition = {
  Export: {
    path: PATH,
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
};

/** What a status says of a refused call; others are counted where they are made. */
const REFUSALS: Partial<Record<grpc.status, Refusal>> = {
  [grpc.status.INVALID_ARGUMENT]: "malformed",
  [grpc.status.INTERNAL]: "malformed",
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
  #front: Front | null = null;
  /** The call that grpc-js is being told of: it asks the interceptor before it comes back. */
  #arriving: { stream: ServerHttp2Stream; body: GrpcBody } | null = null;

  constructor(settings: ReceiverSettings, inbox: Inbox, counts: ReceiverCounts) {
    this.#inbox = inbox;
    this.#counts = counts;
    this.#bearer = new BearerCheck(settings.bearerToken);
    // What grpc-js has to say of odd requests would stand on the screen.
    grpc.setLogVerbosity(grpc.logVerbosity.NONE);
    makeHttp2Safe((stream, headers) => {
      if (this.#refuseOther(stream, headers)) return true;
      this.#arriving = { stream, body: new GrpcBody(headers, inbox, settings.maxMessageBytes) };
      forgetLongTimeout(headers);
      return false;
    });
    this.#server = new grpc.Server({
      "grpc.enable_channelz": 0,
      "grpc.max_receive_message_length": settings.maxMessageBytes,
      "grpc.max_concurrent_streams": MAX_CALLS,
      interceptors: [(_method, call) => this.#intercept(call)],
    });
    this.#server.addService(SERVICE, {
      Export: (call: Call, answer: Answer) => this.#export(call, answer),
    });
  }

  /**
   * Listens on one more address; answers its port. Throws what the system says. A TLS server of node:http2 is missing
   * in Deno 2.6, and that of later versions does not get on with grpc-js: the front takes such connections.
   */
  async listen(hostname: string, port: number, certificate: Certificate | null): Promise<number> {
    if (certificate === null) return await this.#bind(hostname, port);
    const listener = Deno.listenTls({ hostname, port, ...certificate, alpnProtocols: ["h2"] });
    this.#front ??= new Front(await this.#bind("127.0.0.1", 0), async (connection) => {
      await (connection as Deno.TlsConn).handshake();
      return null;
    });
    return this.#front.listen(listener);
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
   * Answers a request that is no call of Export (gRPC's "PROTOCOL-HTTP2", Requests; the numbers are grpc-go's): grpc-js
   * would take some of them, and tell the others nothing.
   */
  #refuseOther(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): boolean {
    // Media types have no case; grpc-js wants theirs small.
    const type = headers["content-type"]?.toLowerCase();
    if (type !== undefined) headers["content-type"] = type;
    // Deno 2.6 does not tell the method.
    if ((headers[":method"] ?? "POST") !== "POST") {
      this.#refuse(stream, 405, grpc.status.INTERNAL, "method", "gRPC calls are POST");
    } else if (!/^application\/grpc(?:[+;]|$)/.test(type ?? "")) {
      const details = `unsupported Content-Type ${type ?? "none"}; gRPC is application/grpc`;
      this.#refuse(stream, 415, grpc.status.INVALID_ARGUMENT, "content type", details);
    } else if (headers[":path"] !== PATH) {
      const details = `only logs are accepted, at ${PATH}, not ${headers[":path"]}`;
      this.#refuse(stream, 200, grpc.status.UNIMPLEMENTED, "not found", details);
    } else return false;
    return true;
  }

  #refuse(
    stream: ServerHttp2Stream,
    http: number,
    code: grpc.status,
    reason: Refusal,
    details: string,
  ): void {
    this.#counts.request("grpc", this.#clientOf(peerOf(stream)) ?? "loopback");
    this.#counts.refused(reason);
    stream.on("error", () => {});
    stream.respond({
      ":status": http,
      "content-type": "application/grpc",
      "grpc-status": code,
      "grpc-message": encodeURI(details.toWellFormed()),
    }, { endStream: true });
    // Nobody reads its body.
    stream.close();
  }

  /** Sees calls before their message: who may not send, or comes when nothing more can be taken, is told at once. */
  #intercept(call: grpc.ServerInterceptingCallInterface): grpc.ServerInterceptingCall {
    const { stream, body } = this.#arriving!;
    const end = this.#ending(call, body);
    const fail = (why: Fault | "busy") => {
      if (why === "busy") end(this.#wait(), null);
      else end(why.status, why.reason);
    };
    stream.prependListener("data", (chunk: Uint8Array) => {
      const wrong = body.add(chunk);
      if (wrong !== null) fail(wrong);
    });
    let hasMessage = false;
    const listener: grpc.ServerListener = {
      onReceiveMetadata: (metadata, next) => {
        const client = this.#clientOf(call.getPeer());
        this.#counts.request("grpc", client ?? "loopback");
        if (client === null) {
          call.sendStatus({ code: grpc.status.UNAUTHENTICATED, details: "TLS is required" });
        } else if (!this.#bearer.allows(metadata.get("authorization")[0]?.toString())) {
          call.sendStatus({ code: grpc.status.UNAUTHENTICATED, details: "a valid bearer token is required" });
        } else if (this.#inbox.bytes >= this.#inbox.room || this.#inbox.isClosed) {
          fail("busy");
        } else next(metadata);
      },
      onReceiveMessage: (message, next) => {
        hasMessage = true;
        const plain = body.plain(message);
        if (plain instanceof Uint8Array) next(plain);
        else fail(plain);
      },
      onReceiveHalfClose: (next) => {
        // From here on the message holds its own room.
        body.release();
        if (hasMessage && body.isWhole) return next();
        const details = body.isEmpty
          ? "the call has no message"
          : "the call ends in the middle of its message";
        call.sendStatus({ code: grpc.status.INVALID_ARGUMENT, details });
      },
      onCancel: () => body.end(),
    };
    return new grpc.ServerInterceptingCall(call, { start: (next) => next(listener) });
  }

  /** Ends a call with a status; why it is refused is counted once, also where grpc-js refuses it by itself. */
  #ending(call: grpc.ServerInterceptingCallInterface, body: GrpcBody) {
    const send = call.sendStatus.bind(call);
    let isTold = false;
    const end = (status: Parameters<typeof send>[0], reason: Refusal | null) => {
      if (reason !== null && !isTold) this.#counts.refused(reason);
      isTold = true;
      body.end();
      send(status);
    };
    call.sendStatus = (status) => end(status, REFUSALS[status.code ?? grpc.status.OK] ?? null);
    return end;
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
      ? "the receiver is shutting down"
      : "the receiver is busy; try again";
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

/** Takes a deadline that is further away than timers go out of the headers. */
function forgetLongTimeout(headers: IncomingHttpHeaders): void {
  const [, amount, unit] = /^(\d+)([HMS])$/.exec(String(headers["grpc-timeout"] ?? "")) ?? [];
  if (Number(amount) * MILLISECONDS[unit] > LONGEST_TIMER) delete headers["grpc-timeout"];
}
