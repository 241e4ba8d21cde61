/**
 * Severity numbers of OpenTelemetry's logs data model: 1-4 TRACE, 5-8 DEBUG, 9-12 INFO, 13-16 WARN,
 * 17-20 ERROR, 21-24 FATAL; 0 is "none given".
 */
export const SEVERITY_NAMES = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"] as const;

/** The first (plain) number of each. */
export const TRACE = 1, DEBUG = 5, INFO = 9, WARN = 13, ERROR = 17, FATAL = 21;

export type SeverityName = typeof SEVERITY_NAMES[number];

/** The names by rank: `NONE` first, then from TRACE to FATAL. The index is what `severityRank` gives. */
export const SEVERITY_RANKS = ["NONE", ...SEVERITY_NAMES] as const;

/** 0 for none, 1 TRACE … 6 FATAL, of a severity number 0-24. */
export function severityRank(number: number): number {
  return (number + 3) >> 2;
}

/** The name of a severity number 1-24; null for 0. */
export function severityName(number: number): SeverityName | null {
  return number === 0 ? null : SEVERITY_NAMES[severityRank(number) - 1];
}

/** The first (plain) number of a name: 9 for INFO. */
export function severityNumber(name: SeverityName): number {
  return SEVERITY_NAMES.indexOf(name) * 4 + 1;
}

/** The rank that most of some records have, counted by rank; of equal ones the worse. */
export function commonestRank(counts: readonly number[]): number {
  return counts.reduce((best, count, rank) => count > 0 && count >= counts[best] ? rank : best, 0);
}
