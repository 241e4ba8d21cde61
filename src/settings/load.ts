import { findConfigFile, readConfigFile } from "./config_file.ts";
import { fromHome } from "./kinds.ts";
import { configFolder, homeFolder, type Place } from "./places.ts";
import { type ExistingNames, type FlagValue, resolve } from "./resolve.ts";
import type { Settings } from "./settings.ts";

/** Answers the names that exist, the person's own skins among them, from the folder of the configuration. */
export type FindNames = (folder: string | null) => ExistingNames;

/**
 * Reads the configuration file (that of `--config`, else the default one if there is one) and resolves all
 * settings. Throws UserError.
 */
export async function loadSettings(
  flags: readonly FlagValue[],
  place: Place,
  findNames: FindNames,
): Promise<Settings> {
  const named = flags.findLast(({ setting }) => setting === "config")?.raw;
  const home = homeFolder(place);
  let folder = configFolder(place);
  let file = null;
  if (named?.kind === "text") {
    const path = fromHome(named.text.trim(), home);
    file = await readConfigFile(path);
    // Loaded only here: it takes ten milliseconds.
    folder = (await import("node:path")).dirname(path);
  } else if (folder !== null) {
    file = await findConfigFile([`${folder}/config.yml`, `${folder}/config.yaml`]);
  }
  const settings = resolve({
    flags,
    environment: place.environment,
    file,
    names: findNames(folder),
    home,
    folder,
  });
  // Told whether it is there or not: that is where one is made.
  return settings.isGiven("config") || folder === null
    ? settings
    : settings.with("config", file?.path ?? `${folder}/config.yml`);
}
