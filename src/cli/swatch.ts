import { makeLook, type Skin } from "../dashboard/skin.ts";
import { severityTone, type Tone } from "../dashboard/look.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import type { ColorDepth } from "../terminal/color.ts";
import { UNICODE_GLYPHS } from "../terminal/glyphs.ts";
import { Sgr } from "../terminal/sgr.ts";

const decoder = new TextDecoder();

/** A line that shows a skin's colours on its own ground, for a terminal. */
export function swatch(skin: Skin, depth: ColorDepth): string {
  const look = makeLook(skin, UNICODE_GLYPHS);
  const sgr = new Sgr(depth);
  const parts: [string, Tone][] = [
    [" text ", "text"],
    ["muted ", "muted"],
    ["strong ", "strong"],
    ["accent ", "accent"],
    ["▂▄▆█▅▃ ", "bar"],
    ...[2, 3, 4, 5, 6].map((rank): [string, Tone] => [`${SEVERITY_RANKS[rank]} `, severityTone(rank)]),
  ];
  let pen = 0;
  let line = "";
  for (const [text, tone] of parts) {
    line += decoder.decode(sgr.change(pen, look.tones[tone])) + text;
    pen = look.tones[tone];
  }
  return line + decoder.decode(sgr.change(pen, 0));
}
