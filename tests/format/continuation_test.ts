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

Deno.test("further lines of a message join inside containers, too, where few lines have no head", () => {
  const message = ["ERROR app.db: query failed", "SELECT a", "", "FROM b;"];
  const lines = Array.from({ length: 12 }, (_, number) => `INFO app.db: job ${number} done`);
  const all = [...lines, ...message, "INFO app.db: next", "", "INFO app.db: last"];
  const joined = [message.join("\n"), "next", "last"].map((body) => body.replace(/^ERROR app.db: /, ""));
  const clock = (line: string) => (/^[A-Z]+ app/.test(line) ? `2026-11-20 08:00:00,123 ${line}` : line);
  const wrapped = {
    cri: all.map((line) => `2026-11-20T08:00:00.123456789Z stderr F ${clock(line)}`),
    compose: all.map((line) => `web-1  | ${clock(line)}`),
    docker: all.map((line) =>
      JSON.stringify({ log: `${clock(line)}\n`, stream: "stdout", time: "2026-11-20T08:00:00.123456789Z" })
    ),
  };
  for (const [name, text] of Object.entries(wrapped)) {
    assertEquals(bodies(...text).slice(lines.length), joined, name);
  }
});

Deno.test("a line without a head joins no record of another container, and none where many have no head", () => {
  const heads = Array.from(
    { length: 12 },
    (_, number) => `web-1  | 2026-11-20 08:00:00,123 INFO app: ${number}`,
  );
  assertEquals(bodies(...heads, "db-1   | ready").slice(-2), ["11", "ready"]);
  const bare = heads.flatMap((line, number) => [line, `web-1  | plain ${number}`]);
  assertEquals(bodies(...bare).slice(-2), ["11", "plain 11"]);
});

Deno.test("an object of several lines behind a record with a time and a severity is the rest of its message", () => {
  const head = "2026-11-20 08:00:00,123 INFO app.db: ";
  const dump = ["{", '  "id": 1,', '  "of": [', "    2", "  ]", "}"];
  const told = ["{", '  "level": "warn",', '  "msg": "told"', "}"];
  assertEquals(bodies(`${head}payload:`, ...dump, "done", `${head}next`), [
    ["payload:", ...dump, "done"].join("\n"),
    "next",
  ]);
  // All of a message it stays the body, and its fields are the record's; one that is a record is one.
  assertEquals(bodies(head + dump.join("\n"), `${head}next`), [dump.join("\n"), "next"]);
  assertEquals(bodies(`${head}payload:`, ...told, `${head}next`), ["payload:", "told", "next"]);
  assertEquals(bodies(...dump, `${head}next`), [dump.join("\n"), "next"]);
});
