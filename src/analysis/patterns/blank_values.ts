import type { VariableKind, VariableSummary } from "../../record/summary.ts";
import { ValueCounts } from "../value_counts.ts";
import type { Measure, NumberReader } from "./number_text.ts";
import { QuantileSketch } from "./quantile_sketch.ts";
import { kindOfText, kindOfTexts } from "./variable_kind.ts";

/** Bytes kept of the text of a value. */
const MAX_TEXT = 80;
/** Values up to which all is exact, and those that are told. */
const EXACT_VALUES = 64;
const TOLD_VALUES = 32;
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
  readonly #values = new ValueCounts(EXACT_VALUES, MAX_TEXT);
  readonly #kinds = new Set<VariableKind>();
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
    this.#values.addText(bytes, view, from, to, weight);
  }

  /** The kind that most tells of the values seen. */
  get kind(): VariableKind {
    return kindOfTexts(this.#kinds);
  }

  /** The only value that was seen, if there was but one and all of its text is kept. */
  get onlyValue(): string | null {
    if (this.looked === 0 || this.#values.distinct !== 1) return null;
    const [only] = this.#values.top(1);
    return only === undefined || only.value.endsWith("…") ? null : only.value;
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
    this.#values.merge(other.#values);
  }

  summary(): VariableSummary {
    const numbers = this.#numbers;
    return {
      kind: this.kind,
      count: this.count,
      distinct: Math.min(this.#values.distinct, this.count),
      exact: this.#values.exact && this.looked === this.count,
      values: this.#values.top(TOLD_VALUES),
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
}
