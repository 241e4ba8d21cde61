import { flowed } from "./flowed.ts";
import { inlineSpans } from "./markdown_inline.ts";
import { type Line, lineWidth, span } from "./spans.ts";

/** Cells between two columns of a table. */
const TABLE_GAP = 2;
/** A table whose columns would be narrower than this stays as it is written. */
const COLUMN_LEAST = 4;

type Side = "left" | "right" | "middle";

/** A table as it is written: its rows, the head first, and to which side each column keeps. */
export interface Table {
  readonly rows: readonly string[][];
  readonly sides: readonly Side[];
  /** The line behind it. */
  readonly end: number;
}

/** The cells of a table whose head stands in line `at`, and the line behind it; null if there is none. */
export function tableAt(written: readonly string[], at: number): Table | null {
  const rule = written[at + 1];
  if (!written[at].includes("|") || !rule?.includes("|")) return null;
  const head = rowCells(written[at]);
  const under = rowCells(rule);
  if (head.length < 2 || under.length !== head.length) return null;
  if (!under.every((cell) => /^:?-+:?$/.test(cell))) return null;
  const rows = [head];
  let end = at + 2;
  for (; written[end]?.includes("|"); end++) {
    const row = rowCells(written[end]);
    // More cells than the head has would be lost.
    if (row.length > head.length) return null;
    rows.push(row);
  }
  const sides = under.map((cell): Side =>
    cell.endsWith(":") ? cell.startsWith(":") ? "middle" : "right" : "left"
  );
  return { rows, sides, end };
}

function rowCells(raw: string): string[] {
  const inner = raw.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell.trim().replaceAll("\\|", "|").replace(/<br *\/?>/gi, " ")
  );
}

/** A table in columns, its widest columns broken into rows where it has no room; null if there is too little. */
export function tableLines({ rows, sides }: Table, cells: number, chosen: string | null): Line[] | null {
  const parts = rows.map((row, place) =>
    row.map((cell) => inlineSpans(cell, chosen, place === 0 ? "strong" : "text"))
  );
  const widths = rows[0].map((_, column) =>
    Math.max(COLUMN_LEAST, ...parts.map((row) => Math.min(cells, lineWidth(row[column] ?? []))))
  );
  const room = cells - TABLE_GAP * (widths.length - 1);
  if (room < COLUMN_LEAST * widths.length) return null;
  for (let used = widths.reduce((sum, width) => sum + width, 0); used > room; used--) {
    widths[widths.indexOf(Math.max(...widths))]--;
  }
  return parts.flatMap((row) => {
    const columns = widths.map((width, column) => flowed(row[column] ?? [], width, ""));
    const height = Math.max(...columns.map((column) => column.length));
    return Array.from({ length: height }, (_, y): Line =>
      columns.flatMap((column, place) => {
        const part = column[y] ?? [];
        const room = widths[place] - lineWidth(part);
        const before = sides[place] === "right" ? room : sides[place] === "middle" ? room >> 1 : 0;
        const behind = place === widths.length - 1 ? 0 : room - before + TABLE_GAP;
        return [...blanks(before), ...part, ...blanks(behind)];
      }));
  });
}

function blanks(cells: number): Line {
  return cells === 0 ? [] : [span(" ".repeat(cells))];
}
