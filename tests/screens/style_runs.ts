import { makeLook } from "../../src/dashboard/skin.ts";
import { parseSkin } from "../../src/dashboard/skin_yaml.ts";
import type { CellBuffer } from "../../src/terminal/buffer.ts";
import { UNICODE_GLYPHS } from "../../src/terminal/glyphs.ts";
import { type Style, styleAttributes, styleBackground, styleForeground } from "../../src/terminal/style.ts";

const skin = parseSkin(await Deno.readTextFile(`${import.meta.dirname}/../../skins/nord.yml`), "nord.yml");

/** What pictures are drawn with. */
export const look = makeLook(skin, UNICODE_GLYPHS);

/** Each row as letters for styles with the number of cells that have them, then what the letters stand for. */
export function runsOf(buffer: CellBuffer, nameOf: (style: Style) => string): string[] {
  const letters = new Map<string, string>();
  const rows = Array.from({ length: buffer.height }, (_, y) => {
    const runs: { letter: string; cells: number }[] = [];
    for (let x = 0; x < buffer.width; x++) {
      const name = nameOf(buffer.styleAt(x, y));
      const letter = letters.get(name) ?? String.fromCharCode(65 + letters.size);
      letters.set(name, letter);
      const last = runs.at(-1);
      if (last?.letter === letter) last.cells++;
      else runs.push({ letter, cells: 1 });
    }
    return runs.map(({ letter, cells }) => `${letter}${cells}`).join(" ");
  });
  return [...rows, ...Array.from(letters, ([name, letter]) => `${letter} ${name}`)];
}

/** What a style looks like, for people. */
export function styleName(style: Style): string {
  return `${hex(styleForeground(style))} on ${hex(styleBackground(style))} ${styleAttributes(style)}`;
}

function hex(color: number): string {
  return color < 0 ? "default" : `#${color.toString(16).padStart(6, "0")}`;
}
