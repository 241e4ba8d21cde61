import { assertEquals, assertMatch } from "@std/assert";
import { openSources } from "../../src/source/open_sources.ts";
import { Collector } from "./collector.ts";
import { TempFolder } from "./temp_folder.ts";

const PROGRAMS = [["gzip", "gz"], ["bzip2", "bz2"], ["xz", "xz"], ["zstd", "zst"]] as const;

/** Lines that compress as logs do, of about `bytes` bytes. */
function makeLog(bytes: number): string {
  let text = "";
  for (let i = 0, seed = 7; text.length < bytes; i++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    text += `2026-11-20T08:00:00.000Z INFO request ${i} took ${seed % 997} ms for user ${
      seed.toString(36)
    }\n`;
    if (i % 1000 === 0) text += `${"=".repeat(300)}\n`;
  }
  return text;
}

/** All of a file's text, and the error that ended it. */
async function readAll(path: string): Promise<{ text: string; error: string }> {
  const { sources, problems } = openSources({ files: [path], follow: false, endlessStdin: false });
  assertEquals(problems, []);
  const collector = new Collector(sources[0]);
  let error = "";
  try {
    await collector.toEnd();
  } catch (caught) {
    error = (caught as Error).message;
  } finally {
    sources[0].close();
  }
  return { text: collector.all.map((line) => `${line}\n`).join(""), error };
}

for (const [program, extension] of PROGRAMS) {
  Deno.test(`a file of ${program} is read, whole, of several parts, cut off and damaged`, async () => {
    using folder = new TempFolder();
    const [first, second] = [makeLog(2_500_000), makeLog(100_000)];
    folder.file("first.log", first);
    folder.file("second.log", second);
    const packed = folder.run(program, "-c", "first.log");
    const more = folder.run(program, "-c", "second.log");
    if (packed === null || more === null) return console.log(`skipped: there is no ${program} here`);

    assertEquals(await readAll(folder.file(`whole.log.${extension}`, packed)), { text: first, error: "" });

    const joined = new Uint8Array([...more, ...packed, ...more]);
    assertEquals(await readAll(folder.file(`joined.log.${extension}`, joined)), {
      text: second + first + second,
      error: "",
    });

    const half = await readAll(folder.file(`half.log.${extension}`, packed.subarray(0, packed.length >> 1)));
    assertMatch(half.error, new RegExp(`half\\.log\\.${extension}: the ${program} data are broken: `));
    const kept = half.text.slice(0, -1);
    assertEquals(first.startsWith(kept), true);
    // Blocks of bzip2 hold 900,000 bytes and none before the last is lost.
    assertEquals(kept.length >= 900_000, true, `${kept.length} bytes were kept`);

    const damaged = packed.slice();
    for (let at = 0; at < 8; at++) damaged[(damaged.length >> 1) + at] ^= 0x5a;
    assertMatch((await readAll(folder.file(`bad.log.${extension}`, damaged))).error, /data are broken/);
  });
}
