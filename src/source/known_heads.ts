/** Beginnings remembered of files that were read. */
const MAX_HEADS = 64;
/** A beginning shorter than this tells two files apart only if they are equally long. */
export const TELLING_HEAD = 32;

/** The beginnings of files that were read: they tell copies of those. */
export class KnownHeads {
  #heads: Uint8Array[] = [];

  remember(head: Uint8Array): void {
    if (head.length === 0) return;
    this.#heads.push(head.slice());
    if (this.#heads.length > MAX_HEADS) this.#heads.shift();
  }

  /** Does a file that begins with `head` begin as one of those, or as one whose beginning is among `others`? */
  know(head: Uint8Array, others: readonly Uint8Array[]): boolean {
    return [...this.#heads, ...others].some((known) => isSameStart(head, known));
  }
}

/** Does a file that begins with `head` begin as the one whose beginning is `known`? */
function isSameStart(head: Uint8Array, known: Uint8Array): boolean {
  const shared = Math.min(head.length, known.length);
  if (shared === 0 || (known.length < head.length && shared < TELLING_HEAD)) return false;
  for (let i = 0; i < shared; i++) if (head[i] !== known[i]) return false;
  return true;
}
