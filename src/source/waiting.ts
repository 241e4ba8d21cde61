/** Those who wait for something to happen, each no longer than a time of its own. */
export class Waiting {
  #wake = new Set<() => void>();

  /** Resolves when woken, when `signal` aborts, or after so many milliseconds, which `timedOut` is told of. */
  wait(signal: AbortSignal, milliseconds: number, timedOut: () => void): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#wake.delete(done);
        resolve();
      };
      const timer = setTimeout(() => {
        timedOut();
        this.wake();
      }, milliseconds);
      // Given up because something else happened first: what is waited for is not looked at sooner for that.
      signal.addEventListener("abort", done);
      this.#wake.add(done);
    });
  }

  wake(): void {
    for (const wake of [...this.#wake]) wake();
  }
}
