import { CODE_POINT_KEYS, FINAL_KEYS, NUMBER_KEYS, SAME_KEYS } from "./key_table.ts";

/** Modifiers held with a key. */
export interface Modifiers {
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

const NAMED = new Set<string>(
  [...Object.values(FINAL_KEYS), ...Object.values(NUMBER_KEYS), ...Object.values(CODE_POINT_KEYS)]
    .filter((name) => name.length > 1 && !name.includes("+")),
);

/** What people write for a key besides its canonical name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  escape: "esc",
  return: "enter",
  del: "delete",
  ins: "insert",
  pgup: "pageup",
  pgdn: "pagedown",
  pgdown: "pagedown",
  " ": "space",
  plus: "+",
};

const MODIFIER_NAMES: Readonly<Record<string, keyof Modifiers>> = {
  ctrl: "ctrl",
  control: "ctrl",
  alt: "alt",
  meta: "alt",
  option: "alt",
  shift: "shift",
};

/**
 * The one name of a key with modifiers, in the order ctrl, alt, shift: `ctrl+alt+up`, `A` for a with shift, `tab` also
 * for what terminals send for ctrl+i.
 */
export function keyName(base: string, { ctrl, alt, shift }: Modifiers): string {
  const single = Array.from(base).length === 1;
  let name = base;
  let withShift = shift;
  if (single && ctrl) name = name.toLowerCase();
  // A character that shift makes is its own name.
  else if (single && shift && name.toUpperCase() !== name) name = name.toUpperCase();
  if (single && !ctrl) withShift = false;
  if (ctrl && !withShift) {
    const same = SAME_KEYS[`ctrl+${name}`];
    if (same && name !== "@") return (alt ? "alt+" : "") + same;
    if (name === "@") name = "space";
  }
  return (ctrl ? "ctrl+" : "") + (alt ? "alt+" : "") + (withShift ? "shift+" : "") + name;
}

/** The canonical name of a key as a person writes it (`Ctrl+F`, `Shift-Tab`, `PgUp`), undefined if there is no such key. */
export function parseKeyName(written: string): string | undefined {
  const held: Modifiers = { ctrl: false, alt: false, shift: false };
  let rest = written.length > 1 ? written.trim() : written;
  for (;;) {
    const match = /^([a-z]+)[+-](?=.)/i.exec(rest);
    const modifier = match && MODIFIER_NAMES[match[1].toLowerCase()];
    if (!modifier) break;
    held[modifier] = true;
    rest = rest.slice(match[0].length);
  }
  if (Array.from(rest).length === 1) return keyName(rest === " " ? "space" : rest, held);
  const lower = rest.toLowerCase();
  const base = OTHER_NAMES[lower] ?? lower;
  return NAMED.has(base) || base === "+" ? keyName(base, held) : undefined;
}
