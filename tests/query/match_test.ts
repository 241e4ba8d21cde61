import { assert, assertEquals, assertThrows } from "@std/assert";
import { matcherOf } from "../../src/query/match.ts";
import { instantOf } from "../../src/query/match.ts";
import { parseQuery } from "../../src/query/parse.ts";
import { QueryError } from "../../src/query/query.ts";
import type { LogRecord } from "../../src/record/log_record.ts";

const NEWEST = Date.UTC(2026, 10, 18, 12, 0, 0);

const record: LogRecord = {
  time: NEWEST - 10 * 60_000,
  nanos: 0,
  fraction: 3,
  received: NEWEST,
  severity: 17,
  severityText: "ERROR",
  body: "could not reach issuer acs-2: Certificate expired",
  attributes: new Map<string, LogRecord["attributes"] extends Map<string, infer V> ? V : never>([
    ["service.name", "payments"],
    ["http.status", 503],
    ["ratio", { number: "0.50" }],
    ["path", "/items/7?q=*"],
    ["empty", ""],
  ]),
  service: "payments",
  host: "fra-1",
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: null,
  source: 0,
  line: 41,
  format: 2,
  truncated: false,
  plain: false,
  raw: "2026-11-18T11:50:00.000Z ERROR [payments] could not reach issuer acs-2: Certificate expired",
  timeText: "2026-11-18T11:50:00.000Z",
};

const context = {
  reference: NEWEST,
  offsetAt: () => 3_600_000,
  sourceName: () => "logs/app.log",
  formatName: () => "general",
  patternOf: () => 7,
};

const matches = (text: string) => matcherOf(parseQuery(text), context)(record);

Deno.test("a filter matches what it says", () => {
  const yes = [
    "",
    "certificate",
    "CERTIFICATE reach",
    '"certificate expired"',
    "/acs-\\d/",
    "[payments]",
    "503",
    "-heartbeat",
    "heartbeat or issuer",
    "service=payments",
    "service=PAY*",
    "host=*",
    "http.status=503.0",
    "status>=500",
    "status<504",
    "ratio=0.5",
    'path="/items/7?q=*"',
    "path=/items/*",
    "path~^/items/\\d",
    "path!~users",
    'empty=""',
    "nothing!=x",
    "-nothing=*",
    "severity>=warn",
    "severity=error,fatal",
    "severity!=info",
    "time>-15m",
    "time<-5m",
    "time>12:45",
    "time<=2026-11-18T11:50:00Z",
    "time>2026-11-18",
    "pattern=7",
    "source=*app.log",
    "format=general",
    "line=41",
    "trace=0AF7651916CD43DD8448EB211C80319C",
    "0af7651916cd",
    "body~expired$",
  ];
  const no = [
    "heartbeat",
    '"expired certificate"',
    "-certificate",
    "service=pay",
    "status<500",
    "service>3",
    "nothing=x",
    "nothing>0",
    'path="/items/*"',
    "severity<error",
    "severity=none",
    "time>-5m",
    "time>12:55",
    "pattern=8",
    "span=*",
    "/^certificate/",
  ];
  for (const text of yes) assert(matches(text), text);
  for (const text of no) assert(!matches(text), text);
});

Deno.test("a word is found however its letters are put together with their marks", () => {
  const body = "\u0130\u015flem bitti, cafe\u0301 na\u00efve";
  const said = { ...record, body, raw: `ERROR ${body}` };
  const found = (text: string) => matcherOf(parseQuery(text), context)(said);
  // As the words of the log are listed: the capital letter with a dot is an i.
  for (
    const text of ["i\u015flem", "\u0130\u015eLEM", "caf\u00e9", "CAFE\u0301", "nai\u0308ve", "body~caf"]
  ) {
    assert(found(text), text);
  }
  for (const text of ["cafe\u0300", "na\u00efv\u00e9"]) assert(!found(text), text);
});

Deno.test("what every record may have is found by its other names, unless an attribute is named so", () => {
  const yes = [
    "level=error",
    "Level>=warn",
    "level=info,error",
    "log.level!=info",
    "msg~^could",
    "host.name=fra-1",
    "hostname=fra*",
    "trace_id=0af7651916cd43dd8448eb211c80319c",
    "@timestamp>-15m",
    "timestamp<2026-11-19",
    "level=*",
  ];
  for (const text of yes) assertEquals(matches(text), true, text);
  for (const text of ["level=warn", "level>error", "msg=gone", "ts<-15m", "-level=*"]) {
    assertEquals(matches(text), false, text);
  }
  const game = { ...record, attributes: new Map([["level", "7"], ["error.message", "boom"]]) };
  const matchesGame = (text: string) => matcherOf(parseQuery(text), context)(game);
  for (const text of ["level=7", "level>=3", "level!=error", "message~issuer"]) {
    assertEquals(matchesGame(text), true, text);
  }
  assertEquals(matchesGame("level=error"), false);
});

Deno.test("what a convention names otherwise is found by the names that logs have for it", () => {
  const access = {
    ...record,
    attributes: new Map<string, string | number>([
      ["client.address", "203.0.113.66"],
      ["url.original", "/login?next=/"],
      ["http.response.status_code", 503],
      ["http.response.body.size", 412],
      ["user.name", "ann"],
    ]),
  };
  const matchesAccess = (text: string) => matcherOf(parseQuery(text), context)(access);
  const yes = [
    "status>=500",
    "Status=503",
    "path~^/login",
    "ip=203.*",
    "bytes<500",
    "user=ann",
    "-path=/items*",
  ];
  for (const text of yes) assertEquals(matchesAccess(text), true, text);
  assertEquals(matches("status=503 path=/items*"), true, "their own names come first");
  assertThrows(() => parseQuery("severity=constructor"), QueryError, 'no severity "constructor"');
  for (const text of ["agent=*", "constructor=*", "toString=*", "__proto__=*"]) {
    assertEquals(matchesAccess(text), false, text);
  }
});

Deno.test("numbers with units are compared by what they measure", () => {
  const attributes = new Map([
    ["took", "832.5ms"],
    ["total", "1m30.5s"],
    ["wait", "2 s"],
    ["size", "3.2 MiB"],
    ["heap", "61M"],
    ["load", "45%"],
    ["count", "700"],
    ["name", "5 apples"],
  ]);
  const matchesUnits = (text: string) => matcherOf(parseQuery(text), context)({ ...record, attributes });
  const yes = ["took>500ms", "took<1s", "took>=832500us", "total>90s", "total<=1m31s", "wait<=2000ms"]
    .concat(["size>3MB", "size<4MiB", "heap>60M", "heap<64MB", "load>=45%", "count>500"]);
  for (const text of yes) assertEquals(matchesUnits(text), true, text);
  // What has another unit, or none, says nothing of it.
  for (const text of ["took>1s", "took>500", "count>500ms", "size>1s", "load>5", "name>1s", "absent<9s"]) {
    assertEquals(matchesUnits(text), false, text);
  }
  assertThrows(() => parseQuery("took>fast"), QueryError, "is not a number");
  assertThrows(() => parseQuery("took>5apples"), QueryError, "is not a number");
});

Deno.test("a record without a severity is below and above nothing", () => {
  const bare = { ...record, severity: 0, severityText: "" };
  const test = (text: string) => matcherOf(parseQuery(text), context)(bare);
  assert(!test("severity>=trace") && !test("severity<=fatal") && test("severity=none"));
});

Deno.test("a word is not found in what an OTLP line says of other records", () => {
  const one = { ...record, raw: '{"resourceLogs":[{"x":"other"}]}', attributes: new Map([["a", "mine"]]) };
  const test = (text: string) => matcherOf(parseQuery(text), context)(one);
  assert(!test("other") && test("mine") && test("issuer"));
});

Deno.test("a clock time is of the newest record's day, or the day before when it is still to come", () => {
  assertEquals(instantOf("12:30", context), Date.UTC(2026, 10, 18, 11, 30));
  assertEquals(instantOf("23:30:01.5", context), Date.UTC(2026, 10, 17, 22, 30, 1, 500));
  assertEquals(instantOf("2026-11-18 12:30", context), Date.UTC(2026, 10, 18, 11, 30));
  assertEquals(instantOf("-1h30m", context), NEWEST - 5_400_000);
});
