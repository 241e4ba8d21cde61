import { assert, assertEquals, assertThrows } from "@std/assert";
import { chooseCommand } from "../../src/cli/choose_command.ts";
import { commandsWithFlag } from "../../src/cli/flag_owners.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { UserError } from "../../src/record/user_error.ts";

Deno.test("a command's name is taken out of the arguments wherever it stands", () => {
  const { entry, args, named } = chooseCommand(["--skin", "nord", "config", "--json"], 2);
  assertEquals([entry.name, args, named], ["config", ["--skin", "nord", "--json"], true]);
});

Deno.test("without a command the first one is run with all arguments", () => {
  for (const args of [[], ["app.log"], ["logs/*.log"], ["xyzzy"]]) {
    assertEquals(chooseCommand(args, args.length - 1), { entry: COMMANDS[0], args, named: false });
  }
});

Deno.test("a mistyped command names the nearest one, but what exists is a file", async () => {
  const error: UserError = assertThrows(() => chooseCommand(["confgi"], 0), UserError);
  assertEquals(error.message, "No command or file is named 'confgi'; did you mean config?");
  assertEquals(error.exitCode, 2);
  const here = Deno.cwd();
  const folder = await Deno.makeTempDir();
  try {
    Deno.chdir(folder);
    await Deno.writeTextFile("confgi", "a line\n");
    assertEquals(chooseCommand(["confgi"], 0).named, false);
  } finally {
    Deno.chdir(here);
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the commands that have a flag are known by it", async () => {
  assert((await commandsWithFlag("--json")).includes("config"));
  assertEquals(await commandsWithFlag("--jsno"), []);
});
