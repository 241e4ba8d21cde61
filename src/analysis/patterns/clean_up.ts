import { COVERED, PROMOTED, Shapes } from "./shapes.ts";

/** Fewer patterns than this are never cut down: see the bound of `survivorsOf`. */
const LEAST_PATTERNS = 512;
/** The newest shapes stay in any case (one in this many), so that what has just begun can become a pattern. */
const NEWEST = 8;

export interface Survivors {
  shapes: Shapes;
  /** The new number of each shape, -1 for those that were let go. */
  copies: Int32Array;
  /** The shape (by its new number) that took over what each old one had counted, itself or another; -1 for none. */
  heirs: Int32Array;
  /** Records of the patterns that were let go. */
  dropped: number;
}

/**
 * What is worth keeping of shapes that have reached their bound, at most some five eighths of them.
 *
 * Of shapes that a promoted one covers, the more frequent half stays; what the others have counted goes to their
 * pattern. Of patterns, the median of their weights is subtracted from each weight, and those that have none left
 * go. That is the algorithm of Misra and Gries (Finding repeated elements, 1982) in batches: a subtraction
 * of v takes v from at least half of the patterns, so a pattern with more than n / (LEAST_PATTERNS / 2) of n records is
 * never let go.
 */
export function survivorsOf(shapes: Shapes): Survivors {
  const { size } = shapes;
  const weight = new Float64Array(size);
  const ofPattern = new Float64Array(size);
  const patterns: number[] = [];
  const covered: number[] = [];
  let essential = 0;
  for (let shape = 0; shape < size; shape++) {
    const root = shapes.rootOf(shape);
    if (root === shape) patterns.push(shape);
    weight[shape] = shapes.countOf(shape) - shapes.discount[shape];
    ofPattern[root] += weight[shape];
    if (isEssential(shapes, shape)) essential++;
    else covered.push(weight[shape]);
  }
  const leastCovered = median(covered);
  const tooMany = essential * 4 > size && patterns.length >= LEAST_PATTERNS;
  const leastPattern = tooMany ? median(patterns.map((root) => ofPattern[root])) : -1;
  const newest = size - Math.floor(size / NEWEST);
  const keep = new Uint8Array(size);
  for (let shape = 0; shape < size; shape++) {
    if (shape >= newest) keep[shape] = 1;
    else if (ofPattern[shapes.rootOf(shape)] <= leastPattern) continue;
    else if (isEssential(shapes, shape) || weight[shape] > leastCovered) keep[shape] = 1;
  }
  return copyOf(shapes, keep, Math.max(0, leastPattern), Math.max(0, leastCovered));
}

function copyOf(shapes: Shapes, keep: Uint8Array, patternCost: number, coveredCost: number): Survivors {
  const kept = new Shapes(shapes);
  const copies = new Int32Array(shapes.size).fill(-1);
  const roots = new Map<number, number>();
  const heirs = new Map<number, number>();
  for (let shape = 0; shape < shapes.size; shape++) {
    if (keep[shape] === 0) continue;
    const copy = copies[shape] = kept.copyFrom(shapes, shape);
    const root = shapes.rootOf(shape);
    const essential = isEssential(shapes, shape);
    kept.discount[copy] = Math.min(
      kept.discount[copy] + (essential ? patternCost : coveredCost),
      kept.countOf(copy),
    );
    kept.id[copy] = shapes.id[root];
    kept.parent[copy] = roots.get(root) ?? copy;
    if (!roots.has(root)) roots.set(root, copy);
    if (essential || !heirs.has(root)) heirs.set(root, copy);
  }
  const heirOf = copies.slice();
  let dropped = 0;
  for (let shape = 0; shape < shapes.size; shape++) {
    if (keep[shape] === 1) continue;
    const heir = heirs.get(shapes.rootOf(shape));
    if (heir === undefined) dropped += shapes.countOf(shape);
    else {
      kept.addCounts(heir, shapes, shape);
      heirOf[shape] = heir;
    }
  }
  return { shapes: kept, copies, heirs: heirOf, dropped };
}

/** Whether a pattern would be another without the shape. */
function isEssential(shapes: Shapes, shape: number): boolean {
  const flags = shapes.flags[shape];
  return (flags & COVERED) === 0 || (flags & PROMOTED) !== 0;
}

function median(numbers: number[]): number {
  if (numbers.length === 0) return 0;
  numbers.sort((a, b) => a - b);
  return numbers[numbers.length >> 1];
}
