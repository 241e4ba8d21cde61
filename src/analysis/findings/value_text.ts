/** How a value is shown: `path=/checkout`, `"from 10.0.0.7"`. */
export function textOf({ name, word }: { name: string; word: boolean }, value: string): string {
  return word ? `"${name} ${value}"`.replace('" ', '"') : `${name}=${value}`;
}
