import { assert, assertEquals, assertRejects } from "@std/assert";
import { Engine } from "../../src/engine/engine.ts";
import type { Answer, EngineSettings } from "../../src/engine/messages.ts";
import { logRecordOf } from "../../src/record/log_record.ts";
import { UserError } from "../../src/record/user_error.ts";
import { engineSettings } from "./settings.ts";

/** Runs an engine over files of the given contents; the folder is gone afterwards. */
async function reading(
  contents: Record<string, string>,
  change: Partial<EngineSettings>,
  look: (engine: Engine, notices: string[], folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(contents)) await Deno.writeTextFile(`${folder}/${name}`, text);
    const notices: string[] = [];
    const files = Object.keys(contents).map((name) => `${folder}/${name}`);
    const engine = new Engine(engineSettings({ files, ...change }), {
      notice: ({ text }) => notices.push(text),
    });
    await engine.run(new AbortController().signal);
    await look(engine, notices, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function line(second: number, text: string, severity = "INFO"): string {
  return `2026-11-20T08:${String(Math.floor(second / 60)).padStart(2, "0")}:${
    String(second % 60).padStart(2, "0")
  }.000Z ${severity} ${text}\n`;
}

/** The answer, which must be of this kind. */
function answerOf<K extends Answer["kind"]>(kind: K, answer: Answer): Extract<Answer, { kind: K }> {
  if (answer.kind !== kind) throw new Error(`Not ${kind}: ${JSON.stringify(answer)}`);
  return answer as Extract<Answer, { kind: K }>;
}

function bodies(engine: Engine, count = 100, where = "", end: number | null = null): string[] {
  const { rows } = answerOf("rows", engine.ask({ kind: "rows", end, count, where }));
  return rows.map(({ record }) => String(record.body));
}

Deno.test("the engine counts all records and holds the newest ones", async () => {
  const text = Array.from({ length: 5000 }, (_, at) => line(at % 3000, `number ${at}`)).join("");
  await reading({ "a.log": text }, { logBuffer: 1500 }, (engine) => {
    const summary = engine.summary();
    assertEquals([summary.records, summary.lines, summary.bytes], [5000, 5000, text.length]);
    const answer = answerOf("rows", engine.ask({ kind: "rows", end: null, count: 2 }));
    assertEquals(answer.rows.map(({ record }) => record.body), ["number 4998", "number 4999"]);
    assertEquals([answer.held, answer.read, answer.total, answer.first], [1500, 5000, 1500, 3500]);
    const { held, letGo, state } = engine.snapshot();
    assertEquals([held, letGo, state], [1500, 3500, "ended"]);
  });
});

Deno.test("of a pattern the engine tells the first and last records held, and what its variables hold", async () => {
  const text = Array.from({ length: 200 }, (_, at) => line(at, `saved ${at + 1} rows`)).join("");
  await reading({ "a.log": text }, { logBuffer: 100 }, (engine) => {
    const [{ id }] = engine.summary().patterns.top;
    const { first, last, variables } = answerOf("samples", engine.ask({ kind: "samples", pattern: id }));
    const body = ({ record }: { record: { body: unknown } }) => record.body;
    assertEquals([body(first[0]), body(last.at(-1)!)], ["saved 101 rows", "saved 200 rows"]);
    assertEquals(variables.map(({ kind, numbers }) => [kind, numbers?.min, numbers?.max]), [["num", 1, 200]]);
  });
});

Deno.test("the records of a JSON list are read again as they were, in one line or over many", async () => {
  const list = Array.from({ length: 1500 }, (_, at) => ({
    timestamp: `2026-11-20T08:00:00.${String(at % 1000).padStart(3, "0")}Z`,
    message: `number ${at}`,
  }));
  const texts = {
    "one line": JSON.stringify(list),
    "an object": JSON.stringify({ Records: list }),
    "many lines": JSON.stringify(list, null, 2),
    "an object over many": JSON.stringify({ kind: "List", events: list, next: { token: "t" } }, null, 2),
    "a line each": `[\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]`,
  };
  for (const [name, text] of Object.entries(texts)) {
    await reading({ "a.json": `${text}\n` }, {}, (engine) => {
      assertEquals(engine.summary().records, 1500, name);
      assertEquals(bodies(engine, 2), ["number 1498", "number 1499"], name);
      assertEquals(bodies(engine, 1, "", 700), ["number 699"], name);
    });
  }
});

Deno.test("rows keep their positions, and a page ends where it is asked to", async () => {
  const text = Array.from({ length: 50 }, (_, at) => line(at, `number ${at}`)).join("");
  await reading({ "a.log": text }, {}, (engine) => {
    assertEquals(bodies(engine, 3, "", 10), ["number 7", "number 8", "number 9"]);
    assertEquals(bodies(engine, 3, "", 2), ["number 0", "number 1"]);
    assertEquals(bodies(engine, 3, "", 0), []);
  });
});

Deno.test("several sources are merged by time; within a source the order stays", async () => {
  const a = line(0, "a0") + line(10, "a10") + line(5, "a5 late") + line(20, "a20");
  const b = line(7, "b7") + line(15, "b15") + line(30, "b30");
  await reading({ "a.log": a, "b.log": b }, {}, (engine) => {
    assertEquals(bodies(engine), ["a0", "b7", "a10", "a5 late", "b15", "a20", "b30"]);
    const { rows } = answerOf("rows", engine.ask({ kind: "rows", end: null, count: 10 }));
    assertEquals(rows.filter(({ late }) => late).map(({ record }) => record.body), ["a5 late"]);
    assertEquals(engine.summary().sources.map(({ late }) => late), [1, 0]);
  });
});

Deno.test("records without a time stand beside those of their source that have one", async () => {
  const a = "starting\n" + line(5, "a5") + "WARN no time here\n" + line(9, "a9");
  await reading({ "a.log": a, "b.log": line(2, "b2") + line(7, "b7") }, {}, (engine) => {
    assertEquals(bodies(engine), ["b2", "starting", "a5", "no time here", "b7", "a9"]);
  });
});

Deno.test("a filter tells among how many records it looked: of each source as many are held as are listed of all", async () => {
  const lines = (name: string, from: number) =>
    Array.from({ length: 8 }, (_, at) => line(from + at, `${name}${at}`)).join("");
  await reading({ "a.log": lines("a", 0), "b.log": lines("b", 30) }, { logBuffer: 5 }, (engine) => {
    const rows = (where: string) =>
      answerOf("rows", engine.ask({ kind: "rows", end: null, count: 100, where }));
    assertEquals([rows("").total, rows("").held], [5, 5]);
    assertEquals([rows("source=*a.log").total, rows("source=*a.log").held], [5, 10]);
    assertEquals([rows("severity=info").total, rows("severity=info").rows.length], [10, 10]);
    const { covered, among } = answerOf("overview", engine.ask({ kind: "overview", where: "source=*a.log" }));
    assertEquals([covered, among], [5, 10]);
  });
});

Deno.test("a time is that of the first row of it or later, not of one without a time that was received later", async () => {
  const a = "starting\n" + line(5, "a5") + "no time here\n" + line(9, "a9") + line(12, "a12");
  await reading({ "a.log": a, "b.log": line(7, "b7") }, {}, (engine) => {
    const at = (text: string, where = "") =>
      answerOf("place", engine.ask({ kind: "time", text, where })).position;
    const names = bodies(engine);
    assertEquals(["08:00:06", "08:00:08", "08:00:12"].map((text) => names[at(text) ?? -1]), [
      "b7",
      "a9",
      "a12",
    ]);
    assertEquals([at("2026-11-20T08:00:13Z"), at("2026-11-20T07:00Z"), at("08:00:06", "a12")], [null, 0, 0]);
  });
});

Deno.test("a filter gives the held records that match, and an unreadable one says what is wrong", async () => {
  const text = line(0, "one") + line(1, "two", "ERROR") + line(2, "three") + line(3, "four two", "ERROR");
  await reading({ "a.log": text }, {}, (engine) => {
    assertEquals(bodies(engine, 10, "severity>=error"), ["two", "four two"]);
    assertEquals(bodies(engine, 10, "two -four"), ["two"]);
    assertEquals(bodies(engine, 10, "time>-2s"), ["three", "four two"]);
  });
});

Deno.test("a record is answered with its neighbours and why it was read so", async () => {
  const text = line(0, "one") + '{"time":"2026-11-20T08:00:01Z","level":"warn","msg":"two"}\n' +
    line(2, "three");
  await reading({ "a.log": text }, {}, (engine) => {
    const question = { kind: "record", id: { source: 0, sequence: 1 }, around: 5 } as const;
    const answer = answerOf("record", engine.ask(question));
    assertEquals(answer.row.record.body, "two");
    assertEquals(answer.row.format, "json");
    assertEquals(answer.before.map(({ record }) => record.body), ["one"]);
    assertEquals(answer.after.map(({ record }) => record.body), ["three"]);
    assertEquals(answer.explanation, [
      'time: "2026-11-20T08:00:01Z" of the key "time" was read as 2026-11-20T08:00:01.000Z',
      'severity: "warn" of the key "level" was read as WARN (13)',
    ]);
  });
});

Deno.test("held records of several lines are read again whole", async () => {
  const text = line(0, "failed", "ERROR") + "java.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)\n" +
    line(1, "next");
  await reading({ "a.log": text }, {}, (engine) => {
    assertEquals(bodies(engine), [
      "failed\njava.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)",
      "next",
    ]);
    assertEquals(engine.summary().records, 2);
  });
});

Deno.test("records up to the longest are read again whole", async () => {
  const long = (bytes: number) => "long ".repeat(Math.ceil(bytes / 5)).slice(0, bytes - 1) + "!";
  const wide = [600_000, 1_000_000, 1_500_000].map((bytes, at) => line(at, long(bytes), "ERROR"));
  const trace = `${line(3, "failed", "ERROR")}${"\tat a.B.c(B.java:1)\n".repeat(999)}`;
  const rows = `${line(4, "many", "ERROR")}${`\tat ${long(300_000)}\n`.repeat(3)}`;
  await reading({ "a.log": [...wide, trace, rows, line(5, "last")].join("") }, {}, (engine) => {
    const found = bodies(engine);
    assertEquals(found.map((body) => body.length >> 10), [585, 976, 1023, 19, 878, 0]);
    assertEquals([found[0], found[1]], [long(600_000), long(1_000_000)]);
    assertEquals(found[2], long(1_500_000).slice(0, found[2].length));
    assertEquals(found.at(-1), "last");
  });
});

Deno.test("a time window keeps what lies in it, counted from the newest record", async () => {
  const text = [0, 60, 120, 180].map((second) => line(second, `at ${second}`)).join("");
  const since = { kind: "before", ms: 60_000 } as const;
  await reading({ "a.log": text, "b.log": line(90, "b90") }, { since }, (engine) => {
    assertEquals(bodies(engine), ["at 120", "at 180"]);
    assertEquals(engine.summary().records, 2);
  });
  const until = { kind: "exact", ms: Date.UTC(2026, 10, 20, 8, 1) } as const;
  await reading({ "a.log": text }, { until }, (engine) => assertEquals(bodies(engine), ["at 0", "at 60"]));
});

Deno.test("a reset forgets what was counted and held", async () => {
  await reading({ "a.log": line(0, "one") }, {}, (engine) => {
    engine.reset();
    const { records, lines, bytes, sources, severities } = engine.summary();
    assertEquals([records, lines, bytes, sources[0].records], [0, 0, 0, 0]);
    assertEquals(severities, [0, 0, 0, 0, 0, 0, 0]);
    assertEquals(bodies(engine), []);
  });
});

Deno.test("reading that is interrupted leaves no half of a line behind", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/a.log`;
    await Deno.writeTextFile(path, line(7, "one and another and a third").repeat(50_000));
    const abort = new AbortController();
    const bodies = new Set<string>();
    const engine = new Engine(engineSettings({ files: [path] }), {
      notice: () => {},
      batch(batch) {
        for (let row = 0; row < batch.count; row++) bodies.add(String(logRecordOf(batch, row).body));
        abort.abort();
      },
    });
    await engine.run(abort.signal);
    const { records } = engine.ingestion.inputs[0].health(String);
    assert(records > 0 && records < 50_000, `${records} records were read`);
    assertEquals([...bodies], ["one and another and a third"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a file that is read behind another is not told as fallen silent, until both were read", async () => {
  const quick: string[] = [];
  const slow: string[] = [];
  for (let second = 0; second < 3600; second += 2) {
    quick.push(line(second, "quick beat"));
    slow.push(line(second, `slow beat ${"-".repeat(1000)}`));
  }
  // Truly silent in the last quarter of an hour.
  const gone = quick.slice(0, 1350).map((text) => text.replace("quick beat", "gone beat"));
  const contents = { "a.log": quick.join(""), "b.log": slow.join(""), "c.log": gone.join("") };
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(contents)) await Deno.writeTextFile(`${folder}/${name}`, text);
    const files = Object.keys(contents).map((name) => `${folder}/${name}`);
    const early: string[] = [];
    const engine: Engine = new Engine(engineSettings({ files }), {
      notice: () => {},
      batch: () => early.push(...engine.summary().findings.map(({ title }) => title)),
    });
    await engine.run(new AbortController().signal);
    assertEquals(early, []);
    assertEquals(engine.summary().findings.map(({ kind, title }) => [kind, title]), [
      ["vanished", `Vanished: ${folder}/c.log`],
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a source that cannot be opened is told, and the others go on", async () => {
  await reading({ "a.log": line(0, "one") }, {}, async (_engine, _notices, folder) => {
    const notices: string[] = [];
    const files = [`${folder}/missing.log`, `${folder}/a.log`];
    const engine = new Engine(engineSettings({ files }), { notice: ({ text }) => notices.push(text) });
    await engine.run(new AbortController().signal);
    assertEquals(engine.summary().records, 1);
    assertEquals(notices.length, 1);
    assert(notices[0].includes("missing.log"));
    const lost = new Engine(engineSettings({ files: [`${folder}/missing.log`] }), { notice: () => {} });
    const error = await assertRejects(() => lost.run(new AbortController().signal), UserError);
    assertEquals(error.exitCode, 1);
    assertEquals(error.message, `${folder}/missing.log: no such file\nNothing could be read`);
  });
});

Deno.test("a followed file gives what is added, and half a line after a quiet moment", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/a.log`;
  try {
    await Deno.writeTextFile(path, line(0, "one"));
    const stop = new AbortController();
    const engine = new Engine(engineSettings({ files: [path], follow: true }), { notice: () => {} });
    const ended = engine.run(stop.signal);
    await until(() => engine.recordsRead === 1);
    await Deno.writeTextFile(path, line(1, "two") + "2026-11-20T08:00:02.000Z INFO half", { append: true });
    await until(() => engine.recordsRead === 3);
    assertEquals(bodies(engine), ["one", "two", "half"]);
    stop.abort();
    await ended;
    assertEquals(engine.snapshot().state, "ended");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("it is told where all that was let go is older than a filter reaches back", async () => {
  const text = Array.from({ length: 30 }, (_, at) => line(at, `message ${at}`)).join("");
  await reading({ "a.log": text }, { logBuffer: 10 }, (engine) => {
    const isComplete = (where: string) =>
      answerOf("rows", engine.ask({ kind: "rows", end: null, count: 1, where })).complete === true;
    assertEquals(isComplete("nowhere time>-5s"), true);
    assertEquals(isComplete("nowhere time>-15s"), false);
    assertEquals(isComplete("nowhere"), false);
  });
});

Deno.test("while a log is followed, the relative times of a filter move on with the clock", async () => {
  const folder = await Deno.makeTempDir();
  const clock = Date.now;
  const begin = clock();
  const at = (seconds: number) => Date.now = () => clock() + seconds * 1000;
  const stamped = (seconds: number, text: string) =>
    `${new Date(begin + seconds * 1000).toISOString()} INFO ${text}\n`;
  try {
    at(0);
    const path = `${folder}/a.log`;
    await Deno.writeTextFile(path, stamped(-90, "old") + stamped(-50, "one") + stamped(-10, "two"));
    const stop = new AbortController();
    const engine = new Engine(engineSettings({ files: [path], follow: true }), { notice: () => {} });
    const ended = engine.run(stop.signal);
    await until(() => engine.recordsRead === 3);
    assertEquals(bodies(engine, 10, "time>-1m"), ["one", "two"]);
    assertEquals(bodies(engine, 10, "time<-1m or two"), ["old", "two"]);
    const position = () =>
      answerOf("place", engine.ask({ kind: "place", id: { source: 0, sequence: 2 }, where: "time>-1m" }))
        .position;
    assertEquals(position(), 1);
    at(20);
    await Deno.writeTextFile(path, stamped(20, "three"), { append: true });
    await until(() => engine.recordsRead === 4);
    assertEquals(bodies(engine, 10, "time>-1m"), ["two", "three"]);
    assertEquals(position(), 1, "rows keep their positions");
    await until(() => bodies(engine, 10, "time<-1m or two").length === 3);
    assertEquals(bodies(engine, 10, "time<-1m or two"), ["old", "one", "two"]);
    at(100);
    assertEquals(bodies(engine, 10, "time>-1m"), []);
    stop.abort();
    await ended;
  } finally {
    Date.now = clock;
    await Deno.remove(folder, { recursive: true });
  }
});

/** Waits for a condition, for ten seconds at the most. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!holds()) {
    assert(performance.now() < deadline, "waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
