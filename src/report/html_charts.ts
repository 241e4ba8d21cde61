import { SEVERITY_RANKS } from "../record/severity.ts";
import type { NumbersSummary, Summary } from "../record/summary.ts";
import { type ChartColumns, chartColumns } from "./chart.ts";
import type { Clock } from "./clock.ts";
import { counted, grouped, lasting, percent } from "./figures.ts";
import { escapedHtml } from "./html_page.ts";
import { columnsOfFindings } from "./marks.ts";

/** Columns of a chart over time, and heights of one unit in the picture. */
const COLUMNS = 180;
const HEIGHT = 1000;
const WARN = SEVERITY_RANKS.indexOf("WARN");
/** Below this share of the highest column warnings and errors get a chart of their own. */
const SMALL = 0.25;

/** Records over time by severity, errors at the ground; what is too small to see there once more by itself. "" of none. */
export function timeCharts(summary: Summary, clock: Clock): string {
  const { timeline, severities, records } = summary;
  const chart = chartColumns(timeline, COLUMNS);
  if (chart === null) return "";
  const all = SEVERITY_RANKS.map((_name, rank) => rank).reverse().filter((rank) => severities[rank] > 0);
  const bad = all.filter((rank) => rank >= WARN);
  const low = bad.length > 0 && bad.length < all.length && highest(chart, bad) < highest(chart, all) * SMALL;
  const legend = all.map((rank) =>
    `<li><i class="s${rank}"></i>${SEVERITY_RANKS[rank]} ${grouped(severities[rank])} ` +
    `<span class="muted">${percent(severities[rank], records)}</span></li>`
  ).join("");
  const outside = chart.outside > 0 ? `; ${counted(chart.outside, "record")} far outside not shown` : "";
  return [
    "<figure>",
    `<figcaption>${lasting(chart.width)} per bar; the highest is ${
      grouped(highest(chart, all))
    }${outside}</figcaption>`,
    columns(chart, all, clock, "time"),
    flags(summary, chart),
    axis(chart, clock),
    `<ul class="legend">${legend}</ul>`,
    "</figure>",
    ...(low
      ? [
        "<figure>",
        `<figcaption>WARN and above; the highest is ${grouped(highest(chart, bad))}</figcaption>`,
        columns(chart, bad, clock, "time low"),
        axis(chart, clock),
        "</figure>",
      ]
      : []),
  ].join("\n");
}

/** A bar of a share (0 to 1) of the whole width. */
export function shareBar(share: number): string {
  const width = Math.max(0.5, Math.min(100, share * 100));
  return '<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">' +
    `<rect width="${round(width)}" height="4"/></svg>`;
}

/** From the smallest to the largest, half to p95, and the median, on a scale from 0 to `largest`. */
export function rangeBar({ min, median, p95, max }: NumbersSummary, largest: number): string {
  const low = Math.min(0, min);
  const span = Math.max(largest, max) - low || 1;
  const at = (value: number) => Math.max(0, Math.min(200, round((value - low) * 200 / span)));
  const box = (from: number, to: number, name: string, y: number, height: number) =>
    `<rect class="${name}" x="${at(from)}" y="${y}" width="${
      Math.max(1, round(at(to) - at(from)))
    }" height="${height}"/>`;
  return '<svg class="range" viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">' +
    box(min, max, "all", 5, 4) + box(median, p95, "most", 2, 10) +
    `<rect class="middle" x="${Math.min(198, at(median))}" y="1" width="2" height="12"/></svg>`;
}

function columns(chart: ChartColumns, ranks: readonly number[], clock: Clock, name: string): string {
  const most = highest(chart, ranks);
  const bars = chart.buckets.map((bucket, column) => {
    if (bucket === null || most === 0) return "";
    let y = HEIGHT;
    const parts = ranks.filter((rank) => bucket[rank] > 0).map((rank) => {
      // What is there at all can be seen.
      const height = Math.max(HEIGHT / 100, bucket[rank] * HEIGHT / most);
      y -= height;
      return `<rect class="s${rank}" x="${column}.05" y="${round(y)}" width="0.9" height="${
        round(height)
      }"/>`;
    });
    if (parts.length === 0) return "";
    const counts = ranks.filter((rank) => bucket[rank] > 0)
      .map((rank) => `${SEVERITY_RANKS[rank]} ${grouped(bucket[rank])}`).join(", ");
    const time = clock.dateTime(chart.first + column * chart.width);
    return `<g><title>${escapedHtml(`${time}: ${counts}`)}</title>${parts.join("")}</g>`;
  });
  const label = `Records over time: ${ranks.map((rank) => SEVERITY_RANKS[rank]).join(", ")}`;
  return `<svg class="${name}" role="img" aria-label="${label}" preserveAspectRatio="none" ` +
    `viewBox="0 0 ${chart.buckets.length} ${HEIGHT}">${bars.join("")}</svg>`;
}

/** Where the findings begin: a flag each, that says their ranks. */
function flags(summary: Summary, chart: ChartColumns): string {
  const columns = [...columnsOfFindings(summary, chart)];
  if (columns.length === 0) return "";
  const titles = new Map(summary.findings.map(({ rank, title }) => [rank, title]));
  return `<div class="flags">${
    columns.map(([column, ranks]) =>
      `<span style="left:${round((column + 0.5) / chart.buckets.length * 100)}%" title="${
        escapedHtml(ranks.map((rank) => titles.get(rank)).join("\n"))
      }">${ranks[0]}</span>`
    ).join("")
  }</div>`;
}

function axis({ first, last, width }: ChartColumns, clock: Clock): string {
  const sameDay = clock.date(first) === clock.date(last);
  const marks = first === last
    ? [first]
    : [first, first + Math.round((last - first) / width / 2) * width, last];
  return `<div class="axis">${
    marks.map((time) => `<span>${clock.mark(time, width, sameDay)}</span>`).join("")
  }</div>`;
}

function highest(chart: ChartColumns, ranks: readonly number[]): number {
  return Math.max(
    ...chart.buckets.map((bucket) =>
      bucket === null ? 0 : ranks.reduce((sum, rank) => sum + bucket[rank], 0)
    ),
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
