import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { Severities } from "../../src/analysis/severities.ts";
import { Timeline } from "../../src/analysis/timeline.ts";
import { Totals } from "../../src/analysis/totals.ts";
import { BUCKET_WIDTHS, coarsen } from "../../src/record/time_buckets.ts";
import type { TimelineSummary } from "../../src/record/summary.ts";
import { eachBatch, type TestRecord } from "./make_batch.ts";

const START = Date.UTC(2026, 10, 20, 8);

function timelineOf(records: TestRecord[], received = 0): Timeline {
  const timeline = new Timeline();
  eachBatch(records, (batch) => timeline.add(batch), undefined, received);
  return timeline;
}

function total({ buckets }: TimelineSummary): number {
  return buckets.reduce((sum, { severities }) => sum + severities.reduce((a, b) => a + b), 0);
}

Deno.test("records are counted by severity and second of their own time", () => {
  const timeline = timelineOf([
    { time: START + 10, severity: 9 },
    { time: START + 999, severity: 17 },
    { time: START + 3000, severity: 12 },
    { time: START, severity: 0 },
  ]);
  assertEquals(timeline.snapshot(), {
    width: 1000,
    buckets: [
      { time: START, severities: [1, 0, 0, 1, 0, 1, 0] },
      { time: START + 3000, severities: [0, 0, 0, 1, 0, 0, 0] },
    ],
  });
});

Deno.test("records without a time, or with one that no calendar knows, count when they were received", () => {
  const timeline = timelineOf([{ severity: 9 }, { time: 1e18, severity: 9 }], START);
  assertEquals(timeline.snapshot().buckets, [{ time: START, severities: [0, 0, 0, 2, 0, 0, 0] }]);
});

Deno.test("records without a time count at the time of the record before them, the first ones at the next", () => {
  const later = START + 60_000;
  const timeline = timelineOf([{}, { time: START }, {}, { time: later }, {}], Date.UTC(2030, 0, 1));
  assertEquals(timeline.snapshot().buckets.map(({ time }) => time), [START, later]);
  assertEquals(total(timeline.snapshot()), 5);
});

Deno.test("records without a time keep that of the record before them in their source when the buckets become wider", () => {
  const timeline = new Timeline();
  const add = (source: number, records: TestRecord[]) =>
    eachBatch(records, (batch) => {
      batch.source = source;
      timeline.add(batch);
    });
  add(0, [{ time: START }]);
  add(1, Array.from({ length: 10_000 }, (_, second): TestRecord => ({ time: START + second * 1000 })));
  add(0, [{}]);
  const { buckets } = timeline.snapshot();
  assertEquals([buckets[0].time, total({ width: 0, buckets })], [START, 10_002]);
  assertEquals(buckets[0].severities[0] - buckets[1].severities[0], 2);
});

Deno.test("a clock that is far off costs one bucket and makes no other wider", () => {
  const records = Array.from({ length: 5000 }, (_, i): TestRecord => ({ time: START + i * 10, severity: 9 }));
  records.push({ time: 0 }, { time: Date.UTC(2099, 0, 1) });
  const shown = timelineOf(records).snapshot();
  assertEquals(shown.width, 1000);
  assertEquals(shown.buckets.length, 52);
  const few = coarsen(shown, 20);
  assertEquals(few.width, 5000);
  assertEquals(total(few), 5002);
});

Deno.test("the timeline stays small however long and wild the log is, and loses no record", () => {
  const records = Array.from({ length: 20_000 }, (_, i): TestRecord => ({
    time: (i % 2 ? 1 : -1) * ((i * 7919) % 20_000) * 4e11,
    severity: 9,
  }));
  const shown = timelineOf(records).snapshot();
  assertLessOrEqual(shown.buckets.length, 300);
  assertEquals(total(shown), 20_000);
});

Deno.test("a week by the second is shown in few buckets of a round width", () => {
  const records = Array.from(
    { length: 100_000 },
    (_, i): TestRecord => ({ time: START + i * 6048, severity: 9 }),
  );
  const shown = timelineOf(records).snapshot();
  assertEquals(shown.width, 3_600_000);
  assertEquals(shown.buckets.length, 168);
  assert(shown.buckets.every(({ time }) => time % 3_600_000 === 0));
  const weeks = coarsen(shown, 2);
  assertEquals(weeks.width, 7 * 86_400_000);
  assertEquals(new Date(weeks.buckets[0].time).getUTCDay(), 1);
});

Deno.test("each width is a multiple of the one before, so that buckets add up", () => {
  BUCKET_WIDTHS.slice(1).forEach((width, at) => assertEquals(width % BUCKET_WIDTHS[at], 0));
});

Deno.test("any split of the records gives the same timeline, in no more buckets than asked for", () => {
  const time = fc.oneof(
    fc.integer({ min: 0, max: 100_000 }).map((seconds) => START + seconds * 1000),
    fc.integer({ min: -1e12, max: 4e12 }),
  );
  fc.assert(
    fc.property(
      fc.array(time, { maxLength: 200 }),
      fc.nat(200),
      fc.integer({ min: 1, max: 60 }),
      (times, cut, n) => {
        const records = times.map((time): TestRecord => ({ time, severity: 9 }));
        const first = timelineOf(records.slice(0, cut));
        first.merge(timelineOf(records.slice(cut)));
        const whole = timelineOf(records).snapshot();
        assertEquals(first.snapshot(), whole);
        const few = coarsen(whole, n);
        assertEquals(total(few), times.length);
        if (n > 1) assertLessOrEqual(few.buckets.length, n);
      },
    ),
  );
});

Deno.test("timelines of different widths merge, and a timeline that was reset begins anew", () => {
  const wide = timelineOf(
    Array.from({ length: 6000 }, (_, i) => ({ time: START + i * 60_000, severity: 9 })),
  );
  const narrow = timelineOf([{ time: START, severity: 17 }]);
  narrow.merge(wide);
  assertEquals(total(narrow.snapshot()), 6001);
  wide.merge(timelineOf([{ time: START, severity: 17 }]));
  assertEquals(wide.snapshot(), narrow.snapshot());
  wide.reset();
  eachBatch([{ time: START, severity: 9 }], (batch) => wide.add(batch));
  assertEquals(wide.snapshot(), {
    width: 1000,
    buckets: [{ time: START, severities: [0, 0, 0, 1, 0, 0, 0] }],
  });
});

Deno.test("totals and severities add up over batches and merges", () => {
  const totals = new Totals();
  const severities = new Severities();
  assertEquals(totals.snapshot(), { records: 0, start: null, end: null });
  const records = Array.from({ length: 1000 }, (_, i): TestRecord => ({
    time: i % 2 ? START + i : undefined,
    severity: i % 25,
  }));
  eachBatch(records, (batch) => {
    totals.add(batch);
    severities.add(batch);
  });
  const other = new Totals();
  eachBatch([{ time: START - 5 }], (batch) => other.add(batch));
  totals.merge(other);
  assertEquals(totals.snapshot(), { records: 1001, start: START - 5, end: START + 999 });
  assertEquals(severities.snapshot(), [40, 160, 160, 160, 160, 160, 160]);
});
