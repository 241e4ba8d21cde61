import { assert, assertEquals } from "@std/assert";
import { type Match, MatchList, SCAN_BASE } from "../../src/engine/match_list.ts";

const match = (source: number, sequence: number, order: number): Match => ({
  source,
  sequence,
  order,
  offset: 0,
  length: 0,
  line: 0,
  part: 0,
  format: 0,
  flags: 0,
  time: NaN,
  severity: 0,
  pattern: -1,
});

const orders = (list: MatchList) =>
  Array.from({ length: list.end - list.first }, (_, at) => list.at(list.first + at).order);

Deno.test("of more matches than are listed the oldest go, whichever way they come", () => {
  const list = new MatchList(16);
  list.putBehind(Array.from({ length: 10 }, (_, at) => match(0, at, at)));
  for (let at = 10; at < 1000; at++) {
    list.append([match(0, at, at)]);
    const listed = orders(list);
    assertEquals(listed.length + list.unlisted, at + 1);
    assert(listed.length >= Math.min(16, at + 1) && listed.length < 18);
    assertEquals([listed[0], listed.at(-1)], [at + 1 - listed.length, at]);
  }
  const { first, end } = list;
  list.putBehind([match(1, 0, -1)]);
  assertEquals([list.first, list.end, end - first], [first, end, orders(list).length]);
  assertEquals(list.positionOf({ source: 0, sequence: 999 }), SCAN_BASE + 989);
  assertEquals(list.positionFrom(995), SCAN_BASE + 985);
});

Deno.test("matches of several files stand by time, found backwards and what came since", () => {
  const list = new MatchList();
  list.putBehind([match(0, 7, 70), match(0, 9, 90)]);
  list.putBehind([match(1, 3, 60), match(1, 4, 80)]);
  assertEquals(orders(list), [60, 70, 80, 90]);
  list.append([match(0, 10, 95)]);
  list.putBehind([match(0, 1, 10)]);
  assertEquals(orders(list), [10, 60, 70, 80, 90, 95]);
  assertEquals([list.first, list.end, list.unlisted], [SCAN_BASE - 5, SCAN_BASE + 1, 0]);
  assertEquals(list.positionOf({ source: 1, sequence: 4 }), SCAN_BASE - 2);
  assertEquals(list.positionOf({ source: 0, sequence: 10 }), SCAN_BASE);
  assertEquals(list.positionOf({ source: 1, sequence: 9 }), null);
});
