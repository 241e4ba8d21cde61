import { assertEquals, assertMatch } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 220 * MINUTE;
/** Forty tenants, the first the largest. */
const TENANTS = Array.from({ length: 40 }, (_, at) => `tenant-${String.fromCharCode(97 + at % 26)}${at}`);

/** What needs a look in six hours of jobs, of which a share fails: 1.2 %, and for the twelfth tenant what `share` says. */
async function findingsOf(
  share: (time: number, tenant: string) => number,
  line: (time: string, tenant: string, fails: boolean, job: number) => string,
): Promise<Finding[]> {
  const next = random(29);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 900) {
    const tenant = TENANTS[Math.min(39, Math.floor(41 ** next()) - 1)];
    const fails = next() < share(time, tenant);
    lines.push(line(new Date(time).toISOString(), tenant, fails, Math.floor(next() * 1e6)));
  }
  return (await summaryOf(`${lines.join("\n")}\n`)).findings;
}

const asJson = (time: string, tenant: string, fails: boolean, job: number) =>
  JSON.stringify({
    time,
    level: fails ? "error" : "info",
    msg: fails ? "export failed" : "exported",
    tenant,
    job,
  });

const asText = (time: string, tenant: string, fails: boolean, job: number) =>
  fails
    ? `${time} ERROR export of job ${job} for tenant ${tenant} failed`
    : `${time} INFO exported job ${job} for tenant ${tenant}`;

Deno.test("errors of one tenant of many are told, though there are not twice as many of all", async () => {
  const ofOne = (time: number, tenant: string) => tenant === TENANTS[8] && time > FROM ? 0.5 : 0.02;
  for (const line of [asJson, asText]) {
    const [finding, ...others] = await findingsOf(ofOne, line);
    assertMatch(finding.title, /^Errors rose with .*tenant-i8/);
    assertMatch(
      finding.evidence,
      /^(?:4|5)\d% of the records with it in 2\.\d h are errors, usually [12](?:\.\d)?%/,
    );
    assertEquals(others, []);
  }
});

Deno.test("a tenant most of whose jobs always fail, and errors of all of them, are no errors of one tenant", async () => {
  assertEquals(await findingsOf((_time, tenant) => tenant === TENANTS[8] ? 0.5 : 0.02, asJson), []);
  const ofAll = await findingsOf((time) => time > FROM ? 0.3 : 0.01, asJson);
  assertEquals(ofAll.map(({ title }) => /with tenant/.test(title)), [false]);
});

Deno.test("warnings that are four times as many as usual are told below the share that twice as many must have", async () => {
  const next = random(31);
  const lines: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 900) {
    const isOrder = next() < 0.07;
    const status = isOrder && time > FROM || next() < 0.022 ? 404 : 200;
    const path = isOrder ? `/orders/${Math.floor(next() * 1e6)}` : `/items/${Math.floor(next() * 1e6)}`;
    const at = new Date(time).toISOString().replace(
      /^(\d+)-(\d+)-(\d+)T([\d:]+).*/,
      "$3/Nov/$1:$4 +0000",
    );
    lines.push(`198.51.100.${Math.floor(next() * 250)} - - [${at}] "GET ${path} HTTP/1.1" ${status} 512`);
  }
  const { findings } = await summaryOf(`${lines.join("\n")}\n`);
  assertEquals(findings.map(({ title }) => title.replace(/: .*/, "")), [
    "Warnings rose with url.original=/orders/*",
  ]);
});

Deno.test("what retries have in common is the address without the ids in it", async () => {
  const next = random(37);
  const lines: [number, string][] = [];
  const add = (time: number, level: string, text: string) =>
    lines.push([time, `${new Date(time).toISOString()} ${level} ${text}`]);
  const hosts = ["stock", "prices", "users", "taxes"];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 1500) {
    const [host, id] = [hosts[Math.floor(next() * 4)], Math.floor(next() * 1e5)];
    add(time, "INFO", `GET https://${host}.internal/v1/${id} 200`);
    if (next() < 0.01) add(time, "WARN", `retrying GET https://${host}.internal/v1/${id}: read timed out`);
    if (time > FROM && time < FROM + 30 * MINUTE) {
      add(time, "WARN", `retrying GET https://taxes.internal/v1/${id}: read timed out`);
    }
  }
  const text = lines.sort(([x], [y]) => x - y).map(([, line]) => line).join("\n");
  const [finding] = (await summaryOf(`${text}\n`)).findings;
  assertEquals(finding.common?.map(({ text }) => text), ['"GET https://taxes.internal/v1/*"']);
});

Deno.test("a release most of whose requests fail is told from its first on, one that fails as often as others is not", async () => {
  const found = async (share: number) => {
    const next = random(37);
    const lines: string[] = [];
    for (let time = START; time < END; time += -Math.log(1 - next()) * 1500) {
      // More and more have it.
      const isNew = time > FROM && next() < Math.min(0.2, (time - FROM) / (300 * MINUTE));
      const fails = next() < (isNew ? share : 0.01);
      const release = isNew ? "5.2.0" : next() < 0.5 ? "5.1.0" : "5.1.1";
      lines.push(JSON.stringify({
        time: new Date(time).toISOString(),
        level: fails ? "warn" : "info",
        msg: fails ? "request rejected" : "request done",
        release,
        path: `/item/${Math.floor(next() * 5)}`,
      }));
    }
    const { findings } = await summaryOf(`${lines.join("\n")}\n`);
    return findings.map(({ title }) => title.replace(/: .*/, ""));
  };
  assertEquals(await found(0.8), ["Warnings rose with release=5.2.0"]);
  assertEquals(await found(0.02), []);
});
