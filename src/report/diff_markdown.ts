import type { Comparison } from "../record/comparison.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import { Clock } from "./clock.ts";
import { type DiffSection, diffSections, remark, sideWords } from "./diff_words.ts";
import { grouped } from "./figures.ts";
import { code, escaped } from "./markdown_text.ts";
import type { ReportOptions } from "./options.ts";
import { fit, visible } from "../terminal/text.ts";

/** Cells of a template: a ticket is not wide. */
const TEMPLATE = 140;

/** A comparison for a ticket (GitHub Flavored Markdown). */
export function diffMarkdown(comparison: Comparison, options: ReportOptions): string {
  const clock = new Clock(options.timeZone);
  const sections = diffSections(comparison);
  const note = remark(comparison);
  const blocks = [
    [`# ${escaped(options.title ?? "What changed")}`],
    [
      `- before: ${escaped(sideWords(comparison.before, clock))}`,
      `- after: ${escaped(sideWords(comparison.after, clock))}`,
    ],
    ...(note === "" ? [] : [[`${note}.`]]),
    ...sections.map(sectionLines),
  ];
  return blocks.map((lines) => lines.join("\n")).join("\n\n") + "\n";
}

function sectionLines({ title, lines, more }: DiffSection): string[] {
  return [
    `## ${title}`,
    "",
    ...lines.map(({ rank, words, template }) => {
      const severity = rank === 0 ? "" : `${SEVERITY_RANKS[rank]} `;
      const about = template === "" ? "" : ` ${code(fit(visible(template), TEMPLATE))}`;
      return `- ${severity}${escaped(words)}${about}`;
    }),
    ...(more > 0 ? [`- and ${grouped(more)} more`] : []),
  ];
}
