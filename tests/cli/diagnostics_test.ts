import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";

const MODULE = new URL("../../src/cli/diagnostics.ts", import.meta.url).href;

/** Reports a bug in a program of its own, whose state folder is `folder`; answers what it says. */
async function report(folder: string): Promise<string> {
  const script = `import { reportBug } from "${MODULE}";
    reportBug(new TypeError("out of cheese"), { environment: (name) => name === "XDG_STATE_HOME" ? "${folder}" : undefined, windows: false });`;
  const run = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", script],
    cwd: fromFileUrl(new URL("../..", import.meta.url)),
  });
  return new TextDecoder().decode((await run.output()).stderr);
}

Deno.test("a bug is told in two lines, its details stand in the diagnostics log, one after the other", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/weir/diagnostics.log`;
    const said =
      `weir: This is a bug in weir: TypeError: out of cheese\nweir: The details were written to ${path}\n`;
    assertEquals(await report(folder), said);
    assertEquals(await report(folder), said);
    const log = await Deno.readTextFile(path);
    assertEquals(log.match(/^\d{4}-.*T.*Z weir \d/gm)?.length, 2);
    assertStringIncludes(log, "TypeError: out of cheese\n    at ");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a bug whose details cannot be saved is told in full", async () => {
  const file = await Deno.makeTempFile();
  try {
    assertStringIncludes(await report(file), "weir: TypeError: out of cheese\nweir:     at ");
  } finally {
    await Deno.remove(file);
  }
});
