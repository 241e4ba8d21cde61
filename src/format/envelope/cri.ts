import { type Batch, TEXT } from "../../record/batch.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { EnvelopeTime, readInside } from "./envelope.ts";
import { type LineFormat, NO, PARTIAL, type ReadContext, type Verdict, YES } from "../line_format.ts";
import { isText, NEWLINE, SPACE } from "../text/text_tokens.ts";

const RETURN = 0x0d, PART = 0x50, FULL = 0x46, OUT = 0x6f;

/**
 * Container logs of the CRI (Kubernetes' `/var/log/pods`): `time stream tag content`. Lines with the tag P
 * are parts of one record, joined in the side area; those of the two streams may stand between each other.
 */
export class CriFormat implements LineFormat {
  readonly name = "cri";
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;
  readonly #time = new EnvelopeTime();
  readonly #range = { from: 0, to: 0, innerFrom: 0, innerTo: 0 };
  readonly #amend: (row: number) => void;
  #batch: Batch | null = null;
  /** Of the line at hand: where its stream and its content stand, where it ends, whether it is a part only. */
  #streamFrom = 0;
  #content = 0;
  #lineEnd = 0;
  #isPart = false;
  /** Records among the lines that are joined. */
  #runs = 0;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#amend = (row) => this.#addStream(row);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    // 2026-11-20T…Z std
    if (to - from < 29 || bytes[from + 4] !== 0x2d || bytes[from + 10] !== 0x54) return NO;
    if (!this.#readLine(batch, from, to)) return NO;
    this.#keys.fresh();
    this.#batch = batch;
    const range = this.#range;
    range.from = from;
    range.to = to;
    if (this.#isPart && !this.#context.single) return this.#joinParts(batch, from, to);
    range.innerFrom = this.#content;
    range.innerTo = to;
    return readInside(batch, this.#context, range, this.#amend);
  }

  /** Reads what stands before the content of the line that begins at `from`; false if it is no such line. */
  #readLine(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    let end = to;
    const time = this.#time.read(batch, from, to, this.#context);
    if (time < 0) return false;
    const newline = bytes.indexOf(NEWLINE, time);
    if (newline >= 0 && newline < to) end = newline;
    const content = contentAt(bytes, time, end);
    if (content < 0) return false;
    this.#streamFrom = time + 1;
    this.#content = content;
    this.#lineEnd = end;
    this.#isPart = bytes[time + 8] === PART;
    return true;
  }

  #addStream(row: number): void {
    const batch = this.#batch!;
    this.#time.give(batch, row);
    batch.addField(this.#keys.id.stream, this.#streamFrom, this.#streamFrom + 6, TEXT);
  }

  /** Makes a record of each run of parts; PARTIAL while one goes on. */
  #joinParts(batch: Batch, from: number, to: number): Verdict {
    const verdict = this.#partsEnd(batch, from, to);
    if (verdict !== YES || to - from > batch.sideFree) return verdict === YES ? NO : verdict;
    let made = 0;
    let isOutOpen = false;
    let isErrorOpen = false;
    for (let at = from; at < to; at = this.#lineEnd + 1) {
      this.#readLine(batch, at, to);
      const isOut = this.#isOut(batch);
      const isOpen = isOut ? isOutOpen : isErrorOpen;
      if (isOut) isOutOpen = this.#isPart;
      else isErrorOpen = this.#isPart;
      if (isOpen) continue;
      const count = batch.count;
      const lineEnd = this.#lineEnd;
      const inside = this.#readParts(batch, at, to);
      if (inside !== YES && this.#runs === 1) return inside;
      if (inside !== YES) this.#addBare(batch, from, to);
      for (let row = count; row < batch.count; row++) batch.part[row] = made++;
      this.#lineEnd = lineEnd;
    }
    return YES;
  }

  /** Adds the joined text, which would join the record before it, as a record: it came with another. */
  #addBare(batch: Batch, from: number, to: number): void {
    const row = batch.begin(from, to);
    batch.setBody(row, this.#range.innerFrom, this.#range.innerTo);
    this.#addStream(row);
    batch.commit();
  }

  /** Whether the last part of each stream is there: YES, PARTIAL, or NO if a line is none of the container's. */
  #partsEnd(batch: Batch, from: number, to: number): Verdict {
    let isOutOpen = false;
    let isErrorOpen = false;
    this.#runs = 0;
    for (let at = from; at < to; at = this.#lineEnd + 1) {
      // Behind the last part of all nothing is wanted.
      if ((at > from && !isOutOpen && !isErrorOpen) || !this.#readLine(batch, at, to)) return NO;
      const isOut = this.#isOut(batch);
      if (!(isOut ? isOutOpen : isErrorOpen)) this.#runs++;
      if (isOut) isOutOpen = this.#isPart;
      else isErrorOpen = this.#isPart;
    }
    return isOutOpen || isErrorOpen ? PARTIAL : YES;
  }

  /** Joins the parts that begin with the line at `from`, and reads what they are together. */
  #readParts(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const start = batch.side;
    this.#readLine(batch, from, to);
    const isOut = this.#isOut(batch);
    for (let at = from; at < to; at = this.#lineEnd + 1) {
      this.#readLine(batch, at, to);
      if (this.#isOut(batch) !== isOut) continue;
      const end = this.#lineEnd;
      batch.copyToSide(this.#content, end > this.#content && bytes[end - 1] === RETURN ? end - 1 : end);
      if (!this.#isPart) break;
    }
    // Time and stream are those of the first part.
    this.#readLine(batch, from, to);
    this.#range.innerFrom = start;
    this.#range.innerTo = batch.side;
    return readInside(batch, this.#context, this.#range, this.#amend);
  }

  #isOut(batch: Batch): boolean {
    return batch.bytes[this.#streamFrom + 3] === OUT;
  }
}

/** Index of the content behind ` stdout F ` at `at`; -1 if that is not what stands there. */
function contentAt(bytes: Uint8Array, at: number, to: number): number {
  if (!isText(bytes, at, to, " stdout ") && !isText(bytes, at, to, " stderr ")) return -1;
  const tag = at + 8;
  if (tag >= to || (bytes[tag] !== FULL && bytes[tag] !== PART)) return -1;
  // Further tags are divided by colons.
  let end = tag + 1;
  while (end < to && bytes[end] > SPACE) end++;
  if (end > tag + 1 && bytes[tag + 1] !== 0x3a) return -1;
  return end < to ? end + 1 : end;
}
