import { assert, assertEquals, assertMatch } from "@std/assert";
import { update } from "../../src/dashboard/update.ts";
import { Driver } from "./driver.ts";

Deno.test("a filter that is given while the files are searched ends the search for the one before, not that of the files", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = 0.3;
  dash.keys("A");
  let [state] = update(dash.state, { kind: "tick", now: dash.state.now + 1000 });
  const { asked } = state.log;
  assert(asked !== null);
  for (const key of ["/", "r", "o", "o", "t", "enter"]) {
    [state] = update(state, { kind: "key", key, text: key.length === 1 ? key : "" });
  }
  const answer = { kind: "error", message: "The search was stopped" } as const;
  const [next, commands] = update(state, { kind: "engine", message: { kind: "answer", id: asked!, answer } });
  assert(next.whole);
  assertEquals(next.flash?.text, state.flash?.text);
  assertMatch(JSON.stringify(commands), /"kind":"rows",.*"where":"root","whole":true/);
});

Deno.test("a time that is looked for in the files is given up when the filters change", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.searched = 0.3;
  dash.keys("A", "t");
  dash.type("08:30");
  dash.keys("enter");
  assert(dash.state.finding !== null);
  dash.keys("/");
  dash.type("root");
  dash.keys("enter");
  assertEquals(dash.state.finding, null);
  const before = dash.engine.requests.length;
  dash.send({ kind: "tick", now: dash.state.now + 1000 });
  const asked = JSON.stringify(dash.engine.requests.slice(before));
  assert(!asked.includes('"time"'), asked);
});

Deno.test("a time before all that is held is looked for in the files, also while more is read than the list knows of", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.engine.count = 2600;
  dash.engine.searched = 1;
  dash.keys("t");
  dash.type("08:30");
  dash.keys("enter");
  assert(dash.state.whole);
  assertMatch(dash.text(), /▌08:30:/);
});
