import { assert, assertEquals } from "@std/assert";
import { ofLater } from "../../../src/analysis/findings/moved_values.ts";
import { lastingShift } from "../../../src/analysis/findings/number_levels.ts";
import { isOfQuietHours } from "../../../src/analysis/findings/quiet_hours.ts";
import { trendOf } from "../../../src/analysis/findings/trends.ts";
import { logOfNumber, type NumberSeries } from "../../../src/analysis/number_tracks.ts";
import { CAUSE, roleOfKey } from "../../../src/analysis/sample_keys.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const HOUR = 60 * MINUTE;
const MIDNIGHT = START + 18 * HOUR;
const FROM = START + 200 * MINUTE;
const TO = FROM + 40 * MINUTE;

function said(found: readonly Finding[]): string[] {
  return found.map(({ title }) => title);
}

/** `values` of each bucket are `valueAt` it, but for a little. */
function seriesOf(buckets: number, values: number, valueAt: (bucket: number) => number): NumberSeries {
  const next = random(11);
  const logs = Array.from(
    { length: buckets },
    (_, at) => logOfNumber(valueAt(at) * (1 + 0.02 * (next() - 0.5))),
  );
  return {
    count: new Float64Array(buckets).fill(values),
    sum: Float64Array.from(logs, (log) => values * log),
    squares: Float64Array.from(logs, (log) => values * log * log),
  };
}

Deno.test("hosts that are there by day only are not missed by night, one that is gone by day is", async () => {
  const days = (isThere: (since: number, host: number) => boolean) => {
    const next = random(7);
    const lines: string[] = [];
    for (let time = MIDNIGHT; time < MIDNIGHT + 48 * HOUR; time += -Math.log(1 - next()) * 12_000) {
      const host = Math.floor(next() * 3);
      if (host > 0 && !isThere(time - MIDNIGHT, host)) continue;
      lines.push(
        `${new Date(time).toISOString()} level=info service=web host=web-${host} msg="page served"\n`,
      );
    }
    return summaryOf(lines.join(""));
  };
  const isDay = (since: number) => since % (24 * HOUR) >= 8 * HOUR && since % (24 * HOUR) < 20 * HOUR;
  assertEquals(said((await days(isDay)).findings), []);
  const { findings } = await days((since, host) => host === 1 || since < 30 * HOUR || since >= 33 * HOUR);
  assertEquals(said(findings), ["Silent for 3 h: web on web-2"]);
});

Deno.test("what had not begun the day before has no quiet hours", () => {
  const width = 10 * MINUTE;
  const day = 144;
  const counts = new Float64Array(2 * day);
  for (let at = day + 40; at < 2 * day; at++) counts[at] = 5;
  counts.fill(0, day + 80, day + 100);
  assertEquals(isOfQuietHours(counts, { from: day + 80, to: day + 100 }, width), false);
  // It was there the day before, and silent at the same hours.
  counts.fill(5, 40, 80);
  counts.fill(5, 100, day + 40);
  assertEquals(isOfQuietHours(counts, { from: day + 80, to: day + 100 }, width), true);
  counts.fill(5, 80, 100);
  assertEquals(isOfQuietHours(counts, { from: day + 80, to: day + 100 }, width), false);
});

Deno.test("a number that moved far is no matter of twice as many records, one that moved little is", () => {
  const volume = new Float64Array(480).fill(30).fill(60, 280);
  const slow = lastingShift(seriesOf(480, 5, (at) => at < 280 ? 12 : 4000), volume);
  assertEquals([slow?.from, slow?.to], [280, 480]);
  assertEquals(lastingShift(seriesOf(480, 5, (at) => at < 280 ? 12 : 30), volume), null);
});

Deno.test("a share that fills up is told by what is left of it", () => {
  const volume = new Float64Array(480).fill(30);
  const disk = seriesOf(480, 2, (at) => 74 + 24 * at / 480);
  assertEquals(trendOf(disk, volume), null);
  const full = trendOf(disk, volume, true);
  assert(full !== null && Math.abs(full.before - 75) < 2 && full.after > 96, JSON.stringify(full));
  // Much is left.
  assertEquals(trendOf(seriesOf(480, 2, (at) => 50 + 20 * at / 480), volume, true), null);
});

Deno.test("of two hosts that are apart it is the clock of the one whose own times jump", async () => {
  for (const [off, away, title] of [["a", 40, "ahead"], ["a", -40, "behind"], ["b", 40, "ahead"]] as const) {
    const next = random(5);
    const lines: string[] = [];
    for (let time = START; time < END; time += -Math.log(1 - next()) * 4000) {
      const host = next() < 0.5 ? "a" : "b";
      const by = host === off && time > FROM ? away * MINUTE : 0;
      lines.push(
        `${new Date(time + by).toISOString()} level=info host=node-${host} msg="packet forwarded"\n`,
      );
    }
    const { findings } = await summaryOf(lines.join(""));
    assertEquals(said(findings), [`Clock ${title} by 40 min: node-${off}`]);
  }
});

Deno.test("a client is told however many names stand before it, and above what came of it a few times", async () => {
  const next = random(9);
  const lines: [number, string][] = [];
  const often = (from: number, to: number, mean: number, text: () => string) => {
    for (let time = from; time < to; time += -Math.log(1 - next()) * mean) lines.push([time, text()]);
  };
  const name = (of: number) =>
    `${"abcdefghij"[Math.floor(next() * 10)]}${"lmnopqrst"[Math.floor(next() * of)]}n`;
  const client = () => `10.1.${Math.floor(next() * 9)}.${Math.floor(next() * 200)}`;
  often(START, END, 9000, () => `INFO login succeeded for ${name(9)} from ${client()}`);
  often(START, END, 200_000, () => `WARN login failed for ${name(9)} from ${client()}: bad password`);
  often(FROM, TO, 600, () => `WARN login failed for ${name(9)} from 198.51.100.7: bad password`);
  often(FROM + MINUTE, TO, 90_000, () => `WARN account ${name(9)} locked for 15 minutes`);
  lines.sort((x, y) => x[0] - y[0]);
  const { findings } = await summaryOf(
    lines.map(([time, text]) => `${new Date(time).toISOString()} ${text}\n`).join(""),
  );
  assertEquals(findings.map(({ kind }) => kind), ["burst", "new-pattern"]);
  assertEquals(findings[0].common?.[0]?.text, '"from 198.51.100.7"');
});

/** What needs a look in two weeks, each night of which a job says twenty times how long `spanOf` that day it took, or how long it runs. */
async function ofNights(says: (span: number) => string, spanOf: (day: number, part: number) => number) {
  const next = random(13);
  const lines: [number, string][] = [];
  for (let day = 0; day < 14; day++) {
    for (let part = 0; part < 20; part++) {
      lines.push([
        MIDNIGHT + day * 24 * HOUR + part * 10_000,
        says(spanOf(day, part) * (0.95 + 0.1 * next())),
      ]);
    }
  }
  for (let time = MIDNIGHT; time < MIDNIGHT + 14 * 24 * HOUR; time += -Math.log(1 - next()) * 600_000) {
    lines.push([time, "heartbeat"]);
  }
  lines.sort((x, y) => x[0] - y[0]);
  const text = lines.map(([time, text]) => `${new Date(time).toISOString()} INFO ${text}\n`).join("");
  return said((await summaryOf(text)).findings);
}

Deno.test("a job that takes longer each night is told, a span that grows with the clock is not", async () => {
  const longer = await ofNights(
    (span) => `shard rolled up in ${Math.round(span)} ms`,
    (day) => 2000 * 1.13 ** day,
  );
  assert(/^Duration rose steadily/.test(longer[0] ?? ""), longer.join());
  const running = await ofNights(
    (span) => `shard rolled up, worker started ${Math.round(span / 1000)} s ago`,
    (day, part) => HOUR + day * 24 * HOUR + part * 10_000,
  );
  assertEquals(running, []);
});

Deno.test("a node or a server that the others give up is told though that is said once", async () => {
  const said = [
    "WARN node node-3 is not ready: it stopped posting its status",
    "WARN Server be_web/web2 is DOWN, reason: Layer4 timeout, check duration: 2001ms",
  ];
  for (const one of said) {
    const next = random(15);
    const lines: [number, string][] = [[FROM, one]];
    for (let time = START; time < END; time += -Math.log(1 - next()) * 8000) {
      lines.push([time, `INFO pod web-${Math.floor(next() * 9)} is ready`]);
    }
    lines.sort((x, y) => x[0] - y[0]);
    const text = lines.map(([time, text]) => `${new Date(time).toISOString()} ${text}\n`).join("");
    const { findings } = await summaryOf(text);
    assertEquals(findings.map(({ kind, start }) => [kind, start]), [["new-pattern", FROM]]);
  }
});

Deno.test("what went wrong is known by the names that loggers give it", () => {
  for (
    const key of [
      "@x",
      "exception",
      "err.message",
      "thrown.message",
      "throwable",
      "error.stack_trace",
      "reason",
    ]
  ) {
    assertEquals(roleOfKey(key), CAUSE, key);
  }
  for (const key of ["@xy", "x", "thrown_at", "job.status.reason"]) assert(roleOfKey(key) !== CAUSE, key);
});

Deno.test("a new version that gets slow is told from then on, not that it was fast at first", () => {
  const series = seriesOf(400, 0, () => 20);
  series.count.fill(3, 100);
  const fast = { from: 100, to: 220, inside: 20, outside: 1400, distance: 30 };
  assertEquals(ofLater(fast, series), { from: 220, to: 400, inside: 1400, outside: 20, distance: 30 });
  // It was there before, there is nothing after it, or the log begins with it.
  assertEquals(ofLater({ ...fast, from: 120 }, series).from, 120);
  assertEquals(ofLater({ ...fast, to: 400 }, series).from, 100);
  assertEquals(ofLater({ ...fast, from: 0, to: 90 }, series).from, 0);
});
