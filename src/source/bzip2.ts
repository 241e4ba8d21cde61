import type { ByteReader } from "./byte_reader.ts";
import { Bzip2Block, TooShort } from "./bzip2_block.ts";

const BLOCK = 0x314159265359;
const STREAM_END = 0x177245385090;

/** Input to have at hand before a block is decoded, for each 100,000 bytes of block size: more than it should need. */
const INPUT_PER_SIZE = 110_000;

/** Decompresses bzip2 data of one or more streams, a block (at most 900,000 bytes before its runs) at a time. */
export async function* bunzip2(reader: ByteReader): AsyncGenerator<Uint8Array> {
  while (await reader.fill(1)) {
    if (!await reader.fill(4)) throw new Error("it ends in the middle of a stream");
    const [b, z, h, digit] = reader.take(4);
    const size = digit - 0x30;
    if (b !== 0x42 || z !== 0x5a || h !== 0x68 || size < 1 || size > 9) {
      throw new Error("the data after a stream are not another stream");
    }
    yield* blocks(reader, size);
  }
}

/** The blocks of one stream, after its first four bytes. */
async function* blocks(reader: ByteReader, size: number): AsyncGenerator<Uint8Array> {
  const block = new Bzip2Block(size * 100_000);
  let combined = 0;
  for (let bit = 0;;) {
    await reader.fillFromWhatIsThere(size * INPUT_PER_SIZE);
    block.begin(reader.ahead, bit);
    try {
      const magic = block.bits(24) * (1 << 24) + block.bits(24);
      if (magic === BLOCK) block.decode();
      else if (magic !== STREAM_END) throw new Error("a block has no valid header");
      else if (block.checksum() !== combined) throw new Error("the checksum of a stream is wrong");
      else return void reader.take((block.position + 7) >> 3);
    } catch (error) {
      if (!(error instanceof TooShort)) throw error;
      if (!await reader.fill(reader.ahead.length + 1)) throw new Error("it ends in the middle of a block");
      continue;
    }
    reader.take(block.position >> 3);
    bit = block.position & 7;
    yield* block.output();
    combined = ((combined << 1) | (combined >>> 31)) ^ block.crc;
    combined |= 0;
  }
}
