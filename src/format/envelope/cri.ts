import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { EnvelopeTime, readInside } from "./envelope.ts";
import { type LineFormat, NO, PARTIAL, type ReadContext, type Verdict } from "../line_format.ts";
import { isText, NEWLINE, SPACE } from "../text/text_tokens.ts";

/**
 * Container logs of the CRI (Kubernetes' `/var/log/pods`): `time stream tag content`. Lines with the tag P
 * are parts of one record, joined in the side area.
 */
export class CriFormat implements LineFormat {
  readonly name = "cri";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #time = new EnvelopeTime();
  readonly #partTime = new EnvelopeTime();
  readonly #range = { from: 0, to: 0, innerFrom: 0, innerTo: 0 };
  #streamFrom = 0;
  readonly #amend: (row: number) => void;
  #batch: Batch | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = new AttributeKeys(context.keys);
    this.#amend = (row) => this.#addStream(row);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    // 2026-11-20T…Z std
    if (to - from < 29 || bytes[from + 4] !== 0x2d || bytes[from + 10] !== 0x54) return NO;
    const timeTo = this.#time.read(batch, from, to, this.#context);
    if (timeTo < 0) return NO;
    const content = contentAt(bytes, timeTo, to);
    if (content < 0) return NO;
    this.#keys.fresh();
    const range = this.#range;
    this.#streamFrom = timeTo + 1;
    range.from = from;
    range.to = to;
    if (bytes[content - 2] === 0x50 || bytes[timeTo + 8] === 0x50) {
      const verdict = this.#joinParts(batch, from, to);
      if (verdict !== JOINED) return verdict;
    } else {
      range.innerFrom = content;
      range.innerTo = to;
    }
    this.#batch = batch;
    return readInside(batch, this.#context, range, this.#amend);
  }

  #addStream(row: number): void {
    const batch = this.#batch!;
    this.#time.give(batch, row);
    batch.addField(this.#keys.id.stream, this.#streamFrom, this.#streamFrom + 6, TEXT);
  }

  /** Joins the contents of the lines of [from, to) in the side area; PARTIAL while the last one goes on. */
  #joinParts(batch: Batch, from: number, to: number): Verdict | typeof JOINED {
    const { bytes } = batch;
    const start = batch.side;
    if (to - from > batch.sideFree) return NO;
    let at = from;
    for (;;) {
      let end = bytes.indexOf(NEWLINE, at);
      if (end < 0 || end > to) end = to;
      const time = this.#partTime.read(batch, at, end, this.#context);
      const content = time < 0 ? -1 : contentAt(bytes, time, end);
      if (content < 0 || bytes[time + 4] !== bytes[this.#streamFrom + 3]) {
        batch.side = start;
        return NO;
      }
      const contentTo = end > content && bytes[end - 1] === 0x0d ? end - 1 : end;
      batch.copyToSide(content, contentTo);
      if (bytes[time + 8] !== 0x50) {
        this.#range.innerFrom = start;
        this.#range.innerTo = batch.side;
        return end === to ? JOINED : NO;
      }
      if (end === to) {
        batch.side = start;
        return PARTIAL;
      }
      at = end + 1;
    }
  }
}

const JOINED = -1;

/** Index of the content behind ` stdout F ` at `at`; -1 if that is not what stands there. */
function contentAt(bytes: Uint8Array, at: number, to: number): number {
  if (!isText(bytes, at, to, " stdout ") && !isText(bytes, at, to, " stderr ")) return -1;
  const tag = at + 8;
  if (tag >= to || (bytes[tag] !== 0x46 && bytes[tag] !== 0x50)) return -1;
  // Further tags are divided by colons.
  let end = tag + 1;
  while (end < to && bytes[end] > SPACE) end++;
  if (end > tag + 1 && bytes[tag + 1] !== 0x3a) return -1;
  return end < to ? end + 1 : end;
}
