import { assert, assertEquals } from "@std/assert";
import { Detector } from "../../src/format/detector.ts";
import { readText } from "./case_reader.ts";

interface Case {
  name: string;
  lines?: string[];
}

/** The line with a control character that stands alone behind its `nth` blank, at its end if it has fewer. */
function interrupted(line: string, nth: number): string {
  let at = -1;
  for (let blank = 0; blank < nth && (blank === 0 || at >= 0); blank++) at = line.indexOf(" ", at + 1);
  return at < 0 ? `${line} \u0001` : `${line.slice(0, at)} \u0001${line.slice(at)}`;
}

Deno.test("a control character that stands alone in a line of any logger ends in a record, not in a loop", () => {
  const folder = new URL("../cases/format/", import.meta.url);
  let read = 0;
  let records = 0;
  for (const { name } of Deno.readDirSync(folder)) {
    const cases: unknown = JSON.parse(Deno.readTextFileSync(new URL(name, folder)));
    if (!Array.isArray(cases)) continue;
    for (const { lines = [] } of cases as Case[]) {
      const pairs = [1, 3, 99].flatMap((nth) =>
        lines.slice(0, 4).map((line) => `${line}\n${interrupted(line, nth)}\n`)
      );
      records += readText(pairs.join("")).length;
      read += pairs.length;
    }
  }
  // Of headers alone no record is made, of nearly all the rest some.
  assert(read > 20_000 && records > read, `${read} pairs of lines, ${records} records`);
});

Deno.test("behind an access log's line a control character is text", () => {
  const line = '10.0.0.7 - - [20/Nov/2026:08:00:01 +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8.5"';
  assertEquals(readText(`${line} \u0001 x\n${line}\n`).map(({ format }) => format), ["access", "access"]);
});

Deno.test("lines that only open brackets are not looked through a thousand times each", () => {
  const { readOn } = Detector.prototype;
  const lines = 20_000;
  let asked = 0;
  Detector.prototype.readOn = function (...args) {
    asked++;
    return readOn.apply(this, args);
  };
  try {
    assertEquals(readText("[\n".repeat(lines)).length, lines);
  } finally {
    Detector.prototype.readOn = readOn;
  }
  assert(asked < lines * 3, `${asked} looks`);
});

Deno.test("an object that ends the last line of a message, behind one that was cut, is read once", () => {
  const records = readText(
    '2026-11-20 08:00:00,125 ERROR upstream said\nthe body {"cut": and then 503: {"error":"overloaded"}\n' +
      "2026-11-20 08:00:01,125 INFO next\n",
  );
  assertEquals(records.map(({ body, attributes }) => [body, attributes?.error]), [
    ['upstream said\nthe body {"cut": and then 503: {"error":"overloaded"}', "overloaded"],
    ["next", undefined],
  ]);
});
