import type { Batch } from "../record/batch.ts";
import type { LineRange } from "./line_format.ts";
import { Preambles, type TriedFormats } from "./tried_formats.ts";

/** Containers of one source whose lines are read apart; those of the others share the formats of the rest. */
const MOST_CONTAINERS = 32;
/** Lines that are gathered of a source before its first one is read. */
const MOST_GATHERED = 512;

/** What a preamble's line begins with that tells of a container whose lines no prefix begins: its number follows. */
const MARK = "\x1fcontainer ";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What is known of one container. */
interface Container {
  formats: TriedFormats;
  /** What stood before its first line, as it may stand before each; null where that is no line's beginning. */
  prefix: string | null;
  /** What its formats have said of lines to come, and the same behind the prefix. */
  preamble: readonly string[];
  prefixed: readonly string[];
}

/**
 * The formats of what several containers (pods, services, processes) write into one source: each has its own, so
 * that what the lines of one tell of their heads says nothing of another's.
 */
export class Containers {
  readonly #make: () => TriedFormats;
  readonly #shared: TriedFormats;
  readonly #known = new Map<number, Container>();
  readonly #joined = new Preambles();
  /** The one asked for last. */
  #last = 0;
  #lastFormats: TriedFormats;
  /** Lines that are to be counted before the first is read, and how many there are. */
  readonly #gathered = new Map<TriedFormats, LineRange[]>();
  gathered = 0;

  constructor(make: () => TriedFormats, shared: TriedFormats) {
    this.#make = make;
    this.#shared = this.#lastFormats = shared;
  }

  /** The formats of a container, by its number (a hash, not 0); what stands before its line is [from, to), unless `from` is negative. */
  of(container: number, bytes: Uint8Array, from: number, to: number): TriedFormats {
    if (container === this.#last) return this.#lastFormats;
    let known = this.#known.get(container);
    if (known === undefined) {
      if (this.#known.size === MOST_CONTAINERS) return this.#shared;
      known = {
        formats: this.#make(),
        prefix: from < 0 ? null : decoder.decode(bytes.subarray(from, to)),
        preamble: [],
        prefixed: [],
      };
      this.#known.set(container, known);
    }
    this.#last = container;
    return this.#lastFormats = known.formats;
  }

  prefer(name: string | undefined): void {
    for (const { formats } of this.#known.values()) formats.prefer(name);
  }

  /** Keeps the line [from, to), to be counted with the others of its formats. */
  gather(formats: TriedFormats, from: number, to: number): void {
    if (this.isFull) return;
    const lines = this.#gathered.get(formats);
    if (lines === undefined) this.#gathered.set(formats, [[from, to]]);
    else lines.push([from, to]);
    this.gathered++;
  }

  get isFull(): boolean {
    return this.gathered === MOST_GATHERED;
  }

  /** Lets the general format of each container look at the lines that were gathered of it. */
  prime(batch: Batch): void {
    for (const [formats, lines] of this.#gathered) formats.prime(batch, lines);
    this.drop();
  }

  /** Forgets the lines that were gathered. */
  drop(): void {
    this.#gathered.clear();
    this.gathered = 0;
  }

  /** Takes over the line of such a preamble, if it is one; `batch` is empty. */
  takePreamble(batch: Batch, line: string): boolean {
    if (!line.startsWith(MARK)) return false;
    const end = line.indexOf(" ", MARK.length);
    const own = encoder.encode(line.slice(end + 1));
    batch.bytes.set(own.subarray(0, batch.sideFrom));
    const number = Number(line.slice(MARK.length, end));
    this.of(number, batch.bytes, -1, 0).read(batch, 0, Math.min(own.length, batch.sideFrom), true);
    return true;
  }

  /** What lines have said of those to come, of all containers behind `preamble`, which is the rest's. */
  preambleBehind(preamble: readonly string[]): readonly string[] {
    if (this.#known.size === 0) return preamble;
    const lists = [preamble];
    for (const [number, container] of this.#known) {
      const own = container.formats.preamble;
      if (own !== container.preamble) {
        const before = container.prefix ?? `${MARK}${number} `;
        container.preamble = own;
        container.prefixed = own.map((line) => before + line);
      }
      if (own.length > 0) lists.push(container.prefixed);
    }
    return lists.length === 1 ? preamble : this.#joined.joined(lists);
  }
}
