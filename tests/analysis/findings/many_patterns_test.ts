import { assertEquals } from "@std/assert";
import { summaryOf } from "./find_in.ts";
import { random, START } from "./randomness.ts";

const WORDS = "alpha bravo delta echo foxtrot golf hotel india juliet kilo lima mike oscar papa romeo".split(
  " ",
);

Deno.test("where there are more patterns than can be followed, no error rate or silence is made up", async () => {
  const next = random(7);
  const lines: string[] = [];
  for (let i = 0; i < 30_000; i++) {
    const severity = next() < 0.07 ? "ERROR" : "INFO";
    const text = Array.from({ length: 1 + Math.floor(next() * 9) }, () => WORDS[Math.floor(next() * 15)]);
    lines.push(`${new Date(START + i * 1000).toISOString()} ${severity} ${text.join(" ")}`);
  }
  const { findings, patterns } = await summaryOf(lines.join("\n") + "\n");
  assertEquals(patterns.total > 2048, true, `${patterns.total}`);
  assertEquals(findings.map(({ title, evidence }) => `${title}: ${evidence}`), []);
});
