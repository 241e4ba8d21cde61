import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { CitationMarker, Citations, citedLabels } from "../../src/ai/citations.ts";
import { type Context, writeContext } from "../../src/ai/context.ts";
import { gather } from "../../src/ai/evidence.ts";
import { type Ask, isAll, reachWords } from "../../src/ai/questions.ts";
import { runTool } from "../../src/ai/tools.ts";
import { TokenCount } from "../../src/ai/tokens.ts";
import { openLog, questionsOf, readLog, usualLog } from "./log_engine.ts";

const asked = new Map<string, Promise<Ask>>();

/** Each log is read once. */
function engineOf(log: string): Promise<Ask> {
  let ask = asked.get(log);
  if (ask === undefined) asked.set(log, ask = readLog(log));
  return ask;
}

async function contextOf(
  log: string,
  room: number,
  options: { where?: string; smart?: boolean; selected?: number } = {},
): Promise<Context & { citations: Citations }> {
  const { where = "", smart = true, selected } = options;
  const ask = await engineOf(log);
  const id = selected === undefined ? null : { source: 0, sequence: selected };
  const evidence = await gather(questionsOf(ask), { where, selected: id }, smart);
  const citations = new Citations(false);
  return { ...writeContext(evidence, { citations, redact: (text) => text, where }, room), citations };
}

const INCIDENT = {
  2950: "WARN  issuer certificate of acs-2 expires in 60 s",
  3010: "WARN  issuer certificate of acs-2 has expired",
  3012: "ERROR payments could not reach issuer acs-2: certificate expired",
  3500: "ERROR payments could not reach issuer acs-2: certificate expired",
  4200: "FATAL payments circuit open, giving up",
};

Deno.test("the context never passes its room, whatever that is", async () => {
  const log = usualLog(3000, { 1500: `ERROR ${"very long ".repeat(3000)}`, 2000: "ERROR short" });
  for (const room of [0, 1, 50, 200, 777, 2000, 9000, 40_000]) {
    for (const smart of [true, false]) {
      const { text } = await contextOf(log, room, { smart });
      assert(text.length <= room, `${text.length} > ${room}`);
    }
  }
});

Deno.test("of a planted incident the errors, their causes and the rare lines before them are in it", async () => {
  for (const room of [6000, 14_000]) {
    const { text, leftOut } = await contextOf(usualLog(6000, INCIDENT), room);
    assertStringIncludes(text, "[#3013]");
    assertStringIncludes(text, "[#4201]");
    assertStringIncludes(text, "certificate of acs-2 has expired");
    assertStringIncludes(text, "certificate of acs-2 expires in 60 s");
    assert(leftOut > 5000);
    assertStringIncludes(text, "more matching records are left out");
  }
});

Deno.test("what the buffer has let go of a long log is in it: the first errors and what came before them", async () => {
  await using log = await openLog(usualLog(6000, INCIDENT), { logBuffer: 500 });
  const evidence = await gather(questionsOf(log.ask), { where: "", selected: null }, true, log.firsts);
  const citations = new Citations(false);
  const { text } = writeContext(evidence, { citations, redact: (text) => text, where: "" }, 9000);
  assertStringIncludes(text, "[#3013]");
  assertStringIncludes(text, "certificate of acs-2 has expired");
  assertStringIncludes(text, "circuit open, giving up");
  assertEquals(citations.find("3013"), { source: 0, sequence: 3012 });
});

/** A log of which the newest hundredth is held, with trouble long before. */
const LONG_AGO = usualLog(30_000, {
  ...Object.fromEntries(
    Array.from(
      { length: 60 },
      (_, n) => [2000 + n * 3, `ERROR payments could not reach issuer acs-${n % 5}`],
    ),
  ),
  1990: "WARN  issuer certificate of acs-2 has expired",
  15_000: "ERROR inventory deadlock on table stock_items",
});

Deno.test("what needs a look stands first, with its lines from long before what is held, and what came right before", async () => {
  await using log = await openLog(LONG_AGO, { logBuffer: 300 });
  const evidence = await gather(questionsOf(log.ask), { where: "", selected: null }, true);
  const citations = new Citations(false);
  for (const room of [4000, 12_000]) {
    const { text } = writeContext(evidence, { citations, redact: (text) => text, where: "" }, room);
    assert(text.length <= room);
    const [before, after] = text.split("What needs a look");
    assert(!before.includes("[#"));
    assertMatch(after, /1\. .*could not reach issuer.* \(2026-11-20 00:3[^)]*p\d+\)\n {3}\[#2001\] /);
    assertStringIncludes(text, "[#15001]");
    if (room > 4000) {
      assertStringIncludes(text, "[#2000]");
      assertStringIncludes(text, "[#1991] ", "a rare line some lines before");
    }
    assertEquals(text.split("[#2001]").length, 2, "a record stands there once");
  }
  assertEquals(citations.find("2001"), { source: 0, sequence: 2000 });
});

Deno.test("a buffer smaller than what is sent does not shorten it", async () => {
  await using log = await openLog(usualLog(100), { logBuffer: 10 });
  const evidence = await gather(questionsOf(log.ask), { where: "", selected: null }, true);
  const context = writeContext(
    evidence,
    { citations: new Citations(false), redact: (text) => text, where: "" },
    40_000,
  );
  assertStringIncludes(context.text, "[#1] ");
  assertEquals([evidence.total, isAll(evidence.reach)], [100, true]);
});

Deno.test("a question with a filter is about all of the file that matches, though it is not held", async () => {
  await using log = await openLog(LONG_AGO, { logBuffer: 300 });
  const where = "payments";
  const evidence = await gather(questionsOf(log.ask), { where, selected: null }, true);
  assertEquals([evidence.total, isAll(evidence.reach)], [60, true]);
  const { text } = writeContext(
    evidence,
    { citations: new Citations(false), redact: (text) => text, where },
    8000,
  );
  assertStringIncludes(text, "it matches 60 of all 30000 records");
  assertMatch(text, /p\d+ ×60 ERROR/);
  assertStringIncludes(text, "[#2178]");
});

Deno.test("what was read with a filter is asked for with the numbers that its records have", async () => {
  await using log = await openLog(LONG_AGO, { logBuffer: 20, where: "-cache" });
  const questions = questionsOf(log.ask);
  const { rows, total, reach } = await questions.find("severity>=error", 2, true);
  assertEquals([total, rows.map(({ record }) => record.line), isAll(reach)], [61, [2001, 2004], true]);
  const { row, before } = await questions.record(rows[0].id, 2);
  assertEquals([row.record.line, before.map(({ record }) => record.line)], [2001, [1999, 2000]]);
});

Deno.test("a line's record is found wherever it stands, held or not, and where records have several lines", async () => {
  const lines = Array.from({ length: 4000 }, (_, n) => {
    const time = new Date(Date.UTC(2026, 10, 20) + n * 1000).toISOString();
    return n % 7 === 0 ? `${time} ERROR step ${n} failed\n  at one\n  at two` : `${time} INFO step ${n}`;
  });
  await using log = await openLog(`${lines.join("\n")}\n`, { logBuffer: 100 });
  const questions = questionsOf(log.ask);
  const all = lines.join("\n").split("\n");
  for (const line of [1, 2, 3, 4, 999, 2500, all.length - 3, all.length]) {
    const row = await questions.line(0, line);
    if (row === null) throw new Error(`No record of line ${line}`);
    const { record } = row;
    assert(
      record.line <= line && record.line + record.raw.split("\n").length > line,
      `line ${line}`,
    );
  }
  assertEquals(await questions.line(0, 1_000_000), null);
});

Deno.test("a line's record is found where records of many lines lie close together", async () => {
  const lines = Array.from({ length: 900 }, (_, n) => {
    const time = new Date(Date.UTC(2026, 10, 20) + n * 1000).toISOString();
    const trace = "\n  at one".repeat(n > 500 && n < 640 ? 9 : 0);
    return trace === "" ? `${time} INFO step ${n}` : `${time} ERROR step ${n} failed${trace}`;
  });
  await using log = await openLog(`${lines.join("\n")}\n`, { logBuffer: 20 });
  const questions = questionsOf(log.ask);
  const firstLines = lines.map((_, n) => lines.slice(0, n).join("\n").split("\n").length + (n === 0 ? 0 : 1));
  for (const [n, line] of firstLines.entries()) {
    if (n % 13 !== 0 && n !== 899) continue;
    for (const within of [0, lines[n].split("\n").length - 1]) {
      assertEquals((await questions.line(0, line + within))?.record.line, line, `line ${line} + ${within}`);
    }
  }
});

Deno.test("of what cannot be read again the words say what was looked at, and what was kept is shown", async () => {
  const log = await openLog(LONG_AGO, { logBuffer: 300 });
  await log[Symbol.asyncDispose]();
  const questions = questionsOf(log.ask);
  const { total, reach } = await questions.find("severity>=error", 5, false);
  assertEquals([total, isAll(reach)], [0, false]);
  assertMatch(reachWords(reach), /^the newest 300 of 30000 records and what could be read again \(.+\)$/);
  const evidence = await gather(questions, { where: "", selected: null }, true, log.firsts);
  const { text } = writeContext(
    evidence,
    { citations: new Citations(false), redact: (text) => text, where: "" },
    8000,
  );
  assertStringIncludes(text, "[#2001]");
  assertStringIncludes(text, "certificate of acs-2 has expired");
});

Deno.test("of a compressed log the records that were kept stand behind what needs a look, and calls show them", async () => {
  await using log = await openLog(LONG_AGO, { logBuffer: 300, compressed: true });
  const questions = questionsOf(log.ask);
  const evidence = await gather(questions, { where: "", selected: null }, true);
  assertEquals([evidence.total, isAll(evidence.reach)], [30_000, false]);
  const citations = new Citations(false);
  const redact = (text: string) => text;
  const { text } = writeContext(evidence, { citations, redact, where: "" }, 8000);
  assertMatch(text, /could not reach issuer.*\n {3}\[#2001\] /);
  assertMatch(text, /p\d+ ×60 ERROR .* payments could not reach/);
  const pattern = [...evidence.patterns.values()].find(({ template }) => template.includes("deadlock"))?.id;
  const call = { id: "c", name: "pattern_detail", arguments: `{"pattern":${pattern}}` };
  const found = await runTool(call, { questions, citations, redact, restore: redact, where: "" });
  assertMatch(
    found.text,
    /None match among the newest 300 of 30000 records .* Of it were kept:\n\[#15001\] /,
  );
});

Deno.test("an entry that is not held any more is shown as the screen has it", async () => {
  await using log = await openLog(LONG_AGO, { logBuffer: 300, compressed: true });
  const questions = questionsOf(log.ask);
  const { rows: [newest] } = await questions.rows("", null, 1);
  const entry = {
    ...newest,
    id: { source: 0, sequence: 7 },
    record: { ...newest.record, line: 8, body: "long ago" },
  };
  const evidence = await gather(questions, { where: "", selected: entry.id, entry }, true);
  const writing = { citations: new Citations(false), redact: (text: string) => text, where: "" };
  assertStringIncludes(writeContext(evidence, writing, 8000).text, "long ago");
});

Deno.test("in a log without severities words of trouble are found", async () => {
  const lines = Array.from({ length: 3000 }, (_, n) => `step ${n} of the import went by`);
  lines[900] = "cannot open /data/part-7: disk quota exceeded";
  const { text } = await contextOf(`${lines.join("\n")}\n`, 5000);
  assertStringIncludes(text, "disk quota exceeded");
});

Deno.test("patterns stand with their counts, and the numbers are those of the records", async () => {
  const { text } = await contextOf(usualLog(3000, INCIDENT), 8000);
  assertStringIncludes(text, "×1000 INFO");
  assertStringIncludes(text, "[#3000]");
});

Deno.test("a filter is told and kept to", async () => {
  const { text } = await contextOf(usualLog(3000, INCIDENT), 8000, { where: "severity>=warn" });
  assertStringIncludes(text, "Filter: severity>=warn");
  assert(!text.includes("[#3000]"));
  assert(!text.includes("handled GET"));
});

Deno.test("the entry that was chosen stands there with what is around it and the rest of its trace", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const line = (n: number, text: string, more = "") =>
    JSON.stringify({
      time: new Date(Date.UTC(2026, 10, 20) + n * 1000),
      level: "info",
      msg: text,
      ...more ? { trace_id: more } : {},
    });
  const lines = Array.from({ length: 4000 }, (_, n) => line(n, `usual ${n}`));
  lines[100] = line(100, "order taken", trace);
  lines[1000] = line(1000, "order paid", trace);
  const { text } = await contextOf(lines.join("\n"), 6000, { selected: 1000 });
  for (const there of ["[#1001]", "order paid", "[#101]", "order taken", "[#1000]", "[#1002]"]) {
    assertStringIncludes(text, there);
  }
});

Deno.test("long lines are cut in the middle, traces keep their last line, and what is left out is said", async () => {
  const trace = [
    "ERROR app crashed",
    ...Array.from({ length: 200 }, (_, n) => `    at call${n} (/srv/app/file${n}.js:${n}:1)`),
    "Caused by: the real reason",
  ];
  const log = `2026-11-20T10:00:00Z INFO begin ${"x".repeat(2000)} end\n2026-11-20T10:00:01Z ${
    trace.join("\n")
  }\n2026-11-20T10:00:02Z INFO next\n`;
  const { text } = await contextOf(log, 10_000);
  assertStringIncludes(text, "characters left out …");
  assertStringIncludes(text, "end");
  assertStringIncludes(text, "lines left out …");
  assertStringIncludes(text, "the real reason");
});

Deno.test("equal lines in a row become one with their number", async () => {
  const lines = Array.from(
    { length: 30 },
    (_, n) => `2026-11-20T10:00:${String(n).padStart(2, "0")}.000Z ERROR db gone away`,
  );
  const { text } = await contextOf(lines.join("\n"), 4000, { smart: false });
  assertStringIncludes(text, "(×30, the last at 10:00:29)");
});

Deno.test("where little else is told, more of the like lines are", async () => {
  const log = Array.from({ length: 500 }, (_, n) => `2026-11-20T00:00:00Z INFO job ${n} done\n`).join("");
  const { text } = await contextOf(log, 9000);
  assertEquals(text.match(/^\[#\d+\]/gm)?.length, 40);
  assertStringIncludes(text, "(460 more matching records are left out)");
});

Deno.test("without smart context the newest lines are sent", async () => {
  const { text } = await contextOf(usualLog(3000, { 100: "ERROR long ago" }), 4000, { smart: false });
  assertStringIncludes(text, "[#3000]");
  assert(!text.includes("[#101]"));
});

Deno.test("citations of lines that were not sent are marked, wherever the answer is split", () => {
  const citations = new Citations(false);
  const row = (line: number) =>
    ({ id: { source: 0, sequence: line }, record: { line } }) as Parameters<Citations["label"]>[0];
  citations.label(row(12));
  citations.label(row(13));
  const text = "First [#12], then [#12, #99] and [a link](x) or [#7-#13], [#12–14], [#12 and 3 others]. [";
  const expected =
    "First [#12], then [#12, #99?] and [a link](x) or [#7?-#13], [#12–14?], [#12 and 3 others]. [";
  for (let size = 1; size <= text.length; size++) {
    const marker = new CitationMarker(citations);
    const parts = text.match(new RegExp(`[^]{1,${size}}`, "g"))!.map((part) => marker.push(part));
    assertEquals(parts.join("") + marker.end(), expected);
    assertEquals([...marker.unsent], ["99", "7", "14"]);
  }
  assertEquals(citedLabels(text), ["12", "99", "7", "13", "14"]);
});

Deno.test("records of several sources, and of one line, have labels of their own", () => {
  const citations = new Citations(true);
  const row = (source: number, sequence: number, line: number) =>
    ({ id: { source, sequence }, record: { line } }) as Parameters<Citations["label"]>[0];
  const labels = [row(0, 0, 1), row(1, 0, 1), row(1, 1, 1), row(1, 2, 1), row(0, 0, 1)].map((each) =>
    citations.label(each)
  );
  assertEquals(labels, ["1.1", "2.1", "2.1b", "2.1c", "1.1"]);
  assertEquals(citations.find("2.1b"), { source: 1, sequence: 1 });
});

Deno.test("tokens are estimated by characters and corrected by what was counted", () => {
  const count = new TokenCount();
  assertEquals([count.of(2400), count.charactersIn(1000)], [1000, 2400]);
  count.learn(2400, 2000);
  assertEquals([count.of(2400), count.charactersIn(1000)], [2000, 1200]);
  for (let n = 0; n < 20; n++) count.learn(2400, 1000);
  assertEquals(Math.round(count.of(2400) / 10), 100);
  count.learn(2400, 1_000_000);
  assertEquals(count.of(2400), 2500);
});
