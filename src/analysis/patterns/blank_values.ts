import { hashBytes, hashed } from "../../record/hash.ts";
import type { VariableKind, VariableSummary } from "../../record/summary.ts";
import { CountTable } from "../count_table.ts";
import { DistinctCount } from "../distinct_count.ts";
import type { Measure, NumberReader } from "./number_text.ts";
import { QuantileSketch } from "./quantile_sketch.ts";
import { kindOfText, kindOfTexts } from "./variable_kind.ts";

/** Bytes kept of the text of a value. */
const MAX_TEXT = 80;
/** Values that stay in a clean-up, and those that are held at the most before one. */
const KEPT_VALUES = 32;
const HELD_VALUES = 64;
/** What one variable takes at the most: 64 values, a sketch of distinct ones, 2 × 1,024 buckets of numbers. */
export const MAX_BLANK_BYTES = 28_000;
/** Values that are looked at for their kind. */
const KINDS_LOOKED_AT = 16;

const decoder = new TextDecoder();

/** The values of one variable of a pattern. */
export class BlankValues {
  /** Records that stand behind what is counted. */
  count = 0;
  /** Values that were looked at. */
  looked = 0;
  readonly #values = new CountTable(KEPT_VALUES, HELD_VALUES, MAX_TEXT);
  readonly #kinds = new Set<VariableKind>();
  /** Null while the values held are all there were. */
  #distinct: DistinctCount | null = null;
  #numbers: QuantileSketch | null = null;
  #measure: Measure = "";
  #onlyNumbers = true;

  add(
    reader: NumberReader,
    bytes: Uint8Array,
    view: DataView,
    from: number,
    to: number,
    weight: number,
  ): void {
    this.count += weight;
    this.looked++;
    if (this.looked <= KINDS_LOOKED_AT) {
      const text = bytes.subarray(from, Math.min(to, from + MAX_TEXT));
      this.#kinds.add(kindOfText(decoder.decode(text)));
    }
    if (this.#onlyNumbers) {
      const number = reader.read(bytes, view, from, to);
      if (number !== number || (this.#numbers !== null && reader.measure !== this.#measure)) {
        this.#onlyNumbers = false;
        this.#numbers = null;
      } else {
        this.#numbers ??= new QuantileSketch();
        this.#measure = reader.measure;
        this.#numbers.add(number, weight);
      }
    }
    const a = hashBytes(view, from, to);
    const b = hashed[1];
    const values = this.#values;
    const entry = values.find(a, b);
    if (entry >= 0) {
      values.addAt(entry, weight);
      return;
    }
    if (values.full) this.#estimate();
    this.#distinct?.add(a, b);
    values.setText(values.insertPruned(entry, a, b, weight), bytes, from, to);
  }

  /** The kind that most tells of the values seen. */
  get kind(): VariableKind {
    return kindOfTexts(this.#kinds);
  }

  merge(other: BlankValues): void {
    this.count += other.count;
    this.looked += other.looked;
    for (const kind of other.#kinds) this.#kinds.add(kind);
    if (other.#numbers === null || (this.#numbers !== null && this.#measure !== other.#measure)) {
      if (other.count > 0) this.#onlyNumbers = false;
    } else if (this.#onlyNumbers) {
      this.#numbers ??= new QuantileSketch();
      this.#measure = other.#measure;
      this.#numbers.merge(other.#numbers);
    }
    if (!this.#onlyNumbers) this.#numbers = null;
    if (other.#distinct !== null || !this.#values.hasRoomFor(other.#values)) this.#estimate();
    if (other.#distinct !== null) this.#distinct!.merge(other.#distinct);
    else other.#values.forEach((a, b) => this.#distinct?.add(a, b));
    this.#values.merge(other.#values);
  }

  summary(): VariableSummary {
    const numbers = this.#numbers;
    return {
      kind: this.kind,
      count: this.count,
      distinct: this.#distinct?.estimate() ?? this.#values.size,
      exact: this.#distinct === null && this.looked === this.count,
      values: this.#values.top(KEPT_VALUES).map(({ text, count }) => ({ value: text, count })),
      numbers: numbers === null ? null : {
        unit: this.#measure,
        min: numbers.min,
        median: numbers.quantile(0.5),
        p95: numbers.quantile(0.95),
        p99: numbers.quantile(0.99),
        max: numbers.max,
      },
    };
  }

  /** From here on the number of distinct values is an estimate. */
  #estimate(): void {
    if (this.#distinct !== null) return;
    const distinct = this.#distinct = new DistinctCount();
    this.#values.forEach((a, b) => distinct.add(a, b));
  }
}
