import { quantityOf } from "./quantity.ts";
import type { Comparison } from "./query.ts";
import { numberOf } from "./values.ts";

/** Whether a comparison is of sizes: what has a unit is compared only with what measures the same. */
export function comparesSizes({ operator }: Comparison): boolean {
  return operator === ">" || operator === ">=" || operator === "<" || operator === "<=";
}

/** Whether a value can be compared with that of a comparison of sizes; null for what is no number at all. */
export function isComparable({ value }: Comparison, text: string): boolean | null {
  const wanted = quantityOf(value);
  const quantity = quantityOf(text);
  const number = numberOf(text);
  if (quantity === null && number === null) return null;
  return wanted === null ? number !== null : quantity?.dimension === wanted.dimension;
}

/** Why a comparison finds nothing: the field's values, such as `example`, have other units, or only one side has. */
export function unlikeUnits({ field, value }: Comparison, example: string): string {
  if (quantityOf(value) === null) return `${field} has units, as in ${example}: write one, too`;
  return quantityOf(example) === null
    ? `${field} has no units, as in ${example}: write none`
    : `${field} is measured otherwise, as in ${example}`;
}
