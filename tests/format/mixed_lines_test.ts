import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

Deno.test("a day is no container's name where other lines of the source begin with names", () => {
  const own = [0, 1, 2, 3, 4, 5].map((second) => `2026-11-22 14:00:5${second}.618 INFO worker started`);
  const others = [0, 1, 2, 3, 4, 5].map((second) => `[1234] 20 Nov 08:00:0${second}.123 * Ready`);
  const read = readText(own.flatMap((line, at) => [line, others[at], ""]).join("\n"));
  assertEquals(
    read.filter((_, at) => at % 2 === 0).map(({ time, attributes }) => [time, attributes]),
    [0, 1, 2, 3, 4, 5].map((second) => [`2026-11-22T14:00:5${second}.618Z`, undefined]),
  );
});
