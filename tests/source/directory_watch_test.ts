import { assertEquals } from "@std/assert";
import { basename } from "node:path";
import { watchDirectory } from "../../src/source/directory_watch.ts";
import { TempFolder } from "./temp_folder.ts";

Deno.test("of many who listen to a folder those are told whom a change concerns, of few all are", async () => {
  for (const [listeners, expected] of [[40, ["7.log"]], [3, ["0.log", "1.log", "2.log"]]] as const) {
    using folder = new TempFolder();
    const { promise: told, resolve } = Promise.withResolvers<void>();
    const heard = new Set<string>();
    const stops = Array.from({ length: listeners }, (_, i) =>
      watchDirectory(folder.path, () => {
        heard.add(`${i}.log`);
        // What is told at once is told in one go.
        queueMicrotask(resolve);
      }, (path) => basename(path) === `${i}.log`));
    folder.file("7.log", "one\n");
    await told;
    assertEquals([...heard].sort(), [...expected]);
    for (const stop of stops) stop();
  }
});
