/** Counts up to which ranks are found without sorting: most are small. */
const RARE = 256;
/** How many there are of each small count. */
const ofCount = new Int32Array(RARE);

/** The count of the given rank (1 is the highest) among whole numbers from 1 on, 0 if there are fewer; they may be sorted. */
export function countOfRank(rank: number, counts: Float64Array): number {
  if (counts.length < rank) return 0;
  countRare(counts);
  return rareOfRank(rank, counts.length) ?? counts.sort()[counts.length - rank];
}

// Loops of functions of their own: the engine compiles one while it runs, and would have to leave it at its end.

function countRare(counts: Float64Array): void {
  ofCount.fill(0);
  for (let at = 0; at < counts.length; at++) if (counts[at] < RARE) ofCount[counts[at]]++;
}

/** The count of the given rank among so many, null if it is no small one. */
function rareOfRank(rank: number, many: number): number | null {
  for (let count = 1, left = many; count < RARE; count++) {
    left -= ofCount[count];
    if (left < rank) return count;
  }
  return null;
}
