import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { expandGlob, isGlob, splitAtCommas } from "../../src/source/glob.ts";
import { TempFolder } from "./temp_folder.ts";

Deno.test("a list is split at commas that do not stand in braces", () => {
  assertEquals(splitAtCommas("a.log, b.log,{c,d}.log,,e"), ["a.log", "b.log", "{c,d}.log", "e"]);
});

Deno.test("a path with a single bracket or brace is no glob", () => {
  assertEquals(["a*", "a?", "[ab]", "{a,b}", "a[1", "a}", "plain.log"].map(isGlob), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

Deno.test("globs match names, folders of any depth, ranges and choices, but no folder and nothing hidden", () => {
  using folder = new TempFolder();
  for (const path of ["logs/deep/er", "logs/.hidden", "logs/x.log"]) {
    Deno.mkdirSync(folder.file(path), { recursive: true });
  }
  for (
    const name of [
      "a.log",
      "b.log",
      "b1.log",
      ".c.log",
      "deep/d.log",
      "deep/er/e.log",
      ".hidden/f.log",
      "x.log/g.txt",
    ]
  ) {
    folder.file(`logs/${name}`, "");
  }
  const matches = (pattern: string) =>
    expandGlob(join(folder.path, pattern)).map((path) =>
      path.slice(folder.path.length + 1).replaceAll("\\", "/")
    );
  assertEquals(matches("logs/*.log"), ["logs/a.log", "logs/b.log", "logs/b1.log"]);
  assertEquals(matches("logs/?.log"), ["logs/a.log", "logs/b.log"]);
  assertEquals(matches("logs/b[0-9].log"), ["logs/b1.log"]);
  assertEquals(matches("logs/[!a]*.log"), ["logs/b.log", "logs/b1.log"]);
  assertEquals(matches("logs/**/*.log"), [
    "logs/a.log",
    "logs/b.log",
    "logs/b1.log",
    "logs/deep/d.log",
    "logs/deep/er/e.log",
  ]);
  assertEquals(matches("logs/{a,deep/d}.log"), ["logs/a.log", "logs/deep/d.log"]);
  assertEquals(matches("*/.c.log"), ["logs/.c.log"]);
  assertEquals(matches("logs/.*.log"), ["logs/.c.log"]);
  assertEquals(matches("nothing/*.log"), []);
});
