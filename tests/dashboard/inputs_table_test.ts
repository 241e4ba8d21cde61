import { assertEquals } from "@std/assert";
import type { Input } from "../../src/dashboard/modals/input_lines.ts";
import { inputsTable } from "../../src/dashboard/modals/inputs_table.ts";
import type { SourceHealth } from "../../src/record/summary.ts";

function input(name: string, more: Partial<SourceHealth> = {}, unread: number | null = null): Input {
  return {
    source: {
      name,
      lines: 1_200,
      records: 1_000,
      bytes: 217_000,
      formats: { json: 1_000 },
      plain: 0,
      truncated: 0,
      late: 0,
      undated: 0,
      errors: [],
      state: "following",
      ...more,
    },
    unread,
  };
}

/** The rows as text and, behind it, what is drawn as a warning or as bad. */
function drawn(inputs: Input[], width: number): string[] {
  return inputsTable(inputs, width).map((line) => {
    const text = line.map((span) => span.text).join("").trimEnd();
    const loud = line.filter(({ tone }) => tone === "warning" || tone === "bad").map(({ text }) =>
      text.trim()
    );
    return loud.length === 0 ? text : `${text} ! ${loud.join(", ")}`;
  });
}

Deno.test("several inputs are a row each, what is amiss below its input, those with trouble first", () => {
  const inputs = [
    input("api.log", { late: 3 }, 4_100),
    input("odd.log", { formats: { plain: 900, text: 100 }, plain: 900, undated: 10 }),
    input("gone.log", { state: "lost", errors: ["gone.log: gone since 12:01"] }),
    input("slow.log", {}, 90e6),
  ];
  assertEquals(drawn(inputs, 112), [
    "input     state           records       lines     size  read as",
    "odd.log   following         1,000       1,200   217 kB  plain 90.0%  text 10.0%",
    "  900 not understood, 90.0%  10 without a time, 1.0% ! 900 not understood, 90.0%",
    "gone.log  lost              1,000       1,200   217 kB  json ! lost",
    "  gone.log: gone since 12:01 ! gone.log: gone since 12:01",
    "slow.log  following         1,000       1,200   217 kB  json",
    "  90 MB not read yet ! 90 MB not read yet",
    "api.log   following         1,000       1,200   217 kB  json",
    "  3 late, 0.3%  4.1 kB not read yet",
    "all                         4,000       4,800   868 kB",
  ]);
});

Deno.test("where there is little room, names are cut in their middle and the records alone are counted", () => {
  const name = "/var/log/containers/api-7d9f8b6c5d-x2x4q_production_api-0123456789abcdef.log";
  assertEquals(drawn([input(name), input("b.log")], 72), [
    "input                                   state           records  read as",
    "/var/log/containers…23456789abcdef.log  following         1,000  json",
    "b.log                                   following         1,000  json",
    "all                                                       2,000",
  ]);
});

Deno.test("where there is no room for folders, files are named without them", () => {
  const names = ["/srv/shop/eu-central-1/logs/orders.log", "/srv/shop/eu-central-1/logs/payments.jsonl"];
  assertEquals(drawn(names.map((name) => input(name)), 54).slice(1), [
    "orders.log            following         1,000  json",
    "payments.jsonl        following         1,000  json",
    "all                                     2,000",
  ]);
});
