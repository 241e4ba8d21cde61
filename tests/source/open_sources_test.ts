import { assertEquals, assertMatch } from "@std/assert";
import { gzipSync } from "node:zlib";
import { openSources } from "../../src/source/open_sources.ts";
import { NOTHING, type Source } from "../../src/source/source.ts";
import { Collector } from "./collector.ts";
import { TempFolder } from "./temp_folder.ts";

const ONCE = { follow: false, endlessStdin: false };
const FOLLOW = { follow: true, endlessStdin: false };

async function linesOf(path: string): Promise<string[]> {
  const { sources } = openSources({ files: [path], ...ONCE });
  const collector = new Collector(sources[0]);
  await collector.toEnd();
  sources[0].close();
  return collector.all;
}

Deno.test("what cannot be opened is named on one line each and the others go on", () => {
  using folder = new TempFolder();
  const good = folder.file("good.log", "one\n");
  const files = [folder.file("missing.log"), folder.path, folder.file("*.none"), good];
  const { sources, problems } = openSources({ files, ...ONCE });
  assertEquals(problems, [
    `${files[0]}: no such file`,
    `${folder.path}: is a folder; name the files in it: ${folder.file("*.log")}`,
    `${files[2]}: no file matches`,
  ]);
  assertEquals(sources.map(({ name }) => name), [good]);
  for (const source of sources) source.close();
});

Deno.test({
  name: "the file that the output goes to is not read",
  ignore: Deno.build.os === "windows",
  fn() {
    using folder = new TempFolder();
    const log = folder.file("a.log", "one\n");
    const made = folder.file("out.log", "");
    const { dev, ino } = Deno.statSync(made);
    const files = [folder.file("*.log")];
    const { sources, problems, remarks } = openSources({ files, ...FOLLOW, output: `${dev}:${ino}` });
    assertEquals(sources.map(({ name }) => name), [log]);
    assertEquals([problems, remarks], [[], [`${made}: is where the output goes, and is not read`]]);
    for (const source of sources) source.close();
  },
});

Deno.test({
  name: "a socket is named as one",
  ignore: Deno.build.os === "windows",
  fn() {
    using folder = new TempFolder();
    const path = `${folder.path}/s`;
    using _socket = Deno.listen({ transport: "unix", path });
    assertEquals(openSources({ files: [path], ...ONCE }).problems, [
      `${path}: is a socket; pipe in what a program reads from it`,
    ]);
  },
});

Deno.test({
  name: "a file that may not be read is named",
  ignore: Deno.build.os === "windows" || Deno.uid() === 0,
  fn() {
    using folder = new TempFolder();
    const path = folder.file("secret.log", "one\n");
    Deno.chmodSync(path, 0);
    assertEquals(openSources({ files: [path], ...ONCE }).problems, [`${path}: no permission to read it`]);
  },
});

Deno.test("a descriptor of the shell that may not be opened is answered with the pipe", async () => {
  const script = `
    import { openSources } from "${new URL("../../src/source/open_sources.ts", import.meta.url)}";
    const { sources, problems } = openSources({ files: ["/dev/fd/3"], follow: false, endlessStdin: false });
    try { sources[0]?.read(new Uint8Array(65536)); await sources[0]?.wait(AbortSignal.timeout(5000)); sources[0]?.read(new Uint8Array(65536)); }
    catch (error) { problems.push(error.message); }
    console.log(problems.join("\\n"));`;
  using folder = new TempFolder();
  const path = folder.file("script.ts", script);
  if (Deno.build.os === "windows") return;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const run = await new Deno.Command("sh", {
    args: [
      "-c",
      'exec "$0" run --quiet --no-prompt --allow-read --config "$1" "$2" 3</dev/null',
      Deno.execPath(),
      config,
      path,
    ],
  }).output();
  assertMatch(new TextDecoder().decode(run.stdout), /^\/dev\/fd\/3: .*`command \| weir` instead of/);
});

Deno.test({
  name: "a file or a folder whose name is no UTF-8 is named once, and the others go on",
  ignore: Deno.build.os !== "linux",
  fn() {
    using folder = new TempFolder();
    const good = folder.file("good.log", "one\n");
    const script = String.raw`mkdir "$(printf 'd\377')"; echo one > "$(printf 'bad\377.log')"`;
    if (folder.run("sh", "-c", script) === null) return console.log("skipped: no such names here");
    const why = "a name that is not valid UTF-8 cannot be opened; pipe it in: \`cat … | weir\`";
    for (const spec of [ONCE, FOLLOW]) {
      const opened = openSources({ files: [folder.file("**/*.log")], ...spec });
      assertEquals(
        opened.problems,
        ["bad\ufffd.log", "d\ufffd"].map((name) => `${folder.file(name)}: ${why}`),
      );
      assertEquals(opened.sources.map(({ name }) => name), [good]);
      assertEquals(opened.look(), []);
      assertEquals(opened.problems.length, 2);
      for (const source of opened.sources) source.close();
      opened.close();
    }
  },
});

Deno.test("lists and globs name each file once, also under another name", () => {
  using folder = new TempFolder();
  const [a, b] = [folder.file("a.log", "a\n"), folder.file("b.log", "b\n")];
  if (Deno.build.os !== "windows") Deno.symlinkSync(a, folder.file("link.log"));
  const { sources, problems } = openSources({ files: [`${a},${b}`, folder.file("*.log"), a], ...ONCE });
  assertEquals([sources.map(({ name }) => name), problems], [[a, b], []]);
  for (const source of sources) source.close();
});

Deno.test("a file whose name has a comma or a star in it is opened by that name", async () => {
  using folder = new TempFolder();
  assertEquals(await linesOf(folder.file("a,b.log", "one\n")), ["one"]);
  if (Deno.build.os !== "windows") assertEquals(await linesOf(folder.file("a*.log", "two\n")), ["two"]);
  assertEquals(openSources({ files: [","], ...ONCE }).problems, [",: no such file"]);
});

Deno.test("a plain file tells its size, its position and its date", () => {
  using folder = new TempFolder();
  const path = folder.file("a.log", "one\ntwo\n");
  Deno.utimeSync(path, 1e9, 1e9);
  const [source] = openSources({ files: [path], ...ONCE }).sources;
  assertEquals([source.size, source.position, source.reference], [8, 0, 1e12]);
  source.read(new Uint8Array(1 << 16));
  assertEquals(source.position, 8);
  source.close();
});

Deno.test("UTF-16 and the mark of UTF-8 are read, CRLF and NUL pass through", async () => {
  using folder = new TempFolder();
  const text = "\ufeffgrün\n🚰\n";
  const wide = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) new DataView(wide.buffer).setUint16(i * 2, text.charCodeAt(i), true);
  assertEquals(await linesOf(folder.file("wide.log", wide)), ["grün", "🚰"]);
  assertEquals(await linesOf(folder.file("mark.log", "\ufeffone\r\n\0two\n")), ["one\r", "\0two"]);
});

Deno.test({
  name: "a named pipe is read as it is written, and with follow its writers may come and go",
  ignore: Deno.build.os === "windows",
  async fn() {
    using folder = new TempFolder();
    const path = folder.file("pipe");
    if (folder.run("mkfifo", path) === null) return console.log("skipped: there is no mkfifo here");
    const write = (text: string) =>
      new Deno.Command("sh", { args: ["-c", `printf '${text}' > "$0"`, path] }).output();
    const [once] = openSources({ files: [path], ...ONCE }).sources;
    const first = new Collector(once);
    const writing = write("one\\ntwo");
    await first.toEnd();
    await writing;
    once.close();
    assertEquals(first.all, ["one", "two"]);

    const [followed] = openSources({ files: [path], ...FOLLOW }).sources;
    const second = new Collector(followed);
    for (const text of ["three\\nfour", "five\\n", "six\\n"]) {
      const writing = write(text);
      const before = second.all.length;
      await second.until(() => second.all.length > before && second.breaks > 0);
      await writing;
    }
    await second.until(() => second.all.length === 4);
    assertEquals(second.all, ["three", "four", "five", "six"]);
    followed.close();
  },
});

Deno.test({
  name: "a named pipe that nobody writes to yet holds nothing up, and is read to its last writer's end",
  ignore: Deno.build.os === "windows",
  async fn() {
    using folder = new TempFolder();
    const path = folder.file("pipe");
    if (folder.run("mkfifo", path) === null) return console.log("skipped: there is no mkfifo here");
    const open = () => openSources({ files: [path], ...ONCE }).sources[0];
    const unread = open();
    assertEquals(unread.read(new Uint8Array(1 << 16)), NOTHING);
    await new Promise((resolve) => setTimeout(resolve));
    unread.close();
    const collector = new Collector(open());
    collector.step();
    const writer = await Deno.open(path, { write: true });
    await writer.write(new TextEncoder().encode("one\ntw"));
    await collector.until(() => collector.lines.length === 1);
    await writer.write(new TextEncoder().encode("o\n"));
    writer.close();
    await collector.toEnd();
    collector.source.close();
    assertEquals(collector.lines, ["one", "two"]);
  },
});

Deno.test("files that come to match a glob are followed; rotated ones are not read again", async () => {
  using folder = new TempFolder();
  const app = folder.file("app.log", "a1\na2\n");
  const opened = openSources({ files: [folder.file("*.log*")], ...FOLLOW });
  assertEquals(opened.waiting, true);
  const collectors = opened.sources.map((source) => new Collector(source));
  await collectors[0].until(() => collectors[0].lines.length === 2);
  assertEquals(opened.look(), []);

  Deno.renameSync(app, folder.file("app.log.1"));
  folder.file("app.log", "a3\n");
  Deno.copyFileSync(folder.file("app.log.1"), folder.file("app.log.copy.1"));
  folder.file("other.log", "o1\n");
  const appeared = opened.look();
  assertEquals(appeared.map(({ name }) => name), [folder.file("app.log.copy.1"), folder.file("other.log")]);
  await collectors[0].until(() => collectors[0].lines.length === 3);

  Deno.copyFileSync(app, folder.file("app.log.2"));
  Deno.truncateSync(app);
  assertEquals(opened.look(), []);
  Deno.writeTextFileSync(app, "a4\n", { append: true });
  await collectors[0].until(() => collectors[0].lines.length === 4);
  assertEquals(collectors[0].lines, ["a1", "a2", "a3", "a4"]);
  assertEquals(opened.look(), []);
  for (const source of [...opened.sources, ...appeared]) source.close();
});

Deno.test("a copy of what was read is not read again where its path is followed too", async () => {
  using folder = new TempFolder();
  const app = folder.file("app.log", "2026-11-20T08:00:02Z INFO second\n");
  const older = folder.file("app.log.1", "2026-11-20T08:00:01Z INFO first\n");
  const opened = openSources({ files: [folder.file("app.log*")], ...FOLLOW });
  const [ofApp, ofOlder] = opened.sources.map((source) => new Collector(source));
  await ofApp.until(() => ofApp.lines.length === 1);
  await ofOlder.until(() => ofOlder.lines.length === 1);

  Deno.renameSync(older, folder.file("app.log.2"));
  folder.file("app.log.1", "");
  while (ofOlder.step());
  Deno.copyFileSync(app, older);
  Deno.truncateSync(app);
  Deno.writeTextFileSync(app, "third, which is longer than what stood there before it\n", { append: true });
  await ofApp.until(() => ofApp.lines.length === 2);
  Deno.renameSync(older, folder.file("app.log.3"));
  folder.file("app.log.1", "none of those that were read\n");
  await ofOlder.until(() => ofOlder.lines.length === 2);
  assertEquals(ofOlder.lines[1], "none of those that were read");
  assertEquals(opened.look(), []);
  for (const source of opened.sources) source.close();
});

Deno.test("a followed file that rotation compressed is not read again, another compressed one is", async () => {
  using folder = new TempFolder();
  const lines = Array.from({ length: 200 }, (_, i) => `2026-11-20T08:00:00Z INFO line ${i}\n`).join("");
  const app = folder.file("app.log", lines);
  const opened = openSources({ files: [folder.file("*.log*")], ...FOLLOW });
  const collector = new Collector(opened.sources[0]);
  await collector.until(() => collector.lines.length === 200);

  Deno.removeSync(app);
  folder.file("app.log.1.gz", gzipSync(lines));
  folder.file("app.log.2.gz", gzipSync(lines.replaceAll("line", "older line")));
  const never = new AbortController().signal;
  const appeared: Source[] = [];
  while (appeared.length === 0) {
    appeared.push(...opened.look());
    if (appeared.length === 0) await opened.wait(never);
  }
  assertEquals(appeared.map(({ name }) => name), [folder.file("app.log.2.gz")]);
  assertEquals(opened.look(), []);
  Deno.renameSync(folder.file("app.log.1.gz"), folder.file("app.log.3.gz"));
  assertEquals(opened.look(), []);
  opened.close();
  for (const source of [...opened.sources, ...appeared]) source.close();
});

Deno.test("a rotated file that matched from the start is not read again once it is compressed", async () => {
  using folder = new TempFolder();
  const lines = (what: string) =>
    Array.from({ length: 200 }, (_, i) => `2026-11-20T08:00:00Z INFO ${what} ${i}\n`).join("");
  folder.file("app.log", lines("new"));
  const rotated = ["one", "two"].map((what, at) => folder.file(`app.log.${at + 1}`, lines(what)));
  const opened = openSources({ files: [folder.file("*.log*")], ...FOLLOW });
  const collectors = opened.sources.map((source) => new Collector(source));
  for (const collector of collectors) await collector.until(() => collector.lines.length === 200);

  // One where it stands, the other after the next rotation; what was never read before is read.
  for (const path of rotated) Deno.removeSync(path);
  folder.file("app.log.1.gz", gzipSync(lines("one")));
  folder.file("app.log.3.gz", gzipSync(lines("two")));
  folder.file("app.log.4.gz", gzipSync(lines("another")));
  const appeared: Source[] = [];
  // What is unpacked to be known becomes known in any order: some looks more than the one that finds the other file.
  for (let after = 0; after < 20; after += Math.min(1, appeared.length)) {
    appeared.push(...opened.look());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assertEquals(appeared.map(({ name }) => name), [folder.file("app.log.4.gz")]);
  opened.close();
  for (const source of [...opened.sources, ...appeared]) source.close();
});

Deno.test("a path where nothing stands yet is named, and followed once something does", async () => {
  using folder = new TempFolder();
  const path = folder.file("later.log");
  const opened = openSources({ files: [path], ...FOLLOW });
  assertEquals([opened.sources.length, opened.problems, opened.remarks, opened.waiting], [
    0,
    [],
    [`${path}: no such file yet; waiting for it`],
    true,
  ]);
  assertEquals(opened.look(), []);
  Deno.writeTextFileSync(path, "one\n");
  const [source] = opened.look();
  const collector = new Collector(source);
  await collector.until(() => collector.lines.length === 1);
  assertEquals(opened.look(), []);
  source.close();
});

Deno.test("a file that may not be read is tried again with follow, and named once", async () => {
  using folder = new TempFolder();
  const path = folder.file("app.log", "one\n");
  const { openSync } = Deno;
  Deno.openSync = () => {
    throw new Deno.errors.PermissionDenied();
  };
  const opened = openSources({ files: [path], follow: true, endlessStdin: false });
  try {
    assertEquals(opened.look(), []);
    assertEquals(opened.problems, [`${path}: no permission to read it; trying again`]);
    assertEquals([opened.sources.length, opened.waiting], [0, false]);
  } finally {
    Deno.openSync = openSync;
  }
  const [source] = opened.look();
  const lines = new Collector(source);
  await lines.until(() => lines.lines.length === 1);
  assertEquals(opened.look(), []);
  source.close();
  opened.close();
});

Deno.test("names that nothing stands for yet are waited for with follow, and problems without", () => {
  using folder = new TempFolder();
  const files = [folder.file("missing.log"), folder.file("*.none"), folder.file("no/such/folder/*.log")];
  const followed = openSources({ files, ...FOLLOW });
  assertEquals([followed.problems, followed.remarks], [[], [
    `${files[0]}: no such file yet; waiting for it`,
    `${files[1]}: no file matches yet; waiting for one`,
    `${files[2]}: no file matches yet; waiting for one`,
  ]]);
  const { problems, remarks } = openSources({ files, ...ONCE });
  assertEquals([problems.length, remarks], [3, []]);
});

Deno.test("a file that comes to match is known of at once, before the next look is due", async () => {
  using folder = new TempFolder();
  const opened = openSources({ files: [folder.file("*.log")], ...FOLLOW });
  const never = new AbortController().signal;
  await opened.wait(never);
  assertEquals(opened.look(), []);
  assertEquals(opened.changed, false);
  const waited = opened.wait(never);
  folder.file("new.log", "one\n");
  await waited;
  const sources = opened.look();
  assertEquals(sources.map(({ name }) => name), [folder.file("new.log")]);
  for (const source of sources) source.close();
  opened.close();
});
