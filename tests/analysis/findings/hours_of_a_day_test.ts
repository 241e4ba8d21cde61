import { assert, assertEquals } from "@std/assert";
import { isOfHours } from "../../../src/analysis/findings/daily_rhythm.ts";
import { fasterRhythm } from "../../../src/analysis/findings/rhythms.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { MINUTE, random } from "./randomness.ts";

const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 18);
const END = START + 27 * HOUR;
const FROM = END - 4 * HOUR;

/** How busy it is, by the hour of the day: four times as much at two in the afternoon as at night. */
function busy(time: number): number {
  const hour = time % (24 * HOUR) / HOUR;
  return 0.25 + 0.75 * Math.exp(-(((hour - 14) / 5) ** 2));
}

type Say = (time: number, text: string) => void;

/** What needs a look in 27 hours in which orders are written by day and few by night; `more` adds to them. */
async function findingsOf(more: (say: Say, next: () => number) => void): Promise<Finding[]> {
  const next = random(17);
  const lines: [number, string][] = [];
  const say: Say = (time, text) => {
    if (time >= START && time < END) lines.push([time, text]);
  };
  during(next, 6000, (time) => say(time, `INFO order ${Math.floor(next() * 1e6)} stored`));
  more(say, next);
  lines.sort((x, y) => x[0] - y[0]);
  const text = lines.map(([time, text]) => `${new Date(time).toISOString()} ${text}\n`).join("");
  return (await summaryOf(text)).findings;
}

function during(next: () => number, mean: number, say: (time: number) => void): void {
  for (let time = START; time < END; time += -Math.log(1 - next()) * mean) {
    if (next() < busy(time)) say(time);
  }
}

function said(found: readonly Finding[]): string[] {
  return found.map(({ title }) => title);
}

Deno.test("a rare error that is said by day, as all else is, is not new", async () => {
  const found = await findingsOf((say, next) => {
    during(next, 40 * MINUTE, (time) => {
      if (time > START + 7 * HOUR) {
        say(time, `ERROR order ${Math.floor(next() * 1e6)} refused: stock is short`);
      }
    });
  });
  assertEquals(said(found), []);
});

Deno.test("what is said by day is of the hours, what began at once is not", () => {
  const width = 5 * MINUTE;
  const next = random(3);
  const counts = Float64Array.from({ length: 324 }, (_, at) => {
    let count = 0;
    for (let i = 0; i < 8; i++) if (next() < busy(at * width) / 4) count++;
    return count;
  });
  assertEquals(isOfHours(counts, { from: 110, to: 230 }, width), true);
  const step = counts.map((_, at) => at >= 150 && at < 230 ? 6 : 2);
  assertEquals(isOfHours(step, { from: 150, to: 230 }, width), false);
  // Of a few hours nothing is known of the day.
  assertEquals(isOfHours(counts.slice(0, 60), { from: 10, to: 50 }, width), false);
});

Deno.test("a job that two run is told to come more often, with the second one's host", async () => {
  const found = await findingsOf((say, next) => {
    for (let time = START; time < END; time += 10 * MINUTE) {
      for (const host of time < FROM ? ["cron-1"] : ["cron-1", "cron-2"]) {
        say(time + next() * 2000, `level=info host=${host} msg="invoices sent"`);
      }
    }
  });
  assertEquals(said(found), ["More often: invoices sent"]);
  assert(/50% with host=cron-2 \(none of the others\)/.test(found[0].evidence), found[0].evidence);
});

Deno.test("what keeps its pace, and what comes far more often than jobs do, is no job that two run", () => {
  const every = (minutes: number) =>
    Float64Array.from({ length: 324 }, (_, at) => at % (minutes / 5) === 0 ? 1 : 0);
  assertEquals(fasterRhythm(every(10), 5 * MINUTE), null);
  const twice = every(10).map((count, at) => at < 200 ? count : 2 * count);
  assertEquals(fasterRhythm(twice, 5 * MINUTE)?.from, 200);
  assertEquals(fasterRhythm(twice.map((count) => count * 20), 5 * MINUTE), null);
});

Deno.test("a clock that is two minutes behind is told though a bucket is longer", async () => {
  const next = random(29);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 9000) {
    const host = `web-${1 + Math.floor(next() * 4)}`;
    const away = host === "web-3" && time > FROM ? 2 * MINUTE : 0;
    lines.push(`${new Date(time - away).toISOString()} level=info host=${host} msg="page served"\n`);
  }
  const { findings } = await summaryOf(lines.join(""));
  assertEquals(said(findings), ["Clock behind by 2 min: web-3"]);
  assert(Math.abs(findings[0].start! - FROM) < 20 * MINUTE);
});

Deno.test("one of a pool's workers that does nothing any more is told", async () => {
  const workers = (isPool: boolean) =>
    findingsOf((say, next) => {
      during(next, 5000, (time) => {
        const worker = 1 + Math.floor(next() * 4);
        const born = isPool ? 0 : Math.floor((time - START) / (5 * HOUR));
        say(time, `level=info worker=w-${born}-${worker === 3 && time > FROM ? 4 : worker} msg="mail sent"`);
      });
    });
  assertEquals(said(await workers(true)).map((title) => title.replace(/ in .*/, "")), [
    "Vanished: worker=w-0-3",
  ]);
  assertEquals(said(await workers(false)), []);
});

Deno.test("hosts in whose place others begin are not told, one that ends alone is", async () => {
  const withHosts = (hostOf: (time: number, pick: number) => string | null) =>
    findingsOf((say, next) => {
      during(next, 5000, (time) => {
        const host = hostOf(time, Math.floor(next() * 4));
        if (host !== null) say(time, `level=info service=web host=${host} msg="page served"`);
      });
    });
  const renamed = await withHosts((time, pick) => `web-${time < FROM ? "7f9c" : "6b5d"}-${pick}`);
  assertEquals(said(renamed), []);
  const lost = await withHosts((time, pick) => pick === 2 && time > FROM ? null : `web-7f9c-${pick}`);
  assertEquals(said(lost).length, 1, said(lost).join());
  assert(/^Vanished: web on web-7f9c-2/.test(said(lost)[0]), said(lost)[0]);
});

Deno.test("one of several devices that says nothing any more is told by its name in the text", async () => {
  const found = await findingsOf((say, next) => {
    for (let time = START; time < END; time += MINUTE) {
      for (let device = 1; device <= 7; device++) {
        if (device === 3 && time > FROM) continue;
        say(time + device * 5000 + next() * 2000, `INFO state received from th-0${device} (42 bytes)`);
      }
    }
  });
  assertEquals(said(found).map((title) => title.replace(/ in .*/, "")), ['Vanished: "from th-03"']);
  assert(/none of the records in the last 4 h \(usually 1\d%, of \d+ sampled\)/.test(found[0].evidence));
});

Deno.test("a number that leaks away for one of several is told of that one", async () => {
  const found = await findingsOf((say, next) => {
    for (let time = START; time < END; time += 2 * MINUTE) {
      for (let process = 1; process <= 3; process++) {
        const grown = process === 2 ? 2 * Math.max(0, (time - START - 6 * HOUR) / (21 * HOUR)) : 0;
        const open = Math.round(300 * (1 + grown) * (0.95 + next() / 10));
        say(time + process * 1000, `INFO proxyd-${process} monitor: open file descriptors: ${open}`);
      }
    }
  });
  assert(
    /^file descriptors rose steadily from 3\d\d to \d\d\d with "proxyd-2": /.test(said(found)[0]),
    said(found).join(),
  );
  assertEquals(found.length, 1);
});

Deno.test("what was said as the log began, and now is again and again, is told", async () => {
  const starts = (again: boolean) =>
    findingsOf((say, next) => {
      say(START + MINUTE, "INFO server is starting");
      if (!again) return;
      for (let time = FROM; time < END; time += 14 * MINUTE) {
        say(time + next() * MINUTE, "INFO server is starting");
      }
    });
  assertEquals(said(await starts(true)), ["Burst: server is starting"]);
  assertEquals(said(await starts(false)), []);
});

Deno.test("an office that is quiet by night is not told, nor what is slow at each full hour from the first on", async () => {
  const next = random(19);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 8000) {
    const hour = time % (24 * HOUR) / HOUR;
    if (next() > (hour >= 8 && hour < 18 ? 1 : 0.03)) continue;
    lines.push(`${new Date(time).toISOString()} INFO page ${Math.floor(next() * 1e6)} served\n`);
  }
  assertEquals(said((await summaryOf(lines.join(""))).findings), []);
  const found = await findingsOf((say, next) => {
    during(next, 3000, (time) => {
      const isReport = time % HOUR < 5 * MINUTE && next() < 0.5;
      say(time, `INFO view done in ${Math.round((isReport ? 900 : 60) * (0.7 + next() * 0.6))} ms`);
    });
  });
  assertEquals(said(found), []);
});
