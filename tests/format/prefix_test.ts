import { assertEquals } from "@std/assert";
import { Continuation } from "../../src/format/continuation/continuation.ts";
import { Detector } from "../../src/format/detector.ts";
import { FormatNames } from "../../src/format/format_names.ts";
import { makeFormats } from "../../src/format/registry.ts";
import { Batch } from "../../src/record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../../src/record/bounds.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { logRecordOf } from "../../src/record/log_record.ts";
import { type CaseRecord, readLive, readText } from "./case_reader.ts";

const encoder = new TextEncoder();

/** One source's detector, with a batch of its own. */
function makeDetector(): { detector: Detector; batch: Batch } {
  const keys = new KeyTable();
  const settings = { keys, names: new FormatNames(), offsetAt: () => 0, handOver: () => {} };
  const detector = new Detector(settings, (context) => makeFormats(context, {}), new Continuation(), null);
  return { detector, batch: new Batch(INPUT_BYTES, SIDE_BYTES, keys) };
}

function bodyOf({ detector, batch }: ReturnType<typeof makeDetector>, line: string): unknown {
  batch.clear();
  const { written } = encoder.encodeInto(line, batch.bytes);
  detector.read(batch, 0, written, true);
  return logRecordOf(batch, 0).body;
}

const WORDS = [
  "started",
  "cache: miss",
  "order 7 paid",
  "mail: sent",
  "job: done",
  "slow",
  "late",
  "stopped",
];

const SENTENCES = [
  "Server listening on port 3000",
  "Connected to database",
  "Retry 2 of 5",
  "Payload sent",
  "Done with it",
  "Slow query (1.24s)",
  "Shutting down",
  "Bye",
];

Deno.test("another reader of a source takes over what its containers' lines have told", () => {
  const first = makeDetector();
  const lines = WORDS.flatMap((word, at) => [
    `shop  | 2026-11-20 08:00:0${at} INFO orders ${SENTENCES[at]}`,
    `mail  | 2026-11-20 08:00:0${at} INFO ${at % 2 ? "Sending" : "Reading"} ${word}`,
  ]);
  const text = encoder.encode(`${lines.join("\n")}\n`);
  first.batch.clear();
  first.batch.bytes.set(text);
  first.detector.prime(first.batch, 0, text.length);
  assertEquals(bodyOf(first, lines[2]), SENTENCES[1]);
  assertEquals(bodyOf(first, lines[3]), "Sending cache: miss");
  const second = makeDetector();
  second.detector.takePreamble(first.detector.preamble, second.batch);
  assertEquals(bodyOf(second, lines[2]), SENTENCES[1]);
  assertEquals(bodyOf(second, lines[3]), "Sending cache: miss");
  assertEquals(bodyOf(second, "shop  | no head at all"), "no head at all");
});

Deno.test("names in brackets are a logger's own where it writes all lines itself", () => {
  const lines = WORDS.map((word, at) => `[${at % 2 ? "db" : "web"}] 2026-11-20 08:00:0${at} INFO ${word}`);
  for (const record of readText(`${lines.join("\n")}\n`)) {
    assertEquals([record.format, record.service], ["text", undefined]);
  }
});

Deno.test("a name and a bar before one line do not make prefixes of what begins the others", () => {
  const entries = WORDS.map((word) => `cache:warm: ${word.replace(":", "")}`);
  for (const record of readText(["[shop/build]   | compiled", ...entries, ""].join("\n"))) {
    assertEquals([record.format, record.service], ["plain", undefined]);
  }
});

Deno.test("numbers of processes in brackets are no names of several programs", () => {
  const lines = WORDS.map((word, at) => `[${4240 + at % 2}] 2026/11/20 08:00:0${at} [INF] ${word}`);
  const records = readText(`${lines.join("\n")}\n`);
  assertEquals(
    records.map(({ attributes }) => attributes?.["process.pid"]),
    WORDS.map((_, at) => 4240 + at % 2),
  );
});

Deno.test("a time or a severity before a bar is no container", () => {
  for (const head of ["2026-11-20T08:00:01Z | INFO | ", "INFO  | ", "08:00:01 | "]) {
    for (const record of readText(WORDS.map((word) => `${head}${word}\n`).join(""))) {
      assertEquals([record.format, record.service], ["text", undefined]);
    }
  }
});

Deno.test("lines that come one by one are read with their prefix as soon as some have shown it", () => {
  const lines = Array.from({ length: 12 }, (_, at) => `${at % 2 ? "db " : "web"}  | line ${at} of it`);
  const services = readLive(`${lines.join("\n")}\n`).map(({ service }) => service);
  assertEquals(services.slice(8), ["web", "db", "web", "db"]);
});

Deno.test("what stands before lines that come one by one is found once there are enough of them", () => {
  const lines = Array.from({ length: 16 }, (_, at) => {
    const clock = `09:14:${10 + at}`;
    return `2026-11-20 ${clock}.941501000 2026-11-20 ${clock}.941 | INFO     | shop.db:run:40 - line ${at}`;
  });
  const text = `${lines.join("\n")}\n`;
  const of = ({ time, body, format }: CaseRecord) => [time, body, format];
  assertEquals(readLive(text).slice(8).map(of), readText(text).slice(8).map(of));
});

Deno.test("a logger's own time with nine digits is no runtime's where a line has none", () => {
  const lines = [
    "2026-11-20T08:00:00.123456789Z [INFO] Listening",
    "2026-11-20T08:00:01.123456789Z [WARN] Report could not be rendered",
    "template: weekly.html",
    "2026-11-20T08:00:02.123456789Z [INFO] Done",
  ];
  const records = readText(`${[...lines, ...lines, ...lines].join("\n")}\n`);
  assertEquals(records.map(({ format }) => format), Array(9).fill("text"));
  assertEquals(records[1].body, "Report could not be rendered\ntemplate: weekly.html");
});

Deno.test("a line that looks like what a reader tells another, but is not, tells nothing", () => {
  for (
    const told of [
      "lead {",
      "lead null",
      "lead 1",
      'lead {"shape":{},"known":[],"behind":null}',
      "prefix 9 x",
    ]
  ) {
    const records = readText(`\x1f${told}\n2026-11-20T08:00:00Z INFO started\n`);
    assertEquals(records.at(-1)?.body, "started", told);
  }
});
