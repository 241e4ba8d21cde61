import { type ColorDepth, nearest16, nearest256 } from "./color.ts";
import {
  BOLD,
  DEFAULT,
  DIM,
  ITALIC,
  REVERSE,
  type Style,
  style,
  styleAttributes,
  styleBackground,
  styleForeground,
  UNDERLINE,
} from "./style.ts";

const encoder = new TextEncoder();
const MAX_KNOWN = 8192;

function colorCode(color: number, depth: ColorDepth, base: 30 | 40): string {
  if (color === DEFAULT) return String(base + 9);
  if (depth === "truecolor") return `${base + 8};2;${color >> 16};${color >> 8 & 255};${color & 255}`;
  if (depth === "256") return `${base + 8};5;${nearest256(color)}`;
  const index = nearest16(color);
  return String(index < 8 ? base + index : base + 52 + index);
}

/**
 * Select Graphic Rendition (ECMA-48, 8.3.117): the shortest sequence from one style to another, at a depth of colour.
 */
export class Sgr {
  #depth: ColorDepth;
  #known = new Map<number, Uint8Array>();
  #reduced: number[] = [];

  constructor(depth: ColorDepth) {
    this.#depth = depth;
  }

  /** The style as it can be seen: without its colours where there are none. */
  reduce(of: Style): Style {
    if (this.#depth !== "none") return of;
    const attributes = styleAttributes(of);
    return this.#reduced[of] ??= style({
      bold: (attributes & BOLD) !== 0,
      dim: (attributes & DIM) !== 0,
      italic: (attributes & ITALIC) !== 0,
      underline: (attributes & UNDERLINE) !== 0,
      reverse: (attributes & REVERSE) !== 0,
    });
  }

  /** The bytes that change the pen from one style to another. */
  change(from: Style, to: Style): Uint8Array {
    const key = from * 0x10000 + to;
    let bytes = this.#known.get(key);
    if (!bytes) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      bytes = encoder.encode(this.#shortest(from, to));
      this.#known.set(key, bytes);
    }
    return bytes;
  }

  #shortest(from: Style, to: Style): string {
    const step = this.#step(from, to);
    if (step.length === 0) return "";
    const plain = this.#step(0, to);
    const anew = plain.length === 0 ? "\x1b[m" : `\x1b[0;${plain.join(";")}m`;
    const direct = `\x1b[${step.join(";")}m`;
    return direct.length <= anew.length ? direct : anew;
  }

  #step(from: Style, to: Style): string[] {
    const codes: string[] = [];
    let before = styleAttributes(from);
    const after = styleAttributes(to);
    const lost = before & ~after;
    if (lost & (BOLD | DIM)) {
      // One code ends both.
      codes.push("22");
      before &= ~(BOLD | DIM);
    }
    if (lost & ITALIC) codes.push("23");
    if (lost & UNDERLINE) codes.push("24");
    if (lost & REVERSE) codes.push("27");
    const gained = after & ~before;
    if (gained & BOLD) codes.push("1");
    if (gained & DIM) codes.push("2");
    if (gained & ITALIC) codes.push("3");
    if (gained & UNDERLINE) codes.push("4");
    if (gained & REVERSE) codes.push("7");
    if (this.#depth === "none") return codes;
    const foreground = styleForeground(to);
    if (foreground !== styleForeground(from)) codes.push(colorCode(foreground, this.#depth, 30));
    const background = styleBackground(to);
    if (background !== styleBackground(from)) codes.push(colorCode(background, this.#depth, 40));
    return codes;
  }
}
