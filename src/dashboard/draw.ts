import { marksOf } from "../record/pattern_marks.ts";
import type { CellBuffer } from "../terminal/buffer.ts";
import { styleBackground, styleForeground } from "../terminal/style.ts";
import { cellWidth } from "../terminal/text.ts";
import { chartOf, drawnTimeline } from "./time_chart.ts";
import { findingsIn, nothingFound } from "./findings.ts";
import { day, grouped, span as duration } from "./figures.ts";
import { drawFrame } from "./frame.ts";
import { inside, type Layout, layoutOf, MIN_HEIGHT, MIN_WIDTH } from "./layout.ts";
import type { Look } from "./look.ts";
import { drawPage } from "./modals/page.ts";
import { PANEL_TITLES } from "./modals/list_pages.ts";
import { tabsLine } from "./tabs.ts";
import { pageOf } from "./modals/pages.ts";
import { drawAttributesPanel } from "./panels/attributes_panel.ts";
import { drawFilterLine } from "./panels/filter_panel.ts";
import { drawFindings } from "./panels/findings_panel.ts";
import { drawHeader } from "./panels/header_panel.ts";
import { drawLog } from "./panels/log_panel.ts";
import { drawPatternsPanel } from "./panels/patterns_panel.ts";
import { drawSide } from "./panels/side_panel.ts";
import { drawStatus } from "./panels/status_panel.ts";
import { drawTimelinePanel } from "./panels/timeline_panel.ts";
import { drawWordsPanel } from "./panels/words_panel.ts";
import { PanelLayer } from "./panel_layer.ts";
import { drawPrompt } from "./prompt_view.ts";
import { rankedAttributes, rankedPatterns, rankedWords } from "./rankings.ts";
import { MOST_LISTED, type RecordsSummary, type TimelineSummary } from "../record/summary.ts";
import { drawFitted, type Line, lineWidth, span } from "./spans.ts";
import { chartedOf, isChartFiltered, type PanelName, type State, summaryOf } from "./state.ts";

/** The panels that each buffer's last frame was made of. */
const layers = new WeakMap<CellBuffer, PanelLayer>();

/** Draws the whole screen of a state into a buffer of the state's size. */
export function draw(state: State, buffer: CellBuffer, look: Look): void {
  if (buffer.width !== state.width || buffer.height !== state.height) {
    buffer.resize(state.width, state.height);
  }
  buffer.clear();
  buffer.styles.fill(look.tones.text);
  const layout = layoutOf(state);
  if (layout.tooSmall) return drawTooSmall(state, buffer, look);
  drawHeader(buffer, look, layout.header, state);
  drawFilters(state, buffer, look, layout);
  let layer = layers.get(buffer);
  if (!layer) layers.set(buffer, layer = new PanelLayer());
  layer.begin(buffer);
  for (const { name, area } of layout.panels) {
    layer.panel(
      buffer,
      area,
      look.tones.text,
      name,
      [look, ...ingredientsOf(state, layout, name)],
      (cells) => drawPanel(state, cells, look, layout, name, area),
    );
  }
  layer.end();
  if (layout.log) drawLog(buffer, look, layout.log, state);
  if (layout.side) drawSide(buffer, look, layout.side, state);
  if (state.modals.length > 0) fade(buffer, look, layout);
  for (const modal of state.modals) drawPage(buffer, look, state, pageOf(state, modal), modal.position);
  if (state.prompt) drawPrompt(buffer, look, layout.status, state, state.prompt);
  else drawStatus(buffer, look, layout.status, state);
}

/** What lies behind a modal steps back, also the chart, whose cells may have two colours. */
function fade(buffer: CellBuffer, look: Look, layout: Layout): void {
  const { width, height } = buffer;
  const chart = layout.panels.find(({ name }) => name === "timeline")?.area;
  if (chart) {
    const ground = styleBackground(look.tones.text);
    const bg = styleForeground(look.tones.faint);
    for (let y = chart.y; y < chart.y + chart.height; y++) {
      for (let x = chart.x; x < chart.x + chart.width; x++) {
        if (styleBackground(buffer.styleAt(x, y)) !== ground) {
          buffer.restyle({ x, y, width: 1, height: 1 }, { bg });
        }
      }
    }
  }
  buffer.restyle({ x: 0, y: 0, width, height }, {
    fg: styleForeground(look.tones.faint),
    bold: false,
    underline: false,
  });
}

function drawTooSmall(state: State, buffer: CellBuffer, look: Look): void {
  const rows = [
    "This terminal is too small",
    `${state.width}×${state.height}; weir needs ${MIN_WIDTH}×${MIN_HEIGHT}`,
    `${state.info.keymap.keyOf("quit")} quits`,
  ];
  const y = Math.max(0, (state.height - rows.length) >> 1);
  for (const [row, text] of rows.entries()) {
    const x = Math.max(0, (state.width - cellWidth(text)) >> 1);
    drawFitted(buffer, x, y + row, text, look.tones[row === 0 ? "strong" : "muted"], state.width - x);
  }
}

/** The filter's line and the finding's; a narrow screen has one line for both. */
function drawFilters(state: State, buffer: CellBuffer, look: Look, layout: Layout): void {
  const summary = summaryOf(state);
  const findings = findingsIn(state);
  const findingsProps = {
    findings,
    nothing: summary ? nothingFound(summary) : "",
    position: state.findings,
    focused: state.focus === "findings",
    utc: state.zone === "utc",
    dated: severalDays(state),
    acknowledged: state.acknowledged,
  };
  const shared = !layout.findings && !state.hidden.includes("findings") && !state.fullLog && !state.zoomed;
  const showsFinding = shared && summary !== null &&
    (state.focus === "findings" || state.filters.length === 0 && findings.length > 0);
  if (layout.filters && showsFinding) drawFindings(buffer, look, layout.filters, findingsProps);
  else if (layout.filters) drawFilterLine(buffer, look, layout.filters, state);
  if (layout.findings && summary) drawFindings(buffer, look, layout.findings, findingsProps);
}

/** The chart's counts: by the log's own time or, where times of receipt are shown, by those. */
function timelineOf(state: State, summary: RecordsSummary): TimelineSummary {
  return receiptsOf(state) ?? drawnTimeline(summary);
}

/** Counts by receipt, null where the chart is of the log's own time; nothing is known of them for a filter. */
function receiptsOf(state: State): TimelineSummary | null {
  return state.zone === "received" && !isChartFiltered(state) ? state.shown?.receipts ?? null : null;
}

/** Whether what was read is of more than one day. */
function severalDays(state: State): boolean {
  const summary = summaryOf(state);
  const utc = state.zone === "utc";
  return summary !== null && summary.start !== null && summary.end !== null &&
    day(summary.start, utc) !== day(summary.end, utc);
}

/** All of a state that a panel is drawn from. */
function ingredientsOf(state: State, layout: Layout, name: PanelName): unknown[] {
  const { order, rankings, focus, zone, phase, info } = state;
  const tabs = layout.tabs ? state.hidden : null;
  const common = [
    chartedOf(state),
    isChartFiltered(state),
    focus === name,
    tabs,
    zone,
    phase,
    info.colored,
    state.resetAt,
    state.overview,
  ];
  if (name === "findings") return [...common, summaryOf(state), state.findings, state.acknowledged];
  if (name === "timeline") return [...common, summaryOf(state)?.findings, state.acknowledged];
  if (name === "log") return common;
  const ranking = [...common, order[name], rankings[name]];
  return name === "patterns" ? [...ranking, summaryOf(state)?.findings] : ranking;
}

function drawPanel(
  state: State,
  buffer: CellBuffer,
  look: Look,
  layout: Layout,
  name: PanelName,
  area: { x: number; y: number; width: number; height: number },
): void {
  const focused = state.focus === name;
  const words = name === "timeline" && receiptsOf(state) ? "Receipt times by severity" : PANEL_TITLES[name];
  const plain = [span(words, focused ? "strong" : "text")];
  const coverage = coverageOf(state, area.width - 4 - (layout.tabs ? 0 : lineWidth(plain)));
  const title = layout.tabs ? tabsLine(state, name) : [...plain, ...coverage];
  const note = layout.tabs && coverage.length > 0 ? coverage.slice(1) : noteOf(state, name, area.width);
  drawFrame(buffer, look, area, title, note, focused);
  const inner = inside(area);
  const summary = chartedOf(state);
  const empty = emptyWords(state, name);
  if (!summary || empty !== "") {
    drawFitted(buffer, inner.x + 1, inner.y, empty, look.tones.muted, inner.width - 2);
    return;
  }
  switch (name) {
    case "patterns":
      return drawPatternsPanel(buffer, look, inner, {
        patterns: rankedPatterns(state),
        records: summary.records,
        position: state.rankings.patterns,
        focused,
        marks: marksOf(summaryOf(state)?.findings ?? []),
      });
    case "timeline":
      return drawTimelinePanel(buffer, look, { ...inner, x: inner.x + 1, width: inner.width - 2 }, {
        timeline: timelineOf(state, summary),
        severities: summary.severities,
        utc: state.zone === "utc",
        colored: state.info.colored,
        // Findings are told in the log's own time.
        findings: isChartFiltered(state) || receiptsOf(state) !== null ? [] : findingsIn(state),
      });
    case "words":
      return drawWordsPanel(buffer, look, inner, {
        words: rankedWords(state),
        position: state.rankings.words,
        focused,
      });
    case "attributes":
      return drawAttributesPanel(buffer, look, inner, {
        attributes: rankedAttributes(state),
        position: state.rankings.attributes,
        focused,
      });
    case "findings":
      return drawFindings(buffer, look, inner, {
        findings: findingsIn(state),
        nothing: nothingFound(summaryOf(state) ?? summary),
        acknowledged: state.acknowledged,
        position: state.findings,
        focused,
        utc: state.zone === "utc",
        dated: severalDays(state),
      });
    case "log":
      return;
  }
}

/**
 * What the filtered charts cover, for a panel's title: `· filtered, 412 of 1,204,331; 38%`, or the first of it where
 * there are fewer cells; empty without filters.
 */
function coverageOf(state: State, cells: number): Line {
  if (!isChartFiltered(state) || state.overview === null) return [];
  const { covered, matching, among, searched } = state.overview;
  const share = searched < 1 ? `; ${Math.floor(searched * 100)}%` : "";
  const isPart = covered < matching;
  const line = (of: string): Line => [
    span(" · ", "muted"),
    span("filtered", "accent"),
    span(`, ${isPart ? "newest " : ""}${grouped(covered)}${of}${share}`, "muted"),
  ];
  const held = state.overview.whole ? "" : " held";
  const whole = line(isPart ? ` of ${grouped(matching)} that match` : ` of ${grouped(among)}${held}`);
  return lineWidth(whole) <= cells ? whole : line("");
}

function noteOf(state: State, name: PanelName, width: number): Line {
  const summary = chartedOf(state);
  if (!summary) return [];
  switch (name) {
    case "patterns":
      return [span(grouped(summary.patterns.total), "muted")];
    case "attributes":
      return [
        span(`${summary.attributes.length}${summary.attributes.length < MOST_LISTED ? "" : "+"}`, "muted"),
      ];
    case "timeline": {
      if (summary.start === null || summary.end === null) return [];
      const received = receiptsOf(state);
      const own = drawnTimeline(summary);
      const chart = chartOf(received ?? own, Math.max(10, width - 20));
      const [from, to] = received === null ? [summary.start, summary.end] : [chart.start, chart.end];
      const covered = duration(Math.min(to, chart.end) - Math.max(from, chart.start));
      const note = `${covered} · ${duration(chart.width)} a column`;
      const far = received === null && own.outside > 0 ? ` · ${grouped(own.outside)} far outside` : "";
      // Beside its title there is room for so much.
      return [span(width > 24 + note.length + far.length ? note + far : note, "muted")];
    }
    case "words": {
      const { tracked, more = false, error } = summary.words;
      const short = error > 0 ? `, ±${grouped(error)}` : "";
      return [span(`${grouped(tracked)}${more ? "+" : ""}${short}`, "muted")];
    }
    case "findings":
    case "log":
      return [];
  }
}

/** Why a panel is empty and what would fill it; "" when it is not. */
function emptyWords(state: State, name: PanelName): string {
  const summary = chartedOf(state);
  if (summary?.records === 0 && isChartFiltered(state)) {
    const nothing = !state.overview?.whole
      ? "No held record matches"
      : state.overview.searched < 1
      ? "Nothing found yet"
      : "Nothing matches";
    return `${nothing} · ${state.info.keymap.keyOf("charts")} shows everything`;
  }
  if (!summary) {
    if (state.resetAt !== null) return "Nothing since the reset";
    return state.phase === "ended" ? "Nothing was read" : "Waiting for the first record";
  }
  if (name === "patterns" && summary.patterns.top.length === 0) {
    return "No messages yet to find patterns in";
  }
  if (name === "words" && summary.words.top.length === 0) return "No words of three letters or more yet";
  if (name === "attributes" && summary.attributes.length === 0) {
    return "No attributes: these records are plain text";
  }
  if (name === "timeline" && summary.timeline.buckets.length === 0) return "No times found yet";
  return "";
}
