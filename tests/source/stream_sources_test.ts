import { assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { QUEUE_BYTES } from "../../src/source/byte_queue.ts";
import { END, NOTHING } from "../../src/source/source.ts";
import { StreamSource } from "../../src/source/stream_source.ts";

const PROGRAM = new URL("stdin_program.ts", import.meta.url).pathname;
const CONFIG = new URL("../../deno.json", import.meta.url).pathname;

/** What the program prints when it is given `input`. */
async function run(input: Uint8Array, ...args: string[]): Promise<string[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", "--config", CONFIG, PROGRAM, ...args],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const [output] = await Promise.all([
    child.output(),
    writer.write(input).then(() => writer.close()),
  ]);
  return new TextDecoder().decode(output.stdout).trim().split("\n");
}

Deno.test("standard input is read to its end in a worker, compressed or not", async () => {
  const text = new Uint8Array(3_000_000).fill(0x61);
  assertEquals(await run(text), ["3000000"]);
  assertEquals(await run(gzipSync(text)), ["3000000"]);
});

Deno.test("the end of endless standard input is a break and ends nothing", async () => {
  assertEquals(await run(new TextEncoder().encode("one\ntwo\n"), "endless"), ["break", "8"]);
});

Deno.test("a producer is made to wait while the queue is full, and goes on when it is read", async () => {
  let made = 0;
  const source = new StreamSource({ name: "many" }, async function* () {
    for (; made < 100; made++) yield await Promise.resolve(new Uint8Array(QUEUE_BYTES / 8).fill(made));
  });
  const into = new Uint8Array(QUEUE_BYTES);
  source.read(into);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
  assertEquals(made, 7);
  let bytes = 0;
  for (let length = 0; length !== END;) {
    length = source.read(into);
    if (length > 0) bytes += length;
    else if (length === NOTHING) await source.wait(new AbortController().signal);
  }
  assertEquals([made, bytes], [100, 100 * QUEUE_BYTES / 8]);
  source.close();
});
