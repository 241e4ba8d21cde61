import { UserError } from "../record/user_error.ts";
import { writeFailure } from "../record/write_failure.ts";
import { FileSource } from "../source/file_source.ts";
import { END, type Source } from "../source/source.ts";

/** A source that keeps what it gives in a temporary file, which is gone when the file is closed. */
export class Spool implements Source {
  readonly size = null;
  readonly #source: Source;
  readonly #file: Deno.FsFile;
  /** What ended the pipe before its end. */
  #failure: unknown = null;

  constructor(source: Source) {
    this.#source = source;
    try {
      this.#file = unnamedFile();
    } catch (error) {
      throw this.#cannotKeep(error);
    }
  }

  get name(): string {
    return this.#source.name;
  }

  get reference(): number {
    return this.#source.reference;
  }

  get position(): number {
    return this.#source.position;
  }

  read(into: Uint8Array): number {
    try {
      const length = this.#source.read(into);
      if (length > 0) this.#keep(into.subarray(0, length));
      return length;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  #keep(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length;) at += this.#file.writeSync(bytes.subarray(at));
    } catch (error) {
      throw this.#cannotKeep(error);
    }
  }

  #cannotKeep(error: unknown): UserError {
    const way =
      "set TMPDIR to another folder, or give --since or --until a date and time, which needs no such file";
    const message = `${this.name}: cannot be copied to a temporary file: ${writeFailure(error)}; ${way}`;
    return new UserError(message, 1, { cause: error });
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#source.wait(signal);
  }

  events() {
    return this.#source.events();
  }

  close(): void {
    this.#source.close();
  }

  /** What was kept, from its beginning, and then what the pipe still brings. */
  goingOn(): Source {
    return new Resumed(this.#kept(), this.#source, null);
  }

  /** What was kept, from its beginning, and then what went wrong with the pipe. */
  opened(): Source {
    return this.#failure === null ? this.#kept() : new Resumed(this.#kept(), this.#source, this.#failure);
  }

  #kept(): FileSource {
    this.#file.seekSync(0, Deno.SeekMode.Start);
    return new FileSource(this.name, this.#file, this.#file.statSync());
  }
}

/** A temporary file that is gone when it is closed, however the program ends. */
function unnamedFile(): Deno.FsFile {
  const path = Deno.makeTempFileSync({ prefix: "weir-" });
  const file = Deno.openSync(path, { read: true, write: true });
  // Windows removes no open file: there the system's cleaning of temporary files has to do it.
  if (Deno.build.os !== "windows") Deno.removeSync(path);
  return file;
}

/** What was kept of a pipe, and then the pipe itself, or what went wrong with it. */
class Resumed implements Source {
  readonly size = null;
  readonly #pipe: Source;
  readonly #failure: unknown;
  #kept: FileSource | null;

  constructor(kept: FileSource, pipe: Source, failure: unknown) {
    this.#kept = kept;
    this.#pipe = pipe;
    this.#failure = failure;
  }

  get name(): string {
    return this.#pipe.name;
  }

  get reference(): number {
    return this.#pipe.reference;
  }

  get position(): number {
    return this.#kept?.position ?? this.#pipe.position;
  }

  read(into: Uint8Array): number {
    const length = this.#kept?.read(into) ?? END;
    if (length !== END) return length;
    this.#kept?.close();
    this.#kept = null;
    if (this.#failure !== null) throw this.#failure;
    return this.#pipe.read(into);
  }

  wait(signal: AbortSignal): Promise<void> {
    return this.#kept === null ? this.#pipe.wait(signal) : Promise.resolve();
  }

  events() {
    return this.#pipe.events();
  }

  close(): void {
    this.#kept?.close();
    this.#pipe.close();
  }
}
