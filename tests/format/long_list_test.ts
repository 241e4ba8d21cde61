import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

/** Records of a mebibyte and a half. */
const COUNT = 3_000;
const records = Array.from({ length: COUNT }, (_, at) => ({
  eventTime: new Date(Date.UTC(2026, 10, 20, 8) + at * 1000).toISOString(),
  eventName: `Get${at}`,
  pad: "é,{".repeat(120),
}));

Deno.test("a list of records in a line that is too long is read record by record", () => {
  const list = JSON.stringify(records);
  const texts = [
    `${list}\n`,
    `{"Records":${list},"next":null}`,
    `${records.map((record) => JSON.stringify(record)).join("")}\n`,
    `{"total":${COUNT},"hits":{"hits":${list}}}\n{"time":"2026-11-20T08:00:01Z","msg":"behind"}\n`,
  ];
  for (const text of texts) {
    const read = readText(text);
    const isFollowed = text.includes("behind");
    assertEquals(read.length, COUNT + (isFollowed ? 1 : 0));
    for (const [at, { eventTime, eventName, pad }] of records.entries()) {
      assertEquals(read[at].time, eventTime);
      assertEquals(read[at].attributes, { eventName, pad });
    }
    if (isFollowed) assertEquals(read[COUNT].body, "behind");
  }
});

Deno.test("a long line that is no list of records, or breaks off, is cut as any other", () => {
  const numbers = `{"data":[${"1,".repeat(700_000)}1]}`;
  assertEquals(readText(`${numbers}\n`).length, 1);
  const whole = JSON.stringify(records);
  const read = readText(
    `${whole.slice(0, whole.length - 200)}\n{"time":"2026-11-20T08:00:01Z","msg":"behind"}\n`,
  );
  assertEquals(read.at(-1)?.body, "behind");
  assertEquals(read.slice(0, COUNT - 1).every(({ time }, at) => time === records[at].eventTime), true);
});
