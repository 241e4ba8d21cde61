/** Where one is in a list: the row under the cursor and the first row on the screen. */
export interface ListPosition {
  readonly cursor: number;
  readonly top: number;
}

export const START: ListPosition = { cursor: 0, top: 0 };

/** The ways to move in every list, tree and page. */
export const MOVES = ["up", "down", "pageUp", "pageDown", "halfUp", "halfDown", "first", "last"] as const;
export type Move = typeof MOVES[number];

/** How far a move goes in a list of which `height` rows show; infinite for the ends. */
export function distanceOf(move: Move, height: number): number {
  switch (move) {
    case "up":
      return -1;
    case "down":
      return 1;
    case "pageUp":
      return -Math.max(1, height - 1);
    case "pageDown":
      return Math.max(1, height - 1);
    case "halfUp":
      return -Math.max(1, height >> 1);
    case "halfDown":
      return Math.max(1, height >> 1);
    case "first":
      return -Infinity;
    case "last":
      return Infinity;
  }
}

/** Moves the cursor by `distance` rows in a list of `count`: by one row it moves in the view, by more with it. */
export function movedBy(
  position: ListPosition,
  distance: number,
  count: number,
  height: number,
): ListPosition {
  return placed(position, distance, viewDistance(distance), count, height);
}

/** Puts the cursor on a row that shows, as a click does: the view stays. */
export function chosenBy(
  position: ListPosition,
  distance: number,
  count: number,
  height: number,
): ListPosition {
  return placed(position, distance, 0, count, height);
}

/** The cursor `distance` rows further, the view `along`. */
function placed(
  position: ListPosition,
  distance: number,
  along: number,
  count: number,
  height: number,
): ListPosition {
  const cursor = clamp(position.cursor + distance, 0, count - 1);
  return { cursor, top: topFor(cursor, position.top + along, count, height) };
}

/** How far the view goes along with a cursor that moves by `distance`. */
export function viewDistance(distance: number): number {
  return Math.abs(distance) > 1 ? distance : 0;
}

/** Moves a page that has no cursor. */
export function scrolledBy(
  position: ListPosition,
  distance: number,
  count: number,
  height: number,
): ListPosition {
  const top = clamp(position.top + distance, 0, count - height);
  return { cursor: top, top };
}

/** The first row to show so that the cursor shows and no room is wasted at the end. */
export function topFor(cursor: number, top: number, count: number, height: number): number {
  const held = clamp(top, cursor - height + 1, cursor);
  return clamp(held, 0, count - height);
}

/** `value` within [low, high]; `low` where the two cross. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
