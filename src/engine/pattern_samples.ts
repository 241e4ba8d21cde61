import type { HeldRecord } from "./store.ts";

/** Records kept of each pattern from either end. */
export const SAMPLES = 3;
/** Bytes that are kept in all; then only what is kept already is replaced by later records. */
const MAX_BYTES = 16 << 20;
/** What a kept record takes besides its bytes, about. */
const RECORD_BYTES = 800;
/** A longer line is not kept. */
const MAX_LINE = 16 << 10;

/** A record that the buffer let go, with its bytes. */
export interface Sample {
  source: number;
  held: HeldRecord;
}

/**
 * The first and the last records of each pattern that a buffer let go, for input that cannot be read again. It looks
 * at what is let go part by part, so a record costs nothing until then.
 */
export class PatternSamples {
  readonly #first = new Map<number, Sample[]>();
  readonly #last = new Map<number, Sample[]>();
  #bytes = 0;

  /** Takes a part of `count` records that is let go; `leaves` are their patterns' leaves. */
  add(source: number, count: number, leaves: Int32Array, held: (at: number) => HeldRecord): void {
    const seen = new Map<number, number>();
    for (let at = 0; at < count; at++) {
      const first = this.#first.get(leaves[at]);
      if (leaves[at] >= 0 && (first === undefined || first.length < SAMPLES)) {
        this.#keep(this.#first, leaves[at], source, held(at), false);
      }
    }
    const last = new Map<number, Sample[]>();
    for (let at = count - 1; at >= 0; at--) {
      const leaf = leaves[at];
      const found = seen.get(leaf) ?? 0;
      if (leaf < 0 || found === SAMPLES) continue;
      seen.set(leaf, found + 1);
      const kept = last.get(leaf);
      const sample = { source, held: held(at) };
      if (kept) kept.unshift(sample);
      else last.set(leaf, [sample]);
    }
    for (const [leaf, samples] of last) {
      for (const { held } of samples) this.#keep(this.#last, leaf, source, held, true);
    }
  }

  /** What was kept of the leaves for which `isOf` holds, each end's in the order of reading. */
  of(isOf: (leaf: number) => boolean): { first: Sample[]; last: Sample[] } {
    const gather = (kept: Map<number, Sample[]>) =>
      [...kept].filter(([leaf]) => isOf(leaf)).flatMap(([, samples]) => samples)
        .sort((a, b) => a.held.received - b.held.received || a.held.sequence - b.held.sequence);
    return { first: gather(this.#first).slice(0, SAMPLES), last: gather(this.#last).slice(-SAMPLES) };
  }

  reset(): void {
    this.#first.clear();
    this.#last.clear();
    this.#bytes = 0;
  }

  #keep(into: Map<number, Sample[]>, leaf: number, source: number, held: HeldRecord, slides: boolean): void {
    const size = sizeOf(held);
    const samples = into.get(leaf) ?? [];
    const isFull = samples.length === SAMPLES;
    if (size > MAX_LINE || (isFull && !slides)) return;
    if (isFull) this.#bytes -= sizeOf(samples.shift()!.held);
    else if (this.#bytes + size > MAX_BYTES) return;
    this.#bytes += size;
    const copy = {
      ...held,
      raw: held.raw.slice(),
      resource: copyOf(held.resource),
      scope: copyOf(held.scope),
    };
    samples.push({ source, held: copy });
    into.set(leaf, samples);
  }
}

function sizeOf({ raw, resource, scope }: HeldRecord): number {
  return raw.length + resource.length + scope.length + RECORD_BYTES;
}

/** Most records share nothing with others; then they share that. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return bytes.length === 0 ? NOTHING : bytes.slice();
}

const NOTHING = new Uint8Array();
