import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

/** A logger's lines, with what must be read of them. */
interface Case {
  name: string;
  lines: string[];
  expect: { body?: unknown }[];
}

/** What messages begin with, hold and end in that looks like something else. */
const MESSAGES = [
  "cache: miss for user 42",
  "[core] queue is full",
  "user=jane logged in",
  "main thread stopped",
  "Error: cannot read x",
  "42 items left",
  "(retry 3) failed",
  "127.0.0.1:8080 refused us",
  "shop.db reloaded",
  'a - b "quoted" words',
  '"quoted" words here',
  "<html> page rendered",
  "worker-3 exited with code 1",
  "#42 merged",
  "x | y | z",
  "/var/log/a.log rotated",
  "key: value",
  'text a=1, b="two words" more',
  "sent [a, b] to {c}",
  'msg="x" tail words',
  "Foo::bar(1) called",
  "total: 5; used: 3",
  "user 5 (id=7, name=bob) left",
];

const FOLDER = new URL("../cases/format/", import.meta.url);

/** What stands before the messages of the lines of all loggers that have one record a line. */
function heads(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name: file } of Deno.readDirSync(FOLDER)) {
    const cases = JSON.parse(Deno.readTextFileSync(new URL(file, FOLDER))) as Case[];
    for (const { name, lines, expect } of cases) {
      if (lines === undefined || lines.length !== expect.length) continue;
      const before = lines.flatMap((line, at) => {
        const { body } = expect[at];
        const from = typeof body === "string" && body.length > 2 ? line.lastIndexOf(body) : -1;
        const isHead = from > 0 && line.indexOf(body as string) === from && !line.startsWith("{");
        return isHead && from + (body as string).length === line.length ? [line.slice(0, from)] : [];
      });
      if (before.length > 0) found.set(`${file}: ${name}`, before);
    }
  }
  return found;
}

/** The words of a message that stand nowhere in the record that was read of it. */
function lostWords(message: string, record: unknown): string[] {
  const kept = JSON.stringify(record).toLowerCase();
  return message.toLowerCase().split(/[^a-z0-9]+/).filter((word) => !kept.includes(word));
}

for (const known of [0, 80]) {
  Deno.test(`no word of a message is lost, whatever stands before it, behind ${known} lines of its logger`, () => {
    const lost: string[] = [];
    for (const [name, before] of heads()) {
      const usual = Array.from(
        { length: known },
        (_, n) => `${before[n % before.length]}order ${n} accepted`,
      );
      const lines = MESSAGES.map((message, n) => before[n % before.length] + message);
      const records = readText(`${[...usual, ...lines].join("\n")}\n`);
      // Lines that another one goes on with are told of by other tests.
      if (records.length !== usual.length + lines.length) continue;
      for (const [n, message] of MESSAGES.entries()) {
        const words = lostWords(message, records[known + n]);
        if (words.length > 0) lost.push(`${name}: ${words} of ${lines[n]}`);
      }
    }
    assertEquals(lost, []);
  });
}
