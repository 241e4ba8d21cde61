import { assertEquals } from "@std/assert";
import { YES } from "../../src/format/line_format.ts";
import { TextFormat } from "../../src/format/text/text.ts";
import { readText } from "./case_reader.ts";
import { FormatTester } from "./format_tester.ts";

/** Lines of one logger that differ in nothing but their values. */
const LOGS: Record<string, (n: number) => string> = {
  "Spring Boot with the id of a trace": (n) =>
    `2026-11-20T06:00:${two(n % 60)}.004Z  INFO 1 --- [orders] [nio-8080-exec-${n % 7}] ` +
    `[a39f9c1ad27f4856dc208f7b6c31${hex(n)}] s.o.OrderController                      : Order ${n} received`,
  "Spring Boot with the ids of a trace and a span": (n) =>
    `2026-11-20T06:00:${two(n % 60)}.004Z ERROR 1 --- [orders] [nio-8080-exec-${n % 7}] ` +
    `[a39f9c1ad27f4856dc208f7b6c31${hex(n)}-a39f9c1ad27f${hex(n)}] s.o.OrderService  : Order ${n} failed`,
  "PostgreSQL that logs durations": (n) =>
    `2026-11-20 06:00:${two(n % 60)}.000 UTC [${
      1000 + n
    }] app@shop LOG:  duration: ${n}.000 ms  statement: SELECT ${n}`,
  "Go's log, sentences behind a time": (n) => `2026/11/20 06:00:${two(n % 60)} order ${n} accepted: 3 items`,
  "nginx, whose errors end in what the connection was for": (n) =>
    `2026/11/20 06:00:${
      two(n % 60)
    } [error] 31#31: *${n} connect() failed (111: Connection refused) while connecting ` +
    `to upstream, client: 10.0.0.${n % 250}, server: shop, request: "GET /a/${n} HTTP/1.1", host: "shop"`,
  "gunicorn, whose messages end in parentheses": (n) =>
    `[2026-11-20 06:00:${two(n % 60)} +0000] [42] [INFO] connection to db-${n % 3} refused (attempt ${n})`,
  "ZooKeeper, whose threads hold brackets and colons": (n) =>
    `2026-11-20 06:00:${two(n % 60)},747 - INFO  [QuorumPeer[myid=${n % 3}]/0:0:0:0:0:0:0:0:2181:` +
    `FastLeaderElection@${700 + n % 9}] - Notification time out: ${n}`,
  "Rust's tracing, which sets pairs apart": (n) =>
    `2026-11-20T06:00:${two(n % 60)}.004123Z ${["ERROR", " WARN", " INFO"][n % 3]} shop::${
      ["db", "http_api"][n % 2]
    }: ` +
    `order ${n} accepted items=${n % 9} reason=not in stock`,
  "Rust's tracing inside a span": (n) =>
    `2026-11-20T06:00:${
      two(n % 60)
    }.004123Z  INFO request{id=${n} method=GET}: shop::db: order ${n} accepted`,
  "zerolog for a console": (n) =>
    `2026-11-20T06:00:${two(n % 60)}Z ${["INF", "WRN", "ERR"][n % 3]} order ${n} accepted items=${n % 9}`,
  "Kafka, which names the logger behind the message": (n) =>
    `[2026-11-20 06:00:${two(n % 60)},747] INFO ${["[Partition t-0 broker=0] ", ""][n % 2]}` +
    `offset ${n} is behind (kafka.cluster.${["Partition", "Log"][n % 2]})`,
  "Android, whose severities are letters": (n) =>
    `11-20 06:00:${two(n % 60)}.747  ${1000 + n}  ${1200 + n} ${
      "VDIWE"[n % 5]
    } WifiService: scan ${n} is done`,
};

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function hex(n: number): string {
  return n.toString(16).padStart(4, "0");
}

for (const [name, line] of Object.entries(LOGS)) {
  Deno.test(`after some lines of ${name} the next ones are read by comparing their heads`, () => {
    let isCompared = false;
    const tester = new FormatTester((context) => {
      const text = new TextFormat(context);
      return { name: "text", read: (...at) => isCompared ? text.readKnown(...at) : text.read(...at) };
    });
    for (let n = 0; n < 200; n++) tester.read(line(n));
    isCompared = true;
    for (let n = 200; n < 240; n++) assertEquals(tester.read(line(n)).verdict, YES, line(n));
  });

  Deno.test(`lines of ${name} are read as each of them is by itself`, () => {
    const lines = Array.from({ length: 300 }, (_, n) => line(n * 7));
    const records = readText(`${lines.join("\n")}\n`);
    for (let n = 0; n < lines.length; n += 13) assertEquals(records[n], readText(`${lines[n]}\n`)[0]);
  });
}

Deno.test("a plain word behind a time alone is no name because names with signs stood there before", () => {
  const line = (name: string) => `[Sat Nov 21 12:14:05 2026] ${name}: Core revision 20250807\n`;
  const names = ["x86/fpu", "xt_time", "setup_percpu", "sched_clock", "ACPI", "rcu", "PCI"];
  const bodies = readText(names.map(line).join("")).map(({ body }) => body);
  assertEquals(bodies, names.map((name) => readText(line(name))[0].body));
});

Deno.test("behind a time alone a line that is no plain sentence is judged, whatever stood there before", () => {
  const sentences = Array.from(
    { length: 100 },
    (_, n) => `2026/11/20 06:00:${two(n % 60)} job ${n} is done\n`,
  );
  const odd = [
    "main pid 12000: FATAL: no memory",
    "shop INFO listening on port 80",
    "warning disk is full",
    "GET /a 200 12ms",
    "user=jane took=12ms",
    "orders and payments failed ERROR",
  ].map((message) => `2026/11/20 06:02:00 ${message}\n`);
  assertEquals(
    readText(sentences.join("") + odd.join("")).slice(-odd.length),
    odd.map((line) => readText(sentences.slice(0, 1).join("") + line)[1]),
  );
});

Deno.test("the details of a report have its severity where another batch begins, too", () => {
  const head = "2026-11-20 06:00:00.000 UTC [1000] app@shop ";
  const severities = ["LOG", ...Array.from({ length: 5_000 }, (_, n) => n % 2 === 0 ? "ERROR" : "FATAL")];
  const text = severities.map((name) => `${head}${name}:  no key\n${head}DETAIL:  Key (id)=(7).\n`).join("");
  const [, ...read] = readText(`${head}LOG:  ready\n${text}`).map(({ severity }) => severity);
  assertEquals(read.filter((severity, place) => severity !== read[place ^ 1]), []);
});

const NAMES_BEHIND_A_TIME: Record<string, (name: string, n: number) => string> = {
  "in brackets": (name, n) => `2026-11-20 06:00:${two(n % 60)} [${name}] user ${n} logged in`,
  "in brackets behind a number": (name, n) =>
    `2026-11-20 06:00:${two(n % 60)} ${n % 90} [${name}] user ${n} left`,
  "in brackets behind a host": (name, n) => `2026-11-20 06:00:${two(n % 60)} host1 [${name}] user ${n} left`,
  "in angle brackets": (name, n) => `2026-11-20 06:00:${two(n % 60)} <${name}> user ${n} logged in`,
  "between bars": (name, n) => `2026-11-20 06:00:${two(n % 60)} | ${name} | user ${n} logged in`,
  "before a colon": (name, n) => `2026-11-20 06:00:${two(n % 60)} ${name}: user ${n} logged in`,
};

for (const [place, line] of Object.entries(NAMES_BEHIND_A_TIME)) {
  Deno.test(`a severity is one where the lines before have names ${place}`, () => {
    const names = ["core", "db", "HttpServer", "cache"];
    const nameOf = (n: number) => n % 50 === 49 ? "ERROR" : n % 50 === 30 ? "Warning" : names[n % 4];
    const lines = Array.from({ length: 400 }, (_, n) => line(nameOf(n), n));
    const severities = readText(`${lines.join("\n")}\n`).map(({ severity }) => severity);
    assertEquals(
      severities,
      lines.map((_, n) => n % 50 === 49 ? "ERROR 17" : n % 50 === 30 ? "WARN 13" : undefined),
    );
  });
}

Deno.test("pairs behind zerolog's severities are apart, whoever else writes at the same time", () => {
  const lines = Array.from(
    { length: 200 },
    (_, n) =>
      `2026-11-20T06:00:${two(n % 60)}Z ${n % 20 === 19 ? "WRN" : "INFO"} order ${n} accepted items=${n}`,
  );
  const bodies = readText(`${lines.join("\n")}\n`).map(({ body }) => body);
  assertEquals(
    bodies,
    lines.map((_, n) => n % 20 === 19 ? `order ${n} accepted` : `order ${n} accepted items=${n}`),
  );
});

Deno.test("a word before a colon is no target of tracing because paths stood there before", () => {
  const line = (n: number, target: string) =>
    `2026-11-20T06:00:${two(n % 60)}.004123Z  INFO ${target}: order ${n} accepted\n`;
  const known = Array.from({ length: 100 }, (_, n) => line(n, "shop::db"));
  const odd = ["listening", "std", "shop"].map((target, n) => line(n, target));
  const all = readText(known.join("") + odd.join("")).slice(-odd.length);
  assertEquals(all, odd.map((each) => readText(each)[0]));
});

Deno.test("what a program writes behind host, name and process may begin with its severity, whatever the time", () => {
  for (const time of ["2026-11-20 06:00:01", "2026/11/20 06:00:01", "2026-11-20 06:00:01,123"]) {
    for (const severity of ["ERROR", "ERROR:", "[ERROR]", "[error]"]) {
      const [record] = readText(`${time} host1 app[12]: ${severity} disk is full\n`);
      assertEquals([record.severity, record.body, record.service], ["ERROR 17", "disk is full", "app"]);
    }
    const [other] = readText(`${time} host1 app[12]: Failed password for root\n`);
    assertEquals([other.severity, other.body], [undefined, "Failed password for root"]);
  }
});

Deno.test("a dotted name is the message's where only words of sentences began the others", () => {
  const begins = ["order", "user", "payment", "nothing"];
  const lines = Array.from(
    { length: 100 },
    (_, n) => `2026-11-20 06:00:${two(n % 60)} INFO [shop] ${begins[n % 4]} ${n} is done`,
  );
  const odd = "2026-11-20 06:01:00 INFO [shop] shop.yaml reloaded";
  assertEquals(readText(`${[...lines, odd].join("\n")}\n`).at(-1)?.body, "shop.yaml reloaded");
});

Deno.test("the last part of a logger's name in brackets is no severity where one stands behind it, and no rare word", () => {
  const severityOf = (line: string) => readText(`${line}\n`)[0].severity;
  assertEquals(severityOf("[shop.error] [INFO] 2026-11-20 06:00:00,256: 42 items"), "INFO 9");
  assertEquals(severityOf("[shop.config][WARN] 2026-11-20 06:00:00,256: order 1"), "WARN 13");
  assertEquals(severityOf("2026-11-20 06:00:00 [shop.config] read"), undefined);
  assertEquals(severityOf("2026-11-20 06:00:00 [shop.error] read"), "ERROR 17");
});

Deno.test("where main and other threads stand in the same bracket all are threads, whichever comes first", () => {
  for (const names of [["main", "web", "scheduler"], ["web", "main", "scheduler"]]) {
    const lines = Array.from(
      { length: 60 },
      (_, n) => `2026-11-20 06:00:${two(n)},123 INFO [${names[n % 3]}] order ${n} accepted`,
    );
    const threads = readText(`${lines.join("\n")}\n`).map(({ attributes }) => attributes);
    assertEquals(threads, lines.map((_, n) => ({ "thread.name": names[n % 3] })));
  }
});
