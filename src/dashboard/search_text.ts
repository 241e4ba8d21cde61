import { isQuick } from "../query/costly.ts";
import { printText } from "../query/print.ts";
import { expressionOf } from "../query/values.ts";

/** Between slashes stands an expression, where a filter would read one. */
const EXPRESSION = /^\/((?:\\.|(?!\/[\s)])[^\\])+)\/$/s;

/** The expression that is searched for, null for a text. */
function sourceOf(search: string): string | null {
  return EXPRESSION.exec(search)?.[1].replaceAll("\\/", "/") ?? null;
}

/** Throws `QueryError` for an expression that is none. */
export function checkSearch(search: string): void {
  const source = sourceOf(search);
  if (source !== null) expressionOf(source, 0, search.length);
}

/** The filter for records that have what is searched for. */
export function filterOfSearch(search: string): string {
  return sourceOf(search) === null ? printText(search) : search;
}

/** A search as it is told of: a text in quotes, an expression as it stands. */
export function quotedSearch(search: string): string {
  return sourceOf(search) === null ? `"${search}"` : search;
}

/** Whether what is found is marked: an expression that may run away would hold the screen. */
export function isMarked(search: string): boolean {
  const source = sourceOf(search);
  return source === null || isQuick(source);
}

/** Where [from, to) what is searched for stands in the first `most` characters of a line that is shown. */
export function placesOf(search: string, shown: string, most: number): [from: number, to: number][] {
  if (search === "") return [];
  const source = sourceOf(search);
  if (source === null) return textPlaces(search.toLowerCase(), shown);
  if (!isQuick(source)) return [];
  try {
    const expression = expressionOf(source, 0, 0);
    const everywhere = new RegExp(expression.source, `${expression.flags}g`);
    return Array.from(shown.slice(0, most).matchAll(everywhere), (found) => placeOf(found.index, found[0]))
      .filter(([from, to]) => to > from);
  } catch {
    // While it is typed it may be none yet.
    return [];
  }
}

function textPlaces(wanted: string, shown: string): [from: number, to: number][] {
  const lower = shown.toLowerCase();
  if (lower.length !== shown.length) return [];
  const places: [number, number][] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    places.push(placeOf(at, wanted));
  }
  return places;
}

function placeOf(from: number, { length }: string): [from: number, to: number] {
  return [from, from + length];
}
