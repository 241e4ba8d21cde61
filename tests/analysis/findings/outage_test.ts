import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

const FROM = START + 200 * MINUTE;
const TO = FROM + 40 * MINUTE;

type Say = (file: string, time: number, text: string) => void;

/** What needs a look in some files that are written from the beginning on, on average every `mean` milliseconds. */
async function findingsIn(
  ordinary: (say: Say, time: number, next: () => number) => void,
  besides: (say: Say, next: () => number) => void = () => {},
  mean = 4000,
): Promise<Finding[]> {
  const next = random(31);
  const files = new Map<string, { time: number; text: string }[]>();
  const say: Say = (file, time, text) => {
    if (!files.has(file)) files.set(file, []);
    files.get(file)!.push({ time, text: `${new Date(time).toISOString()} ${text}\n` });
  };
  for (let time = START; time < END; time += -Math.log(1 - next()) * mean) ordinary(say, time, next);
  besides(say, next);
  const texts = [...files].map(([name, lines]) => ({
    name,
    text: lines.sort((x, y) => x.time - y.time).map(({ text }) => text).join(""),
  }));
  return (await summaryOfFiles(texts)).findings;
}

function said(found: readonly Finding[]): string[] {
  return found.map(({ title }) => title.replace(/[^\s:]*\//, ""));
}

function isOut(time: number): boolean {
  return time >= FROM && time < TO;
}

Deno.test("a service that falls silent, what others say of it and what waited for it are one incident", async () => {
  const found = await findingsIn(
    (say, time, next) => {
      const order = Math.floor(next() * 1e6);
      if (!isOut(time)) {
        say("billing.log", time, `INFO order ${order} billed`);
        say("orders.log", time, `INFO order ${order} placed`);
      } else if (time > FROM + 5 * MINUTE && time < TO - 4 * MINUTE && next() < 0.3) {
        say("orders.log", time, `ERROR order ${order} not placed: the broker blocks`);
      }
    },
    (say, next) => {
      say("broker.log", START + MINUTE, "INFO broker ready");
      say("broker.log", FROM - 2000, "WARN memory alarm set on node mq-1");
      for (let i = 0; i < 100; i++) {
        say("billing.log", TO + i * 300, `INFO order ${Math.floor(next() * 1e6)} billed`);
      }
    },
  );
  assertEquals(said(found), ["Silent for 40 min: billing.log"]);
  assert(/before it: memory alarm set on node mq-1/.test(found[0].evidence), found[0].evidence);
  assert(/meanwhile new error: order <num> not placed/.test(found[0].evidence), found[0].evidence);
  assert(/then burst: /.test(found[0].evidence), found[0].evidence);
});

Deno.test("errors of another kind in the time of an outage are told with it, the ones that began first in the title", async () => {
  const found = await findingsIn((say, time, next) => {
    say("app.log", time, `INFO page ${Math.floor(next() * 1e6)} served`);
    if (isOut(time) && next() < 0.3) say("app.log", time, "ERROR volume is full");
    if (time > FROM + 12 * MINUTE && time < TO - 10 * MINUTE && next() < 0.3) {
      say("app.log", time, `ERROR upload ${Math.floor(next() * 1e6)} refused`);
    }
  });
  assertEquals(said(found), ["New error: volume is full"]);
  assert(/meanwhile new error: upload <num> refused/.test(found[0].evidence), found[0].evidence);
});

Deno.test("what warned elsewhere for the first time right before errors is told with them, unless such warnings keep coming", async () => {
  const findings = (others: number) =>
    findingsIn(
      (say, time, next) => {
        say("app.log", time, `INFO page ${Math.floor(next() * 1e6)} served`);
        if (isOut(time) && next() < 0.3) say("app.log", time, "ERROR page not served: timed out");
      },
      (say) => {
        for (let i = 0; i < 360; i++) say("store.log", START + i * MINUTE, "INFO compaction done");
        say("store.log", FROM - MINUTE, "WARN stepped down, for the quorum is lost");
        for (let i = 0; i < others; i++) {
          const word = String.fromCharCode(97 + i).repeat(6);
          say("store.log", START + (60 + i * 11) * MINUTE, `WARN ${`${word} `.repeat(i + 2)}is slow`);
        }
      },
    );
  const [alone] = await findings(0);
  assert(/before it: stepped down/.test(alone.evidence), alone.evidence);
  const [among] = await findings(12);
  assert(!/before it/.test(among.evidence), among.evidence);
});

Deno.test("a source that is as quiet as before its errors is not silent", async () => {
  const found = await findingsIn(
    (say, time, next) => {
      say("app.log", time, `INFO page ${Math.floor(next() * 1e6)} served`);
      if (isOut(time)) say("database.log", time, "ERROR could not extend file: No space left on device");
    },
    (say) => {
      say("database.log", START + MINUTE, "INFO ready");
      say("database.log", END - MINUTE, "INFO checkpoint complete");
    },
  );
  assertEquals(said(found), ["New error: could not extend file: No space left on device"]);
});

Deno.test("the few errors long before most of them do not make a finding longer", async () => {
  const found = await findingsIn((say, time, next) => {
    say("app.log", time, `INFO page ${Math.floor(next() * 1e6)} served`);
    const isFaint = time > FROM - 35 * MINUTE && time < FROM && next() < 0.005;
    if (isFaint || isOut(time) && next() < 0.4) say("app.log", time, "ERROR password refused");
  });
  assertEquals(found.length, 1);
  assert(Math.abs(found[0].start! - FROM) < 3 * MINUTE, new Date(found[0].start!).toISOString());
});

Deno.test("what a program says as it starts is no surge, nor is what follows new", async () => {
  const words = ["feature", "listener", "queue", "vhost", "plugin", "policy", "exchange", "cluster", "store"];
  const ready = START + 60 * MINUTE;
  const found = await findingsIn(
    (say, time, next) => {
      if (time < ready) return;
      const order = Math.floor(next() * 1e6);
      say("orders.log", time, `INFO order ${order} placed`);
      say("billing.log", time + 1000, `INFO order ${order} was billed`);
    },
    (say) => {
      say("orders.log", ready, "INFO connected");
      for (let at = 0; at < 59; at++) say("broker.log", START + at * MINUTE, "INFO waiting for the disk");
      let at = 0;
      for (const word of words) {
        for (const done of ["found", "loaded", "enabled", "started"]) {
          for (let i = 0; i < 3; i++) {
            say("broker.log", ready - MINUTE + at++ * 100, `INFO ${word} of the broker ${done}`);
          }
        }
      }
    },
  );
  assertEquals(said(found), []);
});

Deno.test("a node of two characters is told", async () => {
  const found = await findingsIn((say, time, next) => {
    const node = `n${1 + Math.floor(next() * 3)}`;
    const isCut = isOut(time) && (node === "n3" || next() < 0.1);
    const key = Math.floor(next() * 1e6);
    say("app.log", time, isCut ? `ERROR cannot write ${key} via ${node}` : `INFO wrote ${key} via ${node}`);
  });
  assert(/\d\d% with "via n3"/.test(found[0].evidence), found[0].evidence);
});

Deno.test("what starts again and again while it fails is told with its errors", async () => {
  const found = await findingsIn(
    (say, time, next) => say("app.log", time, `INFO message ${Math.floor(next() * 1e6)} parsed`),
    (say, next) => {
      say("app.log", START + MINUTE, "INFO worker started, pid 4");
      for (let time = FROM; time < TO; time += 90_000 + next() * 60_000) {
        say("app.log", time, "ERROR panic: index out of range");
        say("app.log", time + 2000, `INFO worker started, pid ${Math.floor(next() * 1e5)}`);
      }
    },
  );
  assertEquals(said(found), ["New error: panic: index out of range"]);
});

Deno.test("what is said of errors and of other things alike does not lead", async () => {
  const found = await findingsIn(
    (say, time, next) => say("app.log", time, `INFO message ${Math.floor(next() * 1e6)} parsed`),
    (say, next) => {
      for (let time = FROM; time < TO; time += 60_000 + next() * 60_000) {
        say("app.log", time, "INFO CONTEXT: while updating a row");
        say("app.log", time + 1, "ERROR deadlock detected");
        say("app.log", time + 2, "ERROR CONTEXT: while updating a row");
      }
    },
  );
  assertEquals(said(found), ["New error: deadlock detected"]);
});

Deno.test("a number that rises in an incident did not fall before it", async () => {
  const found = await findingsIn((say, time, next) => {
    const slow = isOut(time) || time < START + 120 * MINUTE ? 3 : 1;
    say("app.log", time, `INFO profile loaded took_ms=${Math.floor((8 + next() * 8) * slow)}`);
    if (isOut(time) && next() < 0.5) say("app.log", time, "WARN cache refused the connection");
  });
  assert(!said(found).some((title) => title.includes("fell")), said(found).join());
});

Deno.test("what is missed until those who failed try again is told with the errors", async () => {
  const found = await findingsIn((say, time, next) => {
    if (!isOut(time) && !(time >= TO && time < TO + 15 * MINUTE)) {
      say("worker.log", time, `INFO picture ${Math.floor(next() * 1e6)} done`);
    }
    say("worker.log", time, `INFO heartbeat ${Math.floor(next() * 1e6)}`);
    if (isOut(time) && next() < 0.3) say("worker.log", time, "ERROR cannot connect to the broker");
  });
  assertEquals(said(found), ["New error: cannot connect to the broker"]);
});
