import { assertAlmostEquals, assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import fc from "fast-check";
import { Attributes } from "../../src/analysis/attributes.ts";
import { FieldHashes } from "../../src/analysis/field_hashes.ts";
import { Batch, ESCAPED, INT, NULL } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import type { AttributeSummary } from "../../src/record/summary.ts";
import { eachBatch, type TestRecord } from "./make_batch.ts";

function attributesOf(records: TestRecord[], keys = new KeyTable()): Attributes {
  const hashes = new FieldHashes();
  const attributes = new Attributes(hashes);
  eachBatch(records, (batch) => {
    hashes.read(batch);
    attributes.add(batch);
  }, keys);
  return attributes;
}

function of(key: string, all: AttributeSummary[]): AttributeSummary {
  const found = all.find((attribute) => attribute.key === key);
  if (found === undefined) throw new Error(`no ${key}`);
  return found;
}

Deno.test("attributes are counted by key and value, the commonest first", () => {
  const all = attributesOf([
    { attributes: [["status", "200", INT], ["path", "/a"]] },
    { attributes: [["status", "200", INT], ["path", "/b"], ["error", "null", NULL]] },
    { attributes: [["status", "500", INT]] },
  ]).snapshot();
  assertEquals(all, [
    {
      key: "status",
      count: 3,
      distinct: 2,
      exact: true,
      values: [{ value: "200", count: 2 }, { value: "500", count: 1 }],
    },
    {
      key: "path",
      count: 2,
      distinct: 2,
      exact: true,
      values: [{ value: "/a", count: 1 }, { value: "/b", count: 1 }],
    },
    { key: "error", count: 1, distinct: 1, exact: true, values: [{ value: "null", count: 1 }] },
  ]);
});

Deno.test("an escaped value is one with the same value without escapes", () => {
  const [path] = attributesOf([
    { attributes: [["path", "/größe/\u{1f600}"]] },
    { attributes: [["path", "\\/gr\\u00f6\\u00dfe\\/\\ud83d\\ude00", ESCAPED]] },
  ]).snapshot();
  assertEquals(path.values, [{ value: "/größe/\u{1f600}", count: 2 }]);
});

Deno.test("long values are cut and marked so, and different ones that begin alike are counted apart", () => {
  const long = "ä".repeat(150);
  const [key] = attributesOf([
    { attributes: [["stack", `${long}1`]] },
    { attributes: [["stack", `${long}2`]] },
    { attributes: [["stack", `${long}1`]] },
    { attributes: [["stack", "x".repeat(200)]] },
  ]).snapshot();
  assertEquals([key.count, key.distinct], [4, 3]);
  assertEquals(
    key.values.map(({ value, count }) => [value, count]).sort(),
    [
      ["x".repeat(200), 1],
      [`${"ä".repeat(100)}…`, 1],
      [`${"ä".repeat(100)}…`, 2],
    ].sort(),
  );
});

Deno.test("a key that a record repeats counts once for it, with the value that comes last", () => {
  const [key] = attributesOf([
    { attributes: [["a", "1"], ["b", "x"], ["a", "2"]] },
    { attributes: [["a", "3"]] },
    { attributes: [["a", "4"], ["a", "5"], ["a", "3"]] },
    { attributes: [["a", "2"]] },
  ]).snapshot();
  assertEquals([key.count, key.distinct], [4, 2]);
  assertEquals(key.values, [{ value: "2", count: 2 }, { value: "3", count: 2 }]);
});

Deno.test("what a record says itself goes before its scope, that before its resource", () => {
  const hashes = new FieldHashes();
  const attributes = new Attributes(hashes);
  const batch = new Batch(16, 1000, new KeyTable());
  batch.bytes.set(new TextEncoder().encode("rso"), 0);
  const add = (key: string, at: number) => batch.addField(batch.keys.idOf(key), at, at + 1, 0);
  ["own", "scope", "alone"].forEach((key) => add(key, 0));
  const resource = batch.addGroup(0);
  ["scope", "own"].forEach((key) => add(key, 1));
  const scope = batch.addGroup(3);
  for (let i = 0; i < 4; i++) {
    const row = batch.begin(0, 0);
    batch.resource[row] = resource;
    if (i > 0) batch.scope[row] = scope;
    if (i > 1) add("own", 2);
    batch.commit();
  }
  hashes.read(batch);
  attributes.add(batch);
  assertEquals(attributes.snapshot().map(({ key, count, values }) => [key, count, values]), [
    ["alone", 4, [{ value: "r", count: 4 }]],
    ["own", 4, [{ value: "o", count: 2 }, { value: "r", count: 1 }, { value: "s", count: 1 }]],
    ["scope", 4, [{ value: "s", count: 3 }, { value: "r", count: 1 }]],
  ]);
});

Deno.test("fields of a resource count once for each record that refers to them", () => {
  const hashes = new FieldHashes();
  const attributes = new Attributes(hashes);
  const batch = new Batch(16, 1000, new KeyTable());
  batch.bytes.set(new TextEncoder().encode("apieu"), 0);
  batch.addField(batch.keys.idOf("service.name"), 0, 3, 0);
  const resource = batch.addGroup(0);
  batch.addField(batch.keys.idOf("region"), 3, 5, 0);
  const scope = batch.addGroup(1);
  for (let i = 0; i < 5; i++) {
    const row = batch.begin(0, 0);
    batch.resource[row] = resource;
    if (i < 2) batch.scope[row] = scope;
    batch.commit();
  }
  hashes.read(batch);
  attributes.add(batch);
  assertEquals(attributes.snapshot().map(({ key, count, values }) => [key, count, values[0]]), [
    ["service.name", 5, { value: "api", count: 5 }],
    ["region", 2, { value: "eu", count: 2 }],
  ]);
});

Deno.test("there are never more distinct values than records that have the key", () => {
  // Each of the estimates alone would be too high as often as not.
  const records = Array.from({ length: 4000 }, (_, i): TestRecord => ({
    attributes: Array.from({ length: 20 }, (_, key) => [`id${key}`, `${key}-${i}`]),
  }));
  for (const { key, count, distinct } of attributesOf(records).snapshot()) {
    assertLessOrEqual(distinct, count, key);
  }
});

Deno.test("distinct values are exact up to 2,048, then within a few per cent, and common values stay", () => {
  const ids = (count: number): TestRecord[] =>
    Array.from({ length: count }, (_, i) => ({ attributes: [["id", i % 10 === 0 ? "root" : `user-${i}`]] }));
  const exact = of("id", attributesOf(ids(2000)).snapshot());
  assertEquals([exact.exact, exact.distinct], [true, 1801]);
  const estimated = of("id", attributesOf(ids(60_000)).snapshot());
  assertEquals([estimated.exact, estimated.count], [false, 60_000]);
  assertAlmostEquals(estimated.distinct, 54_001, 54_001 * 0.08);
  assertEquals(estimated.values[0].value, "root");
  assertLessOrEqual(estimated.values[0].count, 6000);
  assertGreaterOrEqual(estimated.values[0].count, 6000 - 60_000 / 1025);
});

Deno.test("parts that were counted apart merge to the same counts", () => {
  const value = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2", "", "x y"));
  const records = fc.array(fc.uniqueArray(value, { selector: ([key]) => key, maxLength: 3 }), {
    maxLength: 60,
  });
  fc.assert(fc.property(records, fc.nat(60), (all, cut) => {
    const made = all.map((attributes): TestRecord => ({ attributes }));
    const first = attributesOf(made.slice(0, cut));
    first.merge(attributesOf(made.slice(cut)));
    assertEquals(first.snapshot(), attributesOf(made).snapshot());
  }));
});

/** Records with an id each. */
function ids(from: number, to: number): TestRecord[] {
  return Array.from({ length: to - from }, (_, i) => ({ attributes: [["id", `user-${from + i}`]] }));
}

Deno.test("estimates merge too", () => {
  const first = attributesOf(ids(0, 1500));
  first.merge(attributesOf(ids(1000, 2000)));
  assertEquals(of("id", first.snapshot()).distinct, 2000);
  first.merge(attributesOf(ids(1500, 9000)));
  const merged = of("id", first.snapshot());
  assertEquals([merged.exact, merged.count], [false, 10_000]);
  assertAlmostEquals(merged.distinct, 9000, 9000 * 0.08);
});

Deno.test("an estimate counts what is merged into it, also where there is room for all of that", () => {
  const many = attributesOf(ids(0, 3100));
  many.merge(attributesOf(ids(10_000, 10_900)));
  const merged = of("id", many.snapshot());
  assertEquals([merged.exact, merged.count], [false, 4000]);
  assertAlmostEquals(merged.distinct, 4000, 4000 * 0.08);
});

Deno.test("keys made at random do not push out the ones that matter, nor do values made at random", () => {
  const records = Array.from({ length: 30_000 }, (_, i): TestRecord => ({
    attributes: [["common", String(i % 3)], [`random-${i}`, "v".repeat(50)], [
      "id",
      `id-${i}-${"x".repeat(80)}`,
    ]],
  }));
  const attributes = attributesOf(records);
  assertLessOrEqual(attributes.bytes, 12 << 20);
  const all = attributes.snapshot();
  const common = of("common", all);
  assertGreaterOrEqual(common.count, 30_000 - 90_000 / 2001);
  assertLessOrEqual(common.count, 30_000);
  assertLessOrEqual(all.length, 100);
  assertGreaterOrEqual(of("id", all).count, 30_000 - 90_000 / 2001);
  assertAlmostEquals(of("id", all).distinct, 30_000, 30_000 * 0.08);
});

Deno.test("numbers of keys may change their meaning between batches", () => {
  const keys = new KeyTable();
  const hashes = new FieldHashes();
  const attributes = new Attributes(hashes);
  const add = (batch: Batch) => {
    hashes.read(batch);
    attributes.add(batch);
  };
  eachBatch([{ attributes: [["first", "1"], ["second", "2"]] }], add, keys);
  for (let i = 0; i < 20_000; i++) keys.idOf(`k${i}`);
  keys.trim();
  eachBatch([{ attributes: [["second", "2"], ["first", "1"]] }], add, keys);
  eachBatch([{ attributes: [["third", "3"]] }], add, new KeyTable());
  assertEquals(attributes.snapshot().map(({ key, count, values }) => [key, count, values.length]), [
    ["first", 2, 1],
    ["second", 2, 1],
    ["third", 1, 1],
  ]);
});
