import type { WordCount } from "../../record/summary.ts";
import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { grouped } from "../figures.ts";
import { drawBar, drawSelection } from "../frame.ts";
import type { ListPosition } from "../list_position.ts";
import type { Look } from "../look.ts";
import { aligned, drawFitted } from "../spans.ts";

/** Cells that a column of words wants at the least. */
const COLUMN_CELLS = 36;
/** Cells of a column that has room for bars. */
const LEAST_WITH_BARS = 20;

export interface WordsProps {
  words: readonly WordCount[];
  position: ListPosition;
  focused: boolean;
}

/** How many words an area shows: in several columns where it is wide. */
export function wordsShown(area: Area): number {
  return area.height * columnsOf(area);
}

/** Which of the words that show stands at a cell of the area. */
export function wordPlaceAt(area: Area, x: number, y: number): number {
  const columns = columnsOf(area);
  const column = Math.min(columns - 1, Math.floor((x - area.x) / Math.floor(area.width / columns)));
  return column * area.height + y - area.y;
}

function columnsOf(area: Area): number {
  return Math.max(1, Math.floor(area.width / COLUMN_CELLS));
}

/** Draws each word with its count and a bar to the scale of the most frequent one. */
export function drawWordsPanel(buffer: CellBuffer, look: Look, area: Area, props: WordsProps): void {
  const { words, position, focused } = props;
  const most = words.reduce((most, { count }) => Math.max(most, count), 1);
  const columns = columnsOf(area);
  const width = Math.floor(area.width / columns);
  const countCells = grouped(most).length;
  const barCells = width < LEAST_WITH_BARS ? 0 : Math.floor(width / 4);
  const nameCells = Math.max(6, Math.min(18, width - countCells - 3 - barCells));
  for (let place = 0; place < area.height * columns; place++) {
    const word = words[position.top + place];
    if (!word) break;
    const x = area.x + Math.floor(place / area.height) * width;
    const y = area.y + place % area.height;
    drawFitted(buffer, x + 1, y, word.word, look.tones.text, nameCells);
    buffer.text(
      x + 1 + nameCells + 1,
      y,
      aligned(grouped(word.count), countCells),
      look.tones.strong,
      countCells,
    );
    const barX = x + nameCells + countCells + 3;
    const cells = x + width - 1 - barX;
    drawBar(buffer, look, barX, y, word.count / most, cells, "bar");
    if (position.top + place === position.cursor && focused) {
      drawSelection(buffer, look, { x, y, width, height: 1 }, focused);
    }
  }
}
