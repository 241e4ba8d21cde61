import type { Batch } from "../record/batch.ts";

/**
 * Of the fields that records share (resource, scope): of how many records each is the value. A record's own field
 * goes before one of its scope with the same key, that before one of its resource, and of fields that a group
 * repeats the last one counts.
 */
export class GroupWeights {
  /** By field of the batch that was counted last. */
  weights = new Float64Array(64);
  /** By group: the records of which it is the resource, and the scope. */
  #asResource = new Int32Array(16);
  #asScope = new Int32Array(16);
  /** By number of a key: when it was met last. */
  #met = new Float64Array(256);
  #now = 0;

  /** Counts; `isOwn` tells whether some record of the batch has a field of its own with a key. */
  count(batch: Batch, isOwn: (key: number) => boolean): void {
    const { fieldCount, count, groupFrom } = batch;
    if (fieldCount > this.weights.length) this.weights = new Float64Array(fieldCount * 2);
    this.weights.fill(0, 0, fieldCount);
    this.#countRows(batch);
    if (this.#overlap(batch, isOwn)) {
      for (let row = 0; row < count; row++) this.#countRow(batch, row);
      return;
    }
    for (let group = 0; group < groupFrom.length; group++) {
      const rows = this.#asResource[group] + this.#asScope[group];
      if (rows > 0) this.#countGroup(batch, group, ++this.#now, rows);
    }
  }

  #countRows({ count, resource, scope, groupFrom }: Batch): void {
    if (groupFrom.length > this.#asScope.length) {
      this.#asResource = new Int32Array(groupFrom.length * 2);
      this.#asScope = new Int32Array(groupFrom.length * 2);
    }
    const asResource = this.#asResource.fill(0);
    const asScope = this.#asScope.fill(0);
    for (let row = 0; row < count; row++) {
      if (resource[row] >= 0) asResource[resource[row]]++;
      if (scope[row] >= 0) asScope[scope[row]]++;
    }
  }

  /** May a field of a group stand behind another with its key? */
  #overlap({ fieldKey, groupFrom, groupTo }: Batch, isOwn: (key: number) => boolean): boolean {
    const now = ++this.#now;
    for (let group = 0; group < groupFrom.length; group++) {
      if (this.#asResource[group] + this.#asScope[group] === 0) continue;
      for (let at = groupFrom[group]; at < groupTo[group]; at++) {
        if (isOwn(fieldKey[at])) return true;
        if (this.#asResource[group] > 0) this.#meet(fieldKey[at], now);
      }
    }
    for (let group = 0; group < groupFrom.length; group++) {
      if (this.#asScope[group] === 0) continue;
      for (let at = groupFrom[group]; at < groupTo[group]; at++) {
        if (this.#met[fieldKey[at]] === now) return true;
      }
    }
    return false;
  }

  #countRow(batch: Batch, row: number): void {
    const { resource, scope, fieldFrom, fieldTo, fieldKey } = batch;
    const now = ++this.#now;
    for (let field = fieldFrom[row]; field < fieldTo[row]; field++) this.#meet(fieldKey[field], now);
    this.#countGroup(batch, scope[row], now, 1);
    this.#countGroup(batch, resource[row], now, 1);
  }

  #countGroup(batch: Batch, group: number, now: number, weight: number): void {
    if (group < 0) return;
    const { groupFrom, groupTo, fieldKey } = batch;
    for (let at = groupTo[group] - 1; at >= groupFrom[group]; at--) {
      if (this.#meet(fieldKey[at], now)) this.weights[at] += weight;
    }
  }

  /** False if the key was met at that time already. */
  #meet(key: number, now: number): boolean {
    if (key >= this.#met.length) {
      const longer = new Float64Array(key * 2);
      longer.set(this.#met);
      this.#met = longer;
    }
    if (this.#met[key] === now) return false;
    this.#met[key] = now;
    return true;
  }
}
