import { codePointWidth, isDisputed, joins } from "./code_point.ts";

/** The right half of a wide grapheme. */
export const CONTINUATION = 0;

/** Graphemes of several code points are numbered from here on, past the last code point. */
const FIRST_CLUSTER = 0x110000;
const MAX_CLUSTERS = 0x10000;
/** The longest emoji have ten code points; marks beyond the limit get a cell of their own. */
const MAX_CODE_POINTS = 12;
/** Code units that one cell can hold at the most. */
export const UNITS_PER_CELL = 2 * MAX_CODE_POINTS;
/** What a mark without a letter stands on, so that it never joins the cell before it. */
const DOTTED_CIRCLE = "\u25cc";
/** The middle or end of a Hangul syllable without its beginning: nothing can stand under it. */
const LONE_JAMO = /^[\u1160-\u11ff\ud7b0-\ud7ff]$/;
const REPLACEMENT = 0xfffd;

interface Cluster {
  text: string;
  width: number;
  /** Cells in a terminal that adds up the widths of the code points. */
  sum: number;
  agreed: boolean;
}

const clusters: Cluster[] = [];
const numbers = new Map<string, number>();
/** Made when the first text asks for it: that takes longer than all the rest of a start. */
let segmenter: Intl.Segmenter | undefined;

function measure(text: string): Cluster {
  let sum = 0;
  let agreed = true;
  let first = true;
  for (const char of text) {
    const codePoint = char.codePointAt(0)!;
    const width = codePointWidth(codePoint);
    sum += width;
    // Only a letter with marks is as wide in every terminal.
    if (first ? isDisputed(codePoint) : !/\p{Mn}/u.test(char) || codePoint >= 0xfe00) agreed = false;
    first = false;
  }
  const picture = /^\p{Emoji}\ufe0f/u.test(text);
  return { text, width: picture ? 2 : Math.min(2, Math.max(1, sum)), sum, agreed };
}

function numberOf(text: string): number {
  const found = numbers.get(text);
  if (found !== undefined) return found;
  // A full table shows the letter without its marks: the bound must hold against any text.
  if (clusters.length >= MAX_CLUSTERS) return text.codePointAt(0)!;
  const made = FIRST_CLUSTER + clusters.length;
  clusters.push(measure(text));
  numbers.set(text, made);
  return made;
}

/** Numbers of the graphemes of one segment: one, or more where marks are past the limit. */
function pushSegment(segment: string, into: number[]): void {
  const codePoints = Array.from(segment);
  if (codePoints.length === 1 && codePointWidth(segment.codePointAt(0)!) > 0) {
    into.push(segment.codePointAt(0)!);
    return;
  }
  for (let from = 0; from < codePoints.length;) {
    if (LONE_JAMO.test(codePoints[from])) {
      into.push(REPLACEMENT);
      from++;
      continue;
    }
    const base = codePointWidth(codePoints[from].codePointAt(0)!) > 0 ? "" : DOTTED_CIRCLE;
    into.push(numberOf(base + codePoints.slice(from, from + MAX_CODE_POINTS).join("")));
    from += MAX_CODE_POINTS;
  }
}

/** The graphemes of `text`, which must hold no hidden character, as numbers: a code point or a cluster's number. */
export function graphemes(text: string): number[] {
  const simple: number[] = [];
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at)!;
    if (joins(codePoint)) return segmented(text);
    simple.push(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
  }
  return simple;
}

function segmented(text: string): number[] {
  const found: number[] = [];
  for (const { segment } of segmentsOf(text)) pushSegment(segment, found);
  return found;
}

/** The graphemes of a text with their places. */
export function segmentsOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** Cells of a grapheme: 1 or 2. */
export function graphemeWidth(grapheme: number): number {
  return grapheme >= FIRST_CLUSTER ? clusters[grapheme - FIRST_CLUSTER].width : codePointWidth(grapheme);
}

/** The characters of a grapheme. */
export function graphemeText(grapheme: number): string {
  return grapheme >= FIRST_CLUSTER ? clusters[grapheme - FIRST_CLUSTER].text : String.fromCodePoint(grapheme);
}

/** Whether all terminals give a grapheme the same number of cells; they differ over emoji and joined signs. */
export function isAgreed(grapheme: number): boolean {
  return grapheme >= FIRST_CLUSTER ? clusters[grapheme - FIRST_CLUSTER].agreed : !isDisputed(grapheme);
}

/** The most cells that a terminal may give a grapheme. */
export function widestReading(grapheme: number): number {
  if (grapheme < FIRST_CLUSTER) return isAgreed(grapheme) ? codePointWidth(grapheme) : 2;
  const cluster = clusters[grapheme - FIRST_CLUSTER];
  return Math.max(cluster.width, cluster.agreed ? 0 : cluster.sum);
}
