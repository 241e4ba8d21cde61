import { assert, assertEquals } from "@std/assert";
import { bestRun, extentOfCounts } from "../../../src/analysis/findings/extents.ts";
import { isMeasurement } from "../../../src/analysis/findings/measures.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { END, START } from "./randomness.ts";
import { findingsOf } from "./two_services.ts";

const MINUTE = 60_000;

function isAbout({ start, end }: Finding, from: number, to: number, within = 2 * MINUTE): boolean {
  return Math.abs(start! - from) <= within && Math.abs(end! - to) <= within;
}

/** A value around `middle` with a long tail upwards. */
function longTailed(middle: number, next: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return middle * Math.exp(0.6 * normal);
}

Deno.test("a run of buckets is the one that most is in, near where it was looked for", () => {
  const counts = [0, 1, 0, 0, 9, 8, 0, 9, 0, 0, 1, 0];
  assertEquals(extentOfCounts(counts, null, 0.2, { from: 2, to: 10 }), { from: 4, to: 8 });
  assertEquals(extentOfCounts(counts, null, 0.2, { from: 5, to: 8 }), { from: 4, to: 8 });
  assertEquals(bestRun([-1, 2, -1, 3, -5, 1], { from: 1, to: 5 }), { from: 1, to: 4 });
  // Fewer than usual.
  assertEquals(extentOfCounts([9, 8, 9, 1, 0, 0, 9, 8], null, 9, { from: 2, to: 6 }), { from: 3, to: 6 });
});

Deno.test("passwords that are tried for nineteen minutes are one burst of nineteen minutes", async () => {
  const from = START + 150 * MINUTE;
  const found = await findingsOf((add, next) => {
    const fail = (time: number) =>
      add(time, {
        service: "login",
        host: "node-1",
        level: "warn",
        msg: `bad password for user u${Math.floor(next() * 90)}`,
      });
    for (let time = START; time < END; time += -Math.log(1 - next()) * 4 * MINUTE) fail(time);
    for (let time = from; time < from + 19 * MINUTE; time += 2500) fail(time);
  });
  assertEquals(found.map(({ kind, service, host }) => [kind, service, host]), [["burst", "login", "node-1"]]);
  assert(isAbout(found[0], from, from + 19 * MINUTE, MINUTE), JSON.stringify(found[0]));
  assertEquals(found[0].patterns.length, 1);
});

Deno.test("far more of everything that a service says is one finding, without its patterns'", async () => {
  const from = START + 200 * MINUTE;
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += 1500) {
      if (time % 10_000 > 3000 && (time < from || time > from + 12 * MINUTE)) continue;
      const msg = next() < 0.6
        ? `stored row ${Math.floor(next() * 1e5)}`
        : `sent mail to ${Math.floor(next() * 1e5)}`;
      add(time, { service: "store", host: "node-1", msg });
    }
  });
  assertEquals(found.map(({ kind, service, patterns }) => [kind, service, patterns]), [[
    "burst",
    "store",
    [],
  ]]);
  assert(isAbout(found[0], from, from + 12 * MINUTE));
});

Deno.test("what became slow on one host is told of that host, once for all that it measures", async () => {
  const from = START + 180 * MINUTE;
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += 4000) {
      for (const host of ["node-1", "node-2"]) {
        const slower = host === "node-2" && time >= from && time < from + 25 * MINUTE ? 3 : 1;
        const took = Math.round(longTailed(40 * slower, next));
        const msg = next() < 0.5 ? `read the basket in ${took} ms` : `found the price after ${took} ms`;
        add(time + next() * 1000, { service: "basket", host, msg });
      }
    }
  });
  assertEquals(found.map(({ kind, service, host }) => [kind, service, host]), [[
    "shifted-number",
    "basket",
    "node-2",
  ]]);
  assert(isAbout(found[0], from, from + 25 * MINUTE), JSON.stringify(found[0]));
});

Deno.test("what is slow for two minutes is told where enough is measured", async () => {
  const from = START + 100 * MINUTE;
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += 4000) {
      const slower = time >= from && time < from + 2 * MINUTE ? 8 : 1;
      add(time, {
        service: "basket",
        host: "node-1",
        msg: `read basket=${Math.floor(next() * 1e6)} in ${longTailed(40 * slower, next).toFixed(1)} ms`,
      });
    }
  });
  assertEquals(found.map(({ kind, service }) => [kind, service]), [["shifted-number", "basket"]]);
  assert(found[0].title.startsWith("Duration rose to "), found[0].title);
  assert(isAbout(found[0], from, from + 2 * MINUTE, MINUTE), JSON.stringify(found[0]));
});

Deno.test("numbers that follow the load, or whose hosts say more or less often, did not move", async () => {
  const found = await findingsOf((add, next) => {
    for (let minute = 0; minute < 360; minute++) {
      const time = START + minute * MINUTE;
      const load = 1 + 0.8 * Math.sin(2 * Math.PI * minute / 240);
      for (let i = 0; i < 20 * load; i++) {
        add(time + next() * MINUTE, {
          service: "queue",
          host: "node-1",
          msg: `took job ${Math.floor(next() * 1e6)}`,
        });
      }
      for (let i = 0; i < 4; i++) {
        add(time + next() * MINUTE, {
          service: "queue",
          host: "node-1",
          msg: `queue depth ${Math.round(30 * load + 5 * next())}`,
        });
      }
      // The smaller one is silent for a while, and there is no rhythm in what the two say.
      for (const [host, usual] of [["node-1", 200], ["node-2", 900]] as const) {
        if (next() < (host === "node-2" || minute < 120 || minute > 200 ? 0.8 : 0.15)) {
          add(time + next() * MINUTE, {
            service: "queue",
            host,
            msg: `memory used ${Math.round(usual + 20 * next())} MB`,
          });
        }
      }
    }
  });
  assertEquals(found.filter(({ kind }) => kind === "shifted-number").map(({ title }) => title), []);
});

Deno.test("a host that falls silent is one finding, with all that ran there", async () => {
  const from = START + 220 * MINUTE;
  const found = await findingsOf((add, next) => {
    for (let time = START; time < from; time += -Math.log(1 - next()) * 5000) {
      add(time, { service: "only-there", host: "node-2", msg: `wrote block ${Math.floor(next() * 1e6)}` });
    }
  }, (time, host) => host === "node-2" && time >= from);
  assertEquals(found.map(({ kind, host }) => [kind, host]), [["vanished", "node-2"]]);
  assert(isAbout(found[0], from, END));
});

Deno.test("errors that began together are one finding that names them all, what began first in its title", async () => {
  const from = START + 240 * MINUTE - 5000;
  const found = await findingsOf((add, next) => {
    for (let time = from; time < from + 10 * MINUTE; time += 12_000) {
      const host = next() < 0.5 ? "node-1" : "node-2";
      add(time, { service: "login", host, level: "error", msg: "too many clients: none can connect" });
      add(time + 9000, { service: "shop", host, level: "error", msg: "the login service gives no answer" });
    }
  });
  assertEquals(found.map(({ kind, count, patterns }) => [kind, count, patterns.length]), [[
    "new-pattern",
    100,
    2,
  ]]);
  assertEquals(found[0].title, "New error: too many clients: none can connect");
  assert(
    /; together with: the login .*\(50 records\); from login and shop$/.test(found[0].evidence),
    found[0].evidence,
  );
  assert(isAbout(found[0], from, from + 10 * MINUTE, MINUTE));
});

Deno.test("what came again hours later does not make a finding hours long", async () => {
  const from = START + 120 * MINUTE;
  const found = await findingsOf((add) => {
    for (let time = from; time < from + 14 * MINUTE; time += 60_000) {
      add(time, { service: "shop", host: "node-1", level: "error", msg: "cannot bind to port 8080: in use" });
    }
    add(from + 130 * MINUTE, {
      service: "shop",
      host: "node-1",
      level: "error",
      msg: "cannot bind to port 8080: in use",
    });
  });
  assertEquals(found.map(({ kind }) => kind), ["new-pattern"]);
  assert(isAbout(found[0], from, from + 14 * MINUTE), JSON.stringify(found[0]));
});

Deno.test("a status is no measurement, whatever the next number is called", () => {
  const template = "done path=<path> status=<num> duration=<dur> rows: <num>";
  assertEquals(
    [1, 2, 3].map((place) => isMeasurement(`number ${place}`, place === 2 ? "ms" : "", template)),
    [
      false,
      true,
      true,
    ],
  );
});

Deno.test("a process that runs out of memory twice is told of, though nothing names it fatal", async () => {
  const found = await findingsOf((add) => {
    for (const minute of [300, 320]) {
      const time = START + minute * MINUTE;
      const said = { service: "shop", host: "node-1", level: "error" };
      add(time, { ...said, msg: "java.lang.OutOfMemoryError: Java heap space" });
      add(time + 3000, { ...said, msg: "process exited with code 137" });
    }
  });
  assertEquals(found.map(({ kind, title, host }) => [kind, title, host]), [
    ["new-pattern", "New error: java.lang.OutOfMemoryError: Java heap space", "node-1"],
  ]);
  assert(found[0].evidence.includes("together with: process exited with code 137"), found[0].evidence);
});

Deno.test("what says that nothing crashed is no crash", async () => {
  const found = await findingsOf((add) => {
    for (const minute of [300, 320]) {
      const said = { service: "shop", host: "node-1", level: "error" };
      add(START + minute * MINUTE, { ...said, msg: "checked 12 workers, no panic in the last day" });
    }
  });
  assertEquals(found, []);
});

Deno.test("a number that moved on all hosts, on one of them by just enough to be sure, is not that host's", async () => {
  const from = START + 216 * MINUTE;
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += -Math.log(1 - next()) * 600) {
      const path = ["cart", "items", "search", "login", "health", "checkout"][Math.floor(next() * 6)];
      const slower = path === "checkout" ? 1 + Math.max(0, time - from) / 1_500_000 : 1;
      const ms = (longTailed(20, next) * slower).toFixed(1);
      add(time, { service: "store", host: `node-${Math.ceil(next() * 3)}`, msg: `answered in ${ms} ms` });
    }
  });
  assertEquals(found.map(({ kind, service, host }) => [kind, service, host]), [[
    "shifted-number",
    "store",
    null,
  ]]);
});
