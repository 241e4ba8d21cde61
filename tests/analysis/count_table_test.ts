import { assert, assertEquals } from "@std/assert";
import { CountTable } from "../../src/analysis/count_table.ts";

const encoder = new TextEncoder();

function put(table: CountTable, number: number, weight: number): number {
  const entry = table.insertPruned(table.find(number, -number), number, -number, weight);
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
  const missed = new Int32Array(8);
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
  const missed = new Int32Array(8);
  assertEquals(table.addCommon(queueOf([1, 2, 3, 2]), 4, missed), 2);
  assertEquals([missed[0], missed[2]], [0, 2]);
  assertEquals(table.countAt(common), 4);
});

Deno.test("a pair that was missed is found again whatever was put into the table since", () => {
  for (const others of [0, 1, 5, 200]) {
    const table = new CountTable(100, 150, 16);
    for (let number = 1; number <= 20; number++) put(table, number, 1);
    const numbers = Array.from({ length: 30 }, (_, at) => at + 10);
    const missed = new Int32Array(numbers.length * 2);
    assertEquals(table.addCommon(queueOf(numbers), numbers.length, missed), numbers.length);
    for (let number = 1000; number < 1000 + others; number++) put(table, number, 1);
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[missed[i * 2]];
      const place = table.findAgain(missed[i * 2 + 1], number, -number);
      assertEquals(place, table.find(number, -number));
      if (place < 0) table.insertPruned(place, number, -number, 1);
    }
  }
});

Deno.test("pairs that are mostly new are counted as if they came one at a time", () => {
  const table = new CountTable(40, 80, 16);
  const single = new CountTable(40, 80, 16);
  const missed = new Int32Array(2 * 64);
  const told: number[] = [];
  const fresh: number[] = [];
  let state = 7;
  const next = (below: number) => ((state = Math.imul(state, 1103515245) + 12345 | 0) >>> 16) % below;
  for (let round = 0; round < 200; round++) {
    // A few common pairs among many that come once, or twice soon after each other.
    const numbers = Array.from({ length: 64 }, (_, i) => {
      const kind = next(4);
      return kind === 0 ? 1 + next(5) : kind === 1 ? 1000 + round : 2000 + round * 64 + i;
    });
    const queue = queueOf(numbers);
    const misses = table.addCommon(queue, numbers.length, missed);
    table.addRare(queue, missed, misses, { add: (a) => told.push(a) }, (at, entry) => {
      const text = encoder.encode(String(queue[at]));
      table.setText(entry, text, 0, text.length);
    });
    // Those that are common already come first in a round: they were counted before anything could push them out.
    const rare = new Set(Array.from({ length: misses }, (_, i) => missed[i << 1]));
    const order = [...numbers.filter((_, i) => !rare.has(i)), ...numbers.filter((_, i) => rare.has(i))];
    for (const number of order) {
      const entry = single.find(number, -number);
      if (entry < 0) {
        fresh.push(number);
        single.insertPruned(entry, number, -number, 1);
      } else {
        single.addAt(entry, 1);
        if (!single.hasText(entry)) {
          const text = encoder.encode(String(number));
          single.setText(entry, text, 0, text.length);
        }
      }
    }
    assertEquals(table.size, single.size);
  }
  assertEquals(told, fresh);
  assert(table.error > 0);
  assertEquals(table.error, single.error);
  assertEquals(table.top(80), single.top(80));
  assertEquals(table.top(5).map(({ text }) => text).sort(), ["1", "2", "3", "4", "5"]);
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
