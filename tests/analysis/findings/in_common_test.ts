import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const PATHS = ["/", "/login", "/cart", "/checkout", "/search", "/item", "/help", "/orders", "/account"];
const FROM = START + 200 * MINUTE;
const TO = FROM + 40 * MINUTE;

interface Request {
  time: number;
  level: string;
  host: string;
  msg: string;
  path: string;
  client: string;
  duration_ms: number;
  [key: string]: unknown;
}

/** What needs a look in six hours of a shop's requests, of which `change` makes others while something goes on. */
async function findingsOf(
  change: (request: Request, next: () => number, within: boolean) => Request | Request[],
  write = (request: Request) => JSON.stringify({ ...request, time: new Date(request.time).toISOString() }),
): Promise<Finding[]> {
  const next = random(21);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 1500) {
    const request = {
      time,
      level: "info",
      service: "shop",
      host: `shop-${1 + Math.floor(next() * 5)}`,
      msg: "request done",
      path: PATHS[Math.floor(next() * PATHS.length)],
      client: `10.0.0.${1 + Math.floor(next() * 40)}`,
      duration_ms: Math.round(10 + 40 * next()),
    };
    if (next() < 0.004) Object.assign(request, { level: "error", msg: "upstream failed" });
    const made = change(request, next, time >= FROM && time < TO);
    for (const one of Array.isArray(made) ? made : [made]) lines.push(write(one));
  }
  return (await summaryOf(`${lines.join("\n")}\n`)).findings;
}

Deno.test("errors that are nearly all of one path are told with it, and how many of the others have it", async () => {
  const [finding] = await findingsOf((request, next, within) =>
    within && request.path === "/checkout" && next() < 0.7
      ? { ...request, level: "error", msg: "upstream failed" }
      : request
  );
  assertEquals(finding.kind, "error-rate");
  const [common] = finding.common!;
  assertEquals([common.key, common.value, common.text], ["path", "/checkout", "path=/checkout"]);
  assert(common.share > 0.8 && common.usual! < 0.3 && common.records >= 10, JSON.stringify(common));
  assert(/; \d+% with path=\/checkout \([\d.]+% of the others\)$/.test(finding.evidence), finding.evidence);
});

Deno.test("where it failed goes before the outcome that says that it did", async () => {
  const [finding] = await findingsOf((request, next, within) =>
    within && request.path === "/checkout" && next() < 0.7
      ? { ...request, level: "error", msg: "upstream failed", result: "refused" }
      : { ...request, result: next() < 0.02 ? "refused" : "done" }
  );
  assertEquals(finding.common!.slice(0, 2).map(({ text }) => text), ["path=/checkout", "result=refused"]);
});

Deno.test("of how it ended the status is told first, and of what failed where it did before both", async () => {
  const [finding] = await findingsOf((request, next, within) =>
    within && next() < 0.5
      ? { ...request, level: "error", msg: "no answer", end_state: "SC--", status: 503 }
      : { ...request, end_state: "----", status: 200 }
  );
  assertEquals(finding.common!.map(({ text }) => text), ["status=503", "end_state=SC--"]);
});

Deno.test("of what only those that failed have one value is told, then what others have, too", async () => {
  const oses = ["10.1", "11.0", "11.2", "12.0", "12.4"];
  const [finding] = await findingsOf((request, next, within) => {
    const os = oses[Math.floor(next() * oses.length)];
    return within && os === "11.2" && next() < 0.6
      ? { ...request, os, level: "fatal", msg: "gone", frame: "decode + 212", evt: "ended", stream: "stderr" }
      : { ...request, os, frame: next() < 0.001 ? "x" : "-", evt: "view", stream: "stdout" };
  });
  assertEquals(finding.common!.slice(0, 2).map(({ key }) => key === "os"), [false, true]);
});

Deno.test("what is in the text of the records is told like an attribute", async () => {
  const [finding] = await findingsOf((request, next, within) => {
    const refused = (client: string) => ({
      ...request,
      msg: `login of user${Math.floor(next() * 99)} refused from ${client}`,
    });
    return within && next() < 0.4
      ? [request, refused("203.0.113.5")]
      : next() < 0.02
      ? [request, refused(request.client)]
      : request;
  }, ({ time, msg }) => `${new Date(time).toISOString()} INFO ${msg}`);
  assertEquals(finding.common!.map(({ key, value }) => [key, value]), [[null, "203.0.113.5"]]);
  assert(finding.evidence.includes('with "from 203.0.113.5"'), finding.evidence);
});

Deno.test("errors that come from everywhere have nothing in common", async () => {
  const found = await findingsOf((request, next, within) =>
    within && next() < 0.1 ? { ...request, level: "error", msg: "upstream failed" } : request
  );
  assertEquals(
    found.map(({ kind, common }) => [kind, common]),
    [["error-rate", []]],
  );
});

Deno.test("a number that rises for one path is told of that path", async () => {
  const found = await findingsOf((request, _next, within) =>
    within && request.path === "/search" ? { ...request, duration_ms: request.duration_ms * 60 } : request
  );
  assertEquals(found.map(({ kind }) => kind), ["shifted-number"]);
  assert(
    /^duration_ms rose to [\d,]+ ms with path=\/search: request done$/.test(found[0].title),
    found[0].title,
  );
  assertEquals(found[0].common!.map(({ text, share }) => [text, share]), [["path=/search", 1]]);
});

Deno.test("what is typical with one path, and without it, is the median", async () => {
  const [finding, ...others] = await findingsOf((request, next, within) =>
    within && request.path === "/search"
      ? { ...request, duration_ms: next() < 0.75 ? 900 : 100 }
      : { ...request, duration_ms: next() < 0.75 ? 30 : 5 }
  );
  assertEquals(others, []);
  assertEquals(finding.title, "duration_ms rose to 900 ms with path=/search: request done");
  assert(/typically 900 ms for \d+ min, usually 30 ms /.test(finding.evidence), finding.evidence);
  assert(/, typically 30 ms without it/.test(finding.evidence), finding.evidence);
});

Deno.test("a number that rises for all is told of none", async () => {
  const found = await findingsOf((request, _next, within) =>
    within ? { ...request, duration_ms: request.duration_ms * 5 } : request
  );
  assertEquals(found.map(({ kind, common }) => [kind, common]), [["shifted-number", []]]);
});

Deno.test("a client that becomes most of the traffic is told, with its records", async () => {
  const found = await findingsOf((request, next, within) =>
    within && next() < 0.65 ? { ...request, client: "192.0.2.77" } : request
  );
  assertEquals(found.map(({ kind, title }) => [kind, title]), [
    ["dominant-value", "Mostly client=192.0.2.77: shop"],
  ]);
  const [{ start, end, lines, common }] = found;
  assert(Math.abs(start! - FROM) <= 3 * MINUTE && Math.abs(end! - TO) <= 3 * MINUTE);
  assert(lines.length >= 10 && common![0].share > 0.5 && common![0].usual! < 0.01);
});

Deno.test("values that follow each other, and those that are always frequent, dominate nothing", async () => {
  const found = await findingsOf((request) => ({
    ...request,
    version_name: `v${Math.floor((request.time - START) / (50 * MINUTE))}`,
    method: "GET",
    window: `w${Math.floor((request.time - START) / (30 * MINUTE))}`,
  }));
  assertEquals(found, []);
});

Deno.test("warnings that rose on two hosts are told of both", async () => {
  const [finding] = await findingsOf((request, next) => {
    const bad = request.time >= FROM && (request.host === "shop-2" || request.host === "shop-5");
    return next() < (bad ? 0.3 : 0.02) ? { ...request, level: "warn", msg: "replica lags" } : request;
  });
  assert(
    /shop-2(?: or | and )shop-5|shop-5(?: or | and )shop-2/.test(finding.evidence + finding.title),
    finding.evidence,
  );
});

Deno.test("two clients that have most of the records together are told together", async () => {
  const [finding] = await findingsOf((request, next, within) =>
    within && next() < 0.6
      ? [request, {
        ...request,
        level: "warn",
        msg: "login refused",
        client: `203.0.113.${next() < 0.5 ? 5 : 9}`,
      }]
      : next() < 0.02
      ? { ...request, level: "warn", msg: "login refused" }
      : request
  );
  const [common] = finding.common!;
  assertEquals(common.key, "client");
  assertEquals(common.value.split(" or ").sort(), ["203.0.113.5", "203.0.113.9"]);
  assert(common.share > 0.9 && common.usual === 0, JSON.stringify(common));
});

Deno.test("the pod of something that starts over and over is told though it did so a few times", async () => {
  let starts = 0;
  const [finding] = await findingsOf((request, next, within) => {
    const pod = `shop-${Math.floor(next() * 8)}`;
    if (!within || next() > 0.01 || starts++ > 5) return { ...request, pod };
    return [
      { ...request, pod },
      { ...request, level: "error", msg: "cannot read the configuration", pod: "shop-x2lqp" },
      { ...request, level: "warn", msg: "back-off restarting what failed", reason: "BackOff" },
      { ...request, level: "warn", msg: "back-off restarting what failed", reason: "BackOff" },
    ];
  });
  assertEquals(finding.title, "New error: cannot read the configuration");
  assertEquals(finding.common!.map(({ text }) => text), ["pod=shop-x2lqp"]);
});

Deno.test("the status that warnings have and others have not is told", async () => {
  const [finding] = await findingsOf((request, next, within) =>
    within && next() < 0.5 ? { ...request, level: "warn", status: 429 } : { ...request, status: 200 }
  );
  assertEquals(finding.title, "Warnings rose with status=429: shop");
});
