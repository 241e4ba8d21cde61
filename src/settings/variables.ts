import type { Family, Setting } from "./setting.ts";
import { type SettingName, settingOf } from "./table.ts";

/** Each variable answers to two names: that of the product, which wins if both are set, and the general one. */
const PRODUCT: Record<Family, string> = { TOOL: "WEIR", PROVIDER: "OPENAI", CLOUD: "AZURE" };

/** Names of the variables of a setting, the one that wins first. */
export function variablesOf(name: SettingName): string[] {
  const { family = "TOOL", otherVariables = [] }: Setting = settingOf(name);
  if (family === null) return [];
  const suffix = name.toUpperCase().replaceAll("-", "_");
  return [`${PRODUCT[family]}_${suffix}`, ...otherVariables, `${family}_${suffix}`];
}

export type Environment = (name: string) => string | undefined;

/** The variable of a setting that counts. An empty one counts as not set, as if the shell had unset it. */
export function findVariable(
  name: SettingName,
  environment: Environment,
): { name: string; text: string } | null {
  for (const variable of variablesOf(name)) {
    const text = environment(variable);
    if (text !== undefined && text.trim() !== "") return { name: variable, text };
  }
  return null;
}
