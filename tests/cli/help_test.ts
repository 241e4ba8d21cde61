import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { helpOn } from "../../src/cli/help.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { UserError } from "../../src/record/user_error.ts";
import { SETTING_NAMES, settingOf } from "../../src/settings/table.ts";
import { variablesOf } from "../../src/settings/variables.ts";

const TOPICS = [undefined, "settings", ...COMMANDS.map(({ name }) => name)];

for (const topic of TOPICS) {
  Deno.test(`the help on ${topic ?? "weir"} fits in 80 columns and ends with a line break`, async () => {
    const text = await helpOn(topic);
    for (const line of text.split("\n")) {
      assert(line.length <= 80, line);
      assertEquals(line, line.trimEnd());
    }
    assert(!text.includes("default: )"), "a default that is nothing is not told");
    assert(text.endsWith("\n") && !text.endsWith("\n\n"));
  });
}

Deno.test("the help names every command and every flag, that on settings every setting and variable", async () => {
  const program = await helpOn(undefined);
  const settings = await helpOn("settings");
  for (const { name, summary } of COMMANDS) {
    assertStringIncludes(program, `  ${name} `);
    assertStringIncludes(program, summary);
  }
  for (const name of SETTING_NAMES) {
    const { flag, short } = settingOf(name);
    if (flag) assertStringIncludes(program, short ? `${short}, ${flag}` : flag.slice(2));
    assertStringIncludes(settings, `\n  ${name}\n`);
    for (const variable of variablesOf(name)) assertStringIncludes(settings, variable);
  }
  assertStringIncludes(
    settings,
    "must be openai, azure, ollama, lmstudio, compatible, or the name of one of",
  );
});

Deno.test("the help on settings tells what a number or a duration is where none is set", async () => {
  const told = (await helpOn("settings")).replaceAll(/\n {6}/g, " ").split("\n");
  for (const line of told.filter((line) => /must be a (whole number|duration)/.test(line))) {
    assertStringIncludes(line, "(default: ");
  }
});

Deno.test("every command has an example, and they begin with or lead to weir", async () => {
  for (const { name, load } of COMMANDS) {
    const { command } = await load();
    assert(command.examples.length > 0, name);
    for (const { line } of command.examples) assertStringIncludes(line, "weir");
  }
});

Deno.test("help on what does not exist names what is near", async () => {
  const error: UserError = await assertRejects(() => helpOn("confg"), UserError);
  assertEquals(error.message, "There is no help on 'confg'; did you mean config?");
});
