import { keyLabel } from "../keymap.ts";
import { cutLine, type Line, lineWidth, padded, span } from "../spans.ts";
import type { State } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

const KEYS_CELLS = 13;
const COLUMN_CELLS = 58;
/** The least that a column of two may have. */
const LEAST_CELLS = 44;

/** Every key, from the keymap, in one or two columns. */
export function helpPage(state: State): Page {
  const width = pageWidth(state, COLUMN_CELLS * 2 + 4);
  const groups = new Map<string, Line[]>();
  for (const { group, keys, help } of state.info.keymap.bindings) {
    if (keys.length === 0) continue;
    const lines = groups.get(group) ?? [[span(group, "accent")]];
    const names = keys.map(keyLabel).join(" ");
    groups.set(group, [...lines, [span(padded(`  ${names}`, KEYS_CELLS), "key"), span(help)]]);
  }
  const blocks = [...groups.values()];
  const column = Math.min(COLUMN_CELLS, width >> 1);
  const two = column >= LEAST_CELLS;
  const lines = two ? sideBySide(blocks, column) : blocks.flatMap((block) => [...block, []]);
  return {
    title: `Keys  weir ${state.info.version}`,
    lines: [...lines, ...languageLines()],
    list: false,
    empty: "",
    keys: keysLine(["↑↓", "move"], ["Esc", "back"]),
    width,
  };
}

function sideBySide(blocks: Line[][], cells: number): Line[] {
  const total = blocks.reduce((sum, block) => sum + block.length + 1, 0);
  const left: Line[] = [];
  const right: Line[] = [];
  for (const block of blocks) (left.length * 2 < total - 4 ? left : right).push(...block, []);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row): Line => {
    const first = left[row] ?? [];
    const used = lineWidth(first);
    return [...cutLine(first, cells - 2), span(" ".repeat(Math.max(2, cells - used))), ...(right[row] ?? [])];
  });
}

const LANGUAGE: [string, string][] = [
  ["timeout payments", "both words, anywhere, in any case"],
  ["a or b, -c, (a or b) c", "or, without, grouped"],
  ['"read timed out"', "a phrase"],
  ["/time ?out/", "a regular expression"],
  ["service=pay*", "a field equals; field=* exists; != differs"],
  ["status>=500  took>500ms", "a number, with or without a unit"],
  ["path~^/api   path!~health", "a field matches an expression, or not"],
  ["severity>=warn  time>-15m", "by severity and time"],
];

function languageLines(): Line[] {
  return [
    [span("Filters", "accent")],
    ...LANGUAGE.map(([text, help]): Line => [span(padded(`  ${text}`, 30), "key"), span(help)]),
  ];
}
