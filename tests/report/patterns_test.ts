import { assertStringIncludes } from "@std/assert";
import { patternsText } from "../../src/report/patterns.ts";
import { summary } from "./make_summary.ts";

function numbersOf(min: number, median: number, max: number): string {
  const variable = {
    kind: "num" as const,
    count: 45,
    distinct: 45,
    exact: true,
    values: [],
    numbers: { unit: "" as const, min, median, p95: max, p99: max, max },
  };
  const { patterns } = summary();
  const [pattern] = patterns.top;
  return patternsText(patterns, {
    detailsOf: () => ({ ...pattern, example: "", variables: [variable] }),
    services: new Map(),
    lines: null,
  });
}

Deno.test("percentiles are told of numbers that differ by more than they are exact to", () => {
  assertStringIncludes(numbersOf(1, 20, 100), "<num> min 1, median 20, p95 100, p99 100, max 100\n");
  assertStringIncludes(numbersOf(48_210, 48_548, 48_615), "<num> min 48,210, max 48,615\n");
  assertStringIncludes(numbersOf(-101, -100, -99), "<num> min -101, max -99\n");
});
