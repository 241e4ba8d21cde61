import type { Summary } from "../record/summary.ts";
import { cellWidth, type Ellipsis, fit } from "../terminal/text.ts";

/** Names that are looked at to find how they differ. */
const MOST_COMPARED = 200;

/** Where names are cut best: of files, and of folders with files. */
const NAME_CUTS: readonly Ellipsis[] = ["middle", "start", "end"];
const FOLDER_CUTS: readonly Ellipsis[] = ["end", "middle", "start"];

/** Ends of names that tell least: what has no room for all of a name does without. */
const EXTENSION = /\.(?:log|txt|csv|logfmt|syslog|json|jsonl|ndjson)$/i;

/** How the sources of a run are named in few cells, so that they can be told apart. */
export interface SourceLabels {
  labelOf(name: string): string;
  /** The label in so many cells. */
  labelIn(name: string, cells: number): string;
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
  const stemOf = (name: string) => labelOf(name).replace(EXTENSION, "");
  const isStemEnough = countDistinct(compared.map(stemOf)) === countDistinct(compared.map(labelOf));
  const fitted = (name: string, cells: number, cut: Ellipsis) => {
    const label = labelOf(name);
    return fit(isStemEnough && cellWidth(label) > cells ? stemOf(name) : label, cells, cut);
  };
  const cuts = new Map<number, Ellipsis>();
  const cutAt = (cells: number): Ellipsis => {
    let best = cuts.get(cells);
    if (best === undefined) {
      const told = (cut: Ellipsis) => countDistinct(compared.map((name) => fitted(name, cells, cut)));
      const [first, ...others] = folder === null ? NAME_CUTS : FOLDER_CUTS;
      best = others.reduce((best, cut) => told(cut) > told(best) ? cut : best, first);
      cuts.set(cells, best);
    }
    return best;
  };
  return { labelOf, labelIn: (name, cells) => fitted(name, cells, cutAt(cells)) };
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
