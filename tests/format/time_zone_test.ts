import { assertEquals, assertThrows } from "@std/assert";
import { offsetsOfZone } from "../../src/format/time/time_zone.ts";

const HOUR = 3_600_000;

Deno.test("offsetsOfZone knows UTC, offsets and names, and refuses the rest", () => {
  const winter = Date.UTC(2026, 0, 1);
  const offsets: [string, number][] = [
    ["UTC", 0],
    ["+02:00", 2],
    ["-0530", -5.5],
    ["UTC+3", 3],
    ["Europe/Berlin", 1],
    ["America/New_York", -5],
    ["Asia/Kolkata", 5.5],
  ];
  for (const [zone, hours] of offsets) assertEquals(offsetsOfZone(zone)(winter) / HOUR, hours, zone);
  for (const zone of ["Europe/Nowhere", "+99:00", "nonsense"]) {
    assertThrows(() => offsetsOfZone(zone), RangeError);
  }
});

Deno.test("a wall time that comes twice is the first one, one that never comes has the offset before it", () => {
  const berlin = offsetsOfZone("Europe/Berlin");
  assertEquals(berlin(Date.UTC(2026, 9, 25, 2, 30)) / HOUR, 2);
  assertEquals(berlin(Date.UTC(2026, 9, 25, 3, 0)) / HOUR, 1);
  assertEquals(berlin(Date.UTC(2026, 2, 29, 2, 30)) / HOUR, 1);
  assertEquals(berlin(Date.UTC(2026, 2, 29, 3, 0)) / HOUR, 2);
});

Deno.test("local is the zone of the machine", () => {
  const wall = Date.UTC(2026, 6, 1, 12);
  assertEquals(offsetsOfZone("local")(wall), -new Date(2026, 6, 1, 12).getTimezoneOffset() * 60_000);
});
