import { assertEquals } from "@std/assert";
import { type CaseRecord, readText } from "./case_reader.ts";

/** Time, severity and body of what is read. */
function readShort(lines: string[]): unknown[] {
  const records: CaseRecord[] = JSON.parse(JSON.stringify(readText(`${lines.join("\n")}\n`)));
  return records.map(({ time, severity, body }) => [time?.slice(11, 19), severity?.split(" ")[0], body]);
}

Deno.test("a header names the columns and is no record; columns without a role are attributes", () => {
  const [record, ...more] = readText(
    "timestamp,level,service,message,ms,ok\n2026-11-20T08:00:01Z,WARN,shop,slow,12.5,true\n",
  );
  assertEquals(more, []);
  assertEquals(JSON.parse(JSON.stringify(record)), {
    time: "2026-11-20T08:00:01.000Z",
    severity: "WARN 13",
    body: "slow",
    attributes: { service: "shop", ms: 12.5, ok: true },
    service: "shop",
    format: "csv",
  });
});

Deno.test("cells in quotes hold dividers, doubled quotes and line breaks", () => {
  assertEquals(
    readShort([
      "Time;Severity;Message",
      '2026-11-20 08:00:01;ERROR;"a; b"',
      '2026-11-20 08:00:02;INFO;"said ""yes"""',
      '2026-11-20 08:00:03;INFO;"one',
      'two; three"',
      "2026-11-20 08:00:04;INFO;last",
    ]),
    [
      ["08:00:01", "ERROR", "a; b"],
      ["08:00:02", "INFO", 'said "yes"'],
      ["08:00:03", "INFO", "one\ntwo; three"],
      ["08:00:04", "INFO", "last"],
    ],
  );
});

Deno.test("a day and a time of the day may stand in columns of their own", () => {
  assertEquals(readShort(["Date,Time,Level,Text", "2026-11-20,08:00:01,error,boom"]), [[
    "08:00:01",
    "ERROR",
    "boom",
  ]]);
});

Deno.test("a row with one cell more than the header has its message there, as Windows exports its events", () => {
  assertEquals(
    readShort([
      "Level,Date and Time,Source,Event ID,Task Category",
      'Error,11/20/2026 8:00:02 AM,Application Error,1000,(100),"Faulting application: x.exe"',
    ]),
    [["08:00:02", "ERROR", "Faulting application: x.exe"]],
  );
});

Deno.test("a line that is no row is read by another format, and rows go on behind it", () => {
  assertEquals(
    readShort([
      "time,level,message",
      "2026-11-20T08:00:01Z,INFO,one",
      "2026-11-20T08:00:02Z WARN not a row",
      "2026-11-20T08:00:03Z,INFO,two",
    ]),
    [["08:00:01", "INFO", "one"], ["08:00:02", "WARN", "not a row"], ["08:00:03", "INFO", "two"]],
  );
});

Deno.test("words with commas that name neither a time nor a message are no header", () => {
  assertEquals(readShort(["apples,pears,plums", "1,2,3"]).map((record) => (record as unknown[])[2]), [
    "apples,pears,plums",
    "1,2,3",
  ]);
});
