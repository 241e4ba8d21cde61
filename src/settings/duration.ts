const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const UNIT_NAMES = Object.keys(UNITS);

/**
 * Milliseconds of a duration such as `500ms`, `2s`, `1.5m` or `1h`. Throws RangeError with what is wrong, in
 * words that follow "Cannot parse duration '…': ".
 */
export function parseDuration(text: string): number {
  const parts = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-zµ]*)$/i.exec(text.trim());
  if (!parts || parts[2] === "") {
    throw new RangeError(`must be a number and a unit (${UNIT_NAMES.join(", ")}), such as 500ms or 2s`);
  }
  const unit = UNITS[parts[2]];
  if (unit === undefined) throw new RangeError(`unit must be one of ${UNIT_NAMES.join(", ")}`);
  return Number(parts[1]) * unit;
}

/** A duration in its largest unit that leaves no long fraction: `500ms`, `1.5s`, `2m`. */
export function formatDuration(ms: number): string {
  const unit = [...UNIT_NAMES].reverse().find((name) =>
    ms >= UNITS[name] && (ms / UNITS[name]) * 10 % 1 === 0
  );
  return unit === undefined ? `${ms}ms` : `${ms / UNITS[unit]}${unit}`;
}
