import { assert, assertEquals, assertMatch } from "@std/assert";
import { PtyProgram, type StartOptions, weirCommand } from "./pty.ts";

const NOON = Date.UTC(2026, 10, 18, 12);

/** A log of `count` JSON records, an error every tenth, with a payment that fails at the end. */
function sampleLog(count: number, from = 0): string {
  let text = "";
  for (let n = from; n < from + count; n++) {
    const error = n % 10 === 9;
    text += JSON.stringify({
      time: new Date(NOON + n * 1000).toISOString(),
      level: error ? "error" : "info",
      service: error ? "payments" : "gateway",
      msg: error
        ? `could not reach issuer ${n}: certificate expired`
        : `handled request ${n} in ${n % 90} ms`,
    }) + "\n";
  }
  return text;
}

async function withLog(
  test: (path: string, start: (options?: StartOptions) => PtyProgram) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "weir-dashboard-" });
  const path = `${folder}/app.log`;
  await Deno.writeTextFile(path, sampleLog(300));
  const started: PtyProgram[] = [];
  const env = {
    TZ: "UTC",
    XDG_CONFIG_HOME: `${folder}/config`,
    XDG_STATE_HOME: `${folder}/state`,
    COLORTERM: "truecolor",
  };
  try {
    await test(path, (options = {}) => {
      const program = new PtyProgram({
        args: ["-f", path],
        cwd: folder,
        ...options,
        env: { ...env, ...options.env },
      });
      started.push(program);
      return program;
    });
  } finally {
    for (const program of started) await program.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

const newest = /certificate expired[^\n]*\n[^\n]*Enter|299: certificate/;

Deno.test({
  name: "without a terminal that gives keys the report is printed on the screen",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await withLog(async (_path, start) => {
      const weir = start({ shell: 'setsid -w "$@" < /dev/null' });
      assertEquals(await weir.exitCode, 0);
      const screen = weir.output;
      assertMatch(screen, /The dashboard cannot read keys here/);
      assertMatch(screen, /300 records from /);
    });
  },
});

Deno.test("the dashboard shows panels, list and status of a file, answers keys, and leaves the terminal as it was", async () => {
  await withLog(async (_path, start) => {
    const weir = start();
    await weir.waitFor(newest);
    const screen = weir.screen().join("\n");
    for (
      const words of ["Words", "Attributes", "Patterns", "Time by severity", "300 records", "needs a look"]
    ) {
      assert(screen.includes(words), `${words} in\n${screen}`);
    }
    assert(weir.fullScreen);
    weir.press("?");
    await weir.waitFor("One row up");
    weir.press("esc");
    await weir.waitFor((rows) => !rows.join("\n").includes("One row up"));
    weir.press("/");
    weir.send("certificate");
    await weir.waitFor("anywhere");
    weir.press("enter");
    await weir.waitFor("30 of 300 held match");
    weir.press("space");
    await weir.waitFor("Paused");
    weir.press("space", "enter");
    await weir.waitFor("As read");
    weir.press("q");
    await weir.waitFor((rows) => !rows.join("\n").includes("As read"));
    weir.press("q");
    assertEquals(await weir.exitCode, 0);
    assert(!weir.fullScreen);
    assertMatch(weir.screen().join(" "), /Read 300 records from .* needs? a look\. Report: weir report/);
  });
});

Deno.test("lines that are appended come to the list, and scrolling up holds it", async () => {
  await withLog(async (path, start) => {
    const weir = start({ args: ["--follow", "-u", "100ms", "-f", path] });
    await weir.waitFor(newest);
    await Deno.writeTextFile(path, sampleLog(5, 300), { append: true });
    await weir.waitFor("handled request 304");
    weir.press("pageup");
    await weir.waitFor((rows) => !rows.join("\n").includes("handled request 304"));
    await Deno.writeTextFile(path, sampleLog(4, 305), { append: true });
    await weir.waitFor("Held +4");
    weir.press("G");
    await weir.waitFor("handled request 308");
  });
});

Deno.test("keys come from the terminal when the log comes by a pipe, and its end is said", async () => {
  await withLog(async (path, start) => {
    const weir = start({ args: [], pipedFrom: `cat '${path}'` });
    await weir.waitFor("ended");
    await weir.waitFor(newest);
    weir.press("f");
    await weir.waitFor((rows) => !rows.join("\n").includes("Words"));
    weir.press("q");
    assertEquals(await weir.exitCode, 0);
  });
});

Deno.test("quitting ends at once while the pipe goes on flowing", async () => {
  await withLog(async (_path, start) => {
    const weir = start({ args: [], pipedFrom: "yes '2026-11-18T12:00:00Z INFO it flows and flows'" });
    await weir.waitFor("it flows and flows");
    const pressed = performance.now();
    weir.press("q");
    assertEquals(await weir.exitCode, 0);
    assert(performance.now() - pressed < 5000);
  });
});

Deno.test("another size is drawn anew, and one that is too small says so", async () => {
  await withLog(async (_path, start) => {
    const weir = start();
    await weir.waitFor(newest);
    weir.resize(80, 24);
    await weir.waitFor((rows) => rows.join("\n").includes("Time │ Patterns") && rows[23].includes("filter"));
    weir.resize(40, 10);
    await weir.waitFor("too small");
    weir.resize(160, 45);
    await weir.waitFor("Selected");
  });
});

Deno.test("without colour nothing is coloured, and what is selected still shows", async () => {
  await withLog(async (_path, start) => {
    const weir = start({ env: { NO_COLOR: "" } });
    await weir.waitFor(newest);
    assert(weir.screen().some((row) => row.startsWith("▌")));
    // deno-lint-ignore no-control-regex
    assert(!/\x1b\[[\d;]*[34]8;[25]/.test(weir.output), "no colour was sent");
  });
});

Deno.test("on a terminal that cannot be drawn on the report is printed", async () => {
  await withLog(async (_path, start) => {
    const weir = start({ shell: 'TERM=dumb "$@"' });
    assertEquals(await weir.exitCode, 0);
    assert(!weir.output.includes("\x1b["));
    assertMatch(weir.output, /TERM=dumb[^]*300 records from /);
  });
});

Deno.test("alone in a terminal it says what it could read, and leaves", async () => {
  await withLog(async (_path, start) => {
    const weir = start({ args: [] });
    assertEquals(await weir.exitCode, 2);
    const screen = weir.screen().join("\n");
    assertMatch(screen, /Nothing to read/);
    assertMatch(screen, /app\.log/);
  });
});

Deno.test("what is typed cannot be keys and a log: standard input by name has to be piped in", async () => {
  await withLog(async (path, start) => {
    const weir = start({ args: [path, "-"] });
    assertEquals(await weir.exitCode, 2);
    assert(!weir.fullScreen);
    assertMatch(weir.screen().join("\n"), /Standard input is this terminal/);
  });
});

Deno.test("a file that is not there is told on the restored terminal", async () => {
  await withLog(async (_path, start) => {
    const weir = start({ args: ["-f", "missing.log"] });
    assertEquals(await weir.exitCode, 1);
    assert(!weir.fullScreen);
    assertMatch(weir.screen().join("\n"), /missing\.log/);
  });
});

/** Waits until a process has opened a file, as the kernel tells. */
async function opens(pid: number, path: string): Promise<void> {
  const folder = `/proc/${pid}/fd`;
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    for await (const { name } of Deno.readDir(folder)) {
      // What was closed meanwhile is not the file.
      if (await Deno.readLink(`${folder}/${name}`).catch(() => "") === path) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The program does not open ${path}`);
}

Deno.test("test mode draws without a terminal and prints the figures, also of an input that a signal ends", async () => {
  const folder = await Deno.makeTempDir({ prefix: "weir-test-mode-" });
  try {
    const path = `${folder}/app.log`;
    await Deno.writeTextFile(path, sampleLog(300));
    const [program, ...args] = weirCommand();
    const run = (...more: string[]) =>
      new Deno.Command(program, {
        args: [...args, "--test-mode", ...more],
        stdin: "null",
        stdout: "piped",
        env: { XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder },
      });
    const done = await run("-f", path).output();
    const text = new TextDecoder().decode(done.stdout);
    assertEquals(done.code, 0);
    assertMatch(text, /^300 records/);
    assertMatch(text, /30 ERROR/);
    const refused = await run("--otlp-enabled", "--otlp-tls-cert", path, "--otlp-tls-key", path).output();
    assertEquals(refused.code, 2, "what a setting cannot be has the status that it has in other commands");
    if (Deno.build.os !== "linux") return;
    const endless = run("--follow", "-u", "50ms", "-f", path).spawn();
    const output = endless.output();
    await opens(endless.pid, path);
    endless.kill("SIGTERM");
    const stopped = await output;
    assertEquals(stopped.code, 0);
    assertMatch(new TextDecoder().decode(stopped.stdout), /^\d+ records/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a filter reaches the whole file, the list goes on where the buffer ends, and W writes what is shown", async () => {
  await withLog(async (path, start) => {
    await Deno.writeTextFile(path, sampleLog(20_000));
    const weir = start({ args: ["-b", "200", "-f", path] });
    await weir.waitFor(/200 of 20.000/);
    weir.press("/");
    weir.send("severity>=error");
    weir.press("enter");
    await weir.waitFor("20 of 200 held match");
    weir.press("A");
    await weir.waitFor(/2.000 of 20.000 match/);
    await weir.waitFor(/Patterns · filtered, 2.000 of 20.000 ─/);
    await weir.waitFor("whole files");
    weir.press("g");
    await weir.waitFor("issuer 9: certificate expired");
    weir.press("enter");
    await weir.waitFor((rows) =>
      /handled request 8 .*\n.*issuer 9.*\n.*handled request 10 /.test(rows.join("\n"))
    );
    weir.press("q", "W");
    await weir.waitFor("weir-export.log");
    weir.press("enter");
    await weir.waitFor(/2.000 records were written to weir-export\.log/);
    const written = await Deno.readTextFile(path.replace("app.log", "weir-export.log"));
    assertEquals(written.split("\n").length, 2001);
    weir.press("A");
    await weir.waitFor("20 of 200 held match");
    weir.press("esc");
    await weir.waitFor("No filter");
    // A move among rows that are asked for is none.
    await weir.waitFor(/newest 200 of 20.000 records/);
    weir.press("g");
    await weir.waitFor((rows) =>
      rows.some((row) => row.startsWith("▌") && row.includes("handled request 19800"))
    );
    weir.press("up");
    await weir.waitFor(/19.801 \/ 20.000/);
    weir.press("up");
    await weir.waitFor((rows) => rows.some((row) => row.startsWith("▌") && row.includes("issuer 19799")));
  });
});

Deno.test("the records of a trace are listed with an entry, also those that the buffer let go, and Enter goes there", async () => {
  await withLog(async (path, start) => {
    const rows = sampleLog(5000).trimEnd().split("\n");
    for (const n of [7, 4000, 4999]) {
      rows[n] = rows[n].replace("{", '{"trace_id":"0af7651916cd43dd8448eb211c80319c",');
    }
    await Deno.writeTextFile(path, rows.join("\n") + "\n");
    const weir = start({ args: ["-b", "100", "-f", path] });
    await weir.waitFor(/100 of 5.000/);
    await weir.waitFor("issuer 4999");
    weir.press("enter");
    await weir.waitFor("1 record held · A searches the files");
    weir.press("A");
    await weir.waitFor("3 records in the whole files");
    await weir.waitFor(/request 7 in[^]*\+1 h 6 min[^]*request 4000 in[^]*\+1 h 23 min[^]*issuer 4999/);
    weir.press("tab", "enter");
    await weir.waitFor((rows) =>
      rows.some((row) => row.startsWith("▌") && row.includes("handled request 7 in"))
    );
  });
});

Deno.test("an expression that runs away is ended while the screen and the reading go on", async () => {
  await withLog(async (path, start) => {
    await Deno.writeTextFile(path, `2026-11-18T12:00:00Z INFO ${"a".repeat(60)}!\n`.repeat(50));
    const weir = start({ args: ["--follow", "-u", "100ms", "-f", path] });
    await weir.waitFor("50 records");
    weir.press("/");
    weir.send("body~^(a|aa)+$");
    weir.press("enter");
    await Deno.writeTextFile(path, "2026-11-18T12:00:01Z INFO one more\n", { append: true });
    await weir.waitFor("51 records");
    await weir.waitFor("took too long");
    weir.press("\\");
    await weir.waitFor("one more");
  });
});

Deno.test("a file that was read to its end and grows says so, and L follows it; columns are remembered", async () => {
  await withLog(async (path, start) => {
    const first = start();
    await first.waitFor(newest);
    await first.waitFor("ended");
    first.press("C", "space", "esc");
    // Esc is a key only when nothing has followed it for a while: what is pressed next must not come before.
    await first.waitFor((rows) => !/TIME |╭ Columns/.test(rows.join("\n")));
    await Deno.writeTextFile(path, sampleLog(5, 300), { append: true });
    await first.waitFor(/the file grew by \d+ B since · L follows it/);
    first.press("L");
    await first.waitFor("handled request 304");
    await Deno.writeTextFile(path, sampleLog(1, 305), { append: true });
    await first.waitFor("handled request 305");
    first.press("q");
    assertEquals(await first.exitCode, 0);
    const second = start();
    await second.waitFor("handled request 305");
    assert(!second.screen().join("\n").includes("TIME "));
    second.press("z");
    await second.waitFor((rows) => !rows.join("\n").includes("Patterns"));
    second.press("q");
    assertEquals(await second.exitCode, 0);
    // The panel that has the whole screen has it in the next run too.
    const third = start();
    await third.waitFor("handled request 305");
    assert(!third.screen().join("\n").includes("Patterns"));
    third.press("z");
    await third.waitFor("Patterns");
  });
});

Deno.test("what was remembered and cannot be used is named, does no harm, and is kept", async () => {
  for (
    const broken of ["{ half of", '{"columns": [], "hidden": [], "saved": []}', "null", '{"columns": 7}']
  ) {
    await withLog(async (path, start) => {
      const folder = path.replace("app.log", "state/weir");
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/dashboard.json`, broken);
      const weir = start({ columns: 200 });
      await weir.waitFor(newest);
      await weir.waitFor("dashboard.json is not used: ");
      assertEquals(await Deno.readTextFile(`${folder}/dashboard.json`), broken);
      weir.press("C", "space", "q");
      await weir.waitFor((rows) => !/TIME .*MESSAGE|╭ Columns/.test(rows.join("\n")));
      assertEquals(await Deno.readTextFile(`${folder}/dashboard.json.broken`), broken);
      const { columns } = JSON.parse(await Deno.readTextFile(`${folder}/dashboard.json`));
      assertEquals(columns[0], { name: "time", shown: false });
    });
  }
});

Deno.test("skins are listed with a swatch of each in a terminal that has colours, as names elsewhere", async () => {
  await withLog(async (_path, start) => {
    const colored = start({ args: ["skins"], rows: 40 });
    assertEquals(await colored.exitCode, 0);
    const nord = colored.find("nord");
    assert(
      nord && /nord +text muted strong accent/.test(colored.screen()[nord.y]),
      colored.screen().join("\n"),
    );
    assertEquals(colored.screen().filter((row) => row.includes("FATAL")).length, 12);
    const plain = start({ args: ["skins"], rows: 40, env: { NO_COLOR: "1" } });
    assertEquals(await plain.exitCode, 0);
    assert(!plain.screen().join("\n").includes("FATAL"));
  });
});

Deno.test("of what came by a pipe and was let go, each pattern keeps its first and last records", async () => {
  await withLog(async (path, start) => {
    await Deno.writeTextFile(path, sampleLog(5000));
    const weir = start({ args: ["-b", "50"], pipedFrom: `cat '${path}'` });
    await weir.waitFor(/The newest 50 of 5.000 records · -b raises it|ended/);
    weir.press("3", "down", "d");
    await weir.waitFor("First available lines");
    await weir.waitFor("could not reach issuer 9:");
    await weir.waitFor("could not reach issuer 4999:");
    weir.press("q");
    await weir.waitFor((rows) => !rows.join("\n").includes("First available"));
    weir.press("A");
    await weir.waitFor("cannot be read again");
  });
});
