/** Does one work after the other: the files are searched for one filter at a time. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Does this after all that was asked for before, whatever became of that. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
