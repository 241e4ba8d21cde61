/** Beginnings remembered of files that were read. */
const MAX_HEADS = 64;
/** A beginning shorter than this tells two files apart only if they are equally long. */
export const TELLING_HEAD = 32;

/** The first bytes of a file; `isWhole` where it is known that a copy of it has no more. */
export interface Beginning {
  bytes: Uint8Array;
  isWhole: boolean;
}

/** The beginnings of files that were read: they tell copies of those. */
export class KnownHeads {
  #heads: Beginning[] = [];

  remember({ bytes, isWhole }: Beginning): void {
    if (bytes.length === 0) return;
    this.#heads.push({ bytes: bytes.slice(), isWhole });
    if (this.#heads.length > MAX_HEADS) this.#heads.shift();
  }

  /** Does a file that begins with `head` begin as one of those, or as one whose beginning is among `others`? */
  know(head: Uint8Array, others: readonly Beginning[]): boolean {
    return [...this.#heads, ...others].some((known) => mayBeCopy(head, known));
  }
}

/** May a file that begins with `head` be a copy of the one whose beginning is known? */
export function mayBeCopy(head: Uint8Array, { bytes, isWhole }: Beginning): boolean {
  const shared = Math.min(head.length, bytes.length);
  if (shared === 0 || (bytes.length < head.length && (isWhole || shared < TELLING_HEAD))) return false;
  for (let i = 0; i < shared; i++) if (head[i] !== bytes[i]) return false;
  return true;
}
