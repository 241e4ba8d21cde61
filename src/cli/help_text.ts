import { GROUPS } from "../settings/setting.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "../settings/table.ts";
import { variablesOf } from "../settings/variables.ts";
import { definitions, WIDTH, wrap } from "./columns.ts";
import type { Command } from "./command.ts";
import { type Flag, isSwitch, optionFlags, SETTING_FLAGS } from "./flags.ts";
import { COMMANDS, type Entry } from "./registry.ts";
import { windowOptions } from "./moment.ts";

const MEANINGS_AT = 30;

/** The help of the whole program. */
export function programHelp(): string {
  return lines(
    "weir is a terminal dashboard for logs. It shows their words, attributes,",
    "patterns, severities and times.",
    "",
    "Usage",
    "  weir [command] [options] [file ...]",
    "  some-program | weir [command] [options]",
    "",
    "Commands",
    ...definitions(COMMANDS.map(({ name, summary }) => [name, summary]), 16),
    "",
    ...settingFlags(),
    "",
    "Commands that read logs",
    ...definitions(optionFlags(windowOptions).map((flag) => [flagText(flag), flag.help]), MEANINGS_AT),
    "",
    ...definitions([["-h, --help", "show help for weir, or for the command before it"]], MEANINGS_AT),
    ...definitions([["-v, --version", "print the version"]], MEANINGS_AT),
    "",
    "Examples",
    ...examples([
      { line: "weir app.log", does: "show a file in the dashboard" },
      { line: "kubectl logs -f my-pod | weir", does: "show what is piped in" },
      { line: "weir report --since 15m 'logs/*.log'", does: "report on the last 15 minutes" },
    ]),
    "",
    ...wrap(
      "Flags can come before or after the command. A setting can also come from a variable (--log-buffer: " +
        "WEIR_LOG_BUFFER or TOOL_LOG_BUFFER; --file: WEIR_FILES) or from the configuration file (log-buffer). " +
        "A flag beats a variable, which beats the file. `weir help settings` lists every setting, also those " +
        "without a flag; `weir help COMMAND` explains a command.",
      WIDTH,
    ),
  );
}

/** The help of one command. */
export function commandHelp({ name, summary }: Entry, command: Command): string {
  const flags = optionFlags(command.options);
  const operands = command.operands ? command.operands.placeholder : "[file ...]";
  return lines(
    `${summary}.`,
    ...command.description ? ["", ...wrap(command.description, WIDTH)] : [],
    "",
    "Usage",
    `  ${["weir", name, "[options]", operands].filter((part) => part !== "").join(" ")}`,
    ...flags.length === 0 ? [] : ["", "Options"],
    ...definitions(flags.map((flag) => [flagText(flag), optionText(flag, command)]), MEANINGS_AT),
    "",
    "Examples",
    ...examples(command.examples),
    "",
    ...wrap("`weir --help` lists the options that every command takes.", WIDTH),
  );
}

/** All settings with their variables, keys, defaults and bounds. */
export function settingsHelp(): string {
  const parts = Object.entries(GROUPS).flatMap(([group, title]) => [
    "",
    title,
    ...namesIn(group).flatMap((name) => settingLines(name)),
  ]);
  return lines(
    ...wrap(
      "Nearly every setting has a key of the same name in the configuration file; most have a variable, and many a flag. A flag beats a " +
        "variable, which beats the file, which beats the default. If several variables of a setting are set, the first one listed wins.",
      WIDTH,
    ),
    ...parts,
  );
}

function settingFlags(): string[] {
  return Object.entries(GROUPS).flatMap(([group, title], at) => {
    const rows = namesIn(group).flatMap((name) => {
      const flag = SETTING_FLAGS.find(({ long }) => long === settingOf(name).flag);
      return flag ? [[flagText(flag), `${flag.help}${defaultNote(name)}`] as const] : [];
    });
    return [...at === 0 ? [] : [""], title, ...definitions(rows, MEANINGS_AT)];
  });
}

function namesIn(group: string): SettingName[] {
  return SETTING_NAMES.filter((name) => settingOf(name).group === group);
}

function settingLines(name: SettingName): string[] {
  const { kind, flag, short, help, inFile } = settingOf(name);
  const rows: [string, string][] = [["", `${help}${defaultNote(name)}`]];
  if (flag) rows.push(["", `flag: ${[short, flag].filter(Boolean).join(", ")}`]);
  const variables = variablesOf(name);
  if (variables.length > 0) rows.push(["", `variable: ${variables.join(", ")}`]);
  if (inFile === false) rows.push(["", "not in the configuration file"]);
  return [`  ${name}`, ...definitions(rows, 6), ...definitions([["", `must be ${kind.allowed}`]], 6)];
}

function defaultNote(name: SettingName): string {
  const { kind, default: value, defaultMeans } = settingOf(name);
  if (defaultMeans !== undefined) {
    const written = typeof value === "string" && value !== "" ? `${value}, ` : "";
    return ` (default: ${written}${defaultMeans})`;
  }
  if (value === null || value === false || typeof value === "object") return "";
  return ` (default: ${kind.show(value)})`;
}

function flagText({ long, short, kind, ...flag }: Flag): string {
  const on = "setting" in flag.target && settingOf(flag.target.setting).default === true;
  const name = on ? `--[no-]${long.slice(2)}` : long;
  return `${short === undefined ? "    " : `${short}, `}${name}${kind.placeholder && ` ${kind.placeholder}`}`;
}

function optionText(flag: Flag, { options }: Command): string {
  const option = options[flag.long.slice(2)];
  const notes = [];
  if (option.repeatable) notes.push("may be repeated");
  if (option.default !== undefined && option.default !== "" && !isSwitch(flag)) {
    notes.push(`default: ${flag.kind.show(option.default)}`);
  }
  return notes.length === 0 ? flag.help : `${flag.help} (${notes.join("; ")})`;
}

function examples(shown: Command["examples"]): string[] {
  return shown.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]);
}

function lines(...all: string[]): string {
  return `${all.join("\n")}\n`;
}
