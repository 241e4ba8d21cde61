import { type Area, CellBuffer } from "../terminal/buffer.ts";
import type { Style } from "../terminal/style.ts";

/**
 * The panels as they were drawn last. What a panel shows changes once a snapshot and with a key pressed in it, frames
 * come far more often: a panel whose ingredients are the same is copied, not drawn again.
 */
export class PanelLayer {
  readonly #cells = new CellBuffer(0, 0);
  #ingredients = new Map<string, readonly unknown[]>();
  #drawn = new Map<string, readonly unknown[]>();

  /** Starts a frame of the buffer's size. */
  begin({ width, height }: CellBuffer): void {
    this.#drawn.clear();
    if (this.#cells.width === width && this.#cells.height === height) return;
    this.#cells.resize(width, height);
    this.#ingredients.clear();
  }

  /**
   * Draws a panel, on the layer if anything it is made of changed, and copies it into the buffer.
   * @param ingredients all that `draw` looks at, compared by identity
   */
  panel(
    buffer: CellBuffer,
    area: Area,
    ground: Style,
    name: string,
    ingredients: readonly unknown[],
    draw: (cells: CellBuffer) => void,
  ): void {
    const made = [area.x, area.y, area.width, area.height, ground, ...ingredients];
    const before = this.#ingredients.get(name);
    const same = before !== undefined && before.length === made.length &&
      made.every((ingredient, place) => ingredient === before[place]);
    if (!same) {
      this.#cells.fill(area, " ", ground);
      draw(this.#cells);
    }
    this.#drawn.set(name, made);
    buffer.copy(this.#cells, area);
  }

  /** Ends a frame: another panel may have been drawn over those that it did not show. */
  end(): void {
    [this.#ingredients, this.#drawn] = [this.#drawn, this.#ingredients];
  }
}
