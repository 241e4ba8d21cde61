import { crc32, createInflateRaw, createZstdDecompress } from "node:zlib";
import type { Transform } from "node:stream";
import type { ByteReader } from "./byte_reader.ts";
import { blockOf, checksumBytes, FRAME_MAGIC, frameHeaderBytes, isSkippable } from "./zstd_frame.ts";

/** Given to the decompressor at once. */
const PIECE_BYTES = 1 << 16;
/** Decompressed bytes that wait at most (and one buffer of the decompressor): it is made to pause. */
const WAITING_BYTES = 1 << 18;

/**
 * Decompresses gzip data of one or more members (RFC 1952); zeros may follow the last one. The members' ends are found
 * here: the runtime's own reader of members gives away what it holds when something else follows.
 */
export async function* gunzip(reader: ByteReader): AsyncGenerator<Uint8Array> {
  while (await reader.fill(1)) {
    await skipHeader(reader);
    yield* member(reader);
    while (await reader.fill(1) && reader.ahead[0] === 0) reader.take(1);
    if (
      await reader.fill(2) ? reader.ahead[0] !== 0x1f || reader.ahead[1] !== 0x8b : reader.ahead.length > 0
    ) {
      throw new Error("the data after a member are not another member");
    }
  }
}

/** Bits of a member's header that say what stands in it. */
const HAS_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const CUT = "unexpected end of file";

async function skipHeader(reader: ByteReader): Promise<void> {
  if (!await reader.fill(10)) throw new Error(CUT);
  const [, , method, flags] = reader.take(10);
  if (method !== 8) throw new Error("unknown compression method");
  if ((flags & HAS_EXTRA) !== 0) {
    if (!await reader.fill(2)) throw new Error(CUT);
    await skip(reader, number(reader.take(2), 0, 2));
  }
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & text) === 0) continue;
    do if (!await reader.fill(1)) throw new Error(CUT); while (reader.take(1)[0] !== 0);
  }
  if ((flags & HAS_CRC) !== 0) await skip(reader, 2);
}

async function skip(reader: ByteReader, length: number): Promise<void> {
  for (let left = length; left > 0;) {
    if (!await reader.fill(1)) throw new Error(CUT);
    left -= reader.take(left).length;
  }
}

/** What a member holds; takes its checksum and size as well. */
async function* member(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const stream = createInflateRaw();
  const flow = new Flow(stream);
  let checksum = 0;
  let size = 0;
  const counted = (piece: Uint8Array) => {
    checksum = crc32(piece, checksum);
    size += piece.length;
    return piece;
  };
  try {
    for (let ended = false; !ended && await reader.fill(1);) {
      const piece = reader.ahead.subarray(0, PIECE_BYTES);
      const before = stream.bytesWritten;
      for await (const made of flow.write(piece)) yield counted(made);
      // The decompressor takes nothing that stands behind the member's end.
      const taken = stream.bytesWritten - before;
      ended = taken < piece.length;
      reader.take(taken);
    }
    for await (const made of flow.end()) yield counted(made);
  } finally {
    stream.destroy();
  }
  if (!await reader.fill(8)) throw new Error(CUT);
  const trailer = reader.take(8);
  if (number(trailer, 0, 4) !== checksum || number(trailer, 4, 4) !== size % 2 ** 32) {
    throw new Error("incorrect data check");
  }
}

/** Decompresses zstd data of one or more frames (RFC 8878). */
export async function* unzstd(reader: ByteReader): AsyncGenerator<Uint8Array> {
  while (await reader.fill(1)) {
    if (!await reader.fill(4)) throw new Error("it ends in the middle of a frame");
    const magic = number(reader.ahead, 0, 4);
    if (isSkippable(magic)) await skipFrame(reader);
    else if (magic === FRAME_MAGIC) yield* through(createZstdDecompress(), frame(reader));
    else throw new Error("the data after a frame are not another frame");
  }
}

/**
 * The bytes of exactly one frame. The runtime's decompressor stops silently after the first frame and at a
 * missing end, so the ends are found here.
 */
async function* frame(reader: ByteReader): AsyncGenerator<Uint8Array> {
  if (!await reader.fill(5)) throw new Error("it ends in the middle of a frame");
  const descriptor = reader.ahead[4];
  yield* exactly(reader, frameHeaderBytes(descriptor));
  for (let isLast = false; !isLast;) {
    if (!await reader.fill(3)) throw new Error("it ends in the middle of a frame");
    const block = blockOf(number(reader.ahead, 0, 3));
    isLast = block.isLast;
    yield* exactly(reader, block.bytes);
  }
  yield* exactly(reader, checksumBytes(descriptor));
}

async function* exactly(reader: ByteReader, length: number): AsyncGenerator<Uint8Array> {
  for (let left = length; left > 0;) {
    if (!await reader.fill(1)) throw new Error("it ends in the middle of a frame");
    const piece = reader.take(left);
    left -= piece.length;
    yield piece;
  }
}

async function skipFrame(reader: ByteReader): Promise<void> {
  if (!await reader.fill(8)) throw new Error("it ends in the middle of a frame");
  for await (const _ of exactly(reader, 8 + number(reader.ahead, 4, 4)));
}

/** The little-endian number of `length` bytes at `at`. */
function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = length - 1; i >= 0; i--) value = value * 256 + bytes[at + i];
  return value;
}

/** Runs `input` through a decompressor of the runtime. */
async function* through(stream: Transform, input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const flow = new Flow(stream);
  try {
    for await (const chunk of input) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        yield* flow.write(chunk.subarray(at, at + PIECE_BYTES));
      }
    }
    yield* flow.end();
  } finally {
    stream.destroy();
  }
}

/**
 * A decompressor whose output is taken as it flows: iterating over it would lose what was decompressed before an
 * error.
 */
class Flow {
  #stream: Transform;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #failed: Error | undefined;
  #ended = false;
  #wake = () => {};

  constructor(stream: Transform) {
    this.#stream = stream;
    stream.on("data", (chunk: Uint8Array) => {
      this.#chunks.push(chunk);
      this.#waiting += chunk.length;
      if (this.#waiting >= WAITING_BYTES) stream.pause();
      this.#wake();
    });
    stream.on("end", () => {
      this.#ended = true;
      this.#wake();
    });
    stream.on("error", (error: Error) => {
      this.#failed = error;
      this.#wake();
    });
  }

  /** Gives a piece to the decompressor and what it makes of it to the caller. */
  async *write(piece: Uint8Array): AsyncGenerator<Uint8Array> {
    let written = false;
    this.#stream.write(piece, () => {
      written = true;
      this.#wake();
    });
    yield* this.#until(() => written);
  }

  async *end(): AsyncGenerator<Uint8Array> {
    this.#stream.end();
    yield* this.#until(() => this.#ended);
  }

  async *#until(done: () => boolean): AsyncGenerator<Uint8Array> {
    for (;;) {
      const ready = this.#chunks;
      this.#chunks = [];
      this.#waiting = 0;
      yield* ready;
      if (this.#chunks.length > 0) continue;
      if (this.#failed !== undefined) throw this.#failed;
      if (done()) return;
      this.#stream.resume();
      if (!done()) await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}
