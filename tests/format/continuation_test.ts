import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

const trace = ["Traceback (most recent call last):", '  File "x.py", line 1, in <module>', "shop.Boom: x"]
  .join("\n");
const json = (level: string) => `{"level":"${level}","msg":"told"}`;
const bodies = (...lines: string[]) => readText(`${lines.join("\n")}\n`).map(({ body }) => body);

Deno.test("a stack trace joins a JSON record of an error, of another it is a record of its own", () => {
  assertEquals(bodies(json("error"), trace, json("info")), [`told\n${trace}`, "told"]);
  assertEquals(bodies(json("info"), trace, json("info")), ["told", trace, "told"]);
  assertEquals(bodies(json("info"), "\tindented"), ["told\n\tindented"]);
});

Deno.test("a stack trace joins a record of text, whatever its severity", () => {
  assertEquals(bodies("2026-11-20 08:00:00 INFO told", trace), [`told\n${trace}`]);
});

Deno.test("a stack trace that nothing stands before is one record", () => {
  assertEquals(bodies(trace, json("info")), [trace, "told"]);
});
