import { assert, assertEquals } from "@std/assert";
import { type CaseRecord, readText } from "./case_reader.ts";

/** How often a program says what a case has it say: more lines than are looked at before the first is read. */
const TIMES = 12;
/** Records that are read otherwise: what a program says again and again looks like its head's. */
const MOST_DIFFERENT = 0.04;
/** Heads and places of messages that so many lines must not hide, though their messages are few. */
const ALIKE = new Set([
  "ActiveMQ",
  "bars around the message",
  "chromium",
  "couchbase",
  "empty cells behind the message",
  "failover cluster.log",
  "IIS, its own format",
  "java.util.logging, first letters in cells",
  "knot resolver, severities behind a name",
  "logging, dollars, a place behind bars",
  "loguru with extra",
  "NLog, cells of pairs behind the message",
  "pairs behind a bar",
  "sybase ase",
]);

const told = ({ time, severity, body }: CaseRecord) => JSON.stringify([time, severity, body]);

Deno.test("what is said again and again is read as what is said once", () => {
  const folder = new URL("../cases/format/", import.meta.url);
  const left = new Set(ALIKE);
  let all = 0;
  let different = 0;
  for (const { name: file } of Deno.readDirSync(folder)) {
    if (!file.startsWith("loggers_")) continue;
    for (const { name, lines } of JSON.parse(Deno.readTextFileSync(new URL(file, folder)))) {
      const text = `${lines.join("\n")}\n`;
      const once = readText(text).map(told);
      const often = readText(text.repeat(TIMES)).map(told);
      const isLike = often.length === once.length * TIMES &&
        often.every((record, row) => record === once[row % once.length]);
      all++;
      if (!isLike) different++;
      if (left.delete(name)) assertEquals(often.slice(-once.length), once, name);
    }
  }
  assertEquals([...left], []);
  assert(different <= all * MOST_DIFFERENT, `${different} of ${all} cases`);
});
