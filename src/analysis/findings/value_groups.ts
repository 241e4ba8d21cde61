import { grown } from "../../record/grown.ts";
import type { SamplesView } from "../samples_view.ts";
import { type Seen, slotOf } from "./dominant_values.ts";

/** One value of one attribute, and the samples that have it, in the order they were given in. */
export interface ValueGroup {
  readonly key: number;
  readonly value: number;
  readonly samples: Int32Array;
}

/**
 * The values of the attributes of some samples, without those that fewer than `least` of all samples have, in the order they are met.
 * Ten thousands of samples with some values each are gone through: no object is made but for each group.
 */
export function groupedByValue(
  of: ArrayLike<number>,
  { keys, values, width, endOf }: SamplesView,
  often: Seen,
  least: number,
): ValueGroup[] {
  const groups = new Groups();
  // Samples and the groups that they are in, in pairs.
  const pairs = new Int32Array(of.length * width * 2);
  let found = 0;
  for (let i = 0; i < of.length; i++) {
    const sample = of[i];
    for (let at = sample * width, end = endOf(sample); at < end; at++) {
      if (often.counts[slotOf(keys[at], values[at])] < least) continue;
      pairs[found++] = sample;
      pairs[found++] = groups.numberOf(keys[at], values[at]);
    }
  }
  const made = groups.made();
  const used = new Int32Array(made.length);
  for (let at = 0; at < found; at += 2) {
    const number = pairs[at + 1];
    made[number].samples[used[number]++] = pairs[at];
  }
  return made;
}

/** Whether a sample has the value. */
export function hasValue(
  sample: number,
  { key, value }: Pick<ValueGroup, "key" | "value">,
  { keys, values, width, endOf }: SamplesView,
): boolean {
  for (let at = sample * width, end = endOf(sample); at < end; at++) {
    if (keys[at] === key && values[at] === value) return true;
  }
  return false;
}

/** Numbers pairs of hashes in the order they come, and counts them: open addressing, at most half full. */
class Groups {
  #slots = new Int32Array(1024).fill(-1);
  #keys = new Int32Array(512);
  #values = new Int32Array(512);
  #counts = new Int32Array(512);
  #size = 0;

  numberOf(key: number, value: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = startOf(key, value, mask);; slot = (slot + 1) & mask) {
      const number = this.#slots[slot];
      if (number < 0) return this.#add(slot, key, value);
      if (this.#keys[number] === key && this.#values[number] === value) {
        this.#counts[number]++;
        return number;
      }
    }
  }

  made(): ValueGroup[] {
    return Array.from({ length: this.#size }, (_, number) => ({
      key: this.#keys[number],
      value: this.#values[number],
      samples: new Int32Array(this.#counts[number]),
    }));
  }

  #add(slot: number, key: number, value: number): number {
    const number = this.#size++;
    this.#slots[slot] = number;
    this.#keys[number] = key;
    this.#values[number] = value;
    this.#counts[number] = 1;
    if (this.#size === this.#keys.length) this.#grow();
    return number;
  }

  #grow(): void {
    const room = this.#keys.length * 2;
    this.#keys = grown(this.#keys, new Int32Array(room));
    this.#values = grown(this.#values, new Int32Array(room));
    this.#counts = grown(this.#counts, new Int32Array(room));
    this.#slots = new Int32Array(room * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = startOf(this.#keys[number], this.#values[number], mask);
      while (this.#slots[slot] >= 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}

function startOf(key: number, value: number, mask: number): number {
  return (Math.imul(key, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b)) >>> 8 & mask;
}
