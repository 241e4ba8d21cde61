import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FollowSource } from "../../src/source/follow_source.ts";
import fc from "fast-check";
import { Collector } from "./collector.ts";

const WRITER = new URL("writer.ts", import.meta.url).pathname;

async function withFollowed(
  run: (path: string, lines: Collector) => Promise<void>,
  begin = "",
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "app.log");
  Deno.writeTextFileSync(path, begin);
  const source = new FollowSource("app.log", path);
  try {
    await run(path, new Collector(source));
  } finally {
    source.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function append(path: string, text: string): void {
  Deno.writeTextFileSync(path, text, { append: true });
}

/** Follows a real writer that rotates its file `rotations` times and compares every line. */
function rotateUnderWriter(kind: string, rotations: number, pause: number): Promise<void> {
  return withFollowed(async (path, collector) => {
    const permissions = ["--allow-read", "--allow-write"];
    const writer = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-config",
        ...permissions,
        WRITER,
        path,
        kind,
        `${rotations}`,
        "500",
        `${pause}`,
      ],
    }).spawn();
    await collector.until(() => collector.lines.length >= rotations * 500, 20_000);
    assert((await writer.status).success);
    await drain(collector);
    const expected = Array.from({ length: rotations * 500 }, (_, i) => `line ${i + 1} of the rotation`);
    assertEquals(collector.all.map((line) => line.slice("2026-11-20T08:00:00.000Z INFO ".length)), expected);
  });
}

for (const [kind, pause] of [["rename", 120], ["copy-truncate", 0], ["delete", 120]] as const) {
  Deno.test(`a writer that rotates by ${kind} loses no line and none is read twice`, () =>
    rotateUnderWriter(kind, 8, pause));
}

Deno.test("rotation of all kinds is followed where no change events arrive", async () => {
  const { watchFs } = Deno;
  Deno.watchFs = () => {
    throw new Error("no events here");
  };
  try {
    await rotateUnderWriter("rename,copy-truncate,delete", 9, 200);
  } finally {
    Deno.watchFs = watchFs;
  }
});

/** Reads what there is to read now, a look at the path included. */
async function drain(collector: Collector): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 25)); while (collector.step());
}

Deno.test("what is appended is read as it comes, in pieces of lines too", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    append(path, "two\nthr");
    await collector.until(() => collector.text === "one\ntwo\nthr");
    append(path, "ee\n");
    await collector.until(() => collector.lines.length === 3);
    assertEquals([collector.lines, collector.breaks], [["one", "two", "three"], 0]);
  }, "one\n"));

for (
  const [what, content] of [["the same", "NEW one\n"], ["a greater", "NEW one\nNEW two\n"], [
    "a smaller",
    "NEW\n",
  ]]
) {
  Deno.test(`a file overwritten with other content of ${what} length is read anew`, () =>
    withFollowed(async (path, collector) => {
      await collector.until(() => collector.lines.length === 1);
      await drain(collector);
      Deno.writeTextFileSync(path, content);
      await collector.until(() => collector.text.endsWith(content.trimEnd()));
      assertEquals(collector.all, ["old one", ...content.trimEnd().split("\n")]);
      assertEquals(collector.breaks, 1);
      assertMatch(collector.events.join(), /truncated app\.log: was truncated/);
    }, "old one\n"));
}

Deno.test("an unfinished last line does not join the first line of the next file", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.text === "unfinished");
    Deno.renameSync(path, `${path}.1`);
    append(path, "first\n");
    await collector.until(() => collector.lines.length === 2);
    assertEquals(collector.lines, ["unfinished", "first"]);
  }, "unfinished"));

Deno.test("files rotated away between two looks are found beside the path and read in their order", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    for (let i = 2; i < 6; i++) {
      for (let old = 4; old > 0; old--) {
        if (exists(`${path}.${old}`)) Deno.renameSync(`${path}.${old}`, `${path}.${old + 1}`);
      }
      Deno.renameSync(path, `${path}.1`);
      Deno.writeTextFileSync(path, `line ${i}\n`);
    }
    await collector.until(() => collector.lines.length === 5);
    assertEquals(collector.lines, ["line 1", "line 2", "line 3", "line 4", "line 5"]);
  }, "line 1\n"));

Deno.test("a rotated file that is just being compressed, and is empty so far, is not read as a log", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    Deno.renameSync(path, `${path}.1`);
    Deno.writeTextFileSync(`${path}.1.gz`, "");
    Deno.writeTextFileSync(path, "line 2\n");
    await collector.until(() => collector.lines.length === 2);
    Deno.writeFileSync(`${path}.1.gz`, new Uint8Array([0x1f, 0x8b, 8, 0, 10, 65, 10]));
    append(path, "line 3\n");
    await collector.until(() => collector.lines.length === 3);
    while (collector.step());
    assertEquals(collector.lines, ["line 1", "line 2", "line 3"]);
  }, "line 1\n"));

Deno.test("files rotated away and compressed between two looks are read in their order, those that were read are not", () =>
  withFollowed(async (path, collector) => {
    const old = new Date(Date.now() - 3_600_000);
    Deno.writeTextFileSync(`${path}.3`, "of another time\n");
    Deno.utimeSync(`${path}.3`, old, old);
    await collector.until(() => collector.lines.length === 1);
    for (let turn = 2; turn <= 4; turn++) {
      for (const [from, to] of [[".2.gz", ".3.gz"], [".1.gz", ".2.gz"], ["", ".1"]]) {
        if (exists(path + from)) Deno.renameSync(path + from, path + to);
      }
      const { mtime } = Deno.statSync(`${path}.1`);
      Deno.writeFileSync(`${path}.1.gz`, gzipSync(Deno.readFileSync(`${path}.1`)));
      const written = new Date(Math.max(Number(mtime), Date.now() - 5) + turn);
      Deno.utimeSync(`${path}.1.gz`, written, written);
      Deno.removeSync(`${path}.1`);
      Deno.writeTextFileSync(path, `line ${turn}\nhalf of ${turn}`);
    }
    Deno.writeFileSync(`${path}.4.gz`, gzipSync(Deno.readFileSync(`${path}.3`)));
    Deno.utimeSync(`${path}.4.gz`, old, old);
    Deno.removeSync(`${path}.3`);
    await collector.until(() => collector.text.endsWith("half of 4"));
    const expected = ["line 1", "line 2", "half of 2", "line 3", "half of 3", "line 4", "half of 4"];
    assertEquals(collector.all, expected);
    assertEquals(collector.events.slice(0, 3), [
      "rotated app.log: was replaced by a new file",
      "rotated app.log: app.log.2.gz was rotated away in the meantime; it is read too",
      "rotated app.log: app.log.1.gz was rotated away in the meantime; it is read too",
    ]);
  }, "line 1\n"));

Deno.test("what was rotated away and is broken is told, and holds nothing up", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    Deno.renameSync(path, `${path}.2`);
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at * at}\n`).join("");
    Deno.writeFileSync(`${path}.1.gz`, gzipSync(lines).subarray(0, 9000));
    const later = new Date(Date.now() + 1000);
    Deno.utimeSync(`${path}.1.gz`, later, later);
    Deno.writeTextFileSync(path, "new\n");
    await collector.until(() => collector.lines.at(-1) === "new");
    assert(collector.lines.length > 100);
    assertMatch(
      collector.events.join(),
      /loss app\.log: app\.log\.1\.gz was rotated away in the meantime and cannot be read: .*broken/,
    );
  }, "line 1\n"));

Deno.test("what was not read before a truncation is read from the copy that was made", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    append(path, "line 2\nline 3\n");
    Deno.copyFileSync(path, `${path}.1`);
    Deno.truncateSync(path);
    append(path, "line 4\n");
    await collector.until(() => collector.lines.length === 4);
    assertEquals(collector.lines, ["line 1", "line 2", "line 3", "line 4"]);
  }, "line 1\n"));

Deno.test("what was not read before a truncation is read from the compressed copy, before what came after", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    append(path, "line 2\nline 3\n");
    Deno.writeFileSync(`${path}.2.gz`, gzipSync("line 0\nof another file\nand more\n"));
    Deno.writeFileSync(`${path}.1.gz`, gzipSync(Deno.readTextFileSync(path)));
    Deno.truncateSync(path);
    append(path, "line 4\n");
    await collector.until(() => collector.lines.length === 4);
    Deno.renameSync(`${path}.1.gz`, `${path}.3.gz`);
    append(path, "line 5\n");
    await collector.until(() => collector.lines.length === 5);
    Deno.writeFileSync(`${path}.1.gz`, gzipSync("line 4\nline 5\nline 6 \u{1f9ea}\nhalf"));
    Deno.truncateSync(path);
    append(path, "line 7\n");
    await collector.until(() => collector.lines.length === 8);
    const expected = [1, 2, 3, 4, 5, "6 \u{1f9ea}"].map((number) => `line ${number}`);
    assertEquals(collector.lines, [...expected, "half", "line 7"]);
    assertEquals(collector.events.map((event) => event.split(" ")[0]), ["truncated", "truncated"]);
  }, "line 1\n"));

Deno.test("a compressed file that is broken, or no copy of what was truncated, does not hold up what comes", () =>
  withFollowed(async (path, collector) => {
    assert(collector.step());
    Deno.writeFileSync(`${path}.1.gz`, gzipSync(Deno.readTextFileSync(path)).subarray(0, 100));
    Deno.writeFileSync(`${path}.2.gz`, gzipSync("another\n".repeat(100_000)));
    Deno.truncateSync(path);
    append(path, "new\n");
    await collector.until(() => collector.text.endsWith("new"));
    assertMatch(collector.events.join(), /loss app\.log: \d+ bytes were lost before they could be read/);
  }, "a line that is read in pieces\n".repeat(10_000)));

Deno.test("bytes that were seen and gone before they were read are counted", () =>
  withFollowed(async (path, collector) => {
    assert(collector.step());
    Deno.truncateSync(path);
    append(path, "new\n");
    await collector.until(() => collector.text.endsWith("new"));
    assertMatch(collector.events.join(), /loss app\.log: \d+ bytes were lost before they could be read/);
  }, "a line that is read in pieces\n".repeat(10_000)));

Deno.test("a file that was read to its end and written over with more is no loss", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    await drain(collector);
    Deno.writeTextFileSync(path, "new and longer than the old one\n");
    await collector.until(() => collector.lines.length === 2);
    assertEquals(collector.lines, ["one", "new and longer than the old one"]);
    assertEquals(collector.events.map((event) => event.split(" ")[0]), ["truncated"]);
  }, "one\n"));

Deno.test("lines written to the old file after its rename are read, also once the new file has some", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    Deno.renameSync(path, `${path}.1`);
    append(path, "");
    await drain(collector);
    append(`${path}.1`, "late 1\n");
    await collector.until(() => collector.lines.length === 2);
    append(path, "new 1\n");
    await collector.until(() => collector.lines.length === 3);
    append(`${path}.1`, "late 2\n");
    await collector.until(() => collector.lines.length === 4);
    append(path, "new 2\n");
    await collector.until(() => collector.lines.length === 5);
    assertEquals(collector.lines, ["one", "late 1", "new 1", "late 2", "new 2"]);
  }, "one\n"));

Deno.test("a file that is gone and comes back is told of", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    Deno.removeSync(path);
    await collector.until(() => collector.events.some((event) => event.startsWith("lost-file")));
    append(path, "two\n");
    await collector.until(() => collector.lines.length === 2);
    assertEquals(collector.events.map((event) => event.split(" ")[0]), [
      "lost-file",
      "found-file",
      "rotated",
    ]);
  }, "one\n"));

Deno.test("what stands at the path while nothing is read of it is read later, though it is deleted by then", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    for (const line of ["two", "three", "four"]) {
      Deno.removeSync(path);
      append(path, line + "\n");
      await nextLook();
      collector.source.keepUp?.();
    }
    await drain(collector);
    assertEquals([collector.lines, collector.breaks], [["one", "two", "three", "four"], 3]);
  }, "one\n"));

Deno.test("what stands at the path while what stood there before is still being read is read behind it", () => {
  const text = Array.from({ length: 400 }, (_, at) => `line ${at}\n`).join("");
  return withFollowed(async (path) => {
    const source = new FollowSource("app.log", path);
    const collector = new Collector(source, 512);
    for (const line of ["two", "three", "four"]) {
      assert(collector.step());
      Deno.removeSync(path);
      append(path, line + "\n");
      await nextLook();
      assert(collector.step());
    }
    await drain(collector);
    source.close();
    assertEquals(collector.text, text + "two\nthree\nfour");
    assertEquals(collector.breaks, 3);
  }, text);
});

/** Waits until the path may be looked at again. */
function nextLook(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 25));
}

Deno.test("zeros left by a writer that keeps its place in a truncated file are passed over", () =>
  withFollowed(async (path, collector) => {
    using writer = Deno.openSync(path, { write: true });
    const write = (text: string) => writer.writeSync(new TextEncoder().encode(text));
    write("line 1\n".repeat(30_000));
    await collector.until(() => collector.lines.length === 30_000);
    // The second time the file begins with zeros, as it did before: that tells nothing of what stands behind them.
    for (const time of [1, 2, 3]) {
      writer.truncateSync(0);
      write(`after ${time}\n`);
      await collector.until(() => collector.lines.length >= 30_000 + time);
      assertEquals(collector.lines.at(-1), `after ${time}`);
      await drain(collector);
    }
    assertEquals(collector.events.filter((event) => event.startsWith("loss")), []);
  }));

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("whatever is appended, rotated and truncated between looks, no line is lost or read twice", async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("append" as const),
        lines: fc.integer({ min: 0, max: 30 }),
        cut: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom("rename" as const, "truncate" as const, "delete" as const, "look" as const),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) =>
      withFollowed(async (path, collector) => {
        const expected = ["start"];
        let open = false;
        let number = 0;
        let truncated = false;
        let wasEmpty = false;
        await drain(collector);
        for (const [index, step] of steps.entries()) {
          // Of two files made in the same moment, the greater number is the older one.
          const at = steps.length - index;
          if (step.do === "append") {
            for (let i = 0; i < step.lines; i++) {
              const text = `line ${++number}`;
              if (open) expected[expected.length - 1] += text;
              else expected.push(text);
              open = step.cut && i === step.lines - 1;
              append(path, open ? text : `${text}\n`);
            }
            continue;
          }
          // Lost to any look: a deleted file that was never opened, what was truncated twice between two looks, and
          // what came and went in a file that was empty at both.
          if (
            step.do === "look" || step.do === "delete" || truncated || (step.do === "truncate" && wasEmpty)
          ) {
            await drain(collector);
            truncated = false;
            wasEmpty = Deno.statSync(path).size === 0;
          }
          if (step.do === "look") continue;
          open = false;
          if (step.do === "rename") Deno.renameSync(path, `${path}.${at}`);
          else if (step.do === "delete") Deno.removeSync(path);
          else {
            Deno.copyFileSync(path, `${path}.${at}`);
            Deno.truncateSync(path);
            truncated = true;
          }
          append(path, "");
          wasEmpty = true;
        }
        await drain(collector);
        await drain(collector);
        assertEquals(collector.all, expected);
      }, "start\n")),
    { numRuns: 12 },
  );
});

/** Counts the numbers of the rotated files at `path` up, and puts what stands there under the first. */
function rotate(path: string, suffix: string, how: "rename" | "copy"): void {
  for (let number = 9; number > 0; number--) {
    const from = `${path}.${number}${suffix}`;
    if (exists(from)) Deno.renameSync(from, `${path}.${number + 1}${suffix}`);
  }
  const content = Deno.readFileSync(path);
  const { mtime } = Deno.statSync(path);
  Deno.writeFileSync(`${path}.1${suffix}`, suffix === "" ? content : gzipSync(content));
  Deno.utimeSync(`${path}.1${suffix}`, mtime!, mtime!);
  if (how === "rename") {
    Deno.removeSync(path);
    Deno.writeTextFileSync(path, "");
  } else Deno.truncateSync(path);
}

for (const suffix of ["", ".gz"]) {
  Deno.test(`what was copied and truncated several times between two looks is read from all copies${suffix}`, () =>
    withFollowed(async (path, collector) => {
      await collector.until(() => collector.lines.length === 1);
      await drain(collector);
      for (let line = 2; line <= 5; line++) {
        append(path, `line ${line}, of a file of its own\n`);
        rotate(path, suffix, "copy");
      }
      append(path, "six\n");
      await collector.until(() => collector.lines.at(-1) === "six");
      for (let line = 7; line <= 9; line++) {
        rotate(path, suffix, "copy");
        append(path, `${line}\n`);
      }
      await collector.until(() => collector.lines.at(-1) === "9");
      assertEquals(collector.lines.map((line) => line.slice(0, 6)), [
        ...[1, 2, 3, 4, 5].map((number) => `line ${number}`),
        ...["six", "7", "8", "9"],
      ]);
    }, "line 1\n"));
}

Deno.test("what was truncated twice, the second time before it was read, is read from its copy", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    rotate(path, "", "copy");
    await collector.until(() => collector.events.length === 1);
    await drain(collector);
    append(path, "two\n");
    rotate(path, "", "copy");
    append(path, "three\n");
    await collector.until(() => collector.lines.length === 3);
    assertEquals(collector.lines, ["one", "two", "three"]);
  }, "one\n"));

Deno.test("compressed files that were missed are read in their order though nothing is written and they are renamed again", () =>
  withFollowed(async (path, collector) => {
    await collector.until(() => collector.lines.length === 1);
    await drain(collector);
    const at = new Date(Date.now() + 1000);
    for (let line = 2; line <= 4; line++) {
      rotate(path, ".gz", "rename");
      append(path, `line ${line}, of a file of its own\n`);
      Deno.utimeSync(path, at, at);
    }
    rotate(path, ".gz", "rename");
    await collector.until(() => collector.events.length > 0);
    for (let number = 4; number > 0; number--) {
      Deno.renameSync(`${path}.${number}.gz`, `${path}.${number + 1}.gz`);
    }
    await collector.until(() => collector.lines.length === 4);
    assertEquals(collector.lines.map((line) => line.slice(0, 6)), ["line 1", "line 2", "line 3", "line 4"]);
  }, "line 1\n"));
