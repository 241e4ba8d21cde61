import { assert, assertEquals } from "@std/assert";
import { summaryOf } from "./find_in.ts";
import { MINUTE, random, START } from "./randomness.ts";

Deno.test("what a number typically is is what half of the records have, though some did not move", async () => {
  const next = random(5);
  const lines: string[] = [];
  for (let time = START; time < START + 360 * MINUTE; time += -Math.log(1 - next()) * 2000) {
    const isThen = time > START + 180 * MINUTE && time < START + 240 * MINUTE;
    // Of four lookups three miss the cache then.
    const took = (isThen && next() < 0.75 ? 2000 : 10) * (0.9 + next() * 0.2);
    lines.push(JSON.stringify({
      time: new Date(time).toISOString(),
      level: "info",
      service: "catalog",
      msg: "lookup",
      duration_ms: Math.round(took),
    }));
  }
  const { findings } = await summaryOf(`${lines.join("\n")}\n`);
  assertEquals(findings.map(({ kind }) => kind), ["shifted-number"]);
  const told = /typically ([\d,]+) ms for 60 min, usually (\d+) ms/.exec(findings[0].evidence);
  const [now, usual] = told!.slice(1).map((number) => Number(number.replace(",", "")));
  assert(now > 1800 && now < 2100 && usual === 10, findings[0].evidence);
});
