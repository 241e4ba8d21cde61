import { assertEquals } from "@std/assert";

const root = new URL("../../", import.meta.url);

Deno.test("every folder of tests is run by one part of the task `test`", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const parts = [...tasks.test.matchAll(/deno task (\S+)/g)].map(([, part]) => tasks[part]);
  const run = parts.flatMap((part) => [...part.matchAll(/tests\/(\w+)/g)].map(([, folder]) => folder));
  const folders = [...Deno.readDirSync(new URL("tests/", root))].map(({ name }) => name);
  assertEquals(run.sort(), folders.filter((name) => name !== "cases").sort());
});
