import type { VariableSummary } from "../record/summary.ts";
import { fit, visible } from "../terminal/text.ts";
import { bytes, grouped, roughPercent, span as duration } from "./figures.ts";
import { flowed } from "./flowed.ts";
import { type Line, type Span, span } from "./spans.ts";

/** Values that are told of a variable, and cells of each. */
const VALUES = 5;
const VALUE_CELLS = 32;
/** Of numbers within this part of themselves (ids, ports) the ends tell all. */
const NARROW = 0.05;

/** What the variables of a pattern hold, in the order of its template: how numbers are spread, else the commonest values. */
export function variableLines(variables: readonly VariableSummary[], width: number): Line[] {
  const widest = Math.max(0, ...variables.map(({ kind }) => kind.length + 4));
  return variables.flatMap((variable) =>
    flowed(
      [span(`<${variable.kind}>`.padEnd(widest), "muted"), ...(numbersOf(variable) ?? valuesOf(variable))],
      width,
      " ".repeat(widest),
    )
  );
}

function numbersOf({ numbers }: VariableSummary): Span[] | null {
  if (numbers === null || numbers.max === numbers.min) return null;
  const { unit, min, median, p95, p99, max } = numbers;
  const isNarrow = max - min <= NARROW * Math.max(Math.abs(min), Math.abs(max));
  const ends: [string, number][] = [["min", min], ["max", max]];
  const all: [string, number][] = [["min", min], ["median", median], ["p95", p95], ["p99", p99], [
    "max",
    max,
  ]];
  return (isNarrow ? ends : all).flatMap(([name, value]) => [
    span(`${name}\u00a0`, "muted"),
    span(`${measured(value, unit).replaceAll(" ", "\u00a0")}  `),
  ]);
}

function valuesOf({ count, distinct, exact, values }: VariableSummary): Span[] {
  const many = `${exact ? "" : "~"}${grouped(distinct)} value${distinct === 1 ? "" : "s"}  `;
  return [
    span(many, "muted"),
    ...values.slice(0, VALUES).flatMap(({ value, count: of }) => [
      span(`${fit(visible(value), VALUE_CELLS) || '""'}\u00a0`),
      span(`${roughPercent(of, count)}  `, "muted"),
    ]),
  ];
}

function measured(value: number, unit: "" | "ms" | "bytes" | "%"): string {
  if (unit === "bytes" && value >= 0) return bytes(value);
  if (unit === "ms" && value >= 1) return duration(value);
  const size = Math.abs(value);
  const short = size >= 100 || Number.isInteger(value)
    ? grouped(value)
    : String(Number(value.toPrecision(3)));
  return unit === "" ? short : `${short} ${unit}`;
}
