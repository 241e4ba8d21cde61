/** How many colours the terminal is given. */
export type ColorDepth = "truecolor" | "256" | "16" | "none";

/** Reads one variable of the environment; undefined when it is not set. */
export type Environment = (name: string) => string | undefined;

const TRUECOLOR_TERMS =
  /^(xterm-kitty|xterm-ghostty|ghostty|alacritty|foot|wezterm|contour|rio)|direct|truecolor/;
const TRUECOLOR_PROGRAMS = /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|mintty)$/;
const MONOCHROME_TERMS = /^(dumb|vt\d+|unknown|)$/;

/**
 * The colours to use. NO_COLOR turns them off whatever its value (no-color.org), also an empty one, as does an output that
 * is no terminal.
 */
export function colorDepth(environment: Environment, isTerminal: boolean, windows = false): ColorDepth {
  if (!isTerminal || environment("NO_COLOR") !== undefined) return "none";
  const term = environment("TERM") ?? (windows ? "windows" : "");
  if (MONOCHROME_TERMS.test(term)) return "none";
  // GNU screen hands the outer terminal's COLORTERM on and shows no more than 256.
  if (environment("STY") !== undefined) return "256";
  if (/^(truecolor|24bit)$/i.test(environment("COLORTERM") ?? "")) return "truecolor";
  if (TRUECOLOR_TERMS.test(term) || TRUECOLOR_PROGRAMS.test(environment("TERM_PROGRAM") ?? "")) {
    return "truecolor";
  }
  if (environment("WT_SESSION") !== undefined || term === "windows") return "truecolor";
  return /256/.test(term) ? "256" : "16";
}

/** Steps of the colour cube in the 256-colour palette. */
const CUBE = [0, 95, 135, 175, 215, 255];

/** The palette that xterm gives the first sixteen colours. */
const SIXTEEN = [
  0x000000,
  0xcd0000,
  0x00cd00,
  0xcdcd00,
  0x0000ee,
  0xcd00cd,
  0x00cdcd,
  0xe5e5e5,
  0x7f7f7f,
  0xff0000,
  0x00ff00,
  0xffff00,
  0x5c5cff,
  0xff00ff,
  0x00ffff,
  0xffffff,
];

/** Squared distance as the eye weighs red, green and blue ("redmean", compuphase.com/cmetric.htm). */
function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16);
  const green = (a >> 8 & 255) - (b >> 8 & 255);
  const blue = (a & 255) - (b & 255);
  const mean = ((a >> 16) + (b >> 16)) / 2;
  return (2 + mean / 256) * red * red + 4 * green * green + (2 + (255 - mean) / 256) * blue * blue;
}

function nearestStep(value: number): number {
  let best = 0;
  for (let step = 1; step < CUBE.length; step++) {
    if (Math.abs(CUBE[step] - value) < Math.abs(CUBE[best] - value)) best = step;
  }
  return best;
}

/** The nearest of the colours 16 to 255, which look the same in every terminal, to 0xRRGGBB. */
export function nearest256(rgb: number): number {
  const red = nearestStep(rgb >> 16);
  const green = nearestStep(rgb >> 8 & 255);
  const blue = nearestStep(rgb & 255);
  const inCube = CUBE[red] << 16 | CUBE[green] << 8 | CUBE[blue];
  const average = ((rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255)) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((average - 8) / 10)));
  const level = 8 + 10 * grey;
  const isGrey = distance(rgb, level << 16 | level << 8 | level) < distance(rgb, inCube);
  return isGrey ? 232 + grey : 16 + 36 * red + 6 * green + blue;
}

/** Where the hues of the chromatic ones of the sixteen begin, degrees, and their numbers: orange is told as yellow. */
const HUES: readonly [from: number, color: number][] = [
  [12, 3],
  [61, 2],
  [160, 6],
  [200, 4],
  [255, 5],
  [335, 1],
];
/** Colours less saturated than this are greys; of light ones more is asked. */
const LEAST_SATURATION = 0.26;
const LEAST_SATURATION_LIGHT = 0.4;
/** Colours darker than this in all three parts stay black: as backgrounds they must not shine. */
const DARKEST = 0x60;

/**
 * The one of the sixteen colours of xterm's palette that stands for 0xRRGGBB: the nearest grey of a grey, and of
 * what has a hue the one that keeps it, as the hue tells severities apart.
 */
export function nearest16(rgb: number): number {
  const same = SIXTEEN.indexOf(rgb);
  if (same >= 0) return same;
  const hue = hueOf(rgb);
  if (hue === null) return nearestGrey(rgb);
  const base = HUES.findLast(([from]) => hue >= from)?.[1] ?? 1;
  return isBright(rgb) ? base + 8 : base;
}

/** Degrees from red over green and blue; null of a grey. */
function hueOf(rgb: number): number | null {
  const [red, green, blue] = [rgb >> 16, rgb >> 8 & 255, rgb & 255];
  const most = Math.max(red, green, blue);
  const chroma = most - Math.min(red, green, blue);
  const least = (red + green + blue) / 3 > 200 ? LEAST_SATURATION_LIGHT : LEAST_SATURATION;
  if (most < DARKEST || chroma < least * most) return null;
  if (most === red) return (60 * (green - blue) / chroma + 360) % 360;
  return most === green ? 120 + 60 * (blue - red) / chroma : 240 + 60 * (red - green) / chroma;
}

/** Light enough to be read on a dark background; the dark ones of a hue are for light backgrounds. */
function isBright(rgb: number): boolean {
  const luma = 0.299 * (rgb >> 16) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255);
  return luma >= 118 || Math.max(rgb >> 16, rgb >> 8 & 255, rgb & 255) >= 0xf0;
}

function nearestGrey(rgb: number): number {
  return [0, 8, 7, 15].reduce((best, index) =>
    distance(rgb, SIXTEEN[index]) < distance(rgb, SIXTEEN[best]) ? index : best
  );
}
