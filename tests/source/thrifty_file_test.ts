import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { openSources } from "../../src/source/open_sources.ts";
import { END, type Source } from "../../src/source/source.ts";
import { TempFolder } from "./temp_folder.ts";

const FILES = 300;
const LINES = 40;

function makeSources(folder: TempFolder): Source[] {
  for (let i = 0; i < FILES; i++) {
    folder.file(`${i}.log`, Array.from({ length: LINES }, (_, line) => `file ${i} line ${line}\n`).join(""));
  }
  return openSources({ files: [folder.file("*.log")], follow: false, endlessStdin: false }).sources;
}

Deno.test("many files are read in turns, and only some of them stand open at a time", () => {
  using folder = new TempFolder();
  const sources = makeSources(folder);
  assertEquals(sources.length, FILES);
  const texts = sources.map(() => "");
  const into = new Uint8Array(100);
  let open = FILES;
  for (let left = FILES; left > 0;) {
    left = 0;
    sources.forEach((source, at) => {
      const length = source.read(into);
      if (length < 0) return source.close();
      left++;
      texts[at] += new TextDecoder().decode(into.subarray(0, length));
    });
    if (left === FILES && Deno.build.os === "linux") open = [...Deno.readDirSync("/proc/self/fd")].length;
  }
  sources.forEach(({ name }, at) => assertEquals(texts[at], Deno.readTextFileSync(name)));
  if (Deno.build.os === "linux") assertLess(open, FILES);
});

Deno.test("a file that another has replaced while it was closed is not read on", () => {
  using folder = new TempFolder();
  const sources = makeSources(folder);
  const into = new Uint8Array(100);
  for (const source of sources) source.read(into);
  const { name } = sources[0];
  Deno.renameSync(name, folder.file("moved"));
  Deno.writeTextFileSync(name, "another\n".repeat(100));
  assertThrows(
    () => sources[0].read(into),
    Error,
    `${name}: another file replaced it before it was read to the end`,
  );
  for (const source of sources) source.close();
});

Deno.test("what a truncation took from a file that was being read is told", () => {
  using folder = new TempFolder();
  const path = folder.file("app.log");
  Deno.writeTextFileSync(path, "a line of the file\n".repeat(1000));
  const [source] = openSources({ files: [path], follow: false, endlessStdin: false }).sources;
  const into = new Uint8Array(100);
  assertEquals(source.read(into), 100);
  Deno.truncateSync(path);
  Deno.writeTextFileSync(path, "new\n");
  assertEquals(source.read(into), END);
  assertEquals(source.events(), [{
    kind: "loss",
    message: `${path}: was truncated while being read: 18900 bytes were lost before they could be read`,
  }]);
  source.close();
});

Deno.test("a file that grows as fast as it is read is read to the end of a line that its first end has led to", () => {
  using folder = new TempFolder();
  const path = folder.file("app.log");
  Deno.writeTextFileSync(path, "one\ntw");
  const [source] = openSources({ files: [path], follow: false, endlessStdin: false }).sources;
  const into = new Uint8Array(100);
  let text = "";
  for (const more of ["o\nthr", "ee\nfour\n", "five\n", ""]) {
    const length = source.read(into);
    if (length > 0) text += new TextDecoder().decode(into.subarray(0, length));
    assertEquals(length === END, more === "");
    Deno.writeTextFileSync(path, more, { append: true });
  }
  assertEquals(text, "one\ntwo\nthree\n");
  assertEquals(source.events(), [{
    kind: "left",
    message: `${path}: grows while it is read: what was written behind its first 14 bytes is left`,
  }]);
  source.close();
});
