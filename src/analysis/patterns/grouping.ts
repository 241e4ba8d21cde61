import { BEGINS, BlankedShape, CONTINUES } from "./blanked_shape.ts";
import { Candidates } from "./candidates.ts";
import { MAX_TOKENS } from "./token_marks.ts";
import { SeveralBlanks } from "./several_blanks.ts";
import { COVERED, PROMOTED, SEVERAL, type Shapes } from "./shapes.ts";
import { DOTTED_VALUES, hasVariable, Spans } from "./spans.ts";

/** Spans of a shape that are looked at when in a hurry; one shape in so many is compared with others. */
const HURRIED_SPANS = 16;
const HURRIED_COMPARISONS = 8;

/**
 * Finds out which shapes are one pattern (steps 5 and 6 of the method in docs/patterns.md) and gives them one root.
 * Everything here happens once per new shape, never per record.
 */
export class Grouping {
  shapes: Shapes;
  /** Nearly every line is a new shape: only the first spans of each are looked at. */
  hurried = false;
  readonly #candidates = new Candidates();
  readonly #several = new SeveralBlanks();
  readonly #spans = new Spans();
  readonly #made = new BlankedShape();
  readonly #blank = new Uint8Array(MAX_TOKENS);
  readonly #queue: number[] = [];
  readonly #onUnion: (kept: number, lost: number) => void;

  /** `onUnion` is told of the numbers of two patterns that became one. */
  constructor(shapes: Shapes, onUnion: (kept: number, lost: number) => void) {
    this.shapes = shapes;
    this.#onUnion = onUnion;
  }

  /** Candidates held. */
  get size(): number {
    return this.#candidates.size;
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.#candidates.bytes + this.#several.bytes;
  }

  /** Finds the pattern of a new shape; the patterns of others may join on the way. */
  add(shape: number): void {
    this.#queue.push(shape);
    for (let next; (next = this.#queue.pop()) !== undefined;) this.#place(next);
  }

  /** Files a shape that was already placed, after `clear`. */
  restore(shape: number): void {
    const { shapes } = this;
    const flags = shapes.flags[shape];
    if ((flags & PROMOTED) !== 0) {
      if ((flags & SEVERAL) !== 0) this.#several.addPromoted(shapes, shape);
      else this.#setPromoted(shapes.keyA[shape], shapes.keyB[shape], shape);
    }
    if ((flags & COVERED) === 0) this.add(shape);
  }

  clear(): void {
    this.#candidates.clear();
    this.#several.clear();
  }

  #place(shape: number): void {
    const { shapes } = this;
    const spans = this.#spans;
    spans.read(shapes, shape, this.hurried ? HURRIED_SPANS : undefined);
    for (let i = 0; i < spans.count; i++) {
      const candidate = this.#candidates.find(spans.keyA[i], spans.keyB[i]);
      if (candidate < 0) continue;
      const promoted = this.#candidates.promotedOf(candidate);
      if (promoted < 0 || promoted === shape) continue;
      this.#cover(shape, promoted);
      return;
    }
    const promoted = this.#several.promotedFor(shapes, shape);
    if (promoted >= 0) {
      this.#cover(shape, promoted);
      return;
    }
    if (hasVariable(shapes, shape)) this.#fileItself(shape);
    for (let i = 0; i < spans.count; i++) {
      if (this.#file(shape, i)) return;
    }
    if (this.hurried && shape % HURRIED_COMPARISONS !== 0) return;
    const members = this.#several.add(shapes, shape, this.#made);
    if (members !== null) this.#promoteSeveral(shape, members);
  }

  /** A shape with variables is also what others become when one of their spans is blanked. */
  #fileItself(shape: number): void {
    const { shapes } = this;
    const candidates = this.#candidates;
    const a = shapes.hashA[shape];
    const b = shapes.hashB[shape];
    let candidate = candidates.find(a, b);
    if (candidate < 0) candidate = candidates.add(a, b);
    else if (candidates.promotedOf(candidate) >= 0) return;
    candidates.addMember(candidate, shape, true, true);
    if (!candidates.variableIsLikely(candidate)) return;
    shapes.flags[shape] |= PROMOTED;
    this.#setMembers(candidate, shape, a, b);
  }

  /** Files a shape under the key of its span i, and promotes the key when it is time. Whether it was. */
  #file(shape: number, i: number): boolean {
    const spans = this.#spans;
    const candidates = this.#candidates;
    const a = spans.keyA[i];
    const b = spans.keyB[i];
    let candidate = candidates.find(a, b);
    if (candidate < 0) candidate = candidates.add(a, b);
    candidates.addMember(candidate, shape, false, spans.dotted[i] === 1);
    const count = candidates.countOf(candidate);
    let values = spans.values[i];
    if (values > DOTTED_VALUES && candidates.allDotted(candidate)) values = DOTTED_VALUES;
    candidates.setEnough(candidate, spans.members[i]);
    if (count < values * spans.factor[i] && !candidates.variableIsLikely(candidate)) return false;
    this.#blank.fill(0);
    this.#blank[spans.from[i]] = BEGINS;
    for (let j = spans.from[i] + 1; j < spans.to[i]; j++) this.#blank[j] = CONTINUES;
    this.#made.make(this.shapes, shape, this.#blank);
    const promoted = this.#shapeMade(shape);
    this.#setMembers(candidate, promoted, a, b);
    return true;
  }

  #setMembers(candidate: number, promoted: number, a: number, b: number): void {
    const candidates = this.#candidates;
    for (let node = candidates.membersOf(candidate); node >= 0; node = candidates.nextOf(node)) {
      this.#cover(candidates.shapeAt(node), promoted);
    }
    candidates.setPromoted(candidate, promoted);
    this.shapes.keyA[promoted] = a;
    this.shapes.keyB[promoted] = b;
  }

  #promoteSeveral(shape: number, members: number[]): void {
    const promoted = this.#shapeMade(shape);
    this.shapes.flags[promoted] |= SEVERAL;
    this.#several.addPromoted(this.shapes, promoted);
    for (const member of members) this.#cover(member, promoted);
  }

  /** The shape in `#made`, added and to be placed in turn if it is new. */
  #shapeMade(example: number): number {
    const { shapes } = this;
    const made = this.#made;
    const known = shapes.table.get(made.hashA, made.hashB);
    if (known >= 0) {
      shapes.flags[known] |= PROMOTED;
      return known;
    }
    const shape = shapes.addTokens(made.tokens, made.count, made.hashA, made.hashB, example);
    this.#queue.push(shape);
    return shape;
  }

  #setPromoted(a: number, b: number, shape: number): void {
    let candidate = this.#candidates.find(a, b);
    if (candidate < 0) candidate = this.#candidates.add(a, b);
    this.#candidates.setPromoted(candidate, shape);
  }

  /** `general` says all that `shape` says: they are one pattern. */
  #cover(shape: number, general: number): void {
    if (shape === general) return;
    const { shapes } = this;
    shapes.flags[shape] |= COVERED;
    this.unite(shape, general);
  }

  /** Makes one pattern of those of two shapes. */
  unite(shape: number, general: number): void {
    const { shapes } = this;
    const one = shapes.rootOf(shape);
    const other = shapes.rootOf(general);
    if (one === other) return;
    const oneId = shapes.id[one];
    const otherId = shapes.id[other];
    // The older number stays; a shape without a number yet has none to lose.
    const oneStays = otherId < 0 || (oneId >= 0 && oneId < otherId);
    const root = oneStays ? one : other;
    const lost = oneStays ? other : one;
    shapes.parent[lost] = root;
    if (shapes.id[lost] >= 0) this.#onUnion(shapes.id[root], shapes.id[lost]);
  }
}
