import { assertEquals, assertStringIncludes } from "@std/assert";
import { findingsIn } from "../../src/dashboard/findings.ts";
import type { Finding } from "../../src/record/summary.ts";
import { selectedRow } from "../../src/dashboard/state.ts";
import { opposite } from "../../src/dashboard/update_filters.ts";
import { Driver } from "./driver.ts";

Deno.test("what needs a look is told whole, with its pattern one key on; n and N turn to the others", () => {
  const driver = new Driver(80, 24, { records: 2000 });
  const shown = driver.state.shown!;
  const [finding] = shown.summary.findings;
  const told = [1, 2, 3].map((at) => ({
    ...finding,
    title: `Burst: charge ${at} failed`,
    parts: ["40 records in 3 min", `together with: ${"a long text ".repeat(12)}to its end ${at}`],
    lines: [{ source: "logs/app.log", line: at }],
  }));
  driver.state = { ...driver.state, shown: { ...shown, summary: { ...shown.summary, findings: told } } };
  driver.keys("1", "d");
  assertStringIncludes(driver.text(), "Needs a look, 1 of 3");
  assertStringIncludes(driver.text(), "to its end 1");
  assertStringIncludes(driver.text(), "logs/app.log:1 ");
  driver.keys("n", "n", "N");
  assertStringIncludes(driver.text(), "to its end 2");
  driver.keys("d");
  assertEquals(driver.state.modals.map(({ kind }) => kind), ["finding", "pattern"]);
  driver.keys("esc", "a");
  assertEquals([driver.state.modals, driver.state.acknowledged.length], [[], 1]);
});

Deno.test("the cursor stays on its finding when a more pressing one comes, and on one that is there when some go", () => {
  const driver = new Driver(120, 40, { records: 2000 });
  const snapshot = driver.state.latest!;
  const [finding] = snapshot.summary.findings;
  const told = (...titles: string[]) => {
    const findings = titles.map((title) => ({ ...finding, title }));
    const summary = { ...snapshot.summary, findings };
    driver.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, summary } } });
    return findingsIn(driver.state)[driver.state.findings.cursor].title;
  };
  told("first", "second");
  driver.keys("1", "down");
  assertEquals(told("new", "first", "second"), "second");
  assertEquals(told("first", "second"), "second");
  assertEquals(told("first"), "first");
});

Deno.test("a finding that is open leads on to the one that it was merged into, and the cursor goes there", () => {
  const driver = new Driver(120, 40, { records: 2000 });
  const snapshot = driver.state.latest!;
  const [finding] = snapshot.summary.findings;
  const show = (findings: Finding[]) =>
    driver.send({
      kind: "engine",
      message: { kind: "snapshot", snapshot: { ...snapshot, summary: { ...snapshot.summary, findings } } },
    });
  const end = { ...finding, title: "The database went away", patterns: [1] };
  const errors = { ...finding, title: "Burst: 40 requests failed", patterns: [5] };
  const last = { ...finding, title: "Another", patterns: [2] };
  show([last, errors]);
  driver.keys("1", "down", "d");
  assertStringIncludes(driver.text(), "Burst: 40 requests failed");
  show([last, { ...end, merged: [{ ...errors, title: "Burst: 52 requests failed" }] }]);
  assertStringIncludes(driver.text(), "What was told here is told with this by now");
  assertStringIncludes(driver.text(), "The database went away");
  assertEquals(driver.state.findings.cursor, 1);
  // By its kind and pattern, where its title is another by now.
  show([{ ...end, merged: [{ ...errors, title: "Burst of failures" }] }, last]);
  assertStringIncludes(driver.text(), "The database went away");
  // What began with another pattern leads.
  show([last, { ...errors, kind: "new-pattern", title: "New error: the pool is closed", patterns: [3, 5] }]);
  assertStringIncludes(driver.text(), "the pool is closed");
  show([last]);
  assertStringIncludes(driver.text(), "This needs no look any more");
});

Deno.test("what a finding with several patterns is about is left out as a whole", () => {
  assertEquals(opposite("pattern=5 or pattern=7"), "-(pattern=5 or pattern=7)");
  assertEquals(opposite("service=api severity=warn"), "-(service=api severity=warn)");
  assertEquals(opposite('service="pay ments"'), '-service="pay ments"');
});

Deno.test("from what needs a look it is one key to where it began in the log", () => {
  const driver = new Driver(120, 36, { records: 900 });
  const [{ start }] = findingsIn(driver.state);
  driver.keys("1", "d", "t");
  const row = selectedRow(driver.state)!;
  assertEquals([driver.state.modals, driver.state.focus, row.record.time], [[], "log", start]);
});
