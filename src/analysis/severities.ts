import type { Batch } from "../record/batch.ts";
import { SEVERITY_RANKS, severityRank } from "../record/severity.ts";
import type { SeverityCounts } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";

/** Records by severity rank. */
export class Severities implements Analyzer<SeverityCounts> {
  readonly #counts = new Float64Array(SEVERITY_RANKS.length);

  add(batch: Batch): void {
    for (let row = 0; row < batch.count; row++) this.#counts[severityRank(batch.severity[row])]++;
  }

  snapshot(): SeverityCounts {
    return [...this.#counts];
  }

  merge(other: Severities): void {
    other.#counts.forEach((count, rank) => this.#counts[rank] += count);
  }

  reset(): void {
    this.#counts.fill(0);
  }
}
