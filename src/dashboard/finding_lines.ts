import type { Finding, Summary } from "../record/summary.ts";
import { withinLog } from "../record/within_log.ts";
import { fit } from "../terminal/text.ts";
import { grouped, moment, zoneName } from "./figures.ts";
import { SILENCES } from "./findings.ts";
import { flowed } from "./flowed.ts";
import { templateLine } from "./panels/patterns_panel.ts";
import { severityCell } from "./severity_cell.ts";
import { aligned, type Line, lineWidth, padded, span } from "./spans.ts";

/** A finding in `width` cells, nothing left out: what it says, all that shows it, when and where, its patterns. */
export function findingLines(finding: Finding, summary: Summary, width: number, utc: boolean): Line[] {
  const { severity, title, service, host, evidence, parts = [evidence] } = finding;
  const owner = [service, host].filter((name) => name !== null).join(" on ");
  const head: Line = [
    ...(severity > 0 ? severityCell(severity, 7) : []),
    span(owner, "muted"),
  ];
  return [
    ...(lineWidth(head) > 0 ? [head] : []),
    ...flowed(
      templateLine(title).map(({ text, tone }) => span(text, tone === "muted" ? tone : "strong")),
      width,
      "",
    ),
    [],
    ...parts.filter((part) => part !== "").flatMap((part) => flowed(templateLine(part), width, "  ")),
    ...whenAndWhere(finding, summary, width, utc),
    ...patternLines(finding, summary, width),
  ];
}

function whenAndWhere(
  { kind, start, end, lines }: Finding,
  summary: Summary,
  width: number,
  utc: boolean,
): Line[] {
  const fact = (name: string, value: string, note = ""): Line => [
    span(padded(name, 12), "muted"),
    span(fit(value, width - 12, "middle")),
    span(note, "muted"),
  ];
  const until = withinLog(end, summary);
  const facts: Line[] = [
    ...(start === null ? [] : [fact("from", moment(start, utc, 0), ` ${zoneName(start, utc)}`)]),
    ...(until === null ? [] : [fact("to", moment(until, utc, 0), ` ${zoneName(until, utc)}`)]),
    ...lines.slice(0, 1).map(({ source, line }) =>
      fact(SILENCES.includes(kind) ? "last line" : "first line", `${source}:${line}`)
    ),
  ];
  return facts.length > 0 ? [[], ...facts] : [];
}

/** Its patterns that are among those that the screen knows, with all the records that these have. */
function patternLines({ patterns }: Finding, summary: Summary, width: number): Line[] {
  const known = patterns.flatMap((id) => summary.patterns.top.filter((pattern) => pattern.id === id));
  if (known.length === 0) return [];
  return [
    [],
    [span("Patterns", "accent")],
    ...known.flatMap(({ count, severities, template }) => {
      const rank = severities.indexOf(Math.max(...severities));
      const lead: Line = [span(`${aligned(grouped(count), 8)}  `), ...severityCell(rank, 7)];
      return flowed([...lead, ...templateLine(template)], width, " ".repeat(17));
    }),
  ];
}
