import { BAR, BRACKET_PART, type HeadParts, NAME_PART } from "./text_parts.ts";
import { isBlank, isName, nameLikeness, PATH } from "./text_tokens.ts";

/**
 * Takes ` | org.example.Name | thread` from the end of a message whose head is divided by bars, as ActiveMQ writes
 * it, and sets where the message ends; nothing if it does not end so.
 */
export function takeNameBehind(parts: HeadParts, from: number, to: number): void {
  const { bytes } = parts;
  const thread = barBefore(bytes, from, to);
  if (thread < 0) return;
  const name = barBefore(bytes, from, thread - 2);
  if (name < 0) return;
  const nameFrom = name + 2;
  const nameTo = trimmedEnd(bytes, nameFrom, thread);
  if (nameLikeness(bytes, nameFrom, nameTo) !== PATH || !isName(bytes, nameFrom, nameTo)) return;
  parts.add(BRACKET_PART, thread + 2, trimmedEnd(bytes, thread + 2, to));
  parts.add(NAME_PART, nameFrom, nameTo);
  parts.messageEnd = trimmedEnd(bytes, from, name);
}

/** Index of the last ` | ` in [from, to), at its bar; -1 if there is none. */
function barBefore(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to - 2; at > from; at--) {
    if (bytes[at] === BAR) return isBlank(bytes[at - 1]) && isBlank(bytes[at + 1]) ? at : -1;
  }
  return -1;
}

function trimmedEnd(bytes: Uint8Array, from: number, to: number): number {
  while (to > from && isBlank(bytes[to - 1])) to--;
  return to;
}
