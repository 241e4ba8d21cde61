import { assertEquals } from "@std/assert";
import { UnfinishedInspected } from "../../src/format/json/unfinished_inspected.ts";
import { readText } from "./case_reader.ts";

const encoder = new TextEncoder();

/** Of the lines of a text, which are numbered from 0, those with which it would be read again from its beginning. */
function readWith(text: string): number[] {
  const unfinished = new UnfinishedInspected();
  const bytes = encoder.encode(`${text}\n`);
  const start = text.indexOf("{");
  const lines: number[] = [];
  for (let to = bytes.indexOf(10), line = 0; to >= 0; to = bytes.indexOf(10, to + 1), line++) {
    if (unfinished.isOpen(bytes, 0, start, to)) continue;
    lines.push(line);
    unfinished.remember(bytes, start, to);
  }
  return lines;
}

const row = `      name: '${"x".repeat(100)}',`;
const rows = (count: number) => Array.from({ length: count }, () => row).join("\n");

Deno.test("a long object that programs show is read again only where it may end, and when it is twice as long", () => {
  // 113 bytes a line: those of the first 512, and then at 906 and more.
  assertEquals(readWith(`{\n${rows(12)}`), [0, 1, 2, 3, 4, 9]);
  assertEquals(readWith(`{\n${rows(6)}\n    }\n  ],\n}`), [0, 1, 2, 3, 4, 9]);
  assertEquals(readWith(`  {\n${rows(6)}\n    }\n  }`), [0, 1, 2, 3, 4, 8]);
  assertEquals(readWith(`{\n${rows(6)}\n      last: 1}`), [0, 1, 2, 3, 4, 7]);
  // A colour may follow what ends it.
  assertEquals(readWith(`{\n${rows(6)}\n      a: \u001b[33m1\u001b[39m,`), [0, 1, 2, 3, 4, 7]);
});

Deno.test("a text that begins like the one before is read", () => {
  const unfinished = new UnfinishedInspected();
  const one = encoder.encode(`{\n${rows(6)}\n  a: 1,\n`);
  const other = encoder.encode(`{\n${rows(6)}x\n  a: 1,\n`);
  const seen = `{\n${rows(6)}`.length;
  unfinished.remember(one, 0, seen);
  assertEquals(unfinished.isOpen(other, 0, 0, other.length - 1), false);
  assertEquals(unfinished.isOpen(one, 0, 0, one.length - 1), true);
});

Deno.test("objects of hundreds of lines are records, each with what it holds", () => {
  const items = (id: number) =>
    Array.from({ length: 99 }, (_, at) => `    {\n      sku: ${at},\n      of: { order: 'o${id}' }\n    }`);
  const object = (id: number) =>
    `{\n  level: 'info',\n  id: ${id},\n  items: [\n${items(id).join(",\n")}\n  ],\n  msg: 'packed'\n}\n`;
  const records = readText([1, 2, 3].map(object).join(""));
  assertEquals(
    records.map(({ severity, body, format }) => `${severity} ${body} ${format}`),
    Array(3).fill("INFO 9 packed json"),
  );
  records.forEach(({ attributes }, at) => {
    const id = at + 1;
    assertEquals(attributes?.id, id);
    assertEquals(
      JSON.parse((attributes?.items as { json: string }).json),
      Array.from({ length: 99 }, (_, sku) => ({ sku, of: { order: `o${id}` } })),
    );
  });
});
