import type { Area } from "../terminal/buffer.ts";
import { type PanelName, PANELS, type State } from "./state.ts";

/** The smallest terminal that there is a layout for. */
export const MIN_WIDTH = 60;
export const MIN_HEIGHT = 16;

/** Where everything stands. An area that is null has no room or is hidden. */
export interface Layout {
  tooSmall: boolean;
  header: Area;
  filters: Area | null;
  findings: Area | null;
  /** The panels with a frame. */
  panels: { name: PanelName; area: Area }[];
  /** The one panel's border shows all of them as tabs. */
  tabs: boolean;
  log: Area | null;
  /** What is selected in the log, beside it. */
  side: Area | null;
  status: Area;
}

type Grid = { name: PanelName; share: number }[][];

const NORMAL: Grid = [
  [{ name: "patterns", share: 58 }, { name: "timeline", share: 42 }],
  [{ name: "words", share: 38 }, { name: "attributes", share: 62 }],
];
const WIDE: Grid = [
  [{ name: "timeline", share: 100 }],
  [{ name: "patterns", share: 50 }, { name: "words", share: 20 }, { name: "attributes", share: 30 }],
];
const FLAT: Grid = [[
  { name: "patterns", share: 35 },
  { name: "timeline", share: 25 },
  { name: "words", share: 15 },
  { name: "attributes", share: 25 },
]];

/** The cells of the pane beside the list. */
const SIDE_WIDTH = 54;

/** Places everything for the state's size: narrow (60×16 and up), normal (100×30) and wide (150×40). */
export function layoutOf(state: State): Layout {
  const { width, height } = state;
  const line = (y: number): Area => ({ x: 0, y, width, height: 1 });
  const layout: Layout = {
    tooSmall: width < MIN_WIDTH || height < MIN_HEIGHT,
    header: line(0),
    filters: null,
    findings: null,
    panels: [],
    tabs: false,
    log: null,
    side: null,
    status: line(height - 1),
  };
  if (layout.tooSmall) return layout;
  const below = (y: number): Area => ({ x: 0, y, width, height: height - 1 - y });
  const size = sizeOf(state);
  layout.filters = line(1);
  if (state.fullLog || (state.zoomed && state.focus === "log")) {
    return { ...layout, log: below(2) };
  }
  if (state.zoomed) return { ...layout, panels: [{ name: state.focus, area: below(2) }] };
  let y = 2;
  const hidden = (name: PanelName) => state.hidden.includes(name);
  if (size !== "narrow" && !hidden("findings")) {
    layout.findings = { x: 0, y, width, height: findingRows(height) };
    y += layout.findings.height;
  }
  if (size === "narrow") {
    const shown: PanelName[] = visiblePanels(state).filter((name) => name !== "log" && name !== "findings");
    if (shown.length > 0) {
      const rows = height >= 24 ? 6 : 5;
      const name = shown.includes(state.focus) ? state.focus : shown[lastPanel(state, shown)];
      layout.panels = [{ name, area: { x: 0, y, width, height: rows } }];
      layout.tabs = true;
      y += rows;
    }
  } else {
    const heights = size === "wide" ? wideRows(height) : size === "flat" ? [7] : rowHeights(height);
    const grid = size === "wide" ? WIDE : size === "flat" ? FLAT : NORMAL;
    for (const [index, row] of grid.entries()) {
      const shown = row.filter(({ name }) => !hidden(name));
      if (shown.length === 0) continue;
      layout.panels.push(...placed(shown, { x: 0, y, width, height: heights[index] }));
      y += heights[index];
    }
  }
  if (hidden("log")) return stretched(layout, height - 1 - y);
  layout.log = below(y);
  if (size === "wide" && layout.log.height >= 10) {
    layout.side = { ...layout.log, x: width - SIDE_WIDTH, width: SIDE_WIDTH };
    layout.log = { ...layout.log, width: width - SIDE_WIDTH };
  }
  return layout;
}

export function sizeOf({ width, height }: State): "narrow" | "flat" | "normal" | "wide" {
  if (width >= 150 && height >= 40) return "wide";
  if (width >= 100 && height >= 30) return "normal";
  return width >= 120 && height >= 20 ? "flat" : "narrow";
}

/** The panels that are not hidden. */
export function visiblePanels(state: State): PanelName[] {
  return PANELS.filter((name) => !state.hidden.includes(name));
}

/** Which panel a narrow screen shows while the log has the focus: the one last looked at. */
function lastPanel(state: State, shown: PanelName[]): number {
  return Math.max(0, shown.indexOf(state.tab));
}

/** Findings have a fixed height, so that they never push the list: one line where it is tight. */
function findingRows(height: number): number {
  return height >= 80 ? 5 : height >= 60 ? 3 : 1;
}

/** Rows of the chart, and of the lists below it: on tall screens they have their part of the room. */
function wideRows(height: number): number[] {
  if (height < 50) return [6, 10];
  const spare = height - 50;
  return [6 + Math.min(6, spare >> 3), 12 + Math.min(28, spare >> 2)];
}

function rowHeights(height: number): number[] {
  const spare = Math.max(0, Math.floor((height - 36) / 4));
  return [7 + Math.min(5, spare), 6 + Math.min(14, spare)];
}

function placed(row: { name: PanelName; share: number }[], area: Area): { name: PanelName; area: Area }[] {
  const shares = row.reduce((sum, { share }) => sum + share, 0);
  let x = area.x;
  let left = shares;
  return row.map(({ name, share }) => {
    const width = Math.round((area.x + area.width - x) * share / left);
    left -= share;
    const place = { name, area: { ...area, x, width } };
    x += width;
    return place;
  });
}

/** Without the log the last row of panels takes its room. */
function stretched(layout: Layout, rows: number): Layout {
  const last = layout.panels.at(-1)?.area.y;
  return {
    ...layout,
    panels: layout.panels.map(({ name, area }) => ({
      name,
      area: area.y === last ? { ...area, height: area.height + rows } : area,
    })),
  };
}

/** Rows of the log that show records: one is for the column names. */
export function logRows(layout: Layout): number {
  return Math.max(0, (layout.log?.height ?? 0) - 1);
}

/** The inside of a frame. */
export function inside(area: Area): Area {
  return {
    x: area.x + 1,
    y: area.y + 1,
    width: Math.max(0, area.width - 2),
    height: Math.max(0, area.height - 2),
  };
}

export function contains(area: Area | null, x: number, y: number): boolean {
  return area !== null && x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}
