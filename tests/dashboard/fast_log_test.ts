import { assert, assertEquals, assertMatch } from "@std/assert";
import { selectedRow } from "../../src/dashboard/state.ts";
import { Driver } from "./driver.ts";

Deno.test("who reads in a log that is faster than its buffer stays where they are, in the file", () => {
  const dash = new Driver(120, 36, { records: 2500 });
  dash.keys("k", "k", "k");
  const { sequence } = selectedRow(dash.state)!.id;
  dash.read(9000);
  assertEquals(selectedRow(dash.state)!.id.sequence, sequence);
  dash.keys("pageup", "pageup");
  assert(dash.state.whole);
  const paged = selectedRow(dash.state)!.id.sequence;
  assert(paged < sequence && paged > sequence - 60, `${paged}`);
  assertMatch(dash.text(), /of 9,000 {2}whole files/);
  dash.keys("end");
  assert(!dash.state.whole && dash.state.log.follow);
});

Deno.test("of a pipe that is faster than its buffer it is said that the oldest records held are shown", () => {
  const dash = new Driver(120, 36, { records: 2500, piped: true });
  dash.engine.searched = "Piped and compressed input cannot be read again";
  dash.keys("A", "k", "k", "k");
  dash.read(9000);
  dash.keys("pageup", "pageup");
  assertEquals(selectedRow(dash.state)!.id.sequence, 8000);
  assertMatch(dash.text(), /These are the oldest records held: -b holds more/);
});
