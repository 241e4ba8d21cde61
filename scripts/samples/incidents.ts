import type { Chance } from "./chance.ts";
import {
  CERTIFICATE_EXPIRED,
  LOGIN_BURST,
  MINUTE,
  PAYMENTS_RESTART,
  SLOW_DATABASE,
  slowness,
} from "./morning.ts";
import { request } from "./requests.ts";
import type { Story } from "./said.ts";

export function tellLoginBurst(story: Story, chance: Chance): void {
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
export function tellDatabase(story: Story, chance: Chance): void {
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

export function tellPayments(story: Story): void {
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
