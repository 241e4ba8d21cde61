/** The first of the places [0, count) from which on `holds` does, found by halving; `count` if it nowhere does. */
export function firstFrom(count: number, holds: (place: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
