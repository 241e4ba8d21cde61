import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const UNTIL = START + 280 * MINUTE;

/** What needs a look in a morning in which requests become four times as many, and each of four hosts tells of its heap. */
async function findingsOf(heapOf: (host: number, time: number) => number): Promise<Finding[]> {
  const next = random(5);
  const lines: [number, string][] = [];
  const add = (time: number, host: number, said: Record<string, unknown>) =>
    lines.push([
      time,
      JSON.stringify({
        time: new Date(time).toISOString(),
        level: "info",
        service: "shop",
        host: `app-${host}`,
        ...said,
      }),
    ]);
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2000) {
    const busy = 0.25 + 0.75 * (time - START) / (END - START);
    if (next() < busy) {
      add(time, 1 + Math.floor(next() * 4), { msg: `page ${Math.floor(next() * 1e6)} was served` });
    }
  }
  for (let time = START; time < END; time += MINUTE) {
    for (let host = 1; host <= 4; host++) {
      const heapUsedMb = Math.round(heapOf(host, time) * (0.95 + next() / 10) * 10) / 10;
      add(time + host * 1000, host, { heapUsedMb, msg: "process stats" });
    }
  }
  lines.sort((x, y) => x[0] - y[0]);
  return (await summaryOf(lines.map(([, text]) => `${text}\n`).join(""))).findings;
}

Deno.test("what leaks on one host is not the load's, which would move that of the others", async () => {
  const leak = (time: number) => time < UNTIL ? 200 + 800 * (time - START) / (UNTIL - START) : 200;
  const [first, ...others] = await findingsOf((host, time) => host === 3 ? leak(time) : 200);
  assertEquals(others.map(({ title }) => title), []);
  assertEquals([first.kind, first.host], ["shifted-number", "app-3"]);
  assert(/^heapUsedMb rose steadily from \d+ to \d+: process stats$/.test(first.title), first.title);
  assert(/then it fell back at once/.test(first.evidence), first.evidence);
  const byLoad = (_host: number, time: number) => 200 + 400 * (time - START) / (END - START);
  assertEquals(await findingsOf(byLoad), []);
});
