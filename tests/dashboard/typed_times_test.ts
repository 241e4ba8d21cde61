import { assertEquals, assertStringIncludes } from "@std/assert";
import { typedTime, typedTimes } from "../../src/dashboard/typed_times.ts";
import { Driver } from "./driver.ts";

function reading(timeZone: string, zone: "utc" | "local"): Driver {
  const driver = new Driver(120, 36, { records: 900 });
  driver.state = { ...driver.state, zone, info: { ...driver.state.info, timeZone } };
  return driver;
}

Deno.test("a time that is typed is meant in the zone that the screen shows", () => {
  const { state } = reading("Asia/Kolkata", "utc");
  const told: [typed: string, meant: string][] = [
    ["11:40", "11:40Z"],
    ["2026-11-18", "2026-11-18T00:00:00Z"],
    ["2026-11-18 11:40:01.5", "2026-11-18T11:40:01.500Z"],
    ["Nov 18 11:40", "2026-11-18T11:40:00Z"],
    ["11:40+02:00", "11:40+02:00"],
    ["2026-11-18T11:40Z", "2026-11-18T11:40Z"],
    ["-15m", "-15m"],
  ];
  for (const [typed, meant] of told) assertEquals(typedTime(state, typed), meant);
  assertEquals(
    typedTimes(state, '-(time>=11:40 ts<"2026-11-18 12:00") at=11:40 11:40'),
    '-(time>=11:40Z ts<"2026-11-18T12:00:00Z") at=11:40 11:40',
  );
});

Deno.test("a time stays as it was typed where the screen shows the zone that times are read in", () => {
  assertEquals(typedTime(reading("UTC", "utc").state, "11:40"), "11:40");
  assertEquals(typedTime(reading("local", "local").state, "11:40"), "11:40");
});

Deno.test("filters and jumps take typed times so", () => {
  const driver = reading("Asia/Kolkata", "utc");
  driver.keys("/");
  driver.type("time>=11:59");
  driver.keys("enter");
  assertEquals(driver.state.filters.map(({ text }) => text), ["time>=11:59Z"]);
  driver.keys("t");
  driver.type("11:59:59");
  driver.keys("enter");
  assertStringIncludes(driver.text(), "No record is at 11:59:59Z or later");
});
