/** Identities remembered at most; the oldest are forgotten first. */
const MAX_CLAIMS = 10_000;

/** For how long a listing is good enough, milliseconds. */
const LISTING_AGE = 100;

/** A source that follows a path, as far as the others must know it. */
export interface Follower {
  /** Does `path` lie beside what this source follows, under a name that rotation makes? */
  rotatesTo(path: string): boolean;
  /** Is the file at `path`, which begins with `head`, a copy of something that this source has read? */
  hasReadCopyOf(path: string, head: Uint8Array): boolean;
}

/**
 * What the followed paths of one run have read, so that a rotated file that now matches a glob, or stands at
 * another followed path, is not read twice.
 */
export class FollowedFiles {
  #claimed = new Set<string>();
  /** Copies of what is followed: no sources of their own, but what was not read yet may stand in them. */
  #copies = new Set<string>();
  #followers = new Set<Follower>();
  #listed = { directory: "", at: -Infinity, names: [] as string[] };

  /** How many paths are followed. */
  get count(): number {
    return this.#followers.size;
  }

  /** The files in a directory as they were some moments ago: where many are begun to be followed, each asks. */
  namesIn(directory: string): string[] {
    const now = performance.now();
    if (this.#listed.directory !== directory || now - this.#listed.at > LISTING_AGE) {
      this.#listed = { directory, at: now, names: filesIn(directory) };
    }
    return this.#listed.names;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
  }

  remove(follower: Follower): void {
    this.#followers.delete(follower);
  }

  /** Takes a file for one source; false if another has it or has read it. */
  claim(id: string | null): boolean {
    if (id === null) return true;
    if (this.#claimed.has(id)) return false;
    remember(this.#claimed, id);
    return true;
  }

  /** A file is no source of its own: it is a copy of one that is followed. */
  passOver(id: string | null): void {
    if (id !== null) remember(this.#copies, id);
  }

  /** Is it decided of a file whether it is a source of its own? */
  isKnown(id: string | null): boolean {
    return id !== null && (this.#claimed.has(id) || this.#copies.has(id));
  }

  /** A file was closed: without a time of birth its identity may soon be another file's. */
  release(id: string | null): void {
    if (id?.endsWith(":")) this.#claimed.delete(id);
  }

  isClaimed(id: string | null): boolean {
    return id !== null && this.#claimed.has(id);
  }

  /** May the file at `path` be what rotation made of a followed one? */
  mayBeRotated(path: string): boolean {
    for (const follower of this.#followers) if (follower.rotatesTo(path)) return true;
    return false;
  }

  /** Is the file at `path`, which begins with `head`, a copy of one that was read? */
  isCopy(path: string, head: Uint8Array): boolean {
    for (const follower of this.#followers) if (follower.hasReadCopyOf(path, head)) return true;
    return false;
  }
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  if (ids.size <= MAX_CLAIMS) return;
  for (const oldest of ids) {
    ids.delete(oldest);
    break;
  }
}

/** The names of the files in a directory; throws what the system throws. */
export function filesIn(directory: string): string[] {
  return [...Deno.readDirSync(directory)].filter(({ isFile }) => isFile).map(({ name }) => name);
}
