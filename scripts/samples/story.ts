/**
 * One morning of a book shop: a gateway on edge-1, orders and payments on app-1, inventory and shipping on
 * app-2, the database on db-1. Every figure follows from the seed, so the story is the same in every run.
 */
import { Chance } from "./chance.ts";

/** Each writer is one file of the samples, written by one logger. */
export type Writer = "gateway" | "payments" | "orders" | "inventory" | "shipping" | "hosts";

/** What a service says at a moment; the writers turn it into a call of their logger. */
export interface Said {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
  /** Logger, thread or program, as the writer needs it. */
  readonly by?: string;
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
  /** Which of the writer's own failures is really thrown, caught and logged with its stack. */
  readonly failure?: string;
}

export type Story = Record<Writer, Said[]>;

export const START = Date.UTC(2026, 10, 20, 6);
export const END = Date.UTC(2026, 10, 20, 12);

const MINUTE = 60_000;

/** Epoch milliseconds of a time of that day, `clock("10:41:20")`. */
export function clock(time: string): number {
  return Date.parse(`2026-11-20T${time.padEnd(8, ":00")}Z`);
}

/** What goes wrong, and when. */
export const LOGIN_BURST = { from: clock("07:12:04"), to: clock("07:19:10"), address: "203.0.113.66" };
export const SLOW_DATABASE = { from: clock("08:32"), to: clock("09:23:40") };
export const CERTIFICATE_EXPIRED = { from: clock("10:00"), to: clock("10:41:10") };
export const PAYMENTS_RESTART = { from: clock("10:41:12"), to: clock("10:45:03") };
export const CARRIER_SILENT = clock("11:17");

const BOOKS = [
  "the-tidal-almanac",
  "a-history-of-weirs",
  "rivers-of-the-north",
  "mill-and-meadow",
  "the-lock-keeper",
  "salmon-in-spring",
  "bridges-explained",
  "notes-from-a-ferry",
];
const CARRIERS = ["northpost", "parcelway", "bluevan"];
const BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
];

/** Tells the whole morning. Each writer's lines are in the order of their times. */
export function tellStory(): Story {
  const story: Story = { gateway: [], payments: [], orders: [], inventory: [], shipping: [], hosts: [] };
  const chance = new Chance(20261120);
  tellOrders(story, chance);
  tellBrowsing(story, chance);
  tellRoutine(story, chance);
  tellLoginBurst(story, chance);
  tellDatabase(story, chance);
  tellPayments(story);
  for (const said of Object.values(story)) said.sort((a, b) => a.at - b.at);
  return story;
}

function request(
  at: number,
  client: string,
  line: string,
  status: number,
  bytes: number,
  seconds: number,
  agent: string,
  referrer = "-",
): Said {
  const [method, url] = line.split(" ");
  const fields = { client, method, url, status, bytes, seconds: seconds.toFixed(3), agent, referrer };
  return { at: at + Math.round(seconds * 1000), level: "info", text: line, fields };
}

/** How many times slower than usual the database answers. */
function slowness(at: number): number {
  const { from, to } = SLOW_DATABASE;
  if (at < from || at > to) return 1;
  return Math.exp(5.4 * Math.min(1, (at - from) / (35 * MINUTE)));
}

function within(at: number, { from, to }: { from: number; to: number }): boolean {
  return at >= from && at < to;
}

function tellOrders(story: Story, chance: Chance): void {
  let number = 48_210;
  for (let at = START + 9_000; at < END - MINUTE;) {
    tellOrder(story, chance, at, number++);
    const perMinute = 0.7 + 0.9 * (at - START) / (END - START);
    at += Math.round(chance.exponential(MINUTE / perMinute));
  }
}

function tellOrder(story: Story, chance: Chance, start: number, number: number): void {
  const client = chance.customer();
  const agent = chance.pick(BROWSERS);
  const traceId = chance.hex(32);
  const book = chance.pick(BOOKS);
  const items = chance.whole(1, 4);
  const cents = items * chance.whole(899, 3499);
  const thread = `nio-8080-exec-${chance.whole(1, 10)}`;
  const shop = "https://shop.example";
  story.gateway.push(
    request(start, client, `GET /books/${book}`, 200, chance.whole(9_000, 24_000), chance.near(0.02), agent),
    request(
      start + 21_000,
      client,
      "POST /cart",
      200,
      412,
      chance.near(0.03),
      agent,
      `${shop}/books/${book}`,
    ),
  );
  let at = start + 48_000;
  const checkout = (status: number, bytes: number) =>
    story.gateway.push(
      request(
        start + 48_000,
        client,
        "POST /checkout",
        status,
        bytes,
        (at - start - 48_000) / 1000,
        agent,
        `${shop}/cart`,
      ),
    );
  const order = (level: Said["level"], text: string, failure?: string, by = "OrderService") =>
    story.orders.push({ at, level, text, by: `${by} ${thread} ${traceId}`, failure });

  at += 4;
  order(
    "info",
    `Order ${number} received: ${items} items, ${(cents / 100).toFixed(2)} EUR`,
    undefined,
    "OrderController",
  );
  const query = Math.round(chance.near(13) * slowness(at));
  at += Math.min(query, 3_000);
  if (query >= 3_000) {
    story.inventory.push({
      at,
      level: "error",
      text: `could not reserve stock for order ${number}`,
      by: "inventory.stock",
      failure: "timeout",
    });
    at += 6;
    order("error", `Order ${number} failed: stock could not be reserved`, "stock");
    return void checkout(504, 167);
  }
  story.inventory.push({
    at,
    level: "info",
    text: `reserved ${items} items for order ${number} in ${query} ms`,
    by: "inventory.stock",
  });
  if (query > 500) {
    story.inventory.push({
      at: at + 1,
      level: "warn",
      text: `slow query: reserve_stock took ${query} ms, limit is 500 ms`,
      by: "inventory.db",
    });
  }

  const durationMs = Math.round(chance.near(180));
  const common = { orderId: number, amountCents: cents, currency: "EUR", traceId };
  if (within(at, CERTIFICATE_EXPIRED)) {
    at += 41;
    story.payments.push({
      at,
      level: "error",
      text: "charge failed",
      failure: "certificate",
      fields: { ...common, attempt: 1 },
    });
    story.payments.push({
      at: at + 1200,
      level: "error",
      text: "charge failed",
      failure: "certificate",
      fields: { ...common, attempt: 2 },
    });
    at += 1210;
    order("error", `Order ${number} failed: payment was not taken`, "payment");
    return void checkout(503, 191);
  }
  if (within(at, PAYMENTS_RESTART)) {
    at += 3;
    order(
      "error",
      `Payments cannot be reached for order ${number}: Connection refused: payments.internal/10.0.2.14:7300`,
      undefined,
      "PaymentClient",
    );
    return void checkout(502, 157);
  }
  at += durationMs;
  if (chance.one(60)) {
    story.payments.push({
      at,
      level: "warn",
      text: "card declined",
      fields: { ...common, reason: chance.pick(["insufficient_funds", "expired_card"]) },
    });
    order("warn", `Order ${number} cancelled: card declined`);
    return void checkout(402, 203);
  }
  story.payments.push({
    at,
    level: "info",
    text: "charge authorised",
    fields: { ...common, durationMs, provider: "cardhouse" },
  });
  at += 9;
  order("info", `Order ${number} confirmed`);
  checkout(201, 640 + items * 20);
  story.shipping.push({
    at: at + chance.whole(2_000, 40_000),
    level: "info",
    text: "label printed",
    fields: {
      order: number,
      carrier: chance.pick(CARRIERS),
      weight_g: items * chance.whole(250, 700),
      took: `${chance.near(38).toFixed(0)}ms`,
      trace_id: traceId,
    },
  });
}

function tellBrowsing(story: Story, chance: Chance): void {
  for (let at = START; at < END; at += Math.round(chance.exponential(17_000))) {
    const client = chance.customer();
    const agent = chance.pick(BROWSERS);
    const seconds = chance.near(0.015) * Math.min(slowness(at), 60);
    const [line, status, bytes] = chance.pick<[string, number, number]>([
      ["GET /", 200, 18_420],
      ["GET /search?q=river", 200, 12_001],
      [`GET /books/${chance.pick(BOOKS)}`, 200, 15_877],
      ["GET /assets/app.js", 304, 0],
      ["GET /assets/cover.webp", 200, 48_213],
      ["POST /login", 302, 0],
    ]);
    story.gateway.push(request(at, client, line, status, bytes, seconds, agent));
    if (chance.one(90)) {
      const path = chance.pick(["/wp-login.php", "/.env", "/admin.php", "/books/out-of-print"]);
      story.gateway.push(request(at + 700, client, `GET ${path}`, 404, 153, chance.near(0.004), agent));
    }
  }
}

/** What happens by the clock: health checks, cron, checkpoints, polls. */
function tellRoutine(story: Story, chance: Chance): void {
  const every = (minutes: number, from: number, tell: (at: number, turn: number) => void) => {
    for (let at = from, turn = 0; at < END; at += minutes * MINUTE, turn++) {
      tell(at + chance.whole(0, 900), turn);
    }
  };
  every(2, START + 11_000, (at) => {
    story.gateway.push(
      request(at, "10.0.0.9", "GET /healthz", 200, 2, chance.near(0.002), "kube-probe/1.31"),
    );
  });
  every(5, START + 30_000, (at) => {
    const took = Math.round(chance.near(410) * Math.min(slowness(at), 20));
    story.inventory.push({
      at: at + took,
      level: "info",
      text: `stock sync finished: ${chance.whole(11_800, 12_100)} titles in ${took} ms`,
      by: "inventory.sync",
    });
  });
  every(2, START + 5_000, (at) => {
    if (at >= CARRIER_SILENT) return;
    story.shipping.push({
      at,
      level: "debug",
      text: "carrier poll ok",
      fields: { carriers: 3, parcels: chance.whole(14, 60), took: `${chance.near(85).toFixed(0)}ms` },
    });
  });
  every(15, START + 90_000, (at) => {
    if (within(at, PAYMENTS_RESTART)) return;
    story.payments.push({ at, level: "debug", text: "access token refreshed", fields: { expiresIn: 3600 } });
  });
  every(5, START + 60_000, (at) => {
    const buffers = Math.round(chance.near(800));
    const text = `checkpoint complete: wrote ${buffers} buffers (${
      (buffers / 163.84).toFixed(1)
    }%); 0 WAL file(s) added, 0 removed, 1 recycled; write=${chance.near(26).toFixed(3)} s, sync=${
      chance.near(0.02).toFixed(3)
    } s, total=${chance.near(27).toFixed(3)} s`;
    story.hosts.push({ at, level: "info", text, by: "db-1 postgres 812" });
  });
  const cron = ["edge-1", "app-1", "app-2", "db-1"];
  every(10, START + 1_000, (at, turn) => {
    for (const [k, host] of cron.entries()) {
      story.hosts.push({
        at: at + k * 130,
        level: "info",
        text: "(root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.ten-minutes)",
        by: `${host} CRON ${4000 + turn * 8 + k}`,
      });
    }
  });
  every(60, START + 420_000, (at) => {
    story.hosts.push({
      at,
      level: "info",
      text: "Starting logrotate.service - Rotate log files...",
      by: "edge-1 systemd 1",
    });
    story.hosts.push({
      at: at + 340,
      level: "info",
      text: "Finished logrotate.service - Rotate log files.",
      by: "edge-1 systemd 1",
    });
  });
  every(47, START + 900_000, (at) => {
    story.hosts.push({
      at,
      level: "info",
      text: `Accepted publickey for deploy from 10.0.0.21 port ${
        chance.whole(40_000, 60_000)
      } ssh2: ED25519 SHA256:7rQ0nXk1wUe5Zr3mGh9cVb2tYp8sLd6f`,
      by: `app-1 sshd ${chance.whole(2_000, 9_000)}`,
    });
  });
}

function tellLoginBurst(story: Story, chance: Chance): void {
  const { from, to, address } = LOGIN_BURST;
  const users = ["root", "invalid user admin", "invalid user test", "invalid user oracle", "deploy"];
  for (let at = from; at < to; at += chance.whole(900, 2_600)) {
    story.gateway.push(
      request(at, address, "POST /login", 401, 74, chance.near(0.05), "python-requests/2.32.5"),
    );
    if (chance.one(3)) {
      story.hosts.push({
        at: at + 300,
        level: "info",
        text: `Failed password for ${chance.pick(users)} from ${address} port ${
          chance.whole(40_000, 60_000)
        } ssh2`,
        by: `edge-1 sshd ${chance.whole(2_000, 9_000)}`,
      });
    }
  }
  story.hosts.push({
    at: to + 200,
    level: "warn",
    text: `[sshd] Ban ${address}`,
    by: "edge-1 fail2ban.actions 655",
  });
}

/** A report that starts in the morning instead of at night holds the stock table until somebody ends it. */
function tellDatabase(story: Story, chance: Chance): void {
  const { from, to } = SLOW_DATABASE;
  story.hosts.push({
    at: from - 2_000,
    level: "info",
    text: "(report) CMD (/usr/local/bin/yearly-report --all-orders)",
    by: "db-1 CRON 5120",
  });
  for (let at = from + 4 * MINUTE; at < to; at += chance.whole(12_000, 40_000)) {
    const took = chance.near(13) * slowness(at);
    story.hosts.push({
      at,
      level: "info",
      text: `duration: ${
        took.toFixed(3)
      } ms  statement: UPDATE stock SET reserved = reserved + 1 WHERE title_id = ${chance.whole(100, 999)}`,
      by: `db-1 postgres ${chance.whole(900, 1400)}`,
    });
  }
  for (let at = from + 20 * MINUTE; at < to; at += 6 * MINUTE) {
    story.hosts.push({
      at,
      level: "warn",
      text: `process 1377 still waiting for ShareLock on transaction 90211${
        chance.whole(10, 99)
      } after 1000.${chance.whole(100, 999)} ms`,
      by: "db-1 postgres 1377",
    });
  }
  story.hosts.push({
    at: to,
    level: "error",
    text: "FATAL:  terminating connection due to administrator command",
    by: "db-1 postgres 1189",
  });
  story.inventory.push({
    at: to + 4_000,
    level: "info",
    text: "database answers as usual again: reserve_stock took 14 ms",
    by: "inventory.db",
  });
}

function tellPayments(story: Story): void {
  const expires = CERTIFICATE_EXPIRED.from;
  for (let hours = 4; hours >= 1; hours--) {
    story.payments.push({
      at: expires - hours * 60 * MINUTE + 2_000,
      level: "warn",
      text: "client certificate expires soon",
      fields: { subject: "CN=payments.shop.example", hoursLeft: hours, notAfter: "2026-11-20T10:00:00Z" },
    });
  }
  const { from, to } = PAYMENTS_RESTART;
  story.hosts.push(
    {
      at: from - 95_000,
      level: "info",
      text:
        "Accepted publickey for deploy from 10.0.0.21 port 51514 ssh2: ED25519 SHA256:7rQ0nXk1wUe5Zr3mGh9cVb2tYp8sLd6f",
      by: "app-1 sshd 6113",
    },
    { at: from, level: "info", text: "Stopping payments.service - Payments...", by: "app-1 systemd 1" },
    {
      at: from + 900,
      level: "info",
      text: "payments.service: Deactivated successfully.",
      by: "app-1 systemd 1",
    },
    { at: to - 1_400, level: "info", text: "Started payments.service - Payments.", by: "app-1 systemd 1" },
  );
  story.payments.push(
    { at: from - 100, level: "info", text: "stopping: SIGTERM", fields: { openCharges: 0 } },
    {
      at: to,
      level: "info",
      text: "client certificate loaded",
      fields: { subject: "CN=payments.shop.example", notAfter: "2027-11-20T10:00:00Z" },
    },
    { at: to + 40, level: "info", text: "listening", fields: { port: 7300, version: "2.14.1" } },
  );
}
