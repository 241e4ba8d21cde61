import { optionFlags } from "./flags.ts";
import { COMMANDS } from "./registry.ts";

/** Names of the commands that have an option of that name (`--output`). */
export async function commandsWithFlag(flag: string): Promise<string[]> {
  const owners: string[] = [];
  for (const { name, load } of COMMANDS) {
    const { command } = await load();
    if (optionFlags(command.options).some(({ long, short }) => flag === long || flag === short)) {
      owners.push(name);
    }
  }
  return owners;
}
