import { FileSource } from "./file_source.ts";
import { pipeSource, stdinSource } from "./stdin_source.ts";
import type { Source } from "./source.ts";

/** What is to be read. */
export interface SourceSpec {
  /** Paths, comma-separated paths and globs, as a person gave them; `-` is standard input. */
  files: readonly string[];
  /** Goes on at the end of a file with what is added. */
  follow: boolean;
  /** The end of standard input ends nothing (with `follow` it never does): a receiver runs. */
  endlessStdin: boolean;
}

/** What was opened, and one line for each thing that could not be. */
export interface OpenedSources {
  sources: Source[];
  problems: string[];
  /** With `follow`: sources that appeared since the last call (files that now match a glob). */
  look(): Source[];
}

const STDIN_NAMES = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

/** Opens everything that `spec` names; what cannot be opened is a line in `problems`, the others go on. */
export function openSources(spec: SourceSpec): OpenedSources {
  const sources: Source[] = [];
  const problems: string[] = [];
  for (const name of spec.files) {
    try {
      sources.push(openOne(name, spec));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { sources, problems, look: () => [] };
}

function openOne(name: string, spec: SourceSpec): Source {
  const endless = spec.follow || spec.endlessStdin;
  if (STDIN_NAMES.has(name)) return stdinSource({ endless });
  const info = Deno.statSync(name);
  if (info.isDirectory) throw new Error("is a directory");
  if (!info.isFile) return pipeSource(name, name, { endless: spec.follow });
  return new FileSource(name, Deno.openSync(name), info);
}
