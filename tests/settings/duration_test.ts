import { assertEquals, assertThrows } from "@std/assert";
import { formatDuration, parseDuration } from "../../src/settings/duration.ts";

Deno.test("parseDuration() reads a number and a unit as milliseconds", () => {
  const cases = {
    "500ms": 500,
    "2s": 2000,
    "1.5s": 1500,
    ".5m": 30_000,
    "1h": 3_600_000,
    " 5 s ": 5000,
    "0s": 0,
  };
  for (const [text, ms] of Object.entries(cases)) assertEquals(parseDuration(text), ms, text);
});

Deno.test("parseDuration() says what is wrong with anything else", () => {
  const cases = {
    "5 parsecs": "unit must be one of ms, s, m, h",
    "5": "must be a number and a unit (ms, s, m, h), such as 500ms or 2s",
    "5S": "unit must be one of ms, s, m, h",
    "-1s": "must be a number and a unit (ms, s, m, h), such as 500ms or 2s",
    "1m30s": "must be a number and a unit (ms, s, m, h), such as 500ms or 2s",
    "": "must be a number and a unit (ms, s, m, h), such as 500ms or 2s",
  };
  for (const [text, message] of Object.entries(cases)) {
    const error: RangeError = assertThrows(() => parseDuration(text), RangeError);
    assertEquals(error.message, message, text);
  }
});

Deno.test("formatDuration() writes what parseDuration() reads back, in the largest fitting unit", () => {
  const cases = {
    0: "0ms",
    10: "10ms",
    1234: "1234ms",
    1000: "1s",
    1500: "1.5s",
    90_000: "1.5m",
    86_400_000: "24h",
  };
  for (const [ms, text] of Object.entries(cases)) {
    assertEquals(formatDuration(Number(ms)), text);
    assertEquals(parseDuration(text), Number(ms));
  }
});
