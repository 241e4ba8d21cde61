import { filesIn, type FollowedFiles } from "./followed_files.ts";
import { identityOf, Incarnation } from "./incarnation.ts";
import { basename, dirname, join } from "./paths.ts";
import { isCompressedFrom, isCompressedName, isRotationName, withoutCompression } from "./rotation_name.ts";
import { compressionOf } from "./compression.ts";

/** Siblings looked at in one search, newest first. */
const MAX_SIBLINGS = 64;

interface Sibling {
  path: string;
  id: string | null;
  birth: number;
  modified: number;
  size: number;
}

/** The rotated files beside a followed path: those whose names say that they once stood at it. */
export class RotatedSiblings {
  #directory: string;
  #base: string;
  #files: FollowedFiles;
  /** Identities seen so far: what is known cannot have been missed. */
  #known = new Set<string>();

  constructor(path: string, files: FollowedFiles) {
    this.#directory = dirname(path);
    this.#base = basename(path);
    this.#files = files;
  }

  /** Marks all that lie there now as known; `first`: none of them can have come from what is followed. */
  learn(first: boolean): void {
    const names = () => first ? this.#files.namesIn(this.#directory) : filesIn(this.#directory);
    this.#known = new Set(this.#list(names).map(({ id }) => id ?? ""));
  }

  /** Does `path` lie beside the followed path under a name that rotation makes, or compressing what it made? */
  hasName(path: string): boolean {
    if (dirname(path) !== this.#directory) return false;
    const name = basename(path);
    return isRotationName(this.#base, name) || isCompressedFrom(this.#base, name);
  }

  /** Is `path` the followed one or one that rotation may have made of it? */
  concerns(path: string): boolean {
    const name = basename(path);
    return name === this.#base || isRotationName(this.#base, name);
  }

  /**
   * Opens the files that stood at the path after `last` and were rotated away before they were seen, oldest
   * first; they are claimed. One that is just being compressed holds nothing yet that tells so but its name.
   */
  openMissed(last: Incarnation): Incarnation[] {
    const missed: Incarnation[] = [];
    for (const sibling of this.#list()) {
      if (sibling.id === null || this.#known.has(sibling.id) || sibling.birth < last.birth) continue;
      this.#known.add(sibling.id);
      const isOurs = !this.#files.isClaimed(sibling.id) && !isCompressedName(sibling.path);
      const opened = isOurs ? tryOpen(sibling.path) : undefined;
      if (opened === undefined) continue;
      const head = opened.peek();
      const isOther = compressionOf(head) !== null || this.#files.isCopy(sibling.path, head);
      if (isOther || !this.#files.claim(opened.id)) opened.close();
      else missed.push(opened);
    }
    return missed.reverse();
  }

  /**
   * Claims the compressed files that may have stood at the path after `last` and were rotated away before they were seen:
   * their paths, oldest first. Compressing keeps the time of the last change, and takes the file away when it is done.
   */
  missedPacked(last: Incarnation): string[] {
    const all = this.#list();
    const isNew = ({ id }: Sibling) => id !== null && !this.#known.has(id);
    // Those beside which the file still lies are being written.
    const unfinished = new Set(
      all.filter((file) => isNew(file) || file.id === last.id).map(({ path }) => path),
    );
    const missed = all.filter((file) =>
      isCompressedName(file.path) && isNew(file) && file.modified > last.modified &&
      !unfinished.has(withoutCompression(file.path)) && this.#files.claim(file.id)
    );
    return missed.sort((a, b) => a.modified - b.modified).map(({ path }) => path);
  }

  /** Opens a copy of the file that `read` was until its truncation, if one holds more than was read of it. */
  openCopyOf(read: Incarnation): Incarnation | undefined {
    for (const sibling of this.#list()) {
      if (sibling.size <= read.offset || sibling.id === read.id) continue;
      const opened = tryOpen(sibling.path);
      if (opened?.holdsAllReadOf(read)) {
        opened.continueFrom(read);
        return opened;
      }
      opened?.close();
    }
    return undefined;
  }

  /** The compressed files that came to lie there since the last call (or `learn`), newest first. */
  newPacked(): string[] {
    return this.#list().filter(({ path, id }) => {
      if (!isCompressedName(path) || (id !== null && this.#known.has(id))) return false;
      this.#known.add(id ?? "");
      return true;
    }).map(({ path }) => path);
  }

  #list(names = () => filesIn(this.#directory)): Sibling[] {
    const found: Sibling[] = [];
    try {
      for (const name of names()) {
        if (!isRotationName(this.#base, name)) continue;
        const path = join(this.#directory, name);
        const info = statOrNull(path);
        if (info === null) continue;
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

/** By birth, last change, and then the number in the name: `app.log.2` is older than `app.log.1`. */
function newestFirst(a: Sibling, b: Sibling): number {
  return b.birth - a.birth || b.modified - a.modified ||
    a.path.localeCompare(b.path, "en", { numeric: true });
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}

function tryOpen(path: string): Incarnation | undefined {
  try {
    return Incarnation.open(path);
  } catch {
    return undefined;
  }
}
