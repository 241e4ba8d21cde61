/** How the numbers of findings are written. */

/** `5.3 times as much`, `12% of it`; "" where the one or the other is (nearly) nothing. */
export function ratioOf(inside: number, usual: number): string {
  const factor = inside / usual;
  if (!(factor > LEAST_RATIO) || !(factor < 1 / LEAST_RATIO)) return "";
  return factor >= 1 ? `${digits(factor)} times as much` : `${percent(factor)} of it`;
}

/** What is less than so much of what it is compared with is as good as nothing. */
const LEAST_RATIO = 1e-4;

/** `usually 12`, `usually hardly any`. */
export function usualCount(count: number): string {
  return `usually ${count < HARDLY ? "hardly any" : figure(count)}`;
}

/** Records that are as good as none. */
export const HARDLY = 0.5;

export function digits(value: number): string {
  return value >= 10 ? figure(value) : value.toFixed(1);
}

export function figure(value: number): string {
  const rounded = value >= 10 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(2));
  return rounded < 1000 ? String(rounded) : String(rounded).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function ratio(times: number): string {
  return `${digits(times)} times as many`;
}

/** `every hour`, `every 10 min` */
export function every(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  const unit = Math.abs(milliseconds - minutes * 60_000) < 2000 ? UNITS_OF_TIME.get(minutes) : undefined;
  return `every ${unit ?? lasting(milliseconds)}`;
}

const UNITS_OF_TIME = new Map([[1, "minute"], [60, "hour"], [1440, "day"]]);

export function percent(share: number): string {
  if (share > 0 && share < LEAST_SHARE) return `under ${LEAST_SHARE * 100}%`;
  return `${share * 100 >= 10 ? Math.round(share * 100) : Number((share * 100).toPrecision(2))}%`;
}

/** A share below this is said to be below it: of how many records it is, is not known so well. */
const LEAST_SHARE = 0.0001;

/** Milliseconds that are told in seconds. */
const SECONDS_FROM = 2000;

export function measure(value: number, unit = ""): string {
  if (unit === "s" && Math.abs(value) < 1) return measure(value * 1000, "ms");
  if (unit === "s" && value >= 10) return lasting(value * 1000);
  if (unit === "ms" && value >= 10_000) return lasting(value);
  if (unit === "ms" && value >= SECONDS_FROM) return measure(value / 1000, "s");
  if (unit === "bytes" && value >= 10_000) return bytes(value);
  const text = Math.abs(value) >= 100 ? figure(Math.round(value)) : String(Number(value.toPrecision(2)));
  return unit === "" ? text : unit === "%" ? `${text}%` : `${text} ${unit}`;
}

/** What is nothing beside the other is shown as 0: it is what the mean of some zeros and a few others comes to. */
export function measured(values: [number, number], unit?: string): [string, string] {
  const most = Math.max(...values.map(Math.abs));
  const [first, second] = values.map((value) =>
    measure(Math.abs(value) < LEAST_RATIO * most ? 0 : value, unit)
  );
  return [first, second];
}

function bytes(value: number): string {
  const power = Math.min(4, Math.floor(Math.log10(value) / 3));
  return `${Number((value / 1000 ** power).toPrecision(3))} ${["bytes", "kB", "MB", "GB", "TB"][power]}`;
}

export function lasting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return "under 1 s";
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Number((seconds / 3600).toPrecision(2))} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export function records(count: number): string {
  return `${figure(count)} ${count === 1 ? "record" : "records"}`;
}
