/**
 * Checks that imports go one way through the rooms of `src/`, that no files import each other in a circle, that what
 * is loaded later is what it is said to be, and that nothing is named after having no purpose. Prints each breach with its place; exit 1 if there is one.
 */
import { dirname, fromFileUrl, relative, resolve } from "@std/path";
import { laterFilesIn } from "./named_files.ts";

/** What a room may import, besides itself. A `type:` is for types alone. */
const ALLOWED: Record<string, readonly string[]> = {
  record: [],
  terminal: [],
  settings: ["record"],
  query: ["record"],
  source: ["record", "type:settings"],
  format: ["record", "type:settings"],
  analysis: ["record", "type:settings"],
  engine: ["record", "source", "format", "analysis", "query", "type:settings"],
  report: ["record", "engine/messages", "query", "terminal/text"],
  ai: ["record", "engine/messages", "query", "settings"],
  dashboard: ["record", "terminal", "query", "engine/messages", "type:ai", "type:settings"],
};

/** Rooms that may import anything. */
const FREE = ["cli", "app.ts"];

const PURPOSELESS = /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\.ts)?(?=\/|$)/;

/** A breach of a rule: where and what. */
export interface Breach {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

interface Import {
  readonly line: number;
  /** Path of the file that is imported, from the folder that is checked. */
  readonly target: string;
  readonly typesOnly: boolean;
  readonly lazy: boolean;
}

/** The breaches in a project, given its TypeScript files by their paths (with `/`) from its root. */
export function findBreaches(files: ReadonlyMap<string, string>): Breach[] {
  const imports = new Map([...files].map(([file, text]) => [file, importsOf(file, text)]));
  const breaches: Breach[] = [];
  for (const [file, found] of imports) {
    if (PURPOSELESS.test(file)) {
      breaches.push({ file, line: 1, problem: "name a file or folder after its purpose" });
    }
    for (const { line, path, typed } of laterFilesIn(file, files.get(file)!)) {
      if (path !== typed) breaches.push({ file, line, problem: `loads ${path} as if it were ${typed}` });
    }
    for (const { line, target, typesOnly } of found) {
      const problem = forbids(file, target, typesOnly);
      if (problem !== null) breaches.push({ file, line, problem });
    }
  }
  return [...breaches, ...findCircles(imports)];
}

const IMPORT =
  /^[ \t]*(?:import|export)\s+(?:(type)\s+)?([^"';]*?)\s*from\s*["']([^"']+)["']|^[ \t]*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const [, type, names = "", from, bare, lazy] = match;
    const specifier = from ?? bare ?? lazy;
    if (!specifier.startsWith(".")) return [];
    const each = /^\{(.*)\}$/s.exec(names.trim())?.[1].split(",").filter((name) => name.trim() !== "") ?? [];
    return [{
      line: text.slice(0, match.index).split("\n").length + (/^\s*\n/.test(match[0]) ? 1 : 0),
      target: resolvePath(file, specifier),
      typesOnly: type !== undefined || (each.length > 0 && each.every((name) => /^\s*type\s/.test(name))),
      lazy: lazy !== undefined,
    }];
  });
}

function resolvePath(file: string, specifier: string): string {
  return relative("/", resolve("/", dirname(file), specifier)).replaceAll("\\", "/");
}

function forbids(file: string, target: string, typesOnly: boolean): string | null {
  const room = roomOf(file);
  const other = roomOf(target);
  if (room === null || other === null || room === other || FREE.includes(room)) return null;
  const allowed = ALLOWED[room];
  if (allowed === undefined) return `src/${room} is no room that the import rule knows`;
  const path = target.replace(/^src\//, "").replace(/\.ts$/, "");
  const matches = (name: string) => path === name || path.startsWith(`${name}/`);
  if (allowed.some((name) => matches(name))) return null;
  if (allowed.some((name) => name.startsWith("type:") && matches(name.slice(5)))) {
    return typesOnly ? null : `src/${room} may import types alone from src/${other}: use "import type"`;
  }
  return `src/${room} must not import ${target}`;
}

/** The room of a file in `src/`; null for a file elsewhere. */
function roomOf(file: string): string | null {
  return /^src\/([^/]+)/.exec(file)?.[1] ?? null;
}

/** Circles of imports that are not lazy, each told once, at the import that closes it. */
function findCircles(imports: ReadonlyMap<string, readonly Import[]>): Breach[] {
  const breaches: Breach[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string) => {
    trail.push(file);
    for (const { target, line, lazy } of imports.get(file) ?? []) {
      if (lazy || done.has(target)) continue;
      const start = trail.indexOf(target);
      if (start < 0) visit(target);
      else {
        const circle = [...trail.slice(start), target].join(" → ");
        breaches.push({ file, line, problem: `imports go in a circle: ${circle}` });
      }
    }
    trail.pop();
    done.add(file);
  };
  for (const file of imports.keys()) if (!done.has(file)) visit(file);
  return breaches;
}

/** The TypeScript files of a project, without folders that begin with a dot and installed packages. */
export function readProject(root: string): Map<string, string> {
  const files = new Map<string, string>();
  const read = (folder: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(`${root}/${folder}`)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isDirectory && !name.startsWith(".") && name !== "node_modules") read(path);
      else if (!isDirectory && name.endsWith(".ts")) {
        files.set(path, Deno.readTextFileSync(`${root}/${path}`));
      }
    }
  };
  read("");
  return files;
}

if (import.meta.main) {
  const files = readProject(fromFileUrl(new URL("..", import.meta.url)));
  const breaches = findBreaches(files);
  for (const { file, line, problem } of breaches) console.error(`${file}:${line}: ${problem}`);
  if (breaches.length > 0) Deno.exit(1);
  console.log(`Imports of ${files.size} files go one way`);
}
