import { SEVERITY_RANKS } from "../record/severity.ts";
import { severityTone } from "./look.ts";
import { type Line, span } from "./spans.ts";

/** A record's severity in its tone, and blanks without one up to `cells`: what is underlined ends with the name. */
export function severityCell(rank: number, cells: number): Line {
  return rank === 0 ? [span(" ".repeat(cells))] : countedSeverityCell(rank, cells);
}

/** The same of a number of records: those without a severity are named, too, as they are in reports and filters. */
export function countedSeverityCell(rank: number, cells: number): Line {
  const name = SEVERITY_RANKS[rank];
  return [span(name, severityTone(rank)), span(" ".repeat(Math.max(0, cells - name.length)))];
}
