import type { Glyphs } from "../terminal/glyphs.ts";
import type { Style, StyleSpec } from "../terminal/style.ts";

/** The styles that a skin gives to what the screen says, and the signs it is drawn with. */
export interface Look {
  readonly glyphs: Glyphs;
  /** How each kind of text looks. */
  readonly tones: Readonly<Record<Tone, Style>>;
  /** What a selected row changes, where its panel has the focus and where it has not. */
  readonly selection: StyleSpec;
  readonly fadedSelection: StyleSpec;
  /** What a search match changes. */
  readonly match: StyleSpec;
}

/** `severity0` is none, `severity1` TRACE … `severity6` FATAL. */
export type Tone =
  | "text"
  | "strong"
  | "muted"
  | "faint"
  | "border"
  | "focus"
  | "accent"
  | "key"
  | "bar"
  | "track"
  | "good"
  | "warning"
  | "bad"
  | `severity${0 | 1 | 2 | 3 | 4 | 5 | 6}`;

export function severityTone(rank: number): Tone {
  return `severity${rank as 0 | 1 | 2 | 3 | 4 | 5 | 6}`;
}
