import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { unzstdBody } from "./zstd_body.ts";

/** A body that cannot be had from what was sent. */
export class BadBody extends Error {
  override name = "BadBody";
  constructor(readonly problem: "too large" | "malformed" | "content encoding", message: string) {
    super(message);
  }
}

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Uint8Array;

// Deno before 2.7 has none.
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: Decompress };

const DECODERS: Record<string, Decompress | undefined> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: zlib.inflateSync,
  zlib: zlib.inflateSync,
  zstd: zstdDecompressSync &&
    ((bytes, { maxOutputLength }) => unzstdBody(bytes, maxOutputLength, zstdDecompressSync)),
};

/** Whether a body of that Content-Encoding is as it was before. */
export function isIdentity(encoding: string | null): boolean {
  return encoding === null || encoding === "" || encoding.trim().toLowerCase() === "identity";
}

/** Throws BadBody for a Content-Encoding that is not supported. */
export function checkEncoding(encoding: string | null): void {
  if (!isIdentity(encoding) && decoderOf(encoding!) === undefined) {
    throw new BadBody("content encoding", `unsupported Content-Encoding: ${encoding}`);
  }
}

/** The body as it was before compression; of at most `limit` bytes. Throws BadBody. */
export function decompressBody(bytes: Uint8Array, encoding: string | null, limit: number): Uint8Array {
  if (isIdentity(encoding)) return bytes;
  const decode = decoderOf(encoding!);
  if (decode === undefined) {
    throw new BadBody("content encoding", `unsupported Content-Encoding: ${encoding}`);
  }
  if (bytes.length === 0) throw new BadBody("malformed", `the body is empty, so it is not valid ${encoding}`);
  try {
    return decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { maxOutputLength: limit });
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ERR_BUFFER_TOO_LARGE" || error instanceof RangeError) {
      throw new BadBody("too large", tooLarge(limit));
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadBody("malformed", `cannot decompress the body as ${encoding}: ${reason}`);
  }
}

/** What to say of a message past the limit. */
export function tooLarge(limit: number): string {
  return `the message is larger than ${limit} bytes; otlp-max-message-bytes sets the limit`;
}

function decoderOf(encoding: string): Decompress | undefined {
  const name = encoding.trim().toLowerCase();
  return Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
}
