/** Bytes that are handed on at a time: of requests, and of answers, which are short. */
const REQUEST_BYTES = 64 << 10;
const ANSWER_BYTES = 4 << 10;

/** What is done with a new connection before anything is handed on; answers its first bytes, if it has read them. */
type Begin = (connection: Deno.Conn) => Promise<Uint8Array | null>;

/**
 * Takes connections for a server and hands what they carry to it over loopback. The port on loopback is known to
 * nobody, and calls that do not come from here are told apart by `clientOf`.
 */
export class Front {
  readonly #target: number;
  readonly #begin: Begin;
  readonly #listeners: Deno.Listener[] = [];
  readonly #connections = new Set<Deno.Conn>();
  /** Addresses of the clients by the port that their bytes are handed on from. */
  readonly #clients = new Map<number, string>();

  /** `target`: the port of the server on 127.0.0.1. */
  constructor(target: number, begin: Begin) {
    this.#target = target;
    this.#begin = begin;
  }

  /** Takes the connections of one more listener; answers its port. */
  listen(listener: Deno.TcpListener | Deno.TlsListener): number {
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

  async #accept(listener: Deno.Listener): Promise<void> {
    for (;;) {
      let connection: Deno.Conn;
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

  async #carry(outer: Deno.Conn): Promise<void> {
    this.#connections.add(outer);
    let inner: Deno.TcpConn | null = null;
    try {
      const first = await this.#begin(outer);
      inner = await Deno.connect({ hostname: "127.0.0.1", port: this.#target });
      inner.setNoDelay();
      this.#clients.set(inner.localAddr.port, (outer.remoteAddr as Deno.NetAddr).hostname);
      if (first !== null) await writeAll(inner, first);
      await Promise.all([
        handOn(outer, inner, REQUEST_BYTES),
        handOn(inner, outer, ANSWER_BYTES),
      ]);
    } catch {
      // A handshake that failed or an end in the middle: the connection is over either way.
    } finally {
      if (inner !== null) this.#clients.delete(inner.localAddr.port);
      inner?.close();
      if (this.#connections.delete(outer)) outer.close();
    }
  }
}

/** Hands on what comes until one side closes its half, and closes the other's. */
async function handOn(from: Deno.Conn, to: Deno.Conn, bytes: number): Promise<void> {
  const buffer = new Uint8Array(bytes);
  for (;;) {
    const count = await from.read(buffer);
    if (count === null) return await to.closeWrite();
    await writeAll(to, buffer.subarray(0, count));
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
