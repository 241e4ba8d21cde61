import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { END, MINUTE, START } from "./randomness.ts";
import { findingsOf } from "./two_services.ts";

const FROM = START + 200 * MINUTE;

function told(findings: Finding[]): unknown[] {
  return findings.map(({ kind, service, host }) => [kind, service, host]);
}

Deno.test("new errors that differ in a word are one new error", async () => {
  const locks = ["ledger", "stock", "basket", "price", "label"];
  const found = await findingsOf((add) => {
    for (const [i, lock] of locks.entries()) {
      const msg = `could not get lock ${lock}: deadlock detected`;
      add(FROM + i * 2 * MINUTE, { service: "shop", host: "node-1", level: "error", msg });
    }
  });
  assertEquals(told(found), [["new-pattern", "shop", "node-1"]]);
  const [{ title, count, patterns }] = found;
  assertEquals(title, "New error: could not get lock <word>: deadlock detected");
  assertEquals([count, patterns.length], [5, 5]);
});

Deno.test("errors that differ in a word from those of before are nothing new", async () => {
  const locks = ["ledger", "stock", "basket", "price", "label"];
  const found = await findingsOf((add) => {
    const fail = (time: number, lock: string) =>
      add(time, {
        service: "shop",
        host: "node-1",
        level: "error",
        msg: `could not get lock ${lock}: deadlock detected`,
      });
    fail(START + 5 * MINUTE, "tax");
    for (const [i, lock] of locks.entries()) fail(FROM + i * 2 * MINUTE, lock);
  });
  assertEquals(told(found), []);
});

Deno.test("many new warnings in three minutes are told", async () => {
  const found = await findingsOf((add) => {
    for (let i = 0; i < 40; i++) {
      const msg = `the certificate expires in ${i % 9} hours`;
      add(FROM + i * 4000, { service: "login", host: "node-2", level: "warn", msg });
    }
  });
  assertEquals(told(found), [["new-pattern", "login", "node-2"]]);
});

Deno.test("a silence of four minutes is told where every other minute holds many records", async () => {
  const found = await findingsOf(() => {}, (time) => time > FROM && time < FROM + 4 * MINUTE);
  assertEquals(told(found), [["gap", null, null]]);
  assert(Math.abs(found[0].start! - FROM) <= MINUTE);
});

Deno.test("what one of two services says far more often is told, though both say it", async () => {
  const found = await findingsOf((add, next) => {
    const refresh = (time: number, service: string) =>
      add(time, { service, host: "node-1", msg: `session ${Math.floor(next() * 1e6)} refreshed` });
    for (let time = START; time < END; time += 6000) refresh(time, "shop");
    for (let time = START; time < END; time += -Math.log(1 - next()) * 40_000) refresh(time, "login");
    for (let time = FROM; time < FROM + 8 * MINUTE; time += 4000) refresh(time, "login");
  });
  assertEquals(told(found), [["burst", "login", "node-1"]]);
});

Deno.test("what is silent at one time on several hosts, that say other things, is told once", async () => {
  const [from, to] = [FROM, FROM + 30 * MINUTE];
  const found = await findingsOf((add, next) => {
    for (const host of ["web-1", "web-2", "web-3"]) {
      for (let time = START; time < END; time += -Math.log(1 - next()) * 10_000) {
        add(time, { service: "edge", host, msg: `heart beats ${Math.floor(next() * 99)} times` });
        const isOut = host !== "web-3" && time > from && time < to;
        if (!isOut) add(time + 99, { service: "edge", host, msg: `asset ${Math.floor(next() * 1e6)} sent` });
      }
    }
  });
  assertEquals(told(found), [["gap", "edge", null]]);
  assertEquals(found[0].title.replace("web-2", "web-1"), "Silent for 30 min on web-1: asset <num> sent");
  assertEquals(/also on web-[12]/.test(found[0].evidence), true);
});
