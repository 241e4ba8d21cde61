import { FollowedFiles, type Follower } from "./followed_files.ts";
import { HEAD_BYTES, identityOf, Incarnation, isSame, REPLACED } from "./incarnation.ts";
import { KnownHeads, TELLING_HEAD } from "./known_heads.ts";
import { LeftFiles, LINGER } from "./left_files.ts";
import { LostPath } from "./lost_path.ts";
import { PackedCopy } from "./packed_copy.ts";
import { PackedFile } from "./packed_file.ts";
import { PackedMissed } from "./packed_missed.ts";
import { reasonOf } from "./reason.ts";
import { type MissedFile, RotatedSiblings } from "./rotated_siblings.ts";
import { BREAK, END, type FilePlace, NOTHING, type Source, type SourceEvent } from "./source.ts";
import { Waiting } from "./waiting.ts";

/** How often a quiet path is looked at where no change events arrive, milliseconds, and for each followed path. */
const SLOW_POLL = 250, SLOW_POLL_EACH = 1;
/** The same soon after something was read. */
const FAST_POLL = 50;
/** For how long after something was read it is looked at often, milliseconds. */
const BUSY_TIME = 1000;
/** `read` looks at the path no more often than this unless it was woken, milliseconds, and for each followed path. */
const LEAST_POLL = 20, LEAST_POLL_EACH = 0.1;
/** Files that are opened before those that stood there before them were read, at most. */
const MAX_AHEAD = 64;

/**
 * A path that is followed from the beginning of its file: what is appended, truncation, and rotation by rename,
 * by copying and truncating, or by deleting and making again. What stood at the path is a queue of
 * incarnations: the first is being read, and it is left only after a later one holds something and nothing
 * more came, so that a writer never has to wait.
 */
export class FollowSource implements Source, Follower {
  readonly name: string;
  position = 0;
  #path: string;
  #files: FollowedFiles;
  #siblings: RotatedSiblings;
  #queue: Incarnation[] = [];
  readonly #left = new LeftFiles((file) => this.#drop(file));
  /** What came to stand at the path since, opened before something else took its place; oldest first. */
  #ahead: Incarnation[] = [];
  /**
   * What is read before the first incarnation: a compressed copy of it as it was before its truncation, or compressed
   * files that stood at the path before it.
   */
  #packed: PackedCopy | PackedMissed | undefined;
  /** By the incarnation before them: compressed files that were rotated away before they were seen. */
  #missed = new Map<Incarnation, PackedFile[]>();
  /** Bytes that stood there before the truncation and were not read. */
  #unread = 0;
  #heads = new KnownHeads();
  #events: SourceEvent[] = [];
  #reference = Date.now();
  /** Something was given out since the last BREAK. */
  #given = false;
  /** A file at the path that another source has read. */
  #ignored: string | null = null;
  /** A BREAK is to be given out. */
  #broken = false;
  readonly #lost: LostPath;
  #lastLook = -Infinity;
  #lastRead = -Infinity;
  /** Woken since the last look. */
  #due = true;
  #waiting = new Waiting();
  #closed = false;
  #isRead = (path: string, head: Uint8Array) => this.#files.isCopy(path, head);

  /**
   * Follows `path` as `name`: from `file`, which was opened there and claimed, or from what stands there now. A path where
   * nothing stands yet is lost until something does.
   */
  constructor(name: string, path: string, files: FollowedFiles = new FollowedFiles(), file?: Deno.FsFile) {
    this.name = name;
    this.#path = path;
    this.#files = files;
    this.#lost = new LostPath(path, (kind, what) => this.#tell(kind, what));
    this.#siblings = new RotatedSiblings(path, files, () => this.#wakeUp());
    files.add(this);
    if (file === undefined) this.#look();
    else this.#begin(new Incarnation(file));
  }

  get reference(): number {
    return this.#reference;
  }

  get size(): number {
    return this.#queue.reduce((sum, file) => sum + Math.max(0, file.seenSize - file.offset), this.position);
  }

  get place(): FilePlace | null {
    const present = this.#queue[0];
    return present ? { path: this.#path, identity: present.id, before: 0 } : null;
  }

  read(into: Uint8Array): number {
    if (this.#closed) return END;
    const now = performance.now();
    if (this.#packed !== undefined) {
      const length = this.#packed.read(into);
      if (length > 0) return this.#give(length, now);
      if (length === NOTHING) return NOTHING;
      if (length === BREAK) return this.#break();
      this.#endPacked();
      if (this.#broken) return this.#break();
      if (this.#packed !== undefined) return NOTHING;
    }
    if (!this.#due && now - this.#lastLook < LEAST_POLL + LEAST_POLL_EACH * this.#files.count) return NOTHING;
    for (let looked = false;;) {
      const nextHolds = this.#nextHolds();
      const length = this.#readFirst(into);
      if (length > 0) {
        if (!this.#findsCopies()) return this.#give(length, now);
      } else if (length === REPLACED) this.#startAgain();
      else if (this.#wasFilled()) continue;
      else if (nextHolds) this.#advance(now);
      else if (looked) break;
      else {
        this.#look();
        looked = true;
      }
      if (this.#broken) return this.#break();
      if (this.#packed !== undefined) return NOTHING;
    }
    if (this.#takeUpLate(now)) return this.#break();
    this.#due = false;
    return NOTHING;
  }

  keepUp(): void {
    if (this.#closed || this.#ahead.length === MAX_AHEAD) return;
    if (performance.now() - this.#lastLook < LEAST_POLL + LEAST_POLL_EACH * this.#files.count) return;
    const last = this.#ahead.at(-1) ?? this.#queue.at(-1);
    const found = this.#find();
    if (found === undefined) return;
    if (last?.open && isSame(last, found)) return found.close();
    this.#ahead.push(found);
    this.#due = true;
  }

  wait(signal: AbortSignal): Promise<void> {
    if (this.#packed !== undefined) return this.#packed.wait(signal);
    if (this.#closed || this.#due || signal.aborted) return Promise.resolve();
    const busy = performance.now() - this.#lastRead < BUSY_TIME;
    const poll = busy ? FAST_POLL : SLOW_POLL + SLOW_POLL_EACH * this.#files.count;
    // All quiet paths at the same moments, so that many do not each wake the reader at one of its own.
    return this.#waiting.wait(signal, poll - performance.now() % poll, () => this.#due = true);
  }

  events(): SourceEvent[] {
    return this.#events.splice(0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#siblings.close();
    this.#files.remove(this);
    this.#packed?.close();
    for (const file of [...this.#queue, ...this.#ahead]) file.close();
    this.#left.close();
    for (const file of [...this.#missed.values()].flat()) file.close();
    this.#wakeUp();
  }

  rotatesTo(path: string): boolean {
    return this.#siblings.hasName(path);
  }

  hasReadCopyOf(path: string, head: Uint8Array): boolean {
    if (!this.rotatesTo(path)) return false;
    return this.#heads.know(head, this.#queue.map((file) => file.beginning));
  }

  #wakeUp(): void {
    this.#due = true;
    this.#waiting.wake();
  }

  /** Reads from the first incarnation: bytes, 0, or REPLACED if it was truncated. */
  #readFirst(into: Uint8Array): number {
    const first = this.#queue[0];
    if (first === undefined) return 0;
    try {
      return first.read(into);
    } catch (error) {
      // A stale handle (a network file system that went away): the next look opens the path anew.
      this.#tell("failed", `reading failed: ${reasonOf(this.#path, error)}`);
      first.close();
      return 0;
    }
  }

  #give(length: number, now: number): number {
    this.#given = this.#due = true;
    this.#lastRead = now;
    this.position += length;
    this.keepUp();
    return length;
  }

  #break(): number {
    this.#broken = this.#given = false;
    this.#due = true;
    return BREAK;
  }

  /** The first incarnation was truncated: what copies of it still hold is read, then it is read anew. */
  #startAgain(): void {
    const file = this.#queue[0];
    const isOnly = this.#queue.length === 1 && file.offset > 0;
    const copy = isOnly ? this.#siblings.openCopyOf(file) : undefined;
    if (copy !== undefined) this.#files.claim(copy.id);
    this.#tell("truncated", "was truncated; reading it again from the start");
    this.#heads.remember({ bytes: file.head, isWhole: false });
    this.#unread = copy === undefined ? file.seenSize - file.offset : 0;
    const read = file.readSoFar();
    // Before the search: a copy of what stands there now is none of what was missed.
    file.restart();
    const packed = isOnly ? this.#lineUpCopies(file, copy) : [];
    if (packed.length > 0) this.#packed = new PackedCopy(packed, read);
    else if (copy === undefined) this.#endPacked();
  }

  /** With the first bytes after a truncation: was it truncated more than once, and are there copies of what stood there? */
  #findsCopies(): boolean {
    const file = this.#queue[0];
    if (!file.isAnew) return false;
    file.isAnew = false;
    if (this.#queue.length > 1 || !file.standsAt(this.#path)) return false;
    const packed = this.#lineUpCopies(file, undefined);
    if (packed.length > 0) this.#packed = new PackedMissed(packed, this.#isRead);
    else if (this.#queue.length === 1) return false;
    file.restart();
    return true;
  }

  /** Is there a copy of what an empty file held in the meantime? */
  #wasFilled(): boolean {
    const file = this.#queue[0];
    if (!file?.isTouched) return false;
    file.isTouched = false;
    const isFound = this.#findsCopies();
    file.isAnew = true;
    return isFound;
  }

  /** Lines up, before `file` and behind what is left of its `copy`, further copies of what stood there. */
  #lineUpCopies(file: Incarnation, copy: Incarnation | undefined): PackedFile[] {
    const missed = this.#siblings.missed(file, this.#ahead);
    this.#queue = copy === undefined ? [] : [copy];
    const packed = this.#lineUp(missed, copy);
    this.#queue.push(file);
    this.#tellMissed(missed);
    return packed;
  }

  /** Lines up files that stood there `after` what is read; returns the compressed ones that nothing stands before. */
  #lineUp(missed: readonly MissedFile[], after: Incarnation | undefined): PackedFile[] {
    const first: PackedFile[] = [];
    let present = after;
    for (const file of missed) {
      if (!(file instanceof PackedFile)) this.#queue.push(present = file);
      else if (present === undefined) first.push(file);
      else this.#missed.set(present, [...this.#missed.get(present) ?? [], file]);
    }
    return first;
  }

  /** There is no more of what was truncated, or rotated away. */
  #endPacked(): void {
    const packed = this.#packed;
    if (packed instanceof PackedMissed) {
      for (const { kind, message } of packed.events) this.#tell(kind, message);
    }
    const isCopy = packed instanceof PackedCopy;
    const lost = this.#unread - (isCopy ? packed.found : 0);
    if (lost > 0) this.#tell("loss", `${lost} bytes were lost before they could be read`);
    this.#unread = 0;
    this.#packed = isCopy && packed.others.length > 0
      ? new PackedMissed(packed.others, this.#isRead)
      : undefined;
    this.#broken = this.#given;
  }

  /** Has one of the later incarnations something to read? */
  #nextHolds(): boolean {
    if (this.#queue.length < 2) return false;
    return this.#missed.has(this.#queue[0]) ||
      this.#queue.some((file, at) => at > 0 && (file.offset > 0 || file.held));
  }

  /** Leaves the first incarnation for the next. */
  #advance(now: number): void {
    const left = this.#queue.shift()!;
    this.#heads.remember({ bytes: left.head, isWhole: left.head.length < HEAD_BYTES });
    this.#left.add(left, now);
    this.#reference = this.#queue[0].modified;
    this.#broken = this.#given;
    const missed = this.#missed.get(left);
    if (missed === undefined) return;
    this.#missed.delete(left);
    this.#packed = new PackedMissed(missed, this.#isRead);
  }

  /** Puts a file that was left and has grown since in front again, between two lines of the present one. */
  #takeUpLate(now: number): boolean {
    const present = this.#queue[0];
    if (present !== undefined && !present.atLineEnd) return false;
    const grown = this.#left.takeGrown(now);
    if (grown !== undefined) this.#queue.unshift(grown);
    return grown !== undefined;
  }

  /** Looks at what stands at the path now, and takes in what came to stand there before it. */
  #look(): void {
    const found = this.#find();
    if (found !== undefined) this.#ahead.push(found);
    for (let file; (file = this.#ahead.shift()) !== undefined;) this.#take(file);
  }

  /** Opens what stands at the path now if that is another file than before. */
  #find(): Incarnation | undefined {
    this.#lastLook = performance.now();
    const last = this.#ahead.at(-1) ?? this.#queue.at(-1);
    let found: Incarnation | undefined;
    try {
      const info = Deno.statSync(this.#path);
      if (!info.isFile) throw new Error("is not a file");
      const id = identityOf(info);
      const known = id !== null && (id === this.#ignored || (id === last?.id && last.open));
      if (!known) found = Incarnation.open(this.#path);
    } catch (error) {
      this.#missing(error);
      return undefined;
    }
    this.#lost.found();
    return found;
  }

  /** Takes in what came to stand at the path, unless it is what stood there before. */
  #take(found: Incarnation): void {
    const last = this.#queue.at(-1);
    if (last !== undefined && isSame(last, found)) {
      if (!last.open) last.reopenAs(found);
      else found.close();
      return;
    }
    if (last !== undefined && this.#isCopyOfAnother(found)) return found.close();
    this.#takeIn(found, last);
  }

  /**
   * Is what came to the path a copy of what another source has read, made by rotation: of `app.log` where `app.log.1` is
   * followed too? An empty file may become one.
   */
  #isCopyOfAnother(found: Incarnation): boolean {
    if (!this.#files.mayBeRotated(this.#path)) return false;
    const head = found.peek();
    if (head.length > 0 && !this.#files.isCopy(this.#path, head)) return false;
    if (head.length >= TELLING_HEAD) this.#ignored = found.id;
    return true;
  }

  /** A file that was not there before stands at the path. */
  #takeIn(found: Incarnation, last: Incarnation | undefined): void {
    if (this.#queue.length === 1 && last?.isSavedAs(found)) return this.#goOnWith(found, last);
    // What was missed came before the last of those that were seen.
    const missed = last === undefined || this.#ahead.length > 0 ? [] : this.#siblings.missed(last);
    this.#lineUp(missed, last);
    const isOurs = this.#files.claim(found.id);
    if (!isOurs) {
      this.#ignored = found.id;
      found.close();
    } else if (last === undefined) this.#begin(found);
    else {
      this.#queue.push(found);
      this.#siblings.aim();
      this.#tell("rotated", "was replaced by a new file");
    }
    this.#tellMissed(missed);
  }

  /** `last` was saved anew as another file: what was read of it is not read again. */
  #goOnWith(found: Incarnation, last: Incarnation): void {
    if (!this.#files.claim(found.id)) return found.close();
    found.continueFrom(last);
    this.#queue = [found];
    this.#drop(last);
  }

  /** Begins with a file: what rotation left beside it was there before. */
  #begin(file: Incarnation): void {
    this.#siblings.aim();
    this.#reference = file.modified;
    this.#queue.push(file);
  }

  #tellMissed(missed: readonly MissedFile[]): void {
    const plain = missed.filter((file) => file instanceof Incarnation).length;
    const [files, are] = plain === 1 ? ["1 file that was", "is"] : [`${plain} files that were`, "are"];
    if (plain > 0) this.#tell("rotated", `${files} rotated away in the meantime ${are} read too`);
  }

  #missing(error: unknown): void {
    const since = this.#lost.missing(error, this.#lastLook);
    const only = this.#queue.length === 1 ? this.#queue[0] : undefined;
    if (since >= LINGER && only?.open && only.deleted && !only.grown) this.#drop(only);
  }

  #drop(file: Incarnation): void {
    file.close();
    this.#files.release(file.id);
  }

  #tell(kind: SourceEvent["kind"], what: string): void {
    this.#events.push({ kind, message: `${this.name}: ${what}` });
  }
}
