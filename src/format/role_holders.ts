import type { Batch } from "../record/batch.ts";

/** Worse than any rank: nothing has the role yet. */
export const VACANT = 255;
/** Better than any rank: the role is not to be had. */
export const TAKEN = -1;
/** Roles that a field can hold are numbers below this one. */
const MAX_ROLES = 16;

/** Which field holds each role of a record: the rank of its name, its key, and the kind of its value. */
export class RoleHolders {
  readonly rank = new Int32Array(MAX_ROLES).fill(VACANT);
  readonly key = new Int32Array(MAX_ROLES);
  readonly kind = new Int32Array(MAX_ROLES);

  isVacant(role: number): boolean {
    return this.rank[role] === VACANT;
  }

  /** Whether the field that holds the role has a better name, or an equal one and came first. */
  refuses(role: number, rank: number, key: number): boolean {
    const held = this.rank[role];
    return rank > held || (rank === held && key !== this.key[role]);
  }

  /** Gives the role to a field; the one that had it, whose value stands in [from, to), becomes an attribute. */
  give(
    batch: Batch,
    role: number,
    rank: number,
    key: number,
    kind: number,
    from: number,
    to: number,
  ): void {
    if (this.rank[role] !== VACANT && this.key[role] !== key) {
      batch.addField(this.key[role], from, to, this.kind[role]);
    }
    this.rank[role] = rank;
    this.key[role] = key;
    this.kind[role] = kind;
  }
}
