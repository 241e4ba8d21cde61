import { assertEquals, assertStringIncludes } from "@std/assert";
import { farewell } from "../../src/dashboard/closing_words.ts";
import { Driver } from "./driver.ts";
import { sampleSnapshot } from "./fake_engine.ts";

Deno.test("of very many files the line that is left behind tells how many they are", () => {
  const { state } = new Driver(120, 36, { records: 5 });
  const inputs = Array.from({ length: 300 }, (_, i) => `logs/app-${i}.log`);
  assertEquals(
    farewell({ ...state, info: { ...state.info, inputs } }),
    "Read 5 records from 300 files; too little data to judge. Report: weir report, with the same files",
  );
});

Deno.test("what could not be read is not told as read", () => {
  const driver = new Driver(120, 36, { records: 5 });
  const { summary, ...snapshot } = sampleSnapshot(5);
  const failed = { ...summary.sources[0], state: "failed" as const, records: 0 };
  const sources = [...summary.sources, { ...failed, name: "nope.log" }, { ...failed, name: "dir" }];
  driver.send({
    kind: "engine",
    message: { kind: "snapshot", snapshot: { ...snapshot, summary: { ...summary, sources } } },
  });
  const info = { ...driver.state.info, inputs: [summary.sources[0].name, "nope.log", "dir"] };
  assertStringIncludes(
    farewell({ ...driver.state, info }),
    `Read 5 records from ${summary.sources[0].name}; could not read nope.log, dir; `,
  );
});

Deno.test("the command for the report chooses what the dashboard was told to choose, as a shell takes it", () => {
  const { state } = new Driver(120, 36, { records: 5 });
  assertStringIncludes(farewell(state), "Report: weir report logs/app.log");
  assertStringIncludes(
    farewell(state, null, ["--since=2026-11-20 08:00", "--until=1m"]),
    "Report: weir report '--since=2026-11-20 08:00' --until=1m logs/app.log",
  );
  const inputs = ["-dash.log", "a b.log"];
  assertStringIncludes(
    farewell({ ...state, info: { ...state.info, inputs } }, null, ["--until=1m"]),
    "Report: weir report --until=1m -- -dash.log 'a b.log'",
  );
  const piped = new Driver(120, 36, { records: 5, piped: true });
  assertStringIncludes(farewell(piped.state, null, ["--since=15m"]), "Report: … | weir report --since=15m");
});

Deno.test("the number of records is grouped as the report groups it", () => {
  const { state } = new Driver(120, 36, { records: 12_345 });
  assertStringIncludes(farewell(state), "Read 12,345 records from ");
});

Deno.test("what was forgotten was read all the same", () => {
  const driver = new Driver(120, 36, { records: 5 });
  assertEquals(farewell({ ...driver.state, latest: null }), "Nothing was read from logs/app.log");
  driver.keys("r", "r");
  assertEquals(
    farewell(driver.state),
    "The counts of logs/app.log were reset. Report: weir report logs/app.log",
  );
});

Deno.test("of a log without times it is said why nothing can be told, and that receipt times are shown", () => {
  const driver = new Driver(160, 45, { records: 300 });
  const { summary, ...snapshot } = sampleSnapshot(300);
  const undated = { ...summary, start: null, end: null, findings: [] };
  driver.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, summary: undated } } });
  assertStringIncludes(farewell(driver.state), "; no times to judge by. Report: ");
  assertStringIncludes(driver.lines().at(-1)!, "No times found: receipt times are shown · I why");
});
