import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { ROOT, run, weir } from "./run_program.ts";

Deno.test("weir config --json says of each setting its value and origin", async () => {
  const { code, out } = await run(["--log-buffer", "5", "config", "--json"], { TOOL_MEMORY_SIZE: "500" });
  assertEquals(code, 0);
  const all = JSON.parse(out);
  assertEquals(all["log-buffer"], { value: 5, origin: "--log-buffer" });
  assertEquals(all["memory-size"], { value: 500, origin: "TOOL_MEMORY_SIZE" });
  assertEquals(all["update-interval"], { value: "1s", origin: "default" });
});

Deno.test("weir config prints a table in which secrets are masked", async () => {
  const { code, out, error } = await run(["config"], { PROVIDER_API_KEY: "sk-very-secret-123456" });
  assertEquals([code, error], [0, ""]);
  assertMatch(out, /^api-key +\*{8} +PROVIDER_API_KEY$/m);
  assert(!out.includes("very-secret"));
  assertMatch(out, /^config +\S+weir[/\\]config\.ya?ml +default/m);
});

Deno.test("one long value does not push the others' origins out of sight in weir config", async () => {
  const { out } = await run(["config"], { WEIR_STOP_WORDS: "a-long-word,".repeat(40), WEIR_SKIN: "nord" });
  assertMatch(out, /^skin {2,}nord {2,50}WEIR_SKIN$/m);
  assertMatch(out, /^stop-words {2,}\S{400,} {2}WEIR_STOP_WORDS$/m);
});

Deno.test("a person's mistake is told on standard error in one line, with status 2", async () => {
  const mistakes: [string[], string][] = [
    [["config", "--skim"], "weir: Unknown flag '--skim'; did you mean --skin?\n"],
    [
      ["config", "-b", "0"],
      "weir: Cannot set log-buffer to '0' (-b): must be a whole number from 1 to 100000\n",
    ],
    [["reprot", "--help"], "weir: No command or file is named 'reprot'; did you mean report?\n"],
    [["config", "--help=all"], "weir: --help takes no value\n"],
    [["config", "--no-follow=true"], "weir: --no-follow takes no value\n"],
    [["config", "-tx"], "weir: Unknown flag '-x'\n"],
    [
      ["parse", "--output=json"],
      "weir: --output is an option of report, diff, patterns: weir report --output …\n",
    ],
    [["report", "--json"], "weir: Unknown flag '--json'; did you mean --output json?\n"],
    [["--fail-on", "error", "a.log"], "weir: --fail-on is an option of report: weir report --fail-on …\n"],
    [
      ["--html", "a.log"],
      "weir: Unknown flag '--html'; --output is an option of report, diff, patterns: weir report --output …\n",
    ],
    [
      ["parse", ""],
      "weir: Cannot set files to '' (argument): must be a path, paths separated by commas, a glob, or - for " +
      "standard input\n",
    ],
    [
      ["parse", "--since", "2026-13-01", "a.log"],
      "weir: Cannot set --since to '2026-13-01': must be a time (2026-11-21T14:00, 14:00) or a span back from the " +
      "newest record (15m)\n",
    ],
    [["confgi"], "weir: No command or file is named 'confgi'; did you mean config?\n"],
  ];
  await Promise.all(mistakes.map(async ([args, error]) => {
    assertEquals(await run(args), { code: 2, out: "", error });
  }));
});

Deno.test("control characters of a file's name do not reach the terminal", async () => {
  assertEquals(await run(["parse", "no\x1b[2J.log"]), {
    code: 1,
    out: "",
    error: "weir: no\\x1b[2J.log: no such file\nweir: Nothing could be read\n",
  });
});

Deno.test("a pipe that goes on is looked at from now on, with a time that counts back", async () => {
  const process = weir(["parse", "--since", "15m"], {}, "piped").spawn();
  const line = (minutes: number, text: string) =>
    `${new Date(Date.now() - minutes * 60_000).toISOString()} INFO ${text}\n`;
  const input = process.stdin.getWriter();
  const encoder = new TextEncoder();
  await input.write(encoder.encode(line(30, "old") + line(0, "new")));
  const output = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  // Nothing more comes, and the pipe stays open: after a second of quiet it goes on, and much later only on a busy machine.
  const written = Date.now();
  const { value } = await output.read();
  assertEquals(JSON.parse(value ?? "").body, "new");
  assert(Date.now() - written < 15_000, `${Date.now() - written} ms`);
  await input.write(encoder.encode(line(0, "newer")));
  assertEquals(JSON.parse((await output.read()).value ?? "").body, "newer");
  await input.close();
  assertEquals(await output.read(), { value: undefined, done: true });
  assertEquals((await process.status).code, 0);
  assertEquals(await new Response(process.stderr).text(), "");
});

Deno.test("a pipe of old records is read to its end for such a time, which is told while it pauses", async () => {
  const process = weir(["parse", "--since", "1m"], {}, "piped").spawn();
  const input = process.stdin.getWriter();
  const encoder = new TextEncoder();
  await input.write(encoder.encode("2026-01-01T08:00:00Z INFO one\n"));
  const told = await process.stderr.pipeThrough(new TextDecoderStream()).getReader().read();
  assertMatch(
    told.value ?? "",
    /^weir: stdin must be read to its end first, because the time counts back from its newest record/,
  );
  await input.write(encoder.encode("2026-01-01T08:02:00Z INFO two\n"));
  await input.close();
  assertEquals(JSON.parse(await new Response(process.stdout).text()).body, "two");
  assertEquals((await process.status).code, 0);
});

Deno.test("what goes wrong with a pipe is told where a time counts back from its newest record, too", async () => {
  const process = weir(["parse", "--since", "1h"], {}, "piped").spawn();
  const input = process.stdin.getWriter();
  const member = gzipSync("2026-11-20T08:00:00Z INFO one\n".repeat(20_000));
  await input.write(member.subarray(0, -20));
  await input.close();
  const { code, stderr } = await process.output();
  assertEquals([code, new TextDecoder().decode(stderr)], [
    0,
    "weir: stdin: the gzip data are broken: unexpected end of file; everything before that was read\n",
  ]);
});

Deno.test(
  "where no temporary file can be made, what needs one says so",
  { ignore: Deno.build.os === "windows" },
  async () => {
    const TMPDIR = "/nowhere/at/all";
    const { code, error } = await run(["parse", "--since", "1h"], { TMPDIR }, "2026-11-20T08:00:00Z one\n");
    assertEquals([code, error], [
      1,
      "weir: stdin: cannot be copied to a temporary file: no such folder; set TMPDIR to another " +
      "folder, or give --since or --until a date and time, which needs no such file\n",
    ]);
    const demo = await run(["demo"], { TMPDIR });
    assertEquals([demo.code, demo.error], [
      1,
      "weir: Cannot write the sample logs: no such folder; set TMPDIR to another folder, or name one with " +
      "--write\n",
    ]);
  },
);

Deno.test("a report of half a file says so", { ignore: Deno.build.os === "windows" }, async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a.log`, "2026-11-20T08:00:00Z INFO one\n".repeat(1_500_000));
    const process = weir(["report", `${folder}/none.log`, `${folder}/a.log`]).spawn();
    const told = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
    // Reading begins with what cannot be read.
    assertMatch((await told.read()).value ?? "", /no such file/);
    process.kill("SIGINT");
    assertMatch(
      (await told.read()).value ?? "",
      /^weir: interrupted after \d+ %; this covers what was read until then\n$/,
    );
    assertMatch(await new Response(process.stdout).text(), /records? from/);
    assertEquals((await process.status).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("remarks about the configuration go to standard error and change nothing else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/weir`);
    await Deno.writeTextFile(`${folder}/weir/config.yml`, "log-bufer: 5\n");
    const { code, out, error } = await run(["config", "--json"], { XDG_CONFIG_HOME: folder });
    assertEquals(code, 0);
    assertEquals(JSON.parse(out)["log-buffer"].origin, "default");
    assertEquals(
      error,
      `weir: ${folder}/weir/config.yml:1: unknown key 'log-bufer'; did you mean log-buffer?\n`,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("help and version are printed whatever the settings are", async () => {
  const broken = { WEIR_LOG_BUFFER: "x" };
  const version = await run(["-v"], broken);
  assertMatch(version.out, /^weir \d+\.\d+\.\d+ /);
  assertEquals((await run(["version"], broken)).out, version.out);
  const help = await run(["--help"], broken);
  assertEquals(help.code, 0);
  assertStringIncludes(help.out, "Usage\n  weir [command] [options] [file ...]\n");
  assertEquals((await run(["config", "-h"], broken)).out, (await run(["help", "config"], broken)).out);
});

Deno.test("output that nobody reads is a normal end", async () => {
  const process = weir(["help", "settings"]).spawn();
  await process.stdout.cancel();
  const { code, stderr } = await process.output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
});

Deno.test({
  name: "output that cannot be written is told in words of people",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const program = Deno.env.get("WEIR_PROGRAM") ?? `${Deno.execPath()} run -A --quiet ${ROOT}/main.ts`;
    const { code, stderr } = await new Deno.Command("sh", { args: ["-c", `${program} version > /dev/full`] })
      .output();
    const told = "weir: Cannot write to standard output: no space left on device\n";
    assertEquals([code, new TextDecoder().decode(stderr)], [1, told]);
  },
});

Deno.test({
  name: "a file that is followed as standard input is read on as it grows, and anew once it is truncated",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/a.log`;
    await Deno.writeTextFile(path, "2026-11-20T08:00:00Z INFO one\n");
    const program = Deno.env.get("WEIR_PROGRAM") ?? `${Deno.execPath()} run -A --quiet ${ROOT}/main.ts`;
    const process = new Deno.Command("sh", {
      args: ["-c", `exec ${program} parse --follow < '${path}'`],
      stdout: "piped",
    }).spawn();
    let out = "";
    for await (const text of process.stdout.pipeThrough(new TextDecoderStream())) {
      out += text;
      const count = out.split("\n").length - 1;
      if (count === 1) await Deno.writeTextFile(path, "2026-11-20T08:00:01Z WARN two\n", { append: true });
      if (count === 2) await Deno.writeTextFile(path, "2026-11-20T08:00:02Z WARN three\n");
      if (count === 3) break;
    }
    process.kill("SIGKILL");
    await process.status;
    await Deno.remove(folder, { recursive: true });
    const records = out.trim().split("\n").map((line) => JSON.parse(line));
    assertEquals(records.map(({ body, line }) => [body, line]), [["one", 1], ["two", 2], ["three", 3]]);
  },
});

Deno.test({
  name: "more files than the process may open at once are all read",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      for (let i = 0; i < 150; i++) {
        await Deno.writeTextFile(
          `${folder}/${i}.log`,
          "2026-11-20T08:00:00Z INFO one\n2026-11-20T08:00:01Z INFO two\n",
        );
      }
      const program = Deno.env.get("WEIR_PROGRAM") ?? `${Deno.execPath()} run -A --quiet ${ROOT}/main.ts`;
      const line = `ulimit -n 60; ${program} parse '${folder}/*.log'`;
      const { code, stdout, stderr } = await new Deno.Command("sh", { args: ["-c", line] }).output();
      const text = new TextDecoder();
      assertEquals([code, text.decode(stderr), text.decode(stdout).split("\n").length], [0, "", 301]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("--help loads neither the YAML reader nor the engine", async () => {
  const info = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: ROOT,
    stderr: "null",
  });
  const { modules } = JSON.parse(new TextDecoder().decode((await info.output()).stdout));
  const loaded = new Set<string>();
  const visit = (specifier: string) => {
    if (loaded.has(specifier)) return;
    loaded.add(specifier);
    const module = modules.find((module: { specifier: string }) => module.specifier === specifier);
    for (const { isDynamic, code } of module?.dependencies ?? []) {
      if (!isDynamic && code) visit(code.specifier);
    }
  };
  visit(new URL("../../main.ts", import.meta.url).href);
  assert(loaded.size > 10);
  // The names of the formats stand in a file that imports nothing.
  const heavy = [...loaded].filter((name) =>
    /^npm:|\/src\/(?:engine|format|analysis|source|dashboard|ai)\//.test(name) &&
    !name.endsWith("/format_names.ts")
  );
  assertEquals(heavy, []);
});

Deno.test("piped lines that stay unread because a variable names files are told of", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a.log`, "one\n");
    const files = { WEIR_FILES: `${folder}/a.log` };
    const piped = await run(["parse"], files, "two\n");
    assertEquals(piped.out.split("\n").length, 2);
    assertEquals(
      piped.error,
      "weir: standard input is ignored because WEIR_FILES names files; use -f - to read it instead\n",
    );
    assertEquals((await run(["parse"], files)).error, "");
    assertEquals((await run(["parse", `${folder}/a.log`], {}, "two\n")).error, "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("of two logs that are compared one may be piped in, and is named as the report names it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "weir-diff-" });
  try {
    const line = (text: string) => `2026-11-20T08:00:00Z INFO ${text}\n`;
    await Deno.writeTextFile(`${folder}/after.log`, line("started").repeat(20));
    const args = ["diff", "--output", "json", "-", `${folder}/after.log`];
    const { code, out, error } = await run(args, {}, line("stopped").repeat(30));
    const { before, after } = JSON.parse(out);
    assertEquals([code, error], [0, ""]);
    assertEquals([before.name, before.records], ["stdin", 30]);
    assertEquals([after.name, after.records], [`${folder}/after.log`, 20]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("records of a file, a compressed one and a pipe come in the order of their times", async () => {
  const folder = await Deno.makeTempDir({ prefix: "weir-merge-" });
  try {
    const every = (third: number) =>
      Array.from({ length: 20_000 }, (_, at) => `${1795161600000 + 3 * at + third} INFO ${at}\n`).join("");
    const files = [`${folder}/a.log`, `${folder}/b.log.gz`];
    await Deno.writeTextFile(files[0], every(0));
    await Deno.writeFile(files[1], gzipSync(every(1)));
    const { out, error } = await run(
      ["parse", "-f", "-", ...files.flatMap((file) => ["-f", file])],
      {},
      every(2),
    );
    const times = out.trimEnd().split("\n").map((line) => Date.parse(JSON.parse(line).time));
    assertEquals([error, times.length], ["", 60_000]);
    assertEquals(times.findIndex((time, at) => time !== 1795161600000 + at), -1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a pipe that says nothing keeps back the records of a file no longer than a program takes to begin", async () => {
  const folder = await Deno.makeTempDir({ prefix: "weir-merge-" });
  try {
    await Deno.writeTextFile(`${folder}/a.log`, "2026-11-20T08:00:00Z INFO one\n");
    const process = weir(["parse", "-f", "-", "-f", `${folder}/a.log`], {}, "piped").spawn();
    const out = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
    assertMatch((await out.read()).value ?? "", /"body":"one"/);
    await process.stdin.close();
    await out.cancel();
    assertEquals((await process.status).code, 0);
    await process.stderr.cancel();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("of files that are followed one whose clock is behind keeps back the records of the other for a moment only", async () => {
  const folder = await Deno.makeTempDir({ prefix: "weir-clocks-" });
  const [ahead, behind] = [`${folder}/ahead.log`, `${folder}/behind.log`];
  await Deno.writeTextFile(ahead, "");
  await Deno.writeTextFile(behind, "2026-11-20T07:00:00Z INFO behind\n");
  const process = weir(["parse", "--follow", "-f", ahead, "-f", behind], {}).spawn();
  const write = (path: string, line: string) => Deno.writeTextFile(path, line + "\n", { append: true });
  // The one that is behind is never silent for long.
  const writing = setInterval(() => write(behind, "2026-11-20T07:00:01Z INFO behind"), 50);
  try {
    let out = "";
    let written = 0;
    for await (const text of process.stdout.pipeThrough(new TextDecoderStream())) {
      out += text;
      const read = out.split(`"body":"ahead`).length - 1;
      if (read === 2) break;
      if (read === written) await write(ahead, `2026-11-20T08:00:0${written}Z INFO ahead ${++written}`);
    }
    assertMatch(out, /"ahead 1"[^]*"ahead 2"/);
  } finally {
    clearInterval(writing);
    process.kill("SIGTERM");
    await process.status;
    await process.stderr.cancel();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a comparison that is to go on reading says that it ends, where the command line asks for it", async () => {
  const args = ["diff", "--since", "2026-11-20T08:00:30Z", "-f", "-"];
  const lines = ["08:00:00", "08:01:00"].map((time) => `2026-11-20T${time}Z INFO one\n`).join("");
  const asked = await run([...args, "--follow"], {}, lines);
  assertEquals([asked.code, asked.error], [
    0,
    "weir: --follow has no effect: diff always reads its logs to the end\n",
  ]);
  assertEquals((await run(args, { WEIR_FOLLOW: "true" }, lines)).error, "");
});

Deno.test({
  name: "a zone of the system that is not known is told, where times are to be local",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const told = async (zone: string, ...flags: string[]) =>
      (await run(["parse", ...flags], { TZ: zone }, "2026-11-20 08:00:00 INFO one\n")).error;
    const remark = "an unknown time zone: local times are shown in UTC; choose a zone with --time-zone\n";
    assertEquals(await told("CET-1CEST"), `weir: TZ is 'CET-1CEST', ${remark}`);
    assertEquals(await told("Mars/Olympus"), `weir: TZ is 'Mars/Olympus', ${remark}`);
    assertEquals(await told("Europe/berlin"), `weir: TZ is 'Europe/berlin', ${remark}`);
    assertEquals(await told("-05"), `weir: TZ is '-05', ${remark}`);
    assertEquals(await told("CET-1CEST", "--time-zone", "Europe/Berlin"), "");
    for (const zone of ["", "UTC", "UTC0", ":Europe/Berlin", "EST5EDT", "Etc/GMT"]) {
      assertEquals(await told(zone), "");
    }
  },
});

Deno.test("members are asked for in vain where the output is no JSON, which is told", async () => {
  const text = await run(["patterns", "--members"], {}, "2026-11-20T08:00:00Z INFO one\n");
  assertEquals(text.error, "weir: --members has no effect without --output json\n");
  const json = await run(
    ["patterns", "--members", "--output", "json"],
    {},
    "2026-11-20T08:00:00Z INFO one\n",
  );
  assertEquals([json.error, JSON.parse(json.out).patterns[0].lines], ["", [1]]);
});

Deno.test("members of several sources are told with the names of these", async () => {
  const folder = await Deno.makeTempDir();
  const files = ["a", "b"].map((name) => `${folder}/${name}.log`);
  for (const file of files) await Deno.writeTextFile(file, "2026-11-20T08:00:00Z INFO started\n");
  const { out } = await run(["patterns", "--members", "--output", "json", ...files]);
  await Deno.remove(folder, { recursive: true });
  assertEquals(JSON.parse(out).patterns[0].lines, files.map((source) => ({ source, line: 1 })));
});

/** Lines whose heads and messages begin in so many ways that not all of them can be remembered. */
function ambiguous(count: number): string {
  const contexts = ["", "[Group 0]: ", "[Partition t-0 broker=0] ", "[main]: "];
  const loggers = ["", " (kafka.cluster.Partition)", " (kafka)", " (done)", " (org.example.X:12)"];
  const words = [
    "listening",
    "state:",
    "[core]",
    "total",
    "a=1",
    "x |",
    "(a)",
    "3.5",
    "input.0",
    "<b>",
    "main",
    "-",
  ];
  const lines = Array.from({ length: count }, (_, n) => {
    const at = Math.imul(n + 1, 0x9e3779b1) >>> 8;
    const time = `2026-11-20 06:${String(n / 60 % 60 | 0).padStart(2, "0")}:${
      String(n % 60).padStart(2, "0")
    },123`;
    const message = `${words[at % 12]} ${words[(at >> 4) % 12]}${(at >> 8) % 997} step ${n} is done`;
    return `[${time}] INFO ${contexts[at % 4]}${message}${loggers[(at >> 3) % 5]}`;
  });
  return `${lines.join("\n")}\n`;
}

Deno.test("what is read of a file is the same in every run", async () => {
  const file = await Deno.makeTempFile({ suffix: ".log" });
  try {
    await Deno.writeTextFile(file, ambiguous(12_000));
    const runs = await Promise.all([1, 2, 3].map(() => run(["parse", file])));
    assertEquals(runs[0].code, 0);
    for (const other of runs.slice(1)) assertEquals(other.out, runs[0].out);
  } finally {
    await Deno.remove(file);
  }
});
