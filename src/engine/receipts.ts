import type { Batch } from "../record/batch.ts";
import { SEVERITY_RANKS, severityRank } from "../record/severity.ts";
import type { TimelineSummary } from "../record/summary.ts";
import { BUCKET_WIDTHS, bucketStart } from "../record/time_buckets.ts";

/** Buckets held; when one more is needed, all become as wide as the next width. */
const HELD = 300;

/** Records by severity over the time of their receipt. */
export class Receipts {
  #level = 0;
  #buckets = new Map<number, number[]>();

  add({ count, severity, received }: Batch): void {
    const counts = this.#at(received);
    for (let row = 0; row < count; row++) counts[severityRank(severity[row])]++;
  }

  snapshot(): TimelineSummary {
    const buckets = Array.from(
      this.#buckets,
      ([time, severities]) => ({ time, severities: [...severities] }),
    );
    return { width: BUCKET_WIDTHS[this.#level], buckets: buckets.sort((a, b) => a.time - b.time) };
  }

  reset(): void {
    this.#level = 0;
    this.#buckets.clear();
  }

  #at(time: number): number[] {
    const start = bucketStart(time, BUCKET_WIDTHS[this.#level]);
    let counts = this.#buckets.get(start);
    if (counts === undefined) {
      counts = SEVERITY_RANKS.map(() => 0);
      this.#buckets.set(start, counts);
      if (this.#buckets.size > HELD) {
        this.#widen();
        return this.#at(time);
      }
    }
    return counts;
  }

  #widen(): void {
    const width = BUCKET_WIDTHS[++this.#level];
    const wide = new Map<number, number[]>();
    for (const [time, counts] of this.#buckets) {
      const start = bucketStart(time, width);
      const sum = wide.get(start);
      wide.set(start, sum ? sum.map((count, rank) => count + counts[rank]) : counts);
    }
    this.#buckets = wide;
  }
}
