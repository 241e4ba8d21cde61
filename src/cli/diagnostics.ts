import { type Place, stateFolder } from "../settings/places.ts";
import { tell } from "./output.ts";
import { versionText } from "./version.ts";

/** Writes what is known of an unforeseen error to the diagnostics log and says where that is. */
export function reportBug(error: unknown, place: Place): void {
  const stack = error instanceof Error ? error.stack ?? String(error) : String(error);
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const entry = `${new Date().toISOString()} ${versionText()}\n${stack}\n\n`;
  const folder = stateFolder(place);
  const path = `${folder}/diagnostics.log`;
  try {
    if (folder === null) throw new Deno.errors.NotFound();
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(path, entry, { append: true, mode: 0o600 });
    tell(`This is a bug in weir: ${summary.split("\n")[0]}\nThe details were written to ${path}`);
  } catch {
    tell(`This is a bug in weir (the details could not be saved):\n${entry.trimEnd()}`);
  }
}
