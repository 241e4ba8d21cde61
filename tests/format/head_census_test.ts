import { assertEquals } from "@std/assert";
import { readText } from "./case_reader.ts";

const MESSAGES = [
  "Server listening on port 3000",
  "Connected to database",
  "cache: miss for key 42",
  "[worker-3] job 8812 finished",
  "DeprecationWarning: use bar() instead",
  "Retry 2 of 5",
  "payload sent",
  "Done with it",
  "Slow query (1.24s)",
  "Shutting down",
];

function read(lines: readonly string[]): [unknown, unknown][] {
  return readText(`${lines.join("\n")}\n`).map((
    { body, attributes },
  ) => [body, attributes?.["otel.scope.name"]]);
}

/** Lines whose time differs and which are else made of each message. */
function lines(make: (message: string, at: number) => string): string[] {
  return MESSAGES.map((message, at) => `2026-11-20 08:00:0${at} ${make(message, at)}`);
}

Deno.test("what one message begins with and no other is its own, from the first line on", () => {
  for (const last of [MESSAGES[3], MESSAGES[2], MESSAGES[4]]) {
    const log = [last, ...MESSAGES].map((message) => `2026-11-20 08:00:00,123 - INFO - ${message}`);
    assertEquals(read(log), [last, ...MESSAGES].map((message) => [message, undefined]));
  }
});

Deno.test("a severity alone before the messages is enough", () => {
  for (const head of ["[INFO] ", "INFO: ", "INFO - ", "INFO "]) {
    const log = MESSAGES.map((message) => `${head}${message}`);
    assertEquals(read(log), MESSAGES.map((message) => [message, undefined]));
  }
});

Deno.test("a bare word in all heads is the logger's name, if the messages behind it differ", () => {
  assertEquals(
    read(lines((message) => `INFO orders ${message}`)),
    MESSAGES.map((message) => [message, "orders"]),
  );
  assertEquals(
    read(lines((message) => `INFO Orders: ${message}`)),
    MESSAGES.map((message) => [message, "Orders"]),
  );
  assertEquals(
    read(lines((message) => `[info] (main) ${message}`)).map(([body]) => body),
    MESSAGES,
  );
});

Deno.test("a word that begins all messages is theirs", () => {
  for (const word of ["Connection", "connection"]) {
    const bodies = [
      "opened",
      "closed",
      "reset by peer",
      "refused",
      "lost",
      "timed out",
      "made",
      "kept",
      "used",
      "given",
    ]
      .map((rest) => `${word} ${rest}`);
    assertEquals(
      read(bodies.map((body) => `2026-11-20 08:00:00 INFO ${body}`)),
      bodies.map((body) => [body, undefined]),
    );
  }
});

Deno.test("of a few lines nothing is concluded", () => {
  assertEquals(read(lines((message) => `INFO orders ${message}`).slice(0, 3)).map(([body]) => body), [
    "orders Server listening on port 3000",
    "orders Connected to database",
    "orders cache: miss for key 42",
  ]);
});

Deno.test("an object that a message announces stays in it, and one behind it does not", () => {
  const [announced, behind] = readText(
    '2026-11-20 08:00:00 INFO payload: {"id":7}\n2026-11-20 08:00:01 INFO order made {"id":7}\n',
  );
  assertEquals([announced.body, announced.attributes], ['payload: {"id":7}', { id: 7 }]);
  assertEquals([behind.body, behind.attributes], ["order made", { id: 7 }]);
});

Deno.test("a client, a request's id and the like are no message, however few lines have them", () => {
  const contexts = [
    ["[client 10.0.0.7:4431]", "client.address"],
    ["[remote 10.0.0.7]", "client.address"],
    ["[4f6f2f0e-2b0c-4e57-9a1d-0c5e6a7b8c9d]", "request.id"],
    ["[req-5d02]", "request.id"],
    ["[pid 88]", "process.pid"],
  ];
  for (const [context, key] of contexts) {
    const log = MESSAGES.map((message) => `2026-11-20 08:00:00 [error] ${message}`);
    log[7] = `2026-11-20 08:00:00 [error] ${context} upstream went away`;
    const { body, attributes } = readText(`${log.join("\n")}\n`)[7];
    assertEquals([body, Object.keys(attributes ?? {}).includes(key)], ["upstream went away", true], context);
  }
});
