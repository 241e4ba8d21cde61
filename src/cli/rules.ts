import type { Engine } from "../engine/engine.ts";
import { MatchCounter } from "../engine/match_counter.ts";
import { asksForRelativeTime } from "../engine/record_filter.ts";
import { offsetsOfZone } from "../format/time/time_zone.ts";
import { comparisonsIn } from "../query/comparisons.ts";
import { isOwnField } from "../query/match.ts";
import { QueryError } from "../query/query.ts";
import { isBroken, parseRule, type Rule } from "../query/rule.ts";
import { isNameOf } from "../query/values.ts";
import type { Batch } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { Baseline } from "../report/baseline.ts";
import { counted, grouped, percent } from "../report/figures.ts";
import { fit, visible } from "../terminal/text.ts";
import { missingField } from "../query/missing_field.ts";
import { quoteRaw, rawText } from "../settings/raw.ts";

/** Patterns that a reason names, and cells of a template in it. */
const NAMED = 5;
const TEMPLATE = 120;

interface Watched {
  readonly rule: Rule;
  readonly baseline: Baseline | null;
  counter: MatchCounter | null;
}

/** The rules of a run: they count with the reading, and say at its end what was broken. */
export class Rules {
  readonly #watched: Watched[];
  readonly #timeZone: string;

  private constructor(watched: Watched[], timeZone: string) {
    this.#watched = watched;
    this.#timeZone = timeZone;
  }

  /** Reads the rules and their baselines. Throws UserError. */
  static read(texts: readonly string[], timeZone: string): Rules {
    const watched = texts.map((text): Watched => {
      const rule = ruleOf(text);
      return {
        rule,
        baseline: rule.kind === "new-pattern" ? readBaseline(rule.baseline) : null,
        counter: null,
      };
    });
    return new Rules(watched, timeZone);
  }

  add(batch: Batch, engine: Engine): void {
    for (const watched of this.#watched) {
      watched.counter ??= this.#counterOf(watched.rule, engine);
      watched.counter.add(batch, engine.patterns.leafOf, (leaf) => engine.patterns.resolve(leaf));
    }
  }

  /** One text for each rule that was broken, with its reasons. */
  broken(engine: Engine, records: number): string[] {
    const templates = new Map(
      engine.patterns.snapshot(Infinity).top.map(({ id, template }) => [id, template]),
    );
    const resolve = (leaf: number) => engine.patterns.resolve(leaf);
    return this.#watched.flatMap(({ rule, baseline, counter }) => {
      const matched = counter?.result(resolve, (id) => templates.get(id) ?? null) ??
        { count: 0, byPattern: new Map<number, number>(), first: null };
      const named = [...matched.byPattern].sort((x, y) => y[1] - x[1])
        .flatMap(([id, count]) => templates.has(id) ? [{ template: templates.get(id)!, count }] : []);
      if (rule.kind === "new-pattern") {
        const fresh = named.filter(({ template }) => !baseline!.has(template));
        if (fresh.length === 0) return [];
        return [`${rule.text}: ${counted(fresh.length, "new pattern")}${listed(fresh)}`];
      }
      if (!isBroken(rule, matched.count, records)) return [];
      const share = rule.share ? ` (${percent(matched.count, records) || "0%"})` : "";
      const place = matched.first === null
        ? ""
        : `, the first at ${visible(engine.sourceName(matched.first.source))}:${matched.first.line}`;
      return [`${rule.text}: ${counted(matched.count, "record")}${share}${place}${listed(named)}`];
    });
  }

  /** One text for each rule that asks for a field which no record of `keys` has: it may be misspelt. */
  unknownFields(keys: readonly string[]): string[] {
    const isKnown = (field: string) => isOwnField(field) || keys.some((key) => isNameOf(key, field));
    return this.#watched.flatMap(({ rule }) =>
      [...new Set(comparisonsIn(rule.where).map(({ field }) => field))].filter((field) => !isKnown(field))
        .map((field) => `${rule.text}: ${visible(missingField(field, keys))}`)
    );
  }

  #counterOf({ where, text }: Rule, engine: Engine): MatchCounter {
    try {
      return new MatchCounter(where, {
        reference: Date.now(),
        offsetAt: offsetsOfZone(this.#timeZone),
        sourceName: (source) => engine.sourceName(source),
        formatName: (format) => engine.formatName(format),
      });
    } catch (error) {
      throw error instanceof RangeError ? wrong(text, error.message) : error;
    }
  }
}

function listed(patterns: readonly { template: string; count: number }[]): string {
  const lines = patterns.slice(0, NAMED)
    .map(({ template, count }) => `\n  ${grouped(count)} × ${fit(visible(template), TEMPLATE)}`);
  const more = patterns.length > NAMED ? `\n  and ${counted(patterns.length - NAMED, "more pattern")}` : "";
  return lines.join("") + more;
}

function ruleOf(text: string): Rule {
  try {
    const rule = parseRule(text);
    if (asksForRelativeTime(rule.where)) {
      throw new QueryError("a time needs a date here; or use --since", 0, 0);
    }
    return rule;
  } catch (error) {
    throw error instanceof QueryError ? wrong(text, error.message) : error;
  }
}

function wrong(text: string, reason: string): UserError {
  return new UserError(`Cannot set --fail-on to ${quoteRaw(rawText(text))}: ${reason}`);
}

function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "no such file"
      : error instanceof Deno.errors.IsADirectory
      ? "it is a folder"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new UserError(`Cannot read the baseline ${path}: ${reason}; --baseline-out writes one`);
  }
  try {
    return new Baseline(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UserError(
      `Cannot read the baseline ${path}: ${error.message}; --baseline-out writes a new one`,
    );
  }
}
