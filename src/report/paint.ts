import { SEVERITY_RANKS } from "../record/severity.ts";

/** Puts colours on text, or leaves it as it is. */
export interface Paint {
  heading(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
  bar(text: string): string;
  /** By severity rank. */
  severity(rank: number, text: string): string;
}

/** SGR parameters (ECMA-48, 8.3.117) of the severities: NONE, TRACE … FATAL. */
const SEVERITY_COLOURS = ["2", "2", "36", "32", "33", "31", "1;31"];

export function paintWith(colour: boolean): Paint {
  const sgr = (parameters: string) => (text: string) =>
    colour && text !== "" ? `\x1b[${parameters}m${text}\x1b[0m` : text;
  const severities = SEVERITY_RANKS.map((_name, rank) => sgr(SEVERITY_COLOURS[rank]));
  return {
    heading: sgr("1;36"),
    strong: sgr("1"),
    faint: sgr("2"),
    bar: sgr("34"),
    severity: (rank, text) => severities[rank](text),
  };
}
