import type { CompletionWords, FlagWords } from "./completion_words.ts";

/** A completion script for fish. */
export function fishScript({ flags, commands }: CompletionWords): string {
  const names = commands.map(({ name }) => name).join(" ");
  const none = `not __fish_seen_subcommand_from ${names}`;
  const lines = [
    "# Completions of weir for fish: weir completions fish | source",
    "complete -c weir -e",
    ...flags.map((flag) => flagLine(null, flag)),
    ...commands.map(({ name, summary }) =>
      `complete -c weir -n ${quoted(none)} -a ${name} -d ${quoted(summary)}`
    ),
    ...commands.flatMap(({ name, flags, operands }, at) => {
      const named = `__fish_seen_subcommand_from ${name}`;
      const here = at === 0 ? `${named}; or ${none}` : named;
      const own = flags.map((flag) => flagLine(here, flag));
      if (operands === null) return own;
      const words = operands.length === 0 ? "" : ` -a ${quoted(operands.join(" "))}`;
      return [...own, `complete -c weir -n ${quoted(here)} -f${words}`];
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function flagLine(condition: string | null, { long, short, help, value }: FlagWords): string {
  const parts = ["complete -c weir"];
  if (condition !== null) parts.push(`-n ${quoted(condition)}`);
  if (short) parts.push(`-s ${short.slice(1)}`);
  parts.push(`-l ${long.slice(2)}`, `-d ${quoted(help)}`);
  if (value?.isPath) parts.push("-r -F");
  else if (value) parts.push(value.choices.length === 0 ? "-x" : `-x -a ${quoted(value.choices.join(" "))}`);
  return parts.join(" ");
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
