/** Rows that moved: row `y` of the new frame is row `y + by` of the old one, for the rows `top` to `bottom` (not included). */
export interface Shift {
  top: number;
  bottom: number;
  by: number;
}

/** A frame's cells, row by row. */
export interface Frame {
  width: number;
  height: number;
  glyphs: Uint32Array;
  styles: Uint16Array;
}

const SPACE = 0x20;
/** Rows are compared in so many pieces, so that a list scrolls beside a pane that stands still. */
const PIECES = 4;
/** Changed cells below which looking for a shift does not pay. */
const MIN_CHANGED = 120;
/** Cells that a shift must save: the sequences for it take some thirty bytes. */
const MIN_SAVED = 60;

function changedCells(old: Frame, oldRow: number, now: Frame, row: number): number {
  const { glyphs: oldGlyphs, styles: oldStyles } = old;
  const { width, glyphs, styles } = now;
  let changed = 0;
  for (let a = oldRow * width, b = row * width, end = b + width; b < end; a++, b++) {
    if (oldGlyphs[a] !== glyphs[b] || oldStyles[a] !== styles[b]) changed++;
  }
  return changed;
}

function filledCells(frame: Frame, row: number): number {
  const { glyphs, styles, width } = frame;
  let filled = 0;
  for (let at = row * width, end = at + width; at < end; at++) {
    if (glyphs[at] !== SPACE || styles[at] !== 0) filled++;
  }
  return filled;
}

/** A hash of one piece of a row (FNV-1a over graphemes and styles), 0 for a piece that is all one sign. */
function hashPiece(frame: Frame, row: number, piece: number): number {
  const { glyphs, styles, width } = frame;
  const from = row * width + Math.floor(width * piece / PIECES);
  const to = row * width + Math.floor(width * (piece + 1) / PIECES);
  const first = glyphs[from];
  let hash = 0x811c9dc5;
  let uniform = true;
  for (let at = from; at < to; at++) {
    if (glyphs[at] !== first) uniform = false;
    hash = Math.imul(hash ^ glyphs[at] ^ styles[at] << 21, 0x01000193);
  }
  return uniform ? 0 : hash >>> 0 || 1;
}

/** The distance by which most pieces of rows moved; 0 if none did. */
function commonDistance(old: Frame, now: Frame): number {
  const votes = new Int32Array(2 * now.height);
  for (let piece = 0; piece < PIECES; piece++) {
    const rows = new Map<number, number>();
    for (let y = 0; y < old.height; y++) {
      const hash = hashPiece(old, y, piece);
      // A piece that stands twice says nothing about where it went.
      if (hash !== 0) rows.set(hash, rows.has(hash) ? -1 : y);
    }
    for (let y = 0; y < now.height; y++) {
      const from = rows.get(hashPiece(now, y, piece)) ?? -1;
      if (from >= 0) votes[from - y + now.height]++;
    }
  }
  let best = 0;
  for (let by = 1 - now.height; by < now.height; by++) {
    if (by !== 0 && (best === 0 || votes[by + now.height] > votes[best + now.height])) best = by;
  }
  return votes[best + now.height] > 0 ? best : 0;
}

/** The run of rows that together save most cells, from what each row saves (Kadane, 1977). */
function bestRows(saved: Int32Array): { from: number; to: number; sum: number } {
  let best = { from: 0, to: 0, sum: 0 };
  let from = 0;
  let sum = 0;
  for (let y = 0; y < saved.length; y++) {
    if (sum <= 0) {
      from = y;
      sum = 0;
    }
    sum += saved[y];
    if (sum > best.sum) best = { from, to: y + 1, sum };
  }
  return best;
}

/** The scrolling of whole rows that makes the new frame from the old one with fewest changed cells, if any pays. */
export function findShift(old: Frame, now: Frame): Shift | undefined {
  const { height } = now;
  const unmoved = new Int32Array(height);
  let changed = 0;
  for (let y = 0; y < height; y++) changed += unmoved[y] = changedCells(old, y, now, y);
  if (changed < MIN_CHANGED) return undefined;
  const by = commonDistance(old, now);
  if (by === 0) return undefined;
  const saved = new Int32Array(height);
  for (let y = Math.max(0, -by); y < Math.min(height, height - by); y++) {
    saved[y] = unmoved[y] - changedCells(old, y + by, now, y);
  }
  const { from, to, sum } = bestRows(saved);
  const top = Math.min(from, from + by);
  const bottom = Math.max(to, to + by);
  // Scrolled-in rows start blank.
  let total = sum;
  for (let y = top; y < bottom; y++) if (y < from || y >= to) total += unmoved[y] - filledCells(now, y);
  return total >= MIN_SAVED && to > from ? { top, bottom, by } : undefined;
}
