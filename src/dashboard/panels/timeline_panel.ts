import type { Finding, TimelineSummary } from "../../record/summary.ts";
import { SEVERITY_RANKS } from "../../record/severity.ts";
import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { sparkline } from "../../terminal/glyphs.ts";
import { type Style, style, styleBackground, styleForeground } from "../../terminal/style.ts";
import { range, shortened } from "../figures.ts";
import { type Look, severityTone, type Tone } from "../look.ts";
import { aligned, drawLineRight, span } from "../spans.ts";
import { type Chart, chartOf } from "../time_chart.ts";

/** From the top of the legend: the worst first. */
const WORST_FIRST = [6, 5, 4, 3, 2, 1, 0];

const LEGEND_CELLS = 15;
const ERROR_RANK = 5;
/** Eighths of a cell that may be drawn as all of it. */
const NEARLY_A_CELL = 5;

/** Colour is kept for what is bad: what is well, most of any log, is drawn calmly. */
function chartTone(rank: number): Tone {
  if (rank >= 4) return severityTone(rank);
  return rank === 3 ? "bar" : "faint";
}

export interface TimelineProps {
  timeline: TimelineSummary;
  severities: readonly number[];
  utc: boolean;
  colored: boolean;
  /** What needs a look: where it begins is marked between the times. */
  findings: readonly Finding[];
}

/** Draws counts over time, stacked by severity with the worst at the ground, its legend and two times. */
export function drawTimelinePanel(buffer: CellBuffer, look: Look, area: Area, props: TimelineProps): void {
  const rows = area.height - 1;
  const cells = area.width - LEGEND_CELLS - 1;
  if (rows < 1 || cells < 10) return;
  const chart = chartOf(props.timeline, cells);
  if (chart.columns.length === 0) return;
  const present = WORST_FIRST.filter((rank) => props.severities[rank] > 0);
  drawLegend(buffer, look, area, present, props.severities);
  if (props.colored) drawStack(buffer, look, { ...area, width: cells, height: rows }, chart);
  else drawRows(buffer, look, { ...area, width: cells, height: rows }, chart, present);
  drawTimes(buffer, look, { ...area, y: area.y + rows, width: cells, height: 1 }, chart, props);
}

function drawLegend(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  present: number[],
  counts: readonly number[],
): void {
  const x = area.x + area.width - LEGEND_CELLS;
  for (const [row, rank] of present.slice(0, area.height).entries()) {
    const more = row === area.height - 1 && present.length > area.height;
    const rest = present.slice(row).reduce((sum, rank) => sum + counts[rank], 0);
    const name = more ? "others" : SEVERITY_RANKS[rank];
    const y = area.y + row;
    if (!more) buffer.text(x, y, "■", look.tones[chartTone(rank)], 1);
    buffer.text(x + 2, y, name, look.tones[rank >= 4 ? severityTone(rank) : "muted"], 6);
    buffer.text(x + 8, y, aligned(shortened(more ? rest : counts[rank], 6), 7), look.tones.text, 7);
  }
}

function drawStack(buffer: CellBuffer, look: Look, area: Area, chart: Chart): void {
  const colors = SEVERITY_RANKS.map((_, rank) => styleForeground(look.tones[chartTone(rank)]));
  const stacks = new Map<readonly number[], [number, number][]>();
  for (const counts of chart.columns) {
    if (!stacks.has(counts)) stacks.set(counts, stackOf(counts, chart.highest, area.height * 8));
  }
  for (let row = 0; row < area.height; row++) {
    const y = area.y + area.height - 1 - row;
    let run = "";
    let runStyle: Style = look.tones.text;
    let start = 0;
    for (const [column, counts] of chart.columns.entries()) {
      const { rank, height, above } = cellOf(stacks.get(counts) ?? [], row * 8);
      const bg = above === null ? ground(look) : colors[above];
      const cell = height === 0 ? look.tones.text : style({ fg: colors[rank], bg });
      if (cell !== runStyle) {
        buffer.text(area.x + start, y, run, runStyle);
        run = "";
        start = column;
        runStyle = cell;
      }
      run += look.glyphs.verticalEighths[height];
    }
    buffer.text(area.x + start, y, run, runStyle);
  }
}

function ground(look: Look): number {
  return styleBackground(look.tones.text);
}

/** Height in eighths at which each rank ends, from the ground: [rank, top][]; what is there shows. */
function stackOf(counts: readonly number[], highest: number, eighths: number): [number, number][] {
  const tops: [number, number][] = [];
  let sum = 0;
  let top = 0;
  for (const rank of WORST_FIRST) {
    if (counts[rank] === 0) continue;
    sum += counts[rank];
    top = Math.min(eighths, Math.max(top + 1, Math.round(sum / highest * eighths)));
    tops.push([rank, top]);
  }
  return tops;
}

/** What one cell of a stack shows: `height` eighths of `rank`, and `above` it another rank up to the cell's top. */
function cellOf(
  tops: [number, number][],
  ground: number,
): { rank: number; height: number; above: number | null } {
  let from = ground;
  const parts: { rank: number; height: number }[] = [];
  for (const [rank, top] of tops) {
    if (top <= from) continue;
    const height = Math.min(top, ground + 8) - from;
    if (height <= 0) break;
    parts.push({ rank, height });
    from += height;
  }
  const used = from - ground;
  if (parts.length === 0) return { rank: 0, height: 0, above: null };
  const largest = parts.reduce((best, part) => part.height > best.height ? part : best);
  const [worst] = parts;
  // A cell has two colours: with some of it empty, one is left, and errors must not be the ones to go. But a few of them must
  // not make all of a bar theirs: then what is above them fills the cell.
  const isFew = worst.rank >= ERROR_RANK && used >= NEARLY_A_CELL && 2 * worst.height < used;
  if (parts.length === 1 || used < 8 && !isFew) {
    return { rank: worst.rank >= ERROR_RANK ? worst.rank : largest.rank, height: used, above: null };
  }
  const above = parts.slice(1).reduce((best, part) => part.height > best.height ? part : best);
  return { rank: worst.rank, height: worst.height, above: above.rank };
}

/** Without colour: a row for each severity, each to its own scale, beside its line of the legend. */
function drawRows(buffer: CellBuffer, look: Look, area: Area, chart: Chart, present: number[]): void {
  for (const [row, rank] of present.slice(0, area.height).entries()) {
    const more = row === area.height - 1 && present.length > area.height;
    const ranks = more ? present.slice(row) : [rank];
    const values = chart.columns.map((counts) => ranks.reduce((sum, rank) => sum + counts[rank], 0));
    const tone = look.tones[severityTone(rank)];
    buffer.text(area.x, area.y + row, sparkline(values, look.glyphs), tone, area.width);
  }
}

function drawTimes(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  chart: Chart,
  { utc, findings }: TimelineProps,
): void {
  const [from, to] = range(chart.start, chart.end, utc);
  const width = Math.min(area.width, chart.columns.length);
  buffer.text(area.x, area.y, from, look.tones.muted, area.width);
  if (width > from.length + to.length + 2) {
    drawLineRight(buffer, look, area.x + width, area.y, [span(to, "muted")], to.length);
  }
  const first = from.length + 1;
  const last = width - to.length - 2;
  for (const { start } of findings) {
    if (start === null || start < chart.start || start >= chart.end || last < first) continue;
    const column = Math.floor((start - chart.start) / (chart.end - chart.start) * width);
    buffer.text(
      area.x + Math.max(first, Math.min(last, column)),
      area.y,
      look.glyphs.up,
      look.tones.warning,
      1,
    );
  }
}
