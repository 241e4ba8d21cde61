import type { ByteReader } from "./byte_reader.ts";

/** What the decoder's result codes mean (xz-embedded, `enum xz_ret`). */
const REASONS: Record<string, string> = {
  "2": "its kind of checksum is not supported",
  "3": "there is not enough memory",
  "4": "its dictionary is too big",
  "5": "what follows is not xz data",
  "6": "it uses a filter or a checksum that is not supported",
  "7": "the data do not fit together",
  "8": "it ends too early",
};

/** Decompresses xz data of one or more streams with a WebAssembly decoder, loaded when first needed. */
export async function* unxz(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const { default: { XzReadableStream } } = await import("xz-decompress");
  const stream: ReadableStream<Uint8Array> = new XzReadableStream(ReadableStream.from(reader.rest()));
  const output = stream.getReader();
  try {
    // One chunk is asked for ahead, so that none lies in the stream's own queue, which an error would empty.
    let next = output.read();
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = output.read();
      next.catch(() => {});
      yield value;
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = message.match(/error code (\d+)/)?.[1] ?? "";
    throw new Error(REASONS[code] ?? message, { cause: error });
  } finally {
    output.cancel().catch(() => {});
  }
}
