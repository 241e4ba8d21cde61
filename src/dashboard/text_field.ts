import { segmentsOf } from "../terminal/grapheme.ts";

/** A line being typed; the cursor stands before the UTF-16 unit at its index, never inside a grapheme. */
export interface TextField {
  readonly text: string;
  readonly cursor: number;
}

/** Longer text is refused, so that a paste cannot stop the screen. */
const MAX_LENGTH = 4096;

export function fieldOf(text: string): TextField {
  return { text, cursor: text.length };
}

/** Puts text in at the cursor; line breaks and tabs become blanks. */
export function inserted(field: TextField, text: string): TextField {
  const line = text.replace(/\s+/g, " ").slice(0, MAX_LENGTH - field.text.length);
  return {
    text: field.text.slice(0, field.cursor) + line + field.text.slice(field.cursor),
    cursor: field.cursor + line.length,
  };
}

/** Keys that edit as a shell's line does; null for a key that means nothing here. */
export function edited(field: TextField, key: string): TextField | null {
  const { text, cursor } = field;
  switch (key) {
    case "left":
    case "ctrl+b":
      return { text, cursor: before(text, cursor) };
    case "right":
    case "ctrl+f":
      return { text, cursor: after(text, cursor) };
    case "home":
    case "ctrl+a":
      return { text, cursor: 0 };
    case "end":
    case "ctrl+e":
      return { text, cursor: text.length };
    case "alt+b":
    case "alt+left":
    case "ctrl+left":
      return { text, cursor: wordBefore(text, cursor) };
    case "alt+f":
    case "alt+right":
    case "ctrl+right":
      return { text, cursor: wordAfter(text, cursor) };
    case "backspace":
    case "ctrl+h":
      return cut(text, before(text, cursor), cursor);
    case "delete":
    case "ctrl+d":
      return cut(text, cursor, after(text, cursor));
    case "ctrl+w":
    case "alt+backspace":
      return cut(text, wordBefore(text, cursor), cursor);
    case "alt+d":
      return cut(text, cursor, wordAfter(text, cursor));
    case "ctrl+u":
      return cut(text, 0, cursor);
    case "ctrl+k":
      return cut(text, cursor, text.length);
    default:
      return null;
  }
}

function cut(text: string, from: number, to: number): TextField {
  return { text: text.slice(0, from) + text.slice(to), cursor: from };
}

function before(text: string, cursor: number): number {
  let last = 0;
  for (const { index } of segmentsOf(text)) {
    if (index >= cursor) break;
    last = index;
  }
  return last;
}

function after(text: string, cursor: number): number {
  for (const { index, segment } of segmentsOf(text)) {
    if (index + segment.length > cursor) return index + segment.length;
  }
  return text.length;
}

function wordBefore(text: string, cursor: number): number {
  return cursor - (/[^\s]*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0);
}

function wordAfter(text: string, cursor: number): number {
  return cursor + (/^\s*[^\s]*/.exec(text.slice(cursor))?.[0].length ?? 0);
}
