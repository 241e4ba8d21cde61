import { UserError } from "../record/user_error.ts";
import { didYouMean } from "../record/nearest_name.ts";
import { quote } from "../settings/raw.ts";
import { defineCommand } from "./command.ts";
import { commandHelp, programHelp, settingsHelp } from "./help_text.ts";
import { print } from "./output.ts";
import { commandNamed, COMMANDS } from "./registry.ts";

const SETTINGS_TOPIC = "settings";
const TOPICS = [...COMMANDS.map(({ name }) => name), SETTINGS_TOPIC];

export const command = defineCommand({
  description:
    "`weir help settings` lists every setting with its flag, variables, default and allowed values.",
  options: {},
  operands: { placeholder: "[command|settings]", least: 0, most: 1, offered: TOPICS },
  examples: [
    { line: "weir help config", does: "show help on one command" },
    { line: "weir help settings", does: "list all settings" },
  ],
  async run({ operands: [topic] }) {
    await print(await helpOn(topic));
    return 0;
  },
});

/** The help on a command, on the settings, or without a topic on the program. Throws UserError. */
export async function helpOn(topic: string | undefined): Promise<string> {
  if (topic === undefined) return programHelp();
  if (topic === SETTINGS_TOPIC) return settingsHelp();
  const entry = commandNamed(topic);
  if (entry) return commandHelp(entry, (await entry.load()).command);
  const hint = didYouMean(topic, TOPICS) || `; topics: ${TOPICS.join(", ")}`;
  throw new UserError(`There is no help on ${quote(topic)}${hint}`);
}
