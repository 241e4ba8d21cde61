import { shellWord } from "../record/shell_word.ts";
import { UserError } from "../record/user_error.ts";
import { ByteReader } from "./byte_reader.ts";
import { type Compression, compressionOf, isReadable, isTar, mayBeCompressed } from "./compression.ts";
import { loadLater } from "../record/load_later.ts";

/** Programs that undo what cannot be undone here; where the file stands in the middle of it, as FILE. */
const COMMANDS: Partial<Record<Compression, string>> = {
  lz4: "lz4 -dc",
  lzip: "lzip -dc",
  lzma: "xz -dc",
  lzop: "lzop -dc",
  rar: "unrar p -inul",
  zip: "unzip -p",
  "7z": "7z x -so",
  compress: "zcat",
  tar: "tar -xOf",
  journal: "journalctl -o json --file",
  evtx: "wevtutil qe FILE /lf:true /f:text",
};

/**
 * The bytes of `input`, decompressed if its first bytes say that it is compressed. Memory is bounded; what comes
 * before a broken place is given out before the error is thrown.
 */
export async function* decompressed(
  name: string,
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(input);
  while (mayBeCompressed(reader.ahead) && compressionOf(reader.ahead) === null && await reader.more());
  const compression = compressionOf(reader.ahead);
  if (compression === null) return yield* reader.rest();
  if (!isReadable(compression)) throw new UserError(`${name}: ${cannotRead(name, compression)}`, 1);
  let isNothing = true;
  try {
    for await (const bytes of await open(compression, reader)) {
      if (isNothing && isTar(bytes)) throw new UserError(`${name}: ${cannotRead(name, "tar")}`, 1);
      isNothing &&= bytes.length === 0;
      yield bytes;
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const read = isNothing ? "nothing could be read" : "everything before that was read";
    const message = `${name}: the ${compression} data are broken: ${reason}; ${read}`;
    throw new UserError(message, 1, { cause: error });
  }
}

/** The decompressors are loaded when first needed. */
async function open(compression: Compression, reader: ByteReader): Promise<AsyncGenerator<Uint8Array>> {
  if (compression === "bzip2") {
    return (await loadLater<typeof import("./bzip2.ts")>("../source/bzip2.ts")).bunzip2(reader);
  }
  if (compression === "xz") {
    return (await loadLater<typeof import("./xz.ts")>("../source/xz.ts")).unxz(reader);
  }
  const { gunzip, unzstd } = await loadLater<typeof import("./zlib_streams.ts")>("../source/zlib_streams.ts");
  return compression === "gzip" ? gunzip(reader) : unzstd(reader);
}

/** Says that a compression cannot be undone here, and what can be done. */
export function cannotRead(name: string, compression: Compression): string {
  const file = name === "stdin" ? "FILE" : shellWord(name);
  const command = COMMANDS[compression] ?? "";
  const whole = command.includes("FILE") ? command.replace("FILE", () => file) : `${command} ${file}`;
  return `weir cannot read ${compression} files; try: ${whole} | weir`;
}
