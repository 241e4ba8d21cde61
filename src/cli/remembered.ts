import { PANELS, type Remembered } from "../dashboard/state.ts";
import { parseQuery } from "../query/parse.ts";
import { HERE, stateFolder } from "../settings/places.ts";

const FILE = "dashboard.json";

/** What the dashboard remembered of an earlier run; null if it remembered nothing that can be read. */
export function readRemembered(): Remembered | null {
  const folder = stateFolder(HERE);
  if (folder === null) return null;
  try {
    return checked(JSON.parse(Deno.readTextFileSync(`${folder}/${FILE}`)));
  } catch {
    // What is remembered is a convenience: a run without it is whole.
    return null;
  }
}

/** Writes what is to be remembered. Throws what the system throws. */
export function writeRemembered(remembered: Remembered): void {
  const folder = stateFolder(HERE);
  if (folder === null) return;
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  Deno.writeTextFileSync(`${folder}/${FILE}.new`, JSON.stringify(remembered, null, 2) + "\n", {
    mode: 0o600,
  });
  Deno.renameSync(`${folder}/${FILE}.new`, `${folder}/${FILE}`);
}

function checked(value: unknown): Remembered | null {
  const { columns, hidden, saved } = value as Partial<Remembered>;
  const isColumn = (column: { name: unknown; shown: unknown }) =>
    typeof column.name === "string" && typeof column.shown === "boolean";
  const isSaved = (kept: { name: unknown; filters: unknown }) =>
    typeof kept.name === "string" && Array.isArray(kept.filters) &&
    kept.filters.every((text) => typeof text === "string");
  if (
    !Array.isArray(columns) || !columns.every(isColumn) || !columns.some(({ name }) => name === "message")
  ) {
    return null;
  }
  if (!Array.isArray(hidden) || !Array.isArray(saved) || !saved.every(isSaved)) return null;
  for (const text of saved.flatMap(({ filters }) => filters)) parseQuery(text);
  const known = hidden.filter((name) => PANELS.includes(name));
  return { columns, hidden: known.length < PANELS.length ? known : [], saved };
}
