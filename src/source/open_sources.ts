import { shellWord } from "../record/shell_word.ts";
import { UserError } from "../record/user_error.ts";
import { compressionOf, isReadable } from "./compression.ts";
import { cannotRead } from "./decompress.ts";
import { DecodedSource } from "./decoded_source.ts";
import { watchDirectory } from "./directory_watch.ts";
import { FileSource } from "./file_source.ts";
import { FollowedFiles } from "./followed_files.ts";
import { FollowSource } from "./follow_source.ts";
import { expandGlob, isGlob } from "./glob.ts";
import { HEAD_BYTES, identityOf } from "./incarnation.ts";
import { exists, isPattern, namesIn, pathsOf, STDIN_NAMES } from "./named_files.ts";
import { dirname, isSpelt, join, resolve } from "./paths.ts";
import { reasonOf } from "./reason.ts";
import type { Source } from "./source.ts";
import { compressedSource, pipeSource, stdinSource } from "./stream_sources.ts";
import { openSparingly, ThriftyFile } from "./thrifty_file.ts";
import { UnpackedHeads } from "./unpacked_heads.ts";

/** What is to be read. */
export interface SourceSpec {
  /** Paths, comma-separated paths and globs, as a person gave them; `-` is standard input. */
  files: readonly string[];
  /** Goes on at the end of a file with what is added. */
  follow: boolean;
  /** The end of standard input ends nothing (with `follow` it never does): a receiver runs. */
  endlessStdin: boolean;
  /** The file that what is read is written to, as `device:inode`: it is not read, which would never end. */
  output?: string | null;
}

/** Opens everything that `spec` names; what cannot be opened is a line in `problems`, the others go on. */
export function openSources(spec: SourceSpec): OpenSources {
  return new OpenSources(spec);
}

/** The sources of one run; with `follow`, files that come to match a name later are found by `look`. */
export class OpenSources {
  /** What was opened at first. */
  readonly sources: Source[];
  /** One line for each thing that could not be opened. */
  readonly problems: string[] = [];
  /** One line for each name that nothing stands for yet, which with `follow` is waited for, or that is not to be read. */
  readonly remarks: string[] = [];
  #follow: boolean;
  #endless: boolean;
  #output: string | null;
  #patterns: string[] = [];
  /** Absolute paths that were opened or refused. */
  #seen = new Set<string>();
  /** Paths that may not be read as yet, told once: with `follow` they are tried again. */
  #forbidden = new Set<string>();
  #opened = new Set<string>();
  #followed = new FollowedFiles();
  /** Something changed in a folder where a new file may match. */
  #changed = false;
  #wake = () => {};
  #unwatch: (() => void)[] | undefined;
  #unpacked = new UnpackedHeads(() => this.#nowChanged());

  constructor(spec: SourceSpec) {
    this.#follow = spec.follow;
    this.#endless = spec.follow || spec.endlessStdin;
    this.#output = spec.output ?? null;
    this.sources = namesIn(spec.files).flatMap((name) => this.#openNamed(name));
  }

  /** Something changed since the last `look` where a new file may match: to be looked at soon. */
  get changed(): boolean {
    return this.#changed;
  }

  /** May names that match nothing now match something later? Then a run without a source can wait. */
  get waiting(): boolean {
    return this.#patterns.length > 0;
  }

  /** With `follow`: the sources that appeared since the last call. To be asked about every second, and when `changed`. */
  look(): Source[] {
    this.#changed = false;
    const forbidden = [...this.#forbidden];
    return this.#patterns.flatMap((pattern) => isGlob(pattern) ? expandGlob(pattern) : [pattern])
      .concat(forbidden)
      .filter((path) => this.#isNew(path))
      .flatMap((path) => this.#tryOpen(path));
  }

  /** Resolves when `changed` or given up by `signal`. Once called, folders are watched until `close`. */
  wait(signal: AbortSignal): Promise<void> {
    this.#unwatch ??= this.#watch();
    if (this.#changed || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      this.#wake = resolve;
    });
  }

  /** Watches no more; the sources go on. */
  close(): void {
    for (const unwatch of this.#unwatch?.splice(0) ?? []) unwatch();
  }

  /** A file may come and be renamed within the second between two looks. Folders with wildcards are not watched. */
  #watch(): (() => void)[] {
    const folders = this.#patterns.map((pattern) => dirname(pattern)).filter((folder) => !isGlob(folder));
    this.#changed = folders.length > 0;
    return [...new Set(folders.map((folder) => resolve(folder)))].map((folder) =>
      watchDirectory(folder, (paths) => {
        if (paths.length === 0 || paths.some((path) => !this.#seen.has(path))) this.#nowChanged();
      })
    );
  }

  #nowChanged(): void {
    this.#changed = true;
    this.#wake();
  }

  #openNamed(name: string): Source[] {
    if (STDIN_NAMES.has(name)) {
      const isNew = !this.#seen.has("-");
      this.#seen.add("-");
      const options = { endless: this.#endless, growing: this.#follow };
      return isNew ? [new DecodedSource(stdinSource(options))] : [];
    }
    const paths = pathsOf(name);
    const isGlobName = isPattern(name);
    const isMissing = isGlobName ? paths.length === 0 : !exists(name) && isSpelt(name);
    if (this.#follow && (isGlobName || isMissing)) this.#patterns.push(name);
    if (this.#follow && isMissing) {
      const what = isGlobName ? "no file matches yet; waiting for one" : "no such file yet; waiting for it";
      this.remarks.push(`${name}: ${what}`);
    } else if (paths.length === 0) this.problems.push(`${name}: no file matches`);
    return paths.flatMap((path) => this.#tryOpen(path));
  }

  /** Is there a file at `path` that has not been opened, refused, or read under another name? */
  #isNew(path: string): boolean {
    if (this.#seen.has(resolve(path))) return false;
    try {
      const info = Deno.statSync(path);
      if (this.#followed.isClaimed(identityOf(info))) return false;
      if (!info.isFile) return true;
      // An empty file may be a copy of a followed one that is just being made.
      return info.size > 0 && this.#isOther(resolve(path), info);
    } catch (error) {
      return !(error instanceof Deno.errors.NotFound) || !isSpelt(path);
    }
  }

  /** Is it known that the file is no copy of one that was followed? A compressed one must be unpacked to tell. */
  #isOther(path: string, info: Deno.FileInfo): boolean {
    const head = headAt(path);
    const compression = compressionOf(head);
    const isPacked = compression !== null && isReadable(compression) && this.#followed.mayBeRotated(path);
    const start = isPacked ? this.#unpacked.take(path, info) : head;
    if (start === undefined) return false;
    if (!this.#followed.isCopy(path, start)) return true;
    if (isPacked) this.#followed.claim(identityOf(info));
    return false;
  }

  #tryOpen(path: string): Source[] {
    const absolute = resolve(path);
    if (this.#seen.has(absolute)) return [];
    try {
      const source = this.#open(path);
      this.#seen.add(absolute);
      this.#forbidden.delete(path);
      return source === undefined ? [] : [new DecodedSource(source)];
    } catch (error) {
      // What comes later is opened then.
      if (error instanceof Deno.errors.NotFound && this.#follow && isSpelt(path)) return [];
      const isForbidden = error instanceof Deno.errors.PermissionDenied && this.#follow;
      if (isForbidden && this.#forbidden.has(path)) return [];
      if (isForbidden) this.#forbidden.add(path);
      else this.#seen.add(absolute);
      this.problems.push(`${path}: ${reasonOf(path, error)}${isForbidden ? "; trying again" : ""}`);
      return [];
    }
  }

  /** Opens one path; undefined if the same file was opened under another name. */
  #open(path: string): Source | undefined {
    const info = Deno.statSync(path);
    if (info.isDirectory) {
      throw new UserError(`is a folder; name the files in it: ${join(shellWord(path), "*.log")}`, 1);
    }
    if (info.isSocket) throw new UserError("is a socket; pipe in what a program reads from it", 1);
    if (!info.isFile) return pipeSource(path, path, { endless: this.#follow });
    if (`${info.dev}:${info.ino}` === this.#output) {
      this.remarks.push(`${path}: is where the output goes, and is not read`);
      return undefined;
    }
    const identity = identityOf(info) ?? Deno.realPathSync(path);
    if (this.#opened.has(identity)) return undefined;
    const file = openSparingly(path);
    try {
      const compression = compressionOf(headOf(file));
      if (compression !== null && !isReadable(compression)) {
        throw new UserError(cannotRead(path, compression), 1);
      }
      this.#opened.add(identity);
      if (compression !== null) this.#followed.claim(identityOf(info));
      if (compression !== null) return compressedSource(path, file, info, { growing: this.#follow });
      if (!this.#follow) return new FileSource(path, new ThriftyFile(path, file, info), info);
    } catch (error) {
      file.close();
      throw error;
    }
    file.close();
    return new FollowSource(path, resolve(path), this.#followed);
  }
}

/** The first bytes of an open file, which stays at its beginning. */
function headOf(file: Deno.FsFile): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const length = file.readSync(head) ?? 0;
  file.seekSync(0, Deno.SeekMode.Start);
  return head.subarray(0, length);
}

function headAt(path: string): Uint8Array {
  using file = Deno.openSync(path);
  return headOf(file);
}
