import { type Batch, TEXT } from "../record/batch.ts";

const NO_KEY = -1;

/** A field that waits for the rest of its record. */
export class WaitingField {
  key = NO_KEY;
  from = 0;
  to = 0;
  kind = TEXT;

  get is(): boolean {
    return this.key !== NO_KEY;
  }

  set(key: number, from: number, to: number, kind: number): void {
    this.key = key;
    this.from = from;
    this.to = to;
    this.kind = kind;
  }

  clear(): void {
    this.key = NO_KEY;
  }

  addTo(batch: Batch): void {
    batch.addField(this.key, this.from, this.to, this.kind);
  }
}
