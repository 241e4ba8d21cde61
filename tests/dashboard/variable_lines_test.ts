import { assertEquals } from "@std/assert";
import { variableLines } from "../../src/dashboard/variable_lines.ts";
import type { VariableSummary } from "../../src/record/summary.ts";

const NUMBER: VariableSummary = {
  kind: "num",
  count: 900,
  distinct: 60,
  exact: true,
  values: [{ value: "7", count: 450 }],
  numbers: { unit: "", min: 1, median: 20.25, p95: 1204, p99: 1300, max: 1400 },
};

function told(variable: Partial<VariableSummary>, width = 96): string[] {
  return variableLines([{ ...NUMBER, ...variable }], width)
    .map((line) => line.map(({ text }) => text).join("").replaceAll(/[\u2009\u00a0]/g, " ").trimEnd());
}

Deno.test("of a variable that is a number its spread is told, of a narrow range the ends, else the commonest values", () => {
  assertEquals(told({}), ["<num>  min 1  median 20.3  p95 1,204  p99 1,300  max 1,400"]);
  const ids = { ...NUMBER.numbers!, min: 48_210, max: 48_612 };
  assertEquals(told({ numbers: ids }), ["<num>  min 48,210  max 48,612"]);
  const sizes = { ...NUMBER.numbers!, unit: "bytes" as const, min: 0.5, max: 4_100_000 };
  assertEquals(told({ numbers: sizes })[0].split("  ").at(-1), "max 4.1 MB");
  const one = { ...NUMBER.numbers!, min: 7, max: 7 };
  assertEquals(told({ numbers: one, distinct: 1, values: [{ value: "7", count: 900 }] }), [
    "<num>  1 value  7 100%",
  ]);
  assertEquals(told({ kind: "word", numbers: null, exact: false, distinct: 4120, values: [] }), [
    "<word>  ~4,120 values",
  ]);
});

Deno.test("what is told of a variable stays within the window, and no value moves the cursor", () => {
  const values = ["a\u001b[2J", "b".repeat(80), "", "d"].map((value) => ({ value, count: 225 }));
  const lines = told({ kind: "path", numbers: null, values }, 60);
  assertEquals(lines[0].startsWith("<path>  60 values  a␛[2J 25%"), true);
  assertEquals(lines.some((line) => line.length > 60 || line.includes("\u001b")), false);
  assertEquals([lines.join("\n").includes('"" 25%'), lines.at(-1)!.endsWith("d 25%")], [true, true]);
});
