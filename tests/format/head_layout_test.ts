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
