import { assert, assertEquals } from "@std/assert";
import { CountTable } from "../../src/analysis/count_table.ts";

const encoder = new TextEncoder();

function put(table: CountTable, number: number, weight: number): number {
  const entry = table.insertPruned(number, -number, weight);
  const text = encoder.encode(String(number));
  table.setText(entry, text, 0, text.length);
  return entry;
}

/** A queue of pairs as `put` makes them. */
function queueOf(numbers: number[]): Int32Array {
  return Int32Array.from(numbers.flatMap((number) => [number, -number, 0, 0]));
}

Deno.test("counts stay right past what a small integer holds", () => {
  const table = new CountTable(4, 8, 16);
  const entry = put(table, 7, 2 ** 30 - 2);
  const missed = new Int32Array(4);
  const queue = queueOf([7, 7, 7, 7]);
  const misses = table.addCommon(queue, 4, missed);
  for (let i = 0; i < misses; i++) table.addAt(entry, 1);
  assertEquals(table.countAt(entry), 2 ** 30 + 2);
  table.addAt(entry, 2 ** 40);
  assertEquals(table.top(1), [{ entry, text: "7", count: 2 ** 40 + 2 ** 30 + 2 }]);
});

Deno.test("pairs that are new or were counted once are left to the caller", () => {
  const table = new CountTable(4, 8, 16);
  put(table, 1, 1);
  const common = put(table, 2, 2);
  const missed = new Int32Array(4);
  assertEquals(table.addCommon(queueOf([1, 2, 3, 2]), 4, missed), 2);
  assertEquals([...missed.subarray(0, 2)], [0, 2]);
  assertEquals(table.countAt(common), 4);
});

Deno.test("a clean-up keeps what counts most, with its text, and says where it went", () => {
  const table = new CountTable(10, 20, 16);
  const names = new Map<number, number>();
  for (let number = 1; number <= 20; number++) names.set(put(table, number, number), number);
  const before = new Map(names);
  names.clear();
  table.prune((from, to) => names.set(to, before.get(from)!));
  assertEquals(table.size, 10);
  assertEquals(table.error, 10);
  for (const { entry, text, count } of table.top(20)) {
    assertEquals(names.get(entry), Number(text));
    assertEquals(count, Number(text) - 10);
    assertEquals(table.find(Number(text), -Number(text)), entry);
  }
  assert(table.find(3, -3) < 0);
});

Deno.test("a table takes less room once it is told to hold less", () => {
  const table = new CountTable(1000, 2000, 16);
  for (let number = 1; number <= 2000; number++) put(table, number, number);
  const before = table.bytes;
  table.keep = 10;
  table.limit = 20;
  table.prune();
  assertEquals(table.size, 10);
  assert(table.bytes * 20 < before);
  assertEquals(table.top(1)[0].text, "2000");
});
