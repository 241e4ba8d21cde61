import { PANELS, type Remembered } from "../dashboard/state.ts";
import { parseQuery } from "../query/parse.ts";
import { HERE, isNowhere, type Place, stateFolder } from "../settings/places.ts";
import { reasonOf } from "../source/reason.ts";

const FILE = "dashboard.json";
/** What cannot be used is put there, before its place is taken. */
const BROKEN = "dashboard.json.broken";

/** What the dashboard remembers from one run to the next: a convenience, without which a run is whole. */
export class Memory {
  readonly #folder: string | null;
  #broken = false;

  constructor(place: Place = HERE) {
    this.#folder = stateFolder(place);
  }

  /**
   * What an earlier run remembered, null for nothing. `told` hears of a file that cannot be used: it stays until
   * something is written, and is then kept under another name.
   */
  read(told: (problem: string) => void): Remembered | null {
    if (this.#folder === null) return null;
    const path = `${this.#folder}/${FILE}`;
    try {
      return checked(JSON.parse(Deno.readTextFileSync(path)));
    } catch (error) {
      if (isNowhere(error)) return null;
      this.#broken = true;
      const reason = error instanceof Error ? error.message : String(error);
      told(`${path} is not used: ${reason}. It will be kept as ${BROKEN}`);
      return null;
    }
  }

  /** Throws Error that names the folder. */
  write(remembered: Remembered): void {
    const folder = this.#folder;
    if (folder === null) return;
    const text = JSON.stringify(remembered, null, 2) + "\n";
    // Of its own for each run: two may remember something at the same time.
    const fresh = `${folder}/${FILE}.${Deno.pid}.new`;
    try {
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (this.#broken) Deno.renameSync(`${folder}/${FILE}`, `${folder}/${BROKEN}`);
      this.#broken = false;
      Deno.writeTextFileSync(fresh, text, { mode: 0o600 });
      Deno.renameSync(fresh, `${folder}/${FILE}`);
    } catch (error) {
      removeIfThere(fresh);
      throw new Error(
        `The dashboard's layout and saved filters cannot be saved in ${folder}: ${reasonOf(folder, error)}`,
      );
    }
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It was never made.
  }
}

/** Throws Error that names what is wrong. */
function checked(value: unknown): Remembered {
  if (value === null || typeof value !== "object") throw new Error("it does not hold an object");
  const { columns, hidden, zoomed, saved } = value as Partial<Record<keyof Remembered, unknown>>;
  if (!isList(columns, isColumn) || !columns.some(({ name }) => name === "message")) {
    throw new Error("columns must be a list of names, each shown or not, including message");
  }
  if (!isList(hidden, (name): name is Remembered["hidden"][number] => typeof name === "string")) {
    throw new Error("hidden must be a list of panels");
  }
  if (!isList(saved, isSaved)) throw new Error("saved must be a list of named filters");
  for (const { name, filters } of saved) {
    for (const text of filters) {
      try {
        parseQuery(text);
      } catch (error) {
        throw new Error(`the filter saved as ${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  const known = hidden.filter((name) => PANELS.includes(name));
  return {
    columns,
    hidden: known.length < PANELS.length ? known : [],
    zoomed: PANELS.find((name) => name === zoomed) ?? null,
    saved,
  };
}

function isList<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isColumn(value: unknown): value is Remembered["columns"][number] {
  const column = value as Partial<Remembered["columns"][number]> | null;
  return typeof column?.name === "string" && typeof column.shown === "boolean";
}

function isSaved(value: unknown): value is Remembered["saved"][number] {
  const saved = value as Partial<Remembered["saved"][number]> | null;
  return typeof saved?.name === "string" && isList(saved.filters, (text) => typeof text === "string");
}
