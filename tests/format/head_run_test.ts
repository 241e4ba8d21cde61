import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { SyslogFormat } from "../../src/format/syslog/syslog.ts";
import { TextFormat } from "../../src/format/text/text.ts";
import { type CaseRecord, readText } from "./case_reader.ts";

/** Heads of one logger each. */
const HEADS: Record<string, (n: number) => string> = {
  "a time, a severity and a name in brackets": (n) =>
    `2026-11-20T08:00:${two(n)}.${n % 1000 + 100}Z ${severity(n)} [${name(n)}] `,
  "Kafka, whose loggers stand behind messages": (n) => `[2026-11-20 08:00:${two(n)},123] ${severity(n)} `,
  "Apache's errors": (n) => `[Fri Nov 20 08:00:${two(n)} 2026] [${severity(n).toLowerCase()}] `,
  "syslog without severities": (n) => `Nov 20 08:00:${two(n)} node-${n % 3} ${name(n)}[${n}]: `,
  "a time alone, as Go's log": (n) => `2026/11/20 08:00:${two(n)} `,
  "log4j's padded severity": (n) =>
    `2026-11-20 08:00:${two(n)},123 ${severity(n).padEnd(5)} [main] com.example.${name(n)} - `,
  "Spring Boot": (n) =>
    `2026-11-20T08:00:${two(n)}.123+01:00  ${severity(n).padStart(5)} 4242 --- [main] c.e.${name(n)} : `,
  "Python's logging": (n) => `2026-11-20 08:00:${two(n)},123 - shop.${name(n)} - ${severity(n)} - `,
  "tracing, which sets pairs apart": (n) =>
    `2026-11-20T08:00:${two(n)}.004123Z ${severity(n).padStart(5)} shop::${name(n)}: `,
  "syslog": (n) => `Nov 20 08:00:${two(n)} node-${n % 3} ${name(n)}[${n}]: ${severity(n)} `,
  "syslog of one process with errors": (n) =>
    `Nov 20 08:00:${two(n)} node-1 orders[4242]: ${["ERROR", "ERROR", "INFO"][n % 3]} `,
  "PostgreSQL and HAProxy in syslog": (n) =>
    `Nov 20 08:00:${two(n)} node-1 ${["postgres", "haproxy", "payments"][n % 3]}[${n}]: ${severity(n)} `,
};
const BEGINNINGS = [
  "order accepted",
  "request",
  "child 3 said into stderr: x",
  "Completed 200 OK in 12ms",
  "query[A] shop.example from 10.0.0.7",
  "query failed",
  "Accepted password for ana from 10.0.0.7 port 22",
  "at com.example.App.run(App.java:12)",
  "Caused by: java.io.IOException: closed",
  "Traceback (most recent call last):",
  "ValueError: no such order",
  "goroutine 1 [running]:",
  "goroutine 1 in main.main",
  "created by main.main",
  "exit status 2",
  "event='paid' id=7",
  "user:42 logged in",
  "workerEnv.init() ok",
  "12 orders",
  "took=12 orders loaded",
  "to=<ana@example.com>, relay=mx-1, status=sent (250 OK)",
  "[worker-1] done",
  '{"id":7}',
  "GET /orders",
  ": nothing",
  "",
];
const ENDS = [
  "",
  " of 12",
  " in 12ms",
  " +12ms",
  " took=12ms",
  " a==b",
  " (id=7)",
  " (app.py:42)",
  " (kafka.cluster.Partition)",
  " (attempt 3)",
  " [42]",
  " - app.py:42",
  " in /app/a.php on line 42",
  " [a=1]",
  ' {"a":1}',
  " {}",
  " | done",
  " error:",
  ' name="a b" id=7',
  " | logger=db pid=12",
  " cache: hits=10",
  ", size=1, online=true",
  " took=12ms retries=3 {}",
  "  id=7 user=ana",
  "  ",
  "\tat x",
  "\x1b[31mred\x1b[0m",
  " Füße",
  ".",
];

function two(n: number): string {
  return String(n % 60).padStart(2, "0");
}

function severity(n: number): string {
  return ["INFO", "INFO", "INFO", "WARN", "ERROR", "DEBUG"][n % 6];
}

function name(n: number): string {
  return ["orders", "db", "cache"][n % 3];
}

/** Reads text with each line by itself: formats read no lines at once. */
function readOneByOne(text: string): CaseRecord[] {
  const prototypes = [TextFormat.prototype, SyslogFormat.prototype] as { readRun?: unknown }[];
  const kept = prototypes.map(({ readRun }) => readRun);
  for (const prototype of prototypes) prototype.readRun = undefined;
  try {
    return readText(text);
  } finally {
    prototypes.forEach((prototype, at) => prototype.readRun = kept[at]);
  }
}

/** How many lines formats read at once of a text. */
function linesInRuns(text: string): number {
  const prototypes = [TextFormat.prototype, SyslogFormat.prototype];
  const kept = prototypes.map(({ readRun }) => readRun);
  let lines = 0;
  prototypes.forEach((prototype, at) =>
    prototype.readRun = function (this: never, batch, ...rest) {
      const { count } = batch;
      const next = kept[at].call(this, batch, ...rest);
      lines += batch.count - count;
      return next;
    }
  );
  try {
    readText(text);
    return lines;
  } finally {
    prototypes.forEach((prototype, at) => prototype.readRun = kept[at]);
  }
}

for (const [logger, head] of Object.entries(HEADS)) {
  Deno.test(`lines of ${logger} that are alike are read many at once`, () => {
    const text = Array.from({ length: 2000 }, (_, n) => `${head(6 * n)}order ${n} was accepted\n`).join("");
    // With a line of an error, or of a program that says much, the next one may go on.
    const least = logger.includes(" in syslog") || logger.includes(" with errors") ? 0 : 700;
    assert(linesInRuns(text) >= least, `${linesInRuns(text)} lines`);
  });

  Deno.test(`lines of ${logger} read at once are read as one by one, whatever their messages are`, () => {
    const message = fc.tuple(fc.constantFrom(...BEGINNINGS), fc.constantFrom(...ENDS));
    // Most lines are plain, so that runs come to be.
    const line = fc.oneof({ weight: 1, arbitrary: fc.constant(["order accepted", " again"]) }, message);
    fc.assert(
      fc.property(fc.array(line, { minLength: 20, maxLength: 80 }), fc.boolean(), (lines, isWindows) => {
        const end = isWindows ? "\r\n" : "\n";
        const text = lines.map(([first, last], n) => head(n * 7) + first + last + end).join("");
        assertEquals(readText(text), readOneByOne(text));
      }),
      { numRuns: 100 },
    );
  });
}
