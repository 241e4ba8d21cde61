import { hashBytes, hashed } from "../../record/hash.ts";
import type { VariableKind, VariableSummary } from "../../record/summary.ts";
import { DistinctCount } from "../distinct_count.ts";
import type { Measure, NumberReader } from "./number_text.ts";
import { QuantileSketch } from "./quantile_sketch.ts";
import { TopValues } from "./top_values.ts";
import { kindOfText, kindOfTexts } from "./variable_kind.ts";

/** Bytes kept of the text of a value. */
const MAX_TEXT = 80;
/** What one variable takes at the most: 64 values, a sketch of distinct ones, 2 × 1,024 buckets of numbers. */
export const MAX_BLANK_BYTES = 28_000;
/** Values that are looked at for their kind. */
const KINDS_LOOKED_AT = 16;

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const encoded = new Uint8Array(MAX_TEXT * 3 + 4);
const encodedView = new DataView(encoded.buffer);

/** The values of one variable of a pattern. */
export class BlankValues {
  /** Records that stand behind what is counted. */
  count = 0;
  /** Values that were looked at. */
  looked = 0;
  readonly #values = new TopValues();
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
    const text = decoder.decode(bytes.subarray(from, Math.min(to, from + MAX_TEXT)));
    if (this.looked <= KINDS_LOOKED_AT) this.#kinds.add(kindOfText(text));
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
    if (this.#distinct === null && this.#values.full && !this.#values.has(text)) this.#estimate();
    const a = hashBytes(view, from, to);
    this.#distinct?.add(a, hashed[1]);
    this.#values.add(text, weight);
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
    if (other.#distinct !== null) {
      this.#estimate();
      this.#distinct!.merge(other.#distinct);
    }
    for (const [value, count] of other.#values.entries()) {
      if (this.#values.full && !this.#values.has(value)) this.#estimate();
      if (this.#distinct !== null) addText(this.#distinct, value);
      this.#values.add(value, count);
    }
  }

  summary(): VariableSummary {
    const numbers = this.#numbers;
    return {
      kind: this.kind,
      count: this.count,
      distinct: this.#distinct?.estimate() ?? this.#values.size,
      exact: this.#distinct === null && this.looked === this.count,
      values: this.#values.top(),
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
    this.#distinct = new DistinctCount();
    for (const [value] of this.#values.entries()) addText(this.#distinct, value);
  }
}

function addText(distinct: DistinctCount, text: string): void {
  const { written } = encoder.encodeInto(text, encoded);
  const a = hashBytes(encodedView, 0, written);
  distinct.add(a, hashed[1]);
}
