/** How a file is compressed, told by its first bytes. */
export type Compression = "gzip" | "zstd" | "bzip2" | "xz" | "lz4" | "lzip" | "zip" | "7z" | "compress";

/** Any byte may stand here. */
const ANY = -1;

const MAGICS: readonly (readonly [Compression, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b, 8]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ["bzip2", [0x42, 0x5a, 0x68, ANY, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
  ["bzip2", [0x42, 0x5a, 0x68, ANY, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ["lz4", [0x04, 0x22, 0x4d, 0x18]],
  ["lzip", [0x4c, 0x5a, 0x49, 0x50, 1]],
  ["zip", [0x50, 0x4b, 3, 4]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["compress", [0x1f, 0x9d]],
];

/** The compression of what begins with `head`; null for none that is known. */
export function compressionOf(head: Uint8Array): Compression | null {
  return MAGICS.find(([, magic]) => head.length >= magic.length && agrees(head, magic))?.[0] ?? null;
}

/** Is there a reader for it? */
export function isReadable(compression: Compression): boolean {
  return ["gzip", "zstd", "bzip2", "xz"].includes(compression);
}

/** Could a compressed file begin with `head`, of which more is to come? */
export function mayBeCompressed(head: Uint8Array): boolean {
  return MAGICS.some(([, magic]) => agrees(head, magic));
}

function agrees(head: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => byte === ANY || at >= head.length || byte === head[at]);
}
