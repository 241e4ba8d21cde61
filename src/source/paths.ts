/**
 * What is done with paths. Node's module for it takes some ten milliseconds to load, a fifth of the time to start: it is
 * left to Windows, whose paths are not as simple as those with slashes.
 */
interface Paths {
  readonly sep: string;
  isAbsolute(path: string): boolean;
  /** Without `.`, `..` and double slashes where that can be; "." for nothing. */
  join(...parts: string[]): string;
  /** The path from the root; relative where the current folder cannot be named. */
  resolve(path: string): string;
  /** The folder a path stands in, "." if it names none. */
  dirname(path: string): string;
  /** The last name of a path. */
  basename(path: string): string;
}

const withSlashes: Paths = {
  sep: "/",
  isAbsolute: (path) => path.startsWith("/"),
  join: (...parts) => normalized(parts.filter((part) => part !== "").join("/")),
  resolve(path) {
    const whole = normalized(path.startsWith("/") ? path : `${currentFolder()}/${path}`);
    return whole.length > 1 && whole.endsWith("/") ? whole.slice(0, -1) : whole;
  },
  dirname(path) {
    const slash = withoutEndingSlashes(path).lastIndexOf("/");
    if (slash > 0) return slash === 1 && path.startsWith("/") ? "//" : path.slice(0, slash);
    return path.startsWith("/") ? "/" : ".";
  },
  basename(path) {
    const end = withoutEndingSlashes(path);
    return end.slice(end.lastIndexOf("/") + 1);
  },
};

/** The current folder; "." if it is gone, or its name is no UTF-8. */
function currentFolder(): string {
  try {
    return Deno.cwd();
  } catch {
    return ".";
  }
}

function withoutEndingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return path.slice(0, end);
}

function normalized(path: string): string {
  const isAbsolute = path.startsWith("/");
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") kept.push(part);
    else if (kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop();
    else if (!isAbsolute) kept.push("..");
  }
  const text = kept.join("/");
  const end = path.endsWith("/") && text !== "" ? "/" : "";
  if (isAbsolute) return `/${text}${end}`;
  return text === "" ? path.endsWith("/") && path !== "" ? "./" : "." : `${text}${end}`;
}

export const { sep, isAbsolute, join, resolve, dirname, basename }: Paths = Deno.build.os === "windows"
  ? await import("node:path")
  : withSlashes;

/** Whether a name that the system gave can be used: of one that is no UTF-8 bytes are lost, and nothing is found by it. */
export function isSpelt(path: string): boolean {
  return !path.includes("\ufffd");
}
