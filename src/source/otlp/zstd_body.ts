import type { Buffer } from "node:buffer";
import { blockOf, checksumBytes, FRAME_MAGIC, frameHeaderBytes, isSkippable } from "../zstd_frame.ts";

/** Decompresses one frame; the result has at most `maxOutputLength` bytes. */
type DecompressFrame = (frame: Buffer, options: { maxOutputLength: number }) => Uint8Array;

/**
 * Decompresses a body of one or more frames. The runtime's decompressor stops silently behind the first frame, before
 * frames that are to be passed over, and where a frame is cut: what it leaves out would be acknowledged. Throws what
 * `decompress` throws, and Error for what is no frame.
 */
export function unzstdBody(bytes: Buffer, limit: number, decompress: DecompressFrame): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const end = frameEnd(bytes, at);
    if (end > bytes.length) throw new Error("it ends in the middle of a frame");
    if (bytes.readUInt32LE(at) === FRAME_MAGIC) {
      // A limit of none is taken for no limit: of what is too large one byte more is asked for than there is room.
      const part = decompress(bytes.subarray(at, end), { maxOutputLength: Math.max(1, limit - length) });
      length += part.length;
      if (length > limit) throw new RangeError("the body is larger than its limit");
      parts.push(part);
    }
    at = end;
  }
  return joined(parts, length);
}

/** Where the frame ends that begins at `at`; past the bytes where it is cut. */
function frameEnd(bytes: Buffer, at: number): number {
  const cut = Infinity;
  if (bytes.length < at + 8) return cut;
  const magic = bytes.readUInt32LE(at);
  if (isSkippable(magic)) return at + 8 + bytes.readUInt32LE(at + 4);
  if (magic !== FRAME_MAGIC) throw new Error("what stands there is not a frame");
  const descriptor = bytes[at + 4];
  let end = at + frameHeaderBytes(descriptor);
  for (let isLast = false; !isLast;) {
    if (bytes.length < end + 3) return cut;
    const block = blockOf(bytes.readUIntLE(end, 3));
    end += block.bytes;
    isLast = block.isLast;
  }
  return end + checksumBytes(descriptor);
}

function joined(parts: Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
