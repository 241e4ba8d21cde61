import { asciiSigns } from "./ascii_signs.ts";
import type { Comparison } from "../record/comparison.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import { Clock } from "./clock.ts";
import { grouped } from "./figures.ts";
import { type DiffSection, diffSections, remark, sideWords } from "./diff_words.ts";
import type { ReportOptions } from "./options.ts";
import { type Paint, paintWith } from "./paint.ts";
import { cellWidth, fit, visible } from "../terminal/text.ts";
import { padded } from "./padded.ts";

/** Cells of the figures before a template, at the most; longer ones stand on a line of their own. */
const FIGURES = 30;

/** A comparison for a terminal, ending in a newline. */
export function diffText(comparison: Comparison, options: ReportOptions): string {
  const paint = paintWith(options.colour);
  const clock = new Clock(options.timeZone);
  const sections = diffSections(comparison);
  const note = remark(comparison);
  const lines = [
    `${paint.faint("before")}  ${paint.strong(sideWords(comparison.before, clock))}`,
    `${paint.faint("after ")}  ${paint.strong(sideWords(comparison.after, clock))}`,
    ...(note === "" ? [] : ["", note]),
    ...sections.flatMap((section) => sectionLines(section, options.width, paint)),
  ];
  const text = lines.map((line) => line.trimEnd()).join("\n") + "\n";
  return options.ascii ? asciiSigns(text) : text;
}

function sectionLines({ title, lines, more }: DiffSection, width: number, paint: Paint): string[] {
  const total = lines.length + more;
  const figures = Math.min(FIGURES, Math.max(...lines.map(({ words }) => cellWidth(words))));
  const shown = lines.flatMap(({ rank, words, template }) => {
    const severity = paint.severity(rank, (rank === 0 ? "" : SEVERITY_RANKS[rank]).padEnd(5));
    if (template === "") return [`  ${severity}  ${fit(words, width - 9)}`];
    const text = visible(template);
    if (cellWidth(words) > figures) return [`  ${fit(text, width - 2)}`, `      ${fit(words, width - 6)}`];
    return [`  ${padded(words, figures)}  ${severity}  ${fit(text, width - figures - 11)}`];
  });
  return [
    "",
    `${paint.heading(title)}  ${paint.faint(grouped(total))}`,
    ...shown,
    ...(more > 0 ? [paint.faint(`  and ${grouped(more)} more`)] : []),
  ];
}
