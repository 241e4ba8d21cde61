import type { Batch } from "../../record/batch.ts";

const NEWLINE = 0x0a, RETURN = 0x0d;

/** Where the last line of [from, to) begins. */
export function lastLine({ bytes }: Batch, from: number, to: number): number {
  let at = to;
  while (at > from && bytes[at - 1] !== NEWLINE) at--;
  return at;
}

/** Index behind the text that ends at the line break before `lastFrom`, where a last line begins. */
export function endBefore({ bytes }: Batch, lastFrom: number): number {
  return bytes[lastFrom - 2] === RETURN ? lastFrom - 2 : lastFrom - 1;
}
