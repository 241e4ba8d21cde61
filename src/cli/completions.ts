import { defineCommand } from "./command.ts";
import { completionWords } from "./completion_words.ts";
import { bashScript } from "./completions_bash.ts";
import { fishScript } from "./completions_fish.ts";
import { powershellScript } from "./completions_powershell.ts";
import { zshScript } from "./completions_zsh.ts";
import { print } from "./output.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

export const command = defineCommand({
  description: "Load the script in your shell's startup file, as the examples show.",
  options: {},
  operands: { placeholder: "<shell>", least: 1, most: 1, choices: Object.keys(SCRIPTS) },
  examples: [
    { line: "source <(weir completions bash)", does: "bash: in ~/.bashrc" },
    { line: "source <(weir completions zsh)", does: "zsh: in ~/.zshrc, after compinit" },
    { line: "weir completions fish | source", does: "fish: in ~/.config/fish/config.fish" },
    { line: "weir completions powershell | Out-String | Invoke-Expression", does: "PowerShell: in $PROFILE" },
  ],
  async run({ operands: [shell] }) {
    await print(SCRIPTS[shell as keyof typeof SCRIPTS](await completionWords()));
    return 0;
  },
});
