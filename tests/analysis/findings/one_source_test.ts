import { assert, assertEquals } from "@std/assert";
import { summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 200 * MINUTE;

/** The evidence of what two replicas of one service begin to say, of which `fails` do. */
async function evidenceOf(fails: readonly string[]): Promise<string> {
  const next = random(41);
  const files = ["shop-1.log", "shop-2.log"].map((name) => {
    const lines: string[] = [];
    for (let time = START; time < END; time += -Math.log(1 - next()) * 6000) {
      const failed = fails.includes(name) && time > FROM && time < FROM + 40 * MINUTE && next() < 0.1;
      const said = failed
        ? { level: "error", msg: "cart is undefined" }
        : { level: "info", msg: `page ${Math.floor(next() * 1e6)} served` };
      lines.push(JSON.stringify({ time: new Date(time).toISOString(), service: "shop", ...said }));
    }
    return { name, text: `${lines.join("\n")}\n` };
  });
  const { findings: [finding, ...others] } = await summaryOfFiles(files);
  assertEquals(others, []);
  assertEquals(finding.title, "New error: cart is undefined");
  return finding.evidence;
}

Deno.test("the one file of several of a service that errors come from is told", async () => {
  assert(/; 100% with source=\S+shop-2\.log$/.test(await evidenceOf(["shop-2.log"])));
  assert(!/source=/.test(await evidenceOf(["shop-1.log", "shop-2.log"])));
});
