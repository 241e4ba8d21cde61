import { assertEquals, assertMatch } from "@std/assert";
import { TempFolder } from "../source/temp_folder.ts";
import { run, weir } from "./run_program.ts";

const WINDOWS = Deno.build.os === "windows";
const INTERRUPTED = /^weir: interrupted after \d+ %; this covers what was read until then$/m;

/** Lines of some seconds' reading, a minute of log. */
const LONG = Array.from(
  { length: 60 },
  (_, second) => `2026-11-20T08:00:${`${second}`.padStart(2, "0")}Z INFO one\n`.repeat(30_000),
).join("");

/** Runs the program until it has said something on standard error, interrupts it and reads on to its end. */
async function interrupted(args: string[], input?: string) {
  const process = weir(args, {}, input === undefined ? "null" : "piped").spawn();
  const out = new Response(process.stdout).text();
  const told = process.stderr.pipeThrough(new TextDecoderStream()).getReader();
  if (input !== undefined) await process.stdin.getWriter().write(new TextEncoder().encode(input));
  let error = (await told.read()).value ?? "";
  process.kill("SIGINT");
  for (let piece; (piece = (await told.read()).value) !== undefined;) error += piece;
  return { code: (await process.status).code, out: await out, error };
}

Deno.test(
  "parse says what it has not read of a file when it is interrupted",
  { ignore: WINDOWS },
  async () => {
    using folder = new TempFolder();
    const { code, out, error } = await interrupted([
      "parse",
      folder.file("none.log"),
      folder.file("a.log", LONG),
    ]);
    assertMatch(error, INTERRUPTED);
    assertEquals([code, out.split("\n").length - 1 < 1_800_000], [0, true]);
  },
);

Deno.test(
  "where a time counts back from a record that was not reached, nothing is given out",
  { ignore: WINDOWS },
  async () => {
    using folder = new TempFolder();
    const files = [folder.file("none.log"), folder.file("a.log", LONG)];
    const { code, out, error } = await interrupted(["parse", "--since", "5s", ...files]);
    assertMatch(error, INTERRUPTED);
    assertEquals([code, out], [0, ""]);
  },
);

Deno.test(
  "a pipe that is ended by SIGINT has all that it gave looked at, with a time that counts back",
  { ignore: WINDOWS },
  async () => {
    // Interrupted as soon as it says that the pipe must be read to its end.
    const { code, out } = await interrupted(["parse", "--since", "1s"], LONG);
    assertEquals([code, out.split("\n").length - 1], [0, 60_000]);
  },
);

Deno.test(
  "two logs are not compared when the first was not read to its end",
  { ignore: WINDOWS },
  async () => {
    using folder = new TempFolder();
    const before = [folder.file("none.log"), folder.file("a.log", LONG)].join(",");
    const { code, out, error } = await interrupted(["diff", before, folder.file("b.log", "one\n")]);
    assertMatch(error, INTERRUPTED);
    assertMatch(error, /^weir: Nothing to compare: reading was interrupted before the second log$/m);
    assertEquals([code, out], [1, ""]);
  },
);

Deno.test("standard input can be one of the two logs that are compared, not both", async () => {
  assertEquals(await run(["diff", "-", "/dev/stdin"], {}, "one\n"), {
    code: 2,
    out: "",
    error:
      "weir: weir diff reads standard input once: only one of the two logs can be -; write the other to a file\n",
  });
});

Deno.test("parse fails only where nothing could be read, as report does", async () => {
  using folder = new TempFolder();
  const none = folder.file("none.log");
  const empty = folder.file("empty.log", "");
  const one = folder.file("one.log", "2026-11-20T08:00:00Z INFO one\n");
  const broken = folder.file("broken.gz", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]));
  for (const command of ["parse", "report"]) {
    assertEquals((await run([command, none, empty])).code, 0);
    assertEquals((await run([command, none, one, "--where", "severity=fatal"])).code, 0);
    const { code, error } = await run([command, broken]);
    assertEquals(code, 1);
    assertMatch(error, /^weir: Nothing could be read: see the lines above$/m);
  }
});
