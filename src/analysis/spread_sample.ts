/** Values that are kept. */
const KEPT = 400;

/** Some hundred of any number of values, spread evenly over all that came: every n-th, n doubling when it is full. */
export class SpreadSample {
  count = 0;
  #values: number[] = [];
  #stride = 1;

  add(value: number): void {
    if (this.count++ % this.#stride !== 0) return;
    if (this.#values.length === KEPT) {
      this.#values = this.#values.filter((_value, at) => at % 2 === 0);
      this.#stride *= 2;
      if ((this.count - 1) % this.#stride !== 0) return;
    }
    this.#values.push(value);
  }

  get values(): readonly number[] {
    return this.#values;
  }
}
