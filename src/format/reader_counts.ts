/** What is counted of a source while it is read. */
export interface ReaderCounts {
  lines: number;
  bytes: number;
  records: number;
  plain: number;
  truncated: number;
  late: number;
  undated: number;
  /** Records by number of format. */
  formats: number[];
}

/** Counts from nothing. */
export function noCounts(): ReaderCounts {
  return { lines: 0, bytes: 0, records: 0, plain: 0, truncated: 0, late: 0, undated: 0, formats: [] };
}
