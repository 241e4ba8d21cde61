/**
 * The name that was probably meant by a mistyped one; null if none is near. Case is ignored. One that goes on where the
 * typed one ends is meant before one that takes several changes.
 */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  const word = typed.toLowerCase();
  if (word === "") return null;
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor((word.length + 1) / 3)) + 1;
  let beginning: string | null = null;
  for (const name of names) {
    const distance = editDistance(word, name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
    if (word.length >= 3 && name.toLowerCase().startsWith(word)) beginning ??= name;
  }
  return beginning !== null && least > 1 ? beginning : nearest;
}

/** `; did you mean x?`, or nothing. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const name = nearestName(typed, names);
  return name === null ? "" : `; did you mean ${name}?`;
}

/**
 * Characters to insert, delete, replace or swap with their neighbour to make one word of the other (optimal
 * string alignment, after F. Damerau, "A technique for computer detection and correction of spelling errors").
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1);
      }
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}
