import { type ColorDepth, colorDepth, type Environment } from "./color.ts";

/** What may be sent to the terminal at hand. */
export interface Capabilities {
  color: ColorDepth;
  /** Only ASCII may be sent: the locale is not UTF-8. */
  ascii: boolean;
  /** Erasing fills with the current background, and a character can be repeated by a count. */
  modern: boolean;
}

/** Whether the locale's encoding is UTF-8: the first of LC_ALL, LC_CTYPE and LANG that is set and not empty decides. */
export function isUtf8(environment: Environment, windows = false): boolean {
  const locale = environment("LC_ALL") || environment("LC_CTYPE") || environment("LANG");
  // A terminal without a locale, in a container for one, is nearly always a UTF-8 one; a named locale is believed.
  if (!locale) return true;
  return windows || /utf-?8/i.test(locale);
}

const MODERN_TERMS = /^(xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|tmux)/;
const MODERN_PROGRAMS = /^(iTerm\.app|WezTerm|vscode|ghostty|tmux|mintty)$/;
const MODERN_VARIABLES = ["VTE_VERSION", "WT_SESSION", "XTERM_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID"];

function isModern(environment: Environment): boolean {
  if (environment("STY") !== undefined) return false;
  if (MODERN_TERMS.test(environment("TERM") ?? "")) return true;
  if (MODERN_PROGRAMS.test(environment("TERM_PROGRAM") ?? "")) return true;
  return MODERN_VARIABLES.some((name) => environment(name) !== undefined);
}

/** What the environment says of the terminal. */
export function capabilities(environment: Environment, isTerminal: boolean, windows = false): Capabilities {
  return {
    color: colorDepth(environment, isTerminal, windows),
    ascii: !isUtf8(environment, windows),
    modern: isModern(environment),
  };
}
