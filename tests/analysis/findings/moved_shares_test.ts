import { assert, assertEquals } from "@std/assert";
import { risenShare } from "../../../src/analysis/findings/share_levels.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 210 * MINUTE;
const TO = FROM + 70 * MINUTE;
const PATHS = ["/", "/search", "/basket", "/account", "/items"];

interface Request {
  time: number;
  path: string;
  status: number;
  cache: string;
  client: string;
  release: string;
}

/** What needs a look in six hours of requests, as `change` leaves them; `more` are added. */
async function findingsOf(
  change: (request: Request, next: () => number, within: boolean) => void,
  more: (next: () => number) => Request[] = () => [],
): Promise<Finding[]> {
  const next = random(14);
  const all: Request[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 3000) {
    const request = {
      time,
      path: PATHS[Math.floor(next() * PATHS.length)],
      status: next() < 0.04 ? 302 : 200,
      cache: next() < 0.85 ? "HIT" : "MISS",
      client: next() < 0.7 ? "web" : "app",
      release: "a",
    };
    change(request, next, time >= FROM && time < TO);
    all.push(request);
  }
  all.push(...more(next));
  const lines = all.sort((x, y) => x.time - y.time).map(({ time, path, release, ...rest }) =>
    JSON.stringify({
      time: new Date(time).toISOString(),
      level: "info",
      msg: "request done",
      path: `${path}?id=${Math.floor(next() * 1e6)}`,
      app_version: release,
      ...rest,
    })
  );
  return (await summaryOf(`${lines.join("\n")}\n`)).findings;
}

function said(found: readonly Finding[]): string[] {
  return found.map(({ title }) => title.replace(/\d+(?:\.\d+)?%/g, "n%"));
}

Deno.test("answers of one path that become redirects are told, whatever its query", async () => {
  const [finding, ...others] = await findingsOf((request, _next, within) => {
    if (within && request.path === "/account") request.status = 302;
  });
  assert(/^status=302 rose from \d\.?\d*% to 100% of the records with path=\/account: /.test(finding.title));
  assert(/status=200 fell from 9\d% to none/.test(finding.evidence), finding.evidence);
  assert(Math.abs(finding.start! - FROM) < 5 * MINUTE && Math.abs(finding.end! - TO) < 5 * MINUTE);
  assertEquals(others, []);
});

Deno.test("a value that takes the place of another is told, with the one that fell", async () => {
  const [finding, ...others] = await findingsOf((request, next, within) => {
    if (within && next() < 0.8) request.cache = "MISS";
  });
  assert(/^cache=MISS rose from 1\d% to 8\d% of the records: /.test(finding.title), finding.title);
  assert(/cache=HIT fell from 8\d% to 1\d%/.test(finding.evidence), finding.evidence);
  assertEquals(others, []);
});

Deno.test("what comes besides everything else takes the place of nothing", async () => {
  const found = await findingsOf(() => {}, (next) => {
    const more: Request[] = [];
    for (let time = FROM; time < TO; time += -Math.log(1 - next()) * 1500) {
      more.push({ time, path: "/items", status: 200, cache: "HIT", client: "app", release: "a" });
    }
    return more;
  });
  assertEquals(said(found).filter((title) => title.includes("rose")), []);
});

Deno.test("where others fail, what does not fail takes the place of nothing", async () => {
  const found = await findingsOf((request, next, within) => {
    if (request.path !== "/basket") return;
    request.status = next() < 0.4 ? 200 : within ? 500 : 201;
  });
  assertEquals(said(found).filter((title) => title.includes("rose from")), []);
  assert(found[0].title.startsWith("5xx answers rose"), said(found).join());
});

Deno.test("a release that follows another, and a share that comes and goes with the hour, need no look", async () => {
  const found = await findingsOf((request, next) => {
    const hour = 2 * Math.PI * (request.time - START) / (END - START);
    request.client = next() < 0.5 + 0.35 * Math.cos(hour) ? "web" : "app";
    if (request.time > FROM) request.release = "b";
  });
  assertEquals(said(found), []);
});

Deno.test("a share rises where it rises, and not bit by bit", () => {
  const exposure = new Float64Array(300).fill(12);
  const step = exposure.map((_, at) => at >= 131 && at < 190 ? 9 : 2);
  assertEquals([risenShare(step, exposure)?.from, risenShare(step, exposure)?.to], [131, 190]);
  assertEquals(risenShare(exposure.map((_, at) => 1 + at / 40), exposure), null);
});

Deno.test("a value that vanishes as another takes its place is told once", async () => {
  const found = await findingsOf((request, next) => {
    if (request.time >= FROM) request.cache = "MISS";
    else request.cache = next() < 0.7 ? "HIT" : "MISS";
  });
  assertEquals(said(found).length, 1, said(found).join());
});

Deno.test("a number whose values follow one another moves no shares; of one device it fell is told", async () => {
  const next = random(8);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2000) {
    const hours = (time - START) / MINUTE / 60;
    const device = `sensor-${1 + Math.floor(next() * 12)}`;
    const battery = Math.round(90 - 2 * hours - (device === "sensor-10" ? 10 * hours : 0));
    const record = { time: new Date(time).toISOString(), level: "info", msg: "reading", device, battery };
    lines.push(JSON.stringify(record));
  }
  const { findings } = await summaryOf(`${lines.join("\n")}\n`);
  assertEquals(findings.map(({ kind }) => kind), ["shifted-number"]);
  assert(/^battery fell steadily from 8\d to [23]\d with device=sensor-10: reading$/.test(findings[0].title));
});
