/**
 * One morning of a book shop: a gateway on edge-1, orders and payments on app-1, inventory and shipping on
 * app-2, the database on db-1. Every figure follows from the seed, so the story is the same in every run.
 */
import { tellOrders } from "./book_orders.ts";
import { Chance } from "./chance.ts";
import { tellDatabase, tellLoginBurst, tellPayments } from "./incidents.ts";
import { CARRIER_SILENT, END, MINUTE, PAYMENTS_RESTART, slowness, START, within } from "./morning.ts";
import { BOOKS, BROWSERS, request } from "./requests.ts";
import type { Story } from "./said.ts";

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
