import { type Kind, textOf, ValueError } from "./kind.ts";

const WORDS: Record<string, number> = { high: 1, medium: 2, low: 3 };

/** The place of a provider in the order of trying, 1 first: `high` (1), `medium` (2), `low` (3) or a number. */
export function priority(): Kind<number> {
  const allowed = "high, medium, low or a number (1 is tried first)";
  return {
    placeholder: "<priority>",
    allowed,
    read(raw) {
      const text = textOf(raw, allowed).toLowerCase();
      const value = WORDS[text] ?? Number(text);
      if (text === "" || !(value >= 0)) throw new ValueError(`must be ${allowed}`);
      return value;
    },
    show: (value) => value,
  };
}
