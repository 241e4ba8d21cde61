import { BLANKED, MAX_TOKENS, SPACED, VARIABLE } from "./token_marks.ts";
import { CUT, type Shapes, TOKEN_STRIDE } from "./shapes.ts";

/** Tokens of two shapes, multiplied, that are aligned in full; what is more becomes one variable. */
const MOST_ALIGNED = 64 * 64;

const SPACE = 0x20;
const decoder = new TextDecoder();

/** What all lines of a pattern have in common: tokens in the layout of `Shapes`, over the text of one line. */
export interface PatternTemplate {
  tokens: Int32Array;
  count: number;
  text: Uint8Array;
  cut: boolean;
}

/** The template of one shape. */
export function templateOf(shapes: Shapes, shape: number): PatternTemplate {
  const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
  const count = shapes.tokenCount[shape];
  const from = shapes.textFrom[shape];
  return {
    tokens: shapes.tokens.slice(base, base + count * TOKEN_STRIDE),
    count,
    text: shapes.text.slice(from, from + shapes.textLength[shape]),
    cut: (shapes.flags[shape] & CUT) !== 0,
  };
}

/** The template that says what both say: their longest common subsequence of tokens, with variables for the rest. */
export function commonOf(one: PatternTemplate, other: PatternTemplate): PatternTemplate {
  const same = (i: number, j: number) => {
    const x = i * TOKEN_STRIDE;
    const y = j * TOKEN_STRIDE;
    return one.tokens[x] === other.tokens[y] && one.tokens[x + 1] === other.tokens[y + 1];
  };
  let head = 0;
  while (head < one.count && head < other.count && same(head, head)) head++;
  let tail = 0;
  while (
    tail < one.count - head && tail < other.count - head && same(one.count - 1 - tail, other.count - 1 - tail)
  ) tail++;
  const rows = one.count - head - tail;
  const columns = other.count - head - tail;
  if (rows === 0 && columns === 0) return one;
  const stays = new Uint8Array(one.count).fill(1, 0, head).fill(1, one.count - tail);
  // A variable must also stand where only the other has something: `gap[i]` is before token i.
  const gap = new Uint8Array(one.count + 1);
  if (rows * columns > MOST_ALIGNED || rows === 0) {
    gap[head] = 1;
  } else {
    const length = new Uint8Array((rows + 1) * (columns + 1));
    const width = columns + 1;
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = columns - 1; j >= 0; j--) {
        length[i * width + j] = same(head + i, head + j)
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
      }
    }
    let i = 0;
    let j = 0;
    while (i < rows && j < columns) {
      if (same(head + i, head + j)) {
        stays[head + i++] = 1;
        j++;
      } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
        i++;
      } else {
        gap[head + i] = 1;
        j++;
      }
    }
    if (j < columns) gap[head + rows] = 1;
  }
  return blanked(one, stays, gap);
}

function blanked(template: PatternTemplate, stays: Uint8Array, gap: Uint8Array): PatternTemplate {
  const tokens = new Int32Array(MAX_TOKENS * 2 * TOKEN_STRIDE);
  let count = 0;
  const blank = (place: number, spaced: number) => {
    const before = (count - 1) * TOKEN_STRIDE;
    const from = place & 0xffff;
    if (count > 0 && (tokens[before + 2] & BLANKED) !== 0) {
      const start = tokens[before + 3] & 0xffff;
      tokens[before + 3] = start | ((from + (place >>> 16) - start) << 16);
      return;
    }
    tokens[count * TOKEN_STRIDE + 2] = VARIABLE | BLANKED | spaced;
    tokens[count * TOKEN_STRIDE + 3] = place;
    count++;
  };
  for (let i = 0; i <= template.count; i++) {
    const at = i * TOKEN_STRIDE;
    const place = i < template.count ? template.tokens[at + 3] : template.text.length;
    // What was just blanked may stand for it, too; it must not take the white space before this token with it.
    const isBlank = count > 0 && (tokens[(count - 1) * TOKEN_STRIDE + 2] & BLANKED) !== 0;
    if (gap[i] === 1 && !isBlank) blank(place & 0xffff, 0);
    if (i === template.count) break;
    if (stays[i] === 0) {
      blank(place, template.tokens[at + 2] & SPACED);
      continue;
    }
    tokens.set(template.tokens.subarray(at, at + TOKEN_STRIDE), count * TOKEN_STRIDE);
    count++;
  }
  return { ...template, tokens: tokens.slice(0, count * TOKEN_STRIDE), count };
}

/**
 * Where the tokens of a shape stand in a template: token i of the template is [ends[i - 1], ends[i]) of the shape, the
 * first from 0. Null if the template does not say what the shape says.
 */
export function alignmentOf(template: PatternTemplate, shapes: Shapes, shape: number): Uint8Array | null {
  const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
  const n = shapes.tokenCount[shape];
  const m = template.count;
  const ends = new Uint8Array(m);
  if (m === n && alignsOneToOne(template, shapes, base)) {
    for (let i = 0; i < m; i++) ends[i] = i + 1;
    return ends;
  }
  const failed = new Uint8Array((m + 1) * (n + 1));
  const match = (i: number, j: number): boolean => {
    if (i === m) return j === n;
    if (failed[i * (n + 1) + j] === 1) return false;
    const at = i * TOKEN_STRIDE;
    if ((template.tokens[at + 2] & VARIABLE) === 0) {
      const token = base + j * TOKEN_STRIDE;
      const same = j < n && shapes.tokens[token] === template.tokens[at] &&
        shapes.tokens[token + 1] === template.tokens[at + 1];
      ends[i] = j + 1;
      if (same && match(i + 1, j + 1)) return true;
    } else {
      // One token is the usual thing, none the last resort.
      for (let length = 1; length <= n - j; length++) {
        ends[i] = j + length;
        if (match(i + 1, j + length)) return true;
      }
      ends[i] = j;
      if (match(i + 1, j)) return true;
    }
    failed[i * (n + 1) + j] = 1;
    return false;
  };
  return match(0, 0) ? ends : null;
}

function alignsOneToOne(template: PatternTemplate, shapes: Shapes, base: number): boolean {
  const { tokens, count } = template;
  for (let at = 0; at < count * TOKEN_STRIDE; at += TOKEN_STRIDE) {
    if ((tokens[at + 2] & VARIABLE) !== 0) continue;
    if (tokens[at] !== shapes.tokens[base + at] || tokens[at + 1] !== shapes.tokens[base + at + 1]) {
      return false;
    }
  }
  return true;
}

/** The numbers of the tokens that are variables. */
export function variablesOf(template: PatternTemplate): number[] {
  const list: number[] = [];
  for (let i = 0; i < template.count; i++) {
    if ((template.tokens[i * TOKEN_STRIDE + 2] & VARIABLE) !== 0) list.push(i);
  }
  return list;
}

/** The text of token i in the template's own line. */
export function exampleAt(template: PatternTemplate, i: number): string {
  const place = template.tokens[i * TOKEN_STRIDE + 3];
  const from = place & 0xffff;
  return decoder.decode(template.text.subarray(from, from + (place >>> 16)));
}

/** The text of a template, its variables as `<kind>`; spacing and case are those of its line. */
export function render(template: PatternTemplate, kindAt: (i: number) => string): string {
  return renderWith(template, (i) => `<${kindAt(i)}>`);
}

/** What stands for a body without text, which would be seen by nobody. */
const EMPTY = "(empty)";

/** The text of a template, with what `textAt` gives in the places of its variables. */
export function renderWith(template: PatternTemplate, textAt: (i: number) => string): string {
  let text = "";
  let end = 0;
  for (const i of variablesOf(template)) {
    const place = template.tokens[i * TOKEN_STRIDE + 3];
    const from = place & 0xffff;
    text += decoder.decode(template.text.subarray(end, from)) + textAt(i);
    end = from + (place >>> 16);
    // Where only other lines have something: it stands apart from both of its neighbours.
    if (end === from && from > 0 && template.text[from - 1] === SPACE && template.text[from] > SPACE) {
      text += " ";
    }
  }
  text += decoder.decode(template.text.subarray(end));
  if (template.cut) return `${text} …`;
  return text.trim() === "" ? EMPTY : text;
}
