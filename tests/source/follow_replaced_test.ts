import { assertEquals } from "@std/assert";
import { FollowedFiles } from "../../src/source/followed_files.ts";
import { FollowSource } from "../../src/source/follow_source.ts";
import { Collector } from "./collector.ts";
import { TempFolder } from "./temp_folder.ts";

/** Follows `path` until `run` ends. */
async function follow(path: string, run: (collector: Collector) => Promise<void>): Promise<void> {
  const source = new FollowSource("app.log", path, new FollowedFiles());
  try {
    await run(new Collector(source));
  } finally {
    source.close();
  }
}

function append(path: string, text: string): void {
  Deno.writeTextFileSync(path, text, { append: true });
}

Deno.test({
  name: "what links lead to is rotated in a folder of its own, and what was missed there is read",
  ignore: Deno.build.os === "windows",
  async fn() {
    using folder = new TempFolder();
    for (const name of ["containers", "pods", "docker"]) Deno.mkdirSync(folder.file(name));
    const target = folder.file("docker/0.log", "one\n");
    Deno.symlinkSync(target, folder.file("pods/0.log"));
    Deno.symlinkSync("../pods/0.log", folder.file("containers/web.log"));
    await follow(folder.file("containers/web.log"), async (collector) => {
      await collector.until(() => collector.lines.length === 1);
      for (const [at, line] of ["two", "three", "four"].entries()) {
        Deno.renameSync(target, folder.file(`docker/0.log.20261120-10000${at}`));
        append(target, `${line}\n`);
      }
      await collector.until(() => collector.lines.length === 4);
      assertEquals(collector.lines, ["one", "two", "three", "four"]);
    });
  },
});

Deno.test("a file that is saved anew with more behind it, as rsync does, is read on", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", "one\ntwo\n");
  await follow(path, async (collector) => {
    await collector.until(() => collector.lines.length === 2);
    for (const lines of ["one\ntwo\nthree\n", "one\ntwo\nthree\nfour\n"]) {
      const saved = folder.file(".app.log.Xy12", lines);
      const before = new Date(Date.now() - 60_000);
      Deno.utimeSync(saved, before, before);
      Deno.renameSync(saved, path);
      await collector.until(() => collector.lines.length === lines.split("\n").length - 1);
    }
    assertEquals(collector.lines, ["one", "two", "three", "four"]);
    assertEquals(collector.breaks, 0);
  });
});

Deno.test("a file that is made anew with the same lines is another one", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", "starting\n");
  await follow(path, async (collector) => {
    await collector.until(() => collector.lines.length === 1);
    Deno.removeSync(path);
    append(path, "starting\nstarted\n");
    await collector.until(() => collector.lines.length === 3);
    assertEquals(collector.lines, ["starting", "starting", "started"]);
  });
});

Deno.test("files that begin with the same header are no copies of one that has nothing else", async () => {
  using folder = new TempFolder();
  const header = "time	client	request	status of the answer\n";
  const path = folder.file("app.log", header);
  await follow(path, async (collector) => {
    await collector.until(() => collector.lines.length === 1);
    for (const line of ["one", "two"]) {
      Deno.renameSync(path, `${path}.${line === "one" ? 2 : 1}`);
      append(path, header + `${line}\n`);
    }
    Deno.renameSync(`${path}.1`, `${path}.3`);
    Deno.renameSync(path, `${path}.1`);
    append(path, header);
    await collector.until(() => collector.lines.length === 6);
    const text = [header, header, "one\n", header, "two\n", header];
    assertEquals(collector.lines, text.map((line) => line.trimEnd()));
  });
});

Deno.test("a copy of what stands at the path is read if that is truncated before it was read", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", "one, which is read\n");
  const write = (line: string) => Deno.writeTextFileSync(path, `${line}, behind a truncation\n`);
  await follow(path, async (collector) => {
    await collector.until(() => collector.lines.length === 1);
    for (const [at, line] of ["two", "three"].entries()) {
      write(line);
      Deno.copyFileSync(path, `${path}.${2 - at}`);
    }
    await collector.until(() => collector.lines.length === 2);
    write("four");
    await collector.until(() => collector.lines.length === 4);
    assertEquals(collector.lines.map((line) => line.split(",")[0]), ["one", "two", "three", "four"]);
  });
});

for (
  const [what, rest] of [["holds nothing again", ""], ["is written to again", "three\n"]] as const
) {
  Deno.test(`an empty file that was filled, copied and truncated between two looks, and ${what}, is read from the copy`, async () => {
    using folder = new TempFolder();
    const older = folder.file("app.log.2", "older\n");
    const path = folder.file("app.log", "");
    const past = new Date(Date.now() - 60_000);
    for (const file of [older, path]) Deno.utimeSync(file, past, past);
    await follow(path, async (collector) => {
      collector.step();
      append(path, "one\ntwo\n");
      Deno.copyFileSync(path, `${path}.1`);
      Deno.truncateSync(path);
      append(path, rest);
      const expected = `one\ntwo\n${rest}`.trimEnd().split("\n");
      await collector.until(() => collector.lines.length === expected.length);
      append(path, "last\n");
      await collector.until(() => collector.lines.length > expected.length);
      assertEquals(collector.lines, [...expected, "last"]);
    });
  });
}

Deno.test("an empty file that is touched is no other one", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", "");
  folder.file("app.log.1", "older\n");
  await follow(path, async (collector) => {
    collector.step();
    for (const seconds of [1, 2]) {
      const time = new Date(Date.now() + seconds * 1000);
      Deno.utimeSync(path, time, time);
      collector.step();
    }
    append(path, "one\n");
    await collector.until(() => collector.lines.length === 1);
    append(path, "two\n");
    await collector.until(() => collector.lines.length === 2);
    assertEquals([collector.lines, collector.events], [["one", "two"], []]);
  });
});

Deno.test("the same holds for one that took the place of another and was not looked into yet", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", "one\n");
  await follow(path, async (collector) => {
    await collector.until(() => collector.lines.length === 1);
    Deno.renameSync(path, `${path}.1`);
    append(path, "");
    await collector.until(() => collector.events.length === 1);
    append(path, "two\n");
    Deno.copyFileSync(path, `${path}.2`);
    Deno.truncateSync(path);
    // Changed later than it was made, also where all this takes no millisecond.
    const later = new Date(Date.now() + 1000);
    Deno.utimeSync(path, later, later);
    await collector.until(() => collector.lines.length === 2);
    append(path, "three\n");
    await collector.until(() => collector.lines.length === 3);
    assertEquals(collector.lines, ["one", "two", "three"]);
  });
});
