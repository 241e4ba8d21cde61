import { CONTINUATION, isAgreed, widestReading } from "./grapheme.ts";
import type { Frame } from "./shift.ts";
import { REVERSE, type Style, styleAttributes, styleBackground, UNDERLINE } from "./style.ts";

const SPACE = 0x20;
/** Unchanged cells that are written again rather than jumped over: a jump takes four bytes or more. */
const MAX_GAP = 4;
/** Cells from which erasing beats writing blanks. */
const MIN_ERASED = 4;

/** What is to be done with a segment. */
const DRAW = 0;
export const ERASE = 1;

/** Whether a blank drawn in one style looks like one in the other. */
export function sameBlank(a: Style, b: Style): boolean {
  if (a === b) return true;
  const lines = (styleAttributes(a) | styleAttributes(b)) & (UNDERLINE | REVERSE);
  return lines === 0 && styleBackground(a) === styleBackground(b);
}

/** Pieces of rows that changed, each to be drawn with one style, in the order of reading. */
export class Segments {
  /** How many there are. */
  count = 0;
  rows = new Int32Array(256);
  /** First column, and the one after the last. */
  from = new Int32Array(256);
  to = new Int32Array(256);
  looks = new Int32Array(256);
  /** DRAW, or ERASE from the first column to the row's end. */
  kinds = new Uint8Array(256);
  /** 1 for segments without anything but blanks, which need no more than a style with the same background. */
  blank = new Uint8Array(256);
  /** 1 where the order in the row matters, for terminals may draw a grapheme over what stands right of it. */
  ordered = new Uint8Array(256);

  /**
   * Finds what changed between two frames of one size.
   * @param erasesColor whether erasing leaves cells in the background that is set
   */
  find(before: Frame, next: Frame, erasesColor: boolean): void {
    this.count = 0;
    for (let y = 0; y < next.height; y++) this.#row(y, before, next, erasesColor);
  }

  #row(y: number, before: Frame, next: Frame, erasesColor: boolean): void {
    const { width, glyphs, styles } = next;
    const row = y * width;
    const oldGlyphs = before.glyphs;
    const oldStyles = before.styles;
    let last = row + width - 1;
    while (last >= row && glyphs[last] === oldGlyphs[last] && styles[last] === oldStyles[last]) last--;
    if (last < row) return;
    let at = row;
    while (glyphs[at] === oldGlyphs[at] && styles[at] === oldStyles[at]) at++;
    // The left half of a wide grapheme stands for both.
    if (glyphs[at] === CONTINUATION && at > row) at--;
    const tail = this.#tail(row, next, erasesColor);
    const first = this.count;
    let ordered = 0;
    // Cells that a terminal may have overwritten with a grapheme wider than it is here.
    let spoilt = 0;
    while (at <= last || at < spoilt) {
      const glyph = glyphs[at];
      if (at >= tail && last - at >= MIN_ERASED) {
        this.#add(y, at - row, width, styles[at], ERASE, 1);
        break;
      }
      const wide = at + 1 < row + width && glyphs[at + 1] === CONTINUATION ? 1 : 0;
      const changed = at < spoilt || glyph !== oldGlyphs[at] || styles[at] !== oldStyles[at] ||
        (wide === 1 && (oldGlyphs[at + 1] !== CONTINUATION || styles[at + 1] !== oldStyles[at + 1]));
      if (changed && glyph !== CONTINUATION) {
        if (!isAgreed(glyph)) {
          ordered = 1;
          spoilt = Math.max(spoilt, Math.min(row + width, at + widestReading(glyph)));
        }
        if (this.count === first || !this.#extend(at, row, next)) {
          this.#add(y, at - row, at - row + 1 + wide, styles[at], DRAW, glyph === SPACE ? 1 : 0);
        }
      }
      at += 1 + wide;
    }
    if (ordered) this.ordered.fill(1, first, this.count);
  }

  /** Lets the last segment reach over a cell, if the style and a short gap before it allow that. */
  #extend(at: number, row: number, next: Frame): boolean {
    const { glyphs, styles } = next;
    const index = this.count - 1;
    const end = row + this.to[index];
    if (at - end > MAX_GAP) return false;
    let look = this.looks[index];
    let blank = this.blank[index];
    for (let cell = end; cell <= at; cell++) {
      const glyph = glyphs[cell];
      if (cell < at && (glyph < SPACE || glyph > 0x7e)) return false;
      if (glyph === SPACE) {
        if (!sameBlank(styles[cell], look)) return false;
      } else if (styles[cell] !== look) {
        if (!blank || !sameBlank(look, styles[cell])) return false;
        look = styles[cell];
        blank = 0;
      } else blank = 0;
    }
    const wide = glyphs[at + 1] === CONTINUATION && at + 1 < row + next.width ? 1 : 0;
    this.to[index] = at - row + 1 + wide;
    this.looks[index] = look;
    this.blank[index] = blank;
    return true;
  }

  /** The cell from which a row is blank in one style that erasing gives. */
  #tail(row: number, next: Frame, erasesColor: boolean): number {
    const { width, glyphs, styles } = next;
    const end = row + width;
    const look = styles[end - 1];
    if ((styleAttributes(look) & (UNDERLINE | REVERSE)) !== 0) return end;
    if (styleBackground(look) >= 0 && !erasesColor) return end;
    let tail = end;
    while (tail > row && glyphs[tail - 1] === SPACE && styles[tail - 1] === look) tail--;
    return tail;
  }

  #add(row: number, from: number, to: number, look: Style, kind: number, blank: number): void {
    if (this.count === this.rows.length) this.#grow();
    const index = this.count++;
    this.rows[index] = row;
    this.from[index] = from;
    this.to[index] = to;
    this.looks[index] = look;
    this.kinds[index] = kind;
    this.blank[index] = blank;
    this.ordered[index] = 0;
  }

  #grow(): void {
    const wide = (old: Int32Array) => {
      const made = new Int32Array(old.length * 2);
      made.set(old);
      return made;
    };
    const narrow = (old: Uint8Array) => {
      const made = new Uint8Array(old.length * 2);
      made.set(old);
      return made;
    };
    this.rows = wide(this.rows);
    this.from = wide(this.from);
    this.to = wide(this.to);
    this.looks = wide(this.looks);
    this.kinds = narrow(this.kinds);
    this.blank = narrow(this.blank);
    this.ordered = narrow(this.ordered);
  }
}
