import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 240 * MINUTE;

interface Request {
  region: string;
  path: string;
  client: string;
  ms: number;
}

/** What needs a look in the log of a service and that of its proxy, given what is asked for; null: nothing is, then. */
async function findingsOf(
  asked: (time: number, next: () => number) => Request | null,
  more: (time: number) => number = () => 1,
): Promise<Finding[]> {
  const next = random(31);
  const [shop, proxy]: string[][] = [[], []];
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2500 / more(time)) {
    const request = asked(time, next);
    if (request === null) continue;
    const { region, path, client, ms } = request;
    const at = new Date(time).toISOString();
    shop.push(
      JSON.stringify({
        time: at,
        level: "info",
        service: "shop",
        region,
        path,
        durationMs: ms,
        msg: "request done",
      }),
    );
    proxy.push(
      `${client} - - [20/Nov/2026:${at.slice(11, 19)} +0000] "GET ${path} HTTP/1.1" 200 ${
        2000 + Math.floor(next() * 900)
      }`,
    );
  }
  const { findings } = await summaryOfFiles([
    { name: "shop.json", text: shop.join("\n") },
    { name: "access.log", text: proxy.join("\n") },
  ]);
  return findings;
}

function usually(next: () => number): Request {
  const isItem = next() < 0.3;
  return {
    region: ["eu", "eu", "us", "ap"][Math.floor(next() * 4)],
    path: isItem ? "/items" : `/page/${Math.floor(next() * 9)}`,
    client: `10.0.${Math.floor(next() * 9)}.${Math.floor(next() * 200)}`,
    ms: Math.round((isItem ? 12 : 60) * Math.exp(next() - 0.5) * 10) / 10,
  };
}

Deno.test("of a region of which hardly anything is left that is told, though a few requests still come", async () => {
  const [first, ...others] = await findingsOf((time, next) => {
    const request = usually(next);
    return request.region === "us" && time > FROM && next() < 0.96 ? null : request;
  });
  assertEquals(others.map(({ title }) => title), []);
  assertEquals([first.kind, first.title], ["drop", "Fewer records: region=us in shop"]);
  assert(Math.abs(first.start! - FROM) <= 5 * MINUTE, first.evidence);
});

Deno.test("a smaller share among far more requests of others is no fall", async () => {
  const found = await findingsOf(
    (time, next) => ({ ...usually(next), ...(time > FROM && next() < 0.9 ? { region: "eu" } : {}) }),
    (time) => time > FROM ? 10 : 1,
  );
  assertEquals(found.filter(({ title }) => title.includes("region=us")), []);
});

Deno.test("where one client asks for what is fast nothing became faster: the client is told", async () => {
  const [first, ...others] = await findingsOf(
    (time, next) => {
      const request = usually(next);
      if (time < FROM || time > FROM + 30 * MINUTE || next() < 1 / 3) return request;
      return { ...request, path: "/items", client: "198.51.100.9", ms: 12 * Math.exp(next() - 0.5) };
    },
    (time) => time > FROM && time < FROM + 30 * MINUTE ? 1.6 : 1,
  );
  assertEquals(others.map(({ title }) => title), []);
  assert(/^Mostly client\.address=198\.51\.100\.9: .*access\.log$/.test(first.title), first.title);
  assert(!/fell/.test(first.evidence), first.evidence);
});
