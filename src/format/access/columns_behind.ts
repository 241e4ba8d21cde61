import { type Batch, DOUBLE, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { kindOfBare, quoteEnd } from "../text/message/text_pairs.ts";
import { findByte, isDecimal, isNumber, skipBlanks, tokenEnd } from "../text/text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { addColumnPairs, isAddress, isDash, isPorted, listEnd } from "./addresses.ts";
import { isEpoch } from "./columns.ts";
import { readIngressTail, readTraefikTail } from "./proxy_tail.ts";

const QUOTE = 0x22, EQUALS = 0x3d;

/** What stands behind the status of a common or combined line: size, referrer, agent, then whatever was configured: times, addresses, pairs. */
export class ColumnsBehind {
  readonly #keys: AttributeKeys;
  /** Columns of the line that nothing better is known of. */
  #others = 0;
  /** Those that are times, or a dash for the upstream's. */
  #durations = 0;

  constructor(keys: AttributeKeys) {
    this.#keys = keys;
  }

  /** Adds what stands in [from, to), behind the status. */
  read(batch: Batch, from: number, to: number): void {
    const { bytes } = batch;
    const { id } = this.#keys;
    let at = from;
    this.#others = this.#durations = 0;
    if (at >= to) return;
    let end = tokenEnd(bytes, at, to);
    const hasSize = isNumber(bytes, at, end);
    if (hasSize) batch.addField(id.responseSize, at, end, INT);
    if (hasSize || isDash(bytes, at, end)) at = skipBlanks(bytes, end, to);
    let isSent = false;
    for (let quoted = 0; at < to; at = skipBlanks(bytes, end, to)) {
      if (bytes[at] === QUOTE) {
        const close = quoteEnd(bytes, at, to);
        if (close < 0) return;
        end = close + 1;
        if (isDecimal(bytes, at + 1, close)) {
          this.#addDuration(batch, at + 1, close, DOUBLE);
          continue;
        }
        if (quoted < 2) {
          const key = quoted === 0 ? id.referrer : id.userAgent;
          if (close > at + 1 && !isDash(bytes, at + 1, close)) batch.addField(key, at + 1, close, TEXT);
        } else if (close > at + 1 && !isDash(bytes, at + 1, close)) {
          // Behind a dash for none an address is something else.
          const isForwarded = !isSent && isAddress(bytes, at + 1, close);
          batch.addField(isForwarded ? id.forwarded : this.#nextContext(), at + 1, close, TEXT);
          if (isForwarded) isSent = true;
        } else if (quoted === 2) isSent = true;
        quoted++;
        continue;
      }
      if (quoted === 2 && isDigit(bytes[at])) {
        if (readTraefikTail(batch, this.#keys, at, to) || readIngressTail(batch, this.#keys, at, to)) return;
      }
      // A control character ends a word, and begins one.
      end = listEnd(bytes, at, to, tokenEnd(bytes, at + 1, to));
      this.#addExtra(batch, at, end, to, quoted);
    }
  }

  #addExtra(batch: Batch, from: number, to: number, end: number, quoted: number): void {
    const { bytes } = batch;
    const isList = tokenEnd(bytes, from, to) < to;
    if (findByte(bytes, from, to, EQUALS) >= 0) return addColumnPairs(batch, from, to);
    const kind = kindOfBare(bytes, from, to);
    if (quoted >= 2 && isPorted(bytes, from, tokenEnd(bytes, from, to) - (isList ? 1 : 0))) {
      batch.addField(this.#keys.id.upstream, from, to, TEXT);
      return;
    }
    // A length of the request before the time that it took.
    const behind = skipBlanks(bytes, to, end);
    const isLength = kind === INT && kindOfBare(bytes, behind, tokenEnd(bytes, behind, end)) === DOUBLE;
    const { id } = this.#keys;
    const isTimed = this.#durations > 0;
    if (kind === DOUBLE && isEpoch(bytes, from, to)) batch.addField(this.#nextContext(), from, to, kind);
    else if (quoted >= 2 && isLength) batch.addField(id.requestBytes, from, to, INT);
    else if ((isList && isTimed) || kind === DOUBLE || (quoted >= 2 && kind === INT && !isTimed)) {
      this.#addDuration(batch, from, to, kind);
    } else if (isTimed && isDash(bytes, from, to)) this.#durations++;
    else if (to - from > 1 || isLetter(bytes[from])) {
      // A sign alone is nginx's `$pipe`.
      batch.addField(this.#nextContext(), from, to, kind);
    }
  }

  /** Adds the time that the request took, behind that its upstream's, or another number. */
  #addDuration(batch: Batch, from: number, to: number, kind: number): void {
    const { id } = this.#keys;
    const key = [id.duration, id.upstreamDuration][this.#durations++] ?? this.#nextContext();
    batch.addField(key, from, to, kind);
  }

  /** The name of another column that is no known one. */
  #nextContext(): number {
    return this.#keys.context(this.#others++);
  }
}
