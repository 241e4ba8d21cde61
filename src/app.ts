/**
 * Wires a run together.
 *
 * ```
 * arguments ─▶ cli/choose_command ─▶ cli/<command> ──────────────────────────────┐
 *      flags, environment, file ─▶ settings ─────────────────────────────────────┤
 *                                                                                ▼
 * source ──bytes──▶ format ──Batch──▶ analysis ──▶ snapshot ─┐
 *  file, stdin,      framing, detection,  one analyzer        │  engine worker
 *  otlp, …           one file a format    a question store ◀──┘  (never waits for the screen)
 * ──────────────────────── messages: batches, never single lines ────────────────────────────
 * dashboard: update(state, message) → [state, command[]] ──▶ panels ──▶ terminal diff ──▶ tty
 *    ▲ keys, mouse, resize                          │ ask the engine for rows, ask a model
 *    └────────────────── terminal ◀── tty           ▼
 *                                                  ai
 * ```
 */
import { glance, readArguments, UnknownFlag } from "./cli/arguments.ts";
import { chooseCommand } from "./cli/choose_command.ts";
import { installedSkins } from "./cli/installed_skins.ts";
import { readOptions } from "./cli/options.ts";
import { print, tell } from "./cli/output.ts";
import { FORMAT_NAMES } from "./format/format_names.ts";
import { UserError } from "./record/user_error.ts";
import { loadSettings } from "./settings/load.ts";
import { HERE } from "./settings/places.ts";
import type { FlagValue } from "./settings/resolve.ts";
import type { Settings } from "./settings/settings.ts";
import { loadLater } from "./record/load_later.ts";

/** Runs weir with the arguments of the command line. Answers the exit status; throws UserError. */
export async function run(args: readonly string[]): Promise<number> {
  const { operand, help, version } = glance(args);
  if (help) return await printHelp(args, operand);
  if (version) return await runCommand(["version"], 0);
  return await runCommand(args, operand);
}

async function printHelp(args: readonly string[], operand: number): Promise<number> {
  const { entry, named } = chooseCommand(args, operand);
  const { helpOn } = await loadLater<typeof import("./cli/help.ts")>("../cli/help.ts");
  await print(await helpOn(named ? entry.name : undefined));
  return 0;
}

async function runCommand(args: readonly string[], operand: number): Promise<number> {
  const choice = chooseCommand(args, operand);
  const { name, load } = choice.entry;
  const { command } = await load();
  const line = await explaining(() => readArguments(choice.args, name, command));
  const options = readOptions(command.options, line.options);
  let settings: Promise<Settings> | undefined;
  return await command.run({
    options,
    operands: line.operands,
    settings: () => settings ??= settingsOf(line.flags),
  });
}

/** A flag that is unknown may be an option of another command: the error then says of which. */
async function explaining<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnknownFlag) || error.meant === null) throw error;
    const { commandsWithFlag } = await loadLater<typeof import("./cli/flag_owners.ts")>(
      "../cli/flag_owners.ts",
    );
    const { flag, meant, message } = error;
    const owners = await commandsWithFlag(meant);
    if (owners.length === 0) throw error;
    const told = meant === flag ? "" : `${message}; `;
    throw new UserError(
      `${told}${meant} is an option of ${owners.join(", ")}: weir ${owners[0]} ${meant} …`,
    );
  }
}

async function settingsOf(flags: readonly FlagValue[]): Promise<Settings> {
  const settings = await loadSettings(flags, HERE, (folder) => ({
    skins: installedSkins(folder).map(({ name }) => name),
    formats: FORMAT_NAMES,
  }));
  if (settings.warnings.length > 0) tell(settings.warnings.join("\n"));
  return settings;
}
