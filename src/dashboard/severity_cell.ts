import { SEVERITY_RANKS } from "../record/severity.ts";
import { severityTone } from "./look.ts";
import { type Line, span } from "./spans.ts";

/** A severity's name in its tone, and blanks without one up to `cells`: what is underlined ends with the name. */
export function severityCell(rank: number, cells: number, none = ""): Line {
  const name = rank === 0 ? none : SEVERITY_RANKS[rank];
  return [span(name, severityTone(rank)), span(" ".repeat(Math.max(0, cells - name.length)))];
}
