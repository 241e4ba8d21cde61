import { type Batch, ESCAPED, NULL } from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import type { PatternsSummary, PatternSummary } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { Grouping } from "./patterns/grouping.ts";
import { LineTokens } from "./patterns/line_tokens.ts";
import { PatternIds } from "./patterns/pattern_ids.ts";
import { COVERED, RANKS, Shapes } from "./patterns/shapes.ts";
import { templateOf } from "./patterns/template.ts";
import { kindOfText } from "./patterns/variable_kind.ts";
import { WordRoles } from "./patterns/word_roles.ts";
import { BATCH_RECORDS } from "../record/batch.ts";
import { Scratch } from "./unescape_bytes.ts";

/** Patterns that a snapshot lists. */
export const TOP_PATTERNS = 1000;

/** Groups bodies into patterns: see docs/patterns.md for the method, its sources and its limits. */
export class Patterns implements Analyzer<PatternsSummary> {
  /** Numbers of the patterns of the last batch's rows, -1 for a row without a body; see `resolve`. */
  readonly leafOf = new Int32Array(BATCH_RECORDS);
  readonly #line = new LineTokens(new WordRoles());
  readonly #scratch = new Scratch();
  readonly #ids: PatternIds;
  #shapes = new Shapes();
  #grouping: Grouping;

  constructor(firstId = 0) {
    this.#ids = new PatternIds(firstId);
    this.#grouping = new Grouping(this.#shapes, (kept, lost) => this.#ids.join(kept, lost));
  }

  add(batch: Batch): void {
    for (let row = 0; row < batch.count; row++) {
      const kind = batch.bodyKind[row];
      if (kind === NULL) {
        this.leafOf[row] = -1;
        continue;
      }
      let bytes = batch.bytes;
      const line = this.#line;
      if (kind === ESCAPED) {
        const length = this.#scratch.unescape(bytes, batch.bodyFrom[row], batch.bodyTo[row]);
        bytes = this.#scratch.bytes;
        line.read(bytes, this.#scratch.view, 0, length);
      } else {
        line.read(bytes, batch.view, batch.bodyFrom[row], batch.bodyTo[row]);
      }
      const shapes = this.#shapes;
      let shape = shapes.table.get(line.prefixA[line.count], line.prefixB[line.count]);
      if (shape < 0) shape = this.#addShape(bytes);
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

  merge(_other: Patterns): void {
    throw new Error("not yet");
  }

  reset(): void {
    this.#shapes = new Shapes();
    this.#grouping = new Grouping(this.#shapes, (kept, lost) => this.#ids.join(kept, lost));
  }

  #addShape(bytes: Uint8Array): number {
    const shapes = this.#shapes;
    const before = shapes.size;
    const shape = shapes.addLine(this.#line, bytes);
    this.#grouping.add(shape);
    for (let made = before; made < shapes.size; made++) {
      const root = shapes.rootOf(made);
      if (shapes.id[root] < 0) shapes.id[root] = this.#ids.give();
      shapes.id[made] = shapes.id[root];
    }
    return shape;
  }
}
