import { assertEquals } from "@std/assert";

const FOLDER = `${import.meta.dirname}/golden`;

/**
 * Compares a screen with the one kept under its name. `WEIR_GOLDEN=write` keeps what is drawn now: look at
 * the difference before it is committed.
 */
export async function assertGolden(name: string, lines: readonly string[]): Promise<void> {
  const path = `${FOLDER}/${name}.txt`;
  const drawn = lines.map((line) => `${line.trimEnd()}\n`).join("");
  if (Deno.env.get("WEIR_GOLDEN") === "write") {
    await Deno.mkdir(`${FOLDER}/styles`, { recursive: true });
    return await Deno.writeTextFile(path, drawn);
  }
  assertEquals(drawn, (await Deno.readTextFile(path)).replaceAll("\r\n", "\n"), `${name} is drawn as before`);
}
