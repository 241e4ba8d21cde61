import type { CellBuffer } from "./buffer.ts";
import type { Capabilities } from "./capability.ts";
import { FrameDiff } from "./diff.ts";

const encoder = new TextEncoder();
/** Synchronized output: the terminal shows what is between the marks at once. */
const BEGIN = encoder.encode("\x1b[?2026h");
const END = encoder.encode("\x1b[?2026l");
const SHOW_CURSOR = encoder.encode("\x1b[?25h");
const HIDE_CURSOR = encoder.encode("\x1b[?25l");

/** A cell. */
export interface Position {
  x: number;
  y: number;
}

/** Draws frames on a terminal, one write a frame, and none when nothing changed. */
export class Screen {
  #write: (bytes: Uint8Array) => void;
  #diff: FrameDiff;
  #cursor: Position | undefined;

  /** @param write gets all the bytes of a frame in one call; they are its own to keep */
  constructor(write: (bytes: Uint8Array) => void, capabilities: Capabilities) {
    this.#write = write;
    this.#diff = new FrameDiff(capabilities);
  }

  /** Forgets what the terminal shows: the next frame is drawn from nothing (after a resize or a suspension). */
  invalidate(): void {
    this.#diff.invalidate();
    this.#cursor = undefined;
  }

  /** Makes the terminal show `buffer`, with its cursor in a cell or hidden. */
  draw(buffer: CellBuffer, cursor?: Position): void {
    let cells = this.#diff.update(buffer);
    const moved = cursor?.x !== this.#cursor?.x || cursor?.y !== this.#cursor?.y;
    if (cells.length === 0 && !moved) return;
    if (cursor) cells = this.#diff.moveCursor(cursor.x, cursor.y);
    const shown = !cursor === !this.#cursor ? undefined : cursor ? SHOW_CURSOR : HIDE_CURSOR;
    const frame = new Uint8Array(BEGIN.length + cells.length + (shown?.length ?? 0) + END.length);
    frame.set(BEGIN, 0);
    frame.set(cells, BEGIN.length);
    if (shown) frame.set(shown, BEGIN.length + cells.length);
    frame.set(END, frame.length - END.length);
    this.#cursor = cursor;
    this.#write(frame);
  }
}
