import type { CompletionWords, FlagWords } from "./completion_words.ts";

/** A completion script for bash 3.2 and later, without the bash-completion package. */
export function bashScript({ flags, commands }: CompletionWords): string {
  const names = commands.map(({ name }) => name);
  const own = commands.filter((command) => command.flags.length > 0);
  const fixed = commands.filter(({ operands }) => operands !== null);
  return `# Completions of weir for bash: source <(weir completions bash)
_weir_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_weir_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -- "$current"))
}
_weir() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" flags at
  COMPREPLY=()
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${COMP_WORDS[at]}" in
      ${names.join("|")}) command="\${COMP_WORDS[at]}"; break ;;
    esac
  done
  case "$command $previous" in
${flags.flatMap((flag) => valueCase("*", flag)).join("\n")}
${own.flatMap(({ name, flags }) => flags.flatMap((flag) => valueCase(name, flag))).join("\n")}
${commands[0].flags.flatMap((flag) => valueCase("", flag)).join("\n")}
  esac
  if [[ $current == -* ]]; then
    flags="${flags.map(({ long }) => long).join(" ")}"
    case "$command" in
${
    own.map(({ name, flags }) =>
      `      ${name === names[0] ? `"" | ${name}` : name}) flags+=" ${
        flags.map(({ long }) => long).join(" ")
      }" ;;`
    )
      .join("\n")
  }
    esac
    _weir_words "$flags"
    return
  fi
  case "$command" in
    "") _weir_words "${names.join(" ")}"; _weir_files ;;
${fixed.map(({ name, operands }) => `    ${name}) _weir_words "${operands!.join(" ")}" ;;`).join("\n")}
    *) _weir_files ;;
  esac
}
complete -F _weir weir
`;
}

function valueCase(command: string, { long, short, value }: FlagWords): string[] {
  if (value === null) return [];
  const before = command === "*" ? `*" "` : `"${command} "`;
  const names = [long, ...short ? [short] : []].map((name) => `${before}"${name}"`).join(" | ");
  const act = value.isPath
    ? "_weir_files; "
    : value.choices.length > 0
    ? `_weir_words "${value.choices.join(" ")}"; `
    : "";
  return [`    ${names}) ${act}return ;;`];
}
