/** How a cell looks. Colours are 0xRRGGBB or DEFAULT, the terminal's own. */
export interface StyleSpec {
  fg?: number;
  bg?: number;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  reverse?: boolean;
}

/** The number of a distinct style, as `style` gives it; 0 is plain. */
export type Style = number;

/** The terminal's own foreground or background. */
export const DEFAULT = -1;

/** The bits of `styleAttributes`. */
export const BOLD = 1;
export const DIM = 2;
export const ITALIC = 4;
export const UNDERLINE = 8;
export const REVERSE = 16;

/** A cell keeps its style in 16 bits. */
const MAX_STYLES = 0xffff;

const foregrounds: number[] = [DEFAULT];
const backgrounds: number[] = [DEFAULT];
const attributes: number[] = [0];
/** One map for each set of attributes, from both colours to the style's number. */
const known: Map<number, Style>[] = Array.from({ length: 32 }, () => new Map());
known[0].set(0, 0);

function bits(spec: StyleSpec): number {
  return (spec.bold ? BOLD : 0) | (spec.dim ? DIM : 0) | (spec.italic ? ITALIC : 0) |
    (spec.underline ? UNDERLINE : 0) | (spec.reverse ? REVERSE : 0);
}

function intern(fg: number, bg: number, attrs: number): Style {
  const colours = (fg + 1) * 0x1000001 + (bg + 1);
  const found = known[attrs].get(colours);
  if (found !== undefined) return found;
  if (foregrounds.length >= MAX_STYLES) return 0;
  const made = foregrounds.length;
  foregrounds.push(fg);
  backgrounds.push(bg);
  attributes.push(attrs);
  known[attrs].set(colours, made);
  return made;
}

/** The number of the style that looks like `spec`: the same for the same look. Past 65,535 looks it is plain. */
export function style(spec: StyleSpec): Style {
  return intern(spec.fg ?? DEFAULT, spec.bg ?? DEFAULT, bits(spec));
}

/** `base` with the parts that `change` names replaced; what it leaves out stays. */
export function changeStyle(base: Style, change: StyleSpec): Style {
  const flag = (wanted: boolean | undefined, bit: number) =>
    wanted === undefined ? attributes[base] & bit : wanted ? bit : 0;
  return intern(
    change.fg ?? foregrounds[base],
    change.bg ?? backgrounds[base],
    flag(change.bold, BOLD) | flag(change.dim, DIM) | flag(change.italic, ITALIC) |
      flag(change.underline, UNDERLINE) | flag(change.reverse, REVERSE),
  );
}

/** Foreground of a style: 0xRRGGBB or DEFAULT. */
export function styleForeground(of: Style): number {
  return foregrounds[of];
}

/** Background of a style: 0xRRGGBB or DEFAULT. */
export function styleBackground(of: Style): number {
  return backgrounds[of];
}

/** BOLD, DIM, ITALIC, UNDERLINE and REVERSE of a style, as bits. */
export function styleAttributes(of: Style): number {
  return attributes[of];
}
