import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import type { SourceHealth } from "../../record/summary.ts";
import { sparkline } from "../../terminal/glyphs.ts";
import { openFindings } from "../findings.ts";
import { day, grouped, minute, range, zoneName } from "../figures.ts";
import type { Look } from "../look.ts";
import { fit } from "../../terminal/text.ts";
import { drawLine, type Line, lineWidth, span } from "../spans.ts";
import { type RunInfo, type State, summaryOf } from "../state.ts";

/** Cells that the name of what is read is cut to at the least. */
const LEAST_NAME = 8;
/** Updates over which the rate is told. */
const LATELY = 5;

/** Draws what is read, how it goes, how much there is, and from when to when; the least important goes first. */
export function drawHeader(buffer: CellBuffer, look: Look, area: Area, state: State): void {
  const used = drawLine(
    buffer,
    look,
    area.x + 1,
    area.y,
    [span("weir", "accent"), span("  ")],
    area.width - 2,
  );
  let room = area.width - 2 - used;
  const right = attention(state, look);
  const rightWidth = lineWidth(right);
  if (rightWidth > 0 && rightWidth + 3 < room) {
    drawLine(buffer, look, area.x + area.width - 1 - rightWidth, area.y, right, rightWidth);
    room -= rightWidth + 2;
  }
  let x = area.x + 1 + used;
  for (const part of fitting(partsOf(state, look, room), room)) {
    x += drawLine(buffer, look, x, area.y, part, room) + 3;
  }
}

/** Drops parts, the last in rank first, until the rest fits with three blanks between them. */
function fitting(parts: { line: Line; rank: number }[], room: number): Line[] {
  const kept = parts.filter(({ line }) => lineWidth(line) > 0);
  const total = () => kept.reduce((sum, { line }) => sum + lineWidth(line) + 3, -3);
  while (kept.length > 1 && total() > room) {
    const last = kept.reduce((worst, part, place) => part.rank > kept[worst].rank ? place : worst, 0);
    kept.splice(last, 1);
  }
  return kept.map(({ line }) => line);
}

function partsOf(state: State, look: Look, room: number): { line: Line; rank: number }[] {
  const summary = summaryOf(state);
  const utc = state.zone === "utc";
  const phase = phaseLine(state, look);
  const read = inputName(state.info, state.shown?.summary.sources);
  const name = fit(read, Math.max(LEAST_NAME, room - lineWidth(phase) - 3), "middle");
  const parts: { line: Line; rank: number }[] = [
    { line: [span(name, "strong")], rank: 1 },
    { line: phase, rank: 0 },
  ];
  const { receives, inputs } = state.info;
  if (receives && inputs.length > 1) {
    parts.splice(1, 0, { line: [span(receives.replace(/^OTLP /, ""), "muted")], rank: 4 });
  }
  if (!summary) return parts;
  const counts: Line = [
    span(grouped(summary.records), "strong"),
    span(summary.records === 1 ? " record" : " records", "muted"),
  ];
  parts.push({ line: counts, rank: 2 });
  if (state.phase === "reading" || state.phase === "following") {
    parts.push({
      line: [
        span(rateOf(state)),
        span("/s ", "muted"),
        span(sparkline(state.rates.slice(-12), look.glyphs), "bar"),
      ],
      rank: 3,
    });
  }
  if (summary.start !== null && summary.end !== null) {
    const [from, to] = range(summary.start, summary.end, utc);
    const date = dateBefore(from, summary.start, state.now, utc);
    parts.push({
      // Of one record there is one time.
      line: [
        span(summary.start === summary.end ? `${date}${from}` : `${date}${from} ─ ${to}`),
        span(` ${zoneName(summary.end, utc)}`, "muted"),
      ],
      rank: 5,
    });
  }
  parts.push({ line: [span(`buffer ${grouped(state.info.logBuffer)}`, "muted")], rank: 6 });
  return parts;
}

/** What stands before the time at which a log begins: its day, unless that is today, and its year, unless it is this one. */
function dateBefore(shown: string, start: number, now: number, utc: boolean): string {
  const [of, today] = [day(start, utc), day(now, utc)];
  if (of === today || shown.startsWith(of)) return "";
  if (!shown.includes("-")) return `${of} `;
  return of.slice(0, 5) === today.slice(0, 5) ? "" : of.slice(0, 5);
}

/**
 * `app.log ×3` for three files of which the first is app.log, `app.log + OTLP` where records are received too: of what
 * was `opened`, once something was, and before of what was named.
 */
export function inputName(
  { inputs, receives = null }: Pick<RunInfo, "inputs" | "receives">,
  opened: readonly Pick<SourceHealth, "name" | "receiver">[] = [],
): string {
  const named = inputs.filter((input) => input !== receives);
  if (named.length === 0) return receives ?? "";
  const files = opened.filter(({ receiver }) => receiver === undefined).map(({ name }) => name);
  const first = named.length === 1 || files.length === 0 || files.includes(named[0]) ? named[0] : files[0];
  const count = files.length || named.length;
  const parts = first.split(/[/\\]/);
  // All of a folder's files are named by the folder.
  const shown = parts.slice(/^[*?.]+$/.test(parts.at(-1)!) ? -2 : -1).join("/");
  return `${shown}${count > 1 ? ` ×${count}` : ""}${receives === null ? "" : " + OTLP"}`;
}

function phaseLine(state: State, look: Look): Line {
  const dot = look.glyphs.bullet;
  if (state.paused) return [span("‖ paused", "warning")];
  switch (state.phase) {
    case "starting":
    case "waiting":
      return [span("○ waiting", "muted")];
    case "reading": {
      const progress = state.shown?.progress;
      const share = progress && progress.size > 0
        ? ` ${Math.min(100, Math.floor(progress.position / progress.size * 100))}%`
        : "";
      return [span(`${dot} reading${share}`, "accent")];
    }
    case "following":
      return [span(`${dot} follow`, "good")];
    case "ended":
      return [span(`■ ended ${minute(state.phaseSince, state.zone === "utc")}`, "muted")];
    case "gone":
      return [span("■ stopped", "bad")];
  }
}

/** How many things need a look, and how many notices were not seen yet. */
function attention(state: State, look: Look): Line {
  const count = openFindings(state);
  const unseen = state.notices.length - state.noticesSeen;
  return [
    ...(unseen > 0 ? [span(`${state.info.keymap.keyOf("notices")} ${unseen}  `, "accent")] : []),
    ...(count > 0
      ? [span(`${look.glyphs.warning} ${count} need${count === 1 ? "s" : ""} a look`, "warning")]
      : []),
  ];
}

/** Records a second, over the last few updates: what comes every few seconds is no nothing. */
function rateOf({ rates, shown }: State): string {
  const lately = rates.slice(-LATELY);
  const rate = lately.length === 0
    ? shown?.rate ?? 0
    : lately.reduce((sum, rate) => sum + rate, 0) / lately.length;
  return rate > 0 && rate < 9.95 ? Math.max(0.1, rate).toFixed(1) : grouped(rate);
}
