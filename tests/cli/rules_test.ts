import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";

const MAIN = fromFileUrl(new URL("../../main.ts", import.meta.url));
const LOG = [
  ...Array.from(
    { length: 40 },
    (_, i) => `2026-11-20T08:00:${String(i).padStart(2, "0")}Z INFO request ${i} done\n`,
  ),
  ...Array.from({ length: 5 }, (_, i) => `2026-11-20T08:01:0${i}Z WARN timeout of job ${i * 31}\n`),
  "2026-11-20T08:02:00Z ERROR disk is full\n",
].join("");

async function report(
  folder: string,
  ...args: string[]
): Promise<{ code: number; out: string; error: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", MAIN, "report", ...args],
    cwd: folder,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), error: decoder.decode(stderr) };
}

async function withLog(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/app.log`, LOG);
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a rule that is broken ends the run with status 3 and its reason", async () => {
  await withLog(async (folder) => {
    const { code, out, error } = await report(folder, "--fail-on", "severity>=error", "app.log");
    assertEquals(code, 3);
    assertMatch(out, /^46 records from app\.log/);
    assertEquals(
      error,
      "weir: severity>=error: 1 record, the first at app.log:46\nweir:   1 × disk is full\n",
    );
  });
});

Deno.test("counts and shares have limits, and patterns are asked for by their templates", async () => {
  await withLog(async (folder) => {
    const broken = [
      'count>4 where pattern~"timeout of"',
      "count<1 where pattern~started",
      "count>10% where severity>=warn",
      'not pattern~"request|timeout"',
    ];
    const kept = [
      'count>5 where pattern~"timeout of"',
      "count<1 where pattern~done",
      "count>14% where severity>=warn",
      'count>0 where severity=warn pattern~"disk"',
      "severity>=fatal",
    ];
    const holding = (rules: string[]) =>
      report(folder, ...rules.flatMap((rule) => ["--fail-on", rule]), "app.log");
    const [all, good] = await Promise.all([holding([...broken, ...kept]), holding(kept)]);
    const told = all.error.split("\n").filter((line) => /^weir: \S/.test(line));
    assertEquals(told.map((line) => broken.findIndex((rule) => line.startsWith(`weir: ${rule}: `))), [
      0,
      1,
      2,
      3,
    ]);
    assertEquals([all.code, good.code, good.error], [3, 0, ""]);
  });
});

Deno.test("a baseline knows the patterns of its run and not those of another", async () => {
  await withLog(async (folder) => {
    const rule = ["--fail-on", "new-pattern vs=base.json"];
    assertEquals((await report(folder, "--baseline-out", "base.json", "app.log")).code, 0);
    assertEquals((await report(folder, ...rule, "app.log")).code, 0);
    await Deno.writeTextFile(
      `${folder}/next.log`,
      `${LOG}2026-11-20T08:03:00Z WARN certificate expires soon\n`,
    );
    const { code, error } = await report(folder, ...rule, "next.log");
    assertEquals(code, 3);
    assertStringIncludes(error, "1 new pattern\nweir:   1 × certificate expires soon\n");
    assertEquals(
      (await report(folder, "--fail-on", "new-pattern vs=base.json where severity>=error", "next.log")).code,
      0,
    );
  });
});

Deno.test("a baseline that is none, or of a later version, is told with a way out", async () => {
  await withLog(async (folder) => {
    const baselines = [
      ["{broken", "it is not JSON"],
      ["", "it is empty"],
      ["{}", "it has no list of patterns"],
      ['{"weir":"baseline","version":9,"patterns":[]}', "it is of version 9"],
    ];
    await Promise.all(baselines.map(async ([text, reason], at) => {
      await Deno.writeTextFile(`${folder}/${at}.json`, text);
      const { code, error } = await report(folder, "--fail-on", `new-pattern vs=${at}.json`, "app.log");
      assertEquals(code, 2);
      assertStringIncludes(error, reason);
      assertStringIncludes(error, "--baseline-out");
    }));
  });
});

Deno.test("a rule about a field that no record has says so", async () => {
  await withLog(async (folder) => {
    const { code, error } = await report(folder, "--fail-on", "cuont>3", "app.log");
    assertEquals(code, 0);
    assertStringIncludes(error, 'no record has a field "cuont"');
    assertEquals((await report(folder, "--fail-on", "severity>=fatal service!=x", "app.log")).error, "");
  });
});

Deno.test("with a rule a source that cannot be read to its end is status 1", async () => {
  await withLog(async (folder) => {
    assertEquals((await report(folder, "--fail-on", "severity>=fatal", "app.log", "gone.log")).code, 1);
    assertEquals((await report(folder, "app.log", "gone.log")).code, 0);
  });
});

Deno.test("a rule or a filter that cannot be read is told before anything is read", async () => {
  await withLog(async (folder) => {
    const mistakes = [
      ["--fail-on", "count>many"],
      ["--fail-on", "new-pattern"],
      ["--fail-on", "new-pattern vs=nowhere.json"],
      ["--fail-on", "severity>=worse"],
      ["--fail-on", "time>-15m"],
      ["--where", "pattern=3"],
    ];
    await Promise.all(mistakes.map(async (args) => {
      const { code, out } = await report(folder, ...args, "app.log");
      assertEquals([code, out], [2, ""], args.join(" "));
    }));
  });
});

Deno.test("--where leaves all other records out", async () => {
  await withLog(async (folder) => {
    const { out } = await report(folder, "--where", "severity>=warn", "--output", "json", "app.log");
    assertEquals(JSON.parse(out).records, 6);
  });
});

Deno.test("an HTML report is one page that loads nothing, with log text escaped", async () => {
  await withLog(async (folder) => {
    const hostile = '2026-11-20T08:03:00Z ERROR <script>alert(1)</script> "x" & <img src=http://evil/>\n';
    await Deno.writeTextFile(`${folder}/app.log`, LOG + hostile);
    const { code, out } = await report(folder, "--output", "html", "app.log");
    assertEquals(code, 0);
    assertMatch(out, /^<!doctype html>/);
    assertStringIncludes(out, "prefers-color-scheme: dark");
    assertStringIncludes(out, "<svg");
    assertStringIncludes(out, "&#60;script&#62;");
    assertEquals(/<script|<img|<link|<iframe|@import|url\(/i.test(out), false);
  });
});

Deno.test("a baseline that cannot be written is told in words of people, before anything is read", async () => {
  await withLog(async (folder) => {
    const { code, out, error } = await report(folder, "--baseline-out", "none/base.json", "app.log");
    assertEquals([code, out, error], [1, "", "weir: Cannot write none/base.json: no such folder\n"]);
    await Deno.mkdir(`${folder}/taken`);
    const taken = await report(folder, "--baseline-out", "taken", "app.log");
    assertEquals([taken.code, taken.out, taken.error], [1, "", "weir: Cannot write taken: it is a folder\n"]);
  });
});
