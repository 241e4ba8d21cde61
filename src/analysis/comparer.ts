import { type Batch, BATCH_RECORDS } from "../record/batch.ts";
import type {
  ComparedNumber,
  ComparedPattern,
  ComparedSeverity,
  ComparedSide,
  Comparison,
} from "../record/comparison.ts";
import { SEVERITY_RANKS, severityRank } from "../record/severity.ts";
import type { PatternSummary } from "../record/summary.ts";
import { AttributeComparer } from "./attribute_comparer.ts";
import { isInBody, isMeasurement } from "./findings/measures.ts";
import { FALSE_SHARE, isNotableRatio, NOTABLE_SHARE } from "./notable.ts";
import type { Measure } from "./patterns/number_text.ts";
import { RecordNumbers } from "./record_numbers.ts";
import { SpreadSample } from "./spread_sample.ts";
import { benjaminiHochberg, noiseOf, rateStatistic, rateTest, sharesTest } from "./statistics/count_tests.ts";
import { weightedMedian } from "./statistics/order.ts";
import { quantileOf, rankTest, tailTest } from "./statistics/number_tests.ts";

const RANKS = SEVERITY_RANKS.length;
/** A change of a share within a pattern that is worth telling. */
const NOTABLE_PATTERN_SHARE = 0.1;
/** How much oftener than not a number must be larger (or smaller), and how far its median or p95 must move. */
const NOTABLE_PAIRS = 0.62;
const NOTABLE_MOVE = 1.15;
/** Where only the largest values moved: how far their p95, and how many times as many must lie above it. */
const NOTABLE_TAIL = 1.5;
const NOTABLE_ABOVE = 2;
/** Values of a number needed on each side. */
const LEAST_VALUES = 10;
/** Numbers (places in a pattern) that are followed, and patterns' leaves held before they are joined. */
const MAX_NUMBERS = 2000;
const MAX_LEAVES = 50_000;
/** Records of a leaf whose numbers are all looked at; then one in a few. */
const ALL_LOOKED_AT = 2000;
const ONE_IN = 8;
interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

interface FollowedNumber extends Sides<SpreadSample> {
  readonly leaf: number;
  readonly name: string;
  readonly measure: Measure;
}

/**
 * Counts the patterns and numbers of two sides and says what changed. Both sides must come from one set of patterns, so
 * that numbers of leaves mean the same. Memory: 5 MB of counts, 13 MB of numbers and 10 MB of attributes at
 * the most.
 */
export class Comparer {
  readonly #names: readonly [string, string];
  readonly #resolve: (leaf: number) => number;
  #leaves = new Map<number, Sides<Float64Array>>();
  readonly #sides = [newSide(), newSide()];
  readonly #numbers = new Map<string, FollowedNumber>();
  readonly #reader = new RecordNumbers();
  readonly #attributes = new AttributeComparer();
  /** The side of each row of a batch, asked for once. */
  readonly #sideOf = new Int8Array(BATCH_RECORDS);

  constructor(names: readonly [before: string, after: string], resolve: (leaf: number) => number) {
    this.#names = names;
    this.#resolve = resolve;
  }

  /** `sideOf`: 0 for a row before, 1 for one after; others are left out. */
  add(batch: Batch, leafOf: Int32Array, sideOf: (row: number) => number): void {
    const sides = this.#sideOf;
    for (let row = 0; row < batch.count; row++) sides[row] = sideOf(row);
    this.#attributes.add(batch, sides);
    for (let row = 0; row < batch.count; row++) {
      const at = sides[row];
      if (at !== 0 && at !== 1) continue;
      const side = this.#sides[at];
      const rank = severityRank(batch.severity[row]);
      side.records++;
      side.severities[rank]++;
      const time = batch.time[row];
      if (time < side.start) side.start = time;
      if (time > side.end) side.end = time;
      if (leafOf[row] < 0) continue;
      const counts = this.#countsOf(leafOf[row])[at === 0 ? "before" : "after"];
      counts[rank]++;
      const seen = ++counts[RANKS];
      if (seen <= ALL_LOOKED_AT || seen % ONE_IN === 0) this.#addNumbers(batch, row, leafOf[row], at);
    }
  }

  /** `patterns`: those of both sides, with their templates. */
  result(patterns: readonly PatternSummary[]): Comparison {
    const [before, after] = this.#sides.map((side, at) => sideSummary(this.#names[at], side));
    const templates = new Map(patterns.map(({ id, template }) => [id, template]));
    const counted = [...this.#byPattern()].filter(([id]) => templates.has(id)).map(([id, counts]) => ({
      template: templates.get(id)!,
      before: counts.before[RANKS],
      after: counts.after[RANKS],
      severitiesBefore: [...counts.before.subarray(0, RANKS)],
      severitiesAfter: [...counts.after.subarray(0, RANKS)],
    }));
    // A side without records cannot be scaled: everything is new, or vanished, without a test.
    const empty = before.records === 0 || after.records === 0;
    const scale = empty ? 1 : scaleOf(counted, before.records, after.records);
    const dispersion = dispersionOf(counted, scale);
    const qs = benjaminiHochberg(counted.map((p) => rateTest(p.before, p.after, scale, dispersion)));
    const compared = counted.map((pattern, at): ComparedPattern => {
      if (empty) return { ...pattern, ratio: pattern.before === 0 ? Infinity : 0, q: 1, significant: false };
      const ratio = pattern.after / (pattern.before * scale);
      return { ...pattern, ratio, q: qs[at], significant: qs[at] <= FALSE_SHARE && isNotableRatio(ratio) };
    });
    const both = compared.filter((pattern) => pattern.before > 0 && pattern.after > 0);
    return {
      before,
      after,
      scale,
      fresh: compared.filter((pattern) => pattern.before === 0).sort(bySeverityThenCertainty),
      vanished: compared.filter((pattern) => pattern.after === 0).sort(byCertainty),
      more: both.filter(({ significant, ratio }) => significant && ratio > 1).sort(byCertainty),
      less: both.filter(({ significant, ratio }) => significant && ratio < 1).sort(byCertainty),
      severities: empty ? [] : changedSeverities(before, after, dispersion),
      otherSeverity: otherSeverities(both),
      attributes: empty ? [] : this.#attributes.changed(),
      numbers: measurementsOf(this.#shifted(templates)),
      patterns: counted.length,
    };
  }

  #countsOf(leaf: number): Sides<Float64Array> {
    let counts = this.#leaves.get(leaf);
    if (counts === undefined) {
      if (this.#leaves.size >= MAX_LEAVES) this.#leaves = this.#byPattern();
      counts = newCounts();
      this.#leaves.set(leaf, counts);
    }
    return counts;
  }

  #byPattern(): Map<number, Sides<Float64Array>> {
    const patterns = new Map<number, Sides<Float64Array>>();
    for (const [leaf, counts] of this.#leaves) {
      const id = this.#resolve(leaf);
      const known = patterns.get(id);
      if (known === undefined) {
        patterns.set(id, { before: counts.before.slice(), after: counts.after.slice() });
        continue;
      }
      counts.before.forEach((count, at) => known.before[at] += count);
      counts.after.forEach((count, at) => known.after[at] += count);
    }
    return patterns;
  }

  #addNumbers(batch: Batch, row: number, leaf: number, side: number): void {
    const reader = this.#reader;
    reader.read(batch, row);
    for (let i = 0; i < reader.count; i++) {
      const place = reader.place[i];
      const name = place < 0 ? `number ${-place}` : batch.keys.names[place];
      const key = `${leaf} ${reader.measure[i]} ${name}`;
      let followed = this.#numbers.get(key);
      if (followed === undefined) {
        if (this.#numbers.size >= MAX_NUMBERS) continue;
        followed = {
          leaf,
          name,
          measure: reader.measure[i],
          before: new SpreadSample(),
          after: new SpreadSample(),
        };
        this.#numbers.set(key, followed);
      }
      followed[side === 0 ? "before" : "after"].add(reader.value[i]);
    }
  }

  #shifted(templates: ReadonlyMap<number, string>): ComparedNumber[] {
    const joined = new Map<string, { id: number; of: FollowedNumber[] }>();
    for (const followed of this.#numbers.values()) {
      const id = this.#resolve(followed.leaf);
      const key = `${id} ${followed.measure} ${followed.name}`;
      const known = joined.get(key);
      if (known === undefined) joined.set(key, { id, of: [followed] });
      else known.of.push(followed);
    }
    const found: (ComparedNumber & { above: number })[] = [];
    for (const { id, of } of joined.values()) {
      const template = templates.get(id);
      if (template === undefined) continue;
      const before = of.flatMap((one) => [...one.before.values]);
      const after = of.flatMap((one) => [...one.after.values]);
      if (before.length < LEAST_VALUES || after.length < LEAST_VALUES || isCounter(before, after)) continue;
      const { p, larger } = rankTest(before, after);
      const tail = tailTest(before, after);
      const [first] = of;
      found.push({
        template,
        name: first.name,
        before: quantilesOf(before, first.measure, of.reduce((sum, one) => sum + one.before.count, 0)),
        after: quantilesOf(after, first.measure, of.reduce((sum, one) => sum + one.after.count, 0)),
        larger,
        above: tail.times,
        // Two things are asked of each number.
        q: Math.min(1, 2 * Math.min(p, tail.p)),
      });
    }
    benjaminiHochberg(found.map(({ q }) => q)).forEach((q, at) => found[at].q = q);
    const isOfAll = ({ larger, before, after }: ComparedNumber) =>
      Math.max(larger, 1 - larger) >= NOTABLE_PAIRS &&
      (moved(before.median, after.median) || moved(before.p95, after.p95));
    return found.filter((one) =>
      one.q <= FALSE_SHARE &&
      (isOfAll(one) || one.above >= NOTABLE_ABOVE && moved(one.before.p95, one.after.p95, NOTABLE_TAIL))
    ).sort((x, y) => Math.abs(y.larger - 0.5) - Math.abs(x.larger - 0.5) || x.q - y.q)
      .map(({ above: _, ...number }) => number);
  }
}

interface SideCounts {
  records: number;
  start: number;
  end: number;
  readonly severities: number[];
}

function newSide(): SideCounts {
  return { records: 0, start: Infinity, end: -Infinity, severities: SEVERITY_RANKS.map(() => 0) };
}

function newCounts(): Sides<Float64Array> {
  return { before: new Float64Array(RANKS + 1), after: new Float64Array(RANKS + 1) };
}

function sideSummary(name: string, { records, start, end, severities }: SideCounts): ComparedSide {
  const dated = end >= start;
  return { name, records, severities, start: dated ? start : null, end: dated ? end : null };
}

type Counted = Pick<ComparedPattern, "before" | "after">;

/**
 * How many times as much the second side holds: the median of the patterns' ratios, each weighted by how much is known
 * of it, so that a pattern that floods one side does not make all others look rarer (after S. Anders, W. Huber,
 * Differential expression analysis for sequence count data, Genome Biology 11:R106, 2010).
 */
function scaleOf(patterns: readonly Counted[], before: number, after: number): number {
  const total = before > 0 && after > 0 ? after / before : 1;
  const shared = patterns.filter((pattern) => pattern.before > 0 && pattern.after > 0);
  if (shared.length < 3) return total;
  return weightedMedian(shared.map((pattern) => ({
    value: pattern.after / pattern.before,
    weight: 1 / (1 / pattern.before + 1 / pattern.after + 0.05),
  })));
}

/** How much noisier than chance the patterns of both sides are. */
function dispersionOf(patterns: readonly Counted[], scale: number): number {
  return noiseOf(
    patterns.filter((pattern) => pattern.before > 0 && pattern.after > 0)
      .map((pattern) => rateStatistic(pattern.before, pattern.after, scale)),
  );
}

function changedSeverities(
  before: ComparedSide,
  after: ComparedSide,
  dispersion: number,
): ComparedSeverity[] {
  if (before.records === 0 || after.records === 0) return [];
  const ranks = SEVERITY_RANKS.map((_name, rank) => rank)
    .filter((rank) => before.severities[rank] + after.severities[rank] > 0);
  const scale = after.records / before.records;
  const qs = benjaminiHochberg(
    ranks.map((rank) => rateTest(before.severities[rank], after.severities[rank], scale, dispersion)),
  );
  return ranks.map((rank, at) => ({
    rank,
    before: before.severities[rank],
    after: after.severities[rank],
    q: qs[at],
  })).filter(({ before: first, after: second, q }) => {
    const ratio = second / (first * scale);
    const moved = Math.abs(second / after.records - first / before.records);
    return q <= FALSE_SHARE &&
      (moved >= NOTABLE_SHARE || isNotableRatio(ratio));
  }).reverse();
}

function otherSeverities(patterns: readonly ComparedPattern[]): ComparedPattern[] {
  const qs = benjaminiHochberg(
    patterns.map(({ severitiesBefore, severitiesAfter }) => sharesTest(severitiesBefore, severitiesAfter)),
  );
  return patterns.map((pattern, at) => ({ ...pattern, q: qs[at] })).filter((pattern) =>
    pattern.q <= FALSE_SHARE &&
    SEVERITY_RANKS.some((_name, rank) =>
      Math.abs(
        pattern.severitiesAfter[rank] / pattern.after - pattern.severitiesBefore[rank] / pattern.before,
      ) >= NOTABLE_PATTERN_SHARE
    )
  ).map((pattern) => ({ ...pattern, significant: true })).sort(byCertainty);
}

/** Without statuses, ports and ids, and without a number in the body that an attribute has as well. */
function measurementsOf(numbers: readonly ComparedNumber[]): ComparedNumber[] {
  const isSame = (x: ComparedNumber["before"], y: ComparedNumber["before"]) =>
    x.count === y.count && x.median === y.median && x.p95 === y.p95;
  return numbers.filter((one) =>
    isInBody(one.name)
      ? !numbers.some((other) =>
        !isInBody(other.name) && other.template === one.template && isSame(other.before, one.before) &&
        isSame(other.after, one.after)
      )
      : isMeasurement(one.name, one.before.unit, "")
  );
}

/** Values that only ever rise, such as ids and uptimes, are no measurements. */
function isCounter(before: readonly number[], after: readonly number[]): boolean {
  const rises = (values: readonly number[]) => {
    let falls = 0;
    let climbs = 0;
    for (let i = 1; i < values.length; i++) {
      if (values[i] < values[i - 1]) falls++;
      else if (values[i] > values[i - 1]) climbs++;
    }
    return climbs > 4 && falls * 20 < climbs;
  };
  return rises(before) && rises(after);
}

function quantilesOf(values: readonly number[], unit: Measure, count: number) {
  const sorted = [...values].sort((x, y) => x - y);
  return { unit, count, median: quantileOf(sorted, 0.5), p95: quantileOf(sorted, 0.95) };
}

function moved(before: number, after: number, least = NOTABLE_MOVE): boolean {
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  return low > 0 ? high / low >= least : high > low;
}

function byCertainty(x: ComparedPattern, y: ComparedPattern): number {
  return x.q - y.q || y.before + y.after - x.before - x.after || (x.template < y.template ? -1 : 1);
}

/** Of new patterns an error is told first, however rare. */
function bySeverityThenCertainty(x: ComparedPattern, y: ComparedPattern): number {
  const highest = ({ severitiesAfter }: ComparedPattern) =>
    Math.max(4, severitiesAfter.findLastIndex((count) => count > 0));
  return highest(y) - highest(x) || byCertainty(x, y);
}
