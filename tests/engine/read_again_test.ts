import { assertEquals } from "@std/assert";
import { RecordReader } from "../../src/engine/record_reader.ts";
import { Store } from "../../src/engine/store.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { logRecordOf } from "../../src/record/log_record.ts";
import { caseReading, type CaseRecord, caseRecord, readBatches } from "../format/case_reader.ts";

/**
 * Cases of which a record is read otherwise the second time: it was read before the lines that tell how, or is read again before
 * them, or its lines stand each behind a head of its own.
 */
const OTHERWISE = new Set([
  "ts, traces of Node each line of which has its time",
  "logrus nested, full levels",
  "structlog through logging, brackets in messages",
  "logbook, a process behind the name",
  "tracing, compact with spans",
  "logback, tabs around ids that may be empty",
  "browser console dump",
  "github's raw log, a test's verdict behind the job's time",
  "jellyfin",
  "informatica",
  "exceptions that begin messages",
  "resin",
  "tracing without times, targets behind spans",
  "logrus nested",
  "tracing compact",
]);

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => a < b ? -1 : 1;
const inOrder = ({ attributes, ...record }: CaseRecord) =>
  JSON.stringify({ ...record, attributes: Object.entries(attributes ?? {}).sort(byName) });

/** The records of a text as they were read, and as they are read again one by one, out of their order. */
function readTwice(text: string): { first: string[]; again: string[] } {
  const names = new FormatNames();
  const store = new Store(Infinity);
  const first: string[] = [];
  const detector = readBatches(text, names, (batch) => {
    store.add(batch, new Int32Array(batch.count));
    for (let row = 0; row < batch.count; row++) {
      first.push(inOrder(caseRecord(logRecordOf(batch, row), names)));
    }
  });
  const { preamble } = detector;
  const reader = new RecordReader(
    (_source, keys, handOver) => caseReading(names, keys, handOver),
    () => null,
    () => preamble,
  );
  const again: string[] = [];
  for (let at = first.length - 1; at >= 0; at--) {
    again[at] = inOrder(caseRecord(reader.read(0, store.get(0, at)!), names));
  }
  return { first, again };
}

const folder = new URL("../cases/format/", import.meta.url);
for (const { name: file } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!file.startsWith("loggers_")) continue;
  Deno.test(`the records of ${file} are read again as they were the first time`, async () => {
    const cases: { name: string; lines: string[] }[] = JSON.parse(
      await Deno.readTextFile(new URL(file, folder)),
    );
    for (const { name, lines } of cases) {
      const { first, again } = readTwice(`${lines.join("\n")}\n`);
      if (OTHERWISE.has(name)) assertEquals(again.length, first.length, name);
      else assertEquals(again, first, name);
    }
  });
}

Deno.test("what the lines before tell of a record's time and severity is known when it is read again", () => {
  const { first, again } = readTwice([
    "2026-11-20 08:00:00.123 UTC [42] ERROR:  duplicate key value violates unique constraint",
    "2026-11-20 08:00:00.123 UTC [42] DETAIL:  Key (id)=(7) already exists.",
    "2026-11-20 08:00:00.123 UTC [42] STATEMENT:  INSERT INTO orders VALUES (7)",
    "",
  ].join("\n"));
  assertEquals(again, first);
  assertEquals(first.map((record) => JSON.parse(record).severity), ["ERROR 17", "ERROR 17", "ERROR 17"]);
});
