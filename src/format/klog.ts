import { type Batch, ESCAPED, INT, TEXT } from "../record/batch.ts";
import { AttributeKeys } from "./attribute_keys.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "./line_format.ts";
import { severityOfLetter } from "./severity_word.ts";
import { addPairs, isKeyAt } from "./text/message/text_pairs.ts";
import { isBlank, skipBlanks, trimmed } from "./text/text_tokens.ts";
import { readTime } from "./time/timestamp.ts";
import { beforeDigits, digitsEnd, isDigit } from "./time/timestamp_parts.ts";

/**
 * klog and glog: `I1120 08:00:00.123456    1234 file.go:12] message`, structured as
 * `… file.go:12] "message" key="value"`, and glog's form with a year (`I20261120 08:…`). Python's imitations have `D`, too.
 */
export class KlogFormat implements LineFormat {
  readonly name = "klog";
  readonly goesOn = true;
  readonly #context: ReadContext;
  readonly #keys: AttributeKeys;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const letter = bytes[from];
    if (
      to - from < 20 ||
      (letter !== 0x49 && letter !== 0x57 && letter !== 0x45 && letter !== 0x46 && letter !== 0x44)
    ) return NO;
    if (!isDigit(bytes[from + 1]) || !isDigit(bytes[from + 4])) return NO;
    if (!this.readHead(batch, batch.begin(from, to), from, to)) return NO;
    batch.commit();
    return YES;
  }

  /** Reads [from, to) as the record begun last; false if it is something else, the time may have been set then. */
  readHead(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const timeTo = readTime(batch, row, from + 1, to, this.#context);
    if (timeTo < 0) return false;
    const pid = skipBlanks(bytes, timeTo, to);
    const pidTo = digitsEnd(bytes, pid, to);
    const file = skipBlanks(bytes, pidTo, to);
    if (pidTo === pid || file === pidTo) return false;
    let close = file;
    while (close < to && bytes[close] > 0x20 && bytes[close] !== 0x5d) close++;
    if (close >= to || bytes[close] !== 0x5d) return false;
    const colon = beforeDigits(bytes, file, close);
    if (bytes[colon] !== 0x3a) return false;
    this.#keys.fresh();
    const { id } = this.#keys;
    batch.setSeverity(row, severityOfLetter(bytes[from]), from, from + 1);
    batch.addField(id.pid, pid, pidTo, INT);
    batch.addField(id.file, file, colon, TEXT);
    batch.addField(id.line, colon + 1, close, INT);
    const message = close + 1 < to && bytes[close + 1] === 0x20 ? close + 2 : close + 1;
    this.#message(batch, row, message, to);
    return true;
  }

  #message(batch: Batch, row: number, from: number, to: number): void {
    const { bytes } = batch;
    const end = trimmed(bytes, from, to);
    batch.setBody(row, from, end);
    if (from >= end || bytes[from] !== 0x22) return;
    let quote = from + 1;
    let escaped = false;
    for (; quote < end && bytes[quote] !== 0x22; quote++) {
      if (bytes[quote] === 0x5c) {
        escaped = true;
        quote++;
      }
    }
    if (quote >= end || (quote + 1 < end && bytes[quote + 1] !== 0x20)) return;
    // `"a" and "b" differ` is a message that begins with a quoted word.
    const behind = skipBlanks(bytes, quote + 1, end);
    if (behind < end && bytes[behind] !== 0x22 && !isKeyAt(bytes, behind, end)) return;
    batch.setBody(row, from + 1, quote);
    if (escaped) batch.bodyKind[row] = ESCAPED;
    addPairs(batch, quote + 1, end);
  }
}

/** `E1120 08:…` or `E20261120 08:…`. */
export function isKlog(bytes: Uint8Array, from: number, to: number): boolean {
  const letter = bytes[from];
  if (to - from < 20 || (letter !== 0x49 && letter !== 0x57 && letter !== 0x45 && letter !== 0x46)) {
    return false;
  }
  return isDigit(bytes[from + 1]) && isDigit(bytes[from + 4]) &&
    (isBlank(bytes[from + 5]) || isBlank(bytes[from + 9]));
}
