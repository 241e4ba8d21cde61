import { namePattern } from "./name_pattern.ts";
import { isAbsolute, isSpelt, join, sep } from "./paths.ts";

/** Whether file systems here take `A.log` and `a.log` for one. */
const ignoresCase = Deno.build.os === "windows" || Deno.build.os === "darwin";

/** Folders deep that `**` goes. */
const MAX_DEPTH = 64;

/** Splits `a.log,b.log` at its commas, but not those inside braces. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}") depth--;
    else if (at === text.length || (text[at] === "," && depth <= 0)) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter((part) => part !== "");
}

/** Has `text` signs that make it a pattern rather than a path? */
export function isGlob(text: string): boolean {
  return /[*?]|\[.+\]|\{.+\}/.test(text);
}

/**
 * The files (of whatever kind, but no folders) that match a pattern with `*`, `?`, `[…]`, `**` and `{a,b}`, in the
 * order of their names. Names that begin with a dot are matched only by a pattern that does. Folders that cannot
 * be listed match nothing, but that whose name is no UTF-8, and so cannot be opened, is one of the matches.
 */
export function expandGlob(pattern: string): string[] {
  const found = new Set<string>();
  for (const plain of expandBraces(pattern)) {
    const parts = plain.split(sep === "\\" ? /[\\/]/ : "/");
    const root = isAbsolute(plain) ? `${parts.shift()}${sep}` : "";
    walk(root, parts.filter((part) => part !== "" && part !== "."), 0, found);
  }
  return [...found].sort();
}

/** `{a,b}` and nested ones as a pattern for each choice. */
function expandBraces(pattern: string): string[] {
  const from = pattern.indexOf("{");
  if (from < 0) return [pattern];
  let depth = 0;
  let to = from;
  for (; to < pattern.length; to++) {
    if (pattern[to] === "{") depth++;
    else if (pattern[to] === "}" && --depth === 0) break;
  }
  if (depth !== 0) return [pattern];
  const choices = splitChoices(pattern.slice(from + 1, to));
  return choices.flatMap((choice) => expandBraces(pattern.slice(0, from) + choice + pattern.slice(to + 1)));
}

function splitChoices(inside: string): string[] {
  const choices = [""];
  let depth = 0;
  for (const sign of inside) {
    if (sign === "," && depth === 0) {
      choices.push("");
      continue;
    }
    if (sign === "{") depth++;
    else if (sign === "}") depth--;
    choices[choices.length - 1] += sign;
  }
  return choices;
}

/** Adds what the pattern's `parts` match under `folder` ("" is the current one). */
function walk(folder: string, parts: readonly string[], depth: number, found: Set<string>): void {
  const [part, ...rest] = parts;
  if (part === undefined || depth > MAX_DEPTH) return;
  if (part === "**") {
    walk(folder, rest.length === 0 ? ["*"] : rest, depth, found);
    for (const entry of list(folder, found)) {
      // Not through links: they could lead in a circle.
      if (entry.isDirectory && !entry.name.startsWith(".")) {
        walk(join(folder, entry.name), parts, depth + 1, found);
      }
    }
    return;
  }
  if (!isGlob(part)) return step(join(folder, part), rest, depth, found);
  const pattern = namePattern(part, ignoresCase);
  for (const entry of list(folder, found)) {
    if (entry.name.startsWith(".") && !part.startsWith(".")) continue;
    if (pattern.test(entry.name)) step(join(folder, entry.name), rest, depth, found);
  }
}

function step(path: string, rest: readonly string[], depth: number, found: Set<string>): void {
  if (rest.length > 0) return walk(path, rest, depth + 1, found);
  try {
    if (!Deno.statSync(path).isDirectory) found.add(path);
  } catch (error) {
    // A file that may not be read, or has no name, is told when it is opened; what is not there does not match.
    if (!(error instanceof Deno.errors.NotFound) || !isSpelt(path)) found.add(path);
  }
}

function list(folder: string, found: Set<string>): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder === "" ? "." : folder)];
  } catch {
    if (!isSpelt(folder)) found.add(folder);
    return [];
  }
}
