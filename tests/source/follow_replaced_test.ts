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
