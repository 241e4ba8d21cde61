import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { BlankValues } from "../../../src/analysis/patterns/blank_values.ts";
import { NumberReader } from "../../../src/analysis/patterns/number_text.ts";
import { PatternIds } from "../../../src/analysis/patterns/pattern_ids.ts";
import { QUANTILE_ERROR, QuantileSketch } from "../../../src/analysis/patterns/quantile_sketch.ts";
import { kindOfText } from "../../../src/analysis/patterns/variable_kind.ts";

Deno.test("a quantile is within one per cent of the number with that rank", () => {
  const number = fc.oneof(
    fc.integer({ min: -1e6, max: 1e6 }),
    fc.double({ min: 0.1, max: 1e6, noNaN: true }),
    fc.constantFrom(0, 0.01, -0.5, 1e6),
  );
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 300 }),
      fc.array(number, { maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (first, second, q) => {
        const sketch = new QuantileSketch();
        for (const value of first) sketch.add(value);
        const other = new QuantileSketch();
        for (const value of second) other.add(value);
        sketch.merge(other);
        const sorted = [...first, ...second].sort((a, b) => a - b);
        const rank = q * (sorted.length - 1);
        const found = sketch.quantile(q);
        const near = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
        const close = near.some((value) =>
          Math.abs(found - value) <= Math.abs(value) * QUANTILE_ERROR * 1.001
        );
        assert(close, `${found} for ${near}`);
        assertEquals([sketch.count, sketch.min, sketch.max], [sorted.length, sorted[0], sorted.at(-1)]);
      },
    ),
  );
});

Deno.test("a quantile of small whole numbers is one of them", () => {
  const number = fc.integer({ min: -48, max: 48 });
  const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
  fc.assert(fc.property(fc.array(number, { minLength: 1 }), fc.nat(100), (numbers, percent) => {
    const sketch = new QuantileSketch();
    for (const value of numbers) sketch.add(value);
    const rank = Math.floor(percent / 100 * (numbers.length - 1));
    assertEquals(sketch.quantile(percent / 100), sorted(numbers)[rank]);
  }));
});

/** The values of one variable, as if each had been looked at once. */
function blankValuesOf(values: readonly string[]): BlankValues {
  const blank = new BlankValues();
  const reader = new NumberReader();
  for (const value of values) {
    const bytes = new TextEncoder().encode(`${value}        `);
    blank.add(reader, bytes, new DataView(bytes.buffer), 0, bytes.length - 8, 1);
  }
  return blank;
}

Deno.test("of the values of a variable a frequent one is never let go, and its count is short by no more than the bound", () => {
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("a", "b", "c") },
    { weight: 3, arbitrary: fc.string({ maxLength: 3 }) },
  );
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 1000 }),
      fc.array(value, { maxLength: 1000 }),
      (first, second) => {
        const values = [...first, ...second];
        const counts = new Map<string, number>();
        for (const one of values) counts.set(one, (counts.get(one) ?? 0) + 1);
        const joined = blankValuesOf(first);
        joined.merge(blankValuesOf(second));
        for (const blank of [blankValuesOf(values), joined]) {
          const { count, distinct, exact, values: top } = blank.summary();
          assertEquals(count, values.length);
          const bound = exact ? 0 : values.length / 33;
          const told = new Map(top.map(({ value, count }) => [value, count]));
          const least = top.length < 32 ? 0 : top[31].count;
          for (const [one, count] of counts) {
            const found = told.get(one) ?? Math.min(count, least);
            assert(found <= count && found >= count - bound, `${one}: ${found} of ${count}`);
          }
          if (exact) assertEquals(distinct, counts.size);
          else {
            assert(counts.size > 64);
            assert(Math.abs(distinct - counts.size) <= counts.size * 0.15, `${distinct} of ${counts.size}`);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("numbers are read with their unit", () => {
  const reader = new NumberReader();
  const read = (text: string) => {
    const bytes = new TextEncoder().encode(`<${text}>       `);
    const to = bytes.length - 8;
    const value = reader.read(bytes, new DataView(bytes.buffer), 1, to);
    return Number.isNaN(value) ? null : [Math.round(value * 1e6) / 1e6, reader.measure];
  };
  assertEquals(read("42"), [42, ""]);
  assertEquals(read("-1.5"), [-1.5, ""]);
  assertEquals(read("#7"), [7, ""]);
  assertEquals(read("12ms"), [12, "ms"]);
  assertEquals(read("1.5 s"), [1500, "ms"]);
  assertEquals(read("250µs"), [0.25, "ms"]);
  assertEquals(read("2 KiB"), [2048, "bytes"]);
  assertEquals(read("3 MB"), [3e6, "bytes"]);
  assertEquals(read("80%"), [80, "%"]);
  for (const text of ["", "-", "a", "1a", "1.2.3", "0x1f", "1 2", "10.0.0.1", "12345678901234567890"]) {
    assertEquals(read(text), null, text);
  }
});

Deno.test("the kind of a value", () => {
  const kinds: [string, string[]][] = [
    ["num", ["5", "-1.5", "#7", "12 MB", "80%", "1e9", "512M"]],
    ["dur", ["5ms", "1.5 s", "3 hours", "1m30s", "5m", "3 min 20 s"]],
    ["time", ["2026-11-20", "12:30:05", "Fri Jun 17 07:07:00 2005"]],
    ["addr", [
      "10.0.0.1",
      "10.0.0.1:80",
      "fe80::1",
      "00:11:22:33:44:55",
      "a.example.com",
      "node-7:8080",
      "jo@x.org",
    ]],
    ["path", ["/var/log", "https://a.example/b", "C:\\x\\y", "a/b/c"]],
    ["id", ["blk_17", "3f2a-77", "0x1f", "v1.2.3-rc1"]],
    ["word", ["alice", "some words"]],
  ];
  for (const [kind, texts] of kinds) for (const text of texts) assertEquals(kindOfText(text), kind, text);
});

Deno.test("numbers of joined patterns lead to the one that is left", () => {
  const ids = new PatternIds(100);
  const [a, b, c] = [ids.give(), ids.give(), ids.give()];
  assertEquals([a, b, c], [100, 101, 102]);
  ids.join(b, c);
  ids.join(a, b);
  assertEquals([ids.resolve(c), ids.resolve(b), ids.resolve(a), ids.resolve(7)], [a, a, a, 7]);
});

Deno.test("a file is known by what its name ends in", () => {
  assertEquals(
    ["photo-12.jpg", "orders.2.csv", "app.log", "build.tar.gz"].map(kindOfText),
    Array(4).fill("path"),
  );
  assertEquals(["shop.example", "db-1.internal:5432", "example.com"].map(kindOfText), Array(3).fill("addr"));
});
