import { assert, assertEquals } from "@std/assert";
import { END, MINUTE, random, START } from "./randomness.ts";
import { summaryOf } from "./find_in.ts";

const FROM = START + 150 * MINUTE;

/** What needs a look in six hours of lines, one every `every` milliseconds. */
async function findingsOf(
  every: number,
  line: (time: number, next: () => number, at: number) => object | null,
) {
  const next = random(31);
  const lines: string[] = [];
  for (let time = START, at = 0; time < END; time += every, at++) {
    const one = line(time, next, at);
    if (one !== null) {
      lines.push(JSON.stringify({ time: new Date(time).toISOString(), level: "info", ...one }));
    }
  }
  return (await summaryOf(`${lines.join("\n")}\n`)).findings;
}

/** About one, now a little more and now less. */
function about(next: () => number): number {
  return 0.8 + 0.4 * next();
}

Deno.test("a leak that ends as the process is started anew is told, though requests become more as well", async () => {
  const restart = START + 280 * MINUTE;
  const found = await findingsOf(5000, (time, next, at) => {
    const host = `node-${at % 3}`;
    // By noon there are a third more requests.
    if (next() < 0.3 * (END - time) / (END - START)) return null;
    const leaked = host === "node-1" && time > FROM && time < restart
      ? 1200 * (time - FROM) / (restart - FROM)
      : 0;
    return { service: "shop", host, msg: "statistics", heap_mb: Math.round(200 * about(next) + leaked) };
  });
  assertEquals(found.map(({ kind, host }) => [kind, host]), [["shifted-number", "node-1"]]);
  assert(/^heap_mb rose steadily from \d+ to [\d,]+: statistics$/.test(found[0].title), found[0].title);
  assert(found[0].evidence.endsWith("then it fell back at once"), found[0].evidence);
  assert(Math.abs(found[0].end! - restart) <= 2 * MINUTE);
});

Deno.test("a leak that ends time and again is told by the climb that is not the load's", async () => {
  const every = 140 * MINUTE;
  const found = await findingsOf(5000, (time, next, at) => {
    const pod = `api-${at % 3}`;
    // It becomes noon and night: the first climb is one of the requests as well.
    if (next() < 0.45 + 0.4 * Math.cos((time - START) / (END - START) * 2 * Math.PI)) return null;
    const leaked = pod === "api-1" ? 700 * ((time - START) % every) / every : 0;
    return { service: "shop", pod, msg: "statistics", heap_mb: Math.round(330 * about(next) + leaked) };
  });
  const [finding] = found;
  assert(
    /^heap_mb rose steadily from \d+ to \d+ with pod=api-1: statistics$/.test(finding?.title),
    finding?.title,
  );
  assert(/then it fell back at once/.test(finding.evidence), finding.evidence);
  assertEquals(found.length, 1);
});

Deno.test("a number that moved for one value of two attributes is told of both", async () => {
  const found = await findingsOf(4000, (time, next, at) => {
    const group = ["billing", "search", "mail"][at % 3];
    const shard = Math.floor(next() * 4);
    const behind = group === "search" && shard === 2 && time > FROM ? 40 * (time - FROM) / MINUTE : 0;
    return { service: "monitor", msg: "consumer", group, shard, lag: Math.round(30 * about(next) + behind) };
  });
  assertEquals(found.length, 1);
  assert(/^lag rose .*with (?:shard=2 and group=search|group=search and shard=2): /.test(found[0].title));
});

Deno.test("a gauge of one host's file system that fills up is told of both", async () => {
  const found = await findingsOf(10_000, (time, next, at) => {
    const [host, mount] = [`db-${at % 3}`, at % 2 === 0 ? "/" : "/var/lib"];
    const filled = host === "db-1" && mount === "/var/lib" ? 40 * (time - START) / (END - START) : 0;
    const used = (mount === "/" ? 30 : 55) + filled + next();
    return { service: "monitor", host, msg: `filesystem ${mount} used ${used.toFixed(1)}%` };
  });
  assertEquals(found.map(({ kind, host }) => [kind, host]), [["shifted-number", "db-1"]]);
  assert(
    /^used rose steadily from .*% to .*% with "filesystem \/var\/lib": /.test(found[0].title),
    found[0].title,
  );
});

Deno.test("outcomes that became others for half of one client's records are told", async () => {
  const found = await findingsOf(1500, (time, next) => {
    const bank = ["north", "south", "east", "west"][Math.floor(next() * 4)];
    const isDeclined = next() < (bank === "east" && time > FROM && time < FROM + 70 * MINUTE ? 0.6 : 0.05);
    return { service: "cards", msg: "card charged", bank, result: isDeclined ? "declined" : "approved" };
  });
  assert(
    /^result=declined rose from .* of the records with bank=east: cards$/.test(found[0].title),
    found[0].title,
  );
});

Deno.test("of one logger of a program that says nothing any more is told", async () => {
  const next = random(8);
  const lines: string[] = [];
  for (let time = START; time < END; time += 3000) {
    const part = ["ingest", "enrich", "export"][Math.floor(next() * 3)];
    if (part === "enrich" && time > FROM) continue;
    const clock = new Date(time).toISOString().replace("T", " ").replace("Z", "").replace(".", ",");
    lines.push(`${clock} [main] INFO ${part}.consumer: processed batch of ${80 + Math.floor(40 * next())}`);
  }
  const { findings: [finding] } = await summaryOf(`${lines.join("\n")}\n`);
  assertEquals(finding.kind, "vanished");
  assert(finding.title.startsWith("Vanished: otel.scope.name=enrich.consumer in "), finding.title);
});

Deno.test("what came with a number that moved is told with it", async () => {
  const found = await findingsOf(500, (time, next) => {
    const isMiss = next() < (time > FROM && time < FROM + 7 * MINUTE ? 0.95 : 0.05);
    const ms = Math.round((isMiss ? time > FROM && time < FROM + 7 * MINUTE ? 900 : 60 : 3) * about(next));
    return { service: "catalog", msg: "read", cache: isMiss ? "miss" : "hit", took_ms: ms };
  });
  assert(/; 9\d% with cache=miss \(.*of the others\)$/.test(found[0].evidence), found[0].evidence);
});

Deno.test("a quiet weekend, and numbers of jobs and orders, need no look", async () => {
  const next = random(12);
  const lines: string[] = [];
  for (let time = Date.parse("2026-11-12T00:00:00Z"); time < Date.parse("2026-11-21T00:00:00Z");) {
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    time += -Math.log(1 - next()) * (isWeekend ? 240_000 : 60_000);
    const job = Math.floor(time / 3_600_000) % 7 * 1000;
    lines.push(JSON.stringify({ time: new Date(time).toISOString(), level: "info", msg: "step done", job }));
  }
  assertEquals((await summaryOf(`${lines.join("\n")}\n`)).findings, []);
});

Deno.test("a number that moved in the records of a burst is told with the burst", async () => {
  const found = await findingsOf(500, (time, next, at) => {
    if (at % 2 === 0) return { service: "basket", msg: "basket updated", items: 1 };
    const isStorm = time > FROM && time < FROM + 12 * MINUTE;
    if (next() > (isStorm ? 0.4 : 0.01)) return null;
    const backoff_ms = isStorm ? 100 * 2 ** Math.floor(next() * 5) : 100;
    return { service: "basket", level: "warn", msg: "retrying request", backoff_ms };
  });
  assertEquals(found.map(({ title }) => title), ["Burst: retrying request"]);
  assert(/; meanwhile backoff_ms rose from 100 ms to \d+ ms/.test(found[0].evidence), found[0].evidence);
});

Deno.test("what was new and is over did not vanish, and what comes in place of a job's word is told with it", async () => {
  const found = await findingsOf(10_000, (time, next, at) => {
    const isDeferred = time > FROM && time < FROM + 60 * MINUTE && next() < 0.4;
    if (at % 30 === 0) {
      return time < FROM + 100 * MINUTE
        ? { service: "cache", msg: "background saving terminated with success" }
        : { service: "cache", level: "warn", msg: "can not save in background: no memory" };
    }
    return { service: "mail", msg: isDeferred ? "deferred by corp.test: greylisted" : "sent" };
  });
  assertEquals(found.filter(({ kind }) => kind === "vanished").map(({ service }) => service), ["cache"]);
  assert(found.some(({ evidence }) => /; in its place: can not save .*\(22 records; /.test(evidence)));
});

Deno.test("what all services of a host measure is one finding of the host", async () => {
  const found = await findingsOf(700, (time, next, at) => {
    const host = `vm-${Math.floor(next() * 4)}`;
    const isSlow = host === "vm-3" && time > FROM && time < FROM + 25 * MINUTE;
    return {
      service: ["cart", "price", "stock"][at % 3],
      host,
      msg: "done",
      took_ms: (isSlow ? 90 : 30) * about(next),
    };
  });
  assertEquals(found.map(({ kind, service, host }) => [kind, service, host]), [[
    "shifted-number",
    null,
    "vm-3",
  ]]);
  assert(
    /together with: took_ms from .* \((?:cart|price|stock): done\), took_ms/.test(found[0].evidence),
    found[0].evidence,
  );
});

Deno.test("of objects without a message a title says what they have in common", async () => {
  const found = await findingsOf(500, (time, next) => {
    const app = ["4.7", "4.8", "4.9"][Math.floor(next() * 3)];
    const isRefused = app === "4.7" && time > FROM;
    return {
      method: isRefused ? null : "POST",
      path: isRefused ? null : "/sync",
      protocol: isRefused ? null : "HTTP/2",
      response_flags: isRefused ? "DC" : "-",
      app_release_name: app,
      duration: Math.round(30 * about(next)),
    };
  });
  assertEquals(found[0].kind, "new-pattern");
  assert(/^New: records with response_flags=DC/.test(found[0].title), found[0].title);
});
