import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { completionWords } from "../../src/cli/completion_words.ts";
import { bashScript } from "../../src/cli/completions_bash.ts";
import { fishScript } from "../../src/cli/completions_fish.ts";
import { powershellScript } from "../../src/cli/completions_powershell.ts";
import { zshScript } from "../../src/cli/completions_zsh.ts";
import { COMMANDS } from "../../src/cli/registry.ts";

/** Whether a shell can be run here. */
function has(shell: string): boolean {
  try {
    return new Deno.Command(shell, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/** What bash offers for the last of these words, as its own splitting at `=` hands them over. */
async function offers(...words: string[]): Promise<string[]> {
  const script = `${bashScript(await completionWords())}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
COMP_CWORD=${words.length - 1}
_weir
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/my app.log`, "");
    const run = new Deno.Command("bash", { args: ["--norc", "-c", script], cwd: folder });
    const { stdout, stderr } = await run.output();
    assertEquals(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: "bash offers commands and files first, then what the command takes",
  ignore: !has("bash"),
  async fn() {
    assertEquals(await offers("weir", ""), [...COMMANDS.map(({ name }) => name), "my app.log"]);
    assertEquals(await offers("weir", "conf"), ["config"]);
    assertEquals(await offers("weir", "completions", ""), ["bash", "zsh", "fish", "powershell"]);
    assertEquals(await offers("weir", "help", "se"), ["settings"]);
    assertEquals(await offers("weir", "help", "rep"), ["report"]);
    assertEquals(await offers("weir", "config", "my"), ["my app.log"]);
    assertEquals(await offers("weir", "version", ""), []);
  },
});

Deno.test({
  name: "bash offers flags, those of the command too, and the values of a flag",
  ignore: !has("bash"),
  async fn() {
    assertEquals(await offers("weir", "--otlp-h"), ["--otlp-host", "--otlp-http-port"]);
    assertEquals(await offers("weir", "--j"), []);
    assertEquals(await offers("weir", "--sin"), ["--since"]);
    assertEquals(await offers("weir", "--since", ""), []);
    assertEquals(await offers("weir", "patterns", "--un"), ["--until"]);
    assertEquals(await offers("weir", "config", "--j"), ["--json"]);
    assertEquals(await offers("weir", "--no-f"), ["--no-follow"]);
    assertEquals(await offers("weir", "--ai-provider", "o"), ["openai", "ollama"]);
    assertEquals(await offers("weir", "--ai-provider", "=", "az"), ["azure"]);
    assertEquals(await offers("weir", "--ai-provider", "="), [
      "openai",
      "azure",
      "ollama",
      "lmstudio",
      "compatible",
    ]);
    assertEquals(await offers("weir", "-f", ""), ["my app.log"]);
    assertEquals(await offers("weir", "--log-buffer", ""), []);
  },
});

Deno.test({
  name: "zsh is left with the words behind the command, also with one that is not begun",
  ignore: !has("zsh"),
  async fn() {
    const script = `compdef() {}
${zshScript(await completionWords())}
_arguments() { print -r -- $CURRENT "\${(@qq)words}" }
words=(weir completions ''); CURRENT=3; _weir
words=(weir report --output ''); CURRENT=4; _weir
words=(weir --skin nord config --j); CURRENT=5; _weir`;
    const run = new Deno.Command("zsh", { args: ["-f", "-c", script] });
    const { stdout, stderr } = await run.output();
    assertEquals(new TextDecoder().decode(stderr), "");
    assertEquals(new TextDecoder().decode(stdout).trimEnd().split("\n"), [
      "2 'weir' ''",
      "3 'weir' '--output' ''",
      "4 'weir' '--skin' 'nord' '--j'",
    ]);
  },
});

const SCRIPTS = { zsh: zshScript, fish: fishScript, powershell: powershellScript };

for (const [shell, script] of Object.entries(SCRIPTS)) {
  Deno.test(`the script for ${shell} names every command and flag`, async () => {
    const words = await completionWords();
    const text = script(words);
    for (const { name } of words.commands) assertStringIncludes(text, name);
    for (const { long } of [...words.flags, ...words.commands.flatMap(({ flags }) => flags)]) {
      assertStringIncludes(text, shell === "fish" ? `-l ${long.slice(2)} ` : long);
    }
  });
}

for (const [shell, check] of [["bash", "-n"], ["zsh", "-n"], ["fish", "--no-execute"]] as const) {
  Deno.test({
    name: `${shell} finds no mistake in its script`,
    ignore: !has(shell),
    async fn() {
      const file = await Deno.makeTempFile();
      try {
        const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
        await Deno.writeTextFile(file, scripts[shell](await completionWords()));
        const { success, stderr } = await new Deno.Command(shell, { args: [check, file] }).output();
        assert(success, new TextDecoder().decode(stderr));
      } finally {
        await Deno.remove(file);
      }
    },
  });
}
