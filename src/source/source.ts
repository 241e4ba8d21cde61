/** `read` has nothing more now; `wait` tells when to ask again. */
export const NOTHING = 0;
/** `read` will never have more. */
export const END = -1;
/**
 * What comes next does not go on from what came before (the file was rotated or truncated): an unfinished
 * line and an open record end here, line numbers and offsets start again.
 */
export const BREAK = -2;

/** What became known of a source while reading; `lost` bytes are counted where they can be known. */
export interface SourceEvent {
  kind: "lost-file" | "found-file" | "rotated" | "truncated" | "left" | "loss" | "failed";
  /** One line for a person, naming the source. */
  message: string;
}

/** A file whose bytes stand where they were read: what was given from an offset can be read there again. */
export interface FilePlace {
  path: string;
  /** What tells the file from another one that came to stand at the path; null where the system tells nothing. */
  identity: string | null;
  /** Bytes before the source's offset 0, such as a byte-order mark. */
  before: number;
}

/**
 * Where bytes come from. Text as UTF-8: encodings and compression are undone here. All methods are called
 * from one thread; none blocks for longer than a disk read.
 */
export interface Source {
  /** As the person named it: a path, or `stdin`. */
  readonly name: string;
  /** Epoch milliseconds that tell the year of times without one: the file's modification time, or now. */
  readonly reference: number;
  /** Bytes to read in all, compressed size for compressed files; null if that is not known (a pipe). */
  readonly size: number | null;
  /** Bytes of `size` that were read. */
  readonly position: number;
  /** Where its present file can be read again; absent or null for a pipe and for compressed or converted text. */
  readonly place?: FilePlace | null;
  /**
   * Copies what is there now into `into` (at least 64 KiB); returns the number of bytes, or NOTHING, END or
   * BREAK. Throws UserError if it can never be read again; reading the other sources goes on.
   */
  read(into: Uint8Array): number;
  /**
   * Makes sure, while nothing is read, that what stands there now can be read later whatever takes its place. Cheap enough to
   * be called at any time.
   */
  keepUp?(): void;
  /** Resolves when `read` may have something new, or when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void>;
  /** Takes the events since the last call. */
  events(): SourceEvent[];
  close(): void;
}
