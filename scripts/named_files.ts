/** A call of `loadLater` in a file: what it loads, and what it says that it does, both as paths from the project's root. */
export interface LaterFile {
  readonly path: string;
  readonly typed: string;
  /** Line of the call, from 1. */
  readonly line: number;
}

const CALL = /\bloadLater<typeof import\("([^"]+)"\)>\(\s*"\.\.\/([^"]+)",?\s*\)/g;

/** The files that `file` (a path from the root, with `/`) loads by name at run time. */
export function laterFilesIn(file: string, text: string): LaterFile[] {
  return [...text.matchAll(CALL)].map(({ 1: typed, 2: named, index }) => ({
    path: `src/${named}`,
    typed: new URL(typed, `file:///${file}`).pathname.slice(1),
    line: text.slice(0, index).split("\n").length,
  }));
}
