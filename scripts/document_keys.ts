/** Writes the table of keys in docs/dashboard.md from the keymap; with --check it only says whether it is current. */
import { BINDINGS, keyLabel } from "../src/dashboard/keymap.ts";

const PATH = `${import.meta.dirname}/../docs/dashboard.md`;
const BEGIN = "<!-- keys: written by scripts/document_keys.ts -->";
const END = "<!-- end of keys -->";

/** The keys as a table, a line an action. */
export function keyTable(): string {
  const rows = BINDINGS.map(({ action, keys, group, help }) => [
    group,
    keys.map((key) => `\`${keyLabel(key)}\``).join(" "),
    help,
    `\`${action}\``,
  ]);
  const all = [["", "keys", "", "action"], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(all[0]), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** The page with the table as it is now. */
export function withKeys(page: string): string {
  const from = page.indexOf(BEGIN) + BEGIN.length;
  return `${page.slice(0, from)}\n\n${keyTable()}\n\n${page.slice(page.indexOf(END))}`;
}

if (import.meta.main) {
  const page = Deno.readTextFileSync(PATH);
  const current = withKeys(page);
  if (Deno.args.includes("--check")) Deno.exit(current === page ? 0 : 1);
  Deno.writeTextFileSync(PATH, current);
}
