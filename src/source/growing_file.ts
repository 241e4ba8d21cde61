/** What is being written is taken to be complete once nothing came for so long, milliseconds. */
const SETTLED = 10 * 60_000;
/** How often it is looked whether more has come, milliseconds. */
const POLL = 250;

/** A file that is read to its end as it is written; it is read again for as long as more may come. */
export class GrowingFile {
  readonly #file: Deno.FsFile;
  /** That there is nothing more for now was told. */
  #told = false;
  #closed = false;
  #hurry = () => {};

  /** Takes an open file, which `close` closes. */
  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /** Bytes read into `into`; 0 once where it must wait for more, null at the end. */
  async read(into: Uint8Array): Promise<number | null> {
    while (!this.#closed) {
      const { mtime, nlink } = await this.#file.stat();
      const length = await this.#file.read(into);
      if (length !== null) {
        this.#told = false;
        return length;
      }
      if (nlink === 0 || Date.now() - (mtime?.getTime() ?? 0) > SETTLED) return null;
      if (!this.#told) {
        this.#told = true;
        return 0;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL);
        this.#hurry = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#hurry();
    this.#file.close();
  }
}
