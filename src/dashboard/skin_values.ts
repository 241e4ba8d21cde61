import { DEFAULT } from "../terminal/style.ts";
import { type ColorName, COLORS, SEVERITIES, type Skin } from "./skin.ts";

/** Makes the error for what is wrong with the value at a place (keys from the outside in; none: the whole file). */
export type Refuse = (place: string[], value: unknown, why: string) => Error;

/** The skin that the values of a file make; `path` names it where they do not. Throws what `refuse` makes. */
export function skinOf(all: unknown, path: string, refuse: Refuse): Skin {
  const root = mapOf(all, [], refuse);
  onlyKnown([], root, ["name", "kind", "description", "colors", "severities"], refuse);
  const stem = path.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
  const { name = stem, kind } = root;
  if (typeof name !== "string") throw refuse(["name"], name, "must be a text");
  if (kind !== "dark" && kind !== "light") throw refuse(["kind"], kind, "must be dark or light");
  return {
    name,
    kind,
    colors: colorsOf(root.colors, refuse),
    severities: severitiesOf(root.severities, refuse),
  };
}

function colorsOf(value: unknown, refuse: Refuse): Record<ColorName, number> {
  const given = mapOf(value, ["colors"], refuse);
  const names = Object.keys(COLORS) as ColorName[];
  onlyKnown(["colors"], given, names, refuse);
  const color = (name: ColorName): number => {
    const instead = COLORS[name];
    if (given[name] === undefined && instead) return color(instead);
    return colorOf(["colors", name], given[name], refuse);
  };
  return Object.fromEntries(names.map((name) => [name, color(name)])) as Record<ColorName, number>;
}

function severitiesOf(value: unknown, refuse: Refuse): number[] {
  const given = mapOf(value, ["severities"], refuse);
  onlyKnown(["severities"], given, SEVERITIES, refuse);
  return SEVERITIES.map((name) => colorOf(["severities", name], given[name], refuse));
}

function colorOf(place: string[], value: unknown, refuse: Refuse): number {
  if (value === "default") return DEFAULT;
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(value)) ?? [];
  if (digits === undefined) throw refuse(place, value, 'must be a colour like "#ff8800", or default');
  return Number.parseInt(digits.length === 6 ? digits : digits.replace(/./g, "$&$&"), 16);
}

function mapOf(value: unknown, place: string[], refuse: Refuse): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse(place, value, "must be a map of keys and values");
  }
  return value as Record<string, unknown>;
}

function onlyKnown(
  place: string[],
  given: Record<string, unknown>,
  known: readonly string[],
  refuse: Refuse,
): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) {
      throw refuse([...place, key], given[key], `is not known; known are ${known.join(", ")}`);
    }
  }
}
