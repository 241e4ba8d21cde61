import { assert, assertEquals } from "@std/assert";
import { Driver } from "./driver.ts";

/** Records of which the last one is no error. */
const RECORDS = 1500;

Deno.test("at the last row, where no later error can be, the key of the one before is offered", () => {
  const driver = new Driver(160, 45, { records: RECORDS });
  assert(driver.lines().at(-1)!.includes("E previous error"));
  assert(!driver.lines().at(-1)!.includes("next error"));
  driver.keys("up");
  assert(driver.lines().at(-1)!.includes("e next error"));
});

Deno.test("that there is no later error is told with the key that finds one", () => {
  const driver = new Driver(160, 45, { records: RECORDS });
  driver.keys("e");
  assertEquals(driver.state.flash?.text, "No later error · E finds the previous one");
  driver.keys("E", "home", "E");
  assertEquals(driver.state.flash?.text.includes("finds the previous one"), false);
});

Deno.test("how fast a file was read is told while it is read only", () => {
  const driver = new Driver(160, 45, { records: RECORDS });
  driver.keys("#");
  assert(driver.text().includes("records a second"));
  driver.read(RECORDS, "ended");
  assert(!driver.text().includes("records a second"));
});
