import type { Certificate } from "./settings.ts";

/**
 * Takes TLS connections for the gRPC server and hands what they carry to it over loopback: a TLS server of
 * node:http2 is missing in Deno 2.6, and that of later versions does not get on with grpc-js. The port on
 * loopback is known to nobody, and calls that do not come from here are told apart by `clientOf`.
 */
export class TlsFront {
  readonly #target: number;
  readonly #listeners: Deno.TlsListener[] = [];
  readonly #connections = new Set<Deno.Conn>();
  /** Addresses of the clients by the port that their bytes are handed on from. */
  readonly #clients = new Map<number, string>();

  /** `target`: the port of the server on 127.0.0.1. */
  constructor(target: number) {
    this.#target = target;
  }

  /** Listens on one more address; answers its port. Throws what the system says. */
  listen(hostname: string, port: number, certificate: Certificate): number {
    const listener = Deno.listenTls({ hostname, port, ...certificate, alpnProtocols: ["h2"] });
    this.#listeners.push(listener);
    void this.#accept(listener);
    return listener.addr.port;
  }

  /** The address of the client whose call comes from that port; null for a call that did not come this way. */
  clientOf(port: number): string | null {
    return this.#clients.get(port) ?? null;
  }

  /** Takes no more connections. */
  close(): void {
    for (const listener of this.#listeners.splice(0)) listener.close();
  }

  /** Ends all connections. */
  abort(): void {
    this.close();
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
  }

  async #accept(listener: Deno.TlsListener): Promise<void> {
    for (;;) {
      let connection: Deno.TlsConn;
      try {
        connection = await listener.accept();
      } catch (error) {
        if (error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted) return;
        // A client that left at once is no reason to take no others.
        continue;
      }
      void this.#carry(connection);
    }
  }

  async #carry(outer: Deno.TlsConn): Promise<void> {
    this.#connections.add(outer);
    let port = 0;
    try {
      await outer.handshake();
      const inner = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
      port = inner.localAddr.port;
      this.#clients.set(port, outer.remoteAddr.hostname);
      await Promise.all([
        outer.readable.pipeTo(inner.writable),
        inner.readable.pipeTo(outer.writable),
      ]);
    } catch {
      // A handshake that failed or an end in the middle: the connection is over either way.
    } finally {
      this.#clients.delete(port);
      if (this.#connections.delete(outer)) closeQuietly(outer);
    }
  }
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // Its streams have closed it.
  }
}
