import type { HeadParts } from "../text_parts.ts";

/** Lines of which the fewest tell something. */
const FEWEST = 8;

/**
 * Counts behind which severities the first lines of a source have a time. Where one in ten or fewer has one, it is what
 * a message begins with (`INFO : 08:00:00 is when the shop opens`), no part of the head.
 */
export class TimelessPlaces {
  readonly #lines = new Map<number, { all: number; timed: number }>();
  /** Their numbers, as `HeadParts.severityPlace` has them. */
  readonly places = new Set<number>();

  clear(): void {
    this.#lines.clear();
    this.places.clear();
  }

  /** Counts the line whose head was just read. */
  count(head: HeadParts): void {
    if (head.severity === 0) return;
    const { batch, row } = head;
    const isBefore = head.hasTime && batch.timeFrom[row] < head.severityFrom;
    if (isBefore) return;
    const place = head.severityPlace;
    let lines = this.#lines.get(place);
    if (lines === undefined) this.#lines.set(place, lines = { all: 0, timed: 0 });
    lines.all++;
    if (head.hasTime) lines.timed++;
    if (lines.all >= FEWEST && lines.timed * 10 <= lines.all) this.places.add(place);
    else this.places.delete(place);
  }
}
