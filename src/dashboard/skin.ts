import { LineCounter, parseDocument } from "yaml";
import { UserError } from "../record/user_error.ts";
import type { Glyphs } from "../terminal/glyphs.ts";
import { DEFAULT, type Style, style, type StyleSpec } from "../terminal/style.ts";
import type { Look, Tone } from "./look.ts";

/** The colours of a skin, by the names that its file gives them; each with the one that it is when it is left out. */
const COLORS = {
  background: undefined,
  text: undefined,
  muted: "text",
  strong: "text",
  faint: "muted",
  border: "faint",
  accent: "text",
  focus: "accent",
  key: "accent",
  selection: undefined,
  "selection-faded": "selection",
  highlight: undefined,
  bar: "accent",
  track: "faint",
  good: "accent",
  warning: "accent",
  bad: "accent",
} as const;

/** The severities of a skin's file, from the lowest. */
const SEVERITIES = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

/** The name of a colour in a skin's file. */
export type ColorName = keyof typeof COLORS;

/** A colour scheme: 0xRRGGBB or DEFAULT, which is the terminal's own. */
export interface Skin {
  readonly name: string;
  /** Whether it is made for dark terminals or for light ones. */
  readonly kind: "dark" | "light";
  readonly colors: Readonly<Record<ColorName, number>>;
  /** TRACE to FATAL. */
  readonly severities: readonly number[];
}

/**
 * Reads a skin from the text of its file, in YAML.
 * @throws UserError naming file, place, key and value for whatever is wrong
 */
export function parseSkin(text: string, path: string): Skin {
  return new SkinFile(text, path).skin();
}

/**
 * Reads a skin's file.
 * @throws UserError if it cannot be read or is wrong
 */
export async function loadSkin(path: string): Promise<Skin> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    throw new UserError(`Cannot read skin ${path}: ${(error as Error).message}`, 2, { cause: error });
  }
  return parseSkin(text, path);
}

class SkinFile {
  #path: string;
  #lines = new LineCounter();
  #document: ReturnType<typeof parseDocument>;
  #all: unknown;

  constructor(text: string, path: string) {
    this.#path = path;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    const [error] = this.#document.errors;
    if (error) throw this.#wrong(error.pos[0], error.message);
    try {
      this.#all = this.#document.toJS();
    } catch (error) {
      // An alias without its anchor, or far too many.
      throw this.#wrong(undefined, (error as Error).message);
    }
  }

  skin(): Skin {
    const root = this.#map([]);
    this.#onlyKnown([], root, ["name", "kind", "description", "colors", "severities"]);
    const stem = this.#path.replace(/^.*[\\/]/, "").replace(/\.ya?ml$/, "");
    const { name = stem, kind } = root;
    if (typeof name !== "string") throw this.#bad(["name"], name, "must be a text");
    if (kind !== "dark" && kind !== "light") throw this.#bad(["kind"], kind, "must be dark or light");
    return { name, kind, colors: this.#colors(), severities: this.#severities() };
  }

  #colors(): Record<ColorName, number> {
    const given = this.#map(["colors"]);
    const names = Object.keys(COLORS) as ColorName[];
    this.#onlyKnown(["colors"], given, names);
    const color = (name: ColorName): number => {
      const instead = COLORS[name];
      if (given[name] === undefined && instead) return color(instead);
      return this.#color(["colors", name], given[name]);
    };
    return Object.fromEntries(names.map((name) => [name, color(name)])) as Record<ColorName, number>;
  }

  #severities(): number[] {
    const given = this.#map(["severities"]);
    this.#onlyKnown(["severities"], given, SEVERITIES);
    return SEVERITIES.map((name) => this.#color(["severities", name], given[name]));
  }

  #color(place: string[], value: unknown): number {
    if (value === "default") return DEFAULT;
    const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(value)) ?? [];
    if (digits === undefined) throw this.#bad(place, value, 'must be a colour like "#ff8800", or default');
    return Number.parseInt(digits.length === 6 ? digits : digits.replace(/./g, "$&$&"), 16);
  }

  #map(place: string[]): Record<string, unknown> {
    const value = place.reduce((from, key) => (from as Record<string, unknown> | null)?.[key], this.#all);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw this.#bad(place, value, "must be a map of keys and values");
    }
    return value as Record<string, unknown>;
  }

  #onlyKnown(place: string[], given: Record<string, unknown>, known: readonly string[]): void {
    for (const key of Object.keys(given)) {
      if (!known.includes(key)) {
        throw this.#bad([...place, key], given[key], `is not known; known are ${known.join(", ")}`);
      }
    }
  }

  #bad(place: string[], value: unknown, why: string): UserError {
    const node: unknown = place.length === 0 ? this.#document.contents : this.#document.getIn(place, true);
    const range = typeof node === "object" && node !== null && "range" in node
      ? node.range as number[]
      : undefined;
    const key = place.join(".") || "the file";
    const shown = value === undefined
      ? "is missing and"
      : value === null
      ? "is empty and"
      : `is ${JSON.stringify(value)} and`;
    return this.#wrong(range?.[0], /^is not/.test(why) ? `${key} ${why}` : `${key} ${shown} ${why}`);
  }

  #wrong(offset: number | undefined, what: string): UserError {
    const at = offset === undefined ? undefined : this.#lines.linePos(offset);
    return new UserError(`Skin ${this.#path}${at ? `:${at.line}:${at.col}` : ""}: ${what}`);
  }
}

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(color: number): number {
  const [red, green, blue] = [color >> 16, color >> 8 & 255, color & 255]
    .map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: number, b: number): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What the terminal's own colours are taken for where a skin uses them: black or white. */
export function assumed(color: number, skin: Skin, ground: "text" | "background"): number {
  if (color !== DEFAULT) return color;
  return (skin.kind === "dark") === (ground === "text") ? 0xffffff : 0x000000;
}

/** The styles of a skin, with the signs that the terminal can show. Without colours bold, dim and underline remain. */
export function makeLook(skin: Skin, glyphs: Glyphs): Look {
  const { colors, severities } = skin;
  const bg = colors.background;
  const tone = (fg: number, more: StyleSpec = {}): Style => style({ fg, bg, ...more });
  const black = contrast(colors.highlight, 0x000000) >= contrast(colors.highlight, 0xffffff);
  const tones: Record<Tone, Style> = {
    text: tone(colors.text),
    strong: tone(colors.strong, { bold: true }),
    muted: tone(colors.muted),
    faint: tone(colors.faint),
    border: tone(colors.border),
    focus: tone(colors.focus, { bold: true }),
    accent: tone(colors.accent),
    key: tone(colors.key, { bold: true }),
    bar: tone(colors.bar),
    track: tone(colors.track),
    good: tone(colors.good),
    warning: tone(colors.warning),
    bad: tone(colors.bad, { bold: true }),
    severity0: tone(colors.muted),
    severity1: tone(severities[0]),
    severity2: tone(severities[1]),
    severity3: tone(severities[2]),
    severity4: tone(severities[3]),
    severity5: tone(severities[4], { bold: true }),
    severity6: tone(severities[5], { bold: true, underline: true }),
  };
  return {
    glyphs,
    tones,
    selection: { bg: colors.selection },
    fadedSelection: { bg: colors["selection-faded"] },
    match: { fg: black ? 0x000000 : 0xffffff, bg: colors.highlight, bold: true, underline: true },
  };
}
