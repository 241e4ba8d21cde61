import { watchDirectory } from "./directory_watch.ts";
import { filesIn, type FollowedFiles } from "./followed_files.ts";
import { identityOf, Incarnation } from "./incarnation.ts";
import { mayBeCopy } from "./known_heads.ts";
import { basename, dirname, join } from "./paths.ts";
import { PackedFile } from "./packed_file.ts";
import {
  isCompressedFrom,
  isCompressedName,
  isCounted,
  isRotationName,
  withoutCompression,
} from "./rotation_name.ts";
import { compressionOf } from "./compression.ts";

/** Siblings looked at in one search, newest first. */
const MAX_SIBLINGS = 64;
/** Searches in all, where files were renamed between being listed and being opened. */
const MAX_TRIES = 10;

/** A file that was rotated away before it was seen. */
export type MissedFile = Incarnation | PackedFile;

interface Sibling {
  path: string;
  id: string | null;
  birth: number;
  modified: number;
  size: number;
}

/**
 * The rotated files beside a followed path, or where links lead from it: those whose names say that they once stood there.
 * Both folders are watched.
 */
export class RotatedSiblings {
  #path: string;
  /** Where links lead from the path. */
  #target: string;
  #files: FollowedFiles;
  /** Identities seen so far: what is known cannot have been missed. */
  #known = new Set<string>();
  #aimed = false;
  #changed: () => void;
  #unwatch: () => void;
  #unwatchTarget = () => {};

  /** Calls `changed` where something may have changed at the path. */
  constructor(path: string, files: FollowedFiles, changed: () => void) {
    this.#path = this.#target = path;
    this.#files = files;
    this.#changed = changed;
    this.#unwatch = this.#watch(path);
  }

  /** Looks where links lead now. Marks all that lie there as known: they were there before what is followed. */
  aim(): void {
    const target = tried(() => Deno.realPathSync(this.#path)) ?? this.#path;
    const isTurned = target !== this.#target;
    if (this.#aimed && !isTurned) return;
    this.#aimed = true;
    this.#target = target;
    if (isTurned) {
      this.#unwatchTarget();
      this.#unwatchTarget = dirname(target) === dirname(this.#path) ? () => {} : this.#watch(target);
    }
    this.#know(this.#list(() => this.#files.namesIn(dirname(target))));
  }

  close(): void {
    this.#unwatch();
    this.#unwatchTarget();
  }

  /** Does `path` lie beside the followed path under a name that rotation makes, or compressing what it made? */
  hasName(path: string): boolean {
    return isMadeOf(this.#path, path) || (this.#target !== this.#path && isMadeOf(this.#target, path));
  }

  #watch(path: string): () => void {
    const base = basename(path);
    const concerns = (changed: string) => {
      const name = basename(changed);
      return name === base || isRotationName(base, name);
    };
    return watchDirectory(dirname(path), this.#changed, concerns);
  }

  /**
   * Opens the files that stood at the path after `last`, or are copies of what did, and were rotated away before they were
   * seen, none of `seen`: oldest first, and claimed. What else lies there is known then, as far as it can be told what it is.
   */
  missed(last: Incarnation, seen: readonly Incarnation[] = []): MissedFile[] {
    for (let tries = 1;; tries++) {
      const all = this.#listInPeace();
      const missed = this.#openNew(all, last, seen, tries === MAX_TRIES);
      if (missed === undefined) continue;
      for (const { id } of missed) this.#files.claim(id);
      return missed;
    }
  }

  #know(siblings: readonly Sibling[]): void {
    this.#known = new Set(siblings.map(({ id }) => id ?? ""));
  }

  /** Undefined if the files were renamed or taken away meanwhile, and it is not the `lastTry`. */
  #openNew(
    all: readonly Sibling[],
    last: Incarnation,
    seen: readonly Incarnation[],
    lastTry: boolean,
  ): MissedFile[] | undefined {
    const isNew = ({ id }: Sibling) =>
      id !== null && id !== last.id && !this.#known.has(id) && !this.#files.isClaimed(id) &&
      !seen.some((file) => file.id === id);
    // Those beside which the file still lies are being written.
    const unfinished = new Set(
      all.filter((file) => isNew(file) || file.id === last.id || this.#files.isClaimed(file.id))
        .map(({ path }) => path),
    );
    const missed: MissedFile[] = [];
    const open = new Set<string>();
    for (const sibling of oldestFirst(all.filter(isNew))) {
      const isPacked = isCompressedName(sibling.path);
      if (isPacked && unfinished.has(withoutCompression(sibling.path))) continue;
      // Compressing keeps the time of the last change.
      if (sibling.modified < last.modified && (isPacked || sibling.birth < last.birth)) continue;
      const opened = tried(() => isPacked ? new PackedFile(sibling.path) : Incarnation.open(sibling.path));
      if (opened !== undefined && opened.id === sibling.id) {
        const what = opened instanceof PackedFile ? "missed" : this.#judge(sibling.path, opened, last);
        if (what === "missed") missed.push(opened);
        else opened.close();
        if (what === "open") open.add(sibling.path);
        continue;
      }
      opened?.close();
      if (lastTry) continue;
      for (const file of missed) file.close();
      return undefined;
    }
    this.#know(all.filter(({ path }) => !open.has(path) && !open.has(withoutCompression(path))));
    return missed;
  }

  /**
   * Was `opened` missed, or is it a copy of what was read? That is open of one that is empty so far, and of a copy of what
   * stands at the path now: it is the only one to hold that, once the path is truncated before it was read.
   */
  #judge(path: string, opened: Incarnation, last: Incarnation): "missed" | "read" | "open" {
    const head = opened.peek();
    if (compressionOf(head) !== null) return "read";
    if (head.length === 0 || mayBeCopy(head, last.beginning)) return "open";
    return this.#files.isCopy(path, head) ? "read" : "missed";
  }

  /** Opens a copy of the file that `read` was until its truncation, if one holds more than was read of it. */
  openCopyOf(read: Incarnation): Incarnation | undefined {
    for (const sibling of this.#listInPeace()) {
      if (sibling.size <= read.offset || sibling.id === read.id) continue;
      const opened = tried(() => Incarnation.open(sibling.path));
      if (opened?.holdsAllReadOf(read)) {
        opened.continueFrom(read);
        return opened;
      }
      opened?.close();
    }
    return undefined;
  }

  /** Twice the same: while files are renamed one may have had a name that was not listed yet, and then another. */
  #listInPeace(): Sibling[] {
    const told = (siblings: readonly Sibling[]) => siblings.map(({ path, id }) => `${path} ${id}`).join();
    let all = this.#list();
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const before = all;
      all = this.#list();
      if (told(all) === told(before)) break;
    }
    return all;
  }

  #list(names = () => filesIn(dirname(this.#target))): Sibling[] {
    const [directory, base] = [dirname(this.#target), basename(this.#target)];
    const found: Sibling[] = [];
    try {
      for (const name of names()) {
        if (!isRotationName(base, name)) continue;
        const path = join(directory, name);
        const info = tried(() => Deno.statSync(path));
        if (info === undefined) continue;
        const birth = (info.birthtime ?? info.mtime)?.getTime() ?? 0;
        found.push({
          path,
          id: identityOf(info),
          birth,
          modified: info.mtime?.getTime() ?? 0,
          size: info.size,
        });
      }
    } catch {
      // A folder that cannot be listed: rotated files cannot be found, following the path itself goes on.
    }
    return found.sort(newestFirst).slice(0, MAX_SIBLINGS);
  }
}

/** Does `path` lie beside `followed` under a name that rotation makes, or compressing what it made? */
function isMadeOf(followed: string, path: string): boolean {
  if (dirname(path) !== dirname(followed)) return false;
  const [base, name] = [basename(followed), basename(path)];
  return isRotationName(base, name) || isCompressedFrom(base, name);
}

/** By birth, last change, and then the name. */
function newestFirst(a: Sibling, b: Sibling): number {
  return b.birth - a.birth || b.modified - a.modified || newerName(a, b);
}

/** `app.log.2` is older than `app.log.1`, `app.log-20261119` than `app.log-20261120`. */
function newerName({ path: a }: Sibling, { path: b }: Sibling): number {
  const order = withoutCompression(a).localeCompare(withoutCompression(b), "en", { numeric: true });
  return isCounted(a) && isCounted(b) ? order : -order;
}

/**
 * In the order in which they stood at the path. A compressed file has the time of the last change, and came to be when it
 * was compressed.
 */
function oldestFirst(siblings: readonly Sibling[]): Sibling[] {
  const isPacked = ({ path }: Sibling) => isCompressedName(path);
  const packed = siblings.filter(isPacked)
    .sort((a, b) => a.modified - b.modified || a.birth - b.birth || newerName(b, a));
  const ordered: Sibling[] = [];
  for (const plain of siblings.filter((file) => !isPacked(file)).sort((a, b) => newestFirst(b, a))) {
    while (packed.length > 0 && packed[0].modified <= plain.modified) ordered.push(packed.shift()!);
    ordered.push(plain);
  }
  return [...ordered, ...packed];
}

/** Undefined where the system throws: what was listed may be renamed or gone by now. */
function tried<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
