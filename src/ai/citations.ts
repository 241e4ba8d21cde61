import type { Row, RowId } from "../engine/messages.ts";

/** How a record is named in prompts and answers: the number of its line, behind that of its source if there are several. */
const LABEL = /#(\d+(?:\.\d+)?[a-z]*)/g;
/** A citation that is nothing but labels, all but the first of which may do without `#`: `[#12-15]`, `[#12, 13]`. */
const BARE = /^\[#\d+(?:\.\d+)?[a-z]*(?:\s*(?:[-–—,;]|and|to)\s*#?\d+(?:\.\d+)?[a-z]*)*\]$/;
const BARE_LABEL = /#?(\d+(?:\.\d+)?[a-z]*)/g;

/** Characters that a citation such as `[#12, #13]` has at the most. */
const LONGEST = 80;

/** The records that a model was shown, by the labels it cites them with. */
export class Citations {
  readonly #severalSources: boolean;
  readonly #labels = new Map<string, string>();
  readonly #ids = new Map<string, RowId>();

  constructor(severalSources: boolean) {
    this.#severalSources = severalSources;
  }

  /** The label of a record that is shown now; without `#`. */
  label({ id, record }: Row): string {
    const key = `${id.source}:${id.sequence}`;
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    const line = this.#severalSources ? `${id.source + 1}.${record.line}` : String(record.line);
    // One line may hold several records.
    let label = line;
    for (let n = 1; this.#ids.has(label); n++) label = line + lettersOf(n);
    this.#labels.set(key, label);
    this.#ids.set(label, id);
    return label;
  }

  /** The record of a label, null if it was not sent. */
  find(label: string): RowId | null {
    return this.#ids.get(label) ?? null;
  }
}

/** 1 is "b", the second record of a line. */
function lettersOf(n: number): string {
  let letters = "";
  for (let rest = n; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(97 + rest % 26) + letters;
  }
  return letters;
}

/** The labels that a text cites, each once, in order. */
export function citedLabels(text: string): string[] {
  const labels = new Set<string>();
  for (const [citation] of text.matchAll(/\[[^[\]\n]*#\d[^[\]\n]*\]/g)) {
    for (const [, label] of citation.matchAll(labelsIn(citation))) labels.add(label);
  }
  return [...labels];
}

function labelsIn(citation: string): RegExp {
  return BARE.test(citation) ? BARE_LABEL : LABEL;
}

/** What is put behind the label of a line that was not sent. */
const UNSENT_MARK = "?";

/**
 * Marks citations of lines that were not sent, in text that comes in pieces: `[#99]` becomes `[#99?]`. What may be
 * the beginning of a citation is held back.
 */
export class CitationMarker {
  readonly #citations: Citations;
  #held = "";
  readonly unsent = new Set<string>();

  constructor(citations: Citations) {
    this.#citations = citations;
  }

  push(text: string): string {
    const all = this.#held + text;
    const open = all.lastIndexOf("[");
    const unfinished = open >= 0 && all.length - open < LONGEST && !/[\]\n]/.test(all.slice(open));
    const ready = unfinished ? all.slice(0, open) : all;
    this.#held = unfinished ? all.slice(open) : "";
    return this.#marked(ready);
  }

  end(): string {
    const rest = this.#held;
    this.#held = "";
    return this.#marked(rest);
  }

  #marked(text: string): string {
    return text.replace(
      /\[[^[\]\n]*#\d[^[\]\n]*\]/g,
      (citation) =>
        citation.replace(labelsIn(citation), (whole, label: string) => {
          if (this.#citations.find(label) !== null) return whole;
          this.unsent.add(label);
          return whole + UNSENT_MARK;
        }),
    );
  }
}
