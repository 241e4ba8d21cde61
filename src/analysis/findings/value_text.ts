/** Keys for which thread, part or output of a program did it, not for whom or what. */
export const OF_PROGRAM = /(?:^|[._-])thread(?:[._-]?(?:name|id))?$|^otel\.scope\.|^log\.iostream$/i;

/** How a value is shown: `path=/checkout`, `"from 10.0.0.7"`. */
export function textOf({ name, word }: { name: string; word: boolean }, value: string): string {
  return word ? `"${name} ${value}"`.replace('" ', '"') : `${name}=${value}`;
}
