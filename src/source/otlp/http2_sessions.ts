import http2 from "node:http2";

/** What stands in for the socket of a session that does not tell it (Deno 2.6). */
const NO_SOCKET: unknown = {
  remoteAddress: undefined,
  remotePort: undefined,
  localAddress: undefined,
  localPort: undefined,
};

/**
 * Bytes that a client may send of a message, and on a connection, before it has to wait to be told that they were
 * read. HTTP/2's own 65,535 make the sender of a usual message of 100 KB wait twice.
 */
const WINDOW = 1 << 18;

type Refuse = (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => boolean;

let isDone = false;
let refuses: Refuse = () => false;
const seen = new WeakSet<object>();

/**
 * Makes the HTTP/2 servers that are created from now on safe for grpc-js on Deno. It has to be called before the
 * first of them; there is no other way to their sessions than through `createServer`. `refuse` sees each request
 * first; true if it has answered it.
 *
 * - Deno 2.9: a session that sends GOAWAY while several of its streams are open ends the whole process in native
 *   code (an assertion of nghttp2, or a wrong `free`), and each client that goes away brings one to send it. So
 *   none is sent: clients learn of the end from the end of their connection.
 * - Deno 2.6: the socket of a session throws when it is asked for its addresses, headers must be strings, an answer
 *   loses those that are not its status, and one of headers alone has no trailers.
 */
export function makeHttp2Safe(refuse: Refuse = () => false): void {
  refuses = refuse;
  if (isDone) return;
  isDone = true;
  const create = http2.createServer;
  const made = (options: http2.ServerOptions): http2.Http2Server => {
    const server = create({ ...options, settings: { ...options.settings, initialWindowSize: WINDOW } });
    server.on("session", (session) => {
      makeSessionSafe(session);
      widenWindow(session);
    });
    const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
    server.emit = (event: string, ...args: unknown[]) => {
      if (event === "stream") {
        const [stream, headers] = args as [http2.ServerHttp2Stream, http2.IncomingHttpHeaders];
        if (stream.session) makeSessionSafe(stream.session as http2.ServerHttp2Session);
        if (stream.session?.socket === NO_SOCKET) makeAnswersPlain(stream);
        if (refuses(stream, headers)) return true;
      }
      return emit(event, ...args);
    };
    return server;
  };
  http2.createServer = made as typeof create;
}

function makeSessionSafe(session: http2.ServerHttp2Session): void {
  if (seen.has(session)) return;
  seen.add(session);
  session.goaway = () => {};
  try {
    void session.socket.remoteAddress;
  } catch {
    Object.defineProperty(session, "socket", { value: NO_SOCKET });
  }
}

function widenWindow(session: http2.ServerHttp2Session): void {
  try {
    session.setLocalWindowSize(WINDOW);
  } catch {
    // Deno 2.6 cannot: senders wait a little more often.
  }
}

/** Numbers become strings, and an answer of headers alone gets its trailers apart. */
function makeAnswersPlain(stream: http2.ServerHttp2Stream): void {
  const respond = stream.respond.bind(stream);
  const sendTrailers = stream.sendTrailers.bind(stream);
  stream.sendTrailers = (trailers) => sendTrailers(inStrings(trailers));
  stream.respond = (headers = {}, options) => {
    if (!options?.endStream) return withHeaders(headers, () => respond(inStrings(headers), options));
    const all = Object.entries(inStrings(headers));
    const isTrailer = ([name]: [string, unknown]) => name.startsWith("grpc-");
    stream.once("wantTrailers", () => sendTrailers(Object.fromEntries(all.filter(isTrailer))));
    const plain = Object.fromEntries(all.filter((header) => !isTrailer(header)));
    withHeaders(plain, () => respond(plain, { waitForTrailers: true }));
    stream.end();
  };
}

/**
 * Lets an answer keep its headers. Deno 2.6 makes a Response of its status only, by an object literal that it gives
 * to the constructor: for as long as that takes, the literal inherits them. Senders in Go, the Collector among
 * them, accept no answer without a content type.
 */
function withHeaders(headers: http2.OutgoingHttpHeaders | readonly string[], respond: () => void): void {
  const named = Object.entries(inStrings(headers)).filter(([name]) => !name.startsWith(":"));
  Object.defineProperty(Object.prototype, "headers", {
    value: named.map(([name, value]) => [name, String(value)]),
    configurable: true,
    writable: true,
  });
  try {
    respond();
  } finally {
    delete (Object.prototype as { headers?: unknown }).headers;
  }
}

function inStrings(headers: http2.OutgoingHttpHeaders | readonly string[]): http2.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isStatus = name === http2.constants.HTTP2_HEADER_STATUS;
      return [name, typeof value === "number" && !isStatus ? String(value) : value];
    }),
  );
}
