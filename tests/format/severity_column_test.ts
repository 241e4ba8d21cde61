import { assertEquals } from "@std/assert";
import { readLive, readText } from "./case_reader.ts";

const MESSAGES = [
  "Server listening on port 3000",
  "cache: miss for key 42",
  "Job 8812 finished",
  "Slow query (1.24s)",
  "error while reading: broken pipe",
  "Shutting down",
];
const NAMES = ["Info", "Warning", "Error"];

/** Lines with a part before a severity that is no head's usual one. */
function lines(count: number): string[] {
  return Array.from(
    { length: count },
    (_, at) =>
      `2026-11-20 08:00:${10 + at} main pid ${4240 + at % 4}: ${NAMES[at % 3]}: ${
        MESSAGES[at % MESSAGES.length]
      }`,
  );
}

Deno.test("a severity that all lines have at the same place is theirs, and the message stands behind it", () => {
  const records = readText(`${lines(24).join("\n")}\n`);
  assertEquals(records.map(({ severity }) => severity?.split(" ")[0]).slice(0, 3), ["INFO", "WARN", "ERROR"]);
  assertEquals(records.map(({ body }) => body), lines(24).map((_, at) => MESSAGES[at % MESSAGES.length]));
});

Deno.test("lines that come one by one are read so as soon as some have shown it", () => {
  const bodies = readLive(`${lines(24).join("\n")}\n`).map(({ body }) => body);
  assertEquals(bodies.slice(8), lines(24).slice(8).map((_, at) => MESSAGES[(at + 8) % MESSAGES.length]));
});

Deno.test("too few lines show nothing", () => {
  for (const { body, severity } of readText(`${lines(3).join("\n")}\n`)) {
    assertEquals([severity, String(body).startsWith("main pid ")], [undefined, true]);
  }
});

Deno.test("words of messages are no severities, though some stand at one place", () => {
  for (
    const messages of [
      ["Connection error: reset by peer", "Connection error: refused", "Parse error: end of file"],
      ["Reading info from cache", "Lost a connection", "Sent the error to the user", "Done"],
      ["Found 2 errors", "Found 0 warnings", "No error was found", "User Info is empty"],
    ]
  ) {
    const log = Array.from(
      { length: 24 },
      (_, at) => `2026-11-20 08:00:${10 + at} ${messages[at % messages.length]}`,
    );
    assertEquals(readText(`${log.join("\n")}\n`).map(({ body }) => body), log.map((line) => line.slice(20)));
  }
});
