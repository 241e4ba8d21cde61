import http2 from "node:http2";

export const EXPORT = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";

/** A gRPC message: whether it is compressed, its length, its bytes. */
export function frame(bytes: Uint8Array, compressed: 0 | 1): Uint8Array {
  const framed = new Uint8Array(5 + bytes.length);
  framed[0] = compressed;
  new DataView(framed.buffer).setUint32(1, bytes.length);
  framed.set(bytes, 5);
  return framed;
}

/** What came back of a call: its grpc-status and HTTP's, and the headers and trailers that tell more. */
export interface RawAnswer {
  status: string;
  http: string;
  type: string;
  /** grpc-message, decoded. */
  message: string;
  /** grpc-accept-encoding. */
  accepts: string;
}

/** Sends bytes as the body of a call, each part a frame of its own; null: the head alone ends the call. */
export function rawCall(
  address: string,
  body: Uint8Array | Uint8Array[] | null,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const session = http2.connect(`http://${address}`);
  return new Promise<RawAnswer>((resolve, reject) => {
    session.on("error", reject);
    const stream = session.request({
      ":method": "POST",
      ":path": EXPORT,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    }, { endStream: body === null });
    const timer = setTimeout(() => reject(new Error("The call was not answered")), 5_000);
    const answer: RawAnswer = { status: "", http: "", type: "", message: "", accepts: "" };
    const take = (headers: http2.IncomingHttpHeaders) => {
      answer.status = String(headers["grpc-status"] ?? answer.status);
      answer.http = String(headers[":status"] ?? answer.http);
      answer.type = headers["content-type"] ?? answer.type;
      answer.message = decodeURI(String(headers["grpc-message"] ?? answer.message));
      answer.accepts = String(headers["grpc-accept-encoding"] ?? answer.accepts);
    };
    stream.on("response", take);
    stream.on("trailers", take);
    stream.on("data", () => {});
    stream.on("error", () => {});
    stream.on("close", () => {
      clearTimeout(timer);
      resolve(answer);
    });
    const send = (parts: Uint8Array[]) => {
      if (parts.length <= 1) stream.end(parts[0] ?? new Uint8Array(0));
      else stream.write(parts[0], () => send(parts.slice(1)));
    };
    if (body !== null) send(Array.isArray(body) ? body : [body]);
  }).finally(() => session.destroy());
}
