/** What a frame that holds data begins with, as a little-endian number (RFC 8878, section 3.1.1). */
export const FRAME_MAGIC = 0xfd2fb528;

/** Is this what a frame to be passed over begins with (section 3.1.2)? Its length follows, in four bytes. */
export function isSkippable(magic: number): boolean {
  return magic >= 0x184d2a50 && magic <= 0x184d2a5f;
}

/** Bytes before a frame's first block, by the descriptor that follows the magic number (section 3.1.1.1). */
export function frameHeaderBytes(descriptor: number): number {
  const isSingle = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(isSingle) : 1 << sizeFlag;
  return 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3] + sizeBytes;
}

/** Bytes of a checksum behind a frame's last block. */
export function checksumBytes(descriptor: number): number {
  return (descriptor & 4) === 0 ? 0 : 4;
}

/** A block's length with its header, by the three bytes of that (section 3.1.1.2), and whether it is the last. */
export function blockOf(header: number): { bytes: number; isLast: boolean } {
  const isRunLength = ((header >> 1) & 3) === 1;
  return { bytes: 3 + (isRunLength ? 1 : header >> 3), isLast: (header & 1) !== 0 };
}
