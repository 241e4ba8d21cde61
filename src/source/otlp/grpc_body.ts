import type { IncomingHttpHeaders } from "node:http2";
import * as grpc from "@grpc/grpc-js";
import { BadBody, decompressBody, isIdentity, tooLarge } from "./decompress_body.ts";
import type { Inbox } from "./inbox.ts";
import type { Refusal } from "./receiver_counts.ts";

/** Compressions that are undone, as gRPC names them. */
const ENCODINGS = ["gzip", "deflate"];
/** What a refused sender is told of them (gRPC's "Compression", Compression Method Asymmetry). */
const ACCEPTED = ["identity", ...ENCODINGS].join(",");

/** Bytes before a message: whether it is compressed, and its length. */
const HEAD_BYTES = 5;

/** Why a call cannot be taken, and as what that is counted. */
export interface Fault {
  readonly status: { code: grpc.status; details: string; metadata?: grpc.Metadata };
  readonly reason: Refusal;
}

/**
 * The body of one call while it comes (gRPC's "PROTOCOL-HTTP2", Length-Prefixed-Message): it takes room in the inbox
 * for what has come, sees what grpc-js passes over, and undoes the compression, which grpc-js would do without asking
 * for room.
 */
export class GrpcBody {
  readonly #inbox: Inbox;
  readonly #limit: number;
  readonly #encoding: string | null;
  readonly #head = new Uint8Array(HEAD_BYTES);
  #came = 0;
  #held = 0;
  #isOver = false;

  /** Takes the encoding out of the headers. */
  constructor(headers: IncomingHttpHeaders, inbox: Inbox, limit: number) {
    this.#inbox = inbox;
    this.#limit = limit;
    const encoding = headers["grpc-encoding"];
    this.#encoding = encoding === undefined ? null : String(encoding);
    delete headers["grpc-encoding"];
  }

  /** Has all of the message come, and was it begun? */
  get isWhole(): boolean {
    return this.#came >= HEAD_BYTES && this.#came === HEAD_BYTES + this.#length;
  }

  get isEmpty(): boolean {
    return this.#came === 0;
  }

  /** Takes notice of what came; the fault that it brings, `busy` if there is no room for it, or null. */
  add(chunk: Uint8Array): Fault | "busy" | null {
    if (this.#isOver) return null;
    const missing = HEAD_BYTES - this.#came;
    if (missing > 0) this.#head.set(chunk.subarray(0, missing), this.#came);
    this.#came += chunk.length;
    if (this.#came < HEAD_BYTES) return null;
    if (missing > 0) {
      const fault = this.#wrongHead();
      if (fault !== null) return fault;
    }
    if (this.#came > HEAD_BYTES + this.#length) {
      return fault(grpc.status.UNIMPLEMENTED, "malformed", "the call has more than one message");
    }
    return this.#hold(this.#came - HEAD_BYTES - this.#held) ? null : "busy";
  }

  /** The message as it was before compression; a fault, or `busy` if there is no room for it. */
  plain(message: Uint8Array): Uint8Array | Fault | "busy" {
    if (this.#head[0] === 0) return message;
    try {
      const plain = decompressBody(message, this.#encoding, this.#limit);
      this.release();
      return this.#hold(plain.length) ? plain : "busy";
    } catch (error) {
      if (!(error instanceof BadBody)) throw error;
      return error.problem === "too large"
        ? fault(grpc.status.RESOURCE_EXHAUSTED, "too large", error.message)
        : fault(grpc.status.INTERNAL, "malformed", error.message);
    }
  }

  /** The call is answered, or its sender is gone: what still comes is let go. */
  end(): void {
    this.#isOver = true;
    this.release();
  }

  /** Gives its room back. */
  release(): void {
    this.#inbox.release(this.#held);
    this.#held = 0;
  }

  get #length(): number {
    return new DataView(this.#head.buffer).getUint32(1);
  }

  #hold(bytes: number): boolean {
    if (!this.#inbox.reserve(bytes)) return false;
    this.#held += bytes;
    return true;
  }

  #wrongHead(): Fault | null {
    const flag = this.#head[0];
    if (flag > 1) {
      return fault(grpc.status.INTERNAL, "malformed", `no message begins with the byte ${flag}`);
    }
    if (this.#length > this.#limit) {
      return fault(grpc.status.RESOURCE_EXHAUSTED, "too large", tooLarge(this.#limit));
    }
    if (flag === 0) return null;
    if (isIdentity(this.#encoding)) {
      const details = "the message says that it is compressed, but grpc-encoding does not say how";
      return fault(grpc.status.INTERNAL, "malformed", details);
    }
    if (ENCODINGS.includes(this.#encoding!)) return null;
    const metadata = new grpc.Metadata();
    metadata.set("grpc-accept-encoding", ACCEPTED);
    const details = `unsupported grpc-encoding: ${this.#encoding}; supported: ${ENCODINGS.join(", ")}`;
    const refused = fault(grpc.status.UNIMPLEMENTED, "content encoding", details);
    return { ...refused, status: { ...refused.status, metadata } };
  }
}

function fault(code: grpc.status, reason: Refusal, details: string): Fault {
  return { status: { code, details }, reason };
}
