/** When the morning begins and ends, and what goes wrong in it. */
export const START = Date.UTC(2026, 10, 20, 6);
export const END = Date.UTC(2026, 10, 20, 12);

export const MINUTE = 60_000;

/** Epoch milliseconds of a time of that day, `clock("10:41:20")`. */
export function clock(time: string): number {
  return Date.parse(`2026-11-20T${time.padEnd(8, ":00")}Z`);
}

/** What goes wrong, and when. */
export const LOGIN_BURST = { from: clock("07:12:04"), to: clock("07:19:10"), address: "203.0.113.66" };
export const SLOW_DATABASE = { from: clock("08:32"), to: clock("09:23:40") };
export const CERTIFICATE_EXPIRED = { from: clock("10:00"), to: clock("10:41:10") };
export const PAYMENTS_RESTART = { from: clock("10:41:12"), to: clock("10:45:03") };
export const CARRIER_SILENT = clock("11:17");

/** How many times slower than usual the database answers. */
export function slowness(at: number): number {
  const { from, to } = SLOW_DATABASE;
  if (at < from || at > to) return 1;
  return Math.exp(5.4 * Math.min(1, (at - from) / (35 * MINUTE)));
}

export function within(at: number, { from, to }: { from: number; to: number }): boolean {
  return at >= from && at < to;
}
