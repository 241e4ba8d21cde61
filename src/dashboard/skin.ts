import type { Glyphs } from "../terminal/glyphs.ts";
import { DEFAULT, type Style, style, type StyleSpec } from "../terminal/style.ts";
import type { Look, Tone } from "./look.ts";

/** The colours of a skin, by the names that its file gives them; each with the one that it is when it is left out. */
export const COLORS = {
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
export const SEVERITIES = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

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
