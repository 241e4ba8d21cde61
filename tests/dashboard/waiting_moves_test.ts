import { assert, assertEquals, assertMatch } from "@std/assert";
import type { EngineRequest } from "../../src/engine/messages.ts";
import { selectedRow } from "../../src/dashboard/state.ts";
import { Driver } from "./driver.ts";

/** A dashboard whose engine answers only when it is told to. */
function slowDriver(records: number): { dash: Driver; answer: () => void } {
  const dash = new Driver(120, 36, { records });
  const reply = dash.engine.reply.bind(dash.engine);
  const open: EngineRequest[] = [];
  dash.engine.reply = (request) => {
    open.push(request);
    return [];
  };
  const answer = () => {
    for (let request = open.shift(); request; request = open.shift()) {
      for (const message of reply(request)) dash.send({ kind: "engine", message });
    }
  };
  return { dash, answer };
}

function filter(dash: Driver, text: string): void {
  dash.keys("/");
  dash.type(text);
  dash.keys("enter");
}

const selected = (dash: Driver) => selectedRow(dash.state)?.id.sequence;

Deno.test("moves right after a filter went are made once its rows are there", () => {
  const { dash, answer } = slowDriver(1000);
  filter(dash, "severity>=error");
  answer();
  dash.keys("esc", "home", "down", "down");
  assertEquals(dash.state.log.total, 0);
  answer();
  assertEquals(selected(dash), 2);
});

Deno.test("what is looked for right after a time was named is looked for from there", () => {
  const { dash, answer } = slowDriver(1000);
  dash.keys("t");
  dash.type("08:10");
  dash.keys("enter", "e", "up");
  answer();
  // 08:10 is row 52; every seventeenth is an error.
  assertEquals(selected(dash), 66);
});

Deno.test("the first row replaces the moves before it, the last row is gone to at once", () => {
  const { dash, answer } = slowDriver(1000);
  filter(dash, "handled");
  answer();
  dash.keys("esc", "down", "home", "down");
  answer();
  assertEquals(selected(dash), 1);
  dash.keys("t");
  dash.type("08:10");
  dash.keys("enter", "up", "end");
  answer();
  assertEquals(selected(dash), 999);
  assert(dash.state.log.follow);
});

Deno.test("a key that repeats while rows are waited for does not carry the list away", () => {
  const { dash, answer } = slowDriver(1000);
  filter(dash, "handled");
  answer();
  dash.keys("esc", "home");
  for (let times = 0; times < 100; times++) dash.keys("down");
  answer();
  assertEquals(selected(dash), 19);
});

Deno.test("moves past the oldest row held go on in the files once its place there is found", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.keys("home");
  dash.engine.searched = 0.1;
  dash.keys("up", "up", "up");
  assert(dash.state.whole);
  dash.engine.searched = 1;
  dash.send({ kind: "tick", now: dash.state.now + 500 });
  assertEquals(selected(dash), 1498);
});

Deno.test("Esc gives up the moves that wait", () => {
  const { dash, answer } = slowDriver(1000);
  filter(dash, "handled");
  answer();
  filter(dash, "charged");
  dash.keys("home", "esc");
  answer();
  assert(dash.state.log.follow);
  assertMatch(dash.text(), /handled and charged/);
});

Deno.test("a move up from the first row waits for that row, from which the files are read", () => {
  const { dash, answer } = slowDriver(2500);
  dash.keys("home", "up", "up");
  assertEquals(dash.state.whole, false);
  answer();
  assert(dash.state.whole);
  assertEquals(selected(dash), 1499);
});

Deno.test("a time, and a search, replace the moves that wait", () => {
  const { dash, answer } = slowDriver(1000);
  for (const [key, text] of [["t", "08:10"], ["s", "certificate"]]) {
    dash.keys("end", "E", "E", "up");
    dash.keys(key);
    dash.type(text);
    dash.keys("enter");
    assertEquals(dash.state.waiting, []);
    answer();
  }
});
