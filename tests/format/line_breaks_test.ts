import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

/** Cases whose lines of several have blanks before their ends, which are cut where a return stands behind them. */
const CHANGED = new Set([
  "logback relative",
  "Twisted text",
  "Celery's banner, and ids of tasks behind their names",
  "third sight: py odoo",
]);

const folder = new URL("../cases/format/", import.meta.url);
for (const { name: file } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!file.startsWith("loggers_")) continue;
  Deno.test(`a byte-order mark and Windows' line breaks change nothing in ${file}`, async () => {
    const cases: { name: string; lines: string[] }[] = JSON.parse(
      await Deno.readTextFile(new URL(file, folder)),
    );
    for (const { name, lines } of cases) {
      if (CHANGED.has(name) || lines.some((line) => line.includes("\r"))) continue;
      const read = readText(`\ufeff${lines.map((line) => `${line}\r\n`).join("")}`);
      assertEquals(read, readText(`${lines.join("\n")}\n`), name);
    }
  });
}
