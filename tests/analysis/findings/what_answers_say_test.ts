import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 240 * MINUTE;

interface Answer {
  status: number;
  error?: string;
}

/** What needs a look in a log of requests, each of which says how it ended, and before it, if it failed, why; `more` adds to it. */
async function findingsOf(
  answered: (time: number, next: () => number) => Answer,
  more: (add: (time: number, said: Record<string, unknown>) => void) => void = () => {},
): Promise<Finding[]> {
  const next = random(21);
  const lines: [number, string][] = [];
  const add = (time: number, said: Record<string, unknown>) =>
    lines.push([time, JSON.stringify({ time: new Date(time).toISOString(), level: "info", ...said })]);
  for (let time = START; time < END; time += -Math.log(1 - next()) * 2500) {
    const { status, error } = answered(time, next);
    const path = `/item/${Math.floor(next() * 1e5)}`;
    const request = { service: "shop", path, reqId: Math.floor(next() * 1e9).toString(16) };
    if (error !== undefined) {
      add(time, {
        ...request,
        level: "error",
        statusCode: status,
        err: { message: error },
        msg: "request failed",
      });
    }
    add(time + 1, { ...request, statusCode: status, msg: "request completed" });
    add(time + 1 + next() * 2000, { service: "mail", msg: `mail ${Math.floor(next() * 1e6)} was sent` });
  }
  more(add);
  lines.sort((x, y) => x[0] - y[0]);
  return (await summaryOf(lines.map(([, text]) => `${text}\n`).join(""))).findings;
}

/** A few requests fail at any time. */
const usually = (next: () => number): Answer =>
  next() < 0.001 ? { status: 500, error: "unexpected end of input" } : { status: 200 };

Deno.test("of requests that failed the errors lead, which say why, of two causes both", async () => {
  const during = (time: number) => time > FROM && time < FROM + 10 * MINUTE;
  const [first, ...others] = await findingsOf((time, next) =>
    during(time) && next() < 0.3
      ? { status: 502, error: `getaddrinfo EAI_AGAIN ${next() < 0.5 ? "stock" : "login"}.internal` }
      : usually(next)
  );
  assertEquals(others, []);
  assert(
    /^Errors rose with statusCode=502: shop \(getaddrinfo EAI_AGAIN (stock|login)\.internal or getaddrinfo EAI_AGAIN (stock|login)\.internal\)$/
      .test(first.title),
    first.title,
  );
});

Deno.test("what is new for just as long as requests fail is a part of it", async () => {
  const during = (time: number) => time > FROM && time < FROM + 15 * MINUTE;
  const found = await findingsOf(
    (time, next) =>
      during(time) && next() < 0.3 ? { status: 503, error: "statement timeout" } : usually(next),
    (add) => {
      for (let time = FROM; time < FROM + 15 * MINUTE; time += 25_013) {
        const msg = `process ${2000 + time % 41} still waits for a lock of ${time % 97} pages`;
        add(time, { service: "db", msg });
      }
    },
  );
  assertEquals(found.map(({ title }) => title.slice(0, 12)), ["Errors rose "]);
  assert(found[0].evidence.includes("meanwhile new: process <num> still waits for"), found[0].evidence);
});

Deno.test("errors that come and go are told once, with how often they came, those that do so all the time are not", async () => {
  const failing = (minutes: readonly number[]) =>
    findingsOf((time, next) =>
      minutes.some((minute) => time > START + minute * MINUTE && time < START + (minute + 6) * MINUTE) &&
        next() < 0.2
        ? { status: 502, error: "read ECONNRESET" }
        : usually(next)
    );
  const [first, ...others] = await failing([110, 190, 300]);
  assertEquals(others.map(({ title }) => title), []);
  assertEquals(first.title, "Errors rose 3 times with statusCode=502: shop (read ECONNRESET)");
  assert(/^\d+% of the records in 3 spells of about [567] min in 3\.3 h are errors, /.test(first.evidence));
  assert(Math.abs(first.start! - START - 110 * MINUTE) <= 2 * MINUTE, "it begins with the first of them");
  assert(Math.abs(first.end! - START - 306 * MINUTE) <= 2 * MINUTE, "it ends with the last");
  assertEquals(await failing([10, 70, 130, 190, 250, 310]), []);
});
