import { assert, assertEquals } from "@std/assert";
import { summaryOf, summaryOfFiles } from "./find_in.ts";
import { KINDS, plantedLog } from "./planted_logs.ts";
import { quietDay } from "./quiet_day.ts";
import { END, random, START } from "./randomness.ts";

const MINUTE = 60_000;

for (const kind of KINDS) {
  Deno.test(`an incident is found in six hours of logs: ${kind}`, async () => {
    for (const [seed, format] of [[1, "json"], [2, "text"]] as const) {
      const { text, incident } = plantedLog(kind, seed, format);
      const { findings } = await summaryOf(text);
      const told = findings.filter(({ kind, start, end }) =>
        incident!.findings.includes(kind) && start! < incident!.to && end! > incident!.from
      );
      assert(told.length > 0, `${format}: ${JSON.stringify(findings.map(({ title }) => title))}`);
      for (const { start, end } of findings) {
        assert(start! > incident!.from - 12 * MINUTE && start! < incident!.to + MINUTE, "no false alarm");
        assert(end! > incident!.from);
      }
    }
  });
}

Deno.test("nothing needs a look in logs in which nothing happens", async () => {
  for (const [seed, format] of [[1, "json"], [2, "text"], [3, "json"]] as const) {
    const { findings } = await summaryOf(plantedLog(null, seed, format).text);
    assertEquals(findings.map(({ title }) => title), []);
  }
});

Deno.test("nothing needs a look on a day that has its night, its noon and its nightly jobs", async () => {
  assertEquals((await summaryOf(quietDay(1))).findings.map(({ title }) => title), []);
});

Deno.test("the lines of a finding are those that it is about", async () => {
  const { text } = plantedLog("new-error", 1, "json");
  const { findings } = await summaryOf(text);
  const lines = text.split("\n");
  const [{ service, lines: told, count }] = findings;
  assertEquals(service, "orders");
  assertEquals(told.length, Math.min(100, count));
  for (const { line } of told) assert(lines[line - 1].includes("cannot reach database"), lines[line - 1]);
});

Deno.test("a short log and a log without times have no findings", async () => {
  assertEquals((await summaryOf("2026-11-20T08:00:00Z ERROR broken\n".repeat(400))).findings, []);
  assertEquals((await summaryOf("something without a time\n".repeat(1000))).findings, []);
  assertEquals((await summaryOf("")).findings, []);
});

/** Six hours of lines, sorted by time; `say` adds lines at their times. */
function sixHours(say: (add: (time: number, text: string) => void, next: () => number) => void): string {
  const lines: { time: number; text: string }[] = [];
  const next = random(5);
  const add = (time: number, text: string) => {
    if (time >= START && time < END) lines.push({ time, text });
  };
  for (let time = START; time < END; time += -Math.log(1 - next()) * 5000) {
    add(time, `page ${Math.floor(next() * 1e6)} shown in ${20 + Math.floor(next() * 50)} ms`);
  }
  say(add, next);
  lines.sort((x, y) => x.time - y.time);
  return lines.map(({ time, text }) => `${new Date(time).toISOString()} ${text}\n`).join("");
}

Deno.test("an error is one without a severity too", async () => {
  const from = START + 150 * MINUTE;
  const { findings } = await summaryOf(sixHours((add, next) => {
    for (let time = from; time < from + 6 * MINUTE; time += 15_000 * next()) {
      add(time, `could not reach the ledger after ${Math.floor(next() * 900)} tries`);
    }
  }));
  assertEquals(findings.length, 1);
  const [{ kind, severity, start }] = findings;
  assertEquals([kind, severity], ["new-pattern", 5]);
  assert(Math.abs(start! - from) <= MINUTE);
});

Deno.test("a number that leaks away bit by bit is told, one that counts is not", async () => {
  const { findings } = await summaryOf(sixHours((add, next) => {
    for (let time = START; time < END; time += 30_000) {
      const share = (time - START) / (END - START);
      add(time, `heap is ${Math.round(400 + 800 * share + 30 * next())} MB of 4096 MB`);
      add(time + 5000, `alive for ${Math.round((time - START) / 1000) + 3600} seconds`);
    }
  }));
  assertEquals(findings.map(({ kind }) => kind), ["shifted-number"]);
  const [{ title }] = findings;
  assert(/^heap rose steadily from 4\d\d MB to 1\.\d+ GB: heap is <num> of 4096 MB$/.test(title), title);
});

Deno.test("one of three that beat together has stopped, though the lines name no host", async () => {
  const from = START + 200 * MINUTE;
  const { findings } = await summaryOf(sixHours((add) => {
    for (let time = START; time < END; time += 20_000) {
      for (let host = 0; host < 3; host++) {
        if (host > 0 || time < from) add(time + host * 3000, "alive and well");
      }
    }
  }));
  assertEquals(findings.map(({ kind }) => kind), ["drop"]);
  assert(Math.abs(findings[0].start! - from) <= 2 * MINUTE && findings[0].end! >= END - 2 * MINUTE);
});

Deno.test("errors that come in clumps, and a job that runs now and then, are no findings", async () => {
  const { findings } = await summaryOf(sixHours((add, next) => {
    for (let time = START; time < END; time += -Math.log(1 - next()) * 12 * MINUTE) {
      for (let i = 0; i < 1 + 6 * next(); i++) {
        add(time + i * 300, `ERROR upstream ${Math.floor(next() * 9)} gave no answer`);
      }
    }
    for (let time = START + 7 * MINUTE; time < END; time += 60 * MINUTE) {
      for (let i = 0; i < 120; i++) add(time + i * 200, `swept part ${i} of the archive`);
    }
  }));
  assertEquals(findings.map(({ title }) => title), []);
});

Deno.test("what came before new errors, and never else, is told with them", async () => {
  const from = START + 150 * MINUTE;
  const { findings } = await summaryOf(sixHours((add, next) => {
    for (let i = 0; i < 3; i++) add(from - (12 - i) * MINUTE, `WARN volume data-${i} is nearly full`);
    for (let time = from; time < from + 9 * MINUTE; time += 20_000 * next()) {
      add(time, `ERROR cannot append to segment ${Math.floor(next() * 900)}`);
    }
  }));
  assertEquals(findings.map(({ kind }) => kind), ["new-pattern"]);
  const [{ evidence }] = findings;
  assert(/; 12 min before it: volume <id> is nearly full \(3 records\)$/.test(evidence), evidence);
});

Deno.test("errors of a file that names no service are told beside the graver ones of a service", async () => {
  const pick = random(7);
  const start = START;
  const line = (second: number, severity: string, words: string) =>
    `${new Date(start + second * 1000).toISOString()} ${severity} ${words}\n`;
  let web = "";
  let login = "";
  for (let second = 0; second < 6 * 3600; second += 4) {
    const failing = second > 9000 && second < 10_200 ? 0.25 : 0.01;
    const [severity, status] = pick() < failing ? ["ERROR", 500] : ["INFO", 200];
    web += line(second, severity, `GET /cart/${Math.floor(pick() * 999)} ${status} sent`);
  }
  for (let second = 0; second < 6 * 3600; second += second > 14_000 && second < 14_600 ? 1 : 12) {
    const failed = (second > 14_000 && second < 14_600) || pick() < 0.05;
    login += `{"time":${start + second * 1000},"level":"${failed ? "error" : "info"}","service":"login",` +
      `"msg":"${failed ? "wrong password" : "session opened"}"}\n`;
  }
  const { findings } = await summaryOfFiles([{ name: "web.log", text: web }, {
    name: "login.jsonl",
    text: login,
  }]);
  const rose = findings.filter(({ kind }) => kind === "error-rate");
  const about = rose.map(({ title, service }) => [title.replace(/ \S*[/\\]/, " "), service]);
  assertEquals(about, [["Errors rose: login", "login"], ["Errors rose: web.log", null]]);
  const web500 = rose[1];
  assert(
    Math.abs(web500.start! - (start + 9_000_000)) <= 120_000 &&
      Math.abs(web500.end! - (start + 10_200_000)) <= 120_000,
  );
});

Deno.test("files that do not end at one moment are no drop", async () => {
  const pick = random(11);
  const file = (name: string, until: number, mean: number) => {
    let text = "";
    for (let time = START; time < until; time += -mean * Math.log(1 - pick())) {
      text += `${new Date(time).toISOString()} INFO ${name} took ${Math.floor(pick() * 90)} ms\n`;
    }
    return { name: `${name}.log`, text };
  };
  const { findings } = await summaryOfFiles([file("web", END, 2000), file("worker", END + 100_000, 12_000)]);
  assertEquals(findings.map(({ title }) => title), []);
});
