import { isNowhere } from "../settings/places.ts";

/** A colour scheme that can be chosen. */
export interface InstalledSkin {
  readonly name: string;
  /** Where it is read from. */
  readonly path: string;
  readonly own: boolean;
}

const BUILT_IN = `${import.meta.dirname}/../../skins`;

/**
 * The built-in skins and the person's own, which are `skins/*.yml` in the folder of the configuration; one
 * with the name of a built-in skin takes its place. Sorted by name, `default` first.
 */
export function installedSkins(configFolder: string | null): InstalledSkin[] {
  const skins = new Map<string, InstalledSkin>();
  for (const skin of skinsIn(BUILT_IN, false)) skins.set(skin.name, skin);
  if (configFolder !== null) {
    for (const skin of skinsIn(`${configFolder}/skins`, true)) skins.set(skin.name, skin);
  }
  const rank = ({ name }: InstalledSkin) => name === "default" ? 0 : 1;
  return [...skins.values()].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function skinsIn(folder: string, own: boolean): InstalledSkin[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name }) => {
      const [, stem] = /^(.+)\.ya?ml$/.exec(name) ?? [];
      return stem === undefined ? [] : [{ name: stem, path: `${folder}/${name}`, own }];
    });
  } catch (error) {
    // Another user's folder that may not be looked into holds nothing for this one.
    if (isNowhere(error) || error instanceof Deno.errors.PermissionDenied) return [];
    throw error;
  }
}
