import { type Batch, ESCAPED, NULL } from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import type { PatternsSummary, PatternSummary } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { Grouping } from "./patterns/grouping.ts";
import { KnownLines } from "./patterns/known_lines.ts";
import { LineTokens } from "./patterns/line_tokens.ts";
import { survivorsOf } from "./patterns/clean_up.ts";
import { PatternIds } from "./patterns/pattern_ids.ts";
import { COVERED, RANKS, Shapes } from "./patterns/shapes.ts";
import { templateOf } from "./patterns/template.ts";
import { kindOfText } from "./patterns/variable_kind.ts";
import { WordRoles } from "./patterns/word_roles.ts";
import { BATCH_RECORDS } from "../record/batch.ts";
import { Scratch } from "./unescape_bytes.ts";

/** Patterns that a snapshot lists. */
export const TOP_PATTERNS = 1000;

/** Shapes held at the most, and what of them: tokens, bytes of text, keys of candidates. Whichever is reached first. */
export const MAX_SHAPES = 20_000;
export const MAX_TOKENS_HELD = 1 << 18;
export const MAX_TEXT_HELD = 1 << 21;
export const MAX_CANDIDATES = 1 << 17;

/** Fewer records than this for each new shape between two clean-ups: the input is a flood of new shapes. */
const HURRY = 2;

/** Groups bodies into patterns: see docs/patterns.md for the method, its sources and its limits. */
export class Patterns implements Analyzer<PatternsSummary> {
  /** Numbers of the patterns of the last batch's rows, -1 for a row without a body; see `resolve`. */
  readonly leafOf = new Int32Array(BATCH_RECORDS);
  readonly #line = new LineTokens(new WordRoles());
  readonly #known = new KnownLines(this.#line);
  readonly #scratch = new Scratch();
  readonly #ids: PatternIds;
  #shapes = new Shapes();
  #grouping: Grouping;
  /** Records and new shapes since the last clean-up. */
  #records = 0;
  #newShapes = 0;
  /** Records of patterns that were let go because too many were held. */
  #dropped = 0;

  constructor(firstId = 0) {
    this.#ids = new PatternIds(firstId);
    this.#grouping = new Grouping(this.#shapes, (kept, lost) => this.#ids.join(kept, lost));
  }

  add(batch: Batch): void {
    this.#records += batch.count;
    for (let row = 0; row < batch.count; row++) {
      const kind = batch.bodyKind[row];
      if (kind === NULL) {
        this.leafOf[row] = -1;
        continue;
      }
      let { bytes, view } = batch;
      let from = batch.bodyFrom[row];
      let to = batch.bodyTo[row];
      if (kind === ESCAPED) {
        to = this.#scratch.unescape(bytes, from, to);
        from = 0;
        bytes = this.#scratch.bytes;
        view = this.#scratch.view;
      }
      let shape = this.#known.find(bytes, view, from, to);
      if (shape < 0) shape = this.#shapeOf(bytes, view, from, to);
      const shapes = this.#shapes;
      this.leafOf[row] = shapes.id[shape];
      shapes.severities[shape * RANKS + severityRank(batch.severity[row])]++;
      const own = batch.time[row];
      const time = own === own ? own : batch.received;
      if (time < shapes.first[shape]) shapes.first[shape] = time;
      if (time > shapes.last[shape]) shapes.last[shape] = time;
    }
  }

  /** The number of the pattern that the number `leaf` of an earlier record has become. */
  resolve(leaf: number): number {
    return this.#ids.resolve(leaf);
  }

  snapshot(): PatternsSummary {
    const shapes = this.#shapes;
    const byRoot = new Map<number, PatternSummary>();
    const best = new Map<number, number>();
    for (let shape = 0; shape < shapes.size; shape++) {
      const root = shapes.rootOf(shape);
      let pattern = byRoot.get(root);
      if (pattern === undefined) {
        pattern = {
          id: shapes.id[root],
          template: "",
          count: 0,
          severities: Array(RANKS).fill(0),
          first: Infinity,
          last: -Infinity,
        };
        byRoot.set(root, pattern);
      }
      for (let rank = 0; rank < RANKS; rank++) {
        const count = shapes.severities[shape * RANKS + rank];
        pattern.severities[rank] += count;
        pattern.count += count;
      }
      pattern.first = Math.min(pattern.first, shapes.first[shape]);
      pattern.last = Math.max(pattern.last, shapes.last[shape]);
      if ((shapes.flags[shape] & COVERED) === 0) best.set(root, shape);
    }
    const top = [...byRoot.entries()].sort(([, a], [, b]) => b.count - a.count).slice(0, TOP_PATTERNS);
    for (const [root, pattern] of top) {
      pattern.template = templateOf(shapes, best.get(root) ?? root, kindOfText);
    }
    return { top: top.map(([, pattern]) => pattern), total: byRoot.size };
  }

  /** Records that belong to patterns which were let go because the bound was reached. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes over what `other` has counted; its numbers lead to the merged ones if they began elsewhere (`firstId`). */
  merge(other: Patterns): void {
    const theirs = other.#shapes;
    const shapes = this.#shapes;
    const mine = new Int32Array(theirs.size);
    for (let shape = 0; shape < theirs.size; shape++) {
      const known = shapes.table.get(theirs.hashA[shape], theirs.hashB[shape]);
      if (known >= 0) shapes.addCounts(known, theirs, shape);
      mine[shape] = known >= 0 ? known : this.#addForeign(theirs, shape);
    }
    for (let shape = 0; shape < theirs.size; shape++) {
      this.#grouping.unite(mine[shape], mine[theirs.rootOf(shape)]);
    }
    this.#ids.mergeJoined(other.#ids);
    for (let shape = 0; shape < theirs.size; shape++) {
      const root = theirs.rootOf(shape);
      if (root === shape) this.#ids.lead(theirs.id[root], shapes.id[shapes.rootOf(mine[shape])]);
    }
    this.#dropped += other.#dropped;
    if (this.#full) this.#cleanUp();
  }

  reset(): void {
    this.#known.clear();
    this.#dropped = this.#records = this.#newShapes = 0;
    this.#shapes = new Shapes();
    this.#grouping = new Grouping(this.#shapes, (kept, lost) => this.#ids.join(kept, lost));
  }

  #shapeOf(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const line = this.#line;
    line.read(bytes, view, from, to);
    const shape = this.#shapes.table.get(line.prefixA[line.count], line.prefixB[line.count]);
    if (shape < 0) return this.#addShape(bytes);
    this.#known.learn(bytes, view, from, to, shape);
    return shape;
  }

  #addShape(bytes: Uint8Array): number {
    if (this.#full) this.#cleanUp();
    this.#newShapes++;
    const before = this.#shapes.size;
    const shape = this.#shapes.addLine(this.#line, bytes);
    this.#grouping.add(shape);
    this.#number(before);
    return shape;
  }

  #addForeign(theirs: Shapes, source: number): number {
    const before = this.#shapes.size;
    const shape = this.#shapes.copyFrom(theirs, source);
    this.#shapes.id[shape] = -1;
    this.#grouping.restore(shape);
    this.#number(before);
    return shape;
  }

  /** Gives numbers to the shapes from `before` on. */
  #number(before: number): void {
    const shapes = this.#shapes;
    for (let made = before; made < shapes.size; made++) {
      const root = shapes.rootOf(made);
      if (shapes.id[root] < 0) shapes.id[root] = this.#ids.give();
      shapes.id[made] = shapes.id[root];
    }
  }

  get #full(): boolean {
    const shapes = this.#shapes;
    return shapes.size >= MAX_SHAPES || shapes.tokensUsed > MAX_TOKENS_HELD ||
      shapes.textUsed > MAX_TEXT_HELD || this.#grouping.size > MAX_CANDIDATES;
  }

  #cleanUp(): void {
    const { shapes, copies, dropped } = survivorsOf(this.#shapes);
    this.#known.renumber(copies);
    this.#dropped += dropped;
    this.#shapes = this.#grouping.shapes = shapes;
    this.#grouping.clear();
    this.#grouping.hurried = this.#records < this.#newShapes * HURRY;
    this.#records = this.#newShapes = 0;
    const { size } = shapes;
    for (let shape = 0; shape < size; shape++) this.#grouping.restore(shape);
    this.#number(size);
  }
}
