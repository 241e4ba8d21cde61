import { SEVERITY_RANKS } from "../record/severity.ts";
import type { PatternSummary, Summary } from "../record/summary.ts";

/** Version of the file's layout. */
const VERSION = 1;
/** Letters of constant text from which a template with variables stands for others. */
const ENOUGH_LETTERS = 6;

/** The patterns of a run, to compare later runs with. */
export function baselineJson(summary: Summary, patterns: readonly PatternSummary[]): string {
  return JSON.stringify(
    {
      weir: "baseline",
      version: VERSION,
      records: summary.records,
      patterns: patterns.map(({ template, count, severities }) => ({
        template,
        count,
        severities: Object.fromEntries(SEVERITY_RANKS.map((name, rank) => [name, severities[rank]])),
      })),
    },
    null,
    1,
  ) + "\n";
}

/**
 * The patterns of an earlier run. A pattern is the same if its template is; what a variable is does not matter, and a
 * variable stands for words too, because few records may not show yet that a word changes.
 */
export class Baseline {
  readonly #templates = new Set<string>();
  readonly #general: RegExp[] = [];

  /** Throws SyntaxError if `text` is no baseline. */
  constructor(text: string) {
    const parsed = parsedJson(text);
    checkVersion(parsed);
    for (const template of templatesIn(parsed)) {
      const plain = withoutKinds(template);
      if (this.#templates.has(plain)) continue;
      this.#templates.add(plain);
      const general = expressionOf(plain);
      if (general !== null) this.#general.push(general);
    }
  }

  has(template: string): boolean {
    const plain = withoutKinds(template);
    if (this.#templates.has(plain)) return true;
    if (this.#general.some((expression) => expression.test(plain))) return true;
    const general = expressionOf(plain);
    return general !== null && [...this.#templates].some((known) => general.test(known));
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

/** A baseline of a later version may mean something else; the lists of `weir patterns` and `report` have none. */
function checkVersion(parsed: unknown): void {
  if (typeof parsed !== "object" || parsed === null || !("version" in parsed)) return;
  if (typeof parsed.version === "number" && parsed.version <= VERSION) return;
  throw new SyntaxError(
    `it is of version ${JSON.stringify(parsed.version)}, which this version of weir cannot read`,
  );
}

function templatesIn(parsed: unknown): string[] {
  if (
    typeof parsed !== "object" || parsed === null || !("patterns" in parsed) ||
    !Array.isArray(parsed.patterns)
  ) {
    throw new SyntaxError("it has no list of patterns");
  }
  return parsed.patterns.map((pattern: unknown) => {
    if (typeof pattern === "object" && pattern !== null && "template" in pattern) {
      if (typeof pattern.template === "string") return pattern.template;
    }
    throw new SyntaxError("one of its patterns has no template");
  });
}

const VARIABLE = /<(?:num|dur|time|addr|path|id|word)>/g;

function withoutKinds(template: string): string {
  return template.replace(VARIABLE, "<*>");
}

/** What matches all that a template says with its variables filled in; null if that could be nearly anything. */
function expressionOf(plain: string): RegExp | null {
  const parts = plain.split("<*>");
  if (parts.length === 1) return null;
  const letters = parts.join("").replace(/\P{L}/gu, "");
  if (letters.length < ENOUGH_LETTERS) return null;
  const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`^${escaped.join("\\S+(?: \\S+){0,3}?")}$`, "u");
}
