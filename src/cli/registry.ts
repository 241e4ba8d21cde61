import { loadLater } from "../record/load_later.ts";
import type { Command } from "./command.ts";

/** A command before it is loaded. */
export interface Entry {
  readonly name: string;
  /** One line for the list of commands: a capital letter, no full stop. */
  readonly summary: string;
  load(): Promise<{ command: Command }>;
}

/** Or the whole program would be read for any command. */
function loaded(name: string): Promise<{ command: Command }> {
  return loadLater(`../cli/${name}.ts`);
}

/** Every command, in the order of the help. The first one is run when none is named. */
export const COMMANDS: readonly Entry[] = [
  {
    name: "dashboard",
    summary: "Show the dashboard (the default command)",
    load: () => loaded("dashboard"),
  },
  {
    name: "report",
    summary: "Read the logs to the end and print a report",
    load: () => loaded("report"),
  },
  {
    name: "diff",
    summary: "Compare two logs, or one log before and after a moment",
    load: () => loaded("diff"),
  },
  {
    name: "parse",
    summary: "Print every record as a line of JSON",
    load: () => loaded("parse"),
  },
  {
    name: "patterns",
    summary: "List the patterns of the records",
    load: () => loaded("patterns"),
  },
  {
    name: "demo",
    summary: "Try weir on sample logs",
    load: () => loaded("demo"),
  },
  {
    name: "ask",
    summary: "Ask an AI model about the logs",
    load: () => loaded("ask"),
  },
  {
    name: "models",
    summary: "Show the AI providers, their models and which one is used",
    load: () => loaded("models"),
  },
  {
    name: "config",
    summary: "Show every setting and where its value comes from",
    load: () => loaded("config"),
  },
  {
    name: "skins",
    summary: "List the colour schemes",
    load: () => loaded("skins"),
  },
  {
    name: "completions",
    summary: "Print a completion script for a shell",
    load: () => loaded("completions"),
  },
  {
    name: "version",
    summary: "Print the version",
    load: () => loaded("version"),
  },
  {
    name: "help",
    summary: "Show help on a command, or list all settings",
    load: () => loaded("help"),
  },
];

export function commandNamed(name: string): Entry | undefined {
  return COMMANDS.find((entry) => entry.name === name);
}
