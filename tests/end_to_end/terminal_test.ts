import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { PtyProgram, type StartOptions } from "./pty.ts";

const PROGRAM = `${import.meta.dirname}/programs/terminal_program.ts`;
const CONFIG = `${import.meta.dirname}/../../deno.json`;
const windows = Deno.build.os === "windows";

function start(options: StartOptions = {}, permissions = ["-A"]): PtyProgram {
  return new PtyProgram({
    columns: 80,
    rows: 24,
    program: [Deno.execPath(), "run", "--quiet", "--no-prompt", ...permissions, "--config", CONFIG, PROGRAM],
    env: { COLORTERM: "truecolor" },
    ...options,
  });
}

async function using(program: PtyProgram, test: (program: PtyProgram) => Promise<void>): Promise<void> {
  try {
    await test(program);
  } finally {
    await program.stop();
  }
}

Deno.test("keys reach the program, what it draws reaches the screen, and the terminal is restored at the end", async () => {
  await using(
    start({ shell: 'stty -a > /dev/null; "$@"; code=$?; echo "after: $code"; stty | head -3; exit $code' }),
    async (program) => {
      await program.waitFor("size 80x24 piped false");
      assert(program.fullScreen);
      assertEquals(program.cell(0, 0)?.fg, "#ff8800");
      assertEquals(program.cell(0, 0)?.bold, true);
      program.press("a", "ctrl+f", "up", "shift+tab", "space");
      await program.waitFor("key space");
      await program.waitFor("key shift+tab");
      program.press("esc");
      await program.waitFor("key esc");
      program.click(4, 5);
      await program.waitFor('"action":"press"');
      program.send("\x1b[200~pasted\rtext\x1b[201~");
      await program.waitFor('{"kind":"paste","text":"pasted\\ntext"}');
      program.press("q");
      assertEquals(await program.exitCode, 7);
      assert(!program.fullScreen);
      const rows = program.screen();
      assertEquals(rows[0], "after: 7");
      assert(!rows.join(" ").includes("-icanon"), rows.join("\n"));
      for (
        const undone of [
          "\x1b[?1049l",
          "\x1b[?25h",
          "\x1b[?2004l",
          "\x1b[?1004l",
          "\x1b[?1006l",
          "\x1b[?7h",
          "\x1b[<u",
        ]
      ) {
        assertStringIncludes(program.output, undone);
      }
      assertStringIncludes(program.output, "\x1b]2;weir: 2 need a look␇\x07");
    },
  );
});

Deno.test({
  name:
    "keys come from the terminal when standard input is a pipe, and a read of keys that waits does not hold the end up",
  ignore: windows,
  fn: async () => {
    await using(start({ pipedFrom: "(echo one; sleep 100)" }), async (program) => {
      await program.waitFor("piped true");
      program.press("b");
      await program.waitFor("key b");
      const before = performance.now();
      program.press("q");
      // The shell would wait for the whole pipeline: the terminal comes back when the program has left it.
      await program.waitFor(() => !program.fullScreen);
      assert(performance.now() - before < 3000);
    });
  },
});

Deno.test({
  name: "a key is enough with permission to read and to see the environment alone",
  ignore: windows,
  fn: async () => {
    await using(start({ pipedFrom: "true" }, ["--allow-read", "--allow-env"]), async (program) => {
      await program.waitFor("piped true");
      program.press("c");
      await program.waitFor("key c");
      program.press("q");
      assertEquals(await program.exitCode, 7);
    });
  },
});

Deno.test({
  name: "a terminal that does not know its size is taken for one of 80 by 24",
  ignore: windows,
  fn: async () => {
    const shell = 'stty cols 0 rows 0; "$@"';
    await using(start({ columns: 100, rows: 30, shell }), async (program) => {
      await program.waitFor("size 80x24");
    });
    const folder = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(
        `${folder}/a.log`,
        "2026-11-20T08:00:00Z INFO one\n2026-11-20T08:00:09Z INFO two\n",
      );
      const report = new PtyProgram({
        columns: 100,
        rows: 30,
        shell,
        cwd: folder,
        args: ["report", "a.log"],
      });
      await using(report, async (program) => {
        assertEquals(await program.exitCode, 0);
        assertStringIncludes(
          program.screen().join("\n"),
          "2 records from a.log, 2026-11-20 08:00:00 to 08:00:09",
        );
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("the program hears of another size", async () => {
  await using(start(), async (program) => {
    await program.waitFor("size 80x24");
    program.resize(100, 30);
    await program.waitFor("size 100x30");
  });
});

for (
  const [signal, status] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129], ["SIGUSR1", 129]] as const
) {
  Deno.test({
    name: `the terminal is restored after ${signal}`,
    ignore: windows,
    fn: async () => {
      await using(start(), async (program) => {
        await program.waitFor("size 80x24");
        Deno.kill(program.pid, signal);
        assertEquals(await program.exitCode, status);
        assert(!program.fullScreen);
        assertStringIncludes(program.output, "\x1b[?25h");
      });
    },
  });
}

Deno.test("the terminal is restored before the message of an error that nobody caught", async () => {
  await using(start(), async (program) => {
    await program.waitFor("size 80x24");
    program.press("T");
    assertEquals(await program.exitCode, 1);
    assert(!program.fullScreen);
    assertStringIncludes(program.screen().join("\n"), "thrown by a key");
  });
});

Deno.test("what is printed while the screen is up becomes a notice", async () => {
  await using(start(), async (program) => {
    await program.waitFor("size 80x24");
    program.press("P");
    await program.waitFor("notice: printed 12");
  });
});

Deno.test("text goes to the terminal's clipboard", async () => {
  await using(start(), async (program) => {
    await program.waitFor("size 80x24");
    program.press("E", "x");
    await program.waitFor("key x");
    assertStringIncludes(program.output, `\x1b]52;c;${btoa("to the clipboard")}\x07`);
  });
});

const stoppable = Deno.version.deno.split(".").map(Number);

Deno.test({
  name: "Ctrl+Z gives the terminal to the shell, and fg brings the screen back",
  ignore: windows || stoppable[0] === 2 && stoppable[1] < 9,
  fn: async () => {
    await using(
      start({ shell: 'set -m; "$@"; echo "the shell is back"; read line; fg > /dev/null' }, [
        "--allow-read",
        "--allow-env",
      ]),
      async (program) => {
        await program.waitFor("size 80x24");
        program.press("ctrl+z");
        await program.waitFor("the shell is back");
        assert(!program.fullScreen);
        program.send("\n");
        await program.waitFor("continued");
        assert(program.fullScreen);
        program.press("d");
        await program.waitFor("key d");
        program.press("q");
        assertEquals(await program.exitCode, 7);
        assert(!program.fullScreen);
      },
    );
  },
});
