import type { AttributeSummary, PatternSummary, RecordsSummary, WordCount } from "../record/summary.ts";
import { START, topFor } from "./list_position.ts";
import { panelHeight } from "./panel_height.ts";
import { chartedOf, type RankingName, RANKINGS, type State } from "./state.ts";

/** The most often that a ranking is sorted anew: once a second, also where figures come a little sooner than that. */
const SORT_INTERVAL = 900;

/** The words in the order the screen holds them. */
export function rankedWords(state: State): WordCount[] {
  return held(state.order.words, chartedOf(state)?.words.top ?? [], ({ word }) => word);
}

export function rankedPatterns(state: State): PatternSummary[] {
  return held(state.order.patterns, chartedOf(state)?.patterns.top ?? [], ({ id }) => String(id));
}

export function rankedAttributes(state: State): AttributeSummary[] {
  return held(state.order.attributes, chartedOf(state)?.attributes ?? [], ({ key }) => key);
}

export function rankingLength(state: State, name: RankingName): number {
  const summary = chartedOf(state);
  if (!summary) return 0;
  switch (name) {
    case "words":
      return summary.words.top.length;
    case "patterns":
      return summary.patterns.top.length;
    case "attributes":
      return summary.attributes.length;
  }
}

/** The last answer for an order: every frame asks again. */
const answers = new WeakMap<readonly string[], { items: readonly unknown[]; placed: unknown[] }>();

/** Items in a held order; what the order does not know follows by count. */
function held<Item>(order: readonly string[], items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const known = answers.get(order);
  if (known?.items === items) return known.placed as Item[];
  const placed = placedBy(order, items, keyOf);
  answers.set(order, { items, placed });
  return placed;
}

function placedBy<Item>(
  order: readonly string[],
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Item[] {
  const places = new Map(order.map((key, place) => [key, place]));
  const placed: Item[] = [];
  const others: Item[] = [];
  for (const item of items) {
    const place = places.get(keyOf(item));
    if (place === undefined) others.push(item);
    else placed[place] = item;
  }
  return [...placed.filter((item) => item !== undefined), ...others];
}

/**
 * Sorts the rankings that the reader is not in, at most once a second, so that rows keep their places. Where they are in order
 * nothing was sorted: figures that come right after may change that.
 */
export function sorted(state: State): State {
  const summary = chartedOf(state);
  if (!summary || state.paused || state.now - state.sortedAt < SORT_INTERVAL) return state;
  const order = { ...state.order };
  let changed = false;
  for (const name of RANKINGS) {
    if (state.focus === name) continue;
    const keys = keysOf(summary, name);
    if (areSame(keys, order[name])) continue;
    order[name] = keys;
    changed = true;
  }
  return changed ? { ...state, order, sortedAt: state.now } : state;
}

/**
 * Sorts every ranking once others than `before` are ranked, as for another filter, whoever is in it: nothing has a place to keep.
 * Where one is, or came from, the cursor stays on its row as long as that is ranked.
 */
export function rankedAnew(before: State, after: State): State {
  const summary = chartedOf(after);
  if (!summary) return after;
  const order = { ...after.order };
  const rankings = { ...after.rankings };
  for (const name of RANKINGS) {
    const { top } = before.rankings[name];
    const isUsed = after.focus === name || after.filters.some(({ from }) => from === name);
    const chosen = isUsed ? chosenKey(before, name) : undefined;
    order[name] = keysOf(summary, name);
    const place = chosen === undefined ? -1 : order[name].indexOf(chosen);
    const height = panelHeight(after, name);
    rankings[name] = place < 0
      ? START
      : { cursor: place, top: topFor(place, top, order[name].length, height) };
  }
  return { ...after, order, rankings, sortedAt: after.now };
}

function chosenKey(state: State, name: RankingName): string | undefined {
  const { cursor } = state.rankings[name];
  switch (name) {
    case "words":
      return rankedWords(state)[cursor]?.word;
    case "patterns":
      return rankedPatterns(state)[cursor]?.id.toString();
    case "attributes":
      return rankedAttributes(state)[cursor]?.key;
  }
}

function areSame(keys: readonly string[], others: readonly string[]): boolean {
  return keys.length === others.length && keys.every((key, place) => key === others[place]);
}

function keysOf(summary: RecordsSummary, name: RankingName): string[] {
  switch (name) {
    case "words":
      return summary.words.top.map(({ word }) => word);
    case "patterns":
      return summary.patterns.top.map(({ id }) => String(id));
    case "attributes":
      return summary.attributes.map(({ key }) => key);
  }
}
