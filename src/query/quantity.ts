/** What a unit measures; only what measures the same is compared. */
type Dimension = "time" | "size" | "share";

/** A number with a unit, in milliseconds, bytes or per cent. */
export interface Quantity {
  value: number;
  dimension: Dimension;
}

const TIMES: [number, ...string[]][] = [
  [1e-6, "ns"],
  [1e-3, "us", "µs", "μs"],
  [1, "ms", "msec"],
  [1000, "s", "sec", "secs", "second", "seconds"],
  [60_000, "m", "min", "mins", "minute", "minutes"],
  [3_600_000, "h", "hour", "hours"],
  [86_400_000, "d", "day", "days"],
];
const SIZES: [number, ...string[]][] = [
  [1, "B", "byte", "bytes"],
  [1e3, "kB", "KB"],
  [1e6, "MB"],
  [1e9, "GB"],
  [1e12, "TB"],
  [2 ** 10, "KiB", "K"],
  [2 ** 20, "MiB", "M"],
  [2 ** 30, "GiB", "G"],
  [2 ** 40, "TiB", "T"],
];

const UNITS = new Map<string, Quantity>([
  ["%", { value: 1, dimension: "share" }],
  ...TIMES.flatMap(([value, ...names]) => names.map((name) => [name, { value, dimension: "time" }] as const)),
  ...SIZES.flatMap(([value, ...names]) => names.map((name) => [name, { value, dimension: "size" }] as const)),
]);

const ONE = /^([+-]?\d+(?:\.\d+)?) ?(%|[A-Za-zµμ]+)$/;
/** Go's and others' durations of several units: `1h2m3.5s`. */
const SEVERAL = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s)){2,}$/;
const PART = /(\d+(?:\.\d+)?)(h|ms|m|s)/g;

/** Reads `500ms`, `1.5 s`, `1m30s`, `10 MB` or `40%`; null for anything else. */
export function quantityOf(text: string): Quantity | null {
  const trimmed = text.trim();
  const one = ONE.exec(trimmed);
  if (one !== null) {
    const unit = UNITS.get(one[2]);
    return unit === undefined ? null : { ...unit, value: Number(one[1]) * unit.value };
  }
  if (!SEVERAL.test(trimmed)) return null;
  const parts = Array.from(
    trimmed.matchAll(PART),
    ([, number, unit]) => Number(number) * UNITS.get(unit)!.value,
  );
  return { value: parts.reduce((sum, part) => sum + part, 0), dimension: "time" };
}
