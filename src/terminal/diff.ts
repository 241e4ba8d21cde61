import type { CellBuffer } from "./buffer.ts";
import { ByteWriter } from "./byte_writer.ts";
import type { Capabilities } from "./capability.ts";
import { asciiFor } from "./glyphs.ts";
import { CONTINUATION, graphemeText, graphemeWidth, isAgreed, widestReading } from "./grapheme.ts";
import { Sgr } from "./sgr.ts";
import { findShift, type Frame, type Shift } from "./shift.ts";
import { REVERSE, type Style, style, styleAttributes, styleBackground, UNDERLINE } from "./style.ts";

const SPACE = 0x20;
const ESC = 0x1b;
/** Unchanged cells that are written again rather than jumped over: a jump takes four bytes or more. */
const MAX_GAP = 4;
/** Cells from which erasing or repeating beats writing. */
const MIN_ERASED = 4;
const MIN_REPEATED_BYTES = 8;

function emptyFrame(): Frame {
  return { width: 0, height: 0, glyphs: new Uint32Array(0), styles: new Uint16Array(0) };
}

function digits(value: number): number {
  return value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
}

/**
 * Turns frames into what a terminal needs to get from the one to the next: changed cells only, lines scrolled where
 * they moved, the shortest movements and changes of style. Sequences are those of ECMA-48 and DEC STD 070.
 * The terminal must not wrap lines (DECAWM off).
 */
export class FrameDiff {
  #out = new ByteWriter();
  #sgr: Sgr;
  #ascii: boolean;
  #modern: boolean;
  #shown: Frame = emptyFrame();
  #next: Frame = emptyFrame();
  /** What each style looks like here, and on a blank. */
  #seen: Style[] = [];
  #blank: Style[] = [];
  #pen: Style = 0;
  /** The cursor's place; -1 where it is not known. */
  #x = -1;
  #y = -1;

  constructor(capabilities: Capabilities) {
    this.#sgr = new Sgr(capabilities.color);
    this.#ascii = capabilities.ascii;
    this.#modern = capabilities.modern;
  }

  /** Forgets what the screen shows: the next frame is drawn from nothing. */
  invalidate(): void {
    this.#shown = emptyFrame();
  }

  /**
   * The bytes that make the screen show `buffer`; none if it does already. They are valid until the next call.
   */
  update(buffer: CellBuffer): Uint8Array {
    const out = this.#out;
    out.reset();
    this.#take(buffer);
    const next = this.#next;
    if (this.#shown.width !== next.width || this.#shown.height !== next.height) this.#erase();
    else {
      const shift = findShift(this.#shown, next);
      if (shift) this.#scroll(shift);
    }
    for (let y = 0; y < next.height; y++) this.#row(y);
    this.#setPen(0);
    this.#next = this.#shown;
    this.#shown = next;
    return out.bytes;
  }

  /** Moves the cursor, for a terminal's own one; the bytes follow those of the last update. */
  moveCursor(x: number, y: number): Uint8Array {
    this.#moveTo(x, y);
    return this.#out.bytes;
  }

  /** Copies the cells, with the styles as they look on this terminal. */
  #take(buffer: CellBuffer): void {
    const { width, height } = buffer;
    const next = this.#next;
    const cells = width * height;
    if (next.glyphs.length !== cells) {
      next.glyphs = new Uint32Array(cells);
      next.styles = new Uint16Array(cells);
    }
    next.width = width;
    next.height = height;
    next.glyphs.set(buffer.glyphs);
    for (let at = 0; at < cells; at++) {
      const styles = next.glyphs[at] === SPACE ? this.#blank : this.#seen;
      next.styles[at] = styles[buffer.styles[at]] ?? this.#look(buffer.styles[at], next.glyphs[at]);
    }
  }

  #look(of: Style, glyph: number): Style {
    const seen = this.#seen[of] = this.#sgr.reduce(of);
    // Of a blank only the background shows, and lines and reversal.
    const plain = (styleAttributes(seen) & (UNDERLINE | REVERSE)) === 0;
    const blank = this.#blank[of] = plain ? style({ bg: styleBackground(seen) }) : seen;
    return glyph === SPACE ? blank : seen;
  }

  #erase(): void {
    const { width, height, glyphs } = this.#next;
    this.#shown = {
      width,
      height,
      glyphs: new Uint32Array(glyphs.length).fill(SPACE),
      styles: new Uint16Array(glyphs.length),
    };
    this.#out.text("\x1b[r\x1b[m\x1b[H\x1b[2J");
    this.#pen = 0;
    this.#x = 0;
    this.#y = 0;
  }

  #scroll({ top, bottom, by }: Shift): void {
    const { width, glyphs, styles, height } = this.#shown;
    this.#setPen(0);
    const whole = top === 0 && bottom === height;
    if (!whole) this.#sequence(top + 1, bottom, "r");
    this.#sequence(Math.abs(by), 0, by > 0 ? "S" : "T");
    if (!whole) this.#out.text("\x1b[r");
    // Setting the region sends the cursor home.
    if (!whole) this.#x = this.#y = 0;
    const kept = (bottom - top - Math.abs(by)) * width;
    const from = (top + Math.max(0, by)) * width;
    const to = (top + Math.max(0, -by)) * width;
    glyphs.copyWithin(to, from, from + kept);
    styles.copyWithin(to, from, from + kept);
    const blank = (by > 0 ? bottom - by : top) * width;
    glyphs.fill(SPACE, blank, blank + Math.abs(by) * width);
    styles.fill(0, blank, blank + Math.abs(by) * width);
  }

  #row(y: number): void {
    const { width, glyphs, styles } = this.#next;
    const before = this.#shown;
    const row = y * width;
    let last = width - 1;
    while (last >= 0 && this.#same(before, row + last)) last--;
    let x = 0;
    while (x <= last && this.#same(before, row + x)) x++;
    if (x > last) return;
    const tail = this.#tail(row);
    // Cells that a terminal may have overwritten with a grapheme wider than it is here.
    let spoilt = 0;
    while (x <= last || x < spoilt) {
      const at = row + x;
      if (x >= tail && last - x >= MIN_ERASED) {
        this.#moveTo(x, y);
        if (!this.#blankPen(styles[at])) this.#setPen(styles[at]);
        this.#out.text("\x1b[K");
        return;
      }
      if (glyphs[at] === CONTINUATION) {
        x++;
        continue;
      }
      const wide = x + 1 < width && glyphs[at + 1] === CONTINUATION;
      const changed = x < spoilt || !this.#same(before, at) || (wide && !this.#same(before, at + 1));
      if (!changed) {
        x++;
        continue;
      }
      this.#approach(x, y);
      const drawn = this.#cell(row, x, Math.max(last, spoilt - 1));
      if (!isAgreed(glyphs[at])) spoilt = Math.min(width, Math.max(spoilt, x + widestReading(glyphs[at])));
      x += drawn;
    }
  }

  #same(before: Frame, at: number): boolean {
    return before.glyphs[at] === this.#next.glyphs[at] && before.styles[at] === this.#next.styles[at];
  }

  /** The column from which a row is blank in one style that erasing gives. */
  #tail(row: number): number {
    const { width, glyphs, styles } = this.#next;
    const look = styles[row + width - 1];
    const attributes = styleAttributes(look) & (UNDERLINE | REVERSE);
    if (attributes !== 0 || (styleBackground(look) >= 0 && !this.#modern)) return width;
    let tail = width;
    while (tail > 0 && glyphs[row + tail - 1] === SPACE && styles[row + tail - 1] === look) tail--;
    return tail;
  }

  /** Brings the cursor to a cell, over a short gap by writing what stands there. */
  #approach(x: number, y: number): void {
    const { width, glyphs, styles } = this.#next;
    const gap = x - this.#x;
    if (this.#y === y && this.#x >= 0 && gap > 0 && gap <= MAX_GAP) {
      const row = y * width;
      let writable = true;
      for (let at = row + this.#x; at < row + x; at++) {
        const fits = glyphs[at] === SPACE ? this.#blankPen(styles[at]) : styles[at] === this.#pen;
        if (!fits || glyphs[at] < SPACE || glyphs[at] > 0x7e) writable = false;
      }
      if (writable) {
        for (let at = row + this.#x; at < row + x; at++) this.#out.byte(glyphs[at]);
        this.#x = x;
        return;
      }
    }
    this.#moveTo(x, y);
  }

  /** Whether a blank drawn with the pen as it is looks like one of the style. */
  #blankPen(of: Style): boolean {
    if (of === this.#pen) return true;
    const attributes = (styleAttributes(of) | styleAttributes(this.#pen)) & (UNDERLINE | REVERSE);
    return attributes === 0 && styleBackground(of) === styleBackground(this.#pen);
  }

  /** Writes the cell under the cursor, or a run of the same one up to `last`; answers how many columns that were. */
  #cell(row: number, x: number, last: number): number {
    const { width, glyphs, styles } = this.#next;
    const out = this.#out;
    const glyph = glyphs[row + x];
    const look = styles[row + x];
    if (glyph !== SPACE || !this.#blankPen(look)) this.#setPen(look);
    const agreed = isAgreed(glyph);
    const cells = glyph < 0x7f ? 1 : graphemeWidth(glyph);
    const from = out.length;
    if (this.#ascii && glyph > 0x7e) {
      out.text(asciiFor(graphemeText(glyph)));
      this.#advance(cells);
      return cells;
    }
    if (!agreed) {
      // A terminal that takes fewer cells for it would leave what stood there.
      for (let blank = 0; blank < cells; blank++) out.byte(SPACE);
      this.#x = -1;
      this.#moveTo(x, this.#y);
      out.text(graphemeText(glyph));
      this.#x = -1;
      return cells;
    }
    if (glyph <= 0x10ffff) out.codePoint(glyph);
    else out.text(graphemeText(glyph));
    this.#advance(cells);
    if (cells > 1 || glyph > 0x10ffff || !this.#modern) return cells;
    let run = 1;
    while (
      x + run <= last && x + run < width && glyphs[row + x + run] === glyph && styles[row + x + run] === look
    ) run++;
    if ((run - 1) * (out.length - from) < MIN_REPEATED_BYTES) return 1;
    this.#sequence(run - 1, 0, "b");
    this.#advance(run - 1);
    return run;
  }

  #setPen(to: Style): void {
    if (to === this.#pen) return;
    this.#out.raw(this.#sgr.change(this.#pen, to));
    this.#pen = to;
  }

  #advance(cells: number): void {
    // In the last column terminals differ over where the cursor is.
    if (this.#x >= 0) this.#x = this.#x + cells < this.#next.width ? this.#x + cells : -1;
  }

  /** Moves by the shortest sequence. */
  #moveTo(x: number, y: number): void {
    if (x === this.#x && y === this.#y) return;
    const out = this.#out;
    const right = this.#x < 0 ? -1 : x - this.#x;
    if (y === this.#y && x === 0) out.byte(0x0d);
    else if (y === this.#y && right > 0) this.#sequence(right, 0, "C");
    else if (y === this.#y && right < 0 && this.#x >= 0 && digits(-right) < digits(x + 1)) {
      this.#sequence(-right, 0, "D");
    } else if (y === this.#y) this.#sequence(x + 1, 0, "G");
    else if (y === this.#y + 1 && this.#y >= 0 && x === 0) out.text("\r\n");
    else if (y === this.#y + 1 && this.#y >= 0 && right === 0) out.text("\x1b[B");
    else if (right === 0) this.#sequence(y + 1, 0, "d");
    else this.#sequence(y + 1, x + 1, "H");
    this.#x = x;
    this.#y = y;
  }

  /** CSI with one or two numbers, left out where they are 1, which is what they are by default. */
  #sequence(first: number, second: number, final: "C" | "D" | "G" | "H" | "S" | "T" | "b" | "d" | "r"): void {
    const out = this.#out;
    out.byte(ESC);
    out.byte(0x5b);
    if (first !== 1) out.decimal(first);
    if (second > 1) {
      out.byte(0x3b);
      out.decimal(second);
    }
    out.byte(final.charCodeAt(0));
  }
}
