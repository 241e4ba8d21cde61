import { assert, assertEquals } from "@std/assert";
import { unitOf } from "../../../src/analysis/findings/measures.ts";
import type { Finding } from "../../../src/record/summary.ts";
import { summaryOf, summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";
import { findingsOf } from "./two_services.ts";

const STORE = { service: "store", host: "node-1" };
const FROM = START + 240 * MINUTE;

/** What is said of times at which something is written, on average every `mean` milliseconds. */
async function findingsIn(
  lines: (time: number, next: () => number) => string[],
  mean = 4000,
): Promise<Finding[]> {
  const next = random(21);
  const all: string[] = [];
  for (let time = START; time < END; time += -Math.log(1 - next()) * mean) {
    for (const line of lines(time, next)) all.push(`${new Date(time).toISOString()} ${line}`);
  }
  return (await summaryOf(all.join("\n") + "\n")).findings;
}

function said(found: readonly Finding[]): string[] {
  return found.map(({ title }) => title);
}

Deno.test("an exception that a handler of all exceptions reports is told though others were reported before", async () => {
  const trace = (name: string) =>
    `ERROR request handler threw an exception\n${name}: broken\n\tat shop.Web.run(Web.java:7)`;
  let times = 0;
  const found = await findingsIn((time, next) => {
    if (time > FROM && times === 0) {
      times++;
      return [trace("java.lang.OutOfMemoryError")];
    }
    return [next() < 0.004 ? trace("shop.AbortedException") : `INFO page ${Math.floor(next() * 1e6)} served`];
  });
  assertEquals(said(found), ["New error: request handler threw an exception: java.lang.OutOfMemoryError"]);
});

Deno.test("data that is not what was written is told however rare it is", async () => {
  const at = [150, 190, 240, 300, 340].map((minute) => START + minute * MINUTE);
  const found = await findingsIn((time, next) => {
    if (at.length === 0 || time < at[0]) return [`INFO page ${Math.floor(next() * 1e6)} served`];
    at.shift();
    return [`WARN checksum mismatch in page ${Math.floor(next() * 1e4)} of the ledger`];
  });
  assertEquals(said(found), ["New warning: checksum mismatch in page <num> of the ledger"]);
});

Deno.test("a number that moves for one route of many is told, though that of all of them did not", async () => {
  const found = await findingsIn((time, next) => {
    const route = next() < 0.08 ? "/search" : `/page/${Math.floor(next() * 6)}`;
    const usual = 20 * Math.exp(next() - 0.5);
    const slow = route === "/search" && time > FROM && time < FROM + 70 * MINUTE;
    return [`INFO request done route=${route} duration_ms=${Math.round(slow ? usual * 8 : usual)}`];
  });
  assertEquals(found.length, 1, JSON.stringify(said(found)));
  assert(
    /^duration_ms rose to \d+ ms with route=\/search: request done/.test(found[0].title),
    found[0].title,
  );
  assert(Math.abs(found[0].start! - FROM) <= 5 * MINUTE && found[0].lines.length > 0);
});

Deno.test("where two kinds of requests share a value, how many there are of each moves nothing", async () => {
  const found = await findingsIn((time, next) => {
    const isPoll = next() < 0.4 + 0.15 * Math.cos(2 * Math.PI * (time - START) / (END - START));
    const kind = isPoll ? "poll" : `page-${Math.floor(next() * 9)}`;
    return [
      `INFO request done backend=${isPoll ? "b1" : `b${Math.floor(next() * 4)}`} kind=${kind} size_bytes=${
        isPoll ? 2 : Math.round(9000 * (0.5 + next()))
      }`,
    ];
  });
  assertEquals(said(found), []);
});

Deno.test("what comes in place of something is told with it", async () => {
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += -Math.log(1 - next()) * 9000) {
      const miss = next() < (time > FROM && time < FROM + 40 * MINUTE ? 0.9 : 0.05);
      add(time, { ...STORE, msg: miss ? "key not cached, asked the database" : "key found in the cache" });
    }
  });
  assertEquals(said(found), ["Fewer records: key found in the cache"]);
  assert(
    /in its place: key not cached, asked the database \(\d+ records; usually \d+\)/.test(found[0].evidence),
    found[0].evidence,
  );
  // What came is not what the finding is about: no pattern's mark says that it is gone.
  assertEquals(found[0].patterns.length, 1);
});

Deno.test("a change that was announced right before is told", async () => {
  const found = await findingsOf((add, next) => {
    add(FROM - 30_000, { ...STORE, msg: "configuration reloaded from the store" });
    for (let time = FROM; time < FROM + 20 * MINUTE; time += 20_000) {
      add(time, { ...STORE, level: "error", msg: `order ${Math.floor(next() * 1e6)} has no price` });
    }
  });
  assertEquals(said(found), ["New error: order <num> has no price"]);
  assert(
    found[0].evidence.includes("30 s before it: configuration reloaded from the store (1 record)"),
    found[0].evidence,
  );
  // Its first and its last record, not the minutes they are in.
  assertEquals([found[0].start, found[0].end], [FROM, FROM + 20 * MINUTE - 20_000 + 1]);
});

Deno.test("a warning that came right before a silence is told with it", async () => {
  const found = await findingsIn((time, next) => {
    if (time > FROM && time < FROM + 25 * MINUTE) return [];
    if (time > FROM - 3 * MINUTE && time <= FROM && next() < 0.15) {
      return [`WARN lock ${Math.floor(next() * 9)} is waited for`];
    }
    return [`INFO page ${Math.floor(next() * 1e6)} served`];
  });
  assertEquals(said(found), ["Silent for 25 min: the whole log"]);
  assert(/before it: lock <num> is waited for/.test(found[0].evidence), found[0].evidence);
});

Deno.test("one thing that each host does once is no burst", async () => {
  const found = await findingsOf((add, next) => {
    for (let host = 0; host < 20; host++) {
      const of = { service: "cron", host: `web-${host}` };
      add(FROM + host * 1000, { ...of, msg: "unit rotated" });
      for (let time = START; time < END; time += -Math.log(1 - next()) * 150 * MINUTE) {
        add(time, { ...of, msg: "unit rotated" });
      }
    }
  });
  assertEquals(said(found), []);
});

Deno.test("what a number is measured in is told by its name", () => {
  const units = [
    "durationMs",
    "duration_ms",
    "elapsedMillis",
    "items",
    "took_seconds",
    "heapBytes",
    "cpu_pct",
    "status",
  ];
  assertEquals(units.map((name) => unitOf(name, "", "")), ["ms", "ms", "ms", "", "s", "bytes", "%", ""]);
  // Access logs have it in milliseconds and microseconds, too: these have no fraction.
  assertEquals(unitOf("http.server.request.duration", "", "", false), "s");
  assertEquals(unitOf("http.server.request.duration", "", "", true), "");
  assertEquals(unitOf("number 1", "", "done in=<num> waitMs=<num>"), "");
  assertEquals(unitOf("number 2", "", "done in=<num> waitMs=<num>"), "ms");
});

Deno.test("what an attribute of errors says of what went wrong is told", async () => {
  const found = await findingsIn((time, next) => {
    const isBroken = time > FROM && time < FROM + 20 * MINUTE && next() < 0.2;
    const error = `dial 10.0.0.${Math.floor(next() * 250)}: quota of 12 used up`;
    return [isBroken ? `level=error msg="write failed" error="${error}"` : 'level=info msg="page served"'];
  });
  assertEquals(found.length, 1);
  assert(/^New error: write failed, with: dial 10\.0\.0\.\d+: quota of 12 used up$/.test(found[0].title));
});

Deno.test("an attribute that says what the title says is not told, nor a stack that says what the message says", async () => {
  const found = await findingsIn((time, next) => {
    const path = `/${Math.floor(next() * 9)}`;
    const tenant = ["globex", "acme", "initech", "hooli"][Math.floor(next() * 4)];
    if (!(time > FROM && time < FROM + 20 * MINUTE && next() < 0.3)) {
      return [`level=info msg="request done" path=${path} said="done ${path}" tenant=${tenant}`];
    }
    return [
      'level=error msg="GET /profile refused by upstream" path=/profile said="upstream has refused profile" ' +
      'err.message="certificate has expired" err.stack="Error: certificate has expired" ' +
      `tenant=${next() < 0.9 ? "globex" : tenant}`,
    ];
  });
  assertEquals(said(found), ["New error: GET /profile refused by upstream, with: certificate has expired"]);
  assert(/\d+% with tenant=globex/.test(found[0].evidence), found[0].evidence);
  assert(!/path=|said=|stack=|message=/.test(found[0].evidence), found[0].evidence);
});

Deno.test("of several files none is left without what its records have in common", async () => {
  const next = random(5);
  // Of the first files much is said, and of the region that falls silent nothing.
  const files = ["a", "b", "c"].map((name) => {
    const lines: string[] = [];
    for (let time = START; time < END; time += -Math.log(1 - next()) * (name === "c" ? 8000 : 1000)) {
      const region = name === "c" ? ["north", "south", "west"][Math.floor(next() * 3)] : "east";
      const isSilent = region === "south" && time > FROM && time < FROM + 30 * MINUTE;
      if (!isSilent) {
        lines.push(
          `${new Date(time).toISOString()} INFO page ${Math.floor(next() * 1e6)} served region=${region}\n`,
        );
      }
    }
    return { name: `${name}.log`, text: lines.join("") };
  });
  const { findings } = await summaryOfFiles(files);
  assertEquals(findings.map(({ title }) => title.replace(/in .*(?=c\.log)/, "in ").replace(/3[01]/, "30")), [
    "Silent for 30 min: region=south in c.log",
  ]);
  const [, usual] = /none of the records, then it resumed \(usually (\d+)%, of \d+ sampled\)/.exec(
    findings[0].evidence,
  )!;
  assert(Number(usual) > 28 && Number(usual) < 39, findings[0].evidence);
  assert(findings[0].count > 50 && findings[0].count < 100);
});

Deno.test("a job's number that is another from some run on is told though it runs a few times", async () => {
  let run = 0;
  const found = await findingsIn((time, next) => {
    const due = Math.floor((time - START) / (8 * MINUTE));
    if (due <= run) return [`INFO page ${Math.floor(next() * 1e6)} served`];
    run = due;
    return [
      `INFO load finished: wrote ${Math.round((time > FROM ? 900 : 40_000) * (0.9 + 0.2 * next()))} rows`,
    ];
  });
  assert(
    found.length === 1 && /^rows fell to [89]\d\d: load finished/.test(found[0].title),
    JSON.stringify(said(found)),
  );
});

Deno.test("a new kind of records that has a value of others is no move of theirs", async () => {
  const found = await findingsIn((time, next) => {
    const isNew = time > FROM && next() < 0.04;
    const backend = isNew ? 7 : Math.floor(next() * 20);
    const path = isNew ? "/deep" : `/page/${Math.floor(next() * 9)}`;
    return [
      `INFO request done backend=b${backend} path=${path} body_bytes=${
        isNew ? 88 : Math.round(9000 * (0.8 + 0.4 * next()))
      }`,
    ];
  }, 1500);
  assertEquals(said(found).filter((title) => title.includes("backend=")), []);
});

Deno.test("a count behind other words is no level that rises", async () => {
  let count = 0;
  const found = await findingsIn((_time, next) => [
    next() < 0.05
      ? `INFO GC(${count++}) young pause ${(10 + 4 * next()).toFixed(1)}ms heap in use`
      : "INFO page served",
  ]);
  assertEquals(said(found), []);
});

Deno.test("the one host that says what others only came with is told", async () => {
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += 9000) {
      const host = `store-${Math.floor(next() * 3)}`;
      const isBroken = host === "store-1" && time > FROM && time < FROM + 40 * MINUTE && next() < 0.7;
      add(time, {
        service: "store",
        host,
        level: isBroken ? "error" : "info",
        msg: isBroken ? "no file handle is left" : "row was read",
      });
      const gate = { service: "gate", host: `gate-${Math.floor(next() * 2)}` };
      add(time + 20, {
        ...gate,
        level: isBroken ? "error" : "info",
        msg: isBroken ? "call errored" : "call done",
      });
    }
  });
  assertEquals(said(found), ["New error: no file handle is left"]);
  assert(/100% with host=store-1 \([23]\d% of the others\)/.test(found[0].evidence), found[0].evidence);
});

Deno.test("a value whose records all fail is not silent", async () => {
  const found = await findingsIn((time, next) => {
    const path = ["/a", "/b", "/c", "/pay"][Math.floor(next() * 4)];
    const isBroken = path === "/pay" && time > FROM && time < FROM + 30 * MINUTE;
    return [
      `level=${isBroken ? "error" : "info"} msg="${isBroken ? "call broke" : "call done"}" path=${path}`,
    ];
  });
  assertEquals(said(found), ["New error: call broke"]);
});

Deno.test("of several things that fail to come in place of one that comes, none is told by itself", async () => {
  const found = await findingsOf((add, next) => {
    for (let time = START; time < END; time += -Math.log(1 - next()) * 25_000) {
      const isBroken = time > FROM && time < FROM + 40 * MINUTE;
      add(time, {
        ...STORE,
        ...(isBroken ? { level: "error", msg: "row was refused" } : { msg: "row was stored" }),
      });
      if (!isBroken) add(time + 50, { ...STORE, msg: "index was brought up to date" });
    }
  });
  assertEquals(said(found), ["New error: row was refused"]);
});
