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

Deno.test("the one file of several of a service that says nothing for a while is told, not one that ends as another begins", async () => {
  const next = random(43);
  const text = (isQuiet: (time: number) => boolean) => {
    const lines: string[] = [];
    for (let time = START; time < END; time += -Math.log(1 - next()) * 5000) {
      if (isQuiet(time)) continue;
      const msg = `page ${Math.floor(next() * 1e6)} served`;
      lines.push(JSON.stringify({ time: new Date(time).toISOString(), level: "info", service: "shop", msg }));
    }
    return `${lines.join("\n")}\n`;
  };
  const files = (quiet: ((time: number) => boolean)[]) =>
    summaryOfFiles(quiet.map((isQuiet, at) => ({ name: `shop-${at + 1}.log`, text: text(isQuiet) })));
  const never = () => false;
  const { findings } = await files([never, (time) => time > FROM && time < FROM + 40 * MINUTE]);
  assertEquals(findings.map(({ kind, service }) => [kind, service]), [["gap", "shop"]]);
  assert(/^Silent for (?:39|4\d) min: \S+shop-2\.log$/.test(findings[0].title), findings[0].title);
  // Twelve a minute for forty minutes.
  const usual = Number(/usually (\d+)/.exec(findings[0].evidence)![1]);
  assert(Math.abs(usual - 480) < 60, findings[0].evidence);
  assertEquals((await files([never, (time) => time > FROM, (time) => time <= FROM])).findings, []);
});

Deno.test("a file is not told to be silent because others of many left no room for what is looked at of it", async () => {
  const next = random(47);
  const linesOf = (every: (time: number) => number, said: () => Record<string, string>) => {
    const lines: string[] = [];
    for (let time = START; time < END + 240 * MINUTE; time += -Math.log(1 - next()) * every(time)) {
      lines.push(JSON.stringify({ time: new Date(time).toISOString(), level: "info", ...said() }));
    }
    return `${lines.join("\n")}\n`;
  };
  const isBusy = (time: number) => time > FROM && time < FROM + 90 * MINUTE;
  const page = (zone: string) => () => ({
    service: "shop",
    zone,
    msg: `page ${Math.floor(next() * 1e6)} served`,
  });
  const mail = () => ({ msg: `mail ${Math.floor(next() * 1e6)} sent` });
  const files = [
    ...["a", "b", "b"].map((zone) => linesOf(() => 2000, page(zone))),
    ...Array.from({ length: 13 }, (_, at) => linesOf(() => 240_000, () => ({ msg: `task ${at} is idle` }))),
    linesOf((time) => isBusy(time) ? 1000 : 12_000, mail),
  ];
  const { findings } = await summaryOfFiles(files.map((text, at) => ({ name: `${at + 10}.log`, text })));
  assertEquals(
    findings.filter(({ kind }) => kind === "gap" || kind === "vanished").map(({ title }) => title),
    [],
  );
});

Deno.test("a file whose lines have no time, read all at once beside one that is dated, makes no finding", async () => {
  const next = random(47);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 1000) {
    const msg = `page ${Math.floor(next() * 1e6)} served`;
    lines.push(JSON.stringify({ time: new Date(time).toISOString(), level: "info", service: "shop", msg }));
  }
  const undated = Array.from({ length: 400 }, (_, at) => `ERROR the cat was not fed ${at} times`);
  const { findings, sources } = await summaryOfFiles([
    { name: "shop.log", text: `${lines.join("\n")}\n` },
    { name: "cat.txt", text: `${undated.join("\n")}\n` },
  ]);
  assertEquals([sources[1].undated, findings.map(({ title }) => title)], [400, []]);
});
