import { assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { type OpenSources, openSources } from "../../src/source/open_sources.ts";
import { Collector } from "./collector.ts";
import { TempFolder } from "./temp_folder.ts";

/** What several sources gave, each with those that came after it. */
class Followed {
  readonly opened: OpenSources;
  readonly collectors: Collector[];

  constructor(files: string[]) {
    this.opened = openSources({ files, follow: true, endlessStdin: false });
    this.collectors = this.opened.sources.map((source) => new Collector(source));
  }

  get lines(): string[] {
    return this.collectors.flatMap(({ all }) => all);
  }

  /** Looks and reads as the engine does until there are `count` lines, and then some looks more. */
  async until(count: number): Promise<void> {
    const last = performance.now() + 10_000;
    for (let after = 0; after < 10;) {
      if (performance.now() > last) throw new Error(`${this.lines.length} lines of ${count}`);
      this.look();
      await new Promise((resolve) => setTimeout(resolve, 2));
      for (const collector of this.collectors) while (!collector.ended && collector.step());
      if (this.lines.length >= count) after++;
    }
  }

  look(): void {
    this.collectors.push(...this.opened.look().map((source) => new Collector(source)));
  }

  [Symbol.dispose](): void {
    this.opened.close();
    for (const { source } of this.collectors) source.close();
  }
}

function numbered(what: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `2026-11-20T08:00:00Z INFO ${what} ${from + i}`);
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

Deno.test("a glob that meets the compressed copy first does not take what was not read from the followed file", async () => {
  using folder = new TempFolder();
  const before = numbered("line", 1, 200);
  const app = folder.file("app.log", text(before.slice(0, 150)));
  using followed = new Followed([folder.file("app.log*")]);
  await followed.until(150);

  // Compressed before the truncation, and looked at in between.
  folder.file("app.log.1.gz", gzipSync(text(before)));
  for (let looks = 0; looks < 20; looks++) {
    followed.look();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  Deno.writeTextFileSync(app, text(numbered("line", 201, 210)));
  await followed.until(210);
  assertEquals(followed.lines, numbered("line", 1, 210));
});

for (const opening of [1, 2]) {
  Deno.test(`files that rotation renames just as one is opened are each read once, at opening ${opening}`, async () => {
    using folder = new TempFolder();
    const [first, second] = [1, 2].map((number) => folder.file(`app.log.${number}.gz`));
    using followed = new Followed([folder.file("app.log*")]);
    Deno.writeFileSync(first, gzipSync(text(numbered("first", 10, 49))));
    const rotate = () => {
      Deno.renameSync(first, second);
      Deno.writeFileSync(first, gzipSync(text(numbered("second", 10, 49))));
    };
    const { openSync } = Deno;
    let openings = 0;
    Deno.openSync = (...args) => {
      if (args[0] === first && ++openings === opening) rotate();
      return openSync(...args);
    };
    try {
      await followed.until(40);
    } finally {
      Deno.openSync = openSync;
    }
    if (openings < opening) rotate();
    await followed.until(80);
    assertEquals(followed.lines.sort(), [...numbered("first", 10, 49), ...numbered("second", 10, 49)]);
  });
}

Deno.test("the next compressed file under a name that was read is read too", async () => {
  using folder = new TempFolder();
  const first = folder.file("app.log.1.gz", gzipSync(text(numbered("first", 1, 40))));
  using followed = new Followed([folder.file("app.log.*.gz")]);
  await followed.until(40);
  Deno.renameSync(first, folder.file("app.log.2.gz"));
  folder.file("app.log.1.gz", gzipSync(text(numbered("second", 1, 40))));
  await followed.until(80);
  assertEquals(followed.lines, [...numbered("first", 1, 40), ...numbered("second", 1, 40)]);
});

Deno.test({
  name: "a link whose file is followed by its name too is followed once it is turned to another",
  ignore: Deno.build.os === "windows",
  async fn() {
    using folder = new TempFolder();
    const one = folder.file("one.log", "one\n");
    const two = folder.file("two.txt", "two\n");
    const link = folder.file("current");
    Deno.symlinkSync(one, link);
    using followed = new Followed([one, link]);
    await followed.until(1);
    Deno.removeSync(link);
    Deno.symlinkSync(two, link);
    await followed.until(2);
    assertEquals(followed.lines, ["one", "two"]);
  },
});

Deno.test("a compressed file that is empty at first is unpacked once something stands there", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log.gz", "");
  using followed = new Followed([path]);
  assertEquals(followed.opened.waiting, true);
  followed.look();
  Deno.writeFileSync(path, gzipSync(text(numbered("line", 1, 40))));
  await followed.until(40);
  assertEquals(followed.lines, numbered("line", 1, 40));
});
