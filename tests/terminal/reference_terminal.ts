import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import xterm from "@xterm/headless";

/** How a cell looks in the terminal; colours as `#rrggbb`, `palette 12` or `default`. */
export interface SeenCell {
  text: string;
  width: number;
  fg: string;
  bg: string;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  reverse: boolean;
}

function colorName(isRgb: boolean, isPalette: boolean, value: number): string {
  if (isRgb) return "#" + value.toString(16).padStart(6, "0");
  return isPalette ? `palette ${value}` : "default";
}

/** A real terminal's reading of bytes: xterm.js without a window. */
export class ReferenceTerminal {
  readonly terminal: InstanceType<typeof xterm.Terminal>;

  /** @param unicode `graphemes`: joined emoji take two cells; `6`: a terminal of long ago that adds up code points */
  constructor(columns: number, rows: number, unicode: "graphemes" | "6" = "graphemes") {
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
    if (unicode === "graphemes") this.terminal.loadAddon(new UnicodeGraphemesAddon());
  }

  /** Lets the terminal read bytes to their end. */
  write(bytes: Uint8Array | string): Promise<void> {
    return new Promise((done) => this.terminal.write(bytes, done));
  }

  /** The rows of the screen, blanks at their ends cut off. */
  lines(): string[] {
    const buffer = this.terminal.buffer.active;
    return Array.from(
      { length: this.terminal.rows },
      (_, y) => buffer.getLine(buffer.viewportY + y)?.translateToString(true) ?? "",
    );
  }

  /** One cell; undefined outside of the screen. */
  cell(x: number, y: number): SeenCell | undefined {
    const buffer = this.terminal.buffer.active;
    const cell = buffer.getLine(buffer.viewportY + y)?.getCell(x);
    if (!cell) return undefined;
    return {
      text: cell.getChars(),
      width: cell.getWidth(),
      fg: colorName(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
      bg: colorName(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
      italic: cell.isItalic() !== 0,
      underline: cell.isUnderline() !== 0,
      reverse: cell.isInverse() !== 0,
    };
  }

  /** Every cell as one word, as it looks: of a blank only the background, underline and reversal. */
  looks(): string[] {
    const rows: string[] = [];
    for (let y = 0; y < this.terminal.rows; y++) {
      const cells: string[] = [];
      for (let x = 0; x < this.terminal.cols; x++) {
        const cell = this.cell(x, y)!;
        const blank = cell.width > 0 && (cell.text === "" || cell.text === " ");
        const lines = `${cell.underline ? "u" : ""}${cell.reverse ? "r" : ""}`;
        const ink = blank && lines === ""
          ? ""
          : `${cell.fg}${cell.bold ? "b" : ""}${cell.dim ? "d" : ""}${cell.italic ? "i" : ""}`;
        cells.push(`${blank ? " " : cell.text}|${cell.width}|${cell.bg}|${lines}|${ink}`);
      }
      rows.push(cells.join("  "));
    }
    return rows;
  }
}
