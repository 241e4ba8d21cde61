import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { MINUTE, random, START } from "./randomness.ts";

const FROM = START + 100 * MINUTE;
const TO = FROM + 40 * MINUTE;
const END = START + 240 * MINUTE;

/** What needs a look in four hours of requests that take some 33 ms, more or less (a deviation of `spread`, as a logarithm). */
async function findingsOf(
  slow: (time: number, next: () => number) => number | null,
  spread = 0.4,
): Promise<Finding[]> {
  const next = random(9);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 600) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    const took_ms = Math.round(slow(time, next) ?? Math.exp(3.5 + spread * normal));
    const msg = `request ${Math.floor(next() * 1e6)} done`;
    lines.push(
      JSON.stringify({ time: new Date(time).toISOString(), level: "info", service: "api", msg, took_ms }),
    );
  }
  return (await summaryOf(`${lines.join("\n")}\n`)).findings;
}

Deno.test("a few requests that take far longer are told as that, not as another typical duration", async () => {
  for (const share of [0.04, 0.12]) {
    const findings = await findingsOf((time, next) =>
      time >= FROM && time < TO && next() < share ? 2000 + 2000 * next() : null
    );
    assertEquals(findings.map(({ kind }) => kind), ["shifted-number"]);
    const [{ title, evidence, count, lines }] = findings;
    const told = /^took_ms rose to [23]\.\d s in ([\d.]+)% of the records: request <num> done$/.exec(title)!;
    assert(told !== null, title);
    assert(Math.abs(Number(told[1]) / 100 - share) < share / 3, title);
    assert(
      / are above (?:2|2\.\d|1[.,]9\d*|2,\d{3}) m?s \(of [\d,]+ sampled\), usually (?:none|0\.\d+%); /.test(
        evidence,
      ),
      evidence,
    );
    assert(/; typically \S+ m?s there, 3[234] ms in the others, usually 3[234] ms$/.test(evidence), evidence);
    // A hundred a minute.
    assert(Math.abs(count / 4000 - share) < share / 2, String(count));
    assert(lines.length > 0);
  }
});

Deno.test("what lasts until the end is told, and what is always far apart or slow as a whole is no tail", async () => {
  const [untilTheEnd] = await findingsOf((time, next) => time >= FROM && next() < 0.05 ? 5000 : null);
  assert(/^took_ms rose to 5 s in [456](?:\.\d)?% of the records/.test(untilTheEnd.title), untilTheEnd.title);
  assertEquals(await findingsOf(() => null, 1.4), []);
  assertEquals(await findingsOf((_, next) => next() < 0.04 ? 5000 : null), []);
  const [asAWhole] = await findingsOf((time, next) => time >= FROM && time < TO ? 200 + 100 * next() : null);
  assert(/^took_ms rose to 2[345]\d ms: request <num> done$/.test(asAWhole.title), asAWhole.title);
});
