import { UserError } from "../../record/user_error.ts";
import { reasonOf } from "../reason.ts";
import { OtlpGrpcServer } from "./grpc_server.ts";
import { OtlpHttpServer } from "./http_server.ts";
import { Inbox } from "./inbox.ts";
import type { ReceiverCounts } from "./receiver_counts.ts";
import type { Certificate, ReceiverSettings } from "./settings.ts";

/** Bytes in flight at the least that there is room for. */
const LEAST_ROOM = 64 << 20;
/** Milliseconds that requests in flight are given when the receiver ends. */
const CLOSING = 3_000;

/** The OTLP receiver: both servers, and the inbox from which the engine takes what they receive. */
export class OtlpReceiver {
  readonly inbox: Inbox;
  /** Where it listens, as `host:port` and as URLs. */
  readonly grpc: string[] = [];
  readonly http: string[] = [];
  readonly #settings: ReceiverSettings;
  readonly #grpcServer: OtlpGrpcServer;
  readonly #httpServer: OtlpHttpServer;

  private constructor(settings: ReceiverSettings, counts: ReceiverCounts) {
    this.#settings = settings;
    this.inbox = new Inbox(
      Math.max(LEAST_ROOM, 2 * settings.maxMessageBytes),
      (bytes) => counts.wait(bytes),
    );
    this.#grpcServer = new OtlpGrpcServer(settings, this.inbox, counts);
    this.#httpServer = new OtlpHttpServer(settings, this.inbox, counts);
  }

  /** Listens on all addresses and both ports, or on nothing. Throws UserError. */
  static async start(settings: ReceiverSettings, counts: ReceiverCounts): Promise<OtlpReceiver> {
    const certificate = readCertificate(settings);
    const receiver = new OtlpReceiver(settings, counts);
    try {
      await receiver.#listen(certificate);
    } catch (error) {
      receiver.#grpcServer.abort();
      await receiver.#httpServer.close();
      throw error;
    }
    return receiver;
  }

  /**
   * Takes no more requests. Those in flight must be taken from the inbox until this resolves: when they are
   * answered, or after three seconds, from when on they are refused.
   */
  async close(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, CLOSING));
    await Promise.race([Promise.all([this.#grpcServer.close(), this.#httpServer.close()]), late]);
    clearTimeout(timer);
    this.inbox.close();
  }

  async #listen(certificate: Certificate | null): Promise<void> {
    const { hosts, optionalHosts, grpcPort, httpPort } = this.#settings;
    let grpcBound = grpcPort;
    let httpBound = httpPort;
    for (const host of hosts) {
      const name = host.includes(":") ? `[${host}]` : host;
      const isOptional = optionalHosts.includes(host);
      const http = await this.#bind("http", host, httpBound, isOptional, certificate);
      if (http === null) continue;
      httpBound = http;
      this.http.push(`${certificate === null ? "http" : "https"}://${name}:${http}/v1/logs`);
      const grpc = await this.#bind("grpc", host, grpcBound, isOptional, certificate);
      if (grpc === null) continue;
      grpcBound = grpc;
      this.grpc.push(`${name}:${grpc}`);
    }
  }

  /** Listens with one of the servers; null if the machine lacks an address that it may lack. */
  async #bind(
    kind: "grpc" | "http",
    host: string,
    port: number,
    isOptional: boolean,
    certificate: Certificate | null,
  ): Promise<number | null> {
    const server = kind === "grpc" ? this.#grpcServer : this.#httpServer;
    try {
      // grpc-js does not say why it could not listen, so the address is tried first.
      if (kind === "grpc") Deno.listen({ hostname: host, port }).close();
      return await server.listen(host, port, certificate);
    } catch (error) {
      const isInUse = error instanceof Deno.errors.AddrInUse;
      if (isOptional && !isInUse) return null;
      throw new UserError(cannotListen(kind, host, port, isInUse, error), 1);
    }
  }
}

function cannotListen(
  kind: "grpc" | "http",
  host: string,
  port: number,
  isInUse: boolean,
  error: unknown,
): string {
  const setting = `otlp-${kind}-port`;
  const what = `Cannot receive OTLP over ${
    kind === "grpc" ? "gRPC" : "HTTP"
  } on ${host}, port ${port} (${setting})`;
  if (isInUse) {
    return `${what}: the port is in use; stop the program that uses it, or choose another port with --${setting}`;
  }
  const reason = reasonOf(host, error);
  return `${what}: ${reason}; set the address to listen on with --otlp-host`;
}

/** Reads the certificate and its key. Throws UserError. */
function readCertificate({ tlsCert, tlsKey }: ReceiverSettings): Certificate | null {
  if (tlsCert === null && tlsKey === null) return null;
  if (tlsCert === null || tlsKey === null) {
    throw new UserError("TLS needs both otlp-tls-cert and otlp-tls-key: set both or neither", 2);
  }
  const cert = readPem("otlp-tls-cert", tlsCert, "CERTIFICATE");
  const certificate = { cert, key: readPem("otlp-tls-key", tlsKey, "PRIVATE KEY") };
  try {
    Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...certificate }).close();
  } catch (error) {
    const { message } = error as Error;
    const fault = message.includes("KeyMismatch") ? "the key is not that of the certificate" : message;
    throw new UserError(`Cannot use otlp-tls-cert and otlp-tls-key (${tlsCert}, ${tlsKey}): ${fault}`, 2);
  }
  return certificate;
}

function readPem(setting: string, path: string, content: string): string {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch (error) {
    throw new UserError(`Cannot read ${setting}: ${path}: ${reasonOf(path, error)}`, 2);
  }
  if (!new RegExp(`-----BEGIN [A-Z ]*${content}-----`).test(text)) {
    throw new UserError(`${setting}: ${path} contains no PEM block "BEGIN ${content}"`, 2);
  }
  return text;
}
