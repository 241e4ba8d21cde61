import type { CellBuffer } from "./buffer.ts";
import { ByteWriter } from "./byte_writer.ts";
import type { Capabilities } from "./capability.ts";
import { asciiFor } from "./glyphs.ts";
import { graphemeText, graphemeWidth, isAgreed } from "./grapheme.ts";
import { Sgr } from "./sgr.ts";
import { ERASE, sameBlank, Segments } from "./segments.ts";
import { findShift, type Frame, type Shift } from "./shift.ts";
import { REVERSE, type Style, style, styleAttributes, styleBackground, UNDERLINE } from "./style.ts";

const SPACE = 0x20;
const ESC = 0x1b;
/** Bytes from which a repetition by a count beats writing. */
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
  #segments = new Segments();
  #reading = new Int32Array(0);
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
    this.#segments.find(this.#shown, next, this.#modern);
    for (const index of this.#order()) this.#segment(index);
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
    const { glyphs, styles } = buffer;
    const looks = next.styles;
    let of = -1;
    let blank = -1;
    let look = 0;
    for (let at = 0; at < cells; at++) {
      const isBlank = glyphs[at] === SPACE ? 1 : 0;
      if (styles[at] !== of || isBlank !== blank) {
        of = styles[at];
        blank = isBlank;
        look = (isBlank ? this.#blank : this.#seen)[of] ?? this.#look(of, glyphs[at]);
      }
      looks[at] = look;
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

  /** The segments in the order that takes fewer bytes: as they are read, or style by style. */
  #order(): Int32Array {
    const { count, looks, ordered } = this.#segments;
    if (this.#reading.length < count) {
      this.#reading = Int32Array.from({ length: count * 2 }, (_, index) => index);
    }
    const reading = this.#reading.subarray(0, count);
    const byStyle = reading.slice().sort((a, b) => {
      // Rows whose order matters come first and stay as they are.
      const first = ordered[b] - ordered[a];
      return first !== 0 ? first : ordered[a] || looks[a] === looks[b] ? a - b : looks[a] - looks[b];
    });
    return this.#cost(byStyle) < this.#cost(reading) ? byStyle : reading;
  }

  /** About how many bytes movements and styles take in an order. */
  #cost(order: Int32Array): number {
    const { rows, from, to, looks, blank } = this.#segments;
    let bytes = 0;
    let pen = 0;
    let y = -1;
    let x = -1;
    for (const index of order) {
      if (y !== rows[index] || x !== from[index]) {
        bytes += y === rows[index] ? 5 : y + 1 === rows[index] ? 6 : 7;
      }
      y = rows[index];
      x = to[index];
      if (looks[index] === pen || (blank[index] && sameBlank(looks[index], pen))) continue;
      bytes += this.#sgr.change(pen, looks[index]).length;
      pen = looks[index];
    }
    return bytes;
  }

  #segment(index: number): void {
    const { rows, from, to, looks, kinds, blank } = this.#segments;
    const y = rows[index];
    this.#moveTo(from[index], y);
    if (!blank[index] || !sameBlank(looks[index], this.#pen)) this.#setPen(looks[index]);
    if (kinds[index] === ERASE) {
      this.#out.text("\x1b[K");
      return;
    }
    const row = y * this.#next.width;
    for (let x = from[index]; x < to[index];) {
      this.#moveTo(x, y);
      x += this.#cell(row, x, to[index]);
    }
  }

  /** Writes the cell under the cursor, or a run of the same one before `end`; answers how many columns that were. */
  #cell(row: number, x: number, end: number): number {
    const { glyphs } = this.#next;
    const out = this.#out;
    const glyph = glyphs[row + x];
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
    // tmux before 3.4 repeats the last ASCII character instead of any other one.
    if (glyph > 0x7e || !this.#modern) return cells;
    let run = 1;
    while (x + run < end && glyphs[row + x + run] === glyph) run++;
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
