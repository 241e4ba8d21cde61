import { withoutColours } from "./escape_sequences.ts";
import type { Batch } from "../record/batch.ts";
import { jsonOfInspected } from "./inspected_text.ts";
import { isJson } from "./json/is_json.ts";
import { isDigit, isLetter } from "./time/timestamp_parts.ts";

const ESCAPE = 0x1b, SPACE = 0x20, COMMA = 0x2c, COLON = 0x3a, UNDERLINE = 0x5f, BRACE = 0x7b;
/** How far pino-pretty and tracing indent what goes with a record. */
export const INDENT = 4;
const FIELD = /^ {4}([\w$@./-]+): ?(.*)$/s;
const TRACED_FIELD = /^ {4}(ProcessId|ThreadId|DateTime|Timestamp|Callstack|LogicalOperationStack)=(.*)$/;
const EFFECT_FIELD = /^ {2}([A-Za-z_$][\w$.@/-]*): (\S.*)$/;
const BRANCH_FIELD = /^ +[├└] ([A-Za-z_$][\w$.@/-]*): (.+)$/;
const QUOTED = /^'([^'\\]*)'$/;
/** What stands in a printed object above a stack that is printed as it is. */
const STACK = /^( *)("(?:[^"\\]|\\.)*"):$/;
/** tracing's pairs: `, key: value`. */
export const PAIR = /, ([A-Za-z_][\w.]*): ("(?:[^"\\]|\\.)*"|.*?)(?=, [A-Za-z_][\w.]*: |$)/gs;

const decoder = new TextDecoder();

/** JSON of an object with the one field that lines of pino-pretty tell; null if they tell none. */
export function fieldOf(text: string): string | null {
  const field = FIELD.exec(text);
  if (field === null) return null;
  const quoted = QUOTED.exec(field[2]);
  // KLogger's are written as PHP has them.
  if (quoted !== null) return JSON.stringify({ [field[1]]: quoted[1] });
  const value = isJson(field[2]) ? field[2] : withStacks(field[2]);
  return isJson(value) ? `{${JSON.stringify(field[1])}:${value}}` : null;
}

/** The same of Effect's `  key: value`, whose values Node prints, texts without quotes. */
export function effectFieldOf(text: string): string | null {
  const field = EFFECT_FIELD.exec(text);
  if (field === null) return null;
  const [, key, value] = field;
  const inspected = isJson(value) ? value : jsonOfInspected(`{ value: ${value} }`);
  if (inspected === value) return `{${JSON.stringify(key)}:${value}}`;
  const held: unknown = typeof inspected === "string" ? JSON.parse(inspected).value : value;
  return JSON.stringify({ [key]: held });
}

/** The same of the branches of a tree below a message, as pterm draws them: `  ├ key: value`, `  └ key: value`. */
export function branchFieldOf(text: string): string | null {
  const field = BRANCH_FIELD.exec(text);
  return field === null
    ? null
    : JSON.stringify({ [field[1]]: isJson(field[2]) ? JSON.parse(field[2]) : field[2] });
}

/** The same of what .NET's listeners of traces write below a message: `    ProcessId=42`, `    DateTime=2026-11-20T08:00:01Z`. */
export function tracedFieldOf(text: string): string | null {
  const field = TRACED_FIELD.exec(text);
  return field === null ? null : JSON.stringify({ [field[1]]: field[2] });
}

/** An object with each stack that was printed as it is made a string. */
function withStacks(text: string): string {
  const lines = text.split("\n");
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const stack = STACK.exec(lines[at]);
    if (stack === null) {
      written.push(lines[at]);
      continue;
    }
    const held: string[] = [];
    const margin = " ".repeat(stack[1].length + 1);
    while (lines[at + 1]?.startsWith(margin)) held.push(lines[++at].slice(stack[1].length + INDENT));
    // The comma before the next field is left out as well.
    const isLast = /^ *\}/.test(lines[at + 1] ?? "}");
    written.push(`${stack[2]}:${JSON.stringify(held.join("\n"))}${isLast ? "" : ","}`);
  }
  return written.join("\n");
}

/** JSON of the object whose brace stands before line number `line`, and that the last line closes; null if it is none. */
export function objectOf(
  batch: Batch,
  from: readonly number[],
  to: readonly number[],
  line: number,
): string | null {
  const text = `{\n${textOf(batch, from, to, line)}`;
  const json = isJson(text) ? text : jsonOfInspected(text);
  return typeof json === "string" ? json : null;
}

/**
 * Where an object begins behind the message whose first member stands in the message's own line, `message { queue: 'mail',`,
 * as Node prints one that is to be compact; -1 if none does.
 */
export function compactStart({ bytes, bodyFrom, bodyTo }: Batch, row: number): number {
  const end = bodyTo[row];
  if (bytes[end - 1] !== COMMA && bytes[end - 1] !== COLON) return -1;
  for (let at = bodyFrom[row] + 1; at + 2 < end; at++) {
    if (bytes[at] === BRACE && bytes[at + 1] === SPACE && bytes[at - 1] === SPACE) return at;
  }
  return -1;
}

/** JSON of an object that begins at `start` in the message, and ends with the last of the lines below; null if it is none. */
export function compactObjectOf(
  batch: Batch,
  row: number,
  start: number,
  from: readonly number[],
  to: readonly number[],
): string | null {
  const first = decoder.decode(batch.bytes.subarray(start, batch.bodyTo[row]));
  const json = jsonOfInspected(`${first}\n${textOf(batch, from, to, 0)}`);
  return typeof json === "string" ? json : null;
}

/** Lines from number `line` on, without their colours. */
export function textOf(batch: Batch, from: readonly number[], to: readonly number[], line: number): string {
  const lines: string[] = [];
  for (let at = line; at < from.length; at++) {
    lines.push(decoder.decode(batch.bytes.subarray(from[at], to[at])));
  }
  return withoutColours(lines.join("\n"));
}

/** Whether a name and a colon stand at `at`, perhaps behind a colour. */
export function isKey(bytes: Uint8Array, at: number, to: number): boolean {
  if (bytes[at] === ESCAPE) return true;
  const from = at;
  while (at < to && (isLetter(bytes[at]) || isDigit(bytes[at]) || isKeySign(bytes[at]))) at++;
  return at > from && at < to && bytes[at] === COLON;
}

function isKeySign(byte: number): boolean {
  return byte === UNDERLINE || byte === 0x2d || byte === 0x2e || byte === 0x24 || byte === 0x40 ||
    byte === 0x2f;
}

/** The pairs that tracing writes into `text`. */
export function pairsOf(text: string): Record<string, unknown> {
  const pairs: Record<string, unknown> = {};
  for (const [, key, value] of text.matchAll(PAIR)) pairs[key] = isJson(value) ? JSON.parse(value) : value;
  return pairs;
}
