import { random } from "./randomness.ts";

const MINUTE = 60_000;
const DAY = 24 * 60;
const START = Date.UTC(2026, 10, 20);

/** Services and hosts, how many requests a minute at noon, and how long one takes, in milliseconds. */
const SERVICES = [
  { service: "gateway", hosts: ["web-1", "web-2", "web-3"], rate: 14, took: 12 },
  { service: "orders", hosts: ["app-1", "app-2"], rate: 9, took: 80 },
  { service: "mail", hosts: ["app-2"], rate: 3, took: 300 },
];

/**
 * A day of logs of three services, as JSON lines, in which nothing happens that needs a look: a curve with a night and a noon,
 * rates that wander, times with a long tail, errors and warnings now and then, some of them in clumps, memory that goes up and
 * down, jobs by the hour and by night, and a restart.
 */
export function quietDay(seed: number): string {
  const next = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const lines: { time: number; text: string }[] = [];
  const say = (minute: number, level: string, service: string, host: string, msg: string) => {
    const time = START + minute * MINUTE;
    if (minute < 0 || minute >= DAY) return;
    lines.push({
      time,
      text: JSON.stringify({ time: new Date(time).toISOString(), level, service, host, msg }),
    });
  };
  let wander = 0;
  const nightly = 60 + next() * 240;
  for (let minute = 0; minute < DAY; minute++) {
    wander = 0.9 * wander + 0.06 * normal();
    const load = (1 - 0.6 * Math.cos(2 * Math.PI * minute / DAY)) * Math.exp(wander);
    for (const { service, hosts, rate, took } of SERVICES) {
      for (let at = 0; (at -= Math.log(1 - next()) / (rate * load)) < 1;) {
        const host = hosts[Math.floor(next() * hosts.length)];
        const luck = next();
        const duration = Math.round(took * Math.exp(0.7 * normal()) * (next() < 0.01 ? 10 : 1));
        if (luck < 0.004) {
          say(
            minute + at,
            "error",
            service,
            host,
            `request ${Math.floor(next() * 1e6)} failed: reset by peer`,
          );
        } else if (luck < 0.015) {
          for (let i = 0; i < 1 + 3 * next(); i++) {
            say(
              minute + at + i / 60,
              "warn",
              service,
              host,
              `retry ${i + 1} of request ${Math.floor(next() * 1e6)}`,
            );
          }
        } else {say(
            minute + at,
            "info",
            service,
            host,
            `request ${Math.floor(next() * 1e6)} done in ${duration} ms`,
          );}
      }
      for (const host of hosts) {
        say(minute + 0.2 + next() / 60, "info", service, host, "alive");
        const saw = 300 + 200 * ((minute / 95 + hosts.indexOf(host) / 3) % 1);
        if (minute % 2 === 0) {
          say(minute + 0.4, "debug", service, host, `heap holds ${Math.round(saw + 15 * normal())} MB`);
        }
      }
    }
    if (minute % 60 === 17) {
      for (let i = 0; i < 40; i++) say(minute + i / 30, "info", "orders", "app-1", `hourly sum ${i} written`);
    }
    if (minute === Math.floor(nightly)) {
      for (let i = 0; i < 4; i++) say(minute + i * 3, "info", "mail", "app-2", `archive part ${i} rotated`);
    }
    if (next() < 0.003) {
      say(
        minute,
        "warn",
        "gateway",
        "web-2",
        `certificate of upstream ${Math.floor(next() * 9)} ends in 20 days`,
      );
    }
    if (next() < 0.001) {
      say(minute, "error", "orders", "app-1", `cannot parse voucher ${Math.floor(next() * 1e6)}`);
    }
  }
  const restart = next() * DAY;
  for (
    const [i, msg] of ["stopping", "stopped", "version 4.2.1 starts", "settings read", "listening"].entries()
  ) {
    say(restart + i / 20, "info", "mail", "app-2", msg);
  }
  lines.sort((x, y) => x.time - y.time);
  return lines.map(({ text }) => `${text}\n`).join("");
}
