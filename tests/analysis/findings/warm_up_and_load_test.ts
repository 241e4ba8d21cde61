import { assert, assertEquals } from "@std/assert";
import type { ActivityView } from "../../../src/analysis/activity.ts";
import { silentValues } from "../../../src/analysis/findings/silent_values.ts";
import { seenIn } from "../../../src/analysis/findings/dominant_values.ts";
import { summaryOf } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

/** What needs a look in a log of JSON lines, that `say` writes. */
async function findingsOf(
  say: (add: (time: number, record: Record<string, unknown>) => void, next: () => number) => void,
) {
  const lines: { time: number; text: string }[] = [];
  const next = random(23);
  say((time, record) => {
    lines.push({ time, text: JSON.stringify({ time: new Date(time).toISOString(), ...record }) });
  }, next);
  lines.sort((x, y) => x.time - y.time);
  return (await summaryOf(lines.map(({ text }) => `${text}\n`).join(""))).findings;
}

/** Hashes of two values. */
const EU = 0x5bd1e995;
const US = 0x1b873593;

/** Times at random, `mean` milliseconds apart. */
function* timesOf(next: () => number, mean: number, from = START, to = END): Generator<number> {
  for (let time = from; time < to; time += -Math.log(1 - next()) * mean) yield time;
}

Deno.test("the load of a service that measures at a steady pace is that of the others", async () => {
  const found = await findingsOf((add, next) => {
    const busy = (time: number) => 0.35 + 0.65 * (time - START) / (END - START);
    for (const time of timesOf(next, 1500)) {
      if (next() < busy(time)) add(time, { level: "info", service: "shop", msg: "page served" });
    }
    for (let time = START; time < END; time += 4000) {
      const cpu = Math.round(10 * (30 * busy(time) + 4 * next())) / 10;
      add(time, { level: "info", service: "metrics", msg: "sample", cpu_pct: cpu });
    }
  });
  assertEquals(found.map(({ title }) => title), []);
});

Deno.test("what gets faster bit by bit until it is slow again at once has warmed up", async () => {
  const found = await findingsOf((add, next) => {
    for (const time of timesOf(next, 3000)) {
      const warm = Math.min(1, (time - START) / (200 * MINUTE));
      const ms = (time > END - 100 * MINUTE ? 11 : 12 - 9 * warm) * Math.exp(next() - 0.5);
      add(time, { level: "info", service: "shop", msg: "request completed", responseTime: Math.round(ms) });
    }
  });
  assertEquals(found.filter(({ title }) => /fell/.test(title)).map(({ title }) => title), []);
});

Deno.test("in a log of minutes a warning of a minute before is not told with errors", async () => {
  const evidenceOf = async (ahead: number) => {
    const [finding, ...others] = await findingsOf((add, next) => {
      const from = START + 150_000;
      for (const time of timesOf(next, 50, START, START + 250_000)) {
        add(time, { level: "info", service: "shop", msg: "order paid" });
      }
      add(from - ahead, { level: "warn", service: "shop", msg: "a mailbox is slow" });
      for (const time of timesOf(next, 500, from, from + 60_000)) {
        add(time, { level: "error", service: "shop", msg: "charge failed: certificate has expired" });
      }
    });
    assertEquals(others, []);
    return finding.evidence;
  };
  assert(!/mailbox/.test(await evidenceOf(80_000)));
  assert(/9 s before it: a mailbox is slow/.test(await evidenceOf(9000)));
});

Deno.test("failed answers are told by the status that they have, and the configuration that was published before", async () => {
  const from = START + 200 * MINUTE;
  const found = await findingsOf((add, next) => {
    for (const time of timesOf(next, 1200)) {
      const zone = `cust${Math.floor(next() * 400)}.example`;
      const fails = time > from && time < from + 40 * MINUTE && next() < 0.8;
      const status = fails ? 503 : next() < 0.001 ? 502 : 200;
      add(time, { level: "info", service: "edge", msg: `GET ${zone} ${status}`, zone, status });
    }
    add(from - 3000, { level: "info", service: "config", msg: "customer configuration published" });
  });
  assertEquals(found.map(({ title }) => title), ["5xx answers rose with status=503: edge"]);
  assert(/customer configuration published \(1 record\)/.test(found[0].evidence), found[0].evidence);
  assert(!/mostly|example 503/.test(found[0].evidence), found[0].evidence);
  assert(Number.isInteger(found[0].count));
  assert(/usually \S+ \(of [\d,]+ sampled\)/.test(found[0].evidence), found[0].evidence);
});

Deno.test("a value is not silent where hardly any records without it were looked at", () => {
  const buckets = 500;
  // Ten samples a bucket, of which six have the value; where it is silent `besides` have another one.
  const view = (besides: number): ActivityView => {
    const [bucket, values]: number[][] = [[], []];
    for (let at = 0; at < buckets; at++) {
      const isOut = at >= 300 && at < 330;
      for (let one = 0; one < 10; one++) {
        // Evenly over the silence.
        if (isOut && ((at - 300) * 10 + one) % (300 / besides) !== 0) continue;
        bucket.push(at);
        values.push(!isOut && one < 6 ? EU : US);
      }
    }
    const size = bucket.length;
    const counts = new Float64Array(buckets).fill(10);
    return {
      start: START,
      width: MINUTE,
      buckets,
      streams: [{ stream: 0, pattern: 0, service: "shop", source: 0, host: "", badness: 0, counts }],
      numbers: [],
      recordsOutOfOrder: () => [],
      samples: {
        size,
        width: 1,
        stream: new Int32Array(size),
        bucket: Int32Array.from(bucket),
        bad: new Uint8Array(size),
        status: new Uint16Array(size),
        statusKey: new Int32Array(size),
        source: new Int32Array(size),
        line: Float64Array.from({ length: size }, (_, at) => at + 1),
        weight: new Float64Array(size).fill(1),
        lastLineOf: () => size,
        keys: new Int32Array(size).fill(9),
        values: Int32Array.from(values),
        endOf: (sample) => sample + 1,
        keyOf: () => ({ name: "region", word: false }),
        textOf: (value) => value === EU ? "eu" : "us",
        numbersOf: () => () => NaN,
      },
    };
  };
  const silent = (besides: number) => {
    const of = view(besides);
    return silentValues(of, seenIn(of)).map(({ kind, value }) => [kind, value]);
  };
  assertEquals(silent(100), [["gap", "region=eu"]]);
  assertEquals(silent(2), []);
});

Deno.test("what a job says between its start and its end is nothing new, what goes on or is a debug logger's is", async () => {
  const from = START + 200 * MINUTE;
  const titlesOf = async (level: string, ends: boolean) => {
    const found = await findingsOf((add, next) => {
      for (const time of timesOf(next, 3000)) {
        add(time, { level: "info", service: "bank", msg: "transaction booked" });
      }
      const to = ends ? from + 20 * MINUTE : END;
      add(from, { level: "info", service: "bank", msg: "end of day started" });
      for (let time = from + 1000; time < to; time += 4000) {
        add(time, { level, service: "bank", msg: `interest posted for account ${Math.floor(next() * 1e8)}` });
      }
      if (ends) add(to, { level: "info", service: "bank", msg: "end of day finished" });
    });
    return found.map(({ title }) => title);
  };
  assertEquals(await titlesOf("info", true), []);
  assertEquals(await titlesOf("info", false), ["New: interest posted for account <num>"]);
  assertEquals(await titlesOf("debug", true), ["New at DEBUG: interest posted for account <num>"]);
});

Deno.test("busy hours do not explain that one route is slow if the others are as fast as ever", async () => {
  const half = START + 180 * MINUTE;
  const paths = ["/orders", "/items", "/search", "/cart", "/account"];
  const titlesOf = async (slower: (path: string) => number) => {
    const found = await findingsOf((add, next) => {
      for (const time of timesOf(next, 1500)) {
        // It becomes busy bit by bit.
        if (next() > 0.3 + 0.7 * (time - START) / (END - START)) continue;
        const path = paths[Math.floor(next() * paths.length)];
        const took_ms = Math.round((20 + 20 * next()) * (time > half ? slower(path) : 1));
        add(time, { level: "info", service: "shop", msg: "request done", path, took_ms });
      }
    });
    return found.map(({ title }) => title.replace(/ to \d+ ms/, ""));
  };
  const slow = await titlesOf((path) => path === "/search" ? 3 : 1);
  assertEquals(slow, ["took_ms rose with path=/search: request done"]);
  assertEquals(await titlesOf((path) => path === "/search" ? 1.8 : 1.5), []);
});

Deno.test("a job that counts up to its last step is nothing new, one that stops before it is", async () => {
  const titlesOf = async (steps: number) => {
    const found = await findingsOf((add, next) => {
      for (const time of timesOf(next, 3000)) {
        add(time, { level: "info", service: "bank", msg: "transaction booked" });
      }
      for (let step = 1; step <= steps; step++) {
        const time = START + 200 * MINUTE + step * 9000;
        add(time, { level: "info", service: "bank", msg: `dumped table part ${step} of 40` });
      }
    });
    return found.map(({ title }) => title);
  };
  assertEquals(await titlesOf(40), []);
  assertEquals(await titlesOf(33), ["New: dumped table part <num> of 40"]);
});

Deno.test("far more of everything for minutes is told, though it is a fifth of a short log and most of its records", async () => {
  const found = await findingsOf((add, next) => {
    const ask = (time: number, tenant: string) =>
      add(time, { level: "info", service: "shop", msg: "done", tenant });
    for (const time of timesOf(next, 50, START, START + 250_000)) {
      ask(time, ["acme", "globex"][Math.floor(next() * 2)]);
    }
    for (const time of timesOf(next, 10, START + 140_000, START + 200_000)) ask(time, "umbra");
  });
  assertEquals(found.map(({ kind }) => kind), ["burst"]);
  assert(/^Burst with tenant=umbra: /.test(found[0].title), found[0].title);
});

/** A log of four minutes that begins `wait` milliseconds after its first line; requests take `took` milliseconds. */
function minutesOf(wait: number, took: (time: number, method: string) => number) {
  return findingsOf((add, next) => {
    add(START, { level: "info", service: "shop", msg: "listening" });
    for (const time of timesOf(next, 40, START + wait, START + 250_000)) {
      const method = next() < 0.12 ? "POST" : "GET";
      const responseTime = Math.round(took(time - START, method) * Math.exp(2 * next() - 1));
      add(time, { level: "info", service: "shop", msg: "request completed", method, responseTime });
    }
  });
}

Deno.test("what is slow for a minute for one in eight requests is told in a log of minutes, too", async () => {
  const isSlow = (since: number) => since > 140_000 && since < 200_000;
  const found = await minutesOf(0, (since, method) => method === "POST" ? isSlow(since) ? 1400 : 48 : 3);
  assertEquals(found.length, 1);
  assert(/^responseTime rose to 1,\d+ with method=POST: /.test(found[0].title), found[0].title);
});

Deno.test("that nothing is asked, and that answers are slow, as programs start needs no look", async () => {
  assertEquals(await minutesOf(4000, () => 5), []);
  assertEquals(await minutesOf(0, (since) => since > 5000 && since < 45_000 ? 20 : 5), []);
});

Deno.test("the usual share of failed answers is that of all other times, not what came right before the worst of them", async () => {
  const from = START + 180 * MINUTE;
  let [others, failed] = [0, 0];
  const [finding] = await findingsOf((add, next) => {
    for (const time of timesOf(next, 600)) {
      const isOut = time > from && time < from + 120 * MINUTE;
      const status = next() < (isOut ? 0.05 : 0.002) ? 502 : 200;
      if (!isOut) others++;
      if (!isOut && status === 502) failed++;
      add(time, { level: "info", service: "edge", msg: "request completed", status });
    }
  });
  const usual = Number(/usually ([\d.]+)%/.exec(finding.evidence)![1]) / 100;
  assert(Math.abs(usual - failed / others) < 0.5 * failed / others, finding.evidence);
});

Deno.test("one item of several that is slow for seconds needs no look, for a minute it does", async () => {
  const titlesOf = async (length: number) => {
    const found = await findingsOf((add, next) => {
      for (const time of timesOf(next, 40, START, START + 250_000)) {
        const item = Math.floor(next() * 6);
        const isSlow = item === 2 && time > START + 150_000 && time < START + 150_000 + length;
        const took_ms = Math.round((isSlow ? 60 : 10) * Math.exp(next() - 0.5));
        add(time, { level: "info", service: "stock", msg: "item served", item: `i${item}`, took_ms });
      }
    });
    return found.map(({ title }) => title.replace(/to \d+ ms/, "to"));
  };
  assertEquals(await titlesOf(25_000), []);
  assertEquals(await titlesOf(60_000), ["took_ms rose to with item=i2: item served"]);
});
