import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { NO, type ReadContext } from "../../src/format/line_format.ts";
import { offsetsOfZone } from "../../src/format/time/time_zone.ts";
import { readEpoch, readTime } from "../../src/format/time/timestamp.ts";
import { Batch } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";

const keys = new KeyTable();
const batch = new Batch(4096, 4096, keys);
const encoder = new TextEncoder();
const NOON = Date.UTC(2026, 10, 20, 12);

function context(zone = "UTC", reference = NOON): ReadContext {
  return {
    keys,
    hasEscape: true,
    single: false,
    offsetAt: offsetsOfZone(zone),
    reference,
    readInner: () => NO,
    handOver: () => {},
  };
}

/** The time at the start of a text, with all its digits, and what follows it; null if there is none. */
function read(text: string, where = context()): [string, string] | null {
  const bytes = encoder.encode(text);
  batch.clear();
  batch.bytes.set(bytes);
  // What is behind the text must not be used.
  batch.bytes.fill(0x39, bytes.length, bytes.length + 16);
  const row = batch.begin(0, bytes.length);
  const end = readTime(batch, row, 0, bytes.length, where);
  if (end < 0) {
    assert(Number.isNaN(batch.time[row]));
    return null;
  }
  assertEquals([batch.timeFrom[row], batch.timeTo[row]], [0, end]);
  return [shown(row), text.slice(text.length - (bytes.length - end))];
}

function shown(row: number): string {
  const digits = String(batch.time[row] % 1000 + 1000).slice(1) + String(batch.nanos[row]).padStart(6, "0");
  const fraction = batch.fraction[row] === 0 ? "" : `.${digits.slice(0, batch.fraction[row])}`;
  return new Date(batch.time[row]).toISOString().slice(0, 19) + fraction;
}

const MORNING = "2026-11-20T08:00:00";
const LAYOUTS: [string, string, string][] = [
  ["2026-11-20T08:00:00.123456789Z x", `${MORNING}.123456789`, " x"],
  ["2026-11-20T08:00:00,5+02:00|x", "2026-11-20T06:00:00.5", "|x"],
  ["2026-11-20 08:00:00 +0200 x", "2026-11-20T06:00:00", " x"],
  ["2026-11-20 08:00:00-07 x", "2026-11-20T15:00:00", " x"],
  ["2026-11-20 08:00:00.123 UTC [1]", `${MORNING}.123`, " [1]"],
  ["2026-11-20 08:00:00.123 CET [1]", "2026-11-20T07:00:00.123", " [1]"],
  ["2026-11-20 08:00:00 EST x", "2026-11-20T13:00:00", " x"],
  ["2026-11-20 08:00:00.123 CST [1]", `${MORNING}.123`, " [1]"],
  ["2026-11-20 08:00:00.1 +0000 UTC m", `${MORNING}.1`, " m"],
  ["2026-11-20T08:00:00+01:00[Europe/Berlin] x", "2026-11-20T07:00:00", " x"],
  ["2026/11/20 - 08:00:00 | x", MORNING, " | x"],
  ["2026-11-20_08:00:00 x", MORNING, " x"],
  ["2026-11-20T08:00Z", MORNING, ""],
  ["2026/11/20 08:00:00 x", MORNING, " x"],
  ["17/06/09 20:10:40 INFO", "2017-06-09T20:10:40", " INFO"],
  ["20171223-22:15:29:606|x", "2017-12-23T22:15:29.606", "|x"],
  ["20171223-22:16:0:19|x", "2017-12-23T22:16:00.019", "|x"],
  ["20261120T080000Z x", MORNING, " x"],
  ["20261120080000 x", MORNING, " x"],
  ["081109 203615 148", "2008-11-09T20:36:15", " 148"],
  ["261120  8:00:00 x", MORNING, " x"],
  ["2005-06-03-15.42.50.675872 R", "2005-06-03T15:42:50.675872", " R"],
  ["Jun  4 15:16:01 host", "2026-06-04T15:16:01", " host"],
  ["Jun 14 2025 15:16:01 host", "2025-06-14T15:16:01", " host"],
  ["2025 Jun 14 15:16:01 host", "2025-06-14T15:16:01", " host"],
  ["Sept 14 2026 15:16:01 x", "2026-09-14T15:16:01", " x"],
  ["Sun Dec 04 04:47:44 2005] x", "2005-12-04T04:47:44", "] x"],
  ["Sun Dec 04 04:47:44.123456 2005] x", "2005-12-04T04:47:44.123456", "] x"],
  ["Sun Dec  4 04:47:44 UTC 2005", "2005-12-04T04:47:44", ""],
  ["10/Oct/2000:13:55:36 -0700] x", "2000-10-10T20:55:36", "] x"],
  ["Fri, 20 Nov 2026 08:00:00 +0000 x", MORNING, " x"],
  ["Nov 20, 2026 8:00:00 AM org", MORNING, " org"],
  ["Nov 20, 2026, 12:30:00 AM org", "2026-11-20T00:30:00", " org"],
  ["Nov 20, 2026 8:00:00\u202fPM org", "2026-11-20T20:00:00", " org"],
  ["20-Nov-2026 08:00:00.123 INFO", `${MORNING}.123`, " INFO"],
  ["20 Nov 2026 08:00:00.123 *", `${MORNING}.123`, " *"],
  ["20.11.2026 08:00:00 x", MORNING, " x"],
  ["11/20/2026 8:00:00 PM x", "2026-11-20T20:00:00", " x"],
  ["11/20/2026, 8:00:00 AM x", MORNING, " x"],
  ["20/11/2026 08:00:00 x", MORNING, " x"],
  ["11-20 08:00:00.123  123", `${MORNING}.123`, "  123"],
  ["11-20|08:00:00.123] x", `${MORNING}.123`, "] x"],
  ["10.30 16:49:06] x", "2026-10-30T16:49:06", "] x"],
  ["1120 08:00:00.123456 1", `${MORNING}.123456`, " 1"],
  ["620 08:00:00.123456789 a.cpp", "2026-06-20T08:00:00.123456789", " a.cpp"],
  ["08:00:00.123 x", `${MORNING}.123`, " x"],
  ["8:00AM INF", MORNING, " INF"],
  ["12:00 PM INFO: x", "2026-11-20T12:00:00", " INFO: x"],
  ["08:00 a.m. x", MORNING, " x"],
  ["8:00\u202fam x", MORNING, " x"],
  ["Fri Nov 20 2026 09:00:00 GMT+0100 (Central European Standard Time) [x", MORNING, " [x"],
  ["2026-11-20 09:00:00 UTC+01:00 x", MORNING, " x"],
  ["2026-11-20_08-00-00] x", MORNING, "] x"],
  ["2026-11-20 08-00-00] x", MORNING, "] x"],
  ["08:00:00 20.11.2026 > x", MORNING, " > x"],
  ["08:00:00.123 2026-11-20] x", `${MORNING}.123`, "] x"],
  ["08:00:00 2026-11-20 was a Friday", MORNING, " 2026-11-20 was a Friday"],
  ["20.11. 08:00:00|x", MORNING, "|x"],
  ["Nov 20 08:00:00 2026 (12) x", MORNING, " (12) x"],
  ["Nov 20 08:00:00 2026 items", MORNING, " 2026 items"],
  ["261120/080000.123, x", `${MORNING}.123`, ", x"],
  ["20/11/26 08:00:00 x", MORNING, " x"],
  ["26/11/20 08:00:00 x", MORNING, " x"],
  ["20/11/26 08:00 [info", MORNING, " [info"],
  ["20.11.26 8:00 x", MORNING, " x"],
  ["20-11-26 08:00 PM x", "2026-11-20T20:00:00", " x"],
  ["20 11 2026 08:00:00.123 x", `${MORNING}.123`, " x"],
  ["2026 11 20 08:00:00 x", MORNING, " x"],
  ["2/23/26 8:00:00:123 UTC] x", "2026-02-23T08:00:00.123", "] x"],
  ["5/4/2026 -- 08:00:00 x", "2026-04-05T08:00:00", " x"],
  ["2/3/26 8:00:00 PM x", "2026-02-03T20:00:00", " x"],
  ["11/2/26 8:00 x", "2026-11-02T08:00:00", " x"],
  ["Fri, Nov 20th, 2026, 8:00:00 AM [x", MORNING, " [x"],
  ["November 20, 2026 8:00 AM info", MORNING, " info"],
  ["20 Nov 26 08:00 +0000] x", MORNING, "] x"],
  ["Nov. 20, 2026 8:00:00 AM x", MORNING, " x"],
  ["20. November 2026 08:00:00 x", MORNING, " x"],
  ["20-nov.-2026 08:00:00.123 x", `${MORNING}.123`, " x"],
  ["20 août 2026 08:00:00 x", "2026-08-20T08:00:00", " x"],
  ["lis 20, 2026 8:00:00 x", MORNING, " x"],
  ["Okt  5 08:00:00 x", "2026-10-05T08:00:00", " x"],
  ["нояб. 20, 2026 8:00:00 PM x", "2026-11-20T20:00:00", " x"],
  ["ven. 20 nov. 2026 08:00:00 x", MORNING, " x"],
  ["Fr 20. Nov 08:00:00 UTC 2026 x", MORNING, " x"],
  ["Fr 2026-11-20 08:00:00 UTC x", MORNING, " x"],
  ["nov 20, 2026 8:00:00 P. M. x", "2026-11-20T20:00:00", " x"],
  ["nov. 20, 2026 8:00:00 a.m. x", MORNING, " x"],
  ["11月 20, 2026 8:00:00 午後 x", "2026-11-20T20:00:00", " x"],
  ["20-11월-2026 08:00:00 x", MORNING, " x"],
  ["2026年11月20日 上午8:00:00 x", MORNING, " x"],
  ["2026년 11월 20일 오후 8:00:00 x", "2026-11-20T20:00:00", " x"],
  ["2026年 11月 20日 金曜日 08:00:00 x", MORNING, " x"],
  ["2026/11/20 下午 08:00:00 x", "2026-11-20T20:00:00", " x"],
];

Deno.test("readTime reads each layout, and reads it again from memory", () => {
  for (const [text, time, rest] of LAYOUTS) {
    assertEquals(read(text), [time, rest], text);
    assertEquals(read(text), [time, rest], `${text}, again`);
  }
});

Deno.test("readTime refuses dates that are none, and what only begins like a time", () => {
  for (
    const text of [
      "2026-02-30T08:00:00Z",
      "2025-02-29 08:00:00",
      "2026-13-01T08:00:00Z",
      "2026-11-20T24:00:00Z",
      "2026-11-20T08:60:00Z",
      "2026-11-20T08:00:61Z",
      "2026-11-20T08:00:00abc",
      "2026-11-20",
      "Nov 31 08:00:00 x",
      "12:34",
      "1.2.3.4 x 12 y z",
      "13:00:00 PM",
      "13:00 PM x",
      "8:00 x",
      "8:00 amber",
      "20 11 26 08:00:00 x",
      "20 31 2026 08:00:00 x",
      "2026 31 20 08:00:00 x",
      "20 11 2026 items",
      "set 20 items at 08:00:00",
      "lun. 20 items",
      "11月 32, 2026 8:00:00 x",
      "13月 20, 2026 8:00:00 x",
      "2026年11月20日 x",
      "",
    ]
  ) assertEquals(read(text), null, text);
});

Deno.test("a time without a year is of the past, but for a month that clocks and zones may be ahead", () => {
  assertEquals(read("Dec 31 23:59:59 x", context("UTC", Date.UTC(2026, 0, 1)))?.[0], "2025-12-31T23:59:59");
  assertEquals(read("Jan  1 00:00:01 x", context("UTC", Date.UTC(2025, 11, 31)))?.[0], "2026-01-01T00:00:01");
  assertEquals(read("Feb 29 08:00:00 x", context("UTC", Date.UTC(2025, 1, 1)))?.[0], "2024-02-29T08:00:00");
  const november = context("UTC", Date.UTC(2026, 10, 21));
  assertEquals(read("May  6 08:00:00 x", november)?.[0], "2026-05-06T08:00:00");
  assertEquals(read("Dec 10 08:00:00 x", november)?.[0], "2026-12-10T08:00:00");
  assertEquals(read("Dec 30 08:00:00 x", november)?.[0], "2025-12-30T08:00:00");
});

Deno.test("a time without a day is of the past, but for some hours that clocks and zones may be ahead", () => {
  assertEquals(
    read("08:00:00 x", context("UTC", Date.UTC(2026, 10, 20, 20, 35)))?.[0],
    "2026-11-20T08:00:00",
  );
  assertEquals(read("20:35:00 x", context("UTC", Date.UTC(2026, 10, 20, 16)))?.[0], "2026-11-20T20:35:00");
  assertEquals(read("23:00:00 x", context("UTC", Date.UTC(2026, 10, 20, 16)))?.[0], "2026-11-19T23:00:00");
  assertEquals(read("23:59:00 x", context("UTC", Date.UTC(2026, 10, 20, 0, 1)))?.[0], "2026-11-19T23:59:00");
  assertEquals(
    read("00:01:00 x", context("UTC", Date.UTC(2026, 10, 20, 23, 59)))?.[0],
    "2026-11-21T00:01:00",
  );
});

Deno.test("a time without a zone is in the zone of the context, summer time and all", () => {
  const berlin = context("Europe/Berlin");
  assertEquals(read("2026-11-20 08:00:00 x", berlin)?.[0], "2026-11-20T07:00:00");
  assertEquals(read("2026-07-20 08:00:00 x", berlin)?.[0], "2026-07-20T06:00:00");
  assertEquals(read("2026-07-20 08:00:00Z x", berlin)?.[0], "2026-07-20T08:00:00");
  assertEquals(read("2026-10-25 02:30:00 x", berlin)?.[0], "2026-10-25T00:30:00");
  assertEquals(read("2026-11-20 08:00:00 x", context("+05:30"))?.[0], "2026-11-20T02:30:00");
});

Deno.test("what one context remembers does not answer for another", () => {
  assertEquals(read("2026-11-20 08:00:00 x")?.[0], "2026-11-20T08:00:00");
  assertEquals(read("2026-11-20 08:00:00 x", context("-01:00"))?.[0], "2026-11-20T09:00:00");
});

Deno.test("any ISO time comes back, whatever its fraction and offset", () => {
  const offset = fc.constantFrom("Z", "+00:00", "+0530", "-08:00", " +0200", "");
  fc.assert(fc.property(
    fc.date({ min: new Date("1971-01-01"), max: new Date("2199-01-01"), noInvalidDate: true }),
    fc.constantFrom("T", " ", "_"),
    offset,
    fc.integer({ min: 0, max: 9 }),
    (date, separator, zone, digits) => {
      const fraction = String(date.getTime() % 1000 * 1_000_003).padStart(9, "0").slice(0, digits);
      const wall = date.toISOString().slice(0, 19);
      const text = wall.replace("T", separator) + (digits > 0 ? `.${fraction}` : "") + zone;
      const sign = zone.trim().startsWith("-") ? -1 : 1;
      const numbers = zone.replaceAll(/\D/g, "").padEnd(4, "0");
      const minutes = sign * (Number(numbers.slice(0, 2)) * 60 + Number(numbers.slice(2)));
      const expected = new Date(Date.parse(`${wall}Z`) - minutes * 60_000).toISOString().slice(0, 19);
      assertEquals(read(text)?.[0], expected + (digits > 0 ? `.${fraction}` : ""), text);
    },
  ));
});

Deno.test("readEpoch tells seconds, milliseconds, microseconds and nanoseconds apart, exactly", () => {
  const cases: [string, string | null][] = [
    ["1700000000", "2023-11-14T22:13:20"],
    ["1700000000.123", "2023-11-14T22:13:20.123"],
    ["1700000000123", "2023-11-14T22:13:20.123"],
    ["1700000000123.456", "2023-11-14T22:13:20.123456"],
    ["1700000000123456", "2023-11-14T22:13:20.123456"],
    ["1700000000123456789", "2023-11-14T22:13:20.123456789"],
    ["1.7000000001234567e+09", "2023-11-14T22:13:20.1234567"],
    ["1.7e9", "2023-11-14T22:13:20"],
    ["17e20", null],
    ["-5", null],
    ["12x", null],
    ["", null],
  ];
  for (const [text, expected] of cases) {
    batch.clear();
    batch.bytes.set(encoder.encode(text));
    const row = batch.begin(0, text.length);
    assertEquals(readEpoch(batch, row, 0, text.length) ? shown(row) : null, expected, text);
  }
});

Deno.test("of a month and a day that may change places the month comes first, but where the other order alone is of late", () => {
  assertEquals(read("05/11/2026 08:00:00 x"), ["2026-11-05T08:00:00", " x"]);
  assertEquals(read("11/05/2026 08:00:00 x"), ["2026-11-05T08:00:00", " x"]);
  assertEquals(read("05-11-2026 08:00:00 x"), ["2026-11-05T08:00:00", " x"]);
  assertEquals(read("05/04/2026 08:00:00 x"), ["2026-05-04T08:00:00", " x"]);
  assertEquals(read("11/10/2026 08:00:00 x"), ["2026-11-10T08:00:00", " x"]);
  assertEquals(read("05/11/2026 08:00:00 x", context("UTC", Date.UTC(2025, 10, 20))), [
    "2026-05-11T08:00:00",
    " x",
  ]);
  const day = context();
  assertEquals(read("25/04/2026 08:00:00 x", day), ["2026-04-25T08:00:00", " x"]);
  assertEquals(read("05/04/2026 08:00:00 x", day), ["2026-04-05T08:00:00", " x"]);
  const month = context();
  assertEquals(read("04/25/2026 08:00:00 x", month), ["2026-04-25T08:00:00", " x"]);
  assertEquals(read("05/11/2026 08:00:00 x", month), ["2026-05-11T08:00:00", " x"]);
});
