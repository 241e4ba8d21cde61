import type { ByteReader } from "./byte_reader.ts";

/** What the decoder's result codes mean (xz-embedded, `enum xz_ret`). */
const REASONS: Record<number, string> = {
  2: "its kind of checksum is not supported",
  3: "there is not enough memory",
  4: "its dictionary is too large",
  5: "the data that follow are not xz data",
  6: "it uses a filter or a checksum that is not supported",
  7: "the data are inconsistent",
  8: "it ends too soon",
};
const OK = 0;
const STREAM_END = 1;

/** The decoder's calls. */
interface Exports {
  memory: WebAssembly.Memory;
  create_context(): number;
  supply_input(context: number, length: number): void;
  get_next_output(context: number): number;
  destroy_context(context: number): void;
}

/**
 * The 32-bit words at the start of a context: the size of each of its buffers, and of input and output where the buffer
 * lies, how far it was read or written and, of the input, how much it holds.
 */
const BUFFER_BYTES = 0;
const INPUT = 1;
const INPUT_READ = 2;
const INPUT_HELD = 3;
const OUTPUT = 4;
const OUTPUT_WRITTEN = 5;

/** What the package makes decoders with, and does not declare. */
interface Maker {
  _getModuleInstance(): Promise<void>;
  _moduleInstance: { exports: unknown };
}

/** Decoders that are done, for the next file: one at a time works on a file, and each has memory of its own. */
const idle: Exports[] = [];
let lastMade: Promise<unknown> = Promise.resolve();

/**
 * Decompresses xz data of one or more streams with a WebAssembly decoder, loaded when first needed. The package's own
 * stream lets no second file begin before the first has ended, so that files that are read by turns would wait for
 * each other, and of a file that breaks it keeps what it had made.
 */
export async function* unxz(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const decoder = idle.pop() ?? await made();
  const context = decoder.create_context();
  if (context === 0) throw new Error(REASONS[3]);
  // The memory may grow with every call, which takes its old view away.
  const words = () => new Uint32Array(decoder.memory.buffer, context);
  try {
    for (let result = OK; result !== STREAM_END;) {
      if (words()[INPUT_READ] === words()[INPUT_HELD]) {
        // No input at all tells the decoder that this is the end.
        await reader.fill(1);
        const piece = reader.take(words()[BUFFER_BYTES]);
        new Uint8Array(decoder.memory.buffer).set(piece, words()[INPUT]);
        decoder.supply_input(context, piece.length);
      }
      result = decoder.get_next_output(context);
      const length = words()[OUTPUT_WRITTEN];
      const made = new Uint8Array(decoder.memory.buffer).slice(words()[OUTPUT], words()[OUTPUT] + length);
      words()[OUTPUT_WRITTEN] = 0;
      if (length > 0) yield made;
      if (result !== OK && result !== STREAM_END) throw new Error(REASONS[result] ?? `error ${result}`);
    }
  } finally {
    decoder.destroy_context(context);
    idle.push(decoder);
  }
}

/** A decoder of one's own. The package keeps the one that it made last, so they are made one after the other. */
function made(): Promise<Exports> {
  const next = lastMade.then(async () => {
    const { default: { XzReadableStream } } = await import("xz-decompress");
    const maker = XzReadableStream as unknown as Maker;
    await maker._getModuleInstance();
    return maker._moduleInstance.exports as Exports;
  });
  lastMade = next.catch(() => {});
  return next;
}
