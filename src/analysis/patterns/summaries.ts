import type { PatternDetails, PatternsSummary, PatternSummary, VariableKind } from "../../record/summary.ts";
import { BlankValues } from "./blank_values.ts";
import { BLANKED, VARIABLE } from "./token_marks.ts";
import {
  alignmentOf,
  commonOf,
  exampleAt,
  type PatternTemplate,
  render,
  renderWith,
  templateOf,
  variablesOf,
} from "./pattern_template.ts";
import { COVERED, RANKS, type Shapes, TOKEN_STRIDE } from "./shapes.ts";
import { kindOfText, kindOfTexts } from "./variable_kind.ts";
import type { Variables } from "./variables.ts";

/** Shapes of one pattern that its template is made from; in nearly all cases there is one. */
const MOST_IN_TEMPLATE = 32;

interface Group {
  root: number;
  summary: PatternSummary;
  /** Shapes that no promoted one covers. */
  uncovered: number[];
}

interface CachedTemplate {
  uncovered: string;
  /** Records when it was made: with many more the kinds of the variables may be known better. */
  count: number;
  text: string;
}

/** What is shown of patterns: their list, and one in detail. Templates are kept from one time to the next. */
export class Summaries {
  #cache = new Map<number, CachedTemplate>();

  /** The patterns with the most records, `limit` at the most. */
  list(shapes: Shapes, variables: Variables, limit: number): PatternsSummary {
    const groups = groupsOf(shapes);
    const total = groups.length;
    groups.sort((a, b) => b.summary.count - a.summary.count || a.summary.id - b.summary.id);
    groups.length = Math.min(limit, total);
    const cache = new Map<number, CachedTemplate>();
    for (const { summary, uncovered } of groups) {
      const key = uncovered.map((shape) => `${shapes.hashA[shape]},${shapes.hashB[shape]}`).join();
      let cached = this.#cache.get(summary.id);
      if (cached === undefined || cached.uncovered !== key || cached.count * 2 < summary.count) {
        const template = commonTemplate(shapes, uncovered);
        const text = render(template, kindsIn(template, shapes, variables, uncovered));
        cached = { uncovered: key, count: summary.count, text };
      }
      cache.set(summary.id, cached);
      summary.template = cached.text;
    }
    this.#cache = cache;
    return { top: groups.map(({ summary }) => summary), total };
  }

  /** What patterns (by their resolved numbers) say: their templates, with the value of a variable that has but one in its place. */
  said(shapes: Shapes, variables: Variables, ids: ReadonlySet<number>): Map<number, string> {
    const texts = new Map<number, string>();
    if (ids.size === 0) return texts;
    for (const group of groupsOf(shapes)) {
      const { summary, uncovered } = group;
      if (!ids.has(summary.id)) continue;
      const template = commonTemplate(shapes, uncovered);
      const kindAt = kindsIn(template, shapes, variables, uncovered);
      // A single record says all there is.
      const valueAt = summary.count === 1
        ? (i: number) => exampleAt(template, i)
        : onlyValuesIn(template, shapes, variables, group);
      texts.set(summary.id, renderWith(template, (i) => valueAt(i) ?? `<${kindAt(i)}>`));
    }
    return texts;
  }

  /** The pattern with this (resolved) number and the values of its variables; null if it is not held. */
  details(shapes: Shapes, variables: Variables, id: number): PatternDetails | null {
    const group = groupsOf(shapes).find(({ summary }) => summary.id === id);
    if (group === undefined) return null;
    const template = commonTemplate(shapes, group.uncovered);
    const places = variablesOf(template);
    const values = places.map(() => new BlankValues());
    for (let shape = 0; shape < shapes.size; shape++) {
      if (shapes.rootOf(shape) === group.root) addValues(template, places, values, shapes, variables, shape);
    }
    const summaries = values.map((one) => one.summary());
    const kinds = new Map(
      places.map((place, i) => [place, summaries[i].count > 0 ? summaries[i].kind : "id"]),
    );
    return {
      ...group.summary,
      template: render(template, (i) => kinds.get(i)!),
      variables: summaries,
      example: new TextDecoder().decode(template.text),
    };
  }
}

/**
 * Adds what is known of the values that a shape has in the places of a template's variables: what was looked at in its
 * own variables, and its constant words, whose count is its own; where a place holds both, the words with `<kind>`. `weight`: shapes like it that it stands for.
 */
export function addValues(
  template: PatternTemplate,
  places: number[],
  values: BlankValues[],
  shapes: Shapes,
  variables: Variables,
  shape: number,
  weight = 1,
): void {
  const count = shapes.countOf(shape) * weight;
  const ends = count > 0 ? alignmentOf(template, shapes, shape) : null;
  if (ends === null) return;
  const own = variables.of(shape);
  const ordinal = ordinals(shapes, shape);
  places.forEach((place, i) => {
    const from = place > 0 ? ends[place - 1] : 0;
    const to = ends[place];
    if (from === to) return;
    const variable = ordinal[to] > ordinal[from];
    if (!variable) variables.addText(values[i], shapes, shape, from, to, count);
    else if (own !== undefined && to === from + 1) values[i].merge(own[ordinal[from]]);
    else variables.addMixed(values[i], shapes, shape, from, to, count);
  });
}

/** How many variables stand before each token. */
function ordinals(shapes: Shapes, shape: number): number[] {
  const list = [0];
  for (let i = 0; i < shapes.tokenCount[shape]; i++) {
    const mark = shapes.tokens[(shapes.tokenFrom[shape] + i) * TOKEN_STRIDE + 2];
    list.push(list[i] + ((mark & VARIABLE) !== 0 ? 1 : 0));
  }
  return list;
}

function groupsOf(shapes: Shapes): Group[] {
  const byRoot = new Map<number, Group>();
  for (let shape = 0; shape < shapes.size; shape++) {
    const root = shapes.rootOf(shape);
    let group = byRoot.get(root);
    if (group === undefined) {
      const severities: number[] = Array(RANKS).fill(0);
      const summary = {
        id: shapes.id[root],
        template: "",
        count: 0,
        severities,
        first: Infinity,
        last: -Infinity,
      };
      group = { root, summary, uncovered: [] };
      byRoot.set(root, group);
    }
    const { summary } = group;
    for (let rank = 0; rank < RANKS; rank++) {
      const count = shapes.severities[shape * RANKS + rank];
      summary.severities[rank] += count;
      summary.count += count;
    }
    summary.first = Math.min(summary.first, shapes.first[shape]);
    summary.last = Math.max(summary.last, shapes.last[shape]);
    if ((shapes.flags[shape] & COVERED) === 0) group.uncovered.push(shape);
  }
  for (const group of byRoot.values()) if (group.uncovered.length === 0) group.uncovered.push(group.root);
  return [...byRoot.values()];
}

function commonTemplate(shapes: Shapes, uncovered: number[]): PatternTemplate {
  let template = templateOf(shapes, uncovered[0]);
  for (let i = 1; i < Math.min(uncovered.length, MOST_IN_TEMPLATE); i++) {
    template = commonOf(template, templateOf(shapes, uncovered[i]));
  }
  return template;
}

/** The kinds of a template's variables, as far as they are known without looking at all of its shapes. */
function kindsIn(
  template: PatternTemplate,
  shapes: Shapes,
  variables: Variables,
  uncovered: number[],
): (i: number) => VariableKind {
  const seen = uncovered.length === 1 ? variables.of(uncovered[0]) : undefined;
  const ordinal = seen === undefined ? [] : ordinals(shapes, uncovered[0]);
  return (i) => {
    const known = seen?.[ordinal[i]];
    const blanked = (template.tokens[i * TOKEN_STRIDE + 2] & BLANKED) !== 0;
    if (known === undefined || known.count === 0) {
      return blanked ? "word" : kindOfText(exampleAt(template, i));
    }
    return blanked ? kindOfTexts(new Set([known.kind, "word"])) : known.kind;
  };
}

/** The values of a template's variables that have but one, in shapes that it covers as well; of several shapes none is known. */
function onlyValuesIn(
  template: PatternTemplate,
  shapes: Shapes,
  variables: Variables,
  { root, uncovered }: Group,
): (i: number) => string | null {
  const [own] = uncovered;
  const seen = uncovered.length === 1 ? variables.of(own) : undefined;
  if (seen === undefined) return () => null;
  const ordinal = ordinals(shapes, own);
  const onlyOf = (i: number) => seen[ordinal[i]]?.onlyValue ?? null;
  const isBlanked = (i: number) => (template.tokens[i * TOKEN_STRIDE + 2] & BLANKED) !== 0;
  const places = variablesOf(template).filter((i) => !isBlanked(i) && onlyOf(i) !== null);
  const values = places.map(() => new BlankValues());
  for (let shape = 0; shape < shapes.size && places.length > 0; shape++) {
    if (shape !== own && shapes.rootOf(shape) === root) {
      addValues(template, places, values, shapes, variables, shape);
    }
  }
  const onlyAt = new Map(places.flatMap((place, at) => {
    const only = onlyOf(place)!;
    return values[at].count === 0 || values[at].onlyValue === only ? [[place, only] as const] : [];
  }));
  return (i) => onlyAt.get(i) ?? null;
}
