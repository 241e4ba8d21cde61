import { assert, assertEquals } from "@std/assert";
import { lastingLevel } from "../../../src/analysis/findings/levels.ts";
import { isLevel, isMeasurement, isStatus } from "../../../src/analysis/findings/measures.ts";
import { lastingShift } from "../../../src/analysis/findings/number_levels.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";
import { findingsOf, type Said } from "./two_services.ts";

/** Four in ten of the log: longer than any burst. */
const FROM = START + 216 * MINUTE;
const STORE = { service: "store", host: "node-1" };

/** What is said every `mean` milliseconds, on average. */
function saidOften(mean: number, said: (time: number, next: () => number) => Said | null) {
  return (add: (time: number, said: Said) => void, next: () => number) => {
    for (let time = START; time < END; time += -Math.log(1 - next()) * mean) {
      const one = said(time, next);
      if (one !== null) add(time, one);
    }
  };
}

function said(found: readonly Finding[]) {
  return found.map(({ kind, title }) => [kind, title]);
}

/** It begins when it should, within a minute or two, and goes on to the end. */
function lastsFrom({ start, end }: Finding, from: number): boolean {
  return Math.abs(start! - from) <= 2 * MINUTE && END - end! <= 2 * MINUTE;
}

Deno.test("a level is the part that differs, from where it begins", () => {
  const next = random(4);
  const counts = Array.from({ length: 400 }, (_, i) => Math.round((i >= 230 ? 30 : 10) + 4 * (next() - 0.5)));
  const found = lastingLevel(counts, null, { ratio: 2, least: 50 })!;
  assertEquals([found.from, found.to], [230, 400]);
  assert(found.p < 1e-6 && Math.abs(found.expected - 1700) < 60, JSON.stringify(found));
  // The other way round it is a drop.
  const fallen = lastingLevel(counts.toReversed().map((count) => count), null, { ratio: 0.5, least: 50 })!;
  assertEquals([fallen.from, fallen.to], [170, 400]);
});

Deno.test("what goes up bit by bit, or with the hour, is no other level", () => {
  const slope = Array.from({ length: 400 }, (_, i) => 10 + i / 10);
  const hours = Array.from({ length: 400 }, (_, i) => Math.round(30 - 24 * Math.cos(2 * Math.PI * i / 400)));
  for (const counts of [slope, hours]) {
    assertEquals(lastingLevel(counts, null, { ratio: 1.5, least: 50 }), null);
  }
});

Deno.test("of what is no error, too, several times as much for a quarter of the log is told", async () => {
  const from = START + 150 * MINUTE;
  const mails = (often: (time: number) => number) =>
    findingsOf((add, next) => {
      for (let time = START; time < END; time += -Math.log(1 - next()) * 12_000 / often(time)) {
        add(time, { ...STORE, msg: `sent mail to ${Math.floor(next() * 1e5)}` });
      }
    });
  const [finding, ...others] = await mails((time) => time > from && time < from + 90 * MINUTE ? 7 : 1);
  assertEquals([finding?.kind, others.length], ["burst", 0], finding?.title);
  assert(/sent mail to <num>$/.test(finding.title), finding.title);
  assert(Math.abs(finding.start! - from) <= 2 * MINUTE, finding.evidence);
  assert(Math.abs(finding.end! - from - 90 * MINUTE) <= 2 * MINUTE, finding.evidence);
  // Twice as many are no other level, nor are those of a noon.
  assertEquals(await mails((time) => time > from && time < from + 90 * MINUTE ? 2 : 1), []);
  const byHour = (time: number) => 4 - 3 * Math.cos(2 * Math.PI * (time - START) / (END - START));
  assertEquals(await mails(byHour), []);
});

Deno.test("errors that rose and stay are told from when they rose", async () => {
  const found = await findingsOf(saidOften(1500, (time, next) => ({
    ...STORE,
    ...(next() < (time > FROM ? 0.06 : 0.003)
      ? { level: "error", msg: `payment ${Math.floor(next() * 1e5)} declined: gateway timed out` }
      : { msg: `stored row ${Math.floor(next() * 1e5)}` }),
  })));
  assertEquals(said(found), [["error-rate", "Errors rose: store on node-1"]]);
  assert(lastsFrom(found[0], FROM), JSON.stringify(found[0]));
  assert(/of the records in 2\.4 h are errors/.test(found[0].evidence), found[0].evidence);
});

Deno.test("a warning that comes ten times as often for hours is told, and is not called a burst", async () => {
  const found = await findingsOf(
    saidOften(
      20_000,
      (time, next) =>
        time > FROM || next() < 0.1
          ? { ...STORE, level: "warn", msg: `slow query took ${Math.floor(500 + next() * 400)} ms` }
          : null,
    ),
  );
  assertEquals(said(found), [["burst", "Far more: slow query took <dur>"]]);
  assert(lastsFrom(found[0], FROM), JSON.stringify(found[0]));
});

Deno.test("records that are far fewer from some time on are told", async () => {
  const found = await findingsOf(
    saidOften(
      3000,
      (time, next) =>
        time > FROM && next() < 0.8 ? null : { ...STORE, msg: `sent mail to ${Math.floor(next() * 1e5)}` },
    ),
  );
  assertEquals(found.map(({ kind, service }) => [kind, service]), [["drop", "store"]]);
  assert(lastsFrom(found[0], FROM), JSON.stringify(found[0]));
});

Deno.test("a number that is three times as high from some time on is a shift, and no trend", async () => {
  const found = await findingsOf(saidOften(2000, (time, next) => ({
    ...STORE,
    msg: `answered in ${Math.round((17 + 6 * next()) * (time > FROM ? 3 : 1))} ms`,
  })));
  assertEquals(said(found), [["shifted-number", "Duration rose to 60 ms: answered in <dur>"]]);
  assert(lastsFrom(found[0], FROM), JSON.stringify(found[0]));
});

Deno.test("what was low as the log began, but for its very first value, did not fall", async () => {
  const found = await findingsOf((add, next) => {
    for (let time = START + 5 * MINUTE, run = 0; time < END; time += 4 * MINUTE, run++) {
      const usual = run === 0 ? 60 : Math.min(60, 3 * 1.25 ** Math.max(0, run - 12));
      const msg = `sync finished in ${Math.ceil(usual * (0.5 + next()))} ms`;
      add(time, { service: "stock", host: "node-1", msg });
    }
  });
  assertEquals(said(found).filter(([, title]) => title.includes("fell")), []);
});

Deno.test("requests logged like any other tell by their statuses that they fail", async () => {
  const found = await findingsOf(saidOften(1000, (time, next) => {
    const fails = next() < (time > FROM && time < FROM + 15 * MINUTE ? 0.3 : 0.001);
    return { ...STORE, status: fails ? 503 : next() < 0.05 ? 404 : 200, msg: "request completed" };
  }));
  assertEquals(said(found), [["error-rate", "5xx answers rose with status=503: store on node-1"]]);
  assertEquals([found[0].service, found[0].severity], ["store", 0]);
  assert(Math.abs(found[0].start! - FROM) <= 2 * MINUTE, JSON.stringify(found[0]));
  const all = await findingsOf(saidOften(1000, (_, next) => ({
    ...STORE,
    status: next() < 0.02 ? 500 : next() < 0.1 ? 404 : 200,
    msg: "request completed",
  })));
  assertEquals(all, []);
});

Deno.test("a status is one by its key, and a state is none", () => {
  for (
    const key of ["status", "statusCode", "http.status_code", "http.response.status_code", "res.statusCode"]
  ) {
    assert(isStatus(key), key);
  }
  for (const key of ["exit_status", "job.status.reason", "order_status", "status_text"]) {
    assert(!isStatus(key), key);
  }
});

Deno.test("requests refused by the hundred are told of an access log", async () => {
  const next = random(3);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 1000) {
    const refused = next() < (time > FROM && time < FROM + 10 * MINUTE ? 0.6 : 0.04);
    const at = new Date(time).toISOString();
    const day = `${at.slice(8, 10)}/Nov/${at.slice(0, 4)}:${at.slice(11, 19)} +0000`;
    const path = refused ? `/${next().toString(36).slice(2)}.php` : "/cart";
    lines.push(
      `10.0.0.${Math.ceil(next() * 200)} - - [${day}] "GET ${path} HTTP/1.1" ${refused ? 404 : 200} 512`,
    );
  }
  const { findings } = await summaryOf(`${lines.join("\n")}\n`);
  // Those at other times failed alike: it is told nevertheless what the warnings are.
  assertEquals(said(findings), [[
    "error-rate",
    "Warnings rose with http.response.status_code=404: the whole log",
  ]]);
});

Deno.test("a process that the kernel kills is told of, once as it is", async () => {
  const next = random(3);
  const lines: { time: number; text: string }[] = [];
  const add = (time: number, text: string) => {
    const at = new Date(time).toISOString();
    lines.push({ time, text: `Nov ${at.slice(8, 10)} ${at.slice(11, 19)} ${text}` });
  };
  for (let time = START; time < END; time += -Math.log(1 - next()) * 4000) {
    add(time, `app-1 systemd[1]: Started Session ${Math.floor(next() * 9999)} of user deploy.`);
  }
  const killed = "Out of memory: Killed process 2817 (java) total-vm:8123456kB, anon-rss:7012345kB";
  add(START + 300 * MINUTE, `app-1 kernel: ${killed}`);
  lines.sort((x, y) => x.time - y.time);
  const { findings } = await summaryOf(lines.map(({ text }) => `${text}\n`).join(""));
  assertEquals(findings.map(({ kind, host, count }) => [kind, host, count]), [["new-pattern", "app-1", 1]]);
});

Deno.test("what counts how far something is measures nothing", () => {
  assertEquals(isMeasurement("number 1", "", "loaded chunk <num> of <num>, <num> rows"), false);
  assertEquals(isMeasurement("number 1", "", "system load <num> of <num> cores"), false);
  assertEquals(isMeasurement("number 1", "", "system load <num>"), true);
  assertEquals(isMeasurement("number 1", "", "queue depth <num>, <num> workers"), true);
});

Deno.test("what changes in the middle of a part of the log that is looked at changes at once, too", () => {
  for (let at = 288; at < 300; at++) {
    const next = random(at);
    const counts = Array.from(
      { length: 480 },
      (_, i) => Math.round((i >= at ? 60 : 20) + 8 * (next() - 0.5)),
    );
    const level = lastingLevel(counts, null, { ratio: 2, least: 50 });
    assertEquals([level?.from, level?.to], [at, 480]);
    const logs = counts.map((_, i) => Math.log(i >= at ? 280 : 120) + 0.8 * (next() - 0.5));
    const series = {
      count: new Float64Array(480).fill(3),
      sum: Float64Array.from(logs, (log) => 3 * log),
      squares: Float64Array.from(logs, (log) => 3 * log * log),
    };
    const shift = lastingShift(series, new Float64Array(480).fill(30));
    assertEquals([shift?.from, shift?.to], [at, 480]);
  }
});

Deno.test("how long something took is told of the number behind these words, not of the one before", () => {
  const template = "order <num> took <num> for user <id>";
  assertEquals(isMeasurement("number 1", "", template), false);
  assertEquals(isLevel("number 1", "", template, true), false);
  assertEquals(isMeasurement("number 2", "", template), true);
});

Deno.test("a number that tells things apart measures nothing", () => {
  for (const name of ["partition", "topic.shard", "job", "log.prefix", "order", "worker_index"]) {
    assertEquals(isMeasurement(name, "", ""), false, name);
  }
  for (const name of ["lag", "rows", "jobs", "items", "Seconds_Behind_Source", "open_fds"]) {
    assertEquals(isMeasurement(name, "", ""), true, name);
  }
});
