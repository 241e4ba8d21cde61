import { assert, assertEquals } from "@std/assert";
import { summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 200 * MINUTE;
const TO = FROM + 45 * MINUTE;
const PATHS = ["/", "/search", "/checkout", "/account"];
const MONTH = "20/Nov/2026";

/** What needs a look in what a service and the proxy before it say of the same requests, of which one path's fail for a while. */
async function findingsOf(error: string) {
  const next = random(17);
  const app: string[] = [];
  const proxy: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 4000) {
    const path = PATHS[Math.floor(next() * PATHS.length)];
    const fails = path === "/checkout" && time >= FROM && time < TO;
    const status = fails ? 500 : 200;
    const at = new Date(time).toISOString();
    const record = { time: at, service: "shop", url: path, status, took_ms: 3 + Math.floor(next() * 20) };
    if (path === "/checkout" && !fails) {
      app.push(JSON.stringify({ time: at, level: "info", service: "shop", msg: "order placed" }));
    }
    app.push(
      JSON.stringify({
        ...record,
        level: fails ? "error" : "info",
        msg: fails ? "request failed" : "request completed",
        ...(fails ? { err: { message: error } } : {}),
      }),
    );
    const client = `198.51.100.${Math.floor(next() * 200)}`;
    proxy.push(
      `${client} - - [${MONTH}:${at.slice(11, 19)} +0000] "GET ${path} HTTP/1.1" ${status} ${
        Math.floor(100 + next() * 900)
      } "-" "curl/8.0"`,
    );
  }
  const { findings } = await summaryOfFiles([
    { name: "shop.json", text: `${app.join("\n")}\n` },
    { name: "access.log", text: `${proxy.join("\n")}\n` },
  ]);
  return findings;
}

Deno.test("errors, what the proxy answers with and what is no longer said are one incident", async () => {
  const [finding, ...others] = await findingsOf("certificate has expired");
  assertEquals(others.map(({ title }) => title), []);
  assertEquals(finding.service, "shop");
  assertEquals(finding.title, "New error: request failed, with: certificate has expired");
  assert(/100% with url=\/checkout/.test(finding.evidence), finding.evidence);
  assert(
    /meanwhile errors rose with url\.original=\/checkout: .*access\.log/.test(finding.evidence),
    finding.evidence,
  );
  assert(Math.abs(finding.start! - FROM) < 2 * MINUTE && Math.abs(finding.end! - TO) < 2 * MINUTE);
});

Deno.test("of errors that go on when what began with them is over it is told for how long", async () => {
  const next = random(31);
  const shop: string[] = [];
  const store: string[] = [];
  const to = FROM + 2 * MINUTE;
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2000) {
    const fails = next() < (time >= FROM && time < to ? 0.5 : 0.005);
    const at = new Date(time).toISOString();
    shop.push(`${at} ${fails ? "ERROR no answer from the store" : "INFO request completed"}`);
    if (next() < 0.3) store.push(`${at} INFO row ${Math.floor(next() * 1e6)} stored`);
  }
  for (let at = 0; at < 18; at++) {
    store.push(`${new Date(FROM + at * 100).toISOString()} FATAL terminating connection by command`);
  }
  const { findings } = await summaryOfFiles([
    { name: "shop.log", text: `${shop.join("\n")}\n` },
    { name: "store.log", text: `${store.sort().join("\n")}\n` },
  ]);
  const [finding] = findings;
  assert(/^New error: terminating connection by command/.test(finding.title), finding.title);
  assert(/; meanwhile errors rose: \S+shop\.log, for [23] min/.test(finding.evidence), finding.evidence);
});

Deno.test("what a client asks for that is not there, and that it makes a third of all records, are one incident", async () => {
  const next = random(29);
  const lines: { time: number; text: string }[] = [];
  const ask = (time: number, client: string, found: boolean) => {
    const at = new Date(time).toISOString();
    const item = Math.floor(next() * 1e6);
    if (!found) lines.push({ time, text: `${at} WARN invoice ${item} not found` });
    const status = found ? 200 : 404;
    lines.push({ time, text: `${at} INFO GET /invoices/${item} answered ${status} to tenant ${client}` });
  };
  for (let time = START; time < END; time += -Math.log(1 - next()) * 4000) {
    ask(time, `acme${Math.floor(next() * 40)}`, next() > 0.02);
  }
  for (let time = FROM; time < TO; time += -Math.log(1 - next()) * 6000) ask(time, "acme7", false);
  lines.sort((x, y) => x.time - y.time);
  const [finding, ...others] = await findingsIn(lines.map(({ text }) => text));
  assertEquals(others.map(({ title }) => title), []);
  assert(finding.title.startsWith("Burst: invoice <num> not found"), finding.title);
  assert(/meanwhile far more with "tenant acme7"/.test(finding.evidence), finding.evidence);
});

Deno.test("a client whose requests are refused is told though the proxy calls its address otherwise", async () => {
  const next = random(31);
  const app: string[] = [];
  const proxy: string[] = [];
  const ask = (time: number, client: string, path: string, status: number) => {
    const at = new Date(time).toISOString();
    const level = status === 401 ? "warn" : "info";
    if (status === 401) app.push(JSON.stringify({ time: at, level, service: "shop", msg: "login failed" }));
    const req = { url: path, remoteAddress: client };
    app.push(JSON.stringify({ time: at, level, service: "shop", msg: "request completed", req, status }));
    const clock = `[${MONTH}:${at.slice(11, 19)} +0000]`;
    proxy.push(`${client} - - ${clock} "POST ${path} HTTP/1.1" ${status} 17 "-" "curl/8.0"`);
  };
  for (let time = START; time < END; time += -Math.log(1 - next()) * 4000) {
    const path = PATHS[Math.floor(next() * PATHS.length)];
    ask(
      time,
      `198.51.100.${Math.floor(next() * 200)}`,
      path,
      path === "/account" && next() < 0.1 ? 401 : 200,
    );
    if (time > FROM && time < TO && next() < 0.5) ask(time, "203.0.113.77", "/account", 401);
  }
  const { findings: [finding, ...others] } = await summaryOfFiles([
    { name: "shop.json", text: `${app.join("\n")}\n` },
    { name: "access.log", text: `${proxy.join("\n")}\n` },
  ]);
  assertEquals(others.map(({ title }) => title), []);
  assert(finding.title.startsWith("Burst: login failed"), finding.title);
  assert(/meanwhile warnings rose with \S+=203\.0\.113\.77: /.test(finding.evidence), finding.evidence);
});

async function findingsIn(lines: readonly string[]) {
  return (await summaryOfFiles([{ name: "app.log", text: `${lines.join("\n")}\n` }])).findings;
}
