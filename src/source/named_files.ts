import { expandGlob, isGlob, splitAtCommas } from "./glob.ts";

/** Names of standard input. */
export const STDIN_NAMES: ReadonlySet<string> = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

/** The names among what a person gave: paths, comma-separated paths, globs; a file may have a comma in its name. */
export function namesIn(files: readonly string[]): string[] {
  return files.flatMap((name) => {
    const parts = exists(name) ? [] : splitAtCommas(name);
    return parts.length > 0 ? parts : [name];
  });
}

/** Whether a name is a glob, and not that of a file. */
export function isPattern(name: string): boolean {
  return isGlob(name) && !exists(name);
}

/** The paths that one name means; none if nothing matches. */
export function pathsOf(name: string): string[] {
  return isPattern(name) ? expandGlob(name) : [name];
}

/** Whether there is something at a path; also where it may not be looked at. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

/** Bytes of the plain files among those named; what cannot be looked at counts nothing: opening it tells why. */
export function knownSize(files: readonly string[]): number {
  return namesIn(files).flatMap(pathsOf).reduce((bytes, path) => bytes + sizeOf(path), 0);
}

function sizeOf(path: string): number {
  try {
    const { isFile, size } = Deno.statSync(path);
    return isFile ? size : 0;
  } catch {
    return 0;
  }
}
