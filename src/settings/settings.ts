import { type Origin, originText } from "./origin.ts";
import { SETTING_NAMES, type SettingName, settingOf, type SettingValue } from "./table.ts";

/** A setting's value and where it came from. */
export interface Resolved {
  readonly value: unknown;
  readonly origin: Origin;
  /** Where the entries of a map came from, by their names. */
  readonly parts?: ReadonlyMap<string, Origin>;
}

/** The settings of one run. */
export class Settings {
  /** Remarks that keep nothing from running, one line each. */
  readonly warnings: readonly string[];
  /** The folder of the configuration, where the person's own skins are; null if there is none. */
  readonly folder: string | null;
  readonly #resolved: ReadonlyMap<SettingName, Resolved>;

  constructor(
    resolved: ReadonlyMap<SettingName, Resolved>,
    warnings: readonly string[],
    folder: string | null,
  ) {
    this.#resolved = resolved;
    this.warnings = warnings;
    this.folder = folder;
  }

  get<N extends SettingName>(name: N): SettingValue<N> {
    return this.#of(name).value as SettingValue<N>;
  }

  /** Where a setting came from, or the entry `part` of one that is a map. */
  origin(name: SettingName, part?: string): Origin {
    const { origin, parts } = this.#of(name);
    return part === undefined ? origin : parts?.get(part) ?? origin;
  }

  /** Whether any layer above the defaults gives it. */
  isGiven(name: SettingName): boolean {
    return this.#of(name).origin.kind !== "default";
  }

  /** The same settings but for one, which the program itself sets. */
  with<N extends SettingName>(name: N, value: SettingValue<N>): Settings {
    const resolved = new Map(this.#resolved).set(name, { value, origin: { kind: "default" } });
    return new Settings(resolved, this.warnings, this.folder);
  }

  /** Every setting as it may be shown: in the form it would be written in, secrets masked. */
  shown(): { name: SettingName; value: unknown; origin: string }[] {
    return SETTING_NAMES.map((name) => {
      const { kind, secret } = settingOf(name);
      const { value, origin } = this.#of(name);
      const shown = value === null ? null : secret ? "********" : kind.show(value);
      return { name, value: shown, origin: originText(origin) };
    });
  }

  #of(name: SettingName): Resolved {
    const resolved = this.#resolved.get(name);
    if (resolved === undefined) throw new RangeError(`No setting is named ${name}`);
    return resolved;
  }
}
