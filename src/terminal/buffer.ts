import { CONTINUATION, graphemes, graphemeText, graphemeWidth, UNITS_PER_CELL } from "./grapheme.ts";
import { changeStyle, type Style, type StyleSpec } from "./style.ts";
import { isSimple, visible } from "./text.ts";

/** A rectangle of cells; it may reach past the buffer, which clips it. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SPACE = 0x20;

/** What is to be on the screen: a grid of cells, each a grapheme and a style. */
export class CellBuffer {
  #width = 0;
  #height = 0;
  /** Row by row: a grapheme's number, or CONTINUATION for the right half of a wide one. */
  glyphs = new Uint32Array(0);
  /** Row by row: a style's number. */
  styles = new Uint16Array(0);

  constructor(width: number, height: number) {
    this.resize(width, height);
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /**
   * Draws the visible form of `text` from (x, y) to the right, clipped to the buffer and to `maxCells`. A wide
   * character that does not fit becomes a blank.
   * @returns how many cells of the line the text took, those left of the buffer included
   */
  text(x: number, y: number, text: string, style: Style, maxCells = Infinity): number {
    const end = Math.min(this.#width, x + maxCells);
    if (y < 0 || y >= this.#height || x >= end) return 0;
    // A line may be a megabyte long: no more of it than can show is looked at.
    const cells = end - x + 1;
    const start = text.length > cells ? text.slice(0, cells) : text;
    if (isSimple(start)) return this.#simple(x, y, start, style, end);
    const units = cells * UNITS_PER_CELL;
    const shown = visible(text.length > units ? text.slice(0, units) : text);
    let at = x;
    for (const grapheme of graphemes(shown)) {
      if (at >= end) break;
      const width = graphemeWidth(grapheme);
      if (width === 1) this.#put(at, y, grapheme, style);
      else if (at >= 0 && at + 2 <= end) this.#putWide(at, y, grapheme, style);
      else {
        this.#put(at, y, SPACE, style);
        if (at + 1 < end) this.#put(at + 1, y, SPACE, style);
      }
      at += width;
    }
    return Math.min(at, end) - x;
  }

  /** Fills an area with one character; of a wide one, as many as fit in each row. */
  fill(area: Area, char: string, style: Style): void {
    const { left, right, top, bottom } = this.#clip(area);
    const grapheme = graphemes(visible(char))[0] ?? SPACE;
    for (let y = top; y < bottom; y++) {
      if (graphemeWidth(grapheme) === 1) {
        for (let x = left; x < right; x++) this.#put(x, y, grapheme, style);
      } else {
        let x = left;
        for (; x + 2 <= right; x += 2) this.#putWide(x, y, grapheme, style);
        if (x < right) this.#put(x, y, SPACE, style);
      }
    }
  }

  /** Changes the named parts of the style of each cell in an area; characters and other parts stay. */
  restyle(area: Area, change: StyleSpec): void {
    const { left, right, top, bottom } = this.#clip(area);
    let from = -1;
    let to = 0;
    for (let y = top; y < bottom; y++) {
      for (let at = y * this.#width + left, end = y * this.#width + right; at < end; at++) {
        if (this.styles[at] !== from) {
          from = this.styles[at];
          to = changeStyle(from, change);
        }
        this.styles[at] = to;
      }
    }
  }

  /** Copies an area's cells from a buffer of the same size; the area's edges must cut no wide character. */
  copy(from: CellBuffer, area: Area): void {
    const { left, right, top, bottom } = this.#clip(area);
    for (let y = top; y < bottom; y++) {
      const row = y * this.#width;
      this.glyphs.set(from.glyphs.subarray(row + left, row + right), row + left);
      this.styles.set(from.styles.subarray(row + left, row + right), row + left);
    }
  }

  /** Makes every cell a plain blank. */
  clear(): void {
    this.glyphs.fill(SPACE);
    this.styles.fill(0);
  }

  /** Takes another size; all cells become plain blanks. */
  resize(width: number, height: number): void {
    this.#width = Math.max(0, Math.floor(width));
    this.#height = Math.max(0, Math.floor(height));
    const cells = this.#width * this.#height;
    if (this.glyphs.length !== cells) {
      this.glyphs = new Uint32Array(cells);
      this.styles = new Uint16Array(cells);
    }
    this.clear();
  }

  /** The text of each row, blanks at its end included. */
  lines(): string[] {
    const rows: string[] = [];
    for (let y = 0; y < this.#height; y++) {
      let row = "";
      for (let at = y * this.#width, end = at + this.#width; at < end; at++) {
        if (this.glyphs[at] !== CONTINUATION) row += graphemeText(this.glyphs[at]);
      }
      rows.push(row);
    }
    return rows;
  }

  /** The style of one cell, plain outside of the buffer. */
  styleAt(x: number, y: number): Style {
    const inside = x >= 0 && y >= 0 && x < this.#width && y < this.#height;
    return inside ? this.styles[y * this.#width + x] : 0;
  }

  #clip(area: Area): { left: number; right: number; top: number; bottom: number } {
    return {
      left: Math.max(0, area.x),
      right: Math.min(this.#width, area.x + area.width),
      top: Math.max(0, area.y),
      bottom: Math.min(this.#height, area.y + area.height),
    };
  }

  /** Draws simple text, which is most of a screen, without making anything. Returns the cells it took. */
  #simple(x: number, y: number, text: string, style: Style, end: number): number {
    const to = Math.min(end, x + text.length);
    const first = Math.max(0, x);
    if (to <= first) return to - x;
    const { glyphs } = this;
    const row = y * this.#width;
    this.#splitWide(row + first, first);
    this.#splitWide(row + to - 1, to - 1);
    for (let column = first; column < to; column++) glyphs[row + column] = text.charCodeAt(column - x);
    this.styles.fill(style, row + first, row + to);
    return to - x;
  }

  #put(x: number, y: number, grapheme: number, style: Style): void {
    if (x < 0 || x >= this.#width) return;
    const at = y * this.#width + x;
    this.#splitWide(at, x);
    this.glyphs[at] = grapheme;
    this.styles[at] = style;
  }

  #putWide(x: number, y: number, grapheme: number, style: Style): void {
    this.#put(x, y, SPACE, style);
    this.#put(x + 1, y, SPACE, style);
    const at = y * this.#width + x;
    this.glyphs[at] = grapheme;
    this.glyphs[at + 1] = CONTINUATION;
  }

  /** Half of a wide character cannot stay when the other half is overwritten: it becomes a blank. */
  #splitWide(at: number, x: number): void {
    if (this.glyphs[at] === CONTINUATION) this.glyphs[at - 1] = SPACE;
    else if (x + 1 < this.#width && this.glyphs[at + 1] === CONTINUATION) this.glyphs[at + 1] = SPACE;
  }
}
