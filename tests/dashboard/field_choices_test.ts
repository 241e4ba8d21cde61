import { assertEquals, assertStringIncludes } from "@std/assert";
import { fieldChoices } from "../../src/dashboard/field_choices.ts";
import { selectedRow } from "../../src/dashboard/state.ts";
import { severityName } from "../../src/record/severity.ts";
import { Driver } from "./driver.ts";

Deno.test("an entry's fields are there to filter by, + shows only those that share one, minus leaves them out", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  dash.keys("up", "enter", "+");
  const row = selectedRow(dash.state)!;
  const service = fieldChoices(row, null).findIndex(({ name }) => name === "service");
  for (let at = 0; at < service; at++) dash.keys("down");
  dash.keys("enter");
  const filter = `service=${row.record.service}`;
  assertEquals([dash.state.modals, dash.state.filters], [[], [{ text: filter }]]);
  dash.keys("enter", "+", "down", "-");
  assertEquals(dash.state.filters.map(({ text }) => text), [
    filter,
    `-severity=${severityName(row.record.severity)}`,
  ]);
});

Deno.test("only what finds the record itself is a choice: no name that filters cannot take, no lists, no long texts", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  const [row] = dash.state.log.rows;
  const attributes = new Map<string, string | number | null | { json: string }>([
    ["http.status", 200],
    ["a name (odd)", "x"],
    ["quoted", 'say "hi" * twice'],
    ["none", null],
    ["list", { json: "[1,2]" }],
    ["long", "x".repeat(500)],
  ]);
  const choices = fieldChoices({ ...row, record: { ...row.record, attributes } }, "a template");
  assertEquals(choices[0], { name: "pattern", value: "a template", filter: `pattern=${row.pattern}` });
  assertEquals(choices.map(({ name }) => name).slice(-2), ["http.status", "quoted"]);
  assertStringIncludes(choices.at(-1)!.filter, 'quoted="say \\"hi\\" * twice"');
});

Deno.test("what has no severity is found by that, and the list of severities tells a filter by whatever name", () => {
  const dash = new Driver(120, 36, { records: 1204 });
  const [row] = dash.state.log.rows;
  const choices = fieldChoices({ ...row, record: { ...row.record, severity: 0 } }, null);
  assertEquals(choices.find(({ name }) => name === "severity")?.filter, "severity=NONE");
  for (
    const [text, chosen] of [["severity=NONE,err", "ERROR NONE"], ["severity>=warning", "FATAL ERROR WARN"]]
  ) {
    dash.keys("/");
    dash.type(text);
    dash.keys("enter", "v");
    assertEquals(Array.from(dash.text().matchAll(/\[x\] ([A-Z]+)/g), ([, name]) => name).join(" "), chosen);
    // What it comes to takes the place of that filter.
    dash.keys("enter");
    assertEquals(dash.state.filters.length, 1);
    dash.keys("esc");
  }
});
