/** Characters of a line of help. */
export const WIDTH = 80;

/** Words in lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Rows of a term and what it means, the meaning wrapped at `at`; a long term gets a line of its own. */
export function definitions(
  rows: readonly (readonly [term: string, meaning: string])[],
  at: number,
): string[] {
  return rows.flatMap(([term, meaning]) => {
    const [first = "", ...more] = wrap(meaning, WIDTH - at);
    const indented = more.map((line) => " ".repeat(at) + line);
    const start = `  ${term}`;
    if (start.length > at - 2) return [start, " ".repeat(at) + first, ...indented];
    return [start.padEnd(at) + first, ...indented];
  });
}

/** A cell that is longer makes no column wider: what follows it in its row stands further to the right. */
const MOST_PADDED = 48;

/** A table whose columns are as wide as their longest cell, but for very long ones; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(0, ...rows.map((row) => row[at].length).filter((length) => length <= MOST_PADDED))
  );
  return rows.map((row) =>
    row.map((cell, at) => at === row.length - 1 ? cell : cell.padEnd(widths[at])).join("  ").trimEnd()
  );
}
