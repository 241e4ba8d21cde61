import { assertEquals } from "@std/assert";
import { Continuation } from "../../src/format/continuation/continuation.ts";
import { Detector } from "../../src/format/detector.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { makeFormats } from "../../src/format/registry.ts";
import { SourceReader } from "../../src/format/source_reader.ts";
import { Batch } from "../../src/record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { type LogRecord, logRecordOf } from "../../src/record/log_record.ts";

const encoder = new TextEncoder();

/** Reads text, the first `first` bytes at once and then `size` at a time. */
function read(text: string, first = Infinity, size = 1): { records: LogRecord[]; lines: number } {
  const records: LogRecord[] = [];
  const keys = new KeyTable();
  const batch = new Batch(INPUT_BYTES, SIDE_BYTES, keys);
  const continuation = new Continuation();
  let reader: SourceReader | null = null;
  const settings = { keys, names: new FormatNames(), offsetAt: () => 0, handOver: () => reader!.handOver() };
  const detector = new Detector(settings, (context) => makeFormats(context, {}), continuation, null);
  reader = new SourceReader(0, batch, detector, continuation, (given) => {
    for (let row = 0; row < given.count; row++) records.push({ ...logRecordOf(given, row), received: 0 });
  });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at === 0 ? first : at + size);
    reader.load().set(piece);
    // The first lines of a source wait for others, but not so long.
    reader.scan(piece.length, at === 0 ? 0 : 1_000);
    at += piece.length;
  }
  reader.quiet(0);
  return { records, lines: reader.counts.lines };
}

function bodies(text: string): unknown[] {
  return read(text).records.map(({ body }) => body);
}

const WEB = "web-1  | ";
const DB = "db-1   | ";
const API = "api-1  | ";
const TRACE = ["Traceback (most recent call last):", '  File "app.py", line 1, in run', "ValueError: no"];
const ERROR = "2026-11-20 08:00:00,123 ERROR shop: failed";
const INFO = "2026-11-20 08:00:00,124 INFO db: checkpoint";

Deno.test("the lines of two containers' traces that stand between each other join the records of their own", () => {
  const text = [WEB + ERROR, DB + ERROR, ...TRACE.flatMap((line) => [WEB + line, DB + line])].join("\n");
  const body = ["failed", ...TRACE].join("\n");
  assertEquals(bodies(text), [body, body]);
});

Deno.test("a record begins where its first line stands, whatever others wrote before its last", () => {
  const text = [WEB + ERROR, WEB + TRACE[0], DB + INFO, WEB + TRACE[1], WEB + TRACE[2], DB + INFO].join("\n");
  const { records } = read(text);
  assertEquals(records.map(({ line }) => line), [1, 3, 6]);
  assertEquals(records[0].raw.split("\n").length, 5);
});

Deno.test("a trace that others come before is no part of a record that tells of no error", () => {
  const text = [WEB + INFO, DB + INFO, ...TRACE.map((line) => WEB + line)].join("\n");
  assertEquals(bodies(text), ["checkpoint", "checkpoint", TRACE.join("\n")]);
});

Deno.test("the text of a message goes on though others come before its next lines", () => {
  const text = [WEB + INFO, DB + INFO, WEB + "and what it says", DB + INFO, WEB + "in lines of text"].join(
    "\n",
  );
  assertEquals(bodies(text), ["checkpoint\nand what it says\nin lines of text", "checkpoint", "checkpoint"]);
});

const OBJECT = ["{", '  "level": "warn",', '  "msg": "slow query",', '  "ms": 1532', "}"];
const PLACE = ["Nov 20, 2026 8:00:01 AM shop.Orders run", "WARNING: slow query"];
const EVENT = [
  '<log4j:event logger="shop.Orders" timestamp="1795161601123" level="WARN" thread="main">',
  "  <log4j:message>slow query</log4j:message>",
  "</log4j:event>",
];

Deno.test("records of several lines are read together though lines of others stand between these", () => {
  for (const lines of [OBJECT, PLACE, EVENT]) {
    const [own] = read(lines.map((line) => WEB + line).join("\n")).records;
    assertEquals([own.body, own.severity], ["slow query", 13]);
    const text = lines.flatMap((line, at) => [WEB + line, API + INFO, DB + lines[at]]).join("\n");
    for (const each of [text, text.replaceAll("\n", "\r\n")]) {
      const { records, lines: count } = read(`${each}\n`);
      assertEquals(count, 3 * lines.length);
      const found = records.filter(({ body }) => body === own.body);
      assertEquals(
        found.map(({ time, severity }) => [time, severity]),
        Array(2).fill([own.time, own.severity]),
      );
      assertEquals(found[0].line, 1);
      assertEquals(records.length, 2 + lines.length);
      for (const { raw, body } of records) assertEquals(bodies(raw)[0], body);
      for (const size of [1, 10, 333]) assertEquals(read(`${each}\n`, 60, size).records, records);
    }
  }
});

Deno.test("an object is not waited for behind more than some lines of others", () => {
  const others = Array.from({ length: 20 }, () => DB + INFO);
  const read = bodies([WEB + OBJECT[0], ...others, ...OBJECT.slice(1).map((line) => WEB + line)].join("\n"));
  assertEquals(read[0], "{");
  assertEquals(read.slice(1, 21), Array(20).fill("checkpoint"));
});

Deno.test("a record is not waited for behind more than some lines of others", () => {
  const others = Array.from({ length: 20 }, () => DB + INFO);
  const text = [WEB + ERROR, WEB + TRACE[0], ...others, WEB + TRACE[1]].join("\n");
  const read = bodies(text);
  assertEquals(read[0], `failed\n${TRACE[0]}`);
  assertEquals(read.length, 22);
});

Deno.test("records between whose lines others stand are the same in pieces of any size", () => {
  const lines: string[] = [];
  for (let round = 0; round < 12; round++) {
    lines.push(WEB + INFO, WEB + ERROR, DB + ERROR, WEB + TRACE[0], DB + TRACE[0], WEB + TRACE[1]);
    if (round % 3 === 0) lines.push(DB + INFO, WEB + TRACE[2]);
    else lines.push(DB + TRACE[1], WEB + TRACE[2], DB + TRACE[2]);
  }
  const text = `${lines.join("\n")}\n`;
  const whole = read(text);
  for (const size of [1, 10, 333]) assertEquals(read(text, 500, size), whole);
});

Deno.test("a record between whose lines others stand is the same when its lines are read again", () => {
  const text = [WEB + ERROR, DB + ERROR, ...TRACE.flatMap((line) => [WEB + line, DB + line]), DB + INFO].join(
    "\n",
  );
  for (const { raw, body } of read(text).records) assertEquals(bodies(raw)[0], body);
});
