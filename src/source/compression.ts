/** How a file is compressed, packed, or kept for its own reader alone, told by its first bytes. */
export type Compression =
  | "gzip"
  | "zstd"
  | "bzip2"
  | "xz"
  | "lz4"
  | "lzip"
  | "lzma"
  | "lzop"
  | "rar"
  | "zip"
  | "7z"
  | "compress"
  | "tar"
  | "journal"
  | "evtx";

/** Any byte may stand here. */
const ANY = -1;

/** Frames that are passed over (RFC 8878, section 3.1.2): pzstd begins with one, which tells how long the next is. */
const SKIPPABLE_FRAMES = Array.from(
  { length: 16 },
  (_, kind) => ["zstd", [0x50 + kind, 0x2a, 0x4d, 0x18]] as const,
);

const MAGICS: readonly (readonly [Compression, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b, 8]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
  ...SKIPPABLE_FRAMES,
  ["bzip2", [0x42, 0x5a, 0x68, ANY, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
  ["bzip2", [0x42, 0x5a, 0x68, ANY, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ["lz4", [0x04, 0x22, 0x4d, 0x18]],
  ["lzip", [0x4c, 0x5a, 0x49, 0x50, 1]],
  // Its own first bytes are settings: these are of all that its programs make, and no text.
  ["lzma", [0x5d, 0, 0, ANY, ANY, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ["lzop", [0x89, 0x4c, 0x5a, 0x4f, 0, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["rar", [0x52, 0x61, 0x72, 0x21, 0x1a, 7]],
  ["zip", [0x50, 0x4b, 3, 4]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["compress", [0x1f, 0x9d]],
  // systemd's journal: LPKSHHRH; Windows' events: ElfFile
  ["journal", [0x4c, 0x50, 0x4b, 0x53, 0x48, 0x48, 0x52, 0x48]],
  ["evtx", [0x45, 0x6c, 0x66, 0x46, 0x69, 0x6c, 0x65, 0]],
];

/** `ustar`, and where it stands: in the head of an archive's first file. */
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];
const TAR_AT = 257;

/** The compression of what begins with `head`; null for none that is known. */
export function compressionOf(head: Uint8Array): Compression | null {
  const known = MAGICS.find(([, magic]) => head.length >= magic.length && agrees(head, magic));
  return known?.[0] ?? (isTar(head) ? "tar" : null);
}

/** Is it an archive, whose files' heads stand between their lines? */
export function isTar(head: Uint8Array): boolean {
  return TAR.every((byte, at) => byte === head[TAR_AT + at]);
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
