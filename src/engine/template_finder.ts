import { type LogRecord, textOfValue } from "../record/log_record.ts";

/** A pattern by its number. */
export interface KnownPattern {
  id: number;
  template: string;
}

interface Known {
  id: number;
  /** The constant texts, with a variable part between each two of them. */
  parts: string[];
  /** Characters that are constant. */
  constant: number;
  /** The template is only the beginning. */
  cut: boolean;
}

const CUT = " …";

/** Tells of which known pattern a record is, by its text: of those that it fits, the one with most constant text. */
export class TemplateFinder {
  readonly #known: Known[];

  constructor(patterns: readonly KnownPattern[]) {
    this.#known = patterns.map(({ id, template }) => {
      const cut = template.endsWith(CUT);
      const parts = (cut ? template.slice(0, -CUT.length) : template.trimEnd()).trimStart()
        .split(/<[a-z*_]+>/);
      return { id, parts, constant: parts.reduce((sum, part) => sum + part.length, 0), cut };
    });
    this.#known.sort((a, b) => b.constant - a.constant || a.id - b.id);
  }

  /** The number of the record's pattern; null if it fits none. */
  find({ body }: Pick<LogRecord, "body">): number | null {
    if (body === null) return null;
    const text = (typeof body === "string" ? body : textOfValue(body)).split("\n", 1)[0].trim();
    return this.#known.find((known) => fits(text, known))?.id ?? null;
  }
}

/** Whether a text has the constants one after the other, with something between them: in time linear in its length. */
function fits(text: string, { parts, cut }: Known): boolean {
  if (!text.startsWith(parts[0])) return false;
  if (parts.length === 1) return cut || text.length === parts[0].length;
  const last = parts[parts.length - 1];
  let at = parts[0].length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  // Room for the last variable part, of one character at the least.
  if (cut) return text.indexOf(last, at + 1) >= 0;
  return text.endsWith(last) && text.length - last.length > at;
}
