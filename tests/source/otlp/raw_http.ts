import { Buffer } from "node:buffer";

/** Sends bytes as they are, closes its half, and answers all that comes until the server closes. */
export async function raw(url: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  // Whole at once: of one who has closed its half before its body was read, nothing is taken.
  let bytes: Uint8Array = Buffer.concat(parts.map((part) => Buffer.from(part)));
  while (bytes.length > 0) bytes = bytes.subarray(await connection.write(bytes));
  await connection.closeWrite();
  let answer = "";
  const decoder = new TextDecoder();
  for await (const chunk of connection.readable) answer += decoder.decode(chunk, { stream: true });
  return answer;
}
