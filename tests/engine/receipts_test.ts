import { assert, assertEquals } from "@std/assert";
import { Receipts } from "../../src/engine/receipts.ts";
import { Batch } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";

function batchOf(received: number, severities: number[]): Batch {
  const batch = new Batch(16, 16, new KeyTable());
  batch.received = received;
  for (const severity of severities) {
    batch.severity[batch.begin(0, 0)] = severity;
    batch.commit();
  }
  return batch;
}

Deno.test("records are counted by when they came, in buckets that get wider as there are more", () => {
  const receipts = new Receipts();
  const start = Date.UTC(2026, 10, 18);
  receipts.add(batchOf(start + 300, [9, 9, 17]));
  receipts.add(batchOf(start + 2100, [13]));
  assertEquals(receipts.snapshot(), {
    width: 1000,
    buckets: [
      { time: start, severities: [0, 0, 0, 2, 0, 1, 0] },
      { time: start + 2000, severities: [0, 0, 0, 0, 1, 0, 0] },
    ],
  });
  for (let second = 10; second < 4000; second++) receipts.add(batchOf(start + second * 1000, [9]));
  const { width, buckets } = receipts.snapshot();
  assertEquals(width, 15_000);
  assert(buckets.length <= 300);
  assertEquals(buckets.reduce((sum, { severities }) => sum + severities.reduce((a, b) => a + b), 0), 3994);
  receipts.reset();
  assertEquals(receipts.snapshot(), { width: 1000, buckets: [] });
});
