import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import type { PatternDetails, PatternsSummary } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { Grouping } from "./patterns/grouping.ts";
import { KnownLines, type KnownText } from "./patterns/known_lines.ts";
import * as knownLinesConstants from "./patterns/known_lines.ts";
import { LineTokens } from "./patterns/line_tokens.ts";
import { BlankValues } from "./patterns/blank_values.ts";
import { survivorsOf } from "./patterns/clean_up.ts";
import { PatternIds } from "./patterns/pattern_ids.ts";
import { Shapes } from "./patterns/shapes.ts";
import * as shapesConstants from "./patterns/shapes.ts";
import { addValues, Summaries } from "./patterns/summaries.ts";
import { templateOf, variablesOf } from "./patterns/pattern_template.ts";
import { Variables } from "./patterns/variables.ts";
import { ExceptionLine } from "./patterns/exception_class.ts";
import { firstLineEnd } from "./patterns/first_line.ts";
import { WordRoles } from "./patterns/word_roles.ts";
import { Scratch } from "./unescape_bytes.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BATCH_RECORDS, ESCAPED, NULL } = kinds;
const { KNOWN_LINES_BYTES } = knownLinesConstants;
const { PROMOTED, RANKS } = shapesConstants;

/** OpenTelemetry's number of WARN. */
const WARN = 13;
/** Patterns that a snapshot lists. */
const TOP_PATTERNS = 1000;

/** Shapes held at the most, and what of them: tokens, bytes of text, keys of candidates. Whichever is reached first. */
export const MAX_SHAPES = 20_000;
const MAX_TOKENS_HELD = 1 << 18;
const MAX_TEXT_HELD = 1 << 21;
const MAX_CANDIDATES = 120_000;
/** Bytes that all of it takes at the most, see `bytes`. */
export const MAX_PATTERN_BYTES = 56 << 20;

/** Fewer records than this for each new shape between two clean-ups: the input is a flood of new shapes. */
const HURRY = 2;

/** Shapes of one pattern whose values are taken over in one clean-up; of more, some stand for all. */
const MAX_INHERITED = 256;

/** Groups bodies into patterns: see docs/patterns.md for the method, its sources and its limits. */
export class Patterns implements Analyzer<PatternsSummary> {
  /** Numbers of the patterns of the last batch's rows, -1 for a row without a body; see `resolve`. */
  readonly leafOf = new Int32Array(BATCH_RECORDS);
  readonly #line = new LineTokens(new WordRoles());
  readonly #known = new KnownLines(this.#line);
  readonly #scratch = new Scratch();
  readonly #exceptionLine = new ExceptionLine();
  readonly #ids: PatternIds;
  readonly #variables = new Variables();
  readonly #summaries = new Summaries();
  #shapes = new Shapes();
  #grouping: Grouping;
  /** Records and new shapes since the last clean-up. */
  #records = 0;
  #newShapes = 0;
  /** Records of patterns that were let go because too many were held. */
  #dropped = 0;
  /** The time of the last record that had one, by source. */
  readonly #latest = new Map<number, number>();

  constructor(firstId = 0) {
    this.#ids = new PatternIds(firstId);
    this.#grouping = new Grouping(this.#shapes, (kept, lost) => this.#ids.join(kept, lost));
  }

  /** What the bodies of the last batch have in common with lines before them. */
  get knownText(): KnownText {
    return this.#known;
  }

  add(batch: Batch): void {
    this.#records += batch.count;
    this.#known.begin();
    // A record without a time goes with the one before it in its source, the first ones with the next.
    let latest = this.#latest.get(batch.source) ?? firstTimeIn(batch);
    let dated = false;
    for (let row = 0; row < batch.count; row++) {
      const time = batch.time[row];
      if (time === time) {
        latest = time;
        dated = true;
      }
      const kind = batch.bodyKind[row];
      if (kind === NULL) {
        this.leafOf[row] = -1;
        continue;
      }
      let { bytes, view } = batch;
      let from = batch.bodyFrom[row];
      let to = batch.bodyTo[row];
      if (kind === ESCAPED) {
        to = firstLineEnd(bytes, from, to);
        if (to < 0) {
          to = this.#scratch.unescape(bytes, from, ~to);
          from = 0;
          bytes = this.#scratch.bytes;
          view = this.#scratch.view;
        }
      }
      let own = kind !== ESCAPED;
      if (own && batch.severity[row] >= WARN) {
        const length = this.#exceptionLine.read(bytes, view, from, to);
        if (length > 0) {
          ({ bytes, view } = this.#exceptionLine);
          [from, to, own] = [0, length, false];
        }
      }
      let shape = this.#known.find(bytes, view, from, to, own ? row : -1);
      if (shape < 0) shape = this.#shapeOf(bytes, view, from, to);
      const shapes = this.#shapes;
      this.leafOf[row] = shapes.id[shape];
      shapes.severities[shape * RANKS + severityRank(batch.severity[row])]++;
      if (latest < shapes.first[shape]) shapes.first[shape] = latest;
      if (latest > shapes.last[shape]) shapes.last[shape] = latest;
      if (--shapes.due[shape] === 0) this.#look(shape, bytes, view, from, to);
    }
    if (dated) this.#latest.set(batch.source, latest);
  }

  /** The number of the pattern that the number `leaf` of an earlier record has become. */
  resolve(leaf: number): number {
    return this.#ids.resolve(leaf);
  }

  /** The patterns with most records, at most `limit`. */
  snapshot(limit = TOP_PATTERNS): PatternsSummary {
    return this.#summaries.list(this.#shapes, this.#variables, limit);
  }

  /** The templates of some patterns, by their numbers, with the value of a variable that has but one in its place. */
  said(ids: Iterable<number>): Map<number, string> {
    return this.#summaries.said(this.#shapes, this.#variables, new Set(ids));
  }

  /** A pattern with the values of its variables; null if it is not held (any more). */
  details(id: number): PatternDetails | null {
    return this.#summaries.details(this.#shapes, this.#variables, this.resolve(id));
  }

  /** Bytes held, about; never more than MAX_PATTERN_BYTES. */
  get bytes(): number {
    return this.#shapes.bytes + this.#grouping.bytes + this.#variables.bytes + this.#ids.bytes +
      KNOWN_LINES_BYTES;
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
    for (let shape = 0; shape < theirs.size; shape++) {
      const values = other.#variables.of(shape);
      if (values !== undefined) this.#variables.merge(mine[shape], values);
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
    this.#variables.clear();
    this.#latest.clear();
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

  /** Looks at the values in a record of a shape with variables. */
  #look(shape: number, bytes: Uint8Array, view: DataView, from: number, to: number): void {
    this.#line.read(bytes, view, from, to);
    this.#shapes.due[shape] = this.#variables.add(this.#shapes, shape, this.#line, bytes, view);
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
    const { shapes, copies, heirs, dropped } = survivorsOf(this.#shapes);
    this.#inherit(copies, heirs, shapes);
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

  /** The values in shapes that go are counted in the promoted shape that takes over from them. */
  #inherit(copies: Int32Array, heirs: Int32Array, kept: Shapes): void {
    const old = this.#shapes;
    const gone = new Map<number, number[]>();
    for (let shape = 0; shape < old.size; shape++) {
      const heir = heirs[shape];
      if (copies[shape] >= 0 || heir < 0 || (kept.flags[heir] & PROMOTED) === 0) continue;
      const shapes = gone.get(heir);
      if (shapes === undefined) gone.set(heir, [shape]);
      else shapes.push(shape);
    }
    const variables = this.#variables;
    const inherited: [number, BlankValues[]][] = [];
    for (const [heir, shapes] of gone) {
      const template = templateOf(kept, heir);
      const places = variablesOf(template);
      const values = places.map(() => new BlankValues());
      const step = Math.ceil(shapes.length / MAX_INHERITED);
      for (let i = 0; i < shapes.length; i += step) {
        addValues(template, places, values, old, variables, shapes[i], step);
      }
      inherited.push([heir, values]);
    }
    variables.renumber(copies);
    for (const [heir, values] of inherited) variables.merge(heir, values);
  }
}

/** The first time in a batch; when it was received if no record of it has one. */
function firstTimeIn({ time, count, received }: Batch): number {
  for (let row = 0; row < count; row++) if (time[row] === time[row]) return time[row];
  return received;
}
