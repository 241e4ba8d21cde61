/** How the numbers of findings are written. */

export function ratioOf(inside: number, usual: number): string {
  const factor = inside / usual;
  if (!(factor > 0) || !Number.isFinite(factor)) return "another order of size";
  return factor >= 1 ? `${digits(factor)} times as much` : `${percent(factor)} of it`;
}

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

export function percent(share: number): string {
  return `${share * 100 >= 10 ? Math.round(share * 100) : Number((share * 100).toPrecision(2))}%`;
}

export function measure(value: number, unit = ""): string {
  if (unit === "s" && Math.abs(value) < 1) return measure(value * 1000, "ms");
  if (unit === "s" && value >= 10) return lasting(value * 1000);
  if (unit === "ms" && value >= 10_000) return lasting(value);
  if (unit === "bytes" && value >= 10_000) return bytes(value);
  const text = Math.abs(value) >= 100 ? figure(Math.round(value)) : String(Number(value.toPrecision(2)));
  return unit === "" ? text : unit === "%" ? `${text}%` : `${text} ${unit}`;
}

function bytes(value: number): string {
  const power = Math.min(4, Math.floor(Math.log10(value) / 3));
  return `${Number((value / 1000 ** power).toPrecision(3))} ${["bytes", "kB", "MB", "GB", "TB"][power]}`;
}

export function lasting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Number((seconds / 3600).toPrecision(2))} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export function records(count: number): string {
  return `${figure(count)} ${count === 1 ? "record" : "records"}`;
}
