import { glyphs } from "../../src/terminal/glyphs.ts";
import { style } from "../../src/terminal/style.ts";
import type { Look } from "../../src/dashboard/look.ts";

/** The look without a skin: the terminal's own colours in two strengths; severity and selection by weight alone. */
export function plainLook(ascii: boolean): Look {
  const plain = style({});
  const bold = style({ bold: true });
  const dim = style({ dim: true });
  return {
    glyphs: glyphs(ascii),
    tones: {
      text: plain,
      strong: bold,
      muted: dim,
      faint: dim,
      border: dim,
      focus: bold,
      accent: bold,
      key: bold,
      bar: plain,
      track: dim,
      good: plain,
      warning: bold,
      bad: bold,
      severity0: dim,
      severity1: dim,
      severity2: dim,
      severity3: plain,
      severity4: plain,
      severity5: bold,
      severity6: bold,
    },
    selection: { bold: true },
    fadedSelection: {},
    match: { reverse: true },
  };
}
