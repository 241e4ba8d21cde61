import { BINDINGS, type Keymap, KeymapError, keymapWith } from "../dashboard/keymap.ts";
import { loadSkin } from "../dashboard/load_skin.ts";
import { UserError } from "../record/user_error.ts";
import { didYouMean } from "../record/nearest_name.ts";
import { originText } from "../settings/origin.ts";
import { quote, visible } from "../settings/raw.ts";
import type { Settings } from "../settings/settings.ts";
import { installedSkins } from "./installed_skins.ts";

/** The keys of the dashboard. Throws UserError for an action or a key that is unknown, and for a key with two meanings. */
export function keymapOf(settings: Settings): Keymap {
  const keys = settings.get("keys");
  const originOf = (action: string) => originText(settings.origin("keys", action));
  const actions: string[] = BINDINGS.map(({ action }) => action);
  for (const [action, given] of Object.entries(keys)) {
    if (actions.includes(action)) continue;
    const problem = `there is no action with that name${didYouMean(action, actions)}`;
    throw new UserError(
      `Cannot set keys.${visible(action)} to ${quote(given)} (${originOf(action)}): ${problem}`,
    );
  }
  try {
    return keymapWith(keys);
  } catch (error) {
    if (!(error instanceof KeymapError)) throw error;
    const problem = visible(error.message.replace(/^keys: /, ""));
    throw new UserError(`Cannot set keys (${originOf(error.action)}): ${problem}`);
  }
}

/** What the dashboard will refuse of the settings, though each value can be read; one line each. */
export async function dashboardProblems(settings: Settings): Promise<string[]> {
  const problems: string[] = [];
  const check = async (use: () => unknown) => {
    try {
      await use();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  };
  await check(() => keymapOf(settings));
  const skin = installedSkins(settings.folder).find(({ name }) => name === settings.get("skin"));
  if (skin !== undefined) await check(() => loadSkin(skin.path));
  return problems;
}
