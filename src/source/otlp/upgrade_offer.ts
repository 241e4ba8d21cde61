import { Buffer } from "node:buffer";

/** Bytes in which the head of a request has to end to be looked at. */
const LONGEST_HEAD = 16 << 10;

const HEAD_END = /\r?\n\r?\n/;
/** How a head of HTTP begins. Others' first bytes go on at once: who begins with TLS waits for an answer to them. */
const METHOD = /^(?:\r\n)*(?:[A-Z]|$)/i;
/** The offer, in a head of HTTP/1: `Connection: Upgrade, HTTP2-Settings`. */
const OFFER = /^(connection:)(?=[^\n]*\bupgrade\b)[^\r\n]*/im;

/**
 * The first bytes of a connection, without the offer of another protocol (RFC 9110, section 7.8) that Java's own HTTP
 * client makes with each request, and curl with `--http2`: it may be passed over, but Deno 2.9 answers it with 400 where
 * the request has a body, before anybody sees it. The connection ends with the answer: later heads are not looked at.
 */
export async function withoutUpgradeOffer(connection: Deno.Conn): Promise<Uint8Array> {
  const buffer = Buffer.alloc(LONGEST_HEAD);
  let length = 0;
  while (length < LONGEST_HEAD) {
    const count = await connection.read(buffer.subarray(length));
    if (count === null) break;
    length += count;
    const text = buffer.toString("latin1", 0, length);
    const end = text.search(HEAD_END);
    if (end < 0) {
      if (METHOD.test(text)) continue;
      break;
    }
    const head = text.slice(0, end);
    const plain = head.replace(OFFER, "$1 close");
    if (plain === head) break;
    return Buffer.concat([Buffer.from(plain, "latin1"), buffer.subarray(end, length)]);
  }
  return buffer.subarray(0, length);
}
