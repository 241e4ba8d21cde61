import type { Look } from "../dashboard/look.ts";
import { loadSkin } from "../dashboard/load_skin.ts";
import { makeLook, type Skin } from "../dashboard/skin.ts";
import { glyphs } from "../terminal/glyphs.ts";
import type { InstalledSkin } from "./installed_skins.ts";

/** The looks of the installed skins. The chosen one is loaded first; the others while the dashboard runs. */
export class Looks {
  readonly #skins = new Map<string, Skin>();
  readonly #looks = new Map<string, Look>();
  readonly #chosen: string;

  private constructor(chosen: Skin, name: string) {
    this.#chosen = name;
    this.#skins.set(name, chosen);
  }

  /** Loads the chosen skin. Throws UserError if it is broken. */
  static async load(installed: readonly InstalledSkin[], chosen: string): Promise<Looks> {
    const skin = installed.find(({ name }) => name === chosen);
    if (!skin) throw new RangeError(`No skin is named ${chosen}`);
    const looks = new Looks(await loadSkin(skin.path), chosen);
    return looks;
  }

  /** Loads the other skins; calls `broken` with what is wrong with one. */
  async loadOthers(installed: readonly InstalledSkin[], broken: (message: string) => void): Promise<void> {
    for (const { name, path } of installed) {
      if (this.#skins.has(name)) continue;
      try {
        this.#skins.set(name, await loadSkin(path));
      } catch (error) {
        broken(error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** The look of a skin; of the chosen one while that is not loaded, or if it is broken. */
  of(name: string, ascii: boolean): Look {
    const skin = this.#skins.has(name) ? name : this.#chosen;
    const key = `${ascii ? "ascii" : "unicode"} ${skin}`;
    let look = this.#looks.get(key);
    if (!look) this.#looks.set(key, look = makeLook(this.#skins.get(skin)!, glyphs(ascii)));
    return look;
  }
}
