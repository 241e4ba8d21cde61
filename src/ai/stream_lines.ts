import { at, parsed } from "./json_value.ts";

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
 * What comes in an event named `error`, or in a field of that name as older llama.cpp servers send it, is given as
 * `{"error": …}` like the errors of all others.
 */
export async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let data: string[] = [];
  let isError = false;
  function* event(): Generator<string> {
    if (data.length > 0) yield isError ? asError(data.join("\n")) : data.join("\n");
    data = [];
    isError = false;
  }
  for await (const line of lines) {
    if (line === "") {
      yield* event();
      continue;
    }
    const [, name, value] = /^\ufeff?(data|event|error)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "data") data.push(value ?? "");
    else if (name === "event") isError = value === "error";
    else if (name === "error" && value) {
      isError = true;
      data.push(value);
    }
  }
  yield* event();
}

function asError(data: string): string {
  const json = parsed(data);
  return at(json, "error") === undefined ? JSON.stringify({ error: json ?? data }) : data;
}
