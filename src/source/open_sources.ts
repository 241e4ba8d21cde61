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
import { isCompressedName } from "./rotation_name.ts";
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
  /** With `follow`, paths that are tried again: they may not be read as yet, which was told, or not under this name. */
  #again = new Set<string>();
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
    const again = [...this.#again];
    return this.#patterns.flatMap((pattern) => isGlob(pattern) ? expandGlob(pattern) : [pattern])
      .concat(again)
      .flatMap((path) => this.#lookAt(path));
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

  /** Opens what stands at `path` if it has not been opened, refused, or read under another name. */
  #lookAt(path: string): Source[] {
    if (this.#seen.has(resolve(path))) return [];
    let file: Deno.FsFile | undefined;
    try {
      const info = Deno.statSync(path);
      if (info.isFile) {
        // An empty file may be a copy of a followed one that is just being made.
        if (info.size === 0 || this.#followed.isKnown(identityOf(info))) return [];
        file = openSparingly(path);
        if (!this.#isOther(path, file)) {
          file.close();
          return [];
        }
      }
    } catch (error) {
      file?.close();
      file = undefined;
      if (error instanceof Deno.errors.NotFound && isSpelt(path)) return [];
    }
    return this.#tryOpen(path, file);
  }

  /**
   * Is it known that `file`, which was opened at `path`, is no copy of one that was followed? A compressed one must be
   * unpacked to tell.
   */
  #isOther(path: string, file: Deno.FsFile): boolean {
    const info = file.statSync();
    const head = headOf(file);
    if (head.length === 0 || this.#followed.isKnown(identityOf(info))) return false;
    const absolute = resolve(path);
    const compression = compressionOf(head);
    const isPacked = compression !== null && isReadable(compression) && this.#followed.mayBeRotated(absolute);
    const start = isPacked ? this.#unpacked.take(absolute, info) : head;
    if (start === undefined) return false;
    if (!this.#followed.isCopy(absolute, start)) return true;
    // What was followed may still be behind: it is not taken from its follower.
    if (isPacked) this.#followed.passOver(identityOf(info));
    return false;
  }

  /** Opens `path`, or takes the `file` that was opened there. */
  #tryOpen(path: string, file?: Deno.FsFile): Source[] {
    const absolute = resolve(path);
    if (this.#seen.has(absolute)) return [];
    try {
      const source = this.#open(path, absolute, file);
      return source === undefined ? [] : [new DecodedSource(source)];
    } catch (error) {
      // What comes later is opened then.
      if (error instanceof Deno.errors.NotFound && this.#follow && isSpelt(path)) return [];
      const isForbidden = error instanceof Deno.errors.PermissionDenied && this.#follow;
      if (isForbidden && this.#again.has(path)) return [];
      if (isForbidden) this.#again.add(path);
      else this.#seen.add(absolute);
      this.problems.push(`${path}: ${reasonOf(path, error)}${isForbidden ? "; trying again" : ""}`);
      return [];
    }
  }

  /** Opens one path; undefined if what stands there is read under another name. */
  #open(path: string, absolute: string, opened: Deno.FsFile | undefined): Source | undefined {
    if (opened === undefined) {
      const info = Deno.statSync(path);
      if (info.isDirectory) {
        throw new UserError(`is a folder; name the files in it: ${join(shellWord(path), "*.log")}`, 1);
      }
      if (info.isSocket) throw new UserError("is a socket; pipe in what a program reads from it", 1);
      if (!info.isFile) {
        this.#seen.add(absolute);
        return pipeSource(path, path, { endless: this.#follow });
      }
    }
    const file = opened ?? openSparingly(path);
    try {
      const source = this.#openFile(path, absolute, file);
      if (source === undefined) file.close();
      return source;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** By what `file` tells of itself: rotation may give the path to another one at any moment. */
  #openFile(path: string, absolute: string, file: Deno.FsFile): Source | undefined {
    const info = file.statSync();
    if (`${info.dev}:${info.ino}` === this.#output) {
      this.#seen.add(absolute);
      this.remarks.push(`${path}: is where the output goes, and is not read`);
      return undefined;
    }
    if (this.#follow && info.size === 0 && isCompressedName(path)) {
      // What it holds will tell how it is read.
      this.#patterns.push(path);
      return undefined;
    }
    const compression = compressionOf(headOf(file));
    if (compression !== null && !isReadable(compression)) {
      throw new UserError(cannotRead(path, compression), 1);
    }
    const identity = identityOf(info);
    if (!this.#followed.claim(identity ?? Deno.realPathSync(path))) {
      // A link may be turned to another file, and a name be given to one.
      if (this.#follow) this.#again.add(path);
      return undefined;
    }
    this.#again.delete(path);
    // Rotation gives the name of a compressed file to the next one, which is another source.
    if (!this.#follow || compression === null || identity === null) this.#seen.add(absolute);
    if (compression !== null) return compressedSource(path, file, info, { growing: this.#follow });
    if (!this.#follow) return new FileSource(path, new ThriftyFile(path, file, info), info);
    return new FollowSource(path, absolute, this.#followed, file);
  }
}

/** The first bytes of an open file, which stays at its beginning. */
function headOf(file: Deno.FsFile): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const length = file.readSync(head) ?? 0;
  file.seekSync(0, Deno.SeekMode.Start);
  return head.subarray(0, length);
}
