import { assertEquals } from "@std/assert";
import { readLive, readText } from "./case_reader.ts";

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

Deno.test("lines of a pipe that come one by one teach those behind them", () => {
  const log = [
    ...lines((message) => `INFO orders ${message}`),
    ...lines((message) => `WARN orders ${message}`),
  ];
  const read = readLive(`${log.join("\n")}\n`);
  assertEquals(read.length, log.length);
  assertEquals(
    read.slice(10).map(({ body, attributes }) => [body, attributes?.["otel.scope.name"]]),
    MESSAGES.map((message) => [message, "orders"]),
  );
  assertEquals(read[0].body, `orders ${MESSAGES[0]}`);
});

Deno.test("what begins the messages of a pipe stays in them", () => {
  const log = [...lines((message) => `INFO ${message}`), ...lines((message) => `WARN ${message}`)];
  assertEquals(readLive(`${log.join("\n")}\n`).slice(10).map(({ body }) => body), MESSAGES);
});

Deno.test("lines behind a prefix are counted as those of a file are", () => {
  for (const prefix of ["web-1  | ", "[pod/web-5d8f7c9b4-x2x4z/web] ", "2026-11-20T08:00:00.123456789Z "]) {
    const log = lines((message) => `${prefix}2026-11-20 08:00:00 INFO orders ${message}`);
    const bare = log.map((line) => line.slice(20));
    assertEquals(read(bare), MESSAGES.map((message) => [message, "orders"]), prefix);
  }
});

Deno.test("a dotted name among the first words of messages is theirs, and so is an error's", () => {
  const own = ["user.login succeeded", "KeyError: 'id'", "ETIMEDOUT: connect to 10.0.0.7:5432 timed out"];
  for (const head of ["shop.db INFO ", "INFO ", "shop.db - INFO - ", "INFO [shop.db] "]) {
    const log = [...own, ...MESSAGES].map((message) => `2026-11-20 08:00:00 ${head}${message}`);
    assertEquals(read(log).map(([body]) => body), [...own, ...MESSAGES], head);
  }
});

Deno.test("the time since the last line leaves the message where all lines end in it", () => {
  const log = lines((message, at) => `info ${message} +${at}ms`);
  assertEquals(read(log).map(([body]) => body), MESSAGES);
  log[3] = "2026-11-20 08:00:03 info latency is back to normal";
  log[4] = "2026-11-20 08:00:03 info as it was before";
  assertEquals(read(log)[0][0], `${MESSAGES[0]} +0ms`);
});

Deno.test("what a message sets is no logger, and the object stays in it", () => {
  const [set, joined] = readText(
    "2026-11-20 08:00:00 shop.db INFO request.headers = {'Accept': '*/*'}\n" +
      "2026-11-20 08:00:01 shop.db INFO room:42 joined by jane\n",
  );
  assertEquals([set.body, set.attributes?.["otel.scope.name"]], [
    "request.headers = {'Accept': '*/*'}",
    "shop.db",
  ]);
  assertEquals([joined.body, joined.attributes?.["otel.scope.name"]], ["room:42 joined by jane", "shop.db"]);
});

Deno.test("heads that colons, commas and signs glue together are read", () => {
  const heads: [string, string | undefined, string][] = [
    ["shop.db:INFO:2026-11-20 08:00:00,123: Mail queued", "shop.db", "INFO 9"],
    ["2026-11-20 08:00:00,shop.db,ERROR,Mail queued", "shop.db", "ERROR 17"],
    ["2026-11-20 08:00:00::shop.db::WARN::Mail queued", "shop.db", "WARN 13"],
    ["[shop] ⚠ Mail queued", "shop", "WARN 13"],
    ["08:00:00 error Mail queued", undefined, "ERROR 17"],
    ["4121-DEBUG-Mail queued", undefined, "DEBUG 5"],
    ["[2026-11-20 08:00:00,123] web01/INFO/locust.main: Mail queued", "locust.main", "INFO 9"],
    [
      "[2026-11-20 08:00:00] 203.0.113.5 requested http://localhost/pay INFO in app: Mail queued",
      "app",
      "INFO 9",
    ],
    ["2026-11-20 08:00:00 INFO: Mail queued [in /app/mail.py:12]", undefined, "INFO 9"],
    ["[INFO] (2026-11-20T08:00:00.123Z) shop.db: Mail queued", "shop.db", "INFO 9"],
  ];
  for (const [line, name, severity] of heads) {
    const [record, ...others] = readText(`${line}\n`);
    assertEquals(
      [record.body, record.attributes?.["otel.scope.name"], record.severity, others],
      ["Mail queued", name, severity, []],
      line,
    );
  }
});

Deno.test("what only looks like such a head stays in the message", () => {
  for (
    const message of ["error connecting to db", "well-KNOWN-fact", "a,b,c", "std::vector grew", "see (notes)"]
  ) {
    const [{ body }] = readText(`2026-11-20 08:00:00 ${message}\n`);
    assertEquals(body, message);
  }
});

Deno.test("a bare word before a file's line or a bracket in all heads is the logger, before one in a few it is the message's", () => {
  const names = ["Orders", "Mail", "Stock", "Orders", "Mail", "Stock", "Orders", "Mail", "Stock", "Orders"];
  assertEquals(
    read(lines((message, at) => `INFO ${names[at]} main.go:1${at} ${message}`)),
    MESSAGES.map((message, at) => [message, names[at]]),
  );
  assertEquals(
    read(lines((message, at) => `INFO ${names[at]} [req-${at % 3}] - ${message}`)).map(([body]) => body),
    MESSAGES,
  );
  assertEquals(
    read(lines((message, at) => at % 4 === 0 ? `INFO Started [web] ${message}` : `INFO ${message}`)).map((
      [body],
    ) => body),
    MESSAGES.map((message, at) => at % 4 === 0 ? `Started [web] ${message}` : message),
  );
});

Deno.test("pairs behind all messages are set apart, pairs behind a few are the messages' own", () => {
  const said = MESSAGES.filter((message) => !message.includes("cache"));
  assertEquals(
    read(said.map((message, at) => `2026-11-20 08:00:0${at} [info] ${message} request_id=R${at} user=u${at}`))
      .map(([body]) => body),
    said,
  );
  const own = said.map((message, at) => at % 3 === 0 ? `${message} user=u${at}` : message);
  assertEquals(
    read(own.map((message, at) => `2026-11-20 08:00:0${at} [info] ${message}`)).map(([body]) => body),
    own,
  );
  const same = said.map((_, at) => `Handled it took=${at}ms`);
  assertEquals(
    read(same.map((message, at) => `2026-11-20 08:00:0${at} [info] ${message}`)).map(([body]) => body),
    same,
  );
});

Deno.test("what many lines have told holds however many there are", () => {
  for (const count of [8, 63, 64, 65, 200]) {
    const log = Array.from({ length: count }, (_, at) => {
      const name = ["orders", "mail", "stock"][at % 3];
      return `2026-11-20 08:00:00.${String(100 + at)} INFO ${name}: ${MESSAGES[at % MESSAGES.length]}`;
    });
    const bodies = readText(`${log.join("\n")}\n`).map(({ body }) => body);
    assertEquals(bodies, log.map((_, at) => MESSAGES[at % MESSAGES.length]));
  }
});

Deno.test("signs that divide the parts of all heads are theirs, signs that begin a few messages the messages'", () => {
  const names = ["orders", "mail", "stock"];
  for (const sign of ["›", "»", "•", "~", "::", "->", ">>"]) {
    assertEquals(
      read(lines((message, at) => `INFO ${sign} ${names[at % 3]} ${sign} ${message}`)),
      MESSAGES.map((message, at) => [message, names[at % 3]]),
    );
    const own = [...MESSAGES, ...MESSAGES].map((message, at) =>
      at % 5 === 0 ? `${sign} ${message}` : message
    );
    const log = own.map((message, at) => `2026-11-20 08:00:${10 + at} INFO ${message}`);
    assertEquals(read(log), own.map((message) => [message, undefined]));
  }
});

Deno.test("names in braces and angle brackets in all heads are the logger's, in a few they are the messages'", () => {
  for (const [open, close] of ["{}", "<>"]) {
    const names = ["orders", "mail", "stock"].map((name) => `${open}${name}${close}`);
    assertEquals(
      read(lines((message, at) => `INFO ${names[at % 3]} ${message}`)),
      MESSAGES.map((message, at) => [message, names[at % 3].slice(1, -1)]),
    );
    const own = MESSAGES.map((message, at) => at % 4 === 0 ? `${names[0]} ${message}` : message);
    assertEquals(
      read(own.map((message, at) => `2026-11-20 08:00:0${at} INFO ${message}`)),
      own.map((m) => [m, undefined]),
    );
  }
});

Deno.test("what ends all lines is no part of the messages, what ends a few is", () => {
  const names = ["Orders", "Mail", "Stock"];
  for (const [open, close] of ["[]", "()"]) {
    assertEquals(
      read(lines((message, at) => `INFO ${message} ${open}${names[at % 3]}${close}`)),
      MESSAGES.map((message, at) => [message, names[at % 3]]),
    );
    const own = MESSAGES.map((message, at) =>
      at % 3 === 0 ? `${message} ${open}${names[0]}${close}` : message
    );
    assertEquals(
      read(own.map((m, at) => `2026-11-20 08:00:0${at} INFO ${m}`)),
      own.map((m) => [m, undefined]),
    );
  }
  const severities = ["INFO", "WARN", "ERROR"];
  const told = readText(`${lines((message, at) => `- ${message} now [${severities[at % 3]}]`).join("\n")}\n`);
  assertEquals(told.map(({ body }) => body), MESSAGES.map((message) => `${message} now`));
  assertEquals(
    told.map(({ severity }) => severity?.split(" ")[0]),
    MESSAGES.map((_, at) => severities[at % 3]),
  );
  const paired = readText(`${lines((message) => `INFO ${message} {id=7, tenant=acme}`).join("\n")}\n`);
  assertEquals(paired.map(({ body }) => body), MESSAGES);
  assertEquals(paired.map(({ attributes }) => attributes?.tenant), MESSAGES.map(() => "acme"));
});

Deno.test("an address or a call that all lines have before the message is the head's, one that some begin with the message's", () => {
  assertEquals(
    read(lines((message) => `INFO 127.0.0.1 ${message}`)).map(([body]) => body),
    MESSAGES,
  );
  assertEquals(
    read(lines((message, at) => `INFO shop.${at % 2 ? "db" : "mail"}:connect(3${at}): ${message}`)).map((
      [body],
    ) => body),
    MESSAGES,
  );
  const own = MESSAGES.map((message, at) => at % 2 === 0 ? `10.0.0.${at} closed: ${message}` : message);
  assertEquals(
    read(own.map((message, at) => `2026-11-20 08:00:0${at} INFO ${message}`)).map(([body]) => body),
    own,
  );
});

Deno.test("lines of another logger behind those that were counted are read by themselves", () => {
  const python = Array.from(
    { length: 70 },
    (_, at) => `2026-11-20 08:00:00,${100 + at} INFO ${MESSAGES[at % 10]}`,
  );
  const spring = MESSAGES.map((message, at) =>
    `2026-11-20 08:01:0${at}.125  INFO 4711 --- [main] org.example.Shop : ${message}`
  );
  const ruby = MESSAGES.map((message, at) => `I, [2026-11-20T08:02:0${at}.125 #42]  INFO -- : ${message}`);
  for (const other of [spring, ruby]) {
    const records = readText(`${[...python, ...other].join("\n")}\n`).slice(python.length);
    assertEquals(records.map(({ body }) => body), MESSAGES);
  }
});

Deno.test("three lines tell of signs, braces and places, not of words", () => {
  for (const head of ["› orders ›", "{orders}", "<orders>", "main [app.py:12]"]) {
    const log = MESSAGES.slice(3, 6).map((message, at) => `2026-11-20 08:00:0${at} INFO ${head} ${message}`);
    assertEquals(readText(`${log.join("\n")}\n`).map(({ body }) => body), MESSAGES.slice(3, 6));
  }
  const words = ["Loading a", "Loading b", "Loading: c"];
  const log = words.map((message, at) => `2026-11-20 08:00:0${at} INFO ${message}`);
  assertEquals(readText(`${log.join("\n")}\n`).map(({ body }) => body), words);
});

Deno.test("the names of events behind heads that dashes divide begin the messages, however few there are", () => {
  const events = ["OrderPaid", "CartEmptied", "StockMoved"];
  for (const name of ["shop.events", "shop"]) {
    for (const count of [8, 64]) {
      const messages = Array.from(
        { length: count },
        (_, at) => `${events[at % 3]} ${at * 37} by user ${at % 5}`,
      );
      const log = messages.map((message) => `2026-11-20 08:00:00,123 - ${name} - INFO - ${message}\n`);
      assertEquals(
        readText(log.join("")).map(({ body, attributes }) => [body, attributes]),
        messages.map((message) => [message, { "otel.scope.name": name }]),
      );
    }
  }
});
