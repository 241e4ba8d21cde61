/** UTF-16 units that one line of a server may have; a longer one is an error. */
const MAX_LINE = 8 << 20;

/** Thrown for a stream that is not what it should be. */
export class StreamError extends Error {
  override name = "StreamError";
}

/** The lines of a stream of bytes that may be split anywhere; ends of lines are CRLF, LF and CR. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    if (rest.length > MAX_LINE) throw new StreamError("a line without an end");
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}

/**
 * The data of server-sent events (WHATWG HTML, section 9.2.6): `data` lines up to an empty line, joined by line
 * breaks. Comments and other fields are left out; data before the end of the stream counts without its empty line.
 */
export async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of lines) {
    if (line === "") {
      if (data.length > 0) yield data.join("\n");
      data = [];
    } else if (/^\ufeff?data(?::|$)/.test(line)) {
      data.push(line.replace(/^\ufeff?data:? ?/, ""));
    }
  }
  if (data.length > 0) yield data.join("\n");
}
