import type { Batch } from "../record/batch.ts";
import { grown } from "../record/grown.ts";
import { hashBytes } from "../record/hash.ts";
import * as sampleKeys from "./sample_keys.ts";
import type { KeyName } from "./samples_view.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CAUSE, SKIPPED } = sampleKeys;

/** Keys that are told apart; further ones are not looked at. */
const MAX_KEYS = 2000;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The keys of samples: by the numbers that batches have for them what they are, and by their hashes their names. */
export class SampledKeys {
  readonly names = new Map<number, KeyName>();
  #roles = new Uint8Array(256);
  #hashes = new Int32Array(256);
  #known = 0;
  #generation = -1;

  /** To be called before the records of a batch. */
  begin(batch: Batch): void {
    if (batch.keys.generation === this.#generation) return;
    this.#generation = batch.keys.generation;
    this.#known = 0;
  }

  /** Whether a key was met. */
  knows(key: number): boolean {
    return key < this.#known;
  }

  /** What a key is, see `sample_keys.ts`; it is known from then on. */
  roleOf(batch: Batch, key: number): number {
    if (key >= this.#known) this.#meet(batch, key);
    return this.#roles[key];
  }

  /** The hash of a known key. */
  hashOf(key: number): number {
    return this.#hashes[key];
  }

  /** The hash of a key by its name; 0 if it was not met. */
  find(name: string): number {
    const hash = hashOfName(name);
    return this.names.has(hash) ? hash : 0;
  }

  /** The hash of a word [from, to) before values in bodies; 0 if there are too many names. */
  ofWord(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const hash = hashBytes(view, from, to) & ~1 | 2;
    if (!this.names.has(hash)) {
      if (this.names.size >= MAX_KEYS) return 0;
      this.names.set(hash, { name: decoder.decode(bytes.subarray(from, to)), word: true });
    }
    return hash;
  }

  /** The hash of the key of what a trace in a body names. */
  ofException(): number {
    if (!this.names.has(EXCEPTION_HASH)) {
      this.names.set(EXCEPTION_HASH, { name: EXCEPTION, word: false, cause: true });
    }
    return EXCEPTION_HASH;
  }

  #meet(batch: Batch, key: number): void {
    while (key >= this.#roles.length) {
      this.#roles = grown(this.#roles, new Uint8Array(this.#roles.length * 2));
      this.#hashes = grown(this.#hashes, new Int32Array(this.#hashes.length * 2));
    }
    for (; this.#known <= key; this.#known++) {
      const name = batch.keys.names[this.#known];
      const hash = hashOfName(name);
      let role: number = sampleKeys.roleOfKey(name);
      if (!this.names.has(hash)) {
        if (this.names.size < MAX_KEYS) this.names.set(hash, { name, word: false, cause: role === CAUSE });
        else role = SKIPPED;
      }
      this.#roles[this.#known] = role;
      this.#hashes[this.#known] = hash;
    }
  }
}

/** Odd and above the numbers of places in a body. */
function hashOfName(name: string): number {
  const bytes = encoder.encode(`${name}        `);
  return hashBytes(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length - 8) |
    0x101;
}

/** What is thrown is called so where no attribute has it. */
const EXCEPTION = "exception";
const EXCEPTION_HASH = hashOfName(EXCEPTION);
