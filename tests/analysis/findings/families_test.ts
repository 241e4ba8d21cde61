import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { inFewWords } from "../../../src/analysis/findings/families.ts";
import { whereOfFinding } from "../../../src/dashboard/findings.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 200 * MINUTE;
const TO = FROM + 40 * MINUTE;
/** Twenty machines in four racks, and twelve replicas of two releases. */
const HOSTS = [1, 2, 3, 4].flatMap((rack) => [1, 2, 3, 4, 5].map((node) => `rack${rack}-n0${node}`));
const PODS = ["6d8f7c9b54", "7c5bd4f6dd"].flatMap((set) =>
  ["x2kfl", "8wzbn", "qq4tj", "vd7hc", "mm2rk", "b5xpl"].map((id) => `checkout-${set}-${id}`)
);

interface Said {
  level: string;
  service: string;
  host: string;
  pod: string;
  client_ip: string;
  request: string;
  took_ms: number;
  msg: string;
}

/** What needs a look in six hours of two services on these machines; `change` makes others of some records, or none. */
async function findingsOf(
  change: (said: Said, within: boolean, next: () => number) => Said | null,
): Promise<Finding[]> {
  const next = random(77);
  const pick = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)];
  const lines: string[] = [];
  for (let time = START, number = 0; time < END; time += -Math.log(1 - next()) * 1200) {
    const said = change(
      {
        level: "info",
        service: pick(["orders", "carts"]),
        host: pick(HOSTS),
        pod: pick(PODS),
        client_ip: `${pick([81, 92, 145, 188])}.${Math.floor(next() * 200)}.7.${Math.floor(next() * 200)}`,
        request: `req-${Math.floor(number++ / 1000)}-${number % 1000}`,
        took_ms: Math.round(20 + 10 * next()),
        msg: `page ${Math.floor(next() * 1e6)} served`,
      },
      time >= FROM && time < TO,
      next,
    );
    if (said !== null) lines.push(JSON.stringify({ time: new Date(time).toISOString(), ...said }));
  }
  return (await summaryOf(`${lines.join("\n")}\n`)).findings;
}

const FAILED = { level: "error", msg: "write to storage failed" };

Deno.test("what comes from the machines of one rack is told with the beginning of their names", async () => {
  const [finding, ...others] = await findingsOf((said, within, next) =>
    within && said.host.startsWith("rack3-") && next() < 0.4 ? { ...said, ...FAILED } : said
  );
  assertEquals(others, []);
  const [common] = finding.common!;
  assertEquals([common.key, common.value, common.text], ["host", "rack3-*", "host=rack3-*"]);
  assertEquals(common.share, 1);
  assert(Math.abs(common.usual! - 0.25) < 0.03, String(common.usual));
});

Deno.test("the replicas of one release are told with the beginning of their names, machines everywhere and requests in a row are not", async () => {
  const ofSet = await findingsOf((said, within, next) =>
    within && said.pod.includes("-7c5bd4f6dd-") && next() < 0.4 ? { ...said, ...FAILED } : said
  );
  assertEquals(ofSet.map(({ common }) => common!.map(({ text }) => text)), [["pod=checkout-7c5bd4f6dd-*"]]);
  const ofAll = await findingsOf((said, within, next) =>
    within && next() < 0.2 ? { ...said, ...FAILED } : said
  );
  assertEquals(ofAll.map(({ title, common }) => [title, common]), [[`New error: ${FAILED.msg}`, []]]);
});

Deno.test("clients of one network are told with it", async () => {
  const refused = { level: "warn", msg: "login refused" };
  const [finding] = await findingsOf((said, within, next) =>
    within && next() < 0.5
      ? { ...said, ...refused, client_ip: `198.51.100.${Math.floor(next() * 250)}` }
      : next() < 0.02
      ? { ...said, ...refused }
      : said
  );
  const common = finding.common!.find(({ key }) => key === "client_ip");
  assertEquals(common?.text, "client_ip=198.51.100.*");
  assert(common!.share > 0.9 && common!.usual! < 0.05, JSON.stringify(common));
});

Deno.test("machines that fall silent together are one finding", async () => {
  const findings = await findingsOf((said, within) => within && said.host.startsWith("rack3-") ? null : said);
  assertEquals(findings.map(({ kind }) => kind), ["gap"]);
  assert(/^Silent for (?:39|4\d) min: rack3-\* \(all 5\)$/.test(findings[0].title), findings[0].title);
  // Fifty a minute, a quarter of them from these, for forty minutes.
  const usual = Number(/usually (\d+)/.exec(findings[0].evidence)![1]);
  assert(Math.abs(usual - 500) < 80, findings[0].evidence);
  const where = whereOfFinding(findings[0])!;
  assertEquals(
    where.replace(/[()]/g, "").split(" or ").sort(),
    [1, 2, 3, 4, 5].map((node) => `host=rack3-n0${node}`),
  );
});

Deno.test("a number that moves on machines of several names is told once, with them", async () => {
  const findings = await findingsOf((said, within) =>
    within && said.host.startsWith("rack3-") ? { ...said, took_ms: said.took_ms * 8 } : said
  );
  assertEquals(findings.map(({ kind }) => kind), ["shifted-number"]);
  assert(/; on rack3-\* \(all 5\); from (?:orders and carts|carts and orders)/.test(findings[0].evidence));
});

Deno.test("the records with a value that begins so are asked for", async () => {
  const [finding] = await findingsOf((said, within, next) =>
    next() < 0.01 || within && said.host.startsWith("rack3-") && next() < 0.4 ? { ...said, ...FAILED } : said
  );
  assertEquals(finding.kind, "error-rate");
  const common = { ...finding.common![0], share: 1 };
  assertEquals(
    whereOfFinding({ ...finding, service: null, common: [common] }),
    'host~"^rack3-" severity>=error time>=2026-11-20T09:20:00Z time<2026-11-20T10:00:00Z',
  );
});

Deno.test("many names are told in few words", () => {
  const names = ["web-1", "web-2", "web-3", "web-4", "web-5"];
  assertEquals(inFewWords(names.slice(0, 3), names), "web-1, web-2 and web-3");
  assertEquals(inFewWords(names, [...names, "db-1"]), "web-* (all 5)");
  assertEquals(inFewWords(names, [...names, "web-6"]), "web-1, web-2, web-3 and 2 others");
  assertEquals(inFewWords(["a1", "b2", "c3", "d4", "e5"], []), "a1, b2, c3 and 2 others");
});
