import { assert, assertEquals } from "@std/assert";
import { Clock } from "../../src/report/clock.ts";

Deno.test("the local zone is told by its name, since a report is read elsewhere, too", () => {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { zone } = new Clock("local");
  assert(zone === name || zone === "local time", zone);
  assertEquals(new Clock("UTC").zone, "UTC");
});
