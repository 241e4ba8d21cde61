import { assert, assertEquals } from "@std/assert";
import { missedTime } from "../../../src/analysis/findings/rhythms.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf, summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";
import { findingsOf } from "./two_services.ts";

const FROM = START + 200 * MINUTE;
const SHOP = { service: "shop", host: "node-1" };

function told(findings: Finding[]): unknown[] {
  return findings.map(({ kind, title }) => [kind, title]);
}

Deno.test("a finding says the values that do not vary", async () => {
  const found = await findingsOf((add, next) => {
    for (let time = FROM; time < FROM + 10 * MINUTE; time += 20_000) {
      const msg = `part ${Math.floor(next() * 1e5)} of 3 was not stored: s3-eu.example.com returned 503`;
      add(time, { ...SHOP, level: "error", msg });
    }
  });
  assertEquals(told(found), [
    ["new-pattern", "New error: part <num> of 3 was not stored: s3-eu.example.com returned 503"],
  ]);
  const [once] = await findingsOf((add) => {
    add(FROM, { ...SHOP, level: "fatal", msg: "index 7 in /var/lib/shop is damaged at 81920, giving up" });
  });
  assertEquals(once.title, "New error: index 7 in /var/lib/shop is damaged at 81920, giving up");
  assert(once.evidence.startsWith("1 record, none in the 3.3 h before"), once.evidence);
});

Deno.test("a warning of what is sure to fail is told though it comes once, other warnings are not", async () => {
  const found = await findingsOf((add) => {
    add(FROM, { ...SHOP, level: "warn", msg: "certificate of pay.example.com expires in 3 days" });
    add(FROM + MINUTE, { ...SHOP, level: "warn", msg: "answer of pay.example.com took 3 seconds" });
  });
  assertEquals(told(found), [
    ["new-pattern", "New warning: certificate of pay.example.com expires in 3 days"],
  ]);
});

Deno.test("a process that is killed three times in the second half is told of, though hours lie between", async () => {
  const found = await findingsOf((add) => {
    for (const minute of [200, 235, 300]) {
      const msg = `Out of memory: Killed process ${1000 + minute} (java)`;
      add(START + minute * MINUTE, { ...SHOP, level: "error", msg });
    }
  });
  assertEquals(told(found), [["new-pattern", "New error: Out of memory: Killed process <num> (java)"]]);
});

Deno.test("the few that came long before most of what is new do not make it long", async () => {
  const found = await findingsOf((add) => {
    const down = (time: number) => add(time, { ...SHOP, level: "error", msg: "backend eu-1 is down" });
    for (const minute of [80, 140]) down(START + minute * MINUTE);
    for (let time = FROM; time < FROM + 20 * MINUTE; time += 50_000) down(time);
  });
  assertEquals(found.map(({ kind }) => kind), ["new-pattern"]);
  assert(Math.abs(found[0].start! - FROM) <= MINUTE, JSON.stringify(found[0]));
  assert(/^\d+ records in \d+ min, 2 in the 3\.3 h before/.test(found[0].evidence), found[0].evidence);
});

Deno.test("what each of several hosts says once as it starts anew is nothing new", async () => {
  const found = await findingsOf((add) => {
    for (let host = 1; host <= 14; host++) {
      add(FROM + host * MINUTE, { service: "shop", host: `node-${host}`, msg: "migrations are up to date" });
    }
  });
  assertEquals(told(found), []);
});

Deno.test("requests of a region that fall silent are told, though the others go on", async () => {
  const lines: string[] = [];
  const next = random(3);
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2000) {
    const region = next() < 0.5 ? "eu" : next() < 0.6 ? "us" : "ap";
    if (region === "us" && time > FROM && time < FROM + 40 * MINUTE) continue;
    const msg = `served page ${Math.floor(next() * 1e6)}`;
    lines.push(
      JSON.stringify({ time: new Date(time).toISOString(), level: "info", service: "shop", region, msg }),
    );
  }
  const { findings } = await summaryOfFiles([{ name: "shop.log", text: lines.join("\n") }]);
  assertEquals(told(findings), [["gap", "Silent for 40 min: region=us in shop"]]);
  assert(findings[0].lines.length > 0);
});

Deno.test("several values of one attribute that fall silent together are told together", async () => {
  const lines: string[] = [];
  const next = random(5);
  for (let time = START; time < END; time += -Math.log(1 - next()) * 1500) {
    const shelf = `s${Math.floor(next() * 8)}`;
    if (["s2", "s5"].includes(shelf) && time > FROM && time < FROM + 40 * MINUTE) continue;
    lines.push(
      JSON.stringify({ time: new Date(time).toISOString(), service: "stock", shelf, msg: "item found" }),
    );
  }
  const { findings } = await summaryOfFiles([{ name: "stock.log", text: lines.join("\n") }]);
  assertEquals(findings.map(({ kind }) => kind), ["gap"]);
  assert(
    /^Silent for (?:39|4\d) min: shelf=(?:s2 and s5|s5 and s2) in stock$/.test(findings[0].title),
    findings[0].title,
  );
});

Deno.test("a file that ends before the others is told of, unless another begins later", async () => {
  const text = (seed: number, from: number, to: number) => {
    const next = random(seed);
    const lines: string[] = [];
    for (let time = from; time < to; time += -Math.log(1 - next()) * 5000) {
      lines.push(`${new Date(time).toISOString()} INFO served page ${Math.floor(next() * 1e6)}`);
    }
    return lines.join("\n");
  };
  const one = { name: "one.log", text: text(1, START, END) };
  const two = { name: "two.log", text: text(2, START, FROM) };
  const found = (await summaryOfFiles([one, two])).findings;
  assertEquals(found.map(({ kind }) => kind), ["vanished"]);
  assert(found[0].title.endsWith("two.log"), found[0].title);
  const three = { name: "three.log", text: text(3, FROM, END) };
  assertEquals((await summaryOfFiles([one, two, three])).findings, []);
});

Deno.test("a job that did not run is told, one that rests at weekends is not", () => {
  const hours = 8 * 24;
  // A Monday, 00:00 UTC.
  const start = Date.UTC(2026, 4, 4);
  const counts = (without: number[]) => {
    const list = new Float64Array(hours);
    for (let day = 0; day < 8; day++) if (!without.includes(day)) list[day * 24 + 2] = 3;
    return list;
  };
  const view = { start, width: 3_600_000 };
  const missed = missedTime(counts([3]), view, 10)!;
  assertEquals([missed.from, missed.to, missed.every, missed.times], [74, 98, 24, 1]);
  assertEquals(missedTime(counts([]), view, 10), null);
  assertEquals(missedTime(counts([5, 6]), view, 10), null);
  assertEquals(missedTime(counts([1, 3]), view, 10), null);
});

Deno.test("what a job says that fails is told with its end that did not come", async () => {
  const next = random(3);
  const hour = 60 * MINUTE;
  const lines: [number, string][] = [];
  for (let day = 0; day < 7; day++) {
    for (let i = 0; i < 72; i++) {
      lines.push([START + (day * 24 + next() * 24) * hour, `INFO sync: synced ${i} files`]);
    }
    const night = START + (day * 24 + 18) * hour;
    lines.push([night, "INFO backup: backup started"]);
    if (day < 5) lines.push([night + 31 * MINUTE, `INFO backup: backup finished, ${200 + day * 3} GB`]);
    else lines.push([night + 3 * MINUTE, "ERROR backup: backup failed: volume is not mounted"]);
  }
  lines.sort((x, y) => x[0] - y[0]);
  const text = lines.map(([time, text]) => `${new Date(time).toISOString()} ${text}\n`).join("");
  const { findings } = await summaryOfFiles([{ name: "jobs.log", text }]);
  assertEquals(findings.map(({ kind }) => kind), ["vanished"]);
  const { evidence } = findings[0];
  assert(/; in its place: backup failed: volume is not mounted \(2 records; /.test(evidence), evidence);
});

Deno.test("a host whose clock is ahead is told, not the silences that it makes of its own and of others' records", async () => {
  const next = random(11);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2000) {
    const host = `node-${1 + Math.floor(next() * 3)}`;
    const told = time > FROM && host === "node-2" ? time + 8 * MINUTE : time;
    const msg = `served page ${Math.floor(next() * 1e6)}`;
    lines.push(
      JSON.stringify({ time: new Date(told).toISOString(), level: "info", service: "shop", host, msg }),
    );
  }
  const { findings } = await summaryOfFiles([{ name: "shop.log", text: lines.join("\n") }]);
  assertEquals(told(findings), [["clock", "Clock ahead by 8 min: node-2"]]);
  assertEquals([findings[0].host, findings[0].end! >= END - MINUTE], ["node-2", true]);
  assert(Math.abs(findings[0].start! - FROM) <= 2 * MINUTE);
});

Deno.test("what a debug logger adds to the end is new, what a job does one after the other is not", async () => {
  const found = await findingsOf((add, next) => {
    for (let time = FROM; time < END; time += 500) {
      add(time, { ...SHOP, level: "debug", msg: `frame ${Math.floor(next() * 1e6)} was read` });
    }
  });
  assertEquals(told(found), [["new-pattern", "New at DEBUG: frame <num> was read"]]);
  const phases = ["fetched", "compiled", "linked", "tested"].flatMap((done, phase) =>
    Array.from({ length: 150 }, (_, at) => {
      const time = new Date(START + (phase * 150 + at) * 2000).toISOString();
      return `${time} INFO ${done} part ${at}`;
    })
  );
  const { findings } = await summaryOfFiles([{ name: "build.log", text: phases.join("\n") }]);
  assertEquals(told(findings), []);
});

Deno.test("a quiet night of some hundred records tells of the only errors in it", async () => {
  const lines: [number, string][] = [];
  for (let time = START; time < END; time += 3 * MINUTE) lines.push([time, "INFO polled 12 feeds"]);
  for (let minute = 260; minute < 330; minute += 15) {
    lines.push([START + minute * MINUTE + 5000, "ERROR feed 7 could not be read: certificate has expired"]);
  }
  lines.sort(([x], [y]) => x - y);
  const text = lines.map(([time, said]) => `${new Date(time).toISOString()} ${said}`).join("\n");
  const { findings } = await summaryOfFiles([{ name: "night.log", text }]);
  assertEquals(told(findings), [
    ["new-pattern", "New error: feed 7 could not be read: certificate has expired"],
  ]);
});

Deno.test("that one of several files begins before the others is no drop of all records", async () => {
  const next = random(17);
  const files = ["one", "two", "three"].map((name, at) => {
    const lines: string[] = [];
    for (let time = START + (at === 1 ? 0 : 9 * MINUTE); time < END; time += -Math.log(1 - next()) * 3000) {
      lines.push(`${new Date(time).toISOString()} INFO task ${Math.floor(next() * 1e5)} done`);
    }
    return { name: `${name}.log`, text: `${lines.join("\n")}\n` };
  });
  assertEquals((await summaryOfFiles(files)).findings, []);
});

Deno.test("of errors without a message nothing is said that they mostly say", async () => {
  const next = random(8);
  let text = "";
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2000) {
    const during = time > FROM && time < FROM + 10 * MINUTE;
    const severityNumber = next() < (during ? 0.4 : 0.01) ? 17 : 9;
    const attributes = [{ key: "http.route", value: { stringValue: `/item/${Math.floor(next() * 50)}` } }];
    text += `${JSON.stringify({ timeUnixNano: `${Math.floor(time)}000000`, severityNumber, attributes })}\n`;
  }
  const [{ title, evidence }] = (await summaryOf(text)).findings;
  assertEquals(title, "Errors rose: the whole log");
  assert(/; \d+ errors(?:;|$)/.test(evidence), evidence);
});
