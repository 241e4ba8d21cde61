import type { Summary } from "../record/summary.ts";
import { type Ellipsis, fit } from "../terminal/text.ts";

/** Names that are looked at to find how they differ. */
const MOST_COMPARED = 200;

/** Where names are cut best: of files, and of folders with files. */
const NAME_CUTS: readonly Ellipsis[] = ["middle", "start", "end"];
const FOLDER_CUTS: readonly Ellipsis[] = ["end", "middle", "start"];

/** How the sources of a run are named in few cells, so that they can be told apart. */
export interface SourceLabels {
  labelOf(name: string): string;
  /** Where a label is cut that is longer than so many cells. */
  cutAt(cells: number): Ellipsis;
}

const known = new WeakMap<Summary, SourceLabels>();

/** Those of the sources that a summary knows: the names of the files, with their folders where that is not enough. */
export function sourceLabels(summary: Summary): SourceLabels {
  let labels = known.get(summary);
  if (!labels) known.set(summary, labels = labelsOf(summary.sources.map(({ name }) => name)));
  return labels;
}

/** Made of all names: for few sources, as there are in a dashboard, it takes little time. */
export function labelsOf(names: readonly string[]): SourceLabels {
  const compared = names.slice(0, MOST_COMPARED);
  const bases = compared.map(baseName);
  const folder = countDistinct(bases) === countDistinct(compared) ? null : commonFolder(compared);
  const labelOf = (name: string) =>
    folder !== null && name.startsWith(folder) ? name.slice(folder.length) : baseName(name);
  const cuts = new Map<number, Ellipsis>();
  const cutAt = (cells: number): Ellipsis => {
    let best = cuts.get(cells);
    if (best === undefined) {
      const labels = compared.map(labelOf);
      const told = (cut: Ellipsis) => countDistinct(labels.map((label) => fit(label, cells, cut)));
      const [first, ...others] = folder === null ? NAME_CUTS : FOLDER_CUTS;
      best = others.reduce((best, cut) => told(cut) > told(best) ? cut : best, first);
      cuts.set(cells, best);
    }
    return best;
  };
  return { labelOf, cutAt };
}

function baseName(path: string): string {
  return path.slice(lastSeparator(path) + 1) || path;
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}

/** What all paths begin with, up to the end of a folder's name; what is no path (standard input) tells nothing. */
function commonFolder(names: readonly string[]): string {
  const [first = "", ...others] = names.filter((name) => lastSeparator(name) >= 0);
  let length = lastSeparator(first) + 1;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length--;
  return first.slice(0, lastSeparator(first.slice(0, length)) + 1);
}

function countDistinct(texts: readonly string[]): number {
  return new Set(texts).size;
}
