import type { CompletionWords, FlagWords } from "./completion_words.ts";

/** A completion script for zsh, to be sourced or to be put in a folder of `fpath` as `_weir`. */
export function zshScript({ flags, commands }: CompletionWords): string {
  const cases = commands.map(({ name, flags, operands }) => {
    const rest = operands === null ? "'*:file:_files'" : `'1:value:(${operands.join(" ")})'`;
    return `    ${name}) own=(${[...flags.map(specification), rest].join(" ")}) ;;`;
  });
  return `#compdef weir
# Completions of weir for zsh: source <(weir completions zsh)
_weir_first() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  _describe -t commands command commands
  _files
}
_weir() {
  local command="" word
  local -a flags own
  flags=(
${flags.map((flag) => `    ${specification(flag)}`).join("\n")}
  )
  for word in \${words[2,CURRENT-1]}; do
    case $word in
      ${commands.map(({ name }) => name).join("|")}) command=$word; break ;;
    esac
  done
  if [[ -z $command ]]; then
    own=(${commands[0].flags.map(specification).join(" ")})
    _arguments -s $flags $own '*:command or file:_weir_first'
    return
  fi
  case $command in
${cases.join("\n")}
  esac
  # The command itself is no argument of its own.
  local at=\${words[(i)$command]}
  words[at]=()
  (( CURRENT-- ))
  _arguments -s $flags $own
}
if [[ $funcstack[1] == _weir ]]; then _weir "$@"; else compdef _weir weir; fi
`;
}

/** An argument of `_arguments`. */
function specification({ long, short, help, value }: FlagWords): string {
  const about = `[${help.replace(/[[\]:\\]/g, "\\$&")}]`;
  const action = value === null ? "" : `:value:${actionOf(value)}`;
  const longForm = value === null ? long : `${long}=`;
  if (short === undefined) return quoted(`*${longForm}${about}${action}`);
  const shortForm = value === null ? short : `${short}+`;
  return `'*'{${quoted(shortForm)},${quoted(longForm)}}${quoted(about + action)}`;
}

function actionOf({ choices, isPath }: NonNullable<FlagWords["value"]>): string {
  if (isPath) return "_files";
  return choices.length === 0 ? " " : `(${choices.join(" ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
