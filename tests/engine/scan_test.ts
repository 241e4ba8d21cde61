import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Engine } from "../../src/engine/engine.ts";
import type { Answer, EngineSettings } from "../../src/engine/messages.ts";
import { Judge, TooCostly } from "../../src/engine/judge.ts";
import { Answering } from "../../src/engine/answering.ts";
import { SCAN_BASE } from "../../src/engine/match_list.ts";
import { Scan } from "../../src/engine/scan.ts";
import { Scans } from "../../src/engine/scans.ts";
import { answered } from "./answered.ts";
import { engineSettings } from "./settings.ts";

const NOON = Date.UTC(2026, 10, 18, 12);

/** Lines of JSON, an error with a stack trace of two lines every hundredth; about a megabyte for 5 000. */
function lines(count: number, from = 0): string {
  let text = "";
  for (let n = from; n < from + count; n++) {
    const time = new Date(NOON + n * 100).toISOString();
    text += n % 100 === 99
      ? `${time} ERROR payments - could not charge order ${n}\n  at charge (pay.ts:${n})\n  at run (main.ts:1)\n`
      : JSON.stringify({
        time,
        level: "info",
        service: "gateway",
        msg: `handled request ${n}`,
        pad: "x".repeat(120),
      }) + "\n";
  }
  return text;
}

function settings(path: string, more: Partial<EngineSettings> = {}): EngineSettings {
  return engineSettings({ files: [path], logBuffer: 100, memorySize: 1000, ...more });
}

async function read(text: string | Uint8Array, more: Partial<EngineSettings> = {}) {
  const folder = await Deno.makeTempDir({ prefix: "weir-scan-" });
  const path = `${folder}/app.log`;
  await Deno.writeFile(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
  const engine = new Engine(settings(path, more), { notice() {} });
  await engine.run(new AbortController().signal);
  return { engine, path, [Symbol.dispose]: () => Deno.removeSync(folder, { recursive: true }) };
}

const rowsOf = (answer: Answer) => answered(answer, "rows");

const numberIn = (raw: string) => Number(/(?:request|order) (\d+)/.exec(raw)?.[1]);

Deno.test("what the buffer let go is found in the file again, part by part and the newest first", async () => {
  using run = await read(lines(20_000));
  const scan = new Scan({ ...run.engine.scanSettings("severity>=error"), search: true });
  scan.step();
  const early = rowsOf(scan.ask({ kind: "rows", end: null, count: 3 }));
  assert(early.searched! > 0 && early.searched! < 1);
  assertEquals(early.rows.map(({ id }) => id.sequence), [19_799, 19_899, 19_999]);
  while (!scan.ended) scan.step();
  const all = rowsOf(scan.ask({ kind: "rows", end: null, count: 1000 }));
  assertEquals(all.searched, 1);
  assertEquals(all.total, 200);
  assertEquals(all.first, SCAN_BASE - 200);
  assertEquals(all.rows.map(({ record }) => numberIn(record.raw)), all.rows.map((_, at) => at * 100 + 99));
  assertEquals(all.rows.map(({ id }) => id.sequence), all.rows.map((_, at) => at * 100 + 99));
  // A stack trace is part of its record, whose line number counts those of the traces before it.
  assertMatch(all.rows[7].record.raw, /order 799\n {2}at charge .*\n {2}at run/);
  assertEquals(all.rows[7].record.line, 800 + 7 * 2);
  assertEquals(
    rowsOf(scan.ask({ kind: "rows", end: early.from, count: 2 })).rows.map(({ id }) => id.sequence),
    [
      19_599,
      19_699,
    ],
  );
  scan.close();
});

Deno.test("every record is found once, with the number it had, also in a time window and behind a mark", async () => {
  const marked = new TextEncoder().encode("\ufeff" + lines(12_000));
  using run = await read(marked, { since: { kind: "exact", ms: NOON + 100_000 } });
  const scan = new Scan({ ...run.engine.scanSettings(""), search: true });
  while (!scan.ended) scan.step();
  const { rows, total } = rowsOf(scan.ask({ kind: "rows", end: null, count: 20_000 }));
  assertEquals(total, run.engine.recordsRead);
  assertEquals(rows.map(({ id }) => id.sequence), rows.map((_, at) => at));
  assertEquals(rows.map(({ record }) => numberIn(record.raw)), rows.map((_, at) => at + 1000));
  scan.close();
});

Deno.test("a search, a place and a record with its surroundings are answered from the file", async () => {
  using run = await read(lines(9000));
  const scan = new Scan({ ...run.engine.scanSettings("severity>=error"), search: true });
  while (!scan.ended) scan.step();
  const found = await scan.find({ kind: "find", wanted: "4299", from: Infinity, direction: -1 });
  assertEquals(found, { kind: "place", position: SCAN_BASE - 90 + 42 });
  assertEquals(scan.ask({ kind: "place", id: { source: 0, sequence: 4299 } }), found);
  assertEquals(scan.ask({ kind: "place", id: { source: 0, sequence: 4300 } }), {
    kind: "place",
    position: null,
  });
  const timeOf = (order: number) => new Date(NOON + order * 100).toISOString();
  assertEquals(scan.ask({ kind: "time", text: timeOf(4200) }), { ...found, first: SCAN_BASE - 90 });
  assertEquals(scan.ask({ kind: "time", text: timeOf(9000) }), {
    kind: "place",
    position: null,
    first: SCAN_BASE - 90,
  });
  const answer = answered(
    scan.ask({ kind: "record", id: { source: 0, sequence: 4299 }, around: 3 }),
    "record",
  );
  assertEquals(answer.before.map(({ id }) => id.sequence), [4296, 4297, 4298]);
  assertEquals(answer.after.map(({ record }) => numberIn(record.raw)), [4300, 4301, 4302]);
  assertEquals(answer.row.record.line, 4300 + 42 * 2);
  assert(answer.explanation.length > 0);
  scan.close();
});

Deno.test("a pattern of the engine is found in the file by its template", async () => {
  using run = await read(lines(6000));
  const pattern = run.engine.summary().patterns.top.find(({ template }) => template.includes("charge"));
  const scan = new Scan({ ...run.engine.scanSettings(`pattern=${pattern!.id}`), search: true });
  while (!scan.ended) scan.step();
  assertEquals(rowsOf(scan.ask({ kind: "rows", end: null, count: 1 })).total, 60);
  scan.close();
});

Deno.test("what was found in a file is counted as all is counted, by the patterns' own numbers", async () => {
  using run = await read(lines(20_000));
  const all = run.engine.summary();
  const numberOf = (part: string) => all.patterns.top.find(({ template }) => template.includes(part))!.id;
  for (const where of ["severity>=error", `pattern=${numberOf("charge")}`]) {
    const scan = new Scan({ ...run.engine.scanSettings(where), search: true });
    scan.step();
    const early = answered(scan.ask({ kind: "overview", where, whole: true }), "overview");
    assert(early.searched! > 0 && early.searched! < 1 && early.covered > 0 && early.covered < 200);
    while (!scan.ended) scan.step();
    const { summary, covered, among, searched } = answered(
      scan.ask({ kind: "overview", where, whole: true }),
      "overview",
    );
    assertEquals([covered, among, searched], [200, 20_000, 1]);
    assertEquals(summary.severities, [0, 0, 0, 0, 0, 200, 0]);
    assertEquals([summary.start, summary.end], [NOON + 99 * 100, NOON + 19_999 * 100]);
    const of = all.patterns.top.find(({ id }) => id === numberOf("charge"))!;
    assertEquals(summary.patterns.top, [of]);
    assertEquals(summary.timeline.buckets.reduce((sum, { severities }) => sum + severities[5], 0), 200);
    assertEquals(summary.words.top.find(({ word }) => word === "order")?.count, 200);
    assertEquals(rowsOf(scan.ask({ kind: "rows", end: null, count: 1 })).rows[0].pattern, of.id);
    scan.close();
  }
  const rest = new Scan({ ...run.engine.scanSettings(`-pattern=${numberOf("charge")}`), search: true });
  while (!rest.ended) rest.step();
  assertEquals(rowsOf(rest.ask({ kind: "rows", end: null, count: 1 })).total, 19_800);
  rest.close();
});

Deno.test("what comes to a followed file is searched and counted too", async () => {
  const path = await Deno.makeTempFile({ prefix: "weir-scan-" });
  await Deno.writeTextFile(path, lines(1000));
  const stop = new AbortController();
  const engine = new Engine(settings(path, { follow: true }), { notice() {} });
  const running = engine.run(stop.signal);
  const read = async (records: number) => {
    for (const end = performance.now() + 20_000; engine.recordsRead < records;) {
      assert(performance.now() < end, `${records} records are read`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  try {
    await read(1000);
    const scan = new Scan({ ...engine.scanSettings("severity>=error"), search: true });
    while (!scan.ended) scan.step();
    await Deno.writeTextFile(path, lines(500, 1000), { append: true });
    await read(1500);
    for (const { source, end } of engine.scannedFiles()) scan.extend(source, { end });
    const answer = rowsOf(scan.ask({ kind: "rows", end: null, count: 1 }));
    assertEquals([answer.total, answer.read, numberIn(answer.rows[0].record.raw)], [15, 1500, 1499]);
    const { covered, among } = answered(scan.ask({ kind: "overview", where: "", whole: true }), "overview");
    assertEquals([covered, among], [15, 1500]);
    scan.close();
  } finally {
    stop.abort();
    await running;
    await Deno.remove(path);
  }
});

Deno.test("a scan finds what the same filter finds among held rows", async () => {
  const hostile = [
    "a line without a time",
    '{"level":"info","msg":"t\\u0069meout escaped"}',
    "2026-11-18T12:10:00Z INFO time\x1b[1mout coloured",
    "2026-11-18T12:10:01Z INFO TIMEOUT in capitals",
    "2026-11-18T12:10:02Z INFO timeoût, but a timeout too",
    '{"log":"2026-11-18T12:10:03Z INFO time\\tout\\n","stream":"stdout","time":"2026-11-18T12:10:03Z"}',
    "2026-11-18T12:10:04.000000000Z stdout P time",
    "2026-11-18T12:10:04.000000001Z stdout F out in pieces",
    "2026-11-18T12:10:05Z ERROR it failed",
    "java.lang.Timeout: at the top",
  ];
  using run = await read(lines(2000) + hostile.join("\n") + "\n", { logBuffer: 3000 });
  const moment = new Date(NOON + 120_000).toISOString();
  const pattern = run.engine.summary().patterns.top.find(({ template }) => template.includes("charge"))!.id;
  for (
    const where of [
      "",
      "severity>=error",
      "-severity>=error 7",
      `time>=${moment}`,
      `time<${moment} severity=error`,
      "time=*",
      `pattern=${pattern} or severity=fatal`,
      `(severity>=error or handled) time>${moment}`,
      `pattern=${pattern} 99 -199`,
      "severity~err",
      "timeout",
      "TimeOut handled",
      "-timeout severity>=error",
      "timeout or expired",
      "gateway",
      "out",
    ]
  ) {
    const scan = new Scan({ ...run.engine.scanSettings(where), search: true });
    while (!scan.ended) scan.step();
    const ask = { kind: "rows", end: null, count: 3000, where } as const;
    const sequences = (answer: Answer) => rowsOf(answer).rows.map(({ id }) => id.sequence);
    assertEquals(sequences(scan.ask(ask)), sequences(run.engine.ask(ask)), where);
    scan.close();
  }
});

Deno.test("a file that another one took the place of is told, not read", async () => {
  using run = await read(lines(100));
  await Deno.rename(run.path, run.path + ".1");
  await Deno.writeTextFile(run.path, lines(100, 5000));
  const scan = new Scan({ ...run.engine.scanSettings(""), search: true });
  assert(scan.ended);
  assertMatch(scan.problems.join(), /another file is there now/);
});

Deno.test("a runaway expression is ended at the deadline, and the next question is answered", async () => {
  using run = await read(`${"a".repeat(60)}!\n`.repeat(50));
  const scans = new Scans({
    settings: (where) => run.engine.scanSettings(where),
    files: () => run.engine.scannedFiles(),
    patterns: () => run.engine.knownPatterns(),
    deadline: 1500,
  });
  const stuck = await scans.ask({ kind: "rows", end: null, count: 10, where: "/^(a|aa)+$/", whole: true });
  assertMatch(answered(stuck, "error").message, /stopped: no answer within/);
  const { promise, resolve } = Promise.withResolvers<Answer & { kind: "rows" }>();
  const again = async () => {
    const answer = rowsOf(await scans.ask({ kind: "rows", end: null, count: 10, where: "a", whole: true }));
    if (answer.searched === 1) resolve(answer);
    else setTimeout(again, 10);
  };
  void again();
  assertEquals((await promise).total, 50);
  scans.end();
});

Deno.test("one search after the other has the worker of the one that has ended", async () => {
  using run = await read(lines(3000));
  let loaded = 0;
  const scans = new Scans({
    settings: (where) => run.engine.scanSettings(where),
    files: () => run.engine.scannedFiles(),
    patterns: () => run.engine.knownPatterns(),
    loaded: () => loaded++,
  });
  const found = async (where: string) => {
    for (;;) {
      const answer = rowsOf(await scans.ask({ kind: "rows", end: null, count: 1, where, whole: true }));
      if (answer.searched === 1) return answer;
    }
  };
  const record = await scans.ask({ kind: "record", id: { source: 0, sequence: 7 }, around: 1 });
  assertEquals(answered(record, "record").row.id.sequence, 7);
  assertEquals((await found("severity>=error")).total, 30);
  const others = await found("severity<error");
  assertEquals([others.total, others.rows[0].id.sequence], [2970, 2998]);
  assertEquals(loaded, 1);
  scans.end();
});

Deno.test("held rows are told apart by an expression elsewhere, and one that runs away is ended", async () => {
  using run = await read(lines(200), { logBuffer: 150 });
  const judge = new Judge("UTC", 1500);
  const ask = async (where: string) => {
    await run.engine.settle(where, (where, rows, reference) => judge.verdicts(where, rows, reference));
    return rowsOf(run.engine.ask({ kind: "rows", end: null, count: 10, where }));
  };
  assertEquals((await ask("/order \\d+/")).rows.map(({ id }) => id.sequence), [99, 199]);
  assertEquals((await ask("/order \\d+/")).total, 2);
  using evil = await read(`${"a".repeat(60)}!\n`.repeat(5));
  // The second time too: rows that nobody could tell apart are no rows that do not match.
  for (let time = 0; time < 2; time++) {
    await assertRejects(
      () =>
        evil.engine.settle("/^(a|aa)+$/", (where, rows, reference) => judge.verdicts(where, rows, reference)),
      TooCostly,
    );
  }
  assertEquals((await ask("service~^gate")).total, 148);
  judge.end();
});

Deno.test("a search among the held rows goes on by pieces, and one that runs away is ended", async () => {
  using run = await read(lines(3000), { logBuffer: 2000 });
  const judge = new Judge("UTC", 1500);
  const find = (engine: Engine, wanted: string, from: number, direction: -1 | 1) =>
    engine.find(
      { kind: "find", wanted, from, direction },
      (where, rows, reference) => judge.verdicts(where, rows, reference),
    );
  for (const wanted of ["1399", "/order 1399/"]) {
    assertEquals(await find(run.engine, wanted, Infinity, -1), { kind: "place", position: 1399 });
    assertEquals(await find(run.engine, wanted, 1398, 1), { kind: "place", position: 1399 });
    assertEquals(await find(run.engine, wanted, 1399, 1), { kind: "place", position: null });
  }
  using evil = await read(`${"a".repeat(60)}!\n`.repeat(5));
  await assertRejects(() => find(evil.engine, "/^(a|aa)+$/", Infinity, -1), TooCostly);
  judge.end();
});

Deno.test("a search of the files says which sources it leaves out because they cannot be read again", async () => {
  const folder = await Deno.makeTempDir({ prefix: "weir-scan-" });
  const files = [`${folder}/app.log`, `${folder}/old.log.gz`, `${folder}/empty.log`];
  const packed = new Blob([lines(300)]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeTextFile(files[0], lines(300, 300));
  await Deno.writeFile(files[1], packed);
  await Deno.writeTextFile(files[2], "");
  const engine = new Engine(settings("", { files }), { notice() {} });
  await engine.run(new AbortController().signal);
  const answering = new Answering(engine, "UTC");
  try {
    let answer = rowsOf(
      await answering.answer({ kind: "rows", end: null, count: 9, where: "order", whole: true }),
    );
    while ((answer.searched ?? 0) < 1) {
      answer = rowsOf(
        await answering.answer({ kind: "rows", end: null, count: 9, where: "order", whole: true }),
      );
    }
    assertEquals(answer.total, 3);
    assertEquals(answer.problem, `${files[1]} cannot be read again and is left out`);
  } finally {
    answering.end();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("lines whose columns were named at the top of a file are read again as they were the first time", async () => {
  let text =
    "#Version: 1.0\n#Date: 2026-11-20 00:00:00\n#Fields: time c-ip cs-method cs-uri-stem sc-status x-color\n";
  for (let n = 0; n < 3_000; n++) {
    text += `10:00:${String(n % 60).padStart(2, "0")} 10.0.0.${n % 9} GET /page/${n} ${
      n % 500 === 7 ? 503 : 200
    } red\n`;
  }
  using run = await read(text);
  const [held] = rowsOf(run.engine.ask({ kind: "rows", end: null, count: 1 })).rows;
  assertEquals(held.record.body, "GET /page/2999");
  assertEquals(held.record.attributes.get("x-color"), "red");
  const answering = new Answering(run.engine, "UTC");
  try {
    const question = {
      kind: "rows",
      end: null,
      count: 9,
      where: "http.response.status_code=503",
      whole: true,
    } as const;
    let answer = rowsOf(await answering.answer(question));
    while ((answer.searched ?? 0) < 1) answer = rowsOf(await answering.answer(question));
    assertEquals(answer.total, 6);
    const { record } = answer.rows[0];
    assertEquals([record.body, record.attributes.get("x-color")], ["GET /page/7", "red"]);
    assertEquals(new Date(record.time!).toISOString(), "2026-11-20T10:00:07.000Z");
  } finally {
    answering.end();
  }
});
