import { assertEquals, assertMatch } from "@std/assert";
import { gzipSync, zstdCompressSync } from "node:zlib";
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
  Deno.test(`with follow, a file of ${program} that is still being written is read as it comes`, async () => {
    using folder = new TempFolder();
    const text = makeLog(2_500_000);
    const lines = text.slice(0, -1).split("\n");
    folder.file("app.log", text);
    const packed = folder.run(program, "-c", "app.log");
    if (packed === null) return console.log(`skipped: there is no ${program} here`);
    const half = packed.length >> 1;
    const path = folder.file(`app.log.${extension}`, packed.subarray(0, half));
    const { sources: [source] } = openSources({ files: [path], follow: true, endlessStdin: false });
    const collector = new Collector(source);
    await collector.until(() => collector.lines.length > 1000);
    Deno.writeFileSync(path, packed.subarray(half), { append: true });
    await collector.until(() => collector.lines.length === lines.length);
    assertEquals(collector.lines, lines);
    Deno.removeSync(path);
    await collector.toEnd();
    source.close();
  });
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
    const broken = `the ${program} data are broken: .*`;
    assertMatch(
      half.error,
      new RegExp(`half\\.log\\.${extension}: ${broken}; everything before that was read$`),
    );
    const none = await readAll(folder.file(`none.log.${extension}`, packed.subarray(0, 24)));
    assertEquals(none.text, "");
    assertMatch(none.error, new RegExp(`none\\.log\\.${extension}: ${broken}; nothing could be read$`));
    const kept = half.text.slice(0, -1);
    assertEquals(first.startsWith(kept), true);
    // The text compresses evenly, and no more than a block (900,000 bytes of bzip2) is lost at the end.
    assertEquals(kept.length >= 700_000, true, `${kept.length} bytes were kept`);

    const damaged = packed.slice();
    for (let at = 0; at < 8; at++) damaged[(damaged.length >> 1) + at] ^= 0x5a;
    assertMatch((await readAll(folder.file(`bad.log.${extension}`, damaged))).error, /data are broken/);
  });
}

for (const [program, extension] of PROGRAMS) {
  Deno.test(`files of ${program} are read by turns, and what stands before something foreign is kept`, async () => {
    using folder = new TempFolder();
    const text = makeLog(1_000_000);
    folder.file("a.log", text);
    const packed = folder.run(program, "-c", "a.log");
    if (packed === null) return console.log(`skipped: there is no ${program} here`);
    const foreign = new Uint8Array([...packed, ...ascii("something that is not of it\n")]);
    const files = [1, 2, 3].map((n) => folder.file(`${n}.log.${extension}`, foreign));
    const { sources } = openSources({ files, follow: false, endlessStdin: false });
    const collectors = sources.map((source) => new Collector(source, 1 << 12));
    const errors: string[] = [];
    // None goes on before the others have come as far, as files do that are merged by their times.
    for (let target = 1; errors.length < files.length; target += 500) {
      for (const collector of collectors.slice(errors.length)) {
        try {
          await collector.until(() => collector.lines.length >= target);
        } catch (error) {
          errors.push((error as Error).message);
        }
      }
    }
    for (const source of sources) source.close();
    assertEquals(collectors.map(({ lines }) => `${lines.join("\n")}\n` === text), [true, true, true]);
    for (const error of errors) {
      assertMatch(error, /: the data (?:after|that follow) .*not .*; everything before that was read$/);
    }
  });
}

Deno.test("many small frames of zstd, as a logger flushes them, and frames to be skipped are read", async () => {
  using folder = new TempFolder();
  // pzstd writes one before each frame, the first too.
  const skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
  const frames: number[][] = [];
  for (let i = 0; i < 40; i++) frames.push([...zstdCompressSync(new TextEncoder().encode(`line ${i}\n`))]);
  const all = Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join("");
  for (const before of [[], skipped]) {
    const bytes = Uint8Array.from([...before, ...frames[0], ...skipped, ...frames.slice(1).flat()]);
    const { text, error } = await readAll(folder.file("small.zst", bytes));
    assertEquals([text, error], [all, ""]);
  }
});

Deno.test("gzip: what stands before something foreign is read, zeros at the end and the parts of a header are passed over", async () => {
  using folder = new TempFolder();
  const one = gzipSync("one\n");
  const foreign = await readAll(
    folder.file("foreign.gz", new Uint8Array([...one, ...one, ...ascii("more\n")])),
  );
  assertEquals(foreign.text, "one\none\n");
  assertMatch(
    foreign.error,
    /foreign\.gz: the gzip data are broken: the data after a member are not another member; everything/,
  );

  const padded = await readAll(folder.file("padded.gz", new Uint8Array([...one, ...new Uint8Array(512)])));
  assertEquals(padded, { text: "one\n", error: "" });

  // A header with an extra field, a name, a comment and a checksum of its own.
  const parts = [3, 0, 1, 2, 3, ...ascii("a.log\0why\0"), 9, 9];
  const rich = [...one.subarray(0, 3), 2 | 4 | 8 | 16, ...one.subarray(4, 10), ...parts, ...one.subarray(10)];
  assertEquals(await readAll(folder.file("rich.gz", new Uint8Array(rich))), { text: "one\n", error: "" });

  const wrong = one.slice();
  wrong[wrong.length - 8] ^= 1;
  assertMatch((await readAll(folder.file("wrong.gz", wrong))).error, /incorrect data check/);
});

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("what cannot be decompressed is named with the command that can", () => {
  const unreadable: [string, string, number[]][] = [
    ["lz4", "lz4 -dc", [0x04, 0x22, 0x4d, 0x18, 1, 2, 3, 4]],
    ["lzma", "xz -dc", [0x5d, 0, 0, 0x80, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]],
    ["lzop", "lzop -dc", [0x89, 0x4c, 0x5a, 0x4f, 0, 0x0d, 0x0a, 0x1a, 0x0a, 0x10]],
    ["rar", "unrar p -inul", [0x52, 0x61, 0x72, 0x21, 0x1a, 7, 1, 0]],
    ["journal", "journalctl -o json --file", [...ascii("LPKSHHRH"), 0, 0, 0, 0]],
  ];
  for (const [name, command, head] of unreadable) {
    using folder = new TempFolder();
    const path = folder.file(`app.log.${name}`, new Uint8Array(head));
    const { sources, problems } = openSources({ files: [path], follow: false, endlessStdin: false });
    assertEquals(sources.length, 0);
    assertEquals(problems, [`${path}: weir cannot read ${name} files; try: ${command} ${path} | weir`]);
  }
  using folder = new TempFolder();
  const events = folder.file("my events.evtx", ascii("ElfFile\0\0\0"));
  assertEquals(openSources({ files: [events], follow: false, endlessStdin: false }).problems, [
    `${events}: weir cannot read evtx files; try: wevtutil qe '${events}' /lf:true /f:text | weir`,
  ]);
});

Deno.test("an archive is named with the command that unpacks it, compressed or not", async () => {
  using folder = new TempFolder();
  const archive = new Uint8Array(2048);
  archive.set(ascii("app.log"));
  archive.set(ascii("ustar"), 257);
  archive.set(ascii("one\ntwo\n"), 512);
  const plain = folder.file("logs.tar", archive);
  const { problems } = openSources({ files: [plain], follow: false, endlessStdin: false });
  assertEquals(problems, [`${plain}: weir cannot read tar files; try: tar -xOf ${plain} | weir`]);
  const packed = folder.file("logs.tgz", gzipSync(archive));
  assertEquals(await readAll(packed), {
    text: "",
    error: `${packed}: weir cannot read tar files; try: tar -xOf ${packed} | weir`,
  });
});

Deno.test("a text that begins as a compressed file might is text", async () => {
  using folder = new TempFolder();
  for (const text of ["B", "BZh91", "PK", "BZh9 is a version\n", ""]) {
    assertEquals((await readAll(folder.file("text.log", text))).text.trimEnd(), text.trimEnd());
  }
});
