import { assert, assertEquals } from "@std/assert";
import { isOfMorning } from "../../../src/analysis/findings/daily_rhythm.ts";
import { missedTime } from "../../../src/analysis/findings/rhythms.ts";
import { longestSilence } from "../../../src/analysis/findings/silences.ts";
import { lowestWindow } from "../../../src/analysis/findings/windows.ts";
import { MINUTE, random, START } from "./randomness.ts";
import { findingsOf } from "./two_services.ts";

/** Events at random in each of some buckets, `mean` of them on average. */
function counts(buckets: number, mean: (at: number) => number, seed = 7): Float64Array {
  const next = random(seed);
  return Float64Array.from({ length: buckets }, (_, at) => {
    let count = 0;
    let time = -Math.log(1 - next());
    while (time < mean(at)) {
      time -= Math.log(1 - next());
      count++;
    }
    return count;
  });
}

Deno.test("what becomes busy bit by bit within some hours is no level, what does so at once is", () => {
  const window = { from: 260, to: 360 };
  assertEquals(isOfMorning(counts(360, (at) => Math.exp(at / 200)), window, MINUTE), true);
  assertEquals(isOfMorning(counts(360, (at) => at < 260 ? 2 : 5), window, MINUTE), false);
  assert(!isOfMorning(counts(360, (at) => at > 180 && at < 200 ? 9 : 2), { from: 180, to: 200 }, MINUTE));
});

Deno.test("what is to be expected in a silence is what is usual around it", () => {
  const night = (at: number) => at >= 100 && at < 120 ? 0 : at < 200 ? 0.8 : 3;
  const found = longestSilence(counts(480, night))!;
  assert(found.to - found.from >= 20 && found.expected < 0.7 * (found.to - found.from), `${found.expected}`);
});

Deno.test("a job that comes every quarter of an hour is missed for more than an hour, too, not for a night", () => {
  const every15 = (from: number, to: number, buckets: number) =>
    Float64Array.from({ length: buckets }, (_, at) => at % 15 === 3 && (at < from || at >= to) ? 1 : 0);
  const view = { start: START, width: MINUTE };
  const missed = missedTime(every15(240, 315, 480), view, 10)!;
  assertEquals([missed.from, missed.to, missed.times], [243, 318, 5]);
  assertEquals(missedTime(every15(300, 900, 1440), view, 10), null);
});

Deno.test("between two peaks nothing is missing, where half of it is missing something is", () => {
  const peaks = counts(720, (at) => at % 120 >= 60 && at % 120 < 67 ? 120 : 2);
  assert((lowestWindow(peaks, 0.5, 0.4)?.p ?? 1) > 0.001);
  const found = lowestWindow(counts(360, (at) => at >= 150 && at < 190 ? 2 : 9), 0.5, 0.15)!;
  assert(Math.abs(found.from - 150) <= 2 && Math.abs(found.to - 190) <= 2, `${found.from}-${found.to}`);
});

Deno.test("what a nightly job says between its start and its end is no burst, what goes on is", async () => {
  const backup = (hasEnd: boolean) =>
    findingsOf((add, next) => {
      const job = { service: "backup", host: "db-1" };
      const from = START + 120 * MINUTE;
      add(from, { ...job, msg: "backup begins" });
      for (let file = 0; file < 180; file++) {
        add(from + 4000 * (file + 1), { ...job, msg: `stored file ${Math.floor(next() * 1e6)} of the set` });
      }
      if (hasEnd) add(from + 740_000, { ...job, msg: "backup is complete" });
    });
  assertEquals(await backup(true), []);
  assertEquals((await backup(false)).length, 1);
});

Deno.test("a page that is not what was written is told though it comes a few times", async () => {
  const found = await findingsOf((add) => {
    for (const minute of [190, 260, 310, 330, 350]) {
      const msg = `page verification failed, calculated checksum ${minute * 7} but expected ${minute * 11}`;
      add(START + minute * MINUTE, { service: "db", host: "db-1", level: "warn", msg });
    }
  });
  assertEquals(found.map(({ title }) => title), [
    "New warning: page verification failed, calculated checksum <num> but expected <num>",
  ]);
});
